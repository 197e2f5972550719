"""OpenSpiel's own checks and algorithms, unchanged, on both games."""

from __future__ import annotations

import pickle
import random
import signal
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation as observations, rl_environment
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr

import boriken.envs.openspiel  # noqa: F401 (registers the games)
from boriken import Game
from boriken.engine import RANDOM

PUERTO_RICO, SAN_JUAN = "boriken_puerto_rico_v0", "boriken_san_juan_v0"
NAMES = {PUERTO_RICO: "puerto-rico", SAN_JUAN: "san-juan"}
LISTED = (
    "small-market,hacienda,black-market,storehouse,hospice,trading-post,church,large-warehouse,lighthouse,university,"
    "library,wharf,guild-hall,residence,fortress,customs-house,statue"
)
HIDDEN = {PUERTO_RICO: {"hidden_vp": True}, SAN_JUAN: {"new_buildings": True}}


def walk(state: Any, chooser: random.Random, most: int = 100_000) -> Any:
    """Play at random, chance included."""
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        (PUERTO_RICO, {"players": 2, "limit": 60}),
        (PUERTO_RICO, {"players": 5, "limit": 40, "hidden_vp": True, "governor": -1, "reward": "win"}),
        (PUERTO_RICO, {"limit": 40, "swap": True, "corn_start": True, "reward": "margin", "outcomes": 1}),
        (PUERTO_RICO, {"limit": 60, "new_buildings": "draft", "nobles": True, "buccaneer": True, "festival": True}),
        (PUERTO_RICO, {"players": 2, "limit": 60, "new_buildings": LISTED, "nobles": True, "hidden_vp": True}),
        (SAN_JUAN, {"players": 2, "limit": 60, "reward": "margin"}),
        (SAN_JUAN, {"players": 4, "limit": 40, "new_buildings": True, "variation": True, "reward": "win"}),
        (SAN_JUAN, {"players": 3, "limit": 40, "edition": 1, "seeds": 3, "seed": 12}),
    ],
)
def test_random_simulations(name: str, parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name, parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [PUERTO_RICO, SAN_JUAN])
def test_a_whole_game_ends_with_its_rewards(name: str) -> None:
    state = walk(pyspiel.load_game(name).new_initial_state(), random.Random(1))
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0, abs=1e-6)
    assert max(state.returns()) == 1


@pytest.mark.parametrize("name", [PUERTO_RICO, SAN_JUAN])
def test_with_chance_outcomes_of_zero_it_is_the_game_of_that_seed(name: str) -> None:
    game = pyspiel.load_game(name, {"seed": 100, "governor": -1})
    state = game.new_initial_state()
    state.apply_action(23)
    mirror = Game.new(NAMES[name], game.num_players(), 123, governor=RANDOM)
    chooser = random.Random(5)
    draws = 0
    while not mirror.over:
        while state.is_chance_node():
            state.apply_action(0)
            draws += 1
        assert state._position == mirror.states.tobytes()
        assert state.current_player() == mirror.turn
        assert state.legal_actions() == sorted(int(a) for a in mirror.legal_actions)
        action = chooser.choice(state.legal_actions())
        assert state.action_to_string(action) == str(mirror.rules.actions[action])
        state.apply_action(action)
        mirror.play(action)
    while state.is_chance_node():
        state.apply_action(0)
    assert state.is_terminal()
    assert draws > 10


def test_other_chance_outcomes_draw_other_cards() -> None:
    state = pyspiel.load_game(SAN_JUAN).new_initial_state()
    state.apply_action(0)
    state.apply_action(state.get_game().desk.table.rules.actions["role:prospector"])
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 32
    after = {state.child(k)._position for k, _ in state.chance_outcomes()}
    assert len(after) > 10
    assert state.child(3)._position == state.child(3)._position


@pytest.mark.parametrize("name", [PUERTO_RICO, SAN_JUAN])
def test_resampling_changes_what_is_hidden_and_not_what_the_player_knows(name: str) -> None:
    game = pyspiel.load_game(name, HIDDEN[name])
    chooser = random.Random(2)
    changed = 0
    for length in (30, 120, 250):
        state = walk(game.new_initial_state(), chooser, length)
        while state.is_chance_node():
            state.apply_action(0)
        if state.is_terminal():
            continue
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, chooser.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert not other.history()
            changed += other._position != state._position
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            walk(other, chooser, 20)
    assert changed > 3


def test_an_information_state_remembers_what_an_observation_forgets() -> None:
    """Two orders of the same takings lead to the same table and to another past."""
    game = pyspiel.load_game(PUERTO_RICO, {"players": 3, "outcomes": 1})

    def after(*texts: str) -> Any:
        state = game.new_initial_state()
        state.apply_action(0)
        for text in texts:
            state.apply_action(int(game.desk.table.rules.actions[text]))
        return state

    # Nobody has goods, and nobody builds: once the round is over, nothing tells who has taken which of these roles.
    passes = ["pass", "pass", "pass"]
    one = after("role:captain", "role:builder", *passes, "role:trader")
    two = after("role:captain", "role:trader", "role:builder", *passes)
    assert one.observation_string(0) == two.observation_string(0)
    assert one.observation_tensor(0) == two.observation_tensor(0)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_tensor(0) != two.information_state_tensor(0)
    same = after("role:captain", "role:builder", *passes, "role:trader")
    assert same.information_state_string(0) == one.information_state_string(0)


@pytest.mark.parametrize("name", [PUERTO_RICO, SAN_JUAN])
def test_states_are_cloned_serialized_and_pickled(name: str) -> None:
    game = pyspiel.load_game(name, {"players": 2})
    state = walk(game.new_initial_state(), random.Random(4), 80)
    again = pickle.loads(pickle.dumps(state))
    loaded_game, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(loaded_game) == str(game)
    for twin in (state.clone(), again, loaded):
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        assert str(walk(twin, random.Random(5), 50)) == str(walk(state.clone(), random.Random(5), 50))


@pytest.mark.parametrize("name", [PUERTO_RICO, SAN_JUAN])
def test_observers_have_named_pieces(name: str) -> None:
    game = pyspiel.load_game(name)
    seen = observations.make_observation(game)
    state = walk(game.new_initial_state(), random.Random(4), 41)
    seen.set_from(state, 1)
    layout = game.desk.table.layout
    numbers = layout.named(game.desk.see(state._position, 1))
    assert set(layout.placed) < set(seen.dict)
    assert all((seen.dict[name] == numbers[name]).all() for name in numbers)
    assert len(seen.tensor) == game.observation_tensor_size() == layout.size + game.num_players()
    recalled = observations.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    recalled.set_from(state, 1)
    assert set(np.unique(recalled.dict["past"])) == {0, 1}
    nothing_private = pyspiel.PrivateInfoType.NONE
    with pytest.raises(ValueError, match="only what a player sees"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=nothing_private))


@pytest.mark.parametrize("name", [PUERTO_RICO, SAN_JUAN])
def test_mcts_plays(name: str) -> None:
    game = pyspiel.load_game(name, {"players": 2, "limit": 60})
    state = game.new_initial_state()
    state.apply_action(1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 6, evaluator, random_state=np.random.RandomState(1))
    for _ in range(5):
        while state.is_chance_node():
            state.apply_action(0)
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize("name", [PUERTO_RICO, SAN_JUAN])
def test_ismcts_plays_and_does_not_look_at_what_is_hidden(name: str) -> None:
    game = pyspiel.load_game(name, {"players": 3, "limit": 50, **HIDDEN[name]})
    state = walk(game.new_initial_state(), random.Random(3), 31)
    while state.is_chance_node():
        state.apply_action(0)

    def choice(of: Any) -> Any:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 12, random_state=np.random.RandomState(1))
        # Its own sampler cannot be seeded, but it takes another.
        chance = random.Random(9)
        bot.set_resampler(lambda s, player: s.resample_from_infostate(player, chance.random))
        return sorted(bot.get_policy(of))

    assert [action for action, _ in choice(state)] == state.legal_actions()
    other = state.resample_from_infostate(state.current_player(), random.Random(77).random)
    assert choice(other) == choice(state)
    plain = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), 2.0, 3)
    assert plain.step(state) in state.legal_actions()


def test_regret_minimizers_and_the_rl_environment_run() -> None:
    game = pyspiel.load_game(SAN_JUAN, {"players": 2, "limit": 6, "seeds": 2, "outcomes": 2})
    sampling = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        sampling.iteration()
    assert sampling._infostates
    tiny = pyspiel.load_game(SAN_JUAN, {"players": 2, "limit": 3, "seeds": 2, "outcomes": 1})
    external = external_sampling_mccfr.ExternalSamplingSolver(tiny)
    external.iteration()
    assert external._infostates
    environment = rl_environment.Environment(game)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == pytest.approx(0, abs=1e-6)


SEARCHES = """
import sys, pyspiel
import open_spiel.python.games
game = pyspiel.load_game("python_kuhn_poker")
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(state.chance_outcomes()[0][0])
judge = pyspiel.RandomRolloutEvaluator(1, 1)
if sys.argv[1] == "MCTSBot":
    bot = pyspiel.MCTSBot(game, judge, 2.0, 20, 100, False, 1, False)
else:
    bot = pyspiel.ISMCTSBot(1, judge, 2.0, 20, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)
bot.step(state)
"""


@pytest.mark.parametrize("bot", ["MCTSBot", "ISMCTSBot"])
def test_search_bots_in_c_crash_with_games_in_python_as_the_docs_say(bot: str) -> None:
    """OpenSpiel's own game, too. When this fails, they have been mended: try them with ours, and mend the docs."""
    done = subprocess.run([sys.executable, "-c", SEARCHES, bot], capture_output=True, check=False)
    assert done.returncode == -signal.SIGSEGV

"""Many games at once: the same games, whatever steps them."""

from __future__ import annotations

import pickle
import tracemalloc
from typing import Any

import numpy as np
import pytest

import boriken.envs
from boriken import Game
from boriken.engine import BadOption, BadRecord, IllegalAction
from boriken.envs.batching import Batch
from boriken.players import choose, make_player

from ..walk import ALL_FOUR, Variant, options_of
from .variants import TRIED

GAMES = ["puerto-rico", "san-juan"]
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("puerto-rico", {}),
    ("puerto-rico", options_of(ALL_FOUR[2], 2)),  # with a draft
    ("san-juan", {}),
]


def same(a: Batch, b: Batch) -> bool:
    return all(x.tobytes() == y.tobytes() for x, y in zip(a._saved().values(), b._saved().values(), strict=True))


def legal_of(game: Game) -> list[int]:
    return sorted(int(action) for action in game.legal_actions)


@pytest.mark.parametrize("variant", TRIED, ids=str)
def test_a_batch_plays_the_same_games_as_game(variant: Variant) -> None:
    options = options_of(variant, 6)  # with a draft
    n, seed = 3, 20
    batch = boriken.envs.batch(n, variant.game, variant.players, seed=seed, **options)
    games = [Game.new(variant.game, variant.players, seed + i, **options) for i in range(n)]
    chooser = np.random.default_rng(1)
    ended = 0
    while ended < n + 1:
        for i, game in enumerate(games):
            assert batch.states[i].tobytes() == game.states[0].tobytes()
            assert np.flatnonzero(batch.masks[i]).tolist() == legal_of(game)
            assert batch.seats[i] == game.turn
        actions = [int(chooser.choice(legal_of(game))) for game in games]
        batch.step(actions)
        for i, game in enumerate(games):
            game.play(actions[i])
            assert batch.terminated[i] == game.over
            assert not batch.truncated[i]
            if game.over:
                ended += 1
                assert game.outcome is not None
                assert batch.points[i].tolist() == list(game.outcome.points)
                assert int(batch.rewards[i].argmax()) in game.outcome.winners
                assert batch.rewards[i].sum() == pytest.approx(0, abs=1e-6)
                assert batch.lengths[i] == len(game._decisions)
                games[i] = Game.new(variant.game, variant.players, game.seed + n, **options)
                assert batch.seeds[i] == game.seed + n
            else:
                assert not batch.rewards[i].any()


@pytest.mark.parametrize("game", GAMES)
def test_observations_are_those_of_the_seat_to_move(game: str) -> None:
    batch = boriken.envs.batch(8, game, reveal=True)
    for _ in range(50):
        batch.step_randomly()
        for i in range(8):
            assert (batch.observations[i] == batch.look(i, int(batch.seats[i]))).all()
            assert (batch.secrets[i] == batch.look_behind(i, int(batch.seats[i]))).all()
        assert (batch.named()["turn"][:, 0] == 1).all()


@pytest.mark.parametrize("game", GAMES)
def test_threads_make_no_difference(game: str) -> None:
    one, three = (boriken.envs.batch(200, game, threads=threads, opponents="random") for threads in (1, 3))
    assert len(three._chunks) == 3
    for _ in range(5):
        one.step_randomly(20)
        three.step_randomly(20)
    assert same(one, three)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponents", ["heuristic", "random"])
def test_opponents_play_inside_the_step(game: str, opponents: str) -> None:
    batch = boriken.envs.batch(6, game, opponents=opponents, keep_last=True)
    players = batch.table.seats
    assert batch.learners.tolist() == [i % players for i in range(6)]
    ended = 0
    while ended < 6:
        assert (batch.seats == batch.learners).all()
        learners = batch.learners.copy()
        batch.step_randomly()
        for i in np.flatnonzero(batch.terminated):
            ended += 1
            last = batch.table.layout.named(batch.last_observations[i])
            assert last["decision"][-1] == 1  # over
            assert not last["turn"].any()
            if opponents == "heuristic":
                assert batch.rewards[i, learners[i]] < 1  # a random player does not win against them
    assert (batch.lengths > 0).all()


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_the_heuristic_inside_the_step_plays_as_the_player_does(game: str, options: dict[str, Any]) -> None:
    batch = boriken.envs.batch(1, game, seed=5, opponents="heuristic", seat=1, **options)
    mirror = Game.new(game, batch.table.seats, 5, **options)
    bot = make_player("heuristic", 0)
    ended = False
    while not ended:
        while mirror.turn not in (1, None):
            mirror.play(choose(bot, mirror))
        assert batch.states[0].tobytes() == mirror.states[0].tobytes()
        action = int(np.flatnonzero(batch.masks[0])[-1])
        mirror.play(action)
        batch.step([action])
        ended = bool(batch.terminated[0])
    while mirror.turn is not None:
        mirror.play(choose(bot, mirror))
    assert mirror.outcome is not None
    assert batch.points[0].tolist() == list(mirror.outcome.points)


def test_opponents_can_be_named_one_by_one_from_the_left_neighbour_on() -> None:
    kinds = ["heuristic", "random", "heuristic"]
    batch = boriken.envs.batch(2, "puerto-rico", 4, opponents=kinds, seat=2)
    assert batch._settings.bots.tolist() == [0, 1, 0, 1]
    with pytest.raises(BadOption, match="3 opponents, not 2"):
        boriken.envs.batch(2, "puerto-rico", 4, opponents=kinds[:2])
    with pytest.raises(BadOption, match="there is no player 'clever'"):
        boriken.envs.batch(2, "puerto-rico", 4, opponents="clever")


def test_rewards_by_rank_win_and_margin() -> None:
    batches = {kind: boriken.envs.batch(40, "san-juan", 3, reward=kind) for kind in ("rank", "win", "margin")}
    ended = 0
    while ended <= 40:
        for batch in batches.values():
            batch.step_randomly()
        for i in np.flatnonzero(batches["rank"].terminated):
            ended += 1
            points = batches["rank"].points[i].tolist()
            rank, win, margin = (batches[kind].rewards[i].tolist() for kind in ("rank", "win", "margin"))
            assert sum(rank) == pytest.approx(0)
            assert sum(win) == pytest.approx(1)
            assert set(rank) <= {-1.0, -0.5, 0.0, 0.5, 1.0}
            for p in range(3):
                assert margin[p] == points[p] - max(points[:p] + points[p + 1 :])
                assert (win[p] > 0) == (rank[p] == max(rank))
            assert [points[p] for p in np.argsort(rank)] == sorted(points)


def test_the_limit_ends_a_game_as_it_stands() -> None:
    batch = boriken.envs.batch(4, "puerto-rico", 3, limit=25, reward="win")
    for step in range(1, 26):
        batch.step_randomly()
        assert batch.truncated.all() == (step == 25)
    assert not batch.terminated.any()
    assert batch.rewards.sum(axis=1).tolist() == pytest.approx([1.0] * 4)
    assert batch.lengths.tolist() == [25] * 4
    assert batch.seeds.tolist() == [4, 5, 6, 7]
    assert (batch.masks.sum(axis=1) > 1).all()


def test_an_illegal_action_is_refused_and_its_game_stays_as_it_was() -> None:
    batch = boriken.envs.batch(3, "puerto-rico", 4)
    before = batch.clone()
    with pytest.raises(IllegalAction, match=r"game 1: pass is not legal now; legal: role:settler"):
        batch.step([1, 0, 1])
    assert batch.states[1].tobytes() == before.states[1].tobytes()
    assert (batch.masks[1] == before.masks[1]).all()
    assert batch.states[0].tobytes() != before.states[0].tobytes()
    with pytest.raises(IllegalAction, match="game 0: action 999 is not legal"):
        before.step([999, 1, 1])
    before.begin(0)
    with pytest.raises(IllegalAction, match="game 2: action -1 is not legal"):
        before.step([2, 1, -1])


def test_an_illegal_action_can_be_replaced_by_a_random_one() -> None:
    batch = boriken.envs.batch(2, "puerto-rico", 4, illegal="random")
    batch.step([0, 1])
    assert batch.illegal.tolist() == [True, False]
    assert batch.actions[0] in range(1, 8)
    assert batch.decisions.tolist() == [1, 1]


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_copies_play_on_alike_and_apart(game: str, options: dict[str, Any]) -> None:
    batch = boriken.envs.batch(5, game, opponents="random", reveal=True, keep_last=True, **options)
    batch.step_randomly(33)
    for twin in (batch.clone(), Batch.from_bytes(batch.to_bytes()), pickle.loads(pickle.dumps(batch))):
        assert same(batch, twin)
        original = batch.clone()
        twin.step_randomly(50)
        assert not same(batch, twin)
        original.step_randomly(50)
        assert same(original, twin)


def test_a_game_can_be_cloned_within_a_batch() -> None:
    batch = boriken.envs.batch(2, "san-juan", 4)
    batch.step_randomly(20)
    batch.clone_game(0, 1)
    assert all(array[0].tobytes() == array[1].tobytes() for array in batch._per_game)
    action = int(np.flatnonzero(batch.masks[0])[0])
    batch.step([action, action])
    assert batch.states[0].tobytes() == batch.states[1].tobytes()


def test_damaged_or_foreign_bytes_are_refused() -> None:
    data = boriken.envs.batch(1, "puerto-rico").to_bytes()
    for bad, why in (
        (b"nonsense", "not a saved environment"),
        (data[:-1], "too short or too long"),
        (data.replace(b'"rules_version": 1', b'"rules_version": 0'), "version 0 of the rules"),
        (data.replace(b'"version": 0', b'"version": 9'), "version 9"),
        (data.replace(b'"kind": "batch"', b'"kind": "aec"'), "saved aec"),
    ):
        with pytest.raises(BadRecord, match=why):
            Batch.from_bytes(bad)


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_what_an_earlier_version_has_saved_is_read(game: str) -> None:
    batch = boriken.envs.batch(3, game)
    batch.step_randomly(40)
    (older,) = batch.table.rules.older
    states = np.zeros(3, older)
    for name in older.names or ():
        states[name] = np.asarray(batch.states)[name]
    saved, present = batch.to_bytes(), np.asarray(batch.states).tobytes()
    before = saved.replace(f'"states": {len(present)}'.encode(), f'"states": {states.nbytes}'.encode())
    before = before.replace(present, states.tobytes())
    assert len(before) < len(saved)
    assert same(Batch.from_bytes(before), batch)


def test_begin_takes_a_seed_for_each_game() -> None:
    batch = boriken.envs.batch(3, "puerto-rico", 4)
    batch.begin([9, 4, 9])
    assert batch.states[0].tobytes() == batch.states[2].tobytes() != batch.states[1].tobytes()
    batch.begin()
    assert batch.seeds.tolist() == [12, 7, 12]
    for seeds in ([1, 2], [1, 2, -3], -1, 2**63 - 1):
        with pytest.raises(BadOption):
            batch.begin(seeds)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"players": 9}, "for 2 to 5 players"),
        ({"reward": "fame"}, "reward must be"),
        ({"limit": 0}, "limit must be"),
        ({"limit": 50_001}, "limit must be"),
        ({"seat": 4, "opponents": "random"}, "seat must be"),
        ({"illegal": "shrug"}, "illegal must be"),
        ({"tempo": 3}, "no option 'tempo'"),
        ({"threads": 0}, "threads"),
    ],
)
def test_what_cannot_be_set_up_is_said_in_words(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        boriken.envs.batch(1, "puerto-rico", **arguments)


def test_a_step_allocates_no_arrays() -> None:
    batch = boriken.envs.batch(512, "puerto-rico", 4, threads=2)
    actions = batch.masks.argmax(axis=1)
    batch.step(actions)
    tracemalloc.start()
    for _ in range(20):
        np.argmax(batch.masks, axis=1, out=actions)
        batch.step(actions)
        batch.step_randomly()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert batch.observations.nbytes > 400_000
    assert peak < 100_000  # the bookkeeping of threads and calls


def test_a_game_with_more_legal_actions_than_there_is_room_for_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boriken.envs.batching.ROOM", 3)
    with pytest.raises(ValueError, match="room for 3"):
        boriken.envs.batch(1, "puerto-rico")

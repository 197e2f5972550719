"""The learned player: what its network promises and what the guide proposes count together."""

from __future__ import annotations

import math

import numpy as np
import pytest

from boriken import Game
from boriken.engine import new_states, rules_of
from boriken.engine.rules import apply
from boriken.games import GAMES
from boriken.players import make_player
from boriken.players.base import files_of
from boriken.players.guided.learned import HARDLY, PROPOSED
from boriken.players.guided.network import look, new_sight
from boriken.players.guided.weights import guide_path, read_guide
from boriken.players.learned.network import FIRST_CHOICE, judge, new_scratch
from boriken.players.learned.policy import TO_BE_AHEAD, utility
from boriken.players.learned.weights import shipped_network, shipped_path

from .walk import ALL_FOUR, Variant, walked

TABLES = [Variant("puerto-rico", 4), Variant("puerto-rico", 5), Variant("san-juan", 3, 2, True)]
MOMENTS = range(2, 62, 6)


def at(variant: Variant, decisions: int) -> Game:
    game = walked(variant, 5, decisions)
    assert game.turn is not None
    return game.determinize(game.turn, 1)


def promises(game: Game, counts: float) -> list[float]:
    """What each legal action promises, worked out at length."""
    rules, scratch, sight = game.rules, new_scratch(game.rules), new_sight(game.rules)
    path = guide_path(rules, game.players)
    assert path
    assert game.turn is not None
    actions, states = game.legal_actions, new_states(rules, 2)
    states[0] = game.states[0]
    sight.legal[: len(actions)] = actions
    look(read_guide(path, rules, game.players), states[0], len(actions), sight)
    promised = []
    for i, action in enumerate(actions):
        states[1] = states[0]
        apply(states[1], int(action))
        row = FIRST_CHOICE if i == 0 else 0
        judge(shipped_network(rules, game.players), states[0], states[1], game.turn, scratch, row)
        worth = utility(scratch.out[row], 0, game.players, TO_BE_AHEAD)
        promised.append(worth + counts * math.log(max(sight.likely[i], HARDLY)))
    return promised


@pytest.mark.parametrize("variant", TABLES, ids=str)
def test_it_takes_what_network_and_guide_together_like_best(variant: Variant) -> None:
    counts = PROPOSED[variant.game][variant.players]
    otherwise = 0
    for decisions in MOMENTS:
        game = at(variant, decisions)
        chosen = make_player("learned", 1).choose(game)
        assert chosen == game.legal_actions[int(np.argmax(promises(game, counts)))]
        otherwise += chosen != game.legal_actions[int(np.argmax(promises(game, 0.0)))]
    assert otherwise > 0, "the guide has a say"


@pytest.mark.parametrize("variant", TABLES, ids=str)
def test_a_network_that_is_named_chooses_alone(variant: Variant) -> None:
    path = shipped_path(rules_of(variant.game), variant.players)
    for decisions in MOMENTS:
        game = at(variant, decisions)
        best = game.legal_actions[int(np.argmax(promises(game, 0.0)))]
        assert make_player(f"learned:{path}", 1).choose(game) == best


def test_every_table_with_a_guide_says_what_it_counts() -> None:
    for rules in GAMES.values():
        guided = [players for players in rules.players if guide_path(rules, players)]
        assert guided == list(PROPOSED[rules.name])


def test_its_files_are_those_that_it_goes_by() -> None:
    rules = rules_of("san-juan")
    guide, network = guide_path(rules, 3), shipped_path(rules, 3)
    assert files_of(make_player("learned", 1), rules, 3) == [network, guide]
    assert files_of(make_player("learned:0.1", 1), rules, 3) == [network]
    assert files_of(make_player(f"learned:{network}", 1), rules, 3) == [network]


@pytest.mark.parametrize("variant", ALL_FOUR[:1], ids=str)
def test_without_a_guide_the_network_chooses_alone(variant: Variant) -> None:
    game = at(variant, 20)
    assert guide_path(game.rules, game.players) is None
    network_alone = make_player(f"learned:{shipped_path(game.rules, game.players)}", 1)
    assert make_player("learned", 1).choose(game) == network_alone.choose(game)

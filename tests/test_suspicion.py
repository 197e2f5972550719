"""What the search takes the others for, by what they have done."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boriken import Game
from boriken.engine import rules_of
from boriken.players import LEVELS, choose, make_player
from boriken.players.base import looks_back
from boriken.players.guided.network import new_sight
from boriken.players.guided.suspicion import (
    ALL_ELSE,
    ANYTHING,
    KINDS,
    LOOKS_BACK,
    ROLES,
    THINKS,
    at_first,
    suspect,
    taken_for,
)
from boriken.players.guided.weights import guide_path, read_guide
from boriken.players.styles import PLAIN, STYLES

AT_FIRST = at_first(rules_of("puerto-rico"))


def suspected_after(bots: list[str], decisions: int, past: int = LOOKS_BACK) -> Any:
    """What seat 0 thinks of the others then."""
    game = Game.new("puerto-rico", players=len(bots), seed=11, hidden_vp=True)
    players = [make_player(bot, seat) for seat, bot in enumerate(bots)]
    for n in range(decisions):
        assert game.turn is not None
        game.play(choose(players[game.turn], game, n))
    path = guide_path(game.rules, game.players)
    assert path
    suspected = np.zeros_like(AT_FIRST)
    suspect(read_guide(path, game.rules, 4), game.determinize(0, 1, past), new_sight(game.rules), suspected)
    return suspected


def test_before_anything_is_seen_everybody_is_thought_alike() -> None:
    assert suspected_after(["learned"] * 4, 0) == pytest.approx(AT_FIRST)
    assert suspected_after(["learned"] + 3 * ["style:builder"], 60, past=0) == pytest.approx(AT_FIRST)
    assert AT_FIRST.sum(axis=2) == pytest.approx(0.05)


@pytest.mark.parametrize("style", [style.name for style in STYLES[1:]])
def test_who_goes_by_a_style_is_found_out(style: str) -> None:
    suspected = suspected_after(["learned", f"style:{style}", "learned", f"style:{style}"], 110)
    number = [known.name for known in STYLES].index(style)
    for seat in (1, 3):
        assert suspected[seat].argmax(axis=1).tolist() == [number, number]
        assert (suspected[seat, :, number] > 0.7).all()
    assert (suspected[2].sum(axis=1) < 0.05).all(), "who plays as the guide proposes is suspected less than at first"
    assert suspected[0] == pytest.approx(AT_FIRST[0]), "nobody suspects himself"


def test_roles_are_told_apart_from_all_else() -> None:
    suspected = suspected_after(["learned", "roles:40", "heuristic", "random"], 250, past=1000)
    assert suspected[1, ALL_ELSE, PLAIN] > 0.9
    assert suspected[1, ROLES, PLAIN] < 0.5, "it has done some of what rules of thumb would do, by chance"
    assert (suspected[2, :, PLAIN] > 0.9).all()
    assert suspected[3, ALL_ELSE, ANYTHING] > 0.1


def test_in_a_sample_a_seat_is_taken_for_what_it_is_suspected_to_be_as_often() -> None:
    suspected = np.zeros((5, 2, KINDS), np.float32)
    suspected[1, ROLES] = (0.1, 0.2, 0.0, 0.3, 0.1)
    numbers = range(1, 8 * 4000)
    taken = [taken_for(suspected, number, 1, ROLES) for number in numbers]
    shares = [taken.count(kind) / len(taken) for kind in (*range(KINDS), THINKS)]
    assert shares == pytest.approx([0.1, 0.2, 0.0, 0.3, 0.1, 0.3], abs=0.02)
    assert {taken_for(suspected, number, 1, ALL_ELSE) for number in numbers} == {THINKS}
    suspected[1, ROLES] = (1.0, 0.0, 0.0, 0.0, 0.0)
    assert taken_for(suspected, 2**62 + 3, 1, ROLES) == PLAIN, "however large a number is"


def test_who_looks_back_is_told_and_nobody_else() -> None:
    rules = Game.new("puerto-rico", players=4).rules
    hidden = Game.new("san-juan", players=3).rules
    assert LEVELS["expert"]["puerto-rico"].startswith("search")
    for bot in ("search:8", "expert"):
        assert looks_back(make_player(bot, 1), rules) == LOOKS_BACK
        assert looks_back(make_player(bot, 1), hidden) == 0
    for bot in ("learned", "beginner", "roles:4", "benchmarks.strangers:Forgetful:search:8"):
        assert looks_back(make_player(bot, 1), rules) == 0


def test_what_the_others_have_done_bears_on_what_the_search_does() -> None:
    game = Game.new("puerto-rico", players=4, seed=11)
    bots = [make_player(bot, 1) for bot in ("learned", "style:colonists", "style:builder", "style:trader")]
    search, differs = make_player("search:300", 1), 0
    for n in range(150):
        if game.turn == 0:
            differs += search.choose(game.determinize(0, n)) != search.choose(game.determinize(0, n, LOOKS_BACK))
        assert game.turn is not None
        game.play(choose(bots[game.turn], game, n))
    assert differs

"""What `make chaos` and `make soak` would notice: their checks fail where they must."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks.chaos.checks import Checker, Stored
from benchmarks.chaos.players import Journal, Journals
from benchmarks.soak import fitted
from boriken.engine import Game


def stored(game: Game, **other: Any) -> Stored:
    """A table with that game, as the database should have it."""
    row = {"id": "t", "game": "puerto-rico", "players": 3, "seed": 4, "options": "{}", "result": "null"}
    row |= {"last": len(game.decisions), "turn": game.turn, "state": "running", "round": game.view(None)["round"]}
    chosen = [(game.played_by[at], game.actions[at].text) for at in game.decisions]
    return Stored(row | other, [(number, seat, text) for number, (seat, text) in enumerate(chosen, 1)])


def some_game(decisions: int) -> Game:
    game = Game.new("puerto-rico", 3, 4)
    for _ in range(decisions):
        game.play(game.legal_actions[0])
    return game


def told(found: Stored, *numbers: int) -> dict[str, list[Journal]]:
    """A journal of those entries."""
    actions = {number: action for number, _, action in found.entries if number in numbers}
    return {"t": [Journal("t", "puerto-rico", actions, seen=max(numbers))]}


def test_a_table_as_it_was_promised_is_found_good() -> None:
    checker = Checker()
    for decisions in (4, 9):
        found = stored(some_game(decisions))
        checker.check(told(found, 1, 4), {"t": found})
    assert checker.lost == set()
    assert checker.broken == {}


def test_an_acknowledged_move_that_is_not_there_is_lost() -> None:
    promised = told(stored(some_game(5)), 2, 5)
    checker = Checker()
    checker.check(promised, {"t": stored(some_game(4))})
    checker.check(promised, {"t": stored(some_game(4))})
    assert checker.lost == {("t", 5)}, "and it is lost once, however often one looks"
    assert "not there" in checker.broken["t"]


def test_another_move_in_the_place_of_an_acknowledged_one_is_a_loss() -> None:
    promised = {"t": [Journal("t", "puerto-rico", {1: "role:prospector"}, seen=1)]}
    checker = Checker()
    checker.check(promised, {"t": stored(some_game(3))})
    assert checker.lost == {("t", 1)}


def test_a_table_that_is_gone_is_broken_and_all_of_its_moves_lost() -> None:
    checker = Checker()
    checker.check(told(stored(some_game(3)), 1, 2), {})
    assert checker.lost == {("t", 1), ("t", 2)}
    assert "gone" in checker.broken["t"]


@pytest.mark.parametrize(
    ("other", "words"),
    [({"last": 3}, "the lobby shows"), ({"turn": None}, "the lobby shows"), ({"state": "over"}, "the lobby shows")],
)
def test_a_row_that_does_not_fit_its_entries_is_broken(other: dict[str, Any], words: str) -> None:
    found = stored(some_game(4), **other)
    checker = Checker()
    checker.check(told(found, 1), {"t": found})
    assert words in checker.broken["t"]


def test_a_gap_a_changed_past_and_an_impossible_move_are_broken() -> None:
    good = stored(some_game(5)).entries
    for entries, words in (
        ([good[0], *good[2:]], "one by one"),
        ([(1, good[0][1], None), *good[1:]], "past has changed"),
        ([*good, (6, 0, "role:nobody")], "cannot be played again"),
    ):
        checker = Checker()
        found = stored(some_game(5))
        checker.check(told(found, 3), {"t": found})
        assert checker.broken == {}
        checker.check(told(found, 3), {"t": Stored(found.row, entries)})
        assert words in checker.broken["t"]


def test_one_number_for_two_people_is_broken() -> None:
    found = stored(some_game(4))
    promised = {"t": told(found, 2)["t"] + told(found, 2)["t"]}
    checker = Checker()
    checker.check(promised, {"t": found})
    assert "two people" in checker.broken["t"]


def test_journals_outlive_the_program_that_keeps_them(tmp_path: Path) -> None:
    journals = Journals(tmp_path / "journals")
    journals.note("Ann", "t", "san-juan")
    journals.note("Ann", "t", "san-juan", {1: "role:builder", 2: None})
    journals.note("Ann", "old", "san-juan", {1: "role:builder"}, over=True)
    journals.close()
    with (tmp_path / "journals").open("a") as file:
        file.write('{"who": "Ann", "tab')  # killed while writing
    again = Journals(tmp_path / "journals")
    again.close()
    assert again.acknowledged == 3
    assert again.promised(running_only=True)["t"][0].acknowledged == {1: "role:builder", 2: None}
    assert set(again.promised(running_only=False)) == {"t", "old"}
    last = again.last_of("Ann")
    assert last is not None
    assert last.table == "t"


def test_growth_is_told_from_noise() -> None:
    chance = random.Random(3)
    minutes = [float(minute) for minute in range(45)]
    noise = [100 + chance.gauss(0, 2) for _ in minutes]
    level, rising = fitted(minutes, noise), fitted(minutes, [y + minute * 0.5 for minute, y in enumerate(noise)])
    assert level is not None
    assert rising is not None
    assert not level.grows
    assert rising.grows
    assert rising.low < 30 < rising.high, "half a unit a minute"
    assert fitted(minutes[:3], noise[:3]) is None

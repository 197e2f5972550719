"""Puzzles: those in the package can be played, the command makes the same ones again, and openings are counted."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from boriken import Game
from boriken.analysis import mining
from boriken.analysis.mining import AHEAD, LADDER, first_rating, mine_game, tables_of
from boriken.analysis.openings import FEWEST, Found, as_json, count, first_round, from_json, shipped_openings, summed_up
from boriken.analysis.puzzles import (
    END_GAME,
    PARTS_OF_AN_ANSWER,
    MinedGame,
    header,
    packed,
    read_puzzles,
    shipped_puzzles,
    theme_of,
)
from boriken.analysis.trees import SAMPLES
from boriken.cli.puzzles import make_puzzles
from boriken.engine import BadOption, BadRecord, rules_of
from boriken.games import GAMES

from .walk import Variant, walked

every_game = pytest.mark.parametrize("game", GAMES)
SMALL = Variant("san-juan", 2)


@every_game
def test_puzzles_of_the_package_are_posed_to_the_seat_to_move(game: str) -> None:
    puzzles = shipped_puzzles(game)
    assert len(puzzles) >= 200
    for posed in puzzles.values():
        position, puzzle = posed.position(), posed.puzzle
        assert position.turn == puzzle.seat
        view = position.view(puzzle.seat)
        assert view["round"] == puzzle.round
        assert view["decision"] not in PARTS_OF_AN_ANSWER[game]
        assert {str(action) for action in position.legal_actions} == {choice.action for choice in puzzle.choices}


@every_game
def test_one_choice_is_clearly_best_and_a_plain_player_misses_it(game: str) -> None:
    for posed in shipped_puzzles(game).values():
        choices = posed.puzzle.choices
        behind = [choice for choice in choices if not choice.best]
        assert choices[0].best
        assert behind
        assert min(choice.loss for choice in behind) >= AHEAD - 0.0005, "as far as it is rounded"
        assert len(posed.puzzle.missed) == len(LADDER)
        assert sum(posed.puzzle.missed) > 0
        assert all(choice.low <= choice.chance <= choice.high for choice in choices)
        assert all(choice.brings for choice in choices)


@every_game
def test_the_package_has_tables_of_every_size(game: str) -> None:
    assert {posed.players for posed in shipped_puzzles(game).values()} == set(GAMES[game].players)


def test_a_puzzle_is_harder_the_more_bots_miss_it_and_the_more_choices_it_has() -> None:
    assert first_rating((1.0, 0.0, 0.0, 0.0), 2) == 1250
    assert first_rating((1.0, 1.0, 0.0, 0.0), 2) == 1500
    assert first_rating((1.0, 1.0, 0.0, 0.0), 4) == 1540


def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes a moment: a short game, small trees to confirm."""
    monkeypatch.setattr(mining, "TEN_TIMES", SAMPLES)
    monkeypatch.setattr(mining, "LONGEST", 24)


def test_the_same_seed_makes_the_same_puzzles_which_can_be_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    rules = rules_of("san-juan")
    tables = [(2, dict[str, Any]())]
    lines = [mine_game(rules, 1, tables, 0).to_json() for _ in range(2)]
    assert lines[0] == lines[1]
    found = json.loads(lines[0])["puzzles"]
    assert found, "this game has a puzzle among its first decisions"
    (first, *_) = read_puzzles(packed([header(rules, 1, tables), *lines[:1]]))
    assert first.position().turn == first.puzzle.seat
    assert first.puzzle.choices[0].action == found[0]["choices"][0][0]
    assert first.key == read_puzzles(packed([header(rules, 1, tables), *lines[:1]]))[0].key


def test_a_search_for_a_theme_passes_over_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    tables = [(2, dict[str, Any]())]
    asked: list[Game] = []
    monkeypatch.setattr(mining, "puzzle_at", lambda game, *_: asked.append(game))
    mine_game(rules_of("san-juan"), 1, tables, 0, theme="builder")
    assert asked
    assert {theme_of(game) for game in asked} == {("builder",)}
    assert header(rules_of("san-juan"), 1, tables) != header(rules_of("san-juan"), 1, tables, "builder")


def test_puerto_rico_has_end_games_enough() -> None:
    ends = [posed for posed in shipped_puzzles("puerto-rico").values() if END_GAME in posed.puzzle.themes]
    assert len(ends) >= 25
    assert all(posed.position().reasons for posed in ends)


def test_a_search_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    searched: list[int] = []

    def mine(rules: Any, numbers: range, *_: Any) -> Any:
        for number in numbers:
            if number == 2 and not searched[2:]:
                searched.append(-1)
                raise KeyboardInterrupt
            searched.append(number)
            yield MinedGame(number, Game(rules, 2, number, {}), ())

    monkeypatch.setattr("boriken.cli.puzzles.mine", mine)
    out = tmp_path / "mined.jsonl"

    def search(seed: int = 1) -> int:
        return make_puzzles("san-juan", 2, [], 4, seed, 1, None, out, None)

    assert search() == 130
    with out.open("a") as file:
        file.write('{"number": 2, "ru')  # killed while it was written
    assert search() == 0
    assert searched == [0, 1, -1, 2, 3]
    assert [json.loads(line)["number"] for line in out.read_text().splitlines()[1:]] == [0, 1, 2, 3]
    with pytest.raises(BadOption, match="another search"):
        search(seed=2)
    assert "0 puzzles" in capsys.readouterr().out


def test_puzzles_of_other_rules_are_left_out() -> None:
    rules = rules_of("san-juan")
    posed = next(iter(shipped_puzzles("san-juan").values()))
    line = {"rules": 0, "players": 2, "options": {}, "seed": posed.seed, "actions": "", "puzzles": []}
    assert read_puzzles("\n".join([header(rules, 0, []), json.dumps(line)]).encode()) == ()
    with pytest.raises(BadRecord, match="not a file of puzzles"):
        read_puzzles(b'{"format": "something else"}')


def test_what_a_seat_cannot_know_changes_no_puzzle() -> None:
    game = walked(SMALL, 3, 30)
    assert game.turn is not None
    other = game.determinize(game.turn, 99)
    assert other.states.tobytes() != game.states.tobytes(), "other cards are hidden"
    assert mining.raced(other, 1) == mining.raced(game, 1)


# --- openings ---------------------------------------------------------------------------------------------------------


@every_game
def test_openings_of_the_package_are_of_two_thousand_games_and_every_size(game: str) -> None:
    tables = shipped_openings(game)
    assert [found.players for found in tables] == list(GAMES[game].players)
    assert sum(found.games for found in tables) >= 2000
    for found in tables:
        assert sum(place.wins.mean for place in found.places) == pytest.approx(1, abs=0.001)
        assert all(row.games >= FEWEST and row.wins.low <= row.wins.mean <= row.wins.high for row in found.taken)


def test_what_is_taken_in_the_first_round_is_counted_by_place() -> None:
    game = walked(Variant("puerto-rico", 3), 5, 10_000)
    assert game.outcome is not None
    governor = game.view_after(0, None)["governor"]
    roles = [(seat, action) for seat, action in first_round(game) if action.startswith("role:")]
    assert [seat for seat, _ in roles] == [(governor + i) % 3 for i in range(3)], "one round, and no more"
    found: Found = defaultdict(list)
    count(game, found)
    assert {key for key in found if key[1].startswith("role:")} == {(i, action) for i, (_, action) in enumerate(roles)}
    assert sum(won for place in range(3) for won, _ in found[place, ""]) == pytest.approx(1)


def test_openings_are_the_same_once_written_and_read() -> None:
    results = {(0, ""): [(1.0, 40.0), (0.0, 30.0)] * 20, (0, "role:builder"): [(1.0, 40.0), (0.0, 30.0)] * 20}
    found = summed_up(rules_of("puerto-rico"), 2, 40, "learned", 0, results)
    assert as_json(from_json(as_json(found))) == as_json(found)
    (row,) = found.taken
    assert (row.games, row.share, row.wins.mean, row.points) == (40, 1.0, 0.5, 35.0)


def test_tables_take_turns() -> None:
    assert {players for players, _ in tables_of(rules_of("puerto-rico"))} == {2, 3, 4, 5}
    assert any(options for _, options in tables_of(rules_of("puerto-rico"))), "some with expansions"

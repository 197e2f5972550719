"""Tournaments: schedules, intervals, ratings, and that results do not depend on who plays them or when."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boriken.arena import Line, Mode, Request, playing, run, schedule, summarize
from boriken.arena.findings import of_games
from boriken.arena.humans import GAMES, SHARES, compared_with_people
from boriken.arena.intervals import chi_square, grouped_share
from boriken.arena.parquet import rows, write_parquet
from boriken.arena.played import ranks
from boriken.arena.playing import play_batch, play_task
from boriken.arena.ratings import rate
from boriken.arena.store import GAMES as GAMES_FILE, REQUEST, read_folder
from boriken.arena.workers import Batch, Processes, RayCluster, ThisProcess
from boriken.engine import BadOption, BadRecord, BorikenError, Record
from boriken.players import PlayerFailed
from boriken.players.guided.learned import LearnedPlayer

from .tournaments import FakeRay, request, timeless

ONE, ROUND_ROBIN, LADDER = Mode


# --- the schedule -----------------------------------------------------------------------------------------------------


def test_each_seed_is_played_once_with_every_rotation() -> None:
    tasks = list(schedule(request(contestants=("a", "b", "c", "d"), games=40)))
    assert [task.number for task in tasks] == list(range(40))
    for seed in range(1, 11):
        tables = [task.seats for task in tasks if task.seed == seed]
        first = tables[0]
        assert tables == [first[i:] + first[:i] for i in range(4)]
    orders = {task.seats[task.seats.index("a") :] + task.seats[: task.seats.index("a")] for task in tasks}
    assert len(orders) > 3  # who sits to whose left changes from seed to seed


def test_one_against_a_field_sits_equally_often_in_every_seat() -> None:
    tasks = list(schedule(request(games=400)))
    assert len(tasks) == 400
    assert all(sorted(task.seats) == ["heuristic", "random", "random", "random"] for task in tasks)
    assert Counter(task.seats.index("heuristic") for task in tasks) == dict.fromkeys(range(4), 100)


def test_a_number_of_games_that_rotations_do_not_divide_is_played_exactly() -> None:
    tasks = list(schedule(request(game="san-juan", players=3, games=400)))
    assert len(tasks) == 400
    assert len({task.seed for task in tasks}) == 134


@pytest.mark.parametrize(
    ("who", "tables"),
    [
        ("abcd", {"abcd"}),
        ("abcde", {"abcd", "abce", "abde", "acde", "bcde"}),
        ("ab", {"aabb"}),
        ("abc", {"aabc", "abbc", "abcc"}),
    ],
)
def test_a_round_robin_has_every_table_equally_often(who: str, tables: set[str]) -> None:
    games = 4 * len(tables) * 3
    tasks = list(schedule(request(mode=ROUND_ROBIN, contestants=tuple(who), games=games)))
    seen = Counter("".join(sorted(task.seats)) for task in tasks)
    assert seen == dict.fromkeys(tables, 12)
    seats = Counter(player for task in tasks for player in task.seats)
    assert len(set(seats.values())) == 1
    by_seed = Counter((task.seed, "".join(sorted(task.seats))) for task in tasks)
    assert set(by_seed.values()) == {4}  # every table plays every seed


def test_a_round_robin_that_ends_within_a_seed_favours_nobody() -> None:
    tasks = list(schedule(request(mode=ROUND_ROBIN, contestants=tuple("abcdefghijkl"), games=400)))
    tables = Counter("".join(sorted(task.seats)) for task in tasks)
    assert len(tables) == 100
    assert set(tables.values()) == {4}
    seats = Counter(player for task in tasks for player in task.seats)
    assert len(seats) == 12
    assert max(seats.values()) < 2 * min(seats.values())


def test_a_ladder_sets_each_player_against_a_field_of_the_one_before() -> None:
    tasks = list(schedule(request(mode=LADDER, contestants=("a", "b", "c"), games=8)))
    assert [task.match for task in tasks] == [0] * 8 + [1] * 8
    assert {"".join(sorted(task.seats)) for task in tasks if task.match == 0} == {"aaab"}
    assert {"".join(sorted(task.seats)) for task in tasks if task.match == 1} == {"bbbc"}


def test_no_two_seats_of_a_tournament_have_the_same_seed() -> None:
    seeds = [seed for task in schedule(request(games=100)) for seed in task.player_seeds]
    assert len(set(seeds)) == 400


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": 7}, "for 2 to 5 players"),
        ({"contestants": ("heuristic", "random", "random")}, "one for each of the 3; there are 2"),
        ({"contestants": ("heuristic", "heuristic")}, "also in the field"),
        ({"contestants": ("heuristic", "deepblue")}, "no player 'deepblue'"),
        ({"contestants": ("heuristic", "random:3")}, "has no settings"),
        ({"mode": LADDER, "contestants": ("random",)}, "two players or more"),
        ({"mode": ROUND_ROBIN, "contestants": ("random", "random")}, "names each player once"),
        ({"options": {"colour": 1}}, "no option 'colour'"),
        ({"games": 0}, "1 game or more"),
        ({"seed": -1}, "seeds must lie between"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        run(request(**changes))


# --- the same results, whoever plays ----------------------------------------------------------------------------------


class Backwards:
    """Plays the last batch first."""

    def play(self, request: Request, batches: Sequence[Batch]) -> Iterator[list[Line]]:
        yield from ThisProcess().play(request, list(reversed([[task] for batch in batches for task in batch])))


class Stops:
    """Is interrupted after so many games."""

    def __init__(self, after: int) -> None:
        self.after = after

    def play(self, request: Request, batches: Sequence[Batch]) -> Iterator[list[Line]]:
        tasks = [[task] for batch in batches for task in batch]
        yield from ThisProcess().play(request, tasks[: self.after])
        raise KeyboardInterrupt


@pytest.fixture(scope="module")
def tournament() -> Request:
    return request(mode=ROUND_ROBIN, games=40, records=True)


@pytest.fixture(scope="module")
def lines(tournament: Request) -> list[Line]:
    return run(tournament, workers=ThisProcess())


def test_a_game_depends_on_its_task_alone(tournament: Request, lines: list[Line]) -> None:
    tasks = list(schedule(tournament))
    for number in (17, 3):
        assert timeless([play_task(tournament, tasks[number])]) == timeless([lines[number]])


def test_players_asked_one_by_one_give_the_same_lines_as_compiled_games(tournament: Request, lines: list[Line]) -> None:
    slow = [play_task(tournament, task, compiled=False) for task in schedule(tournament)]
    assert timeless(slow) == timeless(lines)
    assert all(line["seconds"] is None for line in lines)
    assert all(seconds > 0 for line in slow for seconds in line["seconds"])


def test_order_does_not_change_results(tournament: Request, lines: list[Line]) -> None:
    assert timeless(run(tournament, workers=Backwards())) == timeless(lines)


def test_several_processes_give_the_same_results(tournament: Request, lines: list[Line], tmp_path: Path) -> None:
    assert timeless(run(tournament, tmp_path, Processes(2))) == timeless(lines)
    assert timeless(read_folder(tmp_path)[1]) == timeless(lines)


def test_ray_gives_the_same_results(tournament: Request, lines: list[Line]) -> None:
    ray = FakeRay()
    assert timeless(run(tournament, workers=RayCluster("local", ray))) == timeless(lines)
    assert ray.calls == [("init", "local"), ("shutdown", None)]


def test_trouble_on_a_cluster_is_told_as_here(tmp_path: Path) -> None:
    ray = FakeRay()
    asked = request(contestants=("external:/nowhere/player", "random"))
    with pytest.raises(PlayerFailed, match="cannot be started"):
        run(asked, workers=RayCluster("ray.example:6379", ray))
    assert ray.calls == [("init", "ray.example:6379"), ("shutdown", None)]


def test_records_replay_to_what_the_lines_say(lines: list[Line]) -> None:
    for line in lines[:6]:
        game = Record.from_json(json.dumps(line["record"])).replay()
        assert game.outcome is not None
        assert list(game.outcome.points) == line["points"] == [sum(sheet.values()) for sheet in line["sources"]]
        assert line["actions"] == len(game.actions)
        assert line["rounds"] == len(line["roles"]) == game.view(None)["round"]
        taken = [(seat, f"role:{role}") for of_round in line["roles"] for seat, role in of_round]
        played = zip(game.played_by, map(str, game.actions), strict=True)
        assert taken == [(seat, text) for seat, text in played if text.startswith("role:")]
        assert [sorted(built) for built in line["built"]] == line["buildings"]


def test_in_san_juan_a_building_called_off_is_not_built() -> None:
    asked = request(game="san-juan", players=3, contestants=("random", "heuristic"), games=6, records=True)
    called_off = 0
    for line in run(asked):
        called_off += line["record"]["actions"].count("call-off")
        for built, owned in zip(line["built"], line["buildings"], strict=True):
            assert set(owned) <= {*built, "indigo-plant"}  # everybody starts with one
    assert called_off > 0


# --- stopping and going on --------------------------------------------------------------------------------------------


def test_what_is_finished_is_kept_and_the_rest_is_played_later(
    tournament: Request, lines: list[Line], tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(tournament, tmp_path, Stops(7))
    before = (tmp_path / GAMES_FILE).read_bytes()
    assert before.count(b"\n") == 7
    old: list[Line] = []
    new: list[Line] = []
    done = run(tournament, tmp_path, Backwards(), on_old=old.extend, on_new=new.extend)
    assert timeless(done) == timeless(lines)
    assert (len(old), len(new)) == (7, 33)
    assert (tmp_path / GAMES_FILE).read_bytes().startswith(before)
    assert run(tournament, tmp_path, Stops(0)) == read_folder(tmp_path)[1]  # nothing is left to play


def test_another_tournament_does_not_go_on_in_the_same_folder(tmp_path: Path) -> None:
    run(request(), tmp_path)
    with pytest.raises(BadOption, match=r"another tournament, with games 12, not 24; seed 1, not 2"):
        run(request(games=24, seed=2), tmp_path)
    other = json.loads((tmp_path / REQUEST).read_text()) | {"version": "0.0.1"}
    (tmp_path / REQUEST).write_text(json.dumps(other))
    with pytest.raises(BadOption, match=r'version "0.0.1", not'):
        run(request(), tmp_path)


def test_a_tournament_does_not_go_on_with_other_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = request(contestants=("learned", "random"), games=1)
    run(asked, tmp_path, ThisProcess())
    assert run(asked, tmp_path, Stops(0)), "with the same weights it does"
    monkeypatch.setattr("boriken.arena.request.digest", lambda path: "other")
    with pytest.raises(BadOption, match="holds another tournament, with weights"):
        run(asked, tmp_path)


def test_before_the_first_game_of_a_worker_players_get_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    ready: list[str] = []
    monkeypatch.setattr(LearnedPlayer, "get_ready", lambda player, game: ready.append(player.name))
    monkeypatch.setattr(playing, "_ready_for", set())
    asked = request(contestants=("learned", "random"), games=2)
    for task in schedule(asked):
        play_batch(asked, [task])
    assert ready == ["learned"]


def test_games_without_a_request_and_broken_lines_are_told(tmp_path: Path) -> None:
    run(request(), tmp_path)
    path = tmp_path / GAMES_FILE
    path.write_bytes(path.read_bytes().replace(b'"number"', b'"numero"', 1))
    with pytest.raises(BadRecord, match="line 1: not a game"):
        run(request(), tmp_path)
    (tmp_path / REQUEST).unlink()
    with pytest.raises(BadOption, match=r"no request\.json"):
        run(request(), tmp_path)
    with pytest.raises(BadRecord, match="not the folder of a tournament"):
        read_folder(tmp_path)


def test_two_programs_do_not_share_a_folder(tmp_path: Path) -> None:
    class Meddles:
        def play(self, request: Request, batches: Sequence[Batch]) -> Iterator[list[Line]]:
            run(request, tmp_path)
            yield []

    with pytest.raises(BadOption, match="another program is playing"):
        run(request(), tmp_path, Meddles())


def test_a_worker_that_is_ended_from_outside_is_told(tmp_path: Path) -> None:
    kills = f"external:{sys.executable} -c 'import os; os.kill(os.getppid(), 9)'"
    with pytest.raises(BorikenError, match="ended from outside"):
        run(request(contestants=("heuristic", kills)), workers=Processes(2))


# --- players that fail ------------------------------------------------------------------------------------------------

BAD = "external:/nowhere/player"


def test_a_player_that_fails_stops_the_tournament_in_words(tmp_path: Path) -> None:
    with pytest.raises(PlayerFailed, match=r"'/nowhere/player' on seat . failed: it cannot be started"):
        run(request(contestants=("heuristic", BAD)), tmp_path, Processes(2))


def test_with_forfeits_a_player_that_fails_loses_and_the_others_share_the_win(tmp_path: Path) -> None:
    asked = request(contestants=(BAD, "heuristic", "random", "random"), games=8, forfeits=True)
    lines = run(asked, tmp_path, ThisProcess())
    assert all(line["seats"][line["broken_off"]["seat"]] == BAD for line in lines)
    assert all(len(line["winners"]) == 3 and line["broken_off"]["seat"] not in line["winners"] for line in lines)
    summary = summarize(asked, lines)
    shares = {row["player"]: row["share"] for row in summary["contestants"]}
    assert shares == {BAD: 0.0, "heuristic": pytest.approx(1 / 3, abs=1e-4), "random": pytest.approx(1 / 3, abs=1e-4)}
    assert summary["forfeits"] == 8
    assert [finding.key for finding in of_games(lines)] == ["ends"]
    assert write_parquet(lines, tmp_path / "games.parquet")


def test_a_game_that_never_ends_is_shared_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    from boriken.players import matches

    monkeypatch.setattr(matches, "MOST_ACTIONS", 50)
    (line,) = run(request(games=1))
    assert (line["winners"], line["reasons"]) == ([0, 1, 2, 3], ["undecided"])
    assert ranks(line) == [1, 1, 1, 1]


# --- results ----------------------------------------------------------------------------------------------------------


def test_the_summary_adds_up(tournament: Request, lines: list[Line]) -> None:
    summary = summarize(tournament, lines)
    assert summary["games"] == 40
    assert sum(row["wins"] for row in summary["contestants"]) == pytest.approx(40)
    assert sum(row["wins"] for row in summary["seats"]) == pytest.approx(40)
    best = max(summary["contestants"], key=lambda row: row["share"])
    assert best["player"] == "heuristic"
    assert best["rating"]["mu"] > 25 > min(row["rating"]["mu"] for row in summary["contestants"])
    assert json.loads(json.dumps(summary)) == summary


def test_one_against_a_field_says_share_low_high_games() -> None:
    asked = request(contestants=("heuristic", "random"), games=40)
    summary = summarize(asked, run(asked))
    assert (summary["games"], summary["fair"]) == (40, 0.25)
    assert 0.8 < summary["low"] < summary["share"] <= summary["high"] <= 1


def test_shared_wins_count_in_part() -> None:
    def line(seed: int, winners: list[int]) -> Line:
        return {
            "number": seed, "match": 0, "game": "puerto-rico", "players": 2, "seed": seed, "seats": ["a", "b"],
            "winners": winners, "points": [9, 9], "tie_break": [1, 1], "reasons": ["city"], "rounds": 1, "actions": 2,
            "decisions": [1, 1], "seconds": None, "roles": [[(0, "mayor"), (1, "settler")]],
        }  # fmt: skip

    asked = request(players=2, contestants=("a", "b"))
    assert summarize(asked, [line(0, [0, 1]), line(1, [0])])["share"] == 0.75


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
def test_intervals_hold_what_they_promise_whether_or_not_games_of_a_seed_are_alike(alike: float) -> None:
    chance = np.random.default_rng(1)
    truth, groups, trials = 0.3, 100, 400
    held = 0
    for _ in range(trials):
        common = chance.random((groups, 1)) < truth
        own = chance.random((groups, 4)) < truth
        won = np.where(chance.random((groups, 1)) < alike, common, own).sum(axis=1)
        share = grouped_share((float(w), 4) for w in won)
        held += share.low <= truth <= share.high
    assert 0.92 <= held / trials <= 0.98


def test_nobody_is_certain_after_few_games() -> None:
    share = grouped_share([(4, 4), (4, 4)])
    assert (share.share, share.high) == (1.0, 1.0)
    assert share.low == pytest.approx(0.676, abs=0.001)


def test_chi_square_is_that_of_the_tables() -> None:
    value, freedom, probability = chi_square([20, 30, 50], [30, 30, 40])
    assert (round(value, 4), freedom) == (3.1111, 2)
    assert probability == pytest.approx(0.2111, abs=1e-4)
    for of_tables, columns in ((3.841, 2), (5.991, 3), (7.815, 4), (9.488, 5)):
        from boriken.arena.intervals import _chi_square_tail

        assert _chi_square_tail(of_tables, columns - 1) == pytest.approx(0.05, abs=1e-4)


def test_seats_are_compared_with_people_only_where_games_of_people_are_known() -> None:
    assert compared_with_people("san-juan", [1, 2, 3, 4]) is None
    assert compared_with_people("puerto-rico", [1, 2, 3]) is None
    alike = compared_with_people("puerto-rico", [share * 1000 for share in SHARES])
    assert alike is not None
    assert "do not show" in alike.words
    other = compared_with_people("puerto-rico", [400, 300, 200, 100])
    assert other is not None
    assert "win other shares than with people" in other.words
    assert "p below 0.001" in other.words
    assert GAMES == 346


def test_ratings_go_by_the_order_of_the_schedule(lines: list[Line]) -> None:
    ratings = rate(lines)
    assert ratings is not None
    assert ratings == rate(lines)
    assert ratings["heuristic"].mu > ratings["random"].mu + 5
    assert rate([line | {"seats": ["random"] * 4} for line in lines]) == {"random": (25.0, 8.333)}


def test_the_summary_goes_without_openskill(monkeypatch: pytest.MonkeyPatch, lines: list[Line]) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert rate(lines) is None
    assert all("rating" not in row for row in summarize(request(mode=ROUND_ROBIN), lines)["contestants"])


def test_parquet_has_a_row_for_each_seat(lines: list[Line], tmp_path: Path) -> None:
    import pyarrow.parquet

    assert write_parquet(lines, tmp_path / "games.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert len(table) == 160
    first = table[0]
    assert first["points"] == lines[0]["points"][0] == sum(n for name, n in first.items() if name.startswith("from_"))
    assert first["buildings"] == lines[0]["buildings"][0]
    assert [row["won"] for row in rows(lines)] == [row["won"] for row in table]

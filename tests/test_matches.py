"""Whole games: the compiled loop plays what the players, asked one by one, would play."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from boriken import Game
from boriken.engine import Undecided, derived_seed
from boriken.players import choose, make_player, matches
from boriken.players.matches import COMPILED, Effort, play_to_end, rounds_of

from .walk import ALL_FOUR, VARIANTS, Variant, new_game, walk

HIDDEN_CHIPS = 4  # as a seed: tests.walk then hides the chips of Puerto Rico


def tables(players: int) -> list[list[str]]:
    return [["heuristic"] * players, ["random"] * players, ["heuristic", *["random"] * (players - 1)]]


def seeds_for(variant: Variant, seed: int) -> list[int]:
    return [derived_seed(seed, seat) for seat in range(variant.players)]


def played(variant: Variant, seed: int, specs: list[str], compiled: bool) -> tuple[Game, Effort]:
    game = new_game(variant, seed)
    return game, play_to_end(game, specs, seeds_for(variant, seed), compiled)


@pytest.mark.parametrize("variant", VARIANTS + ALL_FOUR, ids=str)
def test_the_compiled_loop_plays_the_same_games_as_the_players_one_by_one(variant: Variant) -> None:
    for seed in (1, HIDDEN_CHIPS, 6):
        for specs in tables(variant.players):
            quick, quick_effort = played(variant, seed, specs, compiled=True)
            slow, slow_effort = played(variant, seed, specs, compiled=False)
            assert quick.to_json() == slow.to_json()
            assert quick == slow
            assert quick.played_by == slow.played_by
            assert quick.outcome == slow.outcome
            assert quick_effort.decisions == slow_effort.decisions
            assert quick_effort.seconds is None
            assert slow_effort.seconds is not None


def test_hidden_chips_tempt_nobody_in_either_loop() -> None:
    """In these games the heuristic chose otherwise, once or twice, when it still looked at the chips of others."""
    for players, seed in ((3, 98), (4, 65), (4, 94), (5, 8)):
        seeds = seeds_for(Variant("puerto-rico", players), seed)
        quick, slow = (Game.new("puerto-rico", players=players, seed=seed, hidden_vp=True) for _ in range(2))
        play_to_end(quick, ["heuristic"] * players, seeds)
        while (seat := slow.turn) is not None:
            player = make_player("heuristic", 0)
            chosen = choose(player, slow, seeds[seat] ^ len(slow._decisions))
            assert chosen == player.choose(slow)
            slow.play(chosen)
        assert quick.to_json() == slow.to_json()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_game_from_the_compiled_loop_has_its_past(variant: Variant) -> None:
    game, _ = played(variant, 3, ["heuristic"] * variant.players, compiled=True)
    slow, _ = played(variant, 3, ["heuristic"] * variant.players, compiled=False)
    assert Game.from_json(game.to_json()) == game
    assert game.undo() == slow.undo()
    assert game == slow


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_players_in_the_compiled_loop_see_nothing_hidden(variant: Variant) -> None:
    """In the loop, other secrets at a decision do not change what is chosen next."""
    game = new_game(variant, HIDDEN_CHIPS + 1)
    for i, _ in enumerate(walk(game, 5)):
        if i % 9:
            continue
        seat = game.turn
        assert seat is not None
        choices = []
        for secrets in (None, 11, 12):
            twin = game.copy() if secrets is None else game.determinize(seat, secrets)
            before = len(twin.actions)
            play_to_end(twin, ["heuristic"] * variant.players, seeds_for(variant, 2))
            choices.append(twin.actions[before])
        assert len(set(choices)) == 1
        assert choices[0] == choose(make_player("heuristic", 0), game, seeds_for(variant, 2)[seat])


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_rounds_of_a_game_are_those_that_its_view_told(variant: Variant) -> None:
    game = new_game(variant, 2)
    told = [game.view(None)["round"]] * len(game.actions)
    for _ in walk(game, 2):
        told.append(game.view(None)["round"])
    decided = [i for i, action in enumerate(game.actions) if i in set(game._decisions)]
    opened = len(told) - len(decided)
    rounds = rounds_of(game)
    assert [rounds[i] for i in decided] == told[opened:]
    assert rounds == sorted(rounds)


INTERPRETED = """
from tests.test_matches import VARIANTS, played, tables
from boriken.engine.compiler import INTERPRETED
assert INTERPRETED
for variant in VARIANTS[::4]:
    print(played(variant, 4, tables(variant.players)[2], compiled=True)[0].to_json())
"""


def test_the_loop_plays_the_same_games_interpreted() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", INTERPRETED]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    games = [played(variant, 4, tables(variant.players)[2], compiled=True)[0] for variant in VARIANTS[::4]]
    assert result.stdout.splitlines() == [game.to_json() for game in games]


def test_a_game_that_never_ends_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MOST_ACTIONS", 50)
    with pytest.raises(Undecided, match="50 actions"):
        play_to_end(Game.new("puerto-rico", players=3), ["random"] * 3, [1, 2, 3])


def test_every_compiled_player_has_a_name_that_can_be_made() -> None:
    assert [make_player(name, 0).name for name in COMPILED] == list(COMPILED)

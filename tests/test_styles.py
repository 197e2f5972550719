"""Bots of other styles: each plays in its own way, far more often than the heuristic player does."""

from __future__ import annotations

from functools import cache
from statistics import mean

import pytest

from boriken import Game
from boriken.engine import BadOption
from boriken.players import choose, make_player
from boriken.players.matches import play_to_end
from boriken.players.styles import PLAIN, STYLES

GAMES = 60
PRICES = {"sell:corn": 0, "sell:indigo": 1, "sell:sugar": 2, "sell:tobacco": 3, "sell:coffee": 4}


@cache
def games_of(bot: str) -> list[tuple[Game, int]]:
    """Games of a bot alone against three heuristic players, and its seat."""
    games = []
    for seed in range(GAMES):
        game, seat = Game.new("puerto-rico", players=4, seed=seed), seed % 4
        play_to_end(game, [bot if p == seat else "heuristic" for p in range(4)], range(4))
        games.append((game, seat))
    return games


def ended_by(bot: str, reason: str) -> int:
    """Of so many games."""
    return sum(game.outcome is not None and reason in game.outcome.reasons for game, _ in games_of(bot))


def sold(bot: str) -> list[int]:
    """What the barrels cost that it sold, without what its markets add."""
    return [
        PRICES[str(action)]
        for game, seat in games_of(bot)
        for action, p in zip(game.actions, game.played_by, strict=True)
        if p == seat and str(action) in PRICES
    ]


def test_the_builder_ends_games_with_a_full_city() -> None:
    assert ended_by("style:builder", "city") > 1.6 * ended_by("heuristic", "city")
    assert ended_by("style:builder", "city") > GAMES / 2


def test_the_one_of_colonists_ends_games_when_they_run_out() -> None:
    assert ended_by("style:colonists", "colonists") > 5 * ended_by("heuristic", "colonists")
    assert ended_by("style:colonists", "colonists") > GAMES / 3


def test_the_trader_sells_more_and_dearer() -> None:
    assert len(sold("style:trader")) > 1.5 * len(sold("heuristic"))
    assert mean(sold("style:trader")) > mean(sold("heuristic")) + 0.5


def test_the_first_row_is_the_heuristic_players_and_changes_nothing() -> None:
    assert STYLES[PLAIN] == type(STYLES[PLAIN])("heuristic")


def test_in_the_compiled_loop_they_play_as_they_do_one_by_one() -> None:
    quick, slow = (Game.new("puerto-rico", players=4, seed=3) for _ in range(2))
    specs = ["style:builder", "style:trader", "heuristic", "style:colonists"]
    play_to_end(quick, specs, range(4))
    play_to_end(slow, specs, range(4), compiled=False)
    assert quick.actions == slow.actions
    plain = Game.new("puerto-rico", players=4, seed=3)
    play_to_end(plain, ["heuristic"] * 4, range(4))
    assert quick.actions != plain.actions


def test_a_restless_player_goes_by_none_of_its_styles_for_long() -> None:
    game = Game.new("puerto-rico", players=4, seed=3)
    restless = make_player("benchmarks.strangers:Restless:builder+trader", 1)
    styles = [make_player(f"style:{name}", 1) for name in ("builder", "trader")]
    followed = []
    while not game.over:
        chosen, wanted = choose(restless, game), [choose(style, game) for style in styles]
        assert chosen in wanted
        if wanted[0] != wanted[1]:
            followed.append(wanted.index(chosen))
        game.play(chosen)
    assert 0.3 < mean(followed) < 0.7


def test_san_juan_has_no_styles() -> None:
    game = Game.new("san-juan", players=2)
    with pytest.raises(BadOption, match="San Juan has no style 'builder'"):
        choose(make_player("style:builder", 1), game)
    with pytest.raises(BadOption, match="San Juan has no style 'builder'"):
        play_to_end(game, ["style:builder"] * 2, [1, 2])

"""What stands in a view is documented, member by member."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from boriken import Game
from boriken.players.random import RandomPlayer

PAGE = (Path(__file__).parents[1] / "docs" / "external-players.md").read_text()
ALL = {"new_buildings": "random", "nobles": True, "buccaneer": True, "festival": True}


def documented() -> tuple[set[str], set[str]]:
    """Members of a view, and of a player's board, that have a row."""
    rows = re.findall(r"^\| (players`: |`players`: )?((?:`\w+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    table, board = set[str](), set[str]()
    for of_board, names in rows:
        (board if of_board else table).update(re.findall(r"`(\w+)`", names))
    return table, board


@pytest.mark.parametrize(
    ("name", "players", "options"), [("puerto-rico", 3, {}), ("puerto-rico", 3, ALL), ("san-juan", 2, {})]
)
def test_every_member_of_a_view_is_documented(name: str, players: int, options: dict[str, Any]) -> None:
    table, board = documented()
    game = Game.new(name, players=players, seed=1, **options)
    player = RandomPlayer(1)
    while not game.over:
        view = game.view(game.turn)
        assert set(view) - table == set()
        assert set(view["players"][0]) - board == set()
        game.play(player.choose(game))


def placing(seed: int) -> Game:
    """A game in which somebody places colonists, some of which stood somewhere before."""
    game = Game.new("puerto-rico", players=3, seed=seed)
    player = RandomPlayer(seed)
    while not (game.view(None)["decision"] == "place" and sum(game.view(None)["lifted"]["island"].values()) > 0):
        game.play(player.choose(game))
    return game


@pytest.mark.parametrize("seed", range(3))
def test_while_placing_the_view_tells_where_colonists_stood_before(seed: int) -> None:
    game = placing(seed)
    seat = game.turn
    assert seat is not None
    lifted = game.view(seat)["lifted"]
    roles = [place for place, action in enumerate(game.actions) if action.text == "role:mayor"]
    before = game.view_after(roles[-1], seat)["players"][seat]
    assert lifted["island"] == {tile: colonists for tile, (_, colonists) in before["island"].items()}
    assert (lifted["city"], lifted["san_juan"]) == (before["city"], before["san_juan"])
    assert game.determinize(seat, 1).view(seat)["lifted"] == lifted  # a bot is told, too
    assert game.copy().view(None)["lifted"] == lifted
    while game.turn == seat and game.view(seat)["decision"] == "place":
        assert game.view(seat)["lifted"] == lifted  # until it has placed the last
        game.play(game.legal_actions[0])
    game.undo()
    assert game.view(seat)["lifted"] == lifted


def test_nobody_is_told_outside_of_placing() -> None:
    assert "lifted" not in Game.new("puerto-rico", players=3, seed=1).view(0)

"""Nothing is made or lost: after every action all pieces are accounted for."""

from __future__ import annotations

from typing import Any

import pytest

from boriken.engine import written
from boriken.puerto_rico.components import (
    BARRELS,
    BARRELS_FOR_TWO,
    BUILDING_TABLE,
    CITY_SPACES,
    COPIES,
    COPIES_FOR_TWO,
    ISLAND_SPACES,
    START_COLONISTS,
    START_VICTORY_POINTS,
    TILE_COUNT,
    TILE_COUNT_FOR_TWO,
    TRADING_HOUSE_SPACES,
    Building,
    Good,
    Tile,
)

from .walk import PUERTO_RICO, Variant, new_game, walk


@pytest.mark.parametrize("variant", PUERTO_RICO, ids=str)
@pytest.mark.parametrize("seed", range(0, 1000, 50))
def test_all_pieces_are_accounted_for_after_every_action(variant: Variant, seed: int) -> None:
    game = new_game(variant, seed)
    players = variant.players
    game.state.hidden_vp = 0
    for _ in walk(game, seed):
        view = game.view(None)
        _tiles(view, players)
        _barrels(view, players)
        _colonists(view, players)
        _points(view, players)
        _buildings(view, players)
        assert all(board["doubloons"] >= 0 for board in view["players"])
        assert len(game.legal_actions) == len(set(game.legal_actions)) >= 2


def _tiles(view: dict[str, Any], players: int) -> None:
    expected = TILE_COUNT_FOR_TWO if players == 2 else TILE_COUNT
    for tile in Tile:
        name = written(tile)
        on_islands = sum(board["island"][name][0] for board in view["players"])
        if tile == Tile.QUARRY:
            assert on_islands + view["quarries"] == expected[tile]
        else:
            heaps = view["face_up"][name] + view["face_down"][name] + view["discards"][name]
            assert on_islands + heaps == expected[tile]
    for board in view["players"]:
        assert sum(tiles for tiles, _ in board["island"].values()) <= ISLAND_SPACES


def _barrels(view: dict[str, Any], players: int) -> None:
    expected = BARRELS_FOR_TWO if players == 2 else BARRELS
    for good in Good:
        name = written(good)
        shipped = sum(ship["barrels"] for ship in view["ships"] if ship["good"] == name)
        held = sum(board["goods"][name] for board in view["players"])
        assert view["goods"][name] + view["trading_house"][name] + shipped + held == expected[good]
    assert sum(view["trading_house"].values()) <= TRADING_HOUSE_SPACES
    goods_on_ships = [ship["good"] for ship in view["ships"] if ship["good"]]
    assert len(goods_on_ships) == len(set(goods_on_ships))
    assert all(ship["barrels"] <= ship["capacity"] for ship in view["ships"])


def _colonists(view: dict[str, Any], players: int) -> None:
    on_boards = 0
    for board in view["players"]:
        on_boards += board["san_juan"] + sum(board["city"].values())
        on_boards += sum(colonists for _, colonists in board["island"].values())
        assert all(colonists <= tiles for tiles, colonists in board["island"].values())
        assert all(n <= BUILDING_TABLE[_building(name)].circles for name, n in board["city"].items())
    assert on_boards + view["colonist_supply"] + view["colonist_ship"] == START_COLONISTS[players] + players


def _points(view: dict[str, Any], players: int) -> None:
    scored = sum(board["vp"] for board in view["players"])
    assert scored + view["vp_pool"] >= START_VICTORY_POINTS[players]
    if view["vp_pool"] > 0:
        assert scored + view["vp_pool"] == START_VICTORY_POINTS[players]
    assert ("victory-points" in view["triggers"]) == (view["vp_pool"] == 0)


def _buildings(view: dict[str, Any], players: int) -> None:
    expected = COPIES_FOR_TWO if players == 2 else COPIES
    for building in Building:
        name = written(building)
        built = sum(name in board["city"] for board in view["players"])
        assert built + view["buildings"][name] == expected[building]
    for board in view["players"]:
        spaces = sum(2 if BUILDING_TABLE[_building(name)].column == 4 else 1 for name in board["city"])
        assert spaces <= CITY_SPACES
        assert spaces < CITY_SPACES or "city" in view["triggers"]


def _building(name: str) -> Building:
    return Building[name.upper().replace("-", "_")]

"""Nothing is made or lost: after every action all pieces are accounted for."""

from __future__ import annotations

from typing import Any

import pytest

from boriken.engine import written
from boriken.puerto_rico.components import (
    ALL_COLONISTS,
    BARRELS,
    BARRELS_FOR_TWO,
    BUILDING_TABLE,
    CITY_SPACES,
    COPIES,
    COPIES_FOR_TWO,
    ISLAND_SPACES,
    NOBLES,
    START_COLONISTS,
    START_VICTORY_POINTS,
    TILE_COUNT,
    TILE_COUNT_FOR_TWO,
    TRADING_HOUSE_SPACES,
    Building,
    Good,
    Tile,
)

from .walk import EXPANDED, PUERTO_RICO, Variant, new_game, walk


@pytest.mark.parametrize("variant", PUERTO_RICO, ids=str)
@pytest.mark.parametrize("seed", range(0, 1000, 50))
def test_all_pieces_are_accounted_for_after_every_action(variant: Variant, seed: int) -> None:
    _walk(variant, seed)


@pytest.mark.parametrize("variant", EXPANDED, ids=str)
def test_all_pieces_of_expansions_are_accounted_for_after_every_action(variant: Variant) -> None:
    for seed in (1, 50):
        _walk(variant, seed)


def _walk(variant: Variant, seed: int) -> None:
    game = new_game(variant, seed)
    players = variant.players
    game.state.hidden_vp = 0
    for _ in walk(game, seed):
        view = game.view(None)
        drawn = int(game.state.last_piece) if view["decision"] == "drawn-tile" else None
        _tiles(view, players, drawn)
        _barrels(view, players)
        _persons(view, _all_colonists(game.options["all_colonists"], players), game.options["nobles"])
        _points(view, players)
        _buildings(view, players)
        assert all(board["doubloons"] >= 0 for board in view["players"])
        assert 64 >= len(game.legal_actions) == len(set(game.legal_actions)) >= 2


def _locked(view: dict[str, Any], goal: str) -> Any:
    """What a goal of the festival shows, until it is met; else nothing."""
    goals = view.get("festival")
    return goals[goal] if goals and goals[f"{goal}_met"] is None else {}


def _tiles(view: dict[str, Any], players: int, drawn: int | None) -> None:
    """With forests, the festival's tile, and the one that is drawn and not laid yet."""
    expected = TILE_COUNT_FOR_TWO if players == 2 else TILE_COUNT
    for tile in Tile:
        name = written(tile)
        on_islands = sum(board["island"][name][0] for board in view["players"])
        if tile == Tile.QUARRY:
            assert on_islands + view["quarries"] == expected[tile]
        else:
            heaps = view["face_up"][name] + view["face_down"][name] + view["discards"][name]
            forests = sum(board.get("forests", {}).get(name, 0) for board in view["players"])
            elsewhere = (_locked(view, "plantation") == name) + (drawn == tile)
            assert on_islands + heaps + forests + elsewhere == expected[tile]
    for board in view["players"]:
        tiles = sum(tiles for tiles, _ in board["island"].values()) + sum(board.get("forests", {}).values())
        assert tiles <= ISLAND_SPACES


def _barrels(view: dict[str, Any], players: int) -> None:
    expected = BARRELS_FOR_TWO if players == 2 else BARRELS
    for good in Good:
        name = written(good)
        shipped = sum(ship["barrels"] for ship in view["ships"] if ship["good"] == name)
        held = sum(board["goods"][name] for board in view["players"])
        locked = _locked(view, "goods").get(name, 0)
        assert view["goods"][name] + view["trading_house"][name] + shipped + held + locked == expected[good]
    assert sum(view["trading_house"].values()) <= TRADING_HOUSE_SPACES
    goods_on_ships = [ship["good"] for ship in view["ships"] if ship["good"]]
    assert len(goods_on_ships) == len(set(goods_on_ships))
    assert all(ship["barrels"] <= ship["capacity"] for ship in view["ships"])


def _all_colonists(option: bool, players: int) -> int:
    return ALL_COLONISTS if option else int(START_COLONISTS[players]) + players


def _persons(view: dict[str, Any], colonists: int, with_nobles: bool) -> None:
    on_boards = 0
    nobles = 0
    for board in view["players"]:
        persons = board["san_juan"] + sum(board["city"].values())
        persons += sum(persons for _, persons in board["island"].values())
        assert all(persons <= tiles for tiles, persons in board["island"].values())
        assert all(n <= BUILDING_TABLE[_building(name)].circles for name, n in board["city"].items())
        assert 0 <= board.get("nobles", 0) <= persons
        assert all(0 <= n <= board["city"][name] for name, n in board.get("nobles_in", {}).items())
        on_boards += persons
        nobles += board.get("nobles", 0)
    assert on_boards - nobles + view["colonist_supply"] + view["colonist_ship"] == colonists
    assert min(view["colonist_supply"], view["colonist_ship"]) >= 0
    if with_nobles:
        assert nobles + view["noble_supply"] + view["noble_ship"] == NOBLES
        assert min(view["noble_supply"], view["noble_ship"]) >= 0


def _points(view: dict[str, Any], players: int) -> None:
    """A chip may come back from a black market; an end that was triggered stays."""
    scored = sum(board["vp"] for board in view["players"])
    assert scored + view["vp_pool"] >= START_VICTORY_POINTS[players]
    if "victory-points" not in view["triggers"]:
        assert scored + view["vp_pool"] == START_VICTORY_POINTS[players]
        assert view["vp_pool"] > 0


def _buildings(view: dict[str, Any], players: int) -> None:
    expected = COPIES_FOR_TWO if players == 2 else COPIES
    for name, left in view["buildings"].items():
        built = sum(name in board["city"] for board in view["players"])
        locked = players > 2 and _locked(view, "building") == name
        assert built + left + locked == expected[_building(name)]
    for board in view["players"]:
        assert set(board["city"]) <= set(view["buildings"])
        spaces = sum(2 if BUILDING_TABLE[_building(name)].column == 4 else 1 for name in board["city"])
        assert spaces <= CITY_SPACES
        assert spaces < CITY_SPACES or "city" in view["triggers"]


def _building(name: str) -> Building:
    return Building[name.upper().replace("-", "_")]

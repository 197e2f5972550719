"""Random games of Puerto Rico's expansions in the reference implementation: all end, and no piece is lost.

The rules' own test cases are in `tests/reference`.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from .reference.position import asked
from .reference.puerto_rico import PuertoRico
from .reference.puerto_rico_setup import GIVEN
from .reference.puerto_rico_tables import (
    ALL_BARRELS,
    ALL_NOBLES,
    ALL_PLANTATIONS,
    GOODS,
    ISLAND_TILES,
    PLANTATIONS,
    TWO_PLAYER_BARRELS,
    TWO_PLAYER_PLANTATIONS,
    copies_of,
)

EXPANSIONS = [
    dict(zip(("buildings", "nobles", "buccaneer", "festival"), on, strict=True))
    for on in product((False, True), repeat=4)
]


def options_for(expansions: dict[str, bool], seed: int) -> dict[str, Any]:
    """Every way and house rule comes up as seeds go by."""
    chance = random.Random(seed)
    ways: list[Any] = ["draft", "random", "new", "base", tuple(GIVEN["new"])]
    return {
        "new_buildings": ways[seed % len(ways)] if expansions["buildings"] else "off",
        "nobles": expansions["nobles"],
        "buccaneer": expansions["buccaneer"],
        "festival": expansions["festival"],
        "pairs": chance.choice(["rulebook", "advised", "club", "free"]),
        "nobles_drafted": chance.random() < 0.3,
        "all_colonists": chance.random() < 0.2,
        "kidnapped": chance.choice(["alone", "all"]),
        "swap": chance.random() < 0.5,
        "governor": None,
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("expansions", EXPANSIONS, ids=lambda on: "-".join(name for name in on if on[name]) or "none")
def test_random_games_end_and_lose_no_piece(expansions: dict[str, bool], players: int) -> None:
    for seed in range(5):
        chance = random.Random(seed)
        game = PuertoRico(players, chance.randrange, **options_for(expansions, seed))
        colonists = all_colonists(game)
        while not game.over:
            assert game.round < 200
            assert 1 < len(game.legal()) == len(set(game.legal())) < 64
            check_pieces(game)
            assert all_colonists(game) == colonists
            game.play(chance.choice(game.legal()))
        check_pieces(game)
        assert game.reasons()
        assert "colonists" not in game.reasons() or not expansions["nobles"]


def all_colonists(game: PuertoRico) -> int:
    with_players = sum(player.persons() - player.nobles for player in game.players)
    return game.colonist_supply + game.colonist_ship + with_players


def check_pieces(game: PuertoRico) -> None:
    """No piece is lost or made, and everything lies where it may."""
    two = game.number_of_players == 2
    festival = game.festival
    tiles = dict.fromkeys(PLANTATIONS, 0)
    barrels = dict.fromkeys(GOODS, 0)
    for kind in PLANTATIONS:
        tiles[kind] += game.face_up[kind] + game.face_down[kind] + game.discards[kind] + (game.drawn_tile == kind)
        tiles[kind] += sum(player.tiles[kind] + player.forests[kind] for player in game.players)
        barrels[kind] += game.goods[kind] + game.trading_house[kind]
        barrels[kind] += sum(ship.barrels for ship in game.ships if ship.good == kind)
        barrels[kind] += sum(player.goods[kind] for player in game.players)
    copies = {name: left + sum(name in player.city for player in game.players) for name, left in game.buildings.items()}
    if festival is not None:
        tiles[festival.plantation] += festival.plantation_met is None
        for good, locked in festival.goods.items():
            barrels[good] += locked if festival.goods_met is None else 0
        copies[festival.building] += festival.building_met is None and not two
    assert tiles == (TWO_PLAYER_PLANTATIONS if two else ALL_PLANTATIONS)
    assert barrels == (TWO_PLAYER_BARRELS if two else ALL_BARRELS)
    assert copies == {name: copies_of(name, game.number_of_players) for name in game.buildings}
    assert game.quarries + sum(player.tiles["quarry"] for player in game.players) == (5 if two else 8)

    nobles = game.noble_supply + game.noble_ship + sum(player.nobles for player in game.players)
    assert nobles == (ALL_NOBLES if game.options.nobles else 0)
    assert game.noble_ship <= 1
    chips = game.point_pool + sum(player.points for player in game.players)
    assert chips == game.set_up.victory_points or "victory-points" in game.end_reasons

    for player in game.players:
        assert player.island_spaces() >= 0
        assert player.free_city_spaces() >= 0
        assert all(player.free_circles(place) >= 0 for place in [*ISLAND_TILES, *player.city])
        assert all(0 <= number <= player.city[place] for place, number in player.nobles_in.items())
        persons_elsewhere = player.persons() - sum(player.city[place] for place in player.nobles_in)
        assert 0 <= player.nobles - sum(player.nobles_in.values()) <= persons_elsewhere or asked(game) in (
            "place",
            "noble",
        )
        numbers = [player.doubloons, player.points, player.san_juan, *player.goods.values(), *player.forests.values()]
        assert min(numbers) >= 0
    assert min(game.colonist_supply, game.colonist_ship, game.noble_supply, *game.goods.values()) >= 0

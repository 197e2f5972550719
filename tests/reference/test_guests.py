"""The expansions' test cases, by their numbers: guests, and the library for roles that have no phase.

What is asked of guests, and when, is in docs/decisions-puerto-rico.md.
"""

from __future__ import annotations

from typing import Any

import pytest

from .position import asked, board, decline_to, offered, play, role, start, table
from .puerto_rico import PuertoRico
from .puerto_rico_tables import PLANTATIONS


def test_043_a_guest_may_still_occupy_a_large_building_at_the_end() -> None:
    game = table()
    player = board(game, 0, persons={"guest-house": 1}, empty=["fortress"], san_juan=2)
    game.end_reasons.add("city")
    play(game, "role:settler")
    decline_to(game, "role")
    play(game, "role:trader", "role:craftsman")
    decline_to(game, "guest")
    assert game.legal() == ["guest:fortress", "pass"]
    play(game, "guest:fortress")
    assert game.over
    assert game.score(player)["fortress"] == 1


def test_067_library_prospector() -> None:
    game = table(4)
    player = board(game, 0, works=["library"])
    game.roles["prospector"].doubloons = 2
    play(game, "role:prospector")
    assert player.doubloons == 4


def test_069_the_library_does_nothing_for_the_buccaneer() -> None:
    game = table(2, buccaneer=True)
    board(game, 0, works=["library"])
    play(game, "role:buccaneer")
    assert asked(game) == "buccaneer"


def test_guest_to_the_library_when_the_role_is_taken() -> None:
    """3.2: a guest may be moved in right after the role is taken; two players are then asked for the library."""
    game = table(2)
    player = board(game, 0, persons={"guest-house": 1}, empty=["library"])
    play(game, "role:prospector", "guest:library")
    assert asked(game) == "library"
    play(game, "library")
    assert player.doubloons == 2


NO_COLONIST = {"colonist_supply": 0, "colonist_ship": 0}
NO_FACE_UP = {"face_up": dict.fromkeys(PLANTATIONS, 0)}
NO_TILE_TO_DRAW = {"face_down": dict.fromkeys(PLANTATIONS, 0)}
FULL_HOUSE = {"trading_house": {"corn": 0, "indigo": 1, "sugar": 1, "tobacco": 1, "coffee": 1}}
THREE_PLANTS = ["indigo-plant", "small-sugar-mill", "sugar-mill"]


# Which places guests are asked for: the role, its chooser, the board; the first question and the places in it.
@pytest.mark.parametrize(
    ("name", "chooser", "position", "kind", "places"),
    [
        ("settler", 1, {"empty": ["hacienda", "hospice", "library", "office"]}, "settler", "hacienda hospice"),
        ("settler", 1, {"empty": ["construction-hut", "forest-house"]}, "settler", "construction-hut forest-house"),
        ("settler", 0, {"empty": ["construction-hut", "library"]}, "settler", "library"),
        ("settler", 1, {"empty": ["hacienda"], "tiles": {"corn": 12}}, "over", ""),
        ("settler", 1, {"empty": ["hunting-lodge"], "tiles": {"corn": 12}}, "hunting_lodge", "hunting-lodge"),
        ("builder", 1, {"empty": ["church", "library"], "tiles": {"quarry": 2, "corn": 1}}, "builder", "quarry church"),
        ("builder", 0, {"empty": ["university", "library"]}, "builder", "university library"),
        ("craftsman", 1, {"empty": ["chapel", "library"], "tiles": {"corn": 1, "quarry": 1}}, "guest", "corn chapel"),
        ("craftsman", 0, {"empty": ["library"]}, "guest", "library"),
        ("craftsman", 1, {"empty": THREE_PLANTS, "tiles": {"indigo": 1, "coffee": 1}}, "guest", "indigo indigo-plant"),
        ("craftsman", 1, {"empty": ["aqueduct", "small-sugar-mill"]}, "over", ""),
        ("craftsman", 1, {"empty": ["aqueduct", "sugar-mill"]}, "guest", "aqueduct"),
        ("craftsman", 1, {"empty": ["jeweler"]}, "over", ""),
        ("craftsman", 1, {"empty": ["jeweler"], "nobles": 1, "san_juan": 1}, "guest", "jeweler"),
        ("trader", 1, {"empty": ["office", "forest-house"]}, "over", ""),
        ("trader", 1, {"empty": ["office", "land-office", "forest-house"]}, "trader", "land-office"),
        ("trader", 1, {"works": ["land-office"], "empty": ["forest-house"]}, "trader", "forest-house"),
        ("trader", 1, {"empty": ["office", "trading-post"], "goods": {"corn": 1}}, "trader", "office trading-post"),
        ("captain", 0, {"empty": ["lighthouse", "harbor", "library"]}, "guest", "lighthouse"),
        ("captain", 1, {"empty": ["lighthouse", "harbor", "union-hall"]}, "over", ""),
        ("captain", 1, {"empty": ["union-hall", "royal-supplier"], "goods": {"corn": 1}}, "guest", "union-hall"),
        (
            "captain",
            1,
            {"empty": ["royal-supplier"], "goods": {"corn": 1}, "nobles": 1, "san_juan": 1},
            "guest",
            "royal-supplier",
        ),
        ("captain", 1, {"empty": ["harbor", "small-wharf"], "goods": {"corn": 1}}, "captain", "harbor small-wharf"),
        ("captain", 0, {"empty": ["library", "wharf"], "goods": {"corn": 1}}, "captain", "library wharf"),
        ("mayor", 1, {"empty": ["villa", "library"]}, "guest", "villa"),
        ("mayor", 0, {"empty": ["villa", "library"]}, "guest", "villa library"),
        ("prospector", 0, {"empty": ["library", "villa"]}, "guest", "library"),
    ],
)
def test_places_for_guests(name: str, chooser: int, position: dict[str, Any], kind: str, places: str) -> None:
    game = host(position)
    role(game, name, by=chooser)
    assert asked(game) == kind
    assert offered(game, "guest") == set(places.split())


# A place that can make no difference is not offered: the role, its chooser, the board; what is missing; what is left.
@pytest.mark.parametrize(
    ("name", "chooser", "position", "missing", "places"),
    [
        ("settler", 1, {"empty": ["hospice", "hacienda"]}, NO_COLONIST, "hacienda"),
        ("settler", 1, {"empty": ["hospice", "hacienda"]}, NO_TILE_TO_DRAW, "hospice"),
        ("settler", 1, {"empty": ["hospice", "construction-hut"]}, {"quarries": 0}, "hospice"),
        ("settler", 1, {"empty": ["hospice", "forest-house"]}, NO_FACE_UP, "hospice"),
        ("builder", 1, {"empty": ["university", "church"]}, NO_COLONIST, "church"),
        (
            "trader",
            1,
            {"empty": ["small-market", "large-market", "office", "trading-post"], "goods": {"corn": 1}},
            FULL_HOUSE,
            "trading-post",
        ),
        ("mayor", 0, {"empty": ["villa", "library"]}, {"noble_supply": 0, "colonist_supply": 0}, "library"),
        ("mayor", 1, {"empty": ["villa"]}, {"noble_supply": 0, "colonist_supply": 0}, ""),
        ("mayor", 1, {"empty": ["villa"]}, {"noble_supply": 1, "colonist_supply": 0}, "villa"),
    ],
)
def test_places_that_make_no_difference_are_not_offered(
    name: str, chooser: int, position: dict[str, Any], missing: dict[str, Any], places: str
) -> None:
    game = host(position)
    for pieces, left in missing.items():
        setattr(game, pieces, left)
    role(game, name, by=chooser)
    assert offered(game, "guest") == set(places.split())


def host(position: dict[str, Any]) -> PuertoRico:
    """Seat 0 has a guest and this board; the others have nothing to do in any phase."""
    game = table()
    full_city = ["statue", "cloister", "fortress", "residence", "city-hall", "guild-hall"]
    for seat in (1, 2):
        board(game, seat, tiles={"corn": 12}, empty=full_city)
    player = board(game, 0, **position)
    player.take_building("guest-house")
    player.put_person_on("guest-house")
    return game


def test_guests_for_the_second_tile() -> None:
    game = host({"works": ["library"], "empty": ["construction-hut", "forest-house", "hospice"]})
    role(game, "settler", "settle:quarry")
    assert asked(game) == "second_tile"
    assert offered(game, "guest") == {"construction-hut", "forest-house"}
    game.quarries = 0
    role(game, "settler", "pass")
    assert offered(game, "guest") == {"forest-house"}


def test_two_players_ask_no_guest_to_a_library_that_was_used() -> None:
    game = table(2)
    player = board(game, 0, persons={"guest-house": 1}, empty=["library"], library_used=True)
    role(game, "prospector")
    assert game.over
    assert player.doubloons == 1


def test_a_role_is_taken_guests_library_villas_privilege() -> None:
    game = table(2, nobles=True)
    board(game, 0, persons={"guest-house": 2}, empty=["library", "villa"])
    board(game, 1, persons={"guest-house": 1}, empty=["villa"])
    role(game, "mayor", "guest:library")
    assert (asked(game), game.turn, offered(game, "guest")) == ("guest", 0, {"villa"})
    play(game, "pass")
    assert (asked(game), game.turn) == ("library", 0)
    play(game, "library")
    assert (asked(game), game.turn, offered(game, "guest")) == ("guest", 1, {"villa"})
    play(game, "guest:villa")
    assert (asked(game), game.turn) == ("mayor", 0)


def test_guests_while_goods_are_stored() -> None:
    """Warehouses and storehouse, before the first answer; with nothing to choose nobody is asked."""
    empty = ["small-warehouse", "storehouse"]
    game = table()
    board(game, 0, persons={"guest-house": 2}, empty=empty, goods={"corn": 3, "indigo": 3})
    start(game, game.store_goods(0))
    assert (asked(game), offered(game, "guest")) == ("windrose", set(empty))
    play(game, "guest:storehouse")
    assert (asked(game), offered(game, "guest")) == ("windrose", {"small-warehouse"})
    play(game, "keep:corn")
    assert not offered(game, "guest")

    player = board(game, 0, persons={"guest-house": 2}, empty=empty, goods={"corn": 3, "indigo": 3})
    start(game, game.store_goods(0))
    play(game, "guest:small-warehouse")
    assert (asked(game), offered(game, "guest")) == ("warehouse", {"storehouse"})
    play(game, "store:corn")
    assert game.over  # a single indigo is kept without a choice
    assert (player.goods["corn"], player.goods["indigo"]) == (3, 1)

    board(game, 0, persons={"guest-house": 2}, empty=empty, goods={"corn": 1})
    start(game, game.store_goods(0))
    assert game.over


def test_guest_is_asked_with_one_of_each() -> None:
    game = table(nobles=True)
    player = board(game, 0, persons={"guest-house": 2}, empty=["chapel"], nobles=1)
    player.nobles_in["guest-house"] = 1
    role(game, "craftsman", "guest:chapel", by=1)
    assert set(game.legal()) == {"guest-is:colonist", "guest-is:noble"}
    play(game, "guest-is:noble")
    assert (player.points, player.doubloons) == (1, 0)
    assert player.nobles_in == {"guest-house": 0, "chapel": 1}

"""The expansions' test cases, by their numbers: guests, and the library for roles that have no phase.

What is asked of guests, and when, is what the rules leave most open: see the docstring of `puerto_rico`.
"""

from __future__ import annotations

from typing import Any

import pytest

from .position import asked, board, decline_to, offered, play, role, start, table


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


# Which places guests are asked for: the role, its chooser, the board; the first question and the places in it.
@pytest.mark.parametrize(
    ("name", "chooser", "position", "kind", "places"),
    [
        ("settler", 1, {"empty": ["hacienda", "hospice", "library", "office"]}, "settler", "hacienda hospice"),
        ("settler", 1, {"empty": ["hacienda"], "tiles": {"corn": 12}}, "over", ""),
        ("settler", 1, {"empty": ["hunting-lodge"], "tiles": {"corn": 12}}, "hunting_lodge", "hunting-lodge"),
        ("settler", 0, {"empty": ["library"]}, "guest", "library"),
        ("builder", 1, {"empty": ["church", "library"], "tiles": {"quarry": 2, "corn": 1}}, "builder", "quarry church"),
        (
            "craftsman",
            1,
            {"empty": ["chapel", "library", "wharf"], "tiles": {"corn": 1, "quarry": 1}},
            "guest",
            "corn chapel",
        ),
        ("trader", 1, {"empty": ["office", "forest-house"]}, "over", ""),
        ("trader", 1, {"empty": ["office", "land-office", "forest-house"]}, "trader", "land-office"),
        ("trader", 1, {"works": ["land-office"], "empty": ["forest-house"]}, "trader", "forest-house"),
        ("trader", 1, {"empty": ["office", "trading-post"], "goods": {"corn": 1}}, "trader", "office trading-post"),
        ("captain", 0, {"empty": ["lighthouse", "harbor"]}, "guest", "lighthouse"),
        ("captain", 1, {"empty": ["lighthouse", "harbor", "union-hall"]}, "over", ""),
        ("captain", 1, {"empty": ["harbor", "union-hall"], "goods": {"corn": 1}}, "guest", "union-hall"),
        ("captain", 1, {"empty": ["harbor", "small-wharf"], "goods": {"corn": 1}}, "captain", "harbor small-wharf"),
        ("mayor", 1, {"empty": ["villa"]}, "guest", "villa"),
    ],
)
def test_places_for_guests(name: str, chooser: int, position: dict[str, Any], kind: str, places: str) -> None:
    game = table()
    for seat in (1, 2):
        board(
            game,
            seat,
            tiles={"corn": 12},
            empty=["statue", "cloister", "fortress", "residence", "city-hall", "guild-hall"],
        )
    player = board(game, 0, **position)
    player.take_building("guest-house")
    player.put_person_on("guest-house")
    role(game, name, by=chooser)
    assert asked(game) == kind
    assert offered(game, "guest") == set(places.split())


def test_guests_while_goods_are_stored() -> None:
    """4.2: warehouses and storehouse; a warehouse is past after the first single barrel."""
    game = table()
    empty = ["small-warehouse", "storehouse"]
    board(game, 0, persons={"guest-house": 2}, empty=empty, goods={"corn": 3, "indigo": 3})
    start(game, game.store_goods(0))
    assert (asked(game), offered(game, "guest")) == ("windrose", set(empty))
    play(game, "guest:storehouse", "keep:corn")
    assert not offered(game, "guest")

    player = board(game, 0, persons={"guest-house": 2}, empty=empty, goods={"corn": 3, "indigo": 3})
    start(game, game.store_goods(0))
    play(game, "guest:small-warehouse")
    assert (asked(game), offered(game, "guest")) == ("warehouse", {"storehouse"})
    play(game, "store:corn", "guest:storehouse")
    assert game.over
    assert player.barrels() == 6


def test_guest_is_asked_with_one_of_each() -> None:
    game = table(nobles=True)
    player = board(game, 0, persons={"guest-house": 2}, empty=["chapel"], nobles=1)
    player.nobles_in["guest-house"] = 1
    role(game, "craftsman", "guest:chapel", by=1)
    assert set(game.legal()) == {"guest-is:colonist", "guest-is:noble"}
    play(game, "guest-is:noble")
    assert (player.points, player.doubloons) == (1, 0)
    assert player.nobles_in == {"guest-house": 0, "chapel": 1}

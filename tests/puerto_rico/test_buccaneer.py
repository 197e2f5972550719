"""The buccaneer: piracy, plunder, raid and kidnapping, by its chooser alone."""

from __future__ import annotations

from typing import Any

import pytest

from .table import ANNA, BOB, CHRIS, BigTable, Table


def buccaneer(players: int = 4, **options: Any) -> BigTable:
    return BigTable(players, buccaneer=True, **options)


def kidnapped(role: str, **options: Any) -> BigTable:
    """Anna has taken the buccaneer and kidnapped this role."""
    table = buccaneer(**options)
    table.take("buccaneer", by=ANNA)
    table.play(f"kidnap:{role}")
    return table


def cards(table: Table) -> dict[str, int]:
    """Role cards with doubloons on them."""
    return {role: card["doubloons"] for role, card in table.view["roles"].items() if card["doubloons"]}


# --- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "number"), [(2, 8), (3, 7), (4, 8), (5, 9)])
def test_the_buccaneer_is_one_role_card_more(players: int, number: int) -> None:
    roles = Table(players, buccaneer=True).view["roles"]
    assert len(roles) == number
    assert list(roles)[-1] == "buccaneer"


# --- piracy, plunder --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loot", [0, 1, 2, 3])
def test_piracy_empties_a_ship_and_keeps_up_to_three_barrels(loot: int) -> None:
    """Case 105: no points, and the rest goes to the supply."""
    table = buccaneer()
    table.ship(5, "sugar", 5)
    table.take("buccaneer", by=ANNA)
    assert "piracy:5" in table.legal
    assert "piracy:6" not in table.legal
    table.play("piracy:5")
    assert table.legal == {"loot:0", "loot:1", "loot:2", "loot:3"}
    table.play(f"loot:{loot}")
    assert table.goods(ANNA).get("sugar", 0) == loot
    assert table.view["goods"]["sugar"] == 11 - loot
    assert table.on_ship(5) == (None, 0)
    assert table.vp(ANNA) == 0
    assert table.turn == BOB


def test_piracy_keeps_no_more_than_is_aboard() -> None:
    table = buccaneer()
    table.ship(5, "sugar", 2)
    table.take("buccaneer", by=ANNA)
    table.play("piracy:5")
    assert table.legal == {"loot:0", "loot:1", "loot:2"}


def test_plunder_empties_the_trading_house_for_a_point_a_barrel() -> None:
    """Case 106."""
    table = buccaneer()
    table.trading_house("corn", "coffee")
    table.take("buccaneer", by=ANNA)
    table.play("plunder")
    assert table.vp(ANNA) == 2
    assert table.middle("trading_house") == {}
    assert (table.view["goods"]["corn"], table.view["goods"]["coffee"]) == (10, 9)


def test_nothing_to_rob_leaves_kidnapping_and_passing() -> None:
    table = buccaneer(players=3)
    table.take("buccaneer", by=ANNA)
    roles = ("settler", "mayor", "builder", "craftsman", "trader", "captain")
    assert table.legal == {*(f"kidnap:{role}" for role in roles), "pass"}
    table.play("pass")
    assert (table.decision, table.turn) == ("role", BOB)


# --- the raid ---------------------------------------------------------------------------------------------------------


def test_a_raid_takes_off_who_is_too_many_and_puts_up_to_three_on_empty_circles() -> None:
    """Case 107: 9 aboard with 4 players: 3 kept, 2 to the supply, 4 stay."""
    table = buccaneer()
    table.island(ANNA, corn=(4, 0))
    table.aboard(9)
    table.take("buccaneer", by=ANNA)
    table.play("raid")
    assert table.legal == {"place:corn", "pass"}
    supply = table.view["colonist_supply"]
    table.play("place:corn", "place:corn", "place:corn")
    assert table.workers(ANNA) == {"corn": 3}
    assert (table.view["colonist_ship"], table.view["colonist_supply"]) == (4, supply + 2)
    assert table.turn == BOB


def test_no_raid_unless_more_persons_are_aboard_than_players() -> None:
    """Case 108."""
    for aboard, offered in ((4, False), (5, True)):
        table = buccaneer()
        table.aboard(aboard)
        table.take("buccaneer", by=ANNA)
        assert ("raid" in table.legal) == offered


def test_a_raid_puts_nobody_into_san_juan() -> None:
    """Case 109: one empty circle, one person kept."""
    table = buccaneer()
    table.island(ANNA, corn=(1, 0))
    table.aboard(9)
    table.take("buccaneer", by=ANNA)
    table.play("raid", "place:corn")
    assert table.all_colonists(ANNA) == 1
    assert table.player(ANNA)["san_juan"] == 0
    assert table.view["colonist_ship"] == 4


def test_a_raider_may_keep_fewer() -> None:
    table = buccaneer()
    table.island(ANNA, corn=(4, 0))
    table.aboard(6)
    supply = table.view["colonist_supply"]
    table.take("buccaneer", by=ANNA)
    table.play("raid", "pass")
    assert (table.view["colonist_ship"], table.view["colonist_supply"]) == (4, supply + 2)


def test_a_raider_chooses_between_colonists_and_nobles() -> None:
    table = buccaneer(nobles=True)
    table.island(ANNA, corn=(4, 0))
    table.aboard(5, 2)
    table.take("buccaneer", by=ANNA)
    table.play("raid")
    assert table.legal == {"take:colonist", "take:noble", "pass"}
    table.play("take:noble")
    assert table.workers(ANNA) == {"corn": 1}, "the only place"
    assert table.persons(ANNA) == (0, 1)


@pytest.mark.parametrize(("answer", "aboard", "back"), [("return:noble", (4, 0), (0, 1)), ("pass", (3, 1), (1, 0))])
def test_a_raider_says_who_stays_aboard(answer: str, aboard: tuple[int, int], back: tuple[int, int]) -> None:
    table = buccaneer(nobles=True)
    table.aboard(4, 1)
    before = table.ship_and_supply()
    table.take("buccaneer", by=ANNA)
    table.play("raid", "pass")
    assert table.legal == {"return:noble", "pass"}
    table.play(answer)
    assert table.ship_and_supply() == (*aboard, before[2] + back[0], before[3] + back[1])


# --- kidnapping -------------------------------------------------------------------------------------------------------


def test_a_kidnapper_takes_the_doubloons_and_3_more_when_another_takes_the_role() -> None:
    """Case 110: who takes it gets nothing from the card, but the privilege."""
    table = buccaneer()
    table.role_doubloons("builder", 2)
    table.give(ANNA, doubloons=0)
    table.give(BOB, doubloons=2)
    table.take("buccaneer", by=ANNA)
    table.play("kidnap:builder")
    assert table.doubloons(ANNA) == 2
    table.play("role:builder")
    assert table.doubloons(ANNA) == 5
    assert table.doubloons(BOB) == 2
    table.play("build:small-warehouse")
    assert table.doubloons(BOB) == 0


def test_a_kidnapped_role_that_nobody_took_is_played_alone_at_the_rounds_end() -> None:
    """Case 111: with the privilege; nobody else produces, and nobody else's buildings work."""
    table = kidnapped("craftsman", nobles=True)
    table.island(ANNA, corn=(1, 1))
    table.island(BOB, corn=(1, 1))
    table.owns(BOB, "chapel")
    table.give(BOB, doubloons=0)
    table.play("role:captain", "role:trader", "role:prospector")
    assert (table.decision, table.turn, table.view["alone"]) == ("craftsman", ANNA, True)
    table.play("privilege:corn")
    assert table.goods(ANNA) == {"corn": 2}
    assert table.goods(BOB) == {}
    assert table.doubloons(BOB) == 0
    assert table.view["round"] == 2


def test_a_kidnapper_gets_no_ransom_from_himself() -> None:
    table = kidnapped("prospector")
    table.give(ANNA, doubloons=0)
    table.play("role:captain", "role:trader", "role:craftsman")
    assert table.view["round"] == 2
    assert table.doubloons(ANNA) == 1


def test_option_kidnapped_all_lets_everybody_act() -> None:
    table = kidnapped("craftsman", kidnapped="all")
    table.island(ANNA, corn=(1, 1))
    table.island(BOB, corn=(1, 1))
    table.play("role:captain", "role:trader", "role:prospector", "pass")
    assert table.goods(ANNA) == {"corn": 1}
    assert table.goods(BOB) == {"corn": 1}


def test_a_settler_alone_still_renews_the_plantations() -> None:
    table = kidnapped("settler")
    table.face_up("corn")
    table.play("role:captain", "role:trader", "role:prospector")
    assert (table.decision, table.turn) == ("settler", ANNA)
    table.play("settle:quarry")
    assert table.view["discards"]["corn"] == 1
    assert sum(table.view["face_up"].values()) == 5
    assert table.decision == "role"


def test_a_mayor_alone_gets_everybody_aboard() -> None:
    table = kidnapped("mayor")
    table.play("role:captain", "role:trader", "role:prospector", "pass")
    assert table.all_colonists(ANNA) == 4
    assert table.all_colonists(BOB) == 0
    assert table.view["colonist_ship"] == 4


def test_a_captain_alone_loads_until_he_cannot_and_storage_touches_only_him() -> None:
    table = kidnapped("captain")
    table.give(ANNA, goods={"corn": 2, "coffee": 1})
    table.give(BOB, goods={"tobacco": 3})
    table.ship(5, "corn", 1)
    table.ship(6, "coffee", 5)
    table.ship(7, "sugar", 1)
    table.play("role:craftsman", "role:trader", "pass", "pass", "role:prospector", "load:corn@5")
    assert table.vp(ANNA) == 2 + 1 + 1
    assert table.goods(BOB) == {"tobacco": 3}
    assert table.on_ship(6) == (None, 0)
    assert table.view["round"] == 2


def test_a_trader_alone_empties_a_full_house() -> None:
    table = kidnapped("trader")
    table.trading_house("corn", "indigo", "sugar")
    table.give(ANNA, goods={"coffee": 1})
    table.play("role:craftsman", "role:prospector", "role:mayor")
    table.until("trader", ANNA)
    table.play("sell:coffee")
    assert table.middle("trading_house") == {}


def test_a_builder_alone_can_end_the_game_with_this_round() -> None:
    table = kidnapped("builder")
    table.fill_city(ANNA, 11)
    table.give(ANNA, doubloons=20)
    table.play("role:craftsman", "role:trader", "role:prospector")
    table.play(next(action for action in sorted(table.legal) if action.startswith("build:")))
    assert table.game.over


def test_no_doubloon_comes_on_a_kidnapped_card_that_was_played() -> None:
    """Case 112: three other cards are left."""
    table = kidnapped("prospector")
    table.play("role:captain", "role:trader", "role:craftsman")
    assert cards(table) == {"settler": 1, "mayor": 1, "builder": 1}


def test_no_doubloon_comes_on_a_buccaneer_that_nobody_chose() -> None:
    """Case 113."""
    table = buccaneer()
    table.play("role:captain", "role:trader", "role:craftsman", "role:prospector")
    assert cards(table) == {"settler": 1, "mayor": 1, "builder": 1}


def test_four_cards_get_a_doubloon_after_a_buccaneer_who_kidnapped_nobody() -> None:
    """Case 114."""
    table = buccaneer()
    table.play("role:buccaneer", "pass", "role:captain", "role:trader", "role:craftsman")
    assert cards(table) == {"settler": 1, "mayor": 1, "builder": 1, "prospector": 1}


def test_who_holds_the_portrait_may_not_be_buccaneer_again_until_another_was() -> None:
    """Case 115."""
    table = buccaneer()
    table.play("role:buccaneer", "pass", "role:captain", "role:trader", "role:craftsman")
    assert table.view["portrait"] == ANNA
    assert table.turn == BOB
    assert "role:buccaneer" in table.legal
    table.play("role:captain", "role:trader", "role:craftsman")
    assert table.turn == ANNA
    assert "role:buccaneer" not in table.legal
    table.play("role:prospector")
    table.play("role:buccaneer", "pass")
    assert table.view["portrait"] == CHRIS


def test_a_kidnapper_is_not_offered_his_own_victim() -> None:
    """With two players, who take three roles each."""
    table = buccaneer(players=2)
    table.play("role:buccaneer", "kidnap:captain", "role:trader")
    assert table.turn == ANNA
    assert "role:captain" not in table.legal
    table.play("role:craftsman")
    assert "role:captain" in table.legal


def test_a_kidnapped_prospector_is_not_the_same_as_the_other_one() -> None:
    table = buccaneer(players=5)
    table.play("role:buccaneer", "kidnap:prospector-2")
    assert {"role:prospector", "role:prospector-2"} <= table.legal

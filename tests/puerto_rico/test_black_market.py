"""The black market: what is short of a price is paid with a chip, a barrel, a person."""

from __future__ import annotations

import pytest

from .table import ANNA, BOB, CHRIS, BigTable


def bobs_turn(**options: bool) -> BigTable:
    """Bob owns a black market and nothing else: no doubloons, no person but the one in it."""
    table = BigTable(**options)
    table.owns(BOB, "black-market")
    table.give(BOB, doubloons=0)
    return table


def ask_bob(table: BigTable) -> set[str]:
    """Anna takes the builder and passes; what may Bob do?"""
    table.take("builder", by=ANNA)
    table.play("pass")
    return table.legal if table.turn == BOB else set()


def test_a_barrel_and_a_chip_pay_two_doubloons() -> None:
    """Case 25."""
    table = bobs_turn()
    table.give(BOB, goods={"corn": 1}, vp=1)
    ask_bob(table)
    assert table.play("build:hacienda") == ["build:hacienda", "pay:vp", "pay:corn"]
    assert (table.doubloons(BOB), table.vp(BOB), table.goods(BOB)) == (0, 0, {})
    assert table.view["vp_pool"] == 100
    assert table.view["goods"]["corn"] == 10
    assert "hacienda" in table.player(BOB)["city"]


def test_whoever_has_the_money_gives_nothing_up() -> None:
    """Case 26."""
    table = bobs_turn()
    table.give(BOB, doubloons=5, goods={"corn": 1}, vp=1, san_juan=1)
    ask_bob(table)
    assert table.play("build:office") == ["build:office"]
    assert (table.doubloons(BOB), table.vp(BOB), table.goods(BOB)) == (0, 1, {"corn": 1})


@pytest.mark.parametrize(
    ("answers", "left"),
    [
        (["pay:vp"], (0, {"corn": 1}, 1)),
        (["pass", "pay:corn"], (1, {}, 1)),
        (["pass", "pass"], (1, {"corn": 1}, 0)),
    ],
)
def test_exactly_what_is_missing_is_given_at_the_owners_choice(
    answers: list[str], left: tuple[int, dict[str, int], int]
) -> None:
    """Case 27: price 5, 4 doubloons, and he has all three means."""
    table = bobs_turn()
    table.give(BOB, doubloons=4, goods={"corn": 1}, vp=1, san_juan=1)
    ask_bob(table)
    table.play("build:office")
    assert table.doubloons(BOB) == 0
    table.play(*answers)
    assert (table.vp(BOB), table.goods(BOB), table.player(BOB)["san_juan"]) == left
    assert table.turn == CHRIS


def test_at_most_three_doubloons_are_paid_so() -> None:
    """Case 28: four short."""
    table = bobs_turn()
    table.give(BOB, doubloons=1, goods={"corn": 3}, vp=3, san_juan=3)
    legal = ask_bob(table)
    assert "build:hospice" in legal, "three short"
    assert "build:office" not in legal


def test_at_most_one_of_each_sort_is_given() -> None:
    """Case 29: five barrels pay a single doubloon."""
    table = bobs_turn()
    table.give(BOB, goods={"corn": 5})
    legal = ask_bob(table)
    assert "build:small-market" in legal
    assert "build:small-warehouse" not in legal


def test_the_person_on_the_black_market_is_not_given() -> None:
    """Case 30."""
    table = bobs_turn()
    assert "build:small-market" not in ask_bob(table)


def test_an_unoccupied_black_market_does_not_trade() -> None:
    table = BigTable()
    table.owns(BOB, "black-market", colonists=0)
    table.give(BOB, doubloons=0, vp=3)
    assert "build:small-market" not in ask_bob(table)


def test_who_worked_for_the_price_may_pay_it() -> None:
    """Case 31: the colonist of the third quarry, for a building of column 3."""
    table = bobs_turn()
    table.island(BOB, quarry=(3, 3))
    table.give(BOB, doubloons=3)
    ask_bob(table)
    assert table.play("build:factory") == ["build:factory", "pay:colonist", "from:quarry"]
    assert table.player(BOB)["island"]["quarry"] == [3, 2]
    assert table.doubloons(BOB) == 0


def test_the_universitys_colonist_may_pay_and_it_has_still_helped() -> None:
    table = bobs_turn()
    table.owns(BOB, "university")
    table.give(BOB, doubloons=2)
    ask_bob(table)
    table.play("build:small-warehouse")
    assert table.decision == "university"
    table.play("university")
    assert table.workers(BOB) == {"black-market": 1, "small-warehouse": 1}


def test_the_churchs_colonist_may_pay_and_it_has_still_helped() -> None:
    table = bobs_turn()
    table.owns(BOB, "church")
    table.give(BOB, doubloons=4)
    ask_bob(table)
    table.play("build:office")
    assert table.workers(BOB) == {"black-market": 1}
    assert table.vp(BOB) == 1


def test_a_noble_that_is_given_goes_back_to_the_nobles() -> None:
    """Case 32: colonist or noble, as the owner likes."""
    table = bobs_turn(nobles=True)
    table.nobles_in_san_juan(BOB, 1)
    table.give(BOB, san_juan=2)
    nobles, colonists = table.view["noble_supply"], table.view["colonist_supply"]
    ask_bob(table)
    table.play("build:small-market")
    assert table.legal == {"pay:colonist", "pay:noble"}
    table.play("pay:noble")
    assert table.persons(BOB) == (2, 0)
    assert (table.view["noble_supply"], table.view["colonist_supply"]) == (nobles + 1, colonists)


def test_a_colonist_that_is_given_goes_back_to_the_colonists() -> None:
    table = bobs_turn(nobles=True)
    table.give(BOB, san_juan=1)
    colonists = table.view["colonist_supply"]
    ask_bob(table)
    table.play("build:small-market")
    assert table.view["colonist_supply"] == colonists + 1
    assert table.persons(BOB) == (1, 0)


def test_a_person_is_given_from_any_place_where_such_a_one_may_stand() -> None:
    """A noble stands in the hunting lodge, so a colonist leaves from elsewhere."""
    table = bobs_turn(nobles=True)
    table.noble_in(BOB, "hunting-lodge")
    table.island(BOB, corn=(1, 1))
    table.give(BOB, san_juan=1)
    ask_bob(table)
    table.play("build:small-market", "pay:colonist")
    assert table.legal == {"from:corn", "from:san-juan"}
    table.play("from:corn")
    assert table.workers(BOB) == {"black-market": 1, "hunting-lodge": 1}


def test_the_chip_goes_to_the_pool_before_the_churchs_point_comes() -> None:
    """Case 33."""
    table = bobs_turn()
    table.owns(BOB, "church")
    table.give(BOB, doubloons=4, vp=1)
    ask_bob(table)
    table.play("build:office")
    assert table.legal == {"pay:vp", "pass"}, "or the church's colonist"
    table.play("pay:vp")
    assert table.vp(BOB) == 1
    assert table.view["vp_pool"] == 99


def test_all_reductions_come_before_the_shortfall() -> None:
    """Case 34: quarry, forests, zoning office, library; harbor 8 - 1 - 1 - 1 - 2 = 3."""
    table = BigTable()
    table.owns(ANNA, "black-market", "library", "zoning-office")
    table.island(ANNA, quarry=(1, 1))
    table.forests(ANNA, corn=2)
    table.give(ANNA, doubloons=0, goods={"corn": 1}, vp=1, san_juan=1)
    table.take("builder", by=ANNA)
    assert "build:wharf" not in table.legal, "four short"
    table.play("build:harbor")
    table.play("from:san-juan")
    assert (table.vp(ANNA), table.goods(ANNA), table.player(ANNA)["san_juan"]) == (0, {}, 0)


def test_a_price_of_nothing_needs_no_black_market() -> None:
    """Case 34: the floor is 0."""
    table = bobs_turn()
    table.forests(BOB, corn=6)
    table.give(BOB, vp=1)
    ask_bob(table)
    assert table.play("build:small-market") == ["build:small-market"]
    assert table.vp(BOB) == 1


def test_an_end_that_was_triggered_stays_although_a_chip_comes_back() -> None:
    table = BigTable()
    table.owns(BOB, "church")
    table.owns(CHRIS, "black-market")
    table.give(CHRIS, doubloons=0, vp=1)
    table.give(BOB, doubloons=4)
    table.vp_pool(1)
    table.take("builder", by=ANNA)
    table.until("builder", BOB)
    table.play("build:sugar-mill")
    table.play("build:small-market")
    assert table.vp(CHRIS) == 0
    assert table.view["vp_pool"] == 1
    assert table.view["triggers"] == ["victory-points"]


def test_hidden_chips_that_are_given_are_seen_to_go() -> None:
    """`vp_scored` counts the chips of all together: everybody sees that one leaves."""
    table = bobs_turn(hidden_vp=True)
    table.give(BOB, vp=2)
    ask_bob(table)
    table.play("build:small-market")
    assert table.game.view(ANNA)["players"][BOB]["vp"] is None
    assert table.game.view(ANNA)["vp_scored"] == 1

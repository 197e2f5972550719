"""The end of the game: what triggers it, that the round is finished, and points beyond the pool."""

from __future__ import annotations

import pytest

from boriken.engine import IllegalAction

from .table import Table


def test_too_few_colonists_for_the_ship_end_the_game() -> None:
    table = Table()
    table.colonists(supply=3, ship=4)
    table.take("mayor", by=0)
    table.play("pass")
    assert table.view["triggers"] == ["colonists"]


def test_exactly_enough_colonists_do_not_end_the_game() -> None:
    table = Table()
    table.colonists(supply=4, ship=4)
    table.take("mayor", by=0)
    table.play("pass")
    assert table.view["triggers"] == []
    assert (table.view["colonist_supply"], table.view["colonist_ship"]) == (0, 4)


def test_the_privilege_colonist_may_be_the_one_that_is_missing() -> None:
    table = Table()
    table.colonists(supply=4, ship=4)
    table.take("mayor", by=0)
    table.play("privilege:colonist")
    assert table.view["triggers"] == ["colonists"]
    assert table.view["colonist_ship"] == 3


def test_empty_circles_count_for_the_number_of_colonists_required() -> None:
    table = Table()
    table.owns(0, "tobacco-storage", "sugar-mill", colonists=0)
    table.colonists(supply=5, ship=0)
    table.take("mayor", by=0)
    table.play("pass")
    assert table.view["triggers"] == ["colonists"]


def test_an_empty_colonist_supply_ends_nothing_before_the_mayor_phase_ends() -> None:
    table = Table()
    table.owns(0, "hospice")
    table.colonists(supply=1, ship=4)
    table.take("settler", by=0)
    table.play("settle:quarry", "hospice")
    assert table.view["colonist_supply"] == 0
    assert table.view["triggers"] == []


@pytest.mark.parametrize(("spaces", "building"), [(11, "small-indigo-plant"), (10, "fortress")])
def test_the_twelfth_city_space_ends_the_game(spaces: int, building: str) -> None:
    table = Table()
    table.give(0, doubloons=20)
    table.fill_city(0, spaces)
    table.take("builder", by=0)
    table.play(f"build:{building}")
    assert table.view["triggers"] == ["city"]


def test_the_eleventh_city_space_does_not_end_the_game() -> None:
    table = Table()
    table.give(0, doubloons=20)
    table.fill_city(0, spaces=10)
    table.take("builder", by=0)
    table.play("build:small-indigo-plant")
    assert table.view["triggers"] == []


def test_the_last_victory_point_chip_ends_the_game() -> None:
    table = Table()
    table.vp_pool(3)
    table.give(1, goods={"corn": 3})
    table.take("captain", by=0)
    table.play("load:corn@5")
    assert table.view["vp_pool"] == 0
    assert table.view["triggers"] == ["victory-points"]


def test_a_chip_left_in_the_pool_does_not_end_the_game() -> None:
    table = Table()
    table.vp_pool(4)
    table.give(1, goods={"corn": 3})
    table.take("captain", by=0)
    table.play("load:corn@5")
    assert table.view["vp_pool"] == 1
    assert table.view["triggers"] == []


def test_points_beyond_the_pool_still_count() -> None:
    table = Table()
    table.vp_pool(2)
    table.owns(1, "harbor")
    table.give(0, goods={"corn": 3})
    table.give(1, goods={"sugar": 4})
    table.take("captain", by=0)
    table.finish_phase()
    assert table.view["vp_pool"] == 0
    assert table.score(0)["chips"] == 3 + 1
    assert table.score(1)["chips"] == 4 + 1


def test_points_beyond_the_pool_count_for_the_customs_house_too() -> None:
    table = Table()
    table.give(1, vp=2, goods={"sugar": 6})
    table.vp_pool(1)
    table.owns(1, "customs-house")
    table.take("captain", by=0)
    table.finish_phase()
    assert table.score(1)["customs-house"] == 2


def test_the_captain_phase_goes_on_when_the_chips_run_out() -> None:
    table = Table()
    table.vp_pool(1)
    table.give(0, goods={"corn": 3})
    table.give(3, goods={"sugar": 2, "coffee": 1})
    table.take("captain", by=0)
    table.play("load:corn@5")
    assert (table.decision, table.turn) == ("captain", 3)
    table.finish_phase()
    assert table.vp(3) == 3


def test_the_builder_phase_goes_on_after_the_twelfth_space() -> None:
    table = Table()
    table.give(0, doubloons=20)
    table.fill_city(0, spaces=11)
    table.take("builder", by=0)
    table.play("build:small-indigo-plant", "build:small-indigo-plant")
    assert "small-indigo-plant" in table.player(1)["city"]
    assert table.turn == 2


def test_the_round_is_finished_before_the_game_ends() -> None:
    table = Table()
    table.colonists(supply=0, ship=4)
    table.take("mayor", by=0)
    for role in ("craftsman", "prospector"):
        table.play(f"role:{role}")
        assert not table.game.over
    table.play("role:trader")
    table.finish_phase()
    assert table.game.over
    assert table.view["round"] == 1


def test_a_trigger_in_the_last_phase_of_a_round_ends_the_game_at_once() -> None:
    table = Table()
    table.play("role:craftsman", "role:trader", "role:prospector")
    table.vp_pool(1)
    table.give(3, goods={"corn": 1})
    table.take("captain", by=3)
    table.finish_phase()
    assert table.game.over
    assert table.game.reasons == ("victory-points",)


def test_without_a_trigger_the_next_round_begins() -> None:
    table = Table()
    table.finish_round()
    assert table.view["round"] == 2
    assert not table.game.over
    assert table.game.outcome is None


def test_several_triggers_may_meet_in_one_round() -> None:
    table = Table()
    table.give(1, doubloons=20, goods={"corn": 2})
    table.fill_city(1, spaces=11)
    table.colonists(supply=0, ship=4)
    table.vp_pool(1)
    table.take("mayor", by=0)
    table.finish_phase()
    table.play("role:builder", "build:small-indigo-plant")
    table.finish_phase()
    table.play("role:captain")
    table.finish_phase()
    assert not table.game.over
    table.play("role:prospector")
    outcome = table.game.outcome
    assert outcome is not None
    assert outcome.reasons == ("colonists", "city", "victory-points")


def test_once_the_game_is_over_nobody_is_to_move() -> None:
    table = Table()
    table.colonists(supply=0)
    table.take("mayor", by=0)
    table.finish_round()
    assert table.game.over
    assert table.turn is None
    assert table.legal == set()
    with pytest.raises(IllegalAction, match="over"):
        table.play("role:settler")

"""Scoring: printed points, cards under chapel, bank and harbor, the 6-cost buildings, the palace last, and ties."""

from __future__ import annotations

import pytest

from .table import Table, coins

CITY_HALL_EXAMPLE = ("poor-house", "aqueduct", "carpenter", "chapel", "quarry", "library", "statue")


def test_printed_points_of_all_buildings_are_added_up() -> None:
    table = Table()
    table.owns(0, "silver-smelter", "silver-smelter", "well", "hero")
    assert table.score(0)["buildings"] == 1 + 3 + 3 + 1 + 5
    assert table.score(0)["total"] == 13


def test_cards_in_hand_and_goods_bring_no_points() -> None:
    table = Table()
    table.hand(0, "hero", "palace")
    table.lay(0, "indigo")
    assert table.score(0)["total"] == 1


def test_the_example_of_7_cards_under_a_chapel_brings_9_points_for_the_chapel() -> None:
    table = Table()
    table.owns(0, "chapel")
    table.under(0, chapel=7)
    assert table.score(0)["total"] == 1 + 2 + 7


def test_each_card_under_chapel_bank_and_harbor_brings_a_point() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "chapel", "bank", "harbor")
    table.under(0, chapel=3, bank=5, harbor=2)
    score = table.score(0)
    assert (score["chapel"], score["bank"], score["harbor"]) == (3, 5, 2)
    assert score["total"] == 1 + 2 + 2 + 2 + 3 + 5 + 2


# --- triumphal arch, city hall ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("monuments", "points"),
    [
        ((), 0),
        (("statue",), 4),
        (("victory-column",), 4),
        (("hero",), 4),
        (("statue", "hero"), 6),
        (("statue", "victory-column", "hero"), 8),
    ],
)
def test_the_triumphal_arch_brings_4_6_8_for_1_2_3_monuments(monuments: tuple[str, ...], points: int) -> None:
    table = Table()
    table.owns(0, "triumphal-arch", *monuments)
    assert table.score(0)["triumphal-arch"] == points


def test_monuments_without_an_arch_bring_their_printed_points_only() -> None:
    table = Table()
    table.owns(0, "statue", "victory-column", "hero")
    assert table.score(0)["total"] == 1 + 3 + 4 + 5


@pytest.mark.parametrize("ninth", ["victory-column", "palace"])
def test_the_city_hall_examples_bring_9_points(ninth: str) -> None:
    table = Table()
    table.owns(0, *CITY_HALL_EXAMPLE, ninth, "city-hall")
    assert table.score(0)["city-hall"] == 9


def test_the_city_hall_counts_itself_and_no_production_buildings() -> None:
    table = Table()
    table.owns(0, "city-hall", "sugar-mill")
    assert table.score(0)["city-hall"] == 1


def test_the_city_hall_counts_new_buildings_and_the_cathedral() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "city-hall", "hut", "residence", "cathedral")
    assert table.score(0)["city-hall"] == 4


def test_the_example_of_arch_two_monuments_and_city_hall_brings_6_and_4() -> None:
    table = Table()
    table.owns(0, "statue", "hero", "triumphal-arch", "city-hall")
    assert table.score(0)["triumphal-arch"] == 6
    assert table.score(0)["city-hall"] == 4


# --- palace -----------------------------------------------------------------------------------------------------------


def test_the_example_of_34_points_brings_8_for_the_palace_and_42_in_all() -> None:
    table = Table()
    table.owns(0, "palace", "chapel", "hero", "victory-column", "statue")
    table.under(0, chapel=19)
    assert table.score(0)["palace"] == 8
    assert table.score(0)["total"] == 42


@pytest.mark.parametrize(("others", "points"), [(3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3)])
def test_the_palace_brings_a_point_for_every_four_others_rounded_down(others: int, points: int) -> None:
    table = Table()
    table.owns(0, "palace")
    table.under(0, chapel=others - 1)
    assert table.score(0)["palace"] == points


def test_the_palace_comes_last_and_counts_what_all_other_buildings_bring() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "palace", "city-hall", "guild-hall", "triumphal-arch", "residence", "cathedral")
    table.owns(0, "hero", "bank", "harbor")
    table.owns(1, "palace")
    table.under(0, chapel=1, bank=2, harbor=3)
    score = table.score(0)
    expected = {
        "buildings": 1 + 5 + 2 + 2,
        "chapel": 1,
        "bank": 2,
        "harbor": 3,
        "triumphal-arch": 4,
        "guild-hall": 2,
        "city-hall": 9,
        "residence": 4,
        "cathedral": 4,
    }
    assert score == expected | {"palace": sum(expected.values()) // 4, "total": 39 + 9}


def test_without_a_palace_there_are_no_points_for_points() -> None:
    table = Table()
    table.owns(0, "hero", "chapel")
    table.owns(1, "palace")
    assert table.score(0)["palace"] == 0


# --- residence --------------------------------------------------------------------------------------------------------


def residence(*buildings: str) -> int:
    """What a residence brings together with these; there is no other building."""
    table = Table(new_buildings=True)
    table.no_indigo_plant(0)
    table.owns(0, "residence", *buildings)
    return table.score(0)["residence"]


def test_the_first_residence_example_brings_7_for_two_sets() -> None:
    ones = ("indigo-plant", "indigo-plant")
    twos = ("sugar-mill", "black-market", "well")
    threes = ("tobacco-storage", "tobacco-storage", "aqueduct")
    assert residence(*ones, *twos, *threes, "palace", "guild-hall") == 4 + 3


def test_the_second_residence_example_brings_10_with_an_office_building_for_the_customs_office() -> None:
    ones = ("indigo-plant", "indigo-plant", "archive", "gold-mine", "guard-room", "office-building")
    threes = ("carpenter", "tobacco-storage", "aqueduct")
    assert residence(*ones, *threes, "palace", "city-hall") == 4 + 3 + 2 + 1


def test_with_the_customs_office_that_costs_3_the_second_residence_example_brings_9() -> None:
    ones = ("indigo-plant", "indigo-plant", "archive", "gold-mine", "guard-room")
    threes = ("carpenter", "tobacco-storage", "aqueduct", "customs-office")
    assert residence(*ones, *threes, "palace", "city-hall") == 4 + 3 + 2


@pytest.mark.parametrize(
    ("buildings", "points"),
    [
        ((), 0),
        (("palace", "city-hall"), 4),
        (("smithy", "gold-mine"), 0),
        (("smithy", "gold-mine", "archive"), 4),
        (("smithy", "gold-mine", "archive", "hut", "indigo-plant"), 4),
        (("smithy", "gold-mine", "archive", "hut", "indigo-plant", "guard-room"), 7),
        (("indigo-plant", "indigo-plant", "smithy", "archive"), 4),
        (("indigo-plant", "indigo-plant", "smithy", "archive", "hut", "gold-mine"), 7),
        (("indigo-plant", "indigo-plant", "indigo-plant", "smithy", "archive", "hut"), 4),
        (("indigo-plant", "indigo-plant", "indigo-plant"), 0),
        (("indigo-plant", "indigo-plant", "indigo-plant", "smithy"), 0),
        (("market-hall", "quarry", "victory-column", "library", "hero", "goldsmith"), 7),
        (("coffee-roaster", "prefecture", "harbor"), 4),
    ],
)
def test_the_residence_brings_4_3_2_1_for_sets_of_three_different_buildings_of_equal_cost(
    buildings: tuple[str, ...], points: int
) -> None:
    assert residence(*buildings) == points


def test_five_sets_bring_no_more_than_four() -> None:
    ones = ("smithy", "gold-mine", "archive")
    twos = ("well", "crane", "tavern")
    threes = ("tower", "chapel", "park")
    fours = ("quarry", "market-hall", "harbor")
    assert residence(*ones, *twos, *threes, *fours, "palace", "city-hall") == 10


def test_the_cathedral_costs_7_and_makes_no_set_with_6_cost_buildings() -> None:
    assert residence("palace", "cathedral") == 0


def test_sets_without_a_residence_bring_nothing() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "smithy", "archive")
    assert table.score(0)["residence"] == 0


# --- cathedral --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("others", "points"),
    [
        ((), 0),
        (("palace",), 4),
        (("palace", "guild-hall"), 7),
        (("palace", "guild-hall", "residence"), 9),
        (("palace", "guild-hall", "residence", "city-hall"), 10),
        (("palace", "guild-hall", "residence", "city-hall", "triumphal-arch"), 10),
    ],
)
def test_the_cathedral_brings_4_3_2_1_for_the_6_cost_buildings_of_others(others: tuple[str, ...], points: int) -> None:
    table = Table(new_buildings=True)
    table.owns(0, "cathedral")
    table.owns(2, *others)
    assert table.score(0)["cathedral"] == points


def test_the_example_of_six_6_cost_buildings_brings_10_for_the_cathedral() -> None:
    table = Table(players=3, new_buildings=True)
    table.owns(0, "cathedral")
    table.owns(1, "guild-hall", "city-hall", "residence")
    table.owns(2, "guild-hall", "city-hall", "palace")
    assert table.score(0)["cathedral"] == 10


def test_the_cathedral_adds_up_the_buildings_of_all_others() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "cathedral")
    table.owns(1, "palace")
    table.owns(3, "palace", "hero")
    assert table.score(0)["cathedral"] == 4 + 3


def test_own_6_cost_buildings_do_not_count_for_the_cathedral() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "cathedral", "palace", "city-hall")
    assert table.score(0)["cathedral"] == 0


def test_covered_6_cost_buildings_do_not_count_for_the_cathedral() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "cathedral")
    table.covered(1, "palace")
    assert table.score(0)["cathedral"] == 0


def test_nobody_but_its_owner_scores_for_the_cathedral() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "palace")
    assert all(table.score(seat)["cathedral"] == 0 for seat in range(4))


# --- who wins ---------------------------------------------------------------------------------------------------------


def ending(players: int = 3, new_buildings: bool = False) -> Table:
    """Seat 0 has eleven buildings with eleven points, seat 1 has twelve points."""
    table = Table(players, new_buildings=new_buildings)
    table.owns(0, *["sugar-mill"] * 7, *["indigo-plant"] * 3)
    table.owns(1, "hero", "victory-column", "chapel")
    return table


def winners(table: Table, *hand: str) -> tuple[int, ...]:
    """Seat 0, with these cards besides, builds a smithy for nothing: twelve buildings, twelve points."""
    table.hand(0, "smithy", *hand)
    table.take("builder", by=0)
    table.build("smithy")
    while table.decision == "builder":
        table.play("pass")
    outcome = table.game.outcome
    assert outcome is not None
    assert outcome.points[0] == 12
    return outcome.winners


def test_most_points_win_whatever_the_cards_in_hand() -> None:
    table = ending()
    table.owns(1, "smithy")
    assert winners(table, *coins(5)) == (1,)


@pytest.mark.parametrize(
    ("my_cards", "my_goods", "rivals_cards", "won"),
    [(2, 0, 1, (0,)), (0, 2, 1, (0,)), (1, 1, 1, (0,)), (1, 1, 3, (1,)), (0, 0, 1, (1,))],
)
def test_a_tie_is_broken_by_cards_in_hand_and_goods_on_buildings_together(
    my_cards: int, my_goods: int, rivals_cards: int, won: tuple[int, ...]
) -> None:
    table = ending()
    table.lay(0, *["sugar"] * my_goods)
    table.hand(1, *["coffee-roaster"] * rivals_cards)
    assert winners(table, *coins(my_cards)) == won


def test_the_good_on_a_customs_office_counts_in_a_tie() -> None:
    table = Table(players=2, new_buildings=True)
    table.owns(0, *["sugar-mill"] * 7, *["indigo-plant"] * 3)
    table.owns(1, "customs-office", "hero", "victory-column")
    table.lay(1, "customs")
    assert winners(table) == (1,)


def test_whoever_is_equal_in_everything_shares_the_win() -> None:
    table = ending()
    table.lay(0, "sugar")
    table.hand(1, "palace", "palace")
    assert winners(table, "silver-smelter") == (0, 1)


def test_the_cards_of_whoever_has_fewer_points_do_not_matter_in_a_tie() -> None:
    table = ending()
    table.hand(2, *["coffee-roaster"] * 7)
    assert winners(table, "silver-smelter") == (0,)


def test_points_are_the_same_during_the_game_and_at_its_end() -> None:
    table = ending()
    before = table.game.scores()
    winners(table)
    assert before[1:] == table.game.scores()[1:]
    assert table.score(0)["total"] == before[0]["total"] + 1

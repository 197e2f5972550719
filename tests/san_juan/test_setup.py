"""Preparation: what lies where before the first round, the options, and the set-up variation."""

from __future__ import annotations

from typing import Any

import pytest

from boriken import Game
from boriken.engine import BadOption

from .table import Table

BASE = {
    "indigo-plant": (10, 1, 1),
    "sugar-mill": (8, 2, 1),
    "tobacco-storage": (8, 3, 2),
    "coffee-roaster": (8, 4, 2),
    "silver-smelter": (8, 5, 3),
    "smithy": (3, 1, 1),
    "gold-mine": (3, 1, 1),
    "archive": (3, 1, 1),
    "poor-house": (3, 2, 1),
    "black-market": (3, 2, 1),
    "trading-post": (3, 2, 1),
    "well": (3, 2, 1),
    "market-stand": (3, 2, 1),
    "crane": (3, 2, 1),
    "chapel": (3, 3, 2),
    "tower": (3, 3, 2),
    "aqueduct": (3, 3, 2),
    "carpenter": (3, 3, 2),
    "prefecture": (3, 4, 2),
    "market-hall": (3, 4, 2),
    "quarry": (3, 4, 2),
    "library": (3, 5, 3),
    "statue": (3, 3, 3),
    "victory-column": (3, 4, 4),
    "hero": (3, 5, 5),
    "guild-hall": (2, 6, 0),
    "city-hall": (2, 6, 0),
    "triumphal-arch": (2, 6, 0),
    "palace": (2, 6, 0),
}
"""Copies, cost and points of each card, in edition 2."""

NEW = {
    "guard-room": (3, 1, 1),
    "office-building": (3, 1, 1),
    "hut": (3, 1, 1),
    "tavern": (3, 2, 1),
    "park": (3, 3, 2),
    "customs-office": (3, 3, 2),
    "bank": (3, 3, 2),
    "harbor": (3, 4, 2),
    "goldsmith": (3, 5, 3),
    "residence": (2, 6, 0),
}
MORE_PRODUCTION = {"indigo-plant": 1, "tobacco-storage": 1, "coffee-roaster": 1, "silver-smelter": 1}
PRODUCTION = ("indigo-plant", "sugar-mill", "tobacco-storage", "coffee-roaster", "silver-smelter")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_an_indigo_plant_and_4_cards(players: int) -> None:
    table = Table(players, dealt=True)
    for seat in range(players):
        assert table.city(seat) == {"indigo-plant": 1}
        assert sum(table.holds(seat).values()) == table.size(seat) == 4
        assert table.goods(seat) == {}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_indigo_plants_come_out_of_the_110_cards(players: int) -> None:
    table = Table(players, dealt=True)
    assert table.view["pile"] == 110 - 5 * players
    assert table.view["discards"] == 0
    assert sum(table.deck().values()) == 110


@pytest.mark.parametrize("edition", [1, 2])
def test_the_deck_has_42_production_and_68_city_cards_in_these_numbers(edition: int) -> None:
    deck = Table(dealt=True, edition=edition).deck()
    assert deck == {card: copies for card, (copies, _, _) in BASE.items()}
    assert sum(deck[card] for card in PRODUCTION) == 42
    assert sum(deck.values()) - 42 == 68


def test_the_new_buildings_add_33_cards_4_of_them_production() -> None:
    deck = Table(dealt=True, new_buildings=True).deck()
    assert sum(deck.values()) == 110 + 33
    for card, (copies, _, _) in (BASE | NEW).items():
        assert deck[card] == copies + MORE_PRODUCTION.get(card, 0)
    assert "cathedral" not in deck


def test_with_the_new_buildings_the_cathedral_lies_on_the_table() -> None:
    assert Table(new_buildings=True).view["cathedral"] is True
    assert Table().view["cathedral"] is False


@pytest.mark.parametrize(("card", "cost"), [(card, cost) for card, (_, cost, _) in (BASE | NEW).items()])
def test_each_card_costs_what_is_printed_on_it(card: str, cost: int) -> None:
    table = Table(new_buildings=True)
    money = "sugar-mill" if card != "sugar-mill" else "coffee-roaster"
    table.hand(1, card, *[money] * 7)
    table.take("builder", by=0)
    assert table.build(card) == cost


@pytest.mark.parametrize(("card", "points"), [(card, points) for card, (_, _, points) in (BASE | NEW).items()])
def test_each_card_brings_the_points_printed_on_it(card: str, points: int) -> None:
    table = Table(new_buildings=True)
    table.owns(0, card)
    assert table.score(0)["buildings"] == 1 + points


def test_the_cathedral_has_no_printed_points() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "cathedral")
    assert table.score(0)["total"] == 1


def test_the_cards_are_shuffled() -> None:
    hands = {tuple(Table(seed=seed, dealt=True).holds(0).items()) for seed in range(10)}
    assert len(hands) > 5


def test_the_same_seed_shuffles_in_the_same_way() -> None:
    assert Table(seed=3, dealt=True).game == Table(seed=3, dealt=True).game


def first_tiles(seed: int) -> list[list[int]]:
    """The five tiles, from the top."""
    table = Table(seed=seed)
    tiles = []
    for _ in range(5):
        table.take("trader", by=0)
        tiles.append(table.view["tiles"][-1])
        table.new_round()
    return tiles


def test_there_are_five_different_trading_house_tiles_in_any_order() -> None:
    orders = [first_tiles(seed) for seed in range(8)]
    tiles = [[1, 1, 1, 2, 2], [1, 1, 2, 2, 2], [1, 1, 2, 2, 3], [1, 2, 2, 2, 3], [1, 2, 2, 3, 3]]
    assert all(sorted(order) == tiles for order in orders)
    assert len({str(order) for order in orders}) > 5
    assert len({str(order[0]) for order in orders}) > 1


def test_all_five_roles_lie_ready() -> None:
    table = Table()
    assert table.view["roles"] == dict.fromkeys(["builder", "producer", "trader", "councillor", "prospector"])
    assert table.view["round"] == 1


def test_the_first_governor_takes_the_first_role() -> None:
    table = Table()
    assert table.view["governor"] == 0
    assert table.asked == ("role", 0)


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("governor", [0, 1, 2])
def test_option_governor_seats_the_first_player(governor: int) -> None:
    table = Table(players=3, governor=governor)
    assert table.view["governor"] == governor
    assert table.asked == ("role", governor)


def test_option_governor_random_draws_any_seat() -> None:
    seats = {Table(players=3, seed=seed, governor="random").view["governor"] for seed in range(20)}
    assert seats == {0, 1, 2}


def test_without_options_it_is_edition_2_without_new_buildings_and_variation() -> None:
    game = Game.new("san-juan", players=3)
    assert game.options == {"edition": 2, "new_buildings": False, "variation": False, "governor": 0}


@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(BadOption, match="2 to 4 players"):
        Game.new("san-juan", players=players)


@pytest.mark.parametrize(
    "options",
    [
        {"edition": 0},
        {"edition": 3},
        {"edition": "2"},
        {"edition": True},
        {"new_buildings": 1},
        {"variation": "yes"},
        {"governor": 3},
        {"governor": -1},
        {"governor": "me"},
        {"expansion": True},
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        Game.new("san-juan", players=3, **options)


# --- the set-up variation ---------------------------------------------------------------------------------------------


def test_in_the_variation_5_6_7_8_cards_are_drawn_from_the_starting_player_on() -> None:
    table = Table(dealt=True, variation=True, governor=2)
    assert table.sizes() == [7, 8, 5, 6]
    assert table.asked == ("start", 2)


def test_two_players_of_the_variation_draw_5_and_6() -> None:
    assert Table(players=2, dealt=True, variation=True).sizes() == [5, 6]


def test_in_the_variation_everybody_chooses_4_cards_to_keep_and_discards_the_rest() -> None:
    table = Table(dealt=True, variation=True, governor=1)
    order = []
    while table.decision == "start":
        order.append(table.turn)
        table.play(str(table.game.legal_actions[0]))
    assert table.sizes() == [4, 4, 4, 4]
    assert list(dict.fromkeys(order)) == [1, 2, 3, 0]
    assert table.view["discards"] == 1 + 2 + 3 + 4
    assert table.asked == ("role", 1)


def test_in_the_variation_any_card_of_the_hand_may_be_discarded() -> None:
    table = Table(dealt=True, variation=True)
    assert table.legal == {f"discard:{card}" for card in table.holds(0)}
    hand = table.holds(0)
    last = list(hand)[-1]
    table.play(f"discard:{last}")
    assert table.holds(0) == {card: n - (card == last) for card, n in hand.items() if n > (card == last)}


def test_without_the_variation_nobody_discards_before_the_first_role() -> None:
    table = Table(dealt=True)
    assert table.decision == "role"
    assert table.sizes() == [4, 4, 4, 4]

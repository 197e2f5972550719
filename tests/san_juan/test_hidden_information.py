"""What a seat may know: hands, cards under chapel and bank, goods, piles and unseen tiles are hidden."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from boriken import Game
from boriken.engine import GAME_STREAM, seed_chance
from boriken.san_juan.components import BIT, TILES, Card

from .table import Table, coins

ALL = range(3)
"""The seats of a game for three."""


def test_a_hand_is_known_to_its_owner_alone_and_its_size_to_all() -> None:
    table = Table(players=3)
    table.hand(1, "hero", "palace")
    assert table.game.view(1)["players"][1]["hand"] == {"hero": 1, "palace": 1}
    for seat in (0, 2, None):
        assert table.game.view(seat)["players"][1]["hand"] is None
        assert table.game.view(seat)["players"][1]["hand_size"] == 2


def test_the_cards_under_chapel_and_bank_and_their_numbers_are_known_to_their_owner_alone() -> None:
    table = Table(players=3, new_buildings=True)
    table.owns(1, "chapel", "bank")
    table.under(1, chapel=2, bank=4)
    seen = [(view["chapel"], view["bank"]) for view in (table.game.view(seat)["players"][1] for seat in ALL)]
    assert seen == [(None, None), (2, 4), (None, None)]
    assert table.game.view(0)["players"][1]["tucked"] is None
    assert sum(table.player(1)["tucked"].values()) == 6


def test_how_many_cards_lie_under_a_harbor_is_open_and_which_is_known_to_nobody() -> None:
    table = Table(players=3, new_buildings=True)
    table.owns(1, "harbor")
    table.under(1, harbor=3)
    assert [table.game.view(seat)["players"][1]["harbor"] for seat in ALL] == [3, 3, 3]
    assert table.player(1)["tucked"] == {}


def test_goods_are_seen_on_their_buildings_but_not_which_cards_they_are() -> None:
    table = Table(players=3)
    table.lay(1, "indigo")
    before = [table.game.view(seat) for seat in (*ALL, None)]
    assert before[0]["players"][1]["goods"]["indigo"] == 1
    s = table.game.state
    s.goods_cards[:], s.pile[:] = 0, s.pile + s.goods_cards
    s.goods_cards[Card.PALACE], s.pile[Card.PALACE] = 1, s.pile[Card.PALACE] - 1
    assert [table.game.view(seat) for seat in (*ALL, None)] == before


def test_of_draw_pile_and_discards_the_numbers_alone_are_open() -> None:
    table = Table(players=3)
    table.pile("hero", "palace")
    view = table.game.view(0)
    assert (view["pile"], view["discards"]) == (2, 110 - 3 - 2)


def test_what_a_councillor_draws_he_alone_sees() -> None:
    table = Table(players=3)
    table.take("councillor", by=0)
    assert sum(table.game.view(0)["shown"].values()) == 5
    assert [table.game.view(seat)["shown"] for seat in (1, 2, None)] == [None, None, None]


def test_what_a_gold_mine_turns_up_all_see() -> None:
    table = POSITIONS["gold-mine-card"]()
    views = [table.game.view(seat)["shown"] for seat in (*ALL, None)]
    assert views == [{"smithy": 1, "well": 1, "tower": 1, "hero": 1}] * 4


def test_what_a_goldsmith_shows_all_see() -> None:
    table = POSITIONS["goldsmith"]()
    assert [table.game.view(seat)["shown"] for seat in (*ALL, None)] == [{"hero": 1}] * 4


def test_buildings_covered_buildings_and_used_banks_are_open() -> None:
    table = Table(players=3, new_buildings=True)
    table.owns(1, "bank")
    table.covered(1, "tower")
    table.under(1, bank=1)
    seen = table.game.view(0)["players"][1]
    assert seen["city"] == {"indigo-plant": 1, "bank": 1}
    assert seen["covered"] == {"tower": 1}
    assert seen["bank_used"] is True


def test_tiles_are_known_once_they_have_been_turned_and_the_last_can_be_worked_out() -> None:
    table = Table(players=3)
    known = []
    for _ in range(5):
        known.append(sum(tile is not None for tile in table.game.view(0)["tiles"]))
        table.take("trader", by=0)
        table.new_round()
    assert known == [0, 1, 2, 3, 5]


def test_when_the_game_is_over_all_cards_are_open() -> None:
    table = Table(players=3)
    table.owns(1, "chapel")
    table.under(1, chapel=2)
    table.hand(1, "hero")
    table.fill_city(0, 11)
    table.hand(0, "smithy")
    table.take("builder", by=0)
    table.build("smithy")
    seen = table.game.view(0)["players"][1]
    assert seen["hand"] == {"hero": 1}
    assert seen["chapel"] == 2


# --- nothing hidden reaches a view or an imagined game ----------------------------------------------------------------


def _table(**options: Any) -> Table:
    """Three players in the middle of a game; much is hidden."""
    table = Table(players=3, **{"new_buildings": True, **options})
    new = bool(table.game.options["new_buildings"])
    for seat in ALL:
        table.owns(seat, "chapel", "sugar-mill")
        table.under(seat, chapel=seat + 1)
        table.lay(seat, "sugar")
        if new:
            table.owns(seat, "harbor", "bank")
            table.under(seat, bank=1, harbor=seat)
    table.take("trader", by=0)
    table.play("pass", "pass", "pass")
    table.hand(0, "tobacco-storage", "tobacco-storage", "statue", "market-hall")
    table.hand(1, "smithy", "well", "market-stand", "aqueduct", "hero", "palace")
    table.hand(2, "coffee-roaster", "coffee-roaster", "coffee-roaster", "quarry")
    table.discard("tobacco-storage", "indigo-plant", "crane")
    return table


def _start() -> Table:
    table = Table(players=3, dealt=True, variation=True)
    while table.turn == 0:
        table.play(str(table.game.legal_actions[0]))
    table.hand(1, "silver-smelter", "smithy", "well", "tower", "statue", "hero")
    table.play("discard:well")
    return table


def _bank() -> Table:
    table = Table(players=3, new_buildings=True)
    for seat in ALL:
        table.owns(seat, "chapel", "bank")
        table.under(seat, chapel=seat + 1)
    table.hand(1, "smithy", "well", "tower", "hero")
    table.hand(2, "crane", "crane")
    table.new_round(governor=1)
    table.play("pass", "bank:well")
    return table


def _new_round(*owned: str, hand: tuple[str, ...] = (), play: tuple[str, ...] = ()) -> Callable[[], Table]:
    def position() -> Table:
        table = _table()
        for seat in (0, 2):
            table.hand(seat)
        table.owns(1, *owned)
        if hand:
            table.hand(1, *hand)
        table.new_round(governor=1)
        table.play(*play)
        return table

    return position


def _phase(
    role: str, *owned: str, by: int = 1, hand: tuple[str, ...] = (), play: tuple[str, ...] = (), **options: Any
) -> Callable[[], Table]:
    def position() -> Table:
        table = _table(**options)
        table.new_round()
        while table.decision != "role":
            table.play("pass")
        table.owns(1, *owned)
        if hand:
            table.hand(1, *hand)
        table.take(role, by=by)
        table.play(*play)
        return table

    return position


def _shown(decision: str) -> Callable[[], Table]:
    def position() -> Table:
        table = _table(edition=1, new_buildings=False) if decision == "gold-mine-card" else _table()
        if decision == "goldsmith":
            table.owns(1, "goldsmith")
            table.pile("hero", "hero")
        else:
            table.owns(1, "gold-mine")
        table.take("prospector", by=1)
        if decision == "gold-mine-card":
            table.hand(1, "palace")
            table.pile("smithy", "well", "tower", "hero")
            table.play("gold-mine")
        return table

    return position


ROUND_HAND = ("smithy", "well", "tower", "hero", "palace", "city-hall")
LARGE_HAND = (*ROUND_HAND, *coins(4))
POSITIONS: dict[str, Callable[[], Table]] = {
    "start": _start,
    "office": _new_round("office-building", play=("discard:well",)),
    "chapel": _new_round(),
    "bank": _bank,
    "limit": _new_round(hand=LARGE_HAND, play=("pass", "discard:well")),
    "tower": _new_round("tower", hand=LARGE_HAND, play=("pass",)),
    "role": _phase("prospector", by=0),
    "builder": _phase("builder"),
    "crane": _phase("builder", "crane", play=("build:hero",)),
    "goods": _phase("builder", "black-market", play=("build:hero",)),
    "pay": _phase("builder", play=("build:aqueduct", "pay:well")),
    "carpenter": _phase("builder", "carpenter", play=("build:smithy",)),
    "poor-house": _phase("builder", "poor-house", hand=("smithy", "hero"), play=("build:smithy",)),
    "producer": _phase("producer", "tobacco-storage", "coffee-roaster", play=("produce:indigo",)),
    "trader": _phase("trader"),
    "councillor": _phase("councillor"),
    "archive": _phase("councillor", "archive"),
    "goldsmith": _shown("goldsmith"),
    "gold-mine": _shown("gold-mine"),
    "gold-mine-card": _shown("gold-mine-card"),
}
"""Seat 1 is to move: for each decision, a position."""


CARD_BY_CARD = ("start", "office", "bank", "limit", "pay", "archive", "councillor")
"""Decisions in which how far a seat has come in the order of kinds tells about its cards."""


def with_other_secrets(game: Game, seat: int) -> Game:
    """The same game as far as this seat can see, with all that is hidden from it dealt otherwise."""
    chance = random.Random(5)
    other = game.copy()
    s = other.state
    seed_chance(s.chance, 987654321, GAME_STREAM)
    unseen = s.tiles[s.tiles_seen : TILES].tolist()
    s.tiles[s.tiles_seen : TILES] = unseen[::-1]
    rivals = [p for p in range(game.players) if p != seat]
    chapels = [int(s.chapel[p]) for p in rivals]
    tucked = sum(chapels) + sum(int(s.bank[p]) for p in rivals)
    for p, under in zip(rivals, chapels[::-1], strict=True):
        s.chapel[p] = under
    sizes = [int(s.chapel[p] + s.bank[p]) for p in rivals]
    assert sum(sizes) == tucked
    heaps = [s.pile, s.discards, s.goods_cards, s.harbor_cards, *(s.hand[p] for p in rivals)]
    if s.turn != seat and game.view(None)["decision"] == "councillor":
        heaps.append(s.shown)
    cards_in = [int(heap.sum()) for heap in heaps] + sizes
    heaps += [s.tucked[p] for p in rivals]
    cards = [card for heap in heaps for card in Card for _ in range(heap[card])]
    chance.shuffle(cards)
    for heap, n in zip(heaps, cards_in, strict=True):
        heap[:] = 0
        for _ in range(n):
            heap[cards.pop()] += 1
    assert not cards
    for p in rivals:
        s.held[p] = sum(int(BIT[card]) for card in Card if s.hand[p, card])
    if s.turn != seat and game.view(None)["decision"] in CARD_BY_CARD:
        s.first = 0 if s.first else 1
    other.refresh()
    return other


@pytest.mark.parametrize("decision", POSITIONS)
def test_the_positions_are_what_they_are_called(decision: str) -> None:
    assert POSITIONS[decision]().asked == (decision, 1)


@pytest.mark.parametrize("decision", POSITIONS)
@pytest.mark.parametrize("seat", ALL)
def test_what_is_hidden_changes_nothing_in_a_seats_view(decision: str, seat: int) -> None:
    game = POSITIONS[decision]().game
    other = with_other_secrets(game, seat)
    assert other != game
    assert other.view(seat) == game.view(seat)
    assert json.dumps(other.view(seat)) == json.dumps(game.view(seat))


@pytest.mark.parametrize("decision", POSITIONS)
@pytest.mark.parametrize("seat", ALL)
def test_an_imagined_game_depends_on_the_seats_view_and_the_seed_alone(decision: str, seat: int) -> None:
    game = POSITIONS[decision]().game
    other = with_other_secrets(game, seat)
    for seed in (5, 6):
        assert other.determinize(seat, seed).states.tobytes() == game.determinize(seat, seed).states.tobytes()


@pytest.mark.parametrize("decision", POSITIONS)
@pytest.mark.parametrize("seat", ALL)
def test_the_actions_of_an_imagined_game_tell_nothing_about_a_hidden_hand(decision: str, seat: int) -> None:
    game = POSITIONS[decision]().game
    other = with_other_secrets(game, seat)
    assert other.determinize(seat, 5).legal_actions == game.determinize(seat, 5).legal_actions


@pytest.mark.parametrize("decision", POSITIONS)
@pytest.mark.parametrize("seat", ALL)
def test_an_imagined_game_looks_to_the_seat_as_the_real_one(decision: str, seat: int) -> None:
    game = POSITIONS[decision]().game
    imagined = game.determinize(seat, 5)
    assert imagined.view(seat) == game.view(seat)
    if game.turn == seat:
        assert imagined.legal_actions == game.legal_actions


@pytest.mark.parametrize("decision", POSITIONS)
def test_in_an_imagined_game_the_deck_stays_whole(decision: str) -> None:
    table = POSITIONS[decision]()
    deck = table.deck()
    for seat in ALL:
        imagined = POSITIONS[decision]()
        imagined.game = table.game.determinize(seat, 5)
        assert imagined.deck() == deck


def test_an_imagined_game_keeps_what_the_seat_knows_and_redraws_the_rest() -> None:
    table = POSITIONS["role"]()
    imagined = [table.game.determinize(0, seed) for seed in range(10)]
    for game in imagined:
        assert game.view(0)["players"][0] == table.player(0)
    for hidden in ("hand", "tucked", "chapel"):
        assert len({json.dumps(game.view(1)["players"][1][hidden]) for game in imagined}) > 2


def drawn(game: Game, seat: int, *actions: str) -> str:
    """What the seat holds after these actions."""
    for action in actions:
        game.play(action)
    return json.dumps(game.view(seat)["players"][seat]["hand"])


def test_an_imagined_game_draws_other_cards() -> None:
    game = Table(players=3).game
    hands = {drawn(game.determinize(0, seed), 0, "role:prospector") for seed in range(10)}
    assert len(hands) > 5


def test_an_imagined_game_turns_other_tiles_but_those_that_were_seen() -> None:
    table = POSITIONS["role"]()
    imagined = [table.game.determinize(0, seed).state.tiles.tolist() for seed in range(10)]
    assert {tiles[0] for tiles in imagined} == {table.game.state.tiles[0]}
    assert len({tuple(tiles) for tiles in imagined}) > 5


def test_a_bank_that_was_used_is_never_imagined_empty() -> None:
    table = Table(players=3, new_buildings=True)
    table.owns(1, "chapel", "bank")
    table.under(1, chapel=1, bank=1)
    imagined = [table.game.determinize(0, seed).scores()[1] for seed in range(20)]
    assert all(score["chapel"] + score["bank"] == 2 for score in imagined)
    assert min(score["bank"] for score in imagined) == 1


def test_nothing_is_imagined_under_a_chapel_of_whoever_never_had_one() -> None:
    table = Table(players=3)
    table.owns(1, "chapel")
    table.under(1, chapel=5)
    imagined = [table.game.determinize(0, seed).scores() for seed in range(5)]
    assert all((scores[1]["chapel"], scores[2]["chapel"]) == (5, 0) for scores in imagined)


def test_cards_may_be_imagined_under_a_chapel_that_was_covered() -> None:
    table = Table(players=3)
    table.covered(1, "chapel")
    table.covered(2, "chapel")
    table.under(1, chapel=6)
    imagined = {table.game.determinize(0, seed).scores()[1]["chapel"] for seed in range(10)}
    assert len(imagined) > 2


def test_imagining_leaves_the_game_as_it_is() -> None:
    table = POSITIONS["pay"]()
    before = table.game.copy()
    table.game.determinize(1, 5).play("pay:hero")
    assert table.game == before
    assert table.game.actions == before.actions
    assert table.legal == {str(action) for action in before.legal_actions}


def test_an_imagined_game_does_not_carry_the_seed_of_the_real_one() -> None:
    assert Table(seed=1).game.determinize(0, seed=5).seed != 1


@pytest.mark.parametrize("decision", POSITIONS)
@pytest.mark.parametrize("seat", ALL)
def test_an_imagined_game_can_be_played_to_its_end(decision: str, seat: int) -> None:
    game = POSITIONS[decision]().game.determinize(seat, 5)
    chance = random.Random(1)
    while not game.over:
        game.play(chance.choice(game.legal_actions))
    assert game.reasons

"""San Juan, written as plainly as possible: edition 1, edition 2, and edition 2 with The New Buildings; 2 to 4 players.

The flow of the game is one generator, `SanJuan._game`, that yields a `Question` whenever a seat has to decide and is
sent the text of the chosen action. Heaps of cards are lists of kinds; nothing is kept twice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

ROLES = ["builder", "producer", "trader", "councillor", "prospector"]
GOODS = ["indigo", "sugar", "tobacco", "coffee", "silver", "customs"]
TILES = [[1, 1, 1, 2, 2], [1, 1, 2, 2, 2], [1, 1, 2, 2, 3], [1, 2, 2, 2, 3], [1, 2, 2, 3, 3]]

# kind: (copies in the base deck, copies added by The New Buildings, cost, printed victory points)
# The order of this table is the order of kinds.
CARDS: dict[str, tuple[int, int, int, int]] = {
    "indigo-plant": (10, 1, 1, 1),
    "sugar-mill": (8, 0, 2, 1),
    "tobacco-storage": (8, 1, 3, 2),
    "coffee-roaster": (8, 1, 4, 2),
    "silver-smelter": (8, 1, 5, 3),
    "smithy": (3, 0, 1, 1),
    "gold-mine": (3, 0, 1, 1),
    "archive": (3, 0, 1, 1),
    "poor-house": (3, 0, 2, 1),
    "black-market": (3, 0, 2, 1),
    "trading-post": (3, 0, 2, 1),
    "well": (3, 0, 2, 1),
    "market-stand": (3, 0, 2, 1),
    "crane": (3, 0, 2, 1),
    "chapel": (3, 0, 3, 2),
    "tower": (3, 0, 3, 2),
    "aqueduct": (3, 0, 3, 2),
    "carpenter": (3, 0, 3, 2),
    "prefecture": (3, 0, 4, 2),  # costs 3 in edition 1, see SanJuan.cost
    "market-hall": (3, 0, 4, 2),
    "quarry": (3, 0, 4, 2),
    "library": (3, 0, 5, 3),
    "statue": (3, 0, 3, 3),
    "victory-column": (3, 0, 4, 4),
    "hero": (3, 0, 5, 5),
    "guild-hall": (2, 0, 6, 0),
    "city-hall": (2, 0, 6, 0),
    "triumphal-arch": (2, 0, 6, 0),
    "palace": (2, 0, 6, 0),
    "guard-room": (0, 3, 1, 1),
    "office-building": (0, 3, 1, 1),
    "hut": (0, 3, 1, 1),
    "tavern": (0, 3, 2, 1),
    "park": (0, 3, 3, 2),
    "customs-office": (0, 3, 3, 2),
    "bank": (0, 3, 3, 2),
    "harbor": (0, 3, 4, 2),
    "goldsmith": (0, 3, 5, 3),
    "residence": (0, 2, 6, 0),
    "cathedral": (0, 0, 7, 0),  # the single copy lies on the table, never in the deck
}
KINDS = list(CARDS)
PRODUCTION = KINDS[:5]
MONUMENTS = ["statue", "victory-column", "hero"]
# The building on which each good lies.
HOME = dict(zip(GOODS, [*PRODUCTION, "customs-office"], strict=True))

PASS = "pass"
CALL_OFF = "call-off"
WITH_GOOD = "+good"


def is_city_building(kind: str) -> bool:
    return kind not in PRODUCTION


def in_order(cards: list[str]) -> list[str]:
    """The different kinds among the cards, in the order of kinds."""
    return [kind for kind in KINDS if kind in cards]


def counts(cards: list[str]) -> dict[str, int]:
    return {kind: cards.count(kind) for kind in in_order(cards)}


def next_kinds(cards: list[str], last: str | None, required: int) -> list[str]:
    """Kinds that may be chosen next when cards are chosen one by one in the order of kinds.

    A kind must not come before the last one chosen, and it must leave enough cards from there on (itself included) for
    the number still required.
    """
    result = []
    for kind in in_order(cards):
        if last is not None and KINDS.index(kind) < KINDS.index(last):
            continue
        from_there_on = [card for card in cards if KINDS.index(card) >= KINDS.index(kind)]
        if len(from_there_on) >= required:
            result.append(kind)
    return result


def not_before(good: str, last: str | None) -> bool:
    """Goods, too, are chosen one by one in their order."""
    return last is None or GOODS.index(good) >= GOODS.index(last)


@dataclass
class Question:
    seat: int
    decision: str
    options: list[str]


Flow = Generator[Question, str, None]  # part of the game without a result
Answer = Generator[Question, str, str]  # part of the game that comes back with the text chosen


@dataclass
class Player:
    hand: list[str] = field(default_factory=list)
    city: list[str] = field(default_factory=list)  # top cards only: nothing else counts as a building
    covered: list[str] = field(default_factory=list)
    tucked: list[str] = field(default_factory=list)  # under chapel and bank
    under_harbor: list[str] = field(default_factory=list)
    # How many cards lie under all chapels and banks of the seat; they stay and score when the building is covered.
    chapel: int = 0
    bank: int = 0
    goods: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    bank_used: bool = False
    library_used: bool = False

    def owns(self, kind: str) -> bool:
        return kind in self.city

    def goods_on_buildings(self) -> int:
        return sum(self.goods.values())

    def empty_buildings(self, good: str) -> int:
        """Buildings of the good's kind on which no good lies."""
        return self.city.count(HOME[good]) - self.goods[good]


class SanJuan:
    def __init__(
        self,
        players: int,
        below: Callable[[int], int],
        *,
        edition: int = 2,
        new_buildings: bool = False,
        variation: bool = False,
        governor: int | None = 0,
    ) -> None:
        if players not in (2, 3, 4):
            raise ValueError("2 to 4 players")
        if edition not in (1, 2):
            raise ValueError("edition 1 or 2")
        if new_buildings and edition != 2:
            raise ValueError("The New Buildings belong to edition 2")
        if governor is not None and governor not in range(players):
            raise ValueError("no such seat")
        self.below = below
        self.edition = edition
        self.new_buildings = new_buildings
        self.variation = variation

        self.players = [Player() for _ in range(players)]
        self.round = 1
        self.governor = below(players) if governor is None else governor
        self.roles: dict[str, int | None] = dict.fromkeys(ROLES)
        self.discards: list[str] = []
        self.goods_cards: list[str] = []  # the cards lying as goods, of all seats together
        self.cathedral = new_buildings

        # What is going on now.
        self.chooser: int | None = None
        self.role: str | None = None
        self.doubled = False  # the chooser's library doubles his privilege
        self.tile: list[int] | None = None
        self.shown: list[str] = []
        self.building: str | None = None
        self.covering: str | None = None
        self.to_pay = 0
        self.cards_paid = 0
        self.goods_paid = 0
        self.built_now: dict[int, str] = {}  # what each seat has built in this builder phase

        self.over = False
        self.reason: str | None = None
        self.played: list[str] = []
        self.question: Question | None = None

        self.tiles = self._shuffle_tiles()
        self.pile = self._deck()
        self._deal()

        self.flow = self._game()
        self._go_on(None)
        self._play_forced()

    # ------------------------------------------------------------------ interface

    @property
    def turn(self) -> int | None:
        return None if self.question is None else self.question.seat

    def legal(self) -> list[str]:
        return [] if self.question is None else list(self.question.options)

    def play(self, text: str) -> list[str]:
        if text not in self.legal():
            raise ValueError(f"not legal: {text}")
        before = len(self.played)
        self._play_one(text)
        self._play_forced()
        return self.played[before:]

    def _play_one(self, text: str) -> None:
        self.played.append(text)
        self._go_on(text)

    def _play_forced(self) -> None:
        while self.question is not None and len(self.question.options) == 1:
            self._play_one(self.question.options[0])

    def _go_on(self, text: str | None) -> None:
        try:
            self.question = next(self.flow) if text is None else self.flow.send(text)
        except StopIteration:
            self.question = None

    def reasons(self) -> list[str]:
        return [] if self.reason is None else [self.reason]

    def dump(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "governor": self.governor,
            "decision": "over" if self.question is None else self.question.decision,
            "turn": self.turn,
            "chooser": self.chooser,
            "role": self.role,
            "roles": dict(self.roles),
            "tile": None if self.tile is None else list(self.tile),
            "tiles": [list(tile) for tile in self.tiles],
            "pile": counts(self.pile),
            "discards": counts(self.discards),
            "goods_cards": counts(self.goods_cards),
            "harbor_cards": counts([card for player in self.players for card in player.under_harbor]),
            "cathedral": self.cathedral,
            "shown": counts(self.shown),
            "building": self.building,
            "covering": self.covering,
            "to_pay": self.to_pay,
            "players": [
                {
                    "hand": counts(player.hand),
                    "city": counts(player.city),
                    "covered": counts(player.covered),
                    "goods": dict(player.goods),
                    "chapel": player.chapel,
                    "bank": player.bank,
                    "harbor": len(player.under_harbor),
                    "tucked": counts(player.tucked),
                    "bank_used": player.bank_used,
                    "library_used": player.library_used,
                }
                for player in self.players
            ],
        }

    # ------------------------------------------------------------------ set-up

    def _shuffle_tiles(self) -> list[list[int]]:
        left = [list(tile) for tile in TILES]
        stack = []
        while left:
            stack.append(left.pop(self.below(len(left))))
        return stack

    def _deck(self) -> list[str]:
        deck = []
        for kind, (base, added, _, _) in CARDS.items():
            copies = base + (added if self.new_buildings else 0)
            deck += [kind] * copies
        return deck

    def _deal(self) -> None:
        # The first buildings are sorted out before the deck is shuffled.
        for player in self.players:
            self.pile.remove("indigo-plant")
            player.city.append("indigo-plant")
        for place, seat in enumerate(self._clockwise(self.governor)):
            number = 5 + place if self.variation else 4
            self._draw_into_hand(seat, number)

    # ------------------------------------------------------------------ small things

    def _clockwise(self, first: int) -> list[int]:
        number = len(self.players)
        return [(first + step) % number for step in range(number)]

    def cost(self, kind: str) -> int:
        if kind == "prefecture" and self.edition == 1:
            return 3
        return CARDS[kind][2]

    def _ask(self, seat: int, decision: str, options: list[str]) -> Answer:
        # Who could do nothing but pass is not asked, and nothing is recorded.
        if options in ([], [PASS]):
            return PASS
        answer = yield Question(seat, decision, options)
        return answer

    def _take_from_heap(self, heap: list[str]) -> str:
        """An unordered heap is counted kind by kind in the order of kinds."""
        heap.sort(key=KINDS.index)
        return heap.pop(self.below(len(heap)))

    def _can_draw(self) -> bool:
        return len(self.pile) + len(self.discards) > 0

    def _draw(self) -> str | None:
        # The discards become the new pile only when the next card is needed.
        if not self.pile:
            self.pile = self.discards
            self.discards = []
        if not self.pile:
            return None
        return self._take_from_heap(self.pile)

    def _draw_cards(self, number: int) -> list[str]:
        """As many as asked for, or as many as there are."""
        cards = []
        for _ in range(number):
            card = self._draw()
            if card is not None:
                cards.append(card)
        return cards

    def _draw_into_hand(self, seat: int, number: int) -> None:
        self.players[seat].hand += self._draw_cards(number)

    def _discard_from_hand(self, seat: int, kind: str) -> None:
        self.players[seat].hand.remove(kind)
        self.discards.append(kind)

    def _lay_good(self, seat: int, good: str) -> None:
        """A card from the pile, unseen, becomes a good. Nothing happens when there is no card."""
        card = self._draw()
        if card is not None:
            self.goods_cards.append(card)
            self.players[seat].goods[good] += 1

    def _lift_good(self, seat: int, good: str) -> str:
        """A good leaves its building: only now does it matter which card it was."""
        self.players[seat].goods[good] -= 1
        return self._take_from_heap(self.goods_cards)

    # ------------------------------------------------------------------ the game

    def _game(self) -> Flow:
        if self.variation:
            yield from self._keep_four_cards()
        while True:
            if self._dead():
                self._end("no-cards")
                return
            # With two players the governor has a second turn after the other one.
            turns = self._clockwise(self.governor)
            if len(self.players) == 2:
                turns.append(self.governor)
            for number, seat in enumerate(turns):
                yield from self._choose_role(seat, first_turn=number == 0)
                if self.reason is not None:
                    return
            yield from self._new_round()

    def _end(self, reason: str) -> None:
        self.over = True
        self.reason = reason
        self.chooser = None
        self.role = None

    def _keep_four_cards(self) -> Flow:
        for seat in self._clockwise(self.governor):
            yield from self._discard_down_to(seat, 4, "start")

    def _discard_down_to(self, seat: int, limit: int, decision: str) -> Flow:
        hand = self.players[seat].hand
        last = None
        while len(hand) > limit:
            kinds = next_kinds(hand, last, len(hand) - limit)
            answer = yield from self._ask(seat, decision, ["discard:" + kind for kind in kinds])
            last = answer.removeprefix("discard:")
            self._discard_from_hand(seat, last)

    def _dead(self) -> bool:
        """No card can ever be drawn again, and nobody could build with what he has."""
        if self._can_draw() or self.goods_cards:
            return False
        for seat, player in enumerate(self.players):
            # The owner of a tower may leave it unused at the start of a later round, and discard.
            if len(player.hand) > self._limit_without_tower(seat):
                return False
            if self._buildable(seat, builder=True, doubled=player.owns("library")):
                return False
        return True

    # ------------------------------------------------------------------ a new round

    def _new_round(self) -> Flow:
        self.round += 1
        self.roles = dict.fromkeys(ROLES)
        self.governor = (self.governor + 1) % len(self.players)
        for player in self.players:
            player.library_used = False
        for seat in self._clockwise(self.governor):
            yield from self._office_building(seat)
        for seat in self._clockwise(self.governor):
            yield from self._chapel(seat)
            yield from self._bank(seat)
        for seat in self._clockwise(self.governor):
            yield from self._hand_limit(seat)

    def _office_building(self, seat: int) -> Flow:
        player = self.players[seat]
        if not player.owns("office-building"):
            return
        discarded = 0
        last = None
        while discarded < 2:
            options = ["discard:" + kind for kind in next_kinds(player.hand, last, 1)] + [PASS]
            answer = yield from self._ask(seat, "office", options)
            if answer == PASS:
                break
            last = answer.removeprefix("discard:")
            self._discard_from_hand(seat, last)
            discarded += 1
        self._draw_into_hand(seat, discarded)

    def _chapel(self, seat: int) -> Flow:
        player = self.players[seat]
        if not player.owns("chapel"):
            return
        options = ["chapel:" + kind for kind in in_order(player.hand)] + [PASS]
        answer = yield from self._ask(seat, "chapel", options)
        if answer != PASS:
            card = answer.removeprefix("chapel:")
            player.hand.remove(card)
            player.tucked.append(card)
            player.chapel += 1

    def _bank(self, seat: int) -> Flow:
        # Once in the game for the seat, even if the bank is covered and built again.
        player = self.players[seat]
        if not player.owns("bank") or player.bank_used:
            return
        last = None
        while True:
            options = ["bank:" + kind for kind in next_kinds(player.hand, last, 1)] + [PASS]
            answer = yield from self._ask(seat, "bank", options)
            if answer == PASS:
                return
            last = answer.removeprefix("bank:")
            player.hand.remove(last)
            player.tucked.append(last)
            player.bank += 1
            player.bank_used = True

    def _limit_without_tower(self, seat: int) -> int:
        somebody_has_guard_room = any(player.owns("guard-room") for player in self.players)
        if somebody_has_guard_room and not self.players[seat].owns("guard-room"):
            return 6
        return 7

    def _hand_limit(self, seat: int) -> Flow:
        player = self.players[seat]
        limit = self._limit_without_tower(seat)
        if player.owns("tower") and len(player.hand) > limit:
            answer = yield from self._ask(seat, "tower", ["tower", PASS])
            if answer == "tower":
                limit = 12
        yield from self._discard_down_to(seat, limit, "limit")

    # ------------------------------------------------------------------ roles

    def _choose_role(self, seat: int, *, first_turn: bool) -> Flow:
        options = ["role:" + role for role in ROLES if self.roles[role] is None]
        answer = yield from self._ask(seat, "role", options)
        role = answer.removeprefix("role:")
        self.roles[role] = seat
        self.chooser = seat
        self.role = role
        if role == "trader":
            # The tile stays at the top of the stack until the end of the phase.
            self.tile = self.tiles[0]
        yield from self._library(seat, first_turn=first_turn)
        if role == "builder":
            yield from self._builder_phase(seat)
        elif role == "producer":
            yield from self._producer_phase(seat)
        elif role == "trader":
            yield from self._trader_phase(seat)
        elif role == "councillor":
            yield from self._councillor_phase(seat)
        else:
            yield from self._prospector_phase(seat)
        self.chooser = None
        self.role = None
        self.doubled = False

    def _library(self, seat: int, *, first_turn: bool) -> Flow:
        """Sets whether the privilege is doubled."""
        player = self.players[seat]
        self.doubled = False
        if not player.owns("library"):
            return
        if len(self.players) > 2:
            self.doubled = True
            return
        # Two players: once a round. Only the governor, who has two turns, could want to save it.
        if player.library_used:
            return
        if first_turn:
            answer = yield from self._ask(seat, "library", ["library", PASS])
            if answer == PASS:
                return
        self.doubled = True
        player.library_used = True

    # ------------------------------------------------------------------ builder

    def _builder_phase(self, builder: int) -> Flow:
        self.built_now = {}
        for seat in self._clockwise(builder):
            yield from self._build(seat)
        for seat in self._clockwise(builder):
            self._tavern(seat)
        if any(len(player.city) >= 12 for player in self.players):
            self._end("twelve-buildings")

    def _tavern(self, seat: int) -> None:
        # A tavern built in this very phase does not work yet.
        if not self.players[seat].owns("tavern") or self.built_now.get(seat) == "tavern":
            return
        own = len(self.players[seat].city)
        numbers = [len(player.city) for player in self.players]
        if min(numbers) == own and max(numbers) > own:
            self._draw_into_hand(seat, 1)

    @staticmethod
    def _covered_kind(cover: str | None) -> str | None:
        return None if cover is None else cover.removesuffix(WITH_GOOD)

    def _works(self, seat: int, kind: str, cover: str | None) -> bool:
        """The building stands and is not the one about to be covered, which helps no more."""
        return self.players[seat].owns(kind) and self._covered_kind(cover) != kind

    def _price(self, seat: int, card: str, cover: str | None, *, builder: bool, doubled: bool) -> int:
        price = self.cost(card)
        if builder:
            price -= 1
            if doubled and self._works(seat, "library", cover):
                price -= 1
        helper = "quarry" if is_city_building(card) else "smithy"
        if self._works(seat, helper, cover):
            price -= 1
        covered = self._covered_kind(cover)
        if covered == "park":
            price -= 6
        elif covered is not None:
            price -= self.cost(covered)
        return max(0, price)

    def _goods_to_pay_with(self, seat: int, cover: str | None) -> dict[str, int]:
        """The goods a black market may take: not the one on the building about to be covered."""
        if not self._works(seat, "black-market", cover):
            return dict.fromkeys(GOODS, 0)
        goods = dict(self.players[seat].goods)
        lost = self._good_lost(seat, cover)
        if lost is not None:
            goods[lost] -= 1
        return goods

    def _good_lost(self, seat: int, cover: str | None) -> str | None:
        """The good that lies on the building about to be covered."""
        if cover == "customs-office":
            return "customs" if self.players[seat].goods["customs"] > 0 else None
        if cover is not None and cover.endswith(WITH_GOOD):
            kind = cover.removesuffix(WITH_GOOD)
            return GOODS[PRODUCTION.index(kind)]
        return None

    def _can_pay(self, seat: int, card: str, cover: str | None, cards: int, *, builder: bool, doubled: bool) -> bool:
        goods = sum(self._goods_to_pay_with(seat, cover).values())
        price = self._price(seat, card, cover, builder=builder, doubled=doubled)
        return price <= cards + min(2, goods)

    def _covers(self, seat: int, card: str) -> list[str | None]:
        """What may be covered by the card, whether it can be paid for or not; None is to cover nothing."""
        player = self.players[seat]
        covers: list[str | None] = [None]
        if not player.owns("crane"):
            return covers
        for kind in in_order(player.city):
            if kind in ("crane", card):
                continue
            if kind not in PRODUCTION:
                covers.append(kind)
                continue
            good = GOODS[PRODUCTION.index(kind)]
            if player.empty_buildings(good) > 0:
                covers.append(kind)
            if player.goods[good] > 0:
                covers.append(kind + WITH_GOOD)
        return covers

    def _buildable(self, seat: int, *, builder: bool, doubled: bool) -> list[str]:
        player = self.players[seat]
        cards = in_order(player.hand)
        if self.cathedral:
            cards.append("cathedral")
        result = []
        for card in cards:
            if is_city_building(card) and player.owns(card):
                continue
            # The card itself cannot help to pay; the cathedral does not come from the hand.
            left = len(player.hand) if card == "cathedral" else len(player.hand) - 1
            for cover in self._covers(seat, card):
                if self._can_pay(seat, card, cover, left, builder=builder, doubled=doubled):
                    result.append(card)
                    break
        return result

    def _build(self, seat: int) -> Flow:
        player = self.players[seat]
        builder = seat == self.chooser
        options = ["build:" + card for card in self._buildable(seat, builder=builder, doubled=self.doubled)] + [PASS]
        answer = yield from self._ask(seat, "builder", options)
        if answer == PASS:
            return
        card = answer.removeprefix("build:")
        if card == "cathedral":
            self.cathedral = False
        else:
            player.hand.remove(card)
        self.building = card
        self.cards_paid = 0
        self.goods_paid = 0
        yield from self._crane(seat, card, builder=builder)
        self.to_pay = self._price(seat, card, self.covering, builder=builder, doubled=self.doubled)
        called_off = yield from self._pay_goods(seat)
        if called_off != CALL_OFF:
            called_off = yield from self._pay_cards(seat, card)
        if called_off == CALL_OFF:
            if card == "cathedral":
                self.cathedral = True
            else:
                player.hand.append(card)
        else:
            self._complete(seat, card)
        self.building = None
        self.covering = None
        self.to_pay = 0
        if called_off == CALL_OFF:
            return
        yield from self._carpenter(seat, card)
        yield from self._poor_house(seat, card)

    def _crane(self, seat: int, card: str, *, builder: bool) -> Flow:
        self.covering = None
        cards = len(self.players[seat].hand)
        options = []
        for cover in self._covers(seat, card):
            if self._can_pay(seat, card, cover, cards, builder=builder, doubled=self.doubled):
                options.append(PASS if cover is None else "cover:" + cover)
        answer = yield from self._ask(seat, "crane", options)
        if answer != PASS:
            self.covering = answer.removeprefix("cover:")

    def _pay_goods(self, seat: int) -> Answer:
        """The black market. Comes back with call-off, or with something else to go on."""
        last = None
        while self.to_pay > 0 and self.goods_paid < 2:
            options = ["pay-good:" + good for good in self._payable_goods(seat, last)]
            if not options:
                return PASS
            if self.to_pay <= len(self.players[seat].hand):
                options.append(PASS)
            if self.goods_paid == 0:
                options.append(CALL_OFF)
            answer = yield from self._ask(seat, "goods", options)
            if answer in (PASS, CALL_OFF):
                return answer
            last = answer.removeprefix("pay-good:")
            self.discards.append(self._lift_good(seat, last))
            self.goods_paid += 1
            self.to_pay -= 1
        return PASS

    def _payable_goods(self, seat: int, last: str | None) -> list[str]:
        """Goods not before the last one that leave a rest which can still be paid, goods again in their order."""
        goods = self._goods_to_pay_with(seat, self.covering)
        result = []
        for good in GOODS:
            if goods[good] == 0 or not not_before(good, last):
                continue
            from_there_on = sum(goods[other] for other in GOODS if not_before(other, good))
            at_most = min(2 - self.goods_paid, from_there_on)
            if self.to_pay <= len(self.players[seat].hand) + at_most:
                result.append(good)
        return result

    def _pay_cards(self, seat: int, card: str) -> Answer:
        """Comes back with call-off, or with something else when all is paid."""
        hand = self.players[seat].hand
        last = None
        while self.to_pay > 0:
            options = ["pay:" + kind for kind in next_kinds(hand, last, self.to_pay)]
            if self.cards_paid + self.goods_paid == 0:
                options.append(CALL_OFF)
            answer = yield from self._ask(seat, "pay", options)
            if answer == CALL_OFF:
                return answer
            last = answer.removeprefix("pay:")
            self._pay_card(seat, last)
            self.to_pay -= 1
        # A price may be lowered less than possible, for the sake of the poor house.
        while True:
            options = ["pay:" + kind for kind in self._worth_paying_more(seat, card, last)] + [PASS]
            answer = yield from self._ask(seat, "pay", options)
            if answer == PASS:
                return answer
            last = answer.removeprefix("pay:")
            self._pay_card(seat, last)

    def _pay_card(self, seat: int, kind: str) -> None:
        self._discard_from_hand(seat, kind)
        self.cards_paid += 1

    def _worth_paying_more(self, seat: int, card: str, last: str | None) -> list[str]:
        """Cards that may be paid beyond what must be, so that the poor house finds 0 or 1 cards in the hand."""
        if not self._works(seat, "poor-house", self.covering):
            return []
        hand = self.players[seat].hand
        carpenter = is_city_building(card) and self._works(seat, "carpenter", self.covering)
        # If he stops now: the carpenter brings a card if there is one, the good lost by covering included.
        there_is_a_card = self._can_draw() or self._good_lost(seat, self.covering) is not None
        if len(hand) + (1 if carpenter and there_is_a_card else 0) <= 1:
            return []
        # If he pays more: the carpenter brings a card for sure, since what was paid lies in the discards.
        needed = len(hand) + (1 if carpenter else 0) - 1
        covered = self._covered_kind(self.covering)
        full_price = self.cost(card) - (0 if covered is None else self.cost(covered)) - self.goods_paid
        if needed > max(0, full_price) - self.cards_paid:
            return []
        return next_kinds(hand, last, needed)

    def _complete(self, seat: int, card: str) -> None:
        player = self.players[seat]
        lost = self._good_lost(seat, self.covering)
        if lost is not None:
            self.discards.append(self._lift_good(seat, lost))
        covered = self._covered_kind(self.covering)
        if covered is not None:
            player.city.remove(covered)
            if covered == "cathedral":
                self.cathedral = True
            else:
                player.covered.append(covered)
        player.city.append(card)
        self.built_now[seat] = card

    def _carpenter(self, seat: int, card: str) -> Flow:
        # Never for its own building.
        if not is_city_building(card) or card == "carpenter" or not self.players[seat].owns("carpenter"):
            return
        if not self._can_draw():
            return
        answer = yield from self._ask(seat, "carpenter", ["carpenter", PASS])
        if answer != PASS:
            self._draw_into_hand(seat, 1)

    def _poor_house(self, seat: int, card: str) -> Flow:
        player = self.players[seat]
        # Never for its own building.
        if card == "poor-house" or not player.owns("poor-house"):
            return
        if len(player.hand) > 1 or not self._can_draw():
            return
        answer = yield from self._ask(seat, "poor-house", ["poor-house", PASS])
        if answer != PASS:
            self._draw_into_hand(seat, 1)

    # ------------------------------------------------------------------ producer

    def _number_of_goods(self, seat: int, helper: str) -> int:
        """How many goods a seat may produce (helper: aqueduct) or sell (helper: trading post)."""
        number = 1
        if seat == self.chooser:
            number += 1
            if self.doubled:
                number += 1
        if self.players[seat].owns(helper):
            number += 1
        return number

    def _producer_phase(self, producer: int) -> Flow:
        for seat in self._clockwise(producer):
            yield from self._produce(seat)

    def _produce(self, seat: int) -> Flow:
        player = self.players[seat]
        produced = 0
        last = None
        while produced < self._number_of_goods(seat, "aqueduct") and self._can_draw():
            options = []
            # A customs office is no production building.
            for good in GOODS[:5]:
                if not_before(good, last) and player.empty_buildings(good) > 0:
                    options.append("produce:" + good)
            answer = yield from self._ask(seat, "producer", [*options, PASS])
            if answer == PASS:
                break
            last = answer.removeprefix("produce:")
            self._lay_good(seat, last)
            produced += 1
        if produced >= 2 and player.owns("well"):
            self._draw_into_hand(seat, 1)

    # ------------------------------------------------------------------ trader

    def _trader_phase(self, trader: int) -> Flow:
        sold_by_anybody = 0
        for seat in self._clockwise(trader):
            sold: list[str] = []
            yield from self._announce_sales(seat, sold)
            self._sell(seat, sold)
            sold_by_anybody += len(sold)
        if sold_by_anybody == 0:
            for seat in self._clockwise(trader):
                if self.players[seat].owns("hut"):
                    self._draw_into_hand(seat, 1)
        # The order of the tiles never changes.
        self.tiles.append(self.tiles.pop(0))
        self.tile = None

    def _announce_sales(self, seat: int, sold: list[str]) -> Flow:
        """Fills the list; the goods stay where they are for the time being."""
        player = self.players[seat]
        last = None
        while len(sold) < self._number_of_goods(seat, "trading-post"):
            options = []
            for good in GOODS:
                if not_before(good, last) and player.goods[good] > sold.count(good):
                    options.append("sell:" + good)
            answer = yield from self._ask(seat, "trader", [*options, PASS])
            if answer == PASS:
                return
            last = answer.removeprefix("sell:")
            sold.append(last)

    def _sell(self, seat: int, sold: list[str]) -> None:
        player = self.players[seat]
        income = 0
        for number, good in enumerate(sold):
            income += self._sale_price(good)
            card = self._lift_good(seat, good)
            if number == 0 and player.owns("harbor"):
                player.under_harbor.append(card)
            else:
                self.discards.append(card)
        if len(sold) >= 2 and player.owns("market-stand"):
            income += 1
        if len(sold) >= 1 and player.owns("market-hall"):
            income += 1
        self._draw_into_hand(seat, income)

    def _sale_price(self, good: str) -> int:
        if good == "customs":
            return 2
        assert self.tile is not None
        return self.tile[GOODS.index(good)]

    # ------------------------------------------------------------------ councillor

    def _councillor_phase(self, councillor: int) -> Flow:
        for seat in self._clockwise(councillor):
            if self.players[seat].empty_buildings("customs") > 0:
                self._lay_good(seat, "customs")
        for seat in self._clockwise(councillor):
            number = 2
            if seat == councillor:
                number += 3
                if self.doubled:
                    number += 3
            drawn = self._draw_cards(number)
            if self.players[seat].owns("archive"):
                yield from self._archive(seat, drawn)
            else:
                yield from self._keep(seat, drawn)

    def _keep(self, seat: int, drawn: list[str]) -> Flow:
        player = self.players[seat]
        if len(drawn) <= 1:
            # Nothing to choose: whatever was drawn is kept.
            player.hand += drawn
            return
        self.shown = drawn
        answer = yield from self._ask(seat, "councillor", ["keep:" + kind for kind in in_order(self.shown)])
        first = answer.removeprefix("keep:")
        self._keep_shown(seat, first)
        if player.owns("prefecture"):
            options = ["keep:" + kind for kind in next_kinds(self.shown, first, 1)] + [PASS]
            answer = yield from self._ask(seat, "councillor", options)
            if answer != PASS:
                self._keep_shown(seat, answer.removeprefix("keep:"))
        self._discard_shown()

    def _keep_shown(self, seat: int, kind: str) -> None:
        self.shown.remove(kind)
        self.players[seat].hand.append(kind)

    def _discard_shown(self) -> None:
        self.discards += self.shown
        self.shown = []

    def _archive(self, seat: int, drawn: list[str]) -> Flow:
        player = self.players[seat]
        player.hand += drawn
        at_most = len(drawn) - 1
        # With a prefecture two may be kept, so the last discard may be spared.
        at_least = at_most - 1 if player.owns("prefecture") else at_most
        last = None
        for done in range(at_most):
            required = max(1, at_least - done)
            options = ["discard:" + kind for kind in next_kinds(player.hand, last, required)]
            if done >= at_least:
                options.append(PASS)
            answer = yield from self._ask(seat, "archive", options)
            if answer == PASS:
                return
            last = answer.removeprefix("discard:")
            self._discard_from_hand(seat, last)

    # ------------------------------------------------------------------ prospector

    def _prospector_phase(self, prospector: int) -> Flow:
        self._draw_into_hand(prospector, 2 if self.doubled else 1)
        for seat in self._clockwise(prospector):
            if self.players[seat].owns("goldsmith"):
                yield from self._goldsmith(seat)
            if self.players[seat].owns("gold-mine"):
                yield from self._gold_mine(seat)

    def _goldsmith(self, seat: int) -> Flow:
        self.shown = self._draw_cards(1)
        if not self.shown:
            return
        card = self.shown[0]
        if not any(player.owns(card) for player in self.players):
            answer = yield from self._ask(seat, "goldsmith", ["keep:" + card, PASS])
            if answer != PASS:
                self._keep_shown(seat, card)
        self._discard_shown()

    def _gold_mine(self, seat: int) -> Flow:
        if not self._can_draw():
            return
        answer = yield from self._ask(seat, "gold-mine", ["gold-mine", PASS])
        if answer == PASS:
            return
        self.shown = self._draw_cards(4)
        costs = [self.cost(card) for card in self.shown]
        if len(set(costs)) == len(costs):
            if self.edition == 1:
                options = ["keep:" + kind for kind in in_order(self.shown)]
                answer = yield from self._ask(seat, "gold-mine-card", options)
                kept = answer.removeprefix("keep:")
            else:
                kept = min(self.shown, key=self.cost)
            self._keep_shown(seat, kept)
        self._discard_shown()

    # ------------------------------------------------------------------ victory points

    def scores(self) -> list[dict[str, int]]:
        return [self._score(seat) for seat in range(len(self.players))]

    def _score(self, seat: int) -> dict[str, int]:
        player = self.players[seat]
        score = {
            "buildings": sum(CARDS[kind][3] for kind in player.city),
            "chapel": player.chapel,
            "bank": player.bank,
            "harbor": len(player.under_harbor),
            "triumphal-arch": self._triumphal_arch(player) if player.owns("triumphal-arch") else 0,
            "guild-hall": self._guild_hall(player) if player.owns("guild-hall") else 0,
            "city-hall": self._city_hall(player) if player.owns("city-hall") else 0,
            "residence": self._residence(player) if player.owns("residence") else 0,
            "cathedral": self._cathedral(seat) if player.owns("cathedral") else 0,
        }
        # The palace comes last, since it counts all the others.
        others = sum(score.values())
        score["palace"] = others // 4 if player.owns("palace") else 0
        score["total"] = others + score["palace"]
        score["tie_break"] = len(player.hand) + player.goods_on_buildings()
        return score

    @staticmethod
    def _triumphal_arch(player: Player) -> int:
        monuments = len([kind for kind in MONUMENTS if player.owns(kind)])
        return [0, 4, 6, 8][monuments]

    def _guild_hall(self, player: Player) -> int:
        production = [kind for kind in player.city if kind in PRODUCTION]
        if self.edition == 1:
            return 2 * len(production)
        return len(production) + len(set(production))

    @staticmethod
    def _city_hall(player: Player) -> int:
        return len([kind for kind in player.city if is_city_building(kind)])

    def _residence(self, player: Player) -> int:
        sets = 0
        for cost in range(1, 8):
            sets += self._sets_of_three([kind for kind in player.city if self.cost(kind) == cost])
        return sum([4, 3, 2, 1][:sets])

    @staticmethod
    def _sets_of_three(buildings: list[str]) -> int:
        """How many sets of three different buildings can be made.

        In n sets a kind serves at most n times; if that leaves 3 n buildings, n sets can be made.
        """
        copies = [buildings.count(kind) for kind in in_order(buildings)]
        sets = 0
        while sum(min(number, sets + 1) for number in copies) >= 3 * (sets + 1):
            sets += 1
        return sets

    def _cathedral(self, seat: int) -> int:
        others = [player for other, player in enumerate(self.players) if other != seat]
        six_cost = [kind for player in others for kind in player.city if self.cost(kind) == 6]
        return sum([4, 3, 2, 1][: len(six_cost)])

    def winners(self) -> list[int]:
        ranks = [(score["total"], score["tie_break"]) for score in self.scores()]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

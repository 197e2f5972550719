"""A table with a position of one's choosing: the rulebook tests set cards out with it, play, and look.

Nobody holds a card at first, unless the game is `dealt`: hands are what a test gives. All cards come out of the draw
pile and go back there, so that the deck stays whole. Once a phase has begun, play goes through `Game.play` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boriken import Game
from boriken.san_juan.components import (
    BIT,
    NONE,
    PRICES,
    ROLES_IN_ROUND,
    Card,
    Good,
)


def coins(cards: int) -> tuple[str, ...]:
    """So many cards to pay with: silver smelters, then coffee roasters."""
    assert cards <= 16
    return (("silver-smelter",) * 8 + ("coffee-roaster",) * 8)[:cards]


class Table:
    """A game, with words for setting a position up and for looking at it."""

    def __init__(self, players: int = 4, seed: int = 1, dealt: bool = False, **options: Any) -> None:
        self.game = Game.new("san-juan", players=players, seed=seed, **options)
        if not dealt:
            for seat in range(players):
                self.hand(seat)

    # --- a player's cards ---------------------------------------------------------------------------------------------

    def hand(self, seat: int, *cards: str) -> None:
        """The seat holds exactly these cards."""
        s = self.game.state
        s.pile += s.hand[seat]
        s.hand[seat] = 0
        for card in cards:
            s.hand[seat, self._from_pile(card)] += 1
        s.hand_size[seat] = len(cards)
        s.held[seat] = sum(int(BIT[card]) for card in Card if s.hand[seat, card])
        self._refresh()

    def owns(self, seat: int, *buildings: str) -> None:
        """These stand in the seat's city as well."""
        s = self.game.state
        for name in buildings:
            if name == "cathedral":
                assert s.cathedral
                s.cathedral = 0
                s.city[seat, Card.CATHEDRAL] = 1
            else:
                s.city[seat, self._from_pile(name)] += 1
        self._refresh()

    def no_indigo_plant(self, seat: int) -> None:
        """The seat has not even the indigo plant of the start."""
        s = self.game.state
        s.city[seat, Card.INDIGO_PLANT] -= 1
        s.pile[Card.INDIGO_PLANT] += 1
        self._refresh()

    def fill_city(self, seat: int, buildings: int) -> None:
        """Production buildings, but no silver smelters, until that many buildings stand there."""
        for name in ("indigo-plant", "sugar-mill", "tobacco-storage", "coffee-roaster") * buildings:
            if self.player(seat)["buildings"] < buildings:
                self.owns(seat, name)
        assert self.player(seat)["buildings"] == buildings

    def covered(self, seat: int, *buildings: str) -> None:
        """The seat has built over these."""
        s = self.game.state
        for name in buildings:
            s.covered[seat, self._from_pile(name)] += 1
        self._refresh()

    def lay(self, seat: int, *goods: str) -> None:
        """These goods lie on the seat's buildings as well."""
        s = self.game.state
        for name in goods:
            good = Good[name.upper()]
            s.goods[seat, good] += 1
            s.goods_cards[self._any_from_pile()] += 1
            building = Card.CUSTOMS_OFFICE if good == Good.CUSTOMS else Card(good)
            assert s.goods[seat, good] <= s.city[seat, building], f"no building for {name}"
        self._refresh()

    def under(self, seat: int, chapel: int = 0, bank: int = 0, harbor: int = 0) -> None:
        """So many cards more lie under the seat's chapel, bank and harbor."""
        s = self.game.state
        s.chapel[seat] += chapel
        s.bank[seat] += bank
        s.bank_used[seat] |= bank > 0
        s.harbor[seat] += harbor
        for _ in range(chapel + bank):
            s.tucked[seat, self._any_from_pile()] += 1
        for _ in range(harbor):
            s.harbor_cards[self._any_from_pile()] += 1
        self._refresh()

    # --- the middle of the table --------------------------------------------------------------------------------------

    def pile(self, *cards: str) -> None:
        """Exactly these cards are left in the draw pile; the others of it are discarded."""
        s = self.game.state
        kinds = [self._from_pile(card) for card in cards]
        s.discards += s.pile
        s.pile[:] = 0
        for kind in kinds:
            s.pile[kind] += 1
        self._refresh()

    def discard(self, *cards: str) -> None:
        """These cards of the pile have been discarded."""
        for card in cards:
            self.game.state.discards[self._from_pile(card)] += 1
        self._refresh()

    def no_discards(self) -> None:
        """The discards are out of the way: the last seat has built over them all."""
        s = self.game.state
        s.covered[self.game.players - 1] += s.discards
        s.discards[:] = 0
        self._refresh()

    def tile(self, *prices: int) -> None:
        """The top tile has these prices, from indigo to silver."""
        s = self.game.state
        at = [PRICES[tile].tolist() for tile in s.tiles].index(list(prices))
        s.tiles[[s.top_tile, at]] = s.tiles[[at, s.top_tile]]
        self._refresh()

    # --- bookkeeping --------------------------------------------------------------------------------------------------

    def _from_pile(self, name: str) -> int:
        s = self.game.state
        card = Card[name.upper().replace("-", "_")]
        assert s.pile[card] > 0, f"no {name} is left"
        s.pile[card] -= 1
        return card

    def _any_from_pile(self) -> int:
        """A card of the kind of which most are left."""
        s = self.game.state
        card = int(s.pile.argmax())
        assert s.pile[card] > 0, "no card is left"
        s.pile[card] -= 1
        return card

    def _refresh(self) -> None:
        """Bring the sums up to date that the record keeps besides the cards."""
        s = self.game.state
        s.pile_size = s.pile.sum()
        s.discards_size = s.discards.sum()
        s.goods_size = s.goods_cards.sum()
        s.buildings[:] = s.city.sum(axis=1)
        self.game.refresh()

    # --- playing ------------------------------------------------------------------------------------------------------

    def take(self, role: str, by: int = 0) -> None:
        """It is this seat's turn to take a role, and it takes this one. (The governor remains who he is.)"""
        assert self.decision == "role"
        self.game.state.turn = by
        self.game.refresh()
        self.play(f"role:{role}")

    def new_round(self, governor: int = 0) -> None:
        """The last role of a round is taken: the producer, who produces nothing. This seat is the new governor."""
        assert self.decision == "role"
        s = self.game.state
        s.taken_by[:] = NONE
        s.roles_taken = ROLES_IN_ROUND[self.game.players] - 1
        s.governor = (governor - 1) % self.game.players
        now = self.view["round"]
        self.take("producer", by=(governor - 1) % self.game.players)
        while self.view["round"] == now:
            self.play("pass")

    def play(self, *actions: str) -> list[str]:
        """Play these; returns the last one with the forced actions that followed it."""
        played: list[str] = []
        for action in actions:
            played = [str(a) for a in self.game.play(action)]
        return played

    def build(self, card: str, cover: str | None = None) -> int:
        """Build this, over that one or beside the others, paying the least in cards; returns what was paid."""
        before = len(self.game.actions)
        self.play(f"build:{card}")
        if self.decision == "crane":
            self.play(f"cover:{cover}" if cover else "pass")
        while self.decision in ("goods", "pay"):
            legal = [str(action) for action in self.game.legal_actions]
            self.play("pass" if "pass" in legal else legal[0])
        return sum(str(action).startswith("pay") for action in self.game.actions[before:])

    def finish_phase(self) -> None:
        """Everybody passes, or does the first thing there is, until the next role is to be taken."""
        while self.decision not in ("role", "over"):
            legal = [str(action) for action in self.game.legal_actions]
            self.play("pass" if "pass" in legal else legal[0])

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        """What everybody sees."""
        return self.game.view(None)

    @property
    def turn(self) -> int | None:
        return self.game.turn

    @property
    def decision(self) -> str:
        """What is being asked: a row of the table in docs/decisions-san-juan.md."""
        return str(self.view["decision"])

    @property
    def asked(self) -> tuple[str, int | None]:
        """What is being asked, and of whom."""
        return self.decision, self.turn

    @property
    def legal(self) -> set[str]:
        """What the seat to move may choose."""
        return {str(action) for action in self.game.legal_actions}

    def player(self, seat: int) -> dict[str, Any]:
        """What the seat sees of its own."""
        mine: dict[str, Any] = self.game.view(seat)["players"][seat]
        return mine

    def holds(self, seat: int) -> dict[str, int]:
        """The cards in the seat's hand."""
        cards: dict[str, int] = self.player(seat)["hand"]
        return cards

    def size(self, seat: int) -> int:
        """How many cards the seat holds."""
        return int(self.player(seat)["hand_size"])

    def sizes(self) -> list[int]:
        """How many cards each seat holds."""
        return [self.size(seat) for seat in range(self.game.players)]

    def city(self, seat: int) -> dict[str, int]:
        """The seat's buildings."""
        buildings: dict[str, int] = self.player(seat)["city"]
        return buildings

    def goods(self, seat: int) -> dict[str, int]:
        """The goods on the seat's buildings."""
        return {good: n for good, n in self.player(seat)["goods"].items() if n}

    def shown(self) -> dict[str, int]:
        """The cards that the seat to move has drawn and looks at."""
        cards: dict[str, int] = self.game.view(self.turn)["shown"]
        return cards

    def score(self, seat: int) -> dict[str, int]:
        """The seat's points by source, as if the game ended now."""
        return self.game.scores()[seat]

    def deck(self) -> dict[str, int]:
        """All cards, wherever they lie."""
        s = self.game.state
        heaps: Iterable[Any] = (s.pile, s.discards, s.goods_cards, s.harbor_cards, s.shown)
        total = sum(heaps) + sum(heap.sum(axis=0) for heap in (s.hand, s.city, s.covered, s.tucked))
        return {card.name.lower().replace("_", "-"): int(total[card]) for card in Card if total[card]}

"""The actions of San Juan: what each number means. docs/decisions-san-juan.md says when each is asked for."""

from __future__ import annotations

from enum import IntEnum

from boriken.engine import ActionSpace, spoken, written

from .components import GOODS, HAND_KINDS, KINDS, PRODUCTION_KINDS, ROLES, Card, Good, Role


class Act(IntEnum):
    """The first number of each kind of action; add the piece: `Act.BUILD + Card.LIBRARY`."""

    PASS = 0
    ROLE = 1
    LIBRARY = ROLE + ROLES
    BUILD = LIBRARY + 1
    COVER = BUILD + KINDS
    COVER_WITH_GOOD = COVER + KINDS
    PAY_GOOD = COVER_WITH_GOOD + PRODUCTION_KINDS
    PAY = PAY_GOOD + GOODS
    CALL_OFF = PAY + HAND_KINDS
    CARPENTER = CALL_OFF + 1
    POOR_HOUSE = CARPENTER + 1
    PRODUCE = POOR_HOUSE + 1
    SELL = PRODUCE + PRODUCTION_KINDS
    KEEP = SELL + GOODS
    DISCARD = KEEP + HAND_KINDS
    GOLD_MINE = DISCARD + HAND_KINDS
    CHAPEL = GOLD_MINE + 1
    BANK = CHAPEL + HAND_KINDS
    TOWER = BANK + HAND_KINDS
    END = TOWER + 1


def _rows() -> list[tuple[str, ...]]:
    """Text and meaning of each action, in the order of `Act`, and what others see where a card stays face down."""
    cards = list(Card)[:HAND_KINDS]
    made = list(Good)[:PRODUCTION_KINDS]
    rows: list[tuple[str, ...]] = [("pass", "do nothing (more)")]
    rows += [(f"role:{written(role)}", f"take the role of the {spoken(role)}") for role in Role]
    rows += [("library", "library: double this privilege")]
    rows += [(f"build:{written(card)}", f"build the {spoken(card)}") for card in Card]
    rows += [(f"cover:{written(card)}", f"crane: build over the {spoken(card)}") for card in Card]
    rows += [
        (f"cover:{written(card)}+good", f"crane: build over the {spoken(card)} with its good")
        for card in list(Card)[:PRODUCTION_KINDS]
    ]
    rows += [(f"pay-good:{written(good)}", f"black market: pay with the {_good(good)}") for good in Good]
    rows += [(f"pay:{written(card)}", f"pay with the {spoken(card)}", "pay a card") for card in cards]
    rows += [
        ("call-off", "call the building off"),
        ("carpenter", "carpenter: draw a card"),
        ("poor-house", "poor house: draw a card"),
    ]
    rows += [(f"produce:{written(good)}", f"produce {spoken(good)}") for good in made]
    rows += [(f"sell:{written(good)}", f"sell the {_good(good)}") for good in Good]
    rows += [(f"keep:{written(card)}", f"keep the {spoken(card)}", "keep a card") for card in cards]
    rows += [(f"discard:{written(card)}", f"discard the {spoken(card)}", "discard a card") for card in cards]
    rows += [("gold-mine", "gold mine: turn up four cards")]
    rows += [
        (f"chapel:{written(card)}", f"put the {spoken(card)} under the chapel", "put a card under the chapel")
        for card in cards
    ]
    rows += [
        (f"bank:{written(card)}", f"put the {spoken(card)} under the bank", "put a card under the bank")
        for card in cards
    ]
    rows += [("tower", "tower: keep up to twelve cards")]
    return rows


def _good(good: Good) -> str:
    return "good on the customs office" if good == Good.CUSTOMS else spoken(good)


ACTIONS = ActionSpace("san-juan", _rows())
assert len(ACTIONS) == Act.END

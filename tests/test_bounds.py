"""No count of a game leaves its field within the longest game there can be."""

from __future__ import annotations

import numpy as np
import pytest

from boriken.engine.game import MOST_ACTIONS
from boriken.games import GAMES
from boriken.puerto_rico.components import START_VICTORY_POINTS
from boriken.san_juan.components import CARD_TABLE

_ROLES_A_ROUND = 3
"""The fewest that are taken in a round of either game: so many actions a round takes at least."""
_MOST_DOUBLOONS = 20
"""That an action can bring besides those lying on a role card: a sale, a privilege, a prospector, a discount."""


def _most(game: str, field: str) -> int:
    return int(np.iinfo(GAMES[game].dtype[field].base).max)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_can_be_counted(game: str) -> None:
    assert _most(game, "round_number") >= MOST_ACTIONS // _ROLES_A_ROUND


def test_doubloons_can_be_counted() -> None:
    rounds = MOST_ACTIONS // _ROLES_A_ROUND
    assert rounds <= _most("puerto-rico", "role_doubloons"), "one a round lies down on a card that nobody takes"
    on_cards = 8 * rounds
    assert on_cards + _MOST_DOUBLOONS * MOST_ACTIONS <= _most("puerto-rico", "doubloons")


def test_points_can_be_counted() -> None:
    """The round in which the chips run out is the last: in it, everybody may ship all barrels there are, and more."""
    assert int(max(START_VICTORY_POINTS)) + 1000 <= _most("puerto-rico", "vp")


@pytest.mark.parametrize("field", ["chapel", "harbor", "pile_size", "discards_size"])
def test_cards_in_one_place_can_be_counted(field: str) -> None:
    cards = sum(row.copies + row.new_copies for row in CARD_TABLE.values()) + 8
    assert 127 < cards <= _most("san-juan", field)

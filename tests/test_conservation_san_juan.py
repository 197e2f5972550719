"""No card is made or lost: after every action the whole deck is accounted for, and every count is right."""

from __future__ import annotations

import numpy as np
import pytest

from boriken.engine import fields_of
from boriken.san_juan.components import COPIES, KINDS, LAST_BUILDING, NEW_COPIES, Card

from .walk import SAN_JUAN, Variant, new_game, walk


@pytest.mark.parametrize("variant", SAN_JUAN, ids=str)
@pytest.mark.parametrize("seed", range(0, 500, 50))
def test_all_cards_are_accounted_for_after_every_action(variant: Variant, seed: int) -> None:
    game = new_game(variant, seed)
    deck = COPIES + (NEW_COPIES if variant.new_buildings else 0)
    for _ in walk(game, seed):
        s = fields_of(game.states)
        seen = np.zeros(KINDS, np.int64)
        for heap in (s.pile, s.discards, s.goods_cards, s.harbor_cards, s.shown):
            seen += heap
        for p in range(s.players):
            for heap in (s.hand[p], s.city[p], s.covered[p], s.tucked[p]):
                assert min(heap) >= 0
                seen += heap
            assert sum(s.hand[p]) == s.hand_size[p]
            assert s.held[p] == sum(1 << card for card in range(KINDS) if s.hand[p][card])
            assert sum(s.city[p]) == s.buildings[p] <= LAST_BUILDING
            assert sum(s.tucked[p]) == s.chapel[p] + s.bank[p]
            assert all(s.goods[p][good] <= s.city[p][good] for good in range(5))
            assert s.goods[p][5] <= s.city[p][Card.CUSTOMS_OFFICE]
            assert all(n <= 1 for n in s.city[p][5:])
        if s.building >= 0 and s.building != Card.CATHEDRAL:
            seen[s.building] += 1
        cathedral = seen[Card.CATHEDRAL] + s.cathedral + (s.building == Card.CATHEDRAL)
        assert cathedral == variant.new_buildings
        seen[Card.CATHEDRAL] = 0
        assert seen.tolist() == deck.tolist()
        assert sum(s.pile) == s.pile_size
        assert sum(s.discards) == s.discards_size
        assert sum(s.goods_cards) == s.goods_size == sum(sum(row) for row in s.goods)
        assert sum(s.harbor_cards) == sum(s.harbor)
        assert len(game.legal_actions) == len(set(game.legal_actions)) >= 2

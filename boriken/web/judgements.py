"""Judgements of positions that people explore: thought about behind moves, as hints are, and kept for a while.

Of a game that was played to its end, choices are also judged with all cards open. (A record may stop before.)
"""

from __future__ import annotations

from collections import OrderedDict

from boriken.engine import derived_seed

from .limits import neighbourhood
from .lines import Spot
from .pages.scene import Hint
from .security import Visitor
from .site import Site

_MOST_KEPT = 500
_Key = tuple[str, tuple[int, ...]]


class Judgements:
    """What is thought of the choices at a spot, from what the seat to move could know there."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._kept: OrderedDict[_Key, Hint] = OrderedDict()

    def kept(self, spot: Spot) -> Hint | None:
        """What was thought of it before, if it is remembered."""
        return self._kept.get(_key(spot))

    async def judge(self, spot: Spot, visitor: Visitor) -> Hint | None:
        """What is thought of it; None where there is nothing to choose. Refused to who asks too often."""
        if spot.game.over:
            return None
        kept = self.kept(spot)
        if kept is not None:
            return kept
        who = visitor.person or neighbourhood(visitor.host)
        self._site.load.check("hints")
        self._site.limits.hint(who)
        asked = () if spot.played is None else (spot.played,)
        seed = derived_seed(*spot.standing.table.id.encode(), len(spot.game.actions))
        hint = await self._site.bots.judge(spot.game, seed, who, asked, open_cards=spot.standing.game.over)
        if not hint.sentence:  # else it was made in a hurry
            self._kept[_key(spot)] = hint
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return hint


def _key(spot: Spot) -> _Key:
    return spot.standing.table.id, tuple(map(int, spot.game.actions))

"""Looking back at a seat's game: which of its decisions lost most, each judged from what the seat knew then.

`Lookbacks.mistakes` is all that the pages ask. Decisions are thought about one by one behind everything else, as
`Rank.REVIEW`, and what was found is kept in memory for a while.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from boriken.analysis.reviewing import DOUBTFUL, Review, Verdict, moments
from boriken.engine import derived_seed
from boriken.players.search.budget import Budget

from .pages.scene import Hint, HintChoice
from .queues import Rank
from .refusals import Busy, Refusal, TooMany
from .site import Site
from .standing import Standing

MOST_MISTAKES = 8
"""That one is asked about."""
_BUDGET = Budget(samples=60 * 64)
"""For a decision: enough to tell a mistake from a matter of opinion."""
_MOST_AT_ONCE = 3
"""Games that are looked at in this process at the same time."""
_MOST_KEPT = 100
_PAUSE = 5.0
"""Seconds, after a decision could not be thought about."""


@dataclass(frozen=True)
class Mistake:
    """A decision that lost something."""

    at: int
    """So many actions went before."""
    played: str
    hint: Hint
    """All that could have been chosen."""

    @property
    def loss(self) -> float:
        return next(choice.loss for choice in self.hint.choices if choice.action == self.played)


@dataclass
class Lookback:
    """How far somebody's decisions were looked at."""

    decisions: int
    looked_at: int = 0
    found: list[Mistake] = field(default_factory=list)
    visitor: str = ""
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def is_done(self) -> bool:
        return self.looked_at == self.decisions

    @property
    def worst(self) -> list[Mistake]:
        """The worst first."""
        return sorted(self.found, key=lambda mistake: -mistake.loss)[:MOST_MISTAKES]


class Lookbacks:
    """The decisions of seats that somebody wants to learn from."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._kept: OrderedDict[tuple[str, int], Lookback] = OrderedDict()

    def mistakes(self, standing: Standing, seat: int, visitor: str) -> Lookback:
        """What is known of a seat's mistakes in a finished game; the rest is looked at from now on."""
        key = standing.table.id, seat
        kept = self._kept.get(key)
        if kept is None or (kept.task is not None and kept.task.done() and not kept.is_done):
            kept = self._begin(standing, seat, visitor)
            self._kept[key] = kept
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return kept

    def _begin(self, standing: Standing, seat: int, visitor: str) -> Lookback:
        self._site.load.check("reviews")
        working = [one for one in self._kept.values() if one.task is not None and not one.task.done()]
        if any(one.visitor == visitor for one in working):
            raise TooMany("Another game of yours is still being looked at. This one comes next.", _PAUSE)
        if len(working) >= _MOST_AT_ONCE:
            raise Busy("Several games are being looked at just now. Try again in a moment.", _PAUSE)
        game = standing.game
        own = [place for place in game.decisions if game.played_by[place] == seat]
        looking = Lookback(len(own), visitor=visitor)
        looking.task = asyncio.get_running_loop().create_task(self._look(looking, standing, seat))
        return looking

    async def _look(self, looking: Lookback, standing: Standing, seat: int) -> None:
        game = standing.game
        for number, position in enumerate(moments(game)):
            place = game.decisions[number]
            if position.turn != seat:
                continue
            played = game.actions[place].text
            seed = derived_seed(*standing.table.id.encode(), number)
            hint = None
            while hint is None:
                try:
                    if not self._site.load.gives_up("reviews"):
                        who = looking.visitor
                        hint = await self._site.bots.judge(position, seed, who, [played], Rank.REVIEW, _BUDGET)
                except Refusal:
                    pass  # too much to do, or not prepared yet
                if hint is None:
                    await asyncio.sleep(_PAUSE)
            mistake = Mistake(place, played, hint)
            if mistake.loss >= DOUBTFUL:
                looking.found.append(mistake)
            looking.looked_at += 1

    def stop(self) -> None:
        """Look at nothing any more."""
        for looking in self._kept.values():
            if looking.task is not None:
                looking.task.cancel()


def from_review(review: Review, seat: int) -> Lookback:
    """The same, of a game that was reviewed as a whole."""
    own = [decision for decision in review.decisions if decision.seat == seat]
    looked = Lookback(len(own), len(own))
    for decision in own:
        if decision.verdict in (Verdict.DOUBTFUL, Verdict.MISTAKE):
            choices = tuple(
                HintChoice(
                    choice.action.text,
                    choice.chance.mean,
                    points=choice.points,
                    low=choice.chance.low,
                    high=choice.chance.high,
                    group=choice.group,
                    loss=max(0.0, choice.loss.mean) if choice.group else 0.0,
                )
                for choice in decision.judgement.choices
            )
            hint = Hint(choices, "review", 0.0, chances=decision.best.chances)
            looked.found.append(Mistake(decision.after, decision.played.action.text, hint))
    return looked

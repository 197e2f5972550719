"""What is known of a review at one moment: how far it is, and what was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from boriken.analysis import Decision, Review

Brings = Mapping[str, Sequence[Mapping[str, int]]]
"""For actions what each seat gets and loses by them: `analysis.explaining.consequences`."""


@dataclass(frozen=True)
class Progress:
    """How far a review is."""

    decisions: int
    looked_at: int
    """So many have a verdict."""
    final: int
    """Of these: so many get no better."""
    done: bool
    failed: bool
    """It was tried several times, and nothing came of it."""

    @property
    def share(self) -> float:
        """Of the work, 0 to 1: a first look is about half of it."""
        return 1.0 if self.done or not self.decisions else (self.looked_at + self.final) / (2 * self.decisions)


@dataclass(frozen=True)
class Reviewed:
    """A review as far as it is."""

    progress: Progress
    review: Review
    brings: Mapping[int, Brings]
    """By the number of the decision, for the best choice and what was played."""
    seed: int

    @cached_property
    def by_place(self) -> Mapping[int, Decision]:
        """The decisions that were judged, by how many actions went before."""
        return {decision.after: decision for decision in self.review.decisions}

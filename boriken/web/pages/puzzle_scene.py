"""What a puzzle's page is made of: the puzzle, and what is known of whoever solves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boriken.analysis.puzzles import Posed

MIDDLE = 1500.0
"""Where solvers begin."""
LAST = 10
"""Answers that are shown."""


@dataclass(frozen=True)
class Answer:
    """Somebody's first answer to a puzzle."""

    puzzle: str
    action: str | None
    right: bool
    change: int


@dataclass(frozen=True)
class Solver:
    """What is known of somebody who solves the puzzles of a game."""

    rating: float = MIDDLE
    answers: tuple[Answer, ...] = ()
    """The first one first."""

    def answer(self, puzzle: str) -> Answer | None:
        return next((answer for answer in self.answers if answer.puzzle == puzzle), None)

    @property
    def streak(self) -> int:
        """Right answers in a row, up to the last."""
        wrong = [i for i, answer in enumerate(self.answers) if not answer.right]
        return len(self.answers) - (wrong[-1] + 1 if wrong else 0)

    @property
    def last(self) -> Sequence[Answer]:
        return self.answers[-LAST:]

    def by_theme(self, puzzles: Mapping[str, Posed]) -> dict[str, tuple[int, int]]:
        """For each theme how many were solved, of how many."""
        solved: Counter[str] = Counter()
        tried: Counter[str] = Counter()
        for answer in self.answers:
            posed = puzzles.get(answer.puzzle)
            for theme in posed.puzzle.themes if posed else ():
                tried[theme] += 1
                solved[theme] += answer.right
        return {theme: (solved[theme], n) for theme, n in tried.most_common()}


@dataclass(frozen=True)
class Tried:
    """How hard a puzzle is, and how many have solved it."""

    rating: float
    tried: int = 0
    solved: int = 0


@dataclass(frozen=True)
class PuzzleShown:
    """A puzzle, and what is known of whoever looks at it."""

    posed: Posed
    solver: Solver
    tried: Tried
    theme: str = ""
    """That the visitor has chosen; the next puzzle has it, too."""

    @property
    def address(self) -> str:
        return f"/puzzles/{self.posed.rules.name}/{self.posed.key}"

    @property
    def next(self) -> str:
        chosen = f"?theme={self.theme}" if self.theme else ""
        return f"/puzzles/{self.posed.rules.name}/next{chosen}"

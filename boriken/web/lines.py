"""Moments and lines of a finished game: what was played so far, and what is tried from there on.

A line is a list of decisions, as records name them. Whatever chance decides in it comes from the game's own seed, as if
it had been played there. Only games that are over are taken apart: then all cards are open to everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from boriken.engine import BorikenError, Game

from .refusals import NotPossible, Refusal
from .standing import OVER, Standing
from .tables import first_game

LONGEST_LINE = 300
"""Decisions: whole games of people are about as long."""
BETWEEN = ","
"""Between the decisions of a line in an address."""


@dataclass(frozen=True)
class Spot:
    """A moment of a finished game with a line that leads away from it."""

    standing: Standing
    at: int
    """So many actions of the game stand, forced ones counted. The next is a decision, or the game ends here."""
    line: tuple[str, ...]
    """What is decided from there on, where it is not what was played."""
    game: Game
    """The game at the end of the line."""

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The moments of the game: before each decision, and its end."""
        played = self.standing.game
        return (*played.decisions, len(played.actions))

    @property
    def played(self) -> str | None:
        """What was decided here in the game; None off its path, and at its end."""
        if self.line or self.at == self.stops[-1]:
            return None
        return self.standing.game.actions[self.at].text

    def address(self, at: int | None = None, line: Sequence[str] | None = None) -> str:
        """The path of this spot, or of another one of the same game."""
        to = query(self.at if at is None else at, self.line if line is None else line)
        return f"/explore/tables/{self.standing.table.id}?{to}"


def query(at: int, line: Sequence[str] = ()) -> str:
    """The part of an address that names a moment and a line."""
    return urlencode({"at": at} | ({"line": BETWEEN.join(line)} if line else {}), safe=":@,")


def read_line(text: str) -> tuple[str, ...]:
    """The line that an address names."""
    line = tuple(part for part in text.replace(" ", "+").split(BETWEEN) if part)  # forms take a + for a space
    if len(line) > LONGEST_LINE:
        raise Refusal(f"A line has at most {LONGEST_LINE} decisions.")
    return line


def spot_of(standing: Standing, at: int, line: Sequence[str] = ()) -> Spot:
    """A spot of a finished game; refused if the game goes on, or if the line cannot be played.

    A line that begins as the game went on is followed along the game: only what was not played is a line.
    """
    if standing.table.state != OVER:
        raise NotPossible("This game is not over yet. Once it is, every moment of it can be explored.")
    played = standing.game
    game = first_game(standing.table)
    rest = list(line)
    for place in played.decisions:
        action = played.actions[place]
        if place >= at:
            if not rest or rest[0] != action.text:
                break
            del rest[0]
        game.play(action)
    stands = len(game.actions)
    for tried in rest:
        try:
            game.play(tried)
        except BorikenError:
            words = (
                f"This line cannot be played: after {len(game.actions)} moves the game does not allow what comes next."
            )
            raise NotPossible(words) from None
    return Spot(standing, stands, tuple(rest), game)

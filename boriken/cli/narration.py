"""Telling what is played, in words, as it happens."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from boriken.engine import Action, Game


def said(action: Action, openly: bool) -> str:
    """An action in words: all of it, or what everybody may see."""
    return action.meaning if openly else action.public


class Narrator:
    """Says who plays what; the same several times in a row becomes one line.

    A single person is told all of what she did; several, who share a screen, only what everybody may see.
    """

    def __init__(self, console: Console, names: list[str], people: list[int]) -> None:
        self._console = console
        self._names = names
        self._people = people
        self._round: object = None
        self._held: tuple[int, str, bool] | None = None
        self._times = 0

    def tell_from(self, game: Game, first: int) -> None:
        """Tell the actions from this number on: a decision, and what was forced by it."""
        for i in range(first, len(game.actions)):
            seat = game.played_by[i]
            words = said(game.actions[i], openly=self._people == [seat])
            self._hold(seat, words, only_choice=i > first and seat in self._people)
        self.tell_round(game)

    def tell_round(self, game: Game) -> None:
        """Say so when a new round has begun."""
        number = game.view(None).get("round")
        if number != self._round and not game.over:
            self.flush()
            self._round = number
            self._console.print(f"\n-- Round {number} --", style="cyan")

    def note_round(self, game: Game) -> None:
        """After a decision was taken back: the round it is now has been told before."""
        self._round = game.view(None).get("round")

    def flush(self) -> None:
        """Tell what was held back in case it came again."""
        if self._held is None:
            return
        seat, words, only_choice = self._held
        line = Text("  ").append(self._names[seat], style="bold").append(f": {words}")
        notes = [f"{self._times} times"] * (self._times > 1) + ["the only choice"] * only_choice
        line.append(f" ({', '.join(notes)})" if notes else "", style="dim")
        self._console.print(line)
        self._held = None

    def _hold(self, seat: int, words: str, only_choice: bool) -> None:
        if self._held == (seat, words, only_choice):
            self._times += 1
            return
        self.flush()
        self._held, self._times = (seat, words, only_choice), 1

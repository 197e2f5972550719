"""What a person sees of a table: the board, the choices, the log."""

from __future__ import annotations

from rich.console import Console

from boriken.engine import Action

from .boards import block_of, board_lines, coloured
from .consequences import consequence
from .narration import said
from .scores import show_end
from .table import TerminalTable
from .terminal import aligned, ask, forget_typed, is_interactive

_LOG_LENGTH = 20


class Screen:
    """Shows a table to the person whose turn it is."""

    def __init__(self, console: Console, table: TerminalTable) -> None:
        self.console = console
        self.table = table

    def greet(self, greeting: str) -> None:
        """Which game it is, and who plays."""
        game, names = self.table.game, self.table.names
        title = game.rules.full_title
        bots = ", ".join(f"{names[seat]} ({kind})" for seat, kind in self.table.bots.items())
        people = ", ".join(names[seat] for seat in self.table.people())
        self.console.print(f"{greeting}: {title}, {game.players} players, seed {game.seed}", style="bold")
        self.console.print(f"{people} against {bots}." if bots else f"{people}.")
        self.console.print("h for help, q to leave; every move is saved.")

    def hand_over(self, seat: int) -> None:
        """Where several people share a terminal, nobody should see what the one before saw."""
        if is_interactive() and len(self.table.people()) > 1:
            self.console.clear()
            forget_typed()
            ask(f"Now {self.table.names[seat]} (l will show what was played): Enter ")

    def position(self, seat: int, briefly: bool) -> None:
        """The board and whose turn it is; briefly: only what belongs to the seat."""
        headline, lines = self._board(seat)
        own = block_of(lines, self.table.names[seat]) if briefly else []
        self.console.print()
        self._lines(own or lines, seat)
        self._headline(headline)

    def whole_board(self, seat: int) -> None:
        """The board again; on a terminal too low for it, in two parts."""
        headline, lines = self._board(seat)
        room = self.console.height - 2
        if len(lines) > room and is_interactive():
            self._lines(lines[:room], seat)
            ask("-- Enter for the rest -- ")
            lines = lines[room:]
        self._lines(lines, seat)
        self._headline(headline)

    def choices(self, choices: list[Action]) -> None:
        """Numbered, in words, as text, and what each brings at once."""
        digits = len(str(len(choices)))
        rows = [
            (f"{i:{digits}}", action.meaning, action.text, consequence(self.table.game, action))
            for i, action in enumerate(choices, 1)
        ]
        text = aligned(rows, ("bold", "", "dim", "green"))
        if max(len(line) for line in text.split("\n")) > self.console.width:
            text = aligned(rows, ("bold", "", "dim", "green"), gap=1)
        self.console.print(text)

    def log(self, seat: int) -> None:
        """The last actions, as this seat knows them."""
        game = self.table.game
        for i in range(max(0, len(game.actions) - _LOG_LENGTH), len(game.actions)):
            by = game.played_by[i]
            words = said(game.actions[i], openly=by == seat or game.over)
            self.console.print(f"{i + 1:4}  {self.table.names[by]}: {words}")
        if not game.actions:
            self.console.print("Nothing has been played yet.")

    def end(self) -> None:
        """The last board, the score sheet, the winners and the reason."""
        seat = self.table.people()[0]
        _, lines = self._board(seat)
        self.console.print()
        self._lines(lines, seat)
        self.console.print()
        show_end(self.console, self.table.game, self.table.names)

    def _board(self, seat: int) -> tuple[str, list[str]]:
        game = self.table.game
        return board_lines(game.rules, game.view(seat), self.table.names, self.console.width)

    def _lines(self, lines: list[str], seat: int) -> None:
        self.console.print(coloured(lines, self.table.names[seat]))

    def _headline(self, headline: str) -> None:
        self.console.print()
        self.console.print(headline, style="bold")

"""What a player is: something that chooses."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from boriken.engine import Action, BadOption, BorikenError, Game, Outcome, Rules


class PlayerFailed(BorikenError):
    """A player has not chosen as it should: it was late, went away, or answered with something that is no choice."""

    def __init__(self, trouble: str, seat: int) -> None:
        super().__init__(trouble)
        self.seat = seat
        """Whose player it was."""

    def __reduce__(self) -> tuple[type[PlayerFailed], tuple[str, int]]:
        return PlayerFailed, (str(self), self.seat)  # it may come from another process


class Player(Protocol):
    """Chooses for the seat to move.

    A player is only ever given imagined games (`Game.determinize`): what its seat may not know has been drawn anew, so
    that no player, however curious, can act on it. `choose` in this package takes care of that.
    """

    name: str

    def choose(self, game: Game) -> Action:
        """One of `game.legal_actions`."""
        ...


def no_settings(name: str, settings: str) -> None:
    """Raise BadOption if settings were given to a kind of player that has none."""
    if settings:
        raise BadOption(f"the player {name!r} has no settings; {settings!r} was given")


def get_ready(player: Player, game: Game) -> None:
    """Before its first decision, so that this is not late: let a player load and compile, if it has a `get_ready`."""
    ready = getattr(player, "get_ready", None)
    if ready is not None:
        ready(game)


def files_of(player: Player, rules: Rules, players: int) -> list[Path]:
    """The files that a player for such games goes by, if it has any: whoever changes one changes the player."""
    files = getattr(player, "files", None)
    return [] if files is None else list(files(rules, players))


def looks_back(player: Player, rules: Rules) -> int:
    """To how many decisions of the others a player looks back in such a game (`Game.past`), if it does at all."""
    asked = getattr(player, "looks_back", None)
    return 0 if asked is None else int(asked(rules))


def say_goodbye(player: Player, outcome: Outcome | None) -> None:
    """The game is over, or broken off (None): tell a player that wants to know, because it has a `goodbye`."""
    goodbye = getattr(player, "goodbye", None)
    if goodbye is not None:
        goodbye(outcome)

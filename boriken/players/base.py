"""What a player is: something that chooses."""

from __future__ import annotations

from typing import Protocol

from boriken.engine import Action, Game


class Player(Protocol):
    """Chooses for the seat to move.

    A player is only ever given imagined games (`Game.determinize`): what its seat may not know has been drawn anew, so
    that no player, however curious, can act on it. `choose` in this package takes care of that.
    """

    name: str

    def choose(self, game: Game) -> Action:
        """One of `game.legal_actions`."""
        ...

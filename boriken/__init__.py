"""Boriken: Puerto Rico and San Juan, with exact rules and a compiled engine.

>>> from boriken import Game
>>> game = Game.new("puerto-rico", players=4, seed=1)
>>> game.play("role:builder")
[<role:builder>]
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .games import Game, Record

__version__ = "0.1.0"
__all__ = ["Game", "Record", "__version__"]


def __getattr__(name: str) -> Any:
    """Load the engine when it is first asked for: `boriken --help` need not wait for a compiler."""
    if name in ("Game", "Record"):
        from . import games

        return getattr(games, name)
    raise AttributeError(f"module 'boriken' has no attribute {name!r}")

"""What can go wrong, each with a message that says what is wrong and what would be right."""

from __future__ import annotations


class BorikenError(Exception):
    """Base of all errors that are the caller's to mend."""


class BadOption(BorikenError, ValueError):
    """A number of players, a seed or an option that the game does not have."""


class UnknownAction(BorikenError, ValueError):
    """Not an action of this game at all: a misspelt text, or a number outside the action space."""


class IllegalAction(BorikenError, ValueError):
    """An action of this game, but not legal now."""


class Undecided(IllegalAction):
    """The game has gone on for longer than any sensible one, and ends without a result."""


class NotYourTurn(BorikenError, ValueError):
    """An action for a seat that is not to move."""


class BadRecord(BorikenError, ValueError):
    """A record that is damaged, was edited, or belongs to other rules."""


class BadView(BorikenError, ValueError):
    """What is no view of a game, or one that does not agree with itself."""

"""Actions: small whole numbers for programs, short texts for people and records."""

from __future__ import annotations

import difflib
import operator
from collections.abc import Iterator, Sequence

from .errors import UnknownAction


class Action(int):
    """One action of a game: its number, which also knows its text and what it means.

    >>> from boriken.puerto_rico import PUERTO_RICO
    >>> action = PUERTO_RICO.actions["build:harbor"]
    >>> print(action)
    build:harbor
    >>> action.meaning
    'build the harbor'
    """

    text: str
    """Unique within the game, stable between versions: `build:harbor`."""
    meaning: str
    """What it does, in words: a verb first."""
    public: str
    """What the others see of it, in words: where a card is played face down, not which one."""

    def __new__(cls, number: int, text: str, meaning: str, public: str = "") -> Action:
        action = super().__new__(cls, number)
        action.text = text
        action.meaning = meaning
        action.public = public or meaning
        return action

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[type[Action], tuple[int, str, str, str]]:
        return Action, (int(self), self.text, self.meaning, self.public)


class ActionSpace:
    """All actions of a game, by number or by text."""

    def __init__(self, game: str, rows: Sequence[tuple[str, ...]]) -> None:
        """A row for each action: its text, its meaning and, where the others see less, what they see."""
        self.game = game
        self._actions = tuple(Action(i, *row) for i, row in enumerate(rows))
        self._by_text = {action.text: action for action in self._actions}
        if len(self._by_text) != len(self._actions):
            raise ValueError(f"two actions of {game} have the same text")

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __getitem__(self, key: int | str) -> Action:
        """The action with that number or text; raises UnknownAction, with the nearest text there is."""
        if isinstance(key, str):
            action = self._by_text.get(key)
            if action is None:
                raise UnknownAction(f"{key!r} is not an action of {self.game}{self._suggest(key)}")
            return action
        try:
            number = operator.index(key)
        except TypeError:
            number = -1
        if isinstance(key, bool) or not 0 <= number < len(self._actions):
            raise UnknownAction(f"{key!r} is not an action of {self.game}: they are numbered 0 to {len(self) - 1}")
        if isinstance(key, Action) and key.text != self._actions[number].text:
            raise UnknownAction(f"{key} is an action of another game than {self.game}")
        return self._actions[number]

    def numbered(self, numbers: Sequence[int]) -> list[Action]:
        """The actions with these numbers, which must be right: quicker than one by one."""
        actions = self._actions
        return [actions[number] for number in numbers]

    def _suggest(self, text: str) -> str:
        near = difflib.get_close_matches(text, self._by_text, n=1)
        return f"; did you mean {near[0]!r}?" if near else f"; 'boriken notation {self.game}' lists them"

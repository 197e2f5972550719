"""Options of a game: what may be chosen, and a plain answer to what may not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import BadOption

RANDOM = "random"


@dataclass(frozen=True)
class Option:
    """One option of a game."""

    usual: Any
    meaning: str
    """What it does, in words."""
    choices: tuple[Any, ...] = (False, True)
    """The values there are."""
    seat: bool = False
    """A seat, or 'random', instead of a choice."""
    names: tuple[str, ...] = ()
    """A list of these names may be given instead of a choice."""
    later: bool = False
    """It has come later: records without it mean the usual value."""

    def check(self, name: str, value: object, players: int) -> None:
        """Raise BadOption, naming what would be right, if the option cannot have that value."""
        if self.seat:
            if value != RANDOM and (type(value) is not int or not 0 <= value < players):
                raise BadOption(f"{name} must be a seat of 0 to {players - 1} or 'random', not {value!r}")
        elif self.names and isinstance(value, list | tuple):
            for item in value:
                if item not in self.names:
                    raise BadOption(f"{name}: there is no {item!r}; there is {', '.join(self.names)}")
        elif not any(type(value) is type(choice) and value == choice for choice in self.choices):
            words = " or ".join(str(choice).lower() for choice in reversed(self.choices))
            listed = " or a list of names" if self.names else ""
            raise BadOption(f"{name} must be {words}{listed}, not {value!r}")


def option_text(value: object) -> str:
    """A value as it is given on the command line: `true`, `random`, `aqueduct,church`."""
    return ",".join(value) if isinstance(value, list | tuple) else str(value).lower()


def worth_telling(options: Mapping[str, Option], values: Mapping[str, Any]) -> dict[str, str]:
    """Values as texts, without those that have come later and are as usual: a game without expansions names none."""
    return {
        name: option_text(value)
        for name, value in values.items()
        if not (options[name].later and value == options[name].usual)
    }


FIRST_GOVERNOR = Option(0, "the seat of the first governor, or 'random'", seat=True)


def checked(game: str, options: Mapping[str, Option], players: int, given: Mapping[str, object]) -> dict[str, Any]:
    """Every option with its value; raises BadOption for what the game does not have."""
    for name in given:
        if name not in options:
            raise BadOption(f"{game} has no option {name!r}; there is {', '.join(options)}")
    values = {name: given.get(name, option.usual) for name, option in options.items()}
    for name, value in values.items():
        options[name].check(name, value, players)
    return values

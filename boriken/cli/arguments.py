"""What stands on the command line, checked: games, numbers of players, options, bots, seeds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from boriken.engine import BadOption, Rules, rules_of
from boriken.games import GAMES
from boriken.players import make_player

DEFAULT_GAME = "puerto-rico"
DEFAULT_BOT = "heuristic"


def rules_named(game: str | None) -> Rules:
    """The rules of a game, by default of Puerto Rico."""
    return rules_of(game or DEFAULT_GAME)


def is_game(name: str) -> bool:
    return name in GAMES


def number_of_players(rules: Rules, players: int | None) -> int:
    """As asked, else as usual for the game."""
    if players is None:
        return rules.usual_players
    if players not in rules.players:
        raise BadOption(f"{rules.title} is for {rules.players[0]} to {rules.players[-1]} players, not {players}")
    return players


def bots_for(names: Sequence[str], seats: int) -> list[str]:
    """A bot for each seat, where one was named for each or one for all."""
    for name in names:
        make_player(name, 0)  # says what is wrong with it
    if names and len(names) not in (1, seats):
        raise BadOption(f"--bot: name one for all, or one for each of the {seats} seats; there are {len(names)}")
    chosen = names or [DEFAULT_BOT]
    return list(chosen) if len(chosen) == seats else list(chosen) * seats


def parse_options(texts: Sequence[str] | None) -> dict[str, Any]:
    """`name=value` as options of a game; the game itself checks them."""
    options: dict[str, Any] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise BadOption(f"--option takes name=value, not {text!r}")
        if name in options:
            raise BadOption(f"--option {name} is given twice")
        options[name] = parse_value(value)
    return options


def parse_value(text: str) -> Any:
    """true, false and whole numbers as such; anything else is text."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else text

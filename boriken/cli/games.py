"""`boriken games`: which games, options and bots there are."""

from __future__ import annotations

import json
from typing import Any

from boriken.engine import Option, Rules, option_text
from boriken.games import GAMES, WITH_EXPANSIONS
from boriken.players import EXTERNAL, LEVELS, PLAYERS

from .guard import FINE
from .terminal import new_console


def games(as_json: bool) -> int:
    """Print them."""
    known: dict[str, Any] = {
        "games": [_described(rules) for rules in GAMES.values()],
        "bots": list(PLAYERS),
        "levels": LEVELS,
    }
    if as_json:
        print(json.dumps(known, indent=1))
        return FINE
    console = new_console()
    for game in known["games"]:
        console.print(game["name"], style="bold")
        editions = " and ".join(game["editions"])
        console.print(f"  {game['title']}, edition {editions}, {game['players'][0]} to {game['players'][-1]} players")
        console.print("  options, with their usual values:")
        for name, option in game["options"].items():
            console.print(f"    {name}={option_text(option['usual'])}  {option['meaning']}{_choices(option)}")
    console.print("bots", style="bold")
    for game in GAMES:
        levels = [f"{level} ({bots[game]})" for level, bots in LEVELS.items() if game in bots]
        console.print(f"  by level in {game}: {', '.join(levels) or 'none'}")
    console.print(f"  by kind: {', '.join(PLAYERS)}; MODULE:CLASS is a class of yours, {EXTERNAL}:COMMAND a program")
    console.print("  with settings: search:2000 thinks for 2000 samples, search:0.5s for half a second")
    return FINE


def _choices(option: dict[str, Any]) -> str:
    """What else it can be, where true and false do not say it."""
    choices = option.get("choices", [False, True])
    if choices == [False, True]:
        return ""
    names = ["NAME,NAME,..."] if "names" in option else []
    return f" ({', '.join([*map(str, choices), *names])})"


def _described(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "editions": list(rules.editions),
        "rules": rules.version,
        "rules_with_expansions": WITH_EXPANSIONS[rules.name].version if rules.name in WITH_EXPANSIONS else None,
        "players": list(rules.players),
        "options": {name: _described_option(option) for name, option in rules.options.items()},
    }


def _described_option(option: Option) -> dict[str, Any]:
    described: dict[str, Any] = {"usual": option.usual, "meaning": option.meaning}
    if not option.seat:
        described["choices"] = list(option.choices)
    if option.names:
        described["names"] = list(option.names)
    return described

"""What is kept of a finished game: one line of JSON, with all that reports and statistics need.

Everything is read from the game's actions, its final view and its score sheet; no rule is worked out here.
"""

from __future__ import annotations

from typing import Any

from boriken.engine import BadRecord, BorikenError, Game, Rules, rules_of
from boriken.players.matches import Effort, rounds_of

Line = dict[str, Any]
"""What is kept of a finished game, ready for JSON. docs/arena.md lists what stands in it."""

ROLE, BUILD = "role:", "build:"
"""How the texts of those actions begin, in every game."""
CALL_OFF = "call-off"
"""Takes the last building back, in San Juan."""


def told(game: Game, names: list[str], effort: Effort | None = None) -> Line:
    """A finished game as a line: what happened, seat by seat."""
    outcome = game.outcome
    assert outcome is not None
    view = game.view(None)
    labels = {} if effort is None or not effort.labels else {"labels": effort.labels}
    return {
        "game": game.rules.name,
        "players": game.players,
        "options": game.options,
        "seed": game.seed,
        "seats": names,
        **labels,
        "points": list(outcome.points),
        "tie_break": list(outcome.tie_break),
        "winners": list(outcome.winners),
        "reasons": list(outcome.reasons),
        "rounds": view["round"],
        "actions": len(game.actions),
        "decisions": None if effort is None else list(effort.decisions),
        "seconds": None if effort is None or effort.seconds is None else [round(s, 6) for s in effort.seconds],
        "sources": [{name: points for name, points in sheet.items() if name != "total"} for sheet in game.scores()],
        "buildings": [sorted(board["city"]) for board in view["players"]],
        "built": _built(game),
        "roles": _roles(game),
    }


def broken_off(game: Game, names: list[str], seat: int | None, why: str) -> Line:
    """A game without an end as a line. A seat whose player failed has lost it, and the others share the win.

    None: nobody is to blame (players that never build could go on for ever), and all share it.
    """
    return {
        "game": game.rules.name,
        "players": game.players,
        "options": game.options,
        "seed": game.seed,
        "seats": names,
        **dict.fromkeys(_OF_WHOLE_GAMES),
        "winners": [other for other in range(game.players) if other != seat],
        "reasons": ["undecided" if seat is None else "forfeit"],
        "broken_off": {"seat": seat, "why": why},
    }


_OF_ALL_GAMES = ("game", "players", "options", "seed", "seats", "winners", "reasons")
_OF_WHOLE_GAMES = (
    *("points", "tie_break", "rounds", "actions", "decisions", "seconds"),
    *("sources", "buildings", "built", "roles"),
)
"""What only a game that was played to its end has."""


def check_line(line: Line) -> None:
    """Raise BadRecord unless a line from a file has all that a game of the arena has."""
    names = (*_OF_ALL_GAMES, *(_OF_WHOLE_GAMES if is_whole(line) else ()))
    if missing := [name for name in names if name not in line]:
        raise BadRecord(f"a game of the arena without {' and '.join(missing)}")
    by_seat = ("seats", *(("points", "sources", "buildings", "built") if is_whole(line) else ()))
    if any(not isinstance(line[name], list) or len(line[name]) != line["players"] for name in by_seat):
        raise BadRecord(f"a game of the arena in which not every seat has {', '.join(by_seat)}")
    try:
        rules_in(line)
    except BorikenError as error:
        raise BadRecord(str(error)) from None


def rules_in(line: Line) -> Rules:
    """The rules of a line's game: those with expansions, if its options call for them."""
    rules = rules_of(line["game"])
    return rules.for_options(rules.check_options(line["players"], line["options"]))


def is_whole(line: Line) -> bool:
    """Whether a game was played to its end."""
    return "broken_off" not in line


def failed_seat(line: Line) -> int | None:
    """The seat whose player failed, if one did."""
    seat: int | None = line.get("broken_off", {}).get("seat")
    return seat


def _built(game: Game) -> list[list[str]]:
    """By seat, what was built, in order."""
    built: list[list[str]] = [[] for _ in range(game.players)]
    for action, seat in zip(game.actions, game.played_by, strict=True):
        if action.text.startswith(BUILD):
            built[seat].append(action.text.removeprefix(BUILD))
        elif action.text == CALL_OFF:
            built[seat].pop()
    return built


def _roles(game: Game) -> list[list[tuple[int, str]]]:
    """By round, who took which role, in order."""
    roles: dict[int, list[tuple[int, str]]] = {}
    for action, seat, number in zip(game.actions, game.played_by, rounds_of(game), strict=True):
        if action.text.startswith(ROLE):
            roles.setdefault(number, []).append((seat, action.text.removeprefix(ROLE)))
    return list(roles.values())


def ranks(line: Line) -> list[int]:
    """Each seat's rank, from 1: by points, then by the tie-break; equals share the better rank."""
    if line["points"] is None:
        return [1 if seat in line["winners"] else 2 for seat in range(line["players"])]
    results = list(zip(line["points"], line["tie_break"], strict=True))
    return [1 + sum(other > mine for other in results) for mine in results]


def wins(line: Line, seat: int) -> float:
    """What a seat won of a game: seats that are equal in everything share it."""
    return 1 / len(line["winners"]) if seat in line["winners"] else 0.0


def place_in_order(line: Line, seat: int) -> int:
    """A seat's place in the order of the first round, from 0: 0 is the first governor."""
    first = line["roles"][0][0][0] if line["roles"] else 0
    return int((seat - first) % line["players"])

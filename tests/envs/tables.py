"""The tables in docs/environments.md, made from the code. `python -m tests.envs.tables` renews them there."""

from __future__ import annotations

import re
from pathlib import Path

from boriken.engine import Rules
from boriken.engine.layout import MOST
from boriken.envs.core import REWARDS, Piece, layout_of, secrets_of
from boriken.envs.registration import ids
from boriken.games import GAMES, WITH_EXPANSIONS

_RULES = (*GAMES.values(), *WITH_EXPANSIONS.values())
PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def tables() -> dict[str, str]:
    """Every table by the name under which it stands in the page."""
    found = {"ids": _ids(), "rewards": _rewards(), "sizes": _sizes()}
    for rules in _RULES:
        layout, hidden = layout_of(rules, rules.usual_players), secrets_of(rules, rules.usual_players)
        found[f"{rules.key} table"] = _pieces(layout.table)
        found[f"{rules.key} seat"] = _pieces(layout.seat)
        found[f"{rules.key} secrets"] = _pieces(hidden.table + hidden.seat, each={piece.name for piece in hidden.seat})
    return found


def _rows(*rows: tuple[str, ...]) -> str:
    head, *body = rows
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ("---",) * len(head), *body))


def _ids() -> str:
    return _rows(("id", "game", "players"), *((f"`{name}`", game, str(n)) for name, (game, n) in ids().items()))


def _rewards() -> str:
    return _rows(("reward", "what a seat is paid when the game ends"), *((f"`{k}`", v) for k, v in REWARDS.items()))


def _sizes() -> str:
    def row(rules: Rules, players: int) -> tuple[str, ...]:
        layout, hidden = layout_of(rules, players), secrets_of(rules, players)
        sizes = (len(rules.actions), layout.size, layout.table_size, layout.seat_size, hidden.size)
        return (rules.full_title, str(players), *map(str, sizes))

    head = ("game", "players", "actions", "numbers in an observation", "of the table", "of each seat", "secrets")
    return _rows(head, *(row(rules, players) for rules in _RULES for players in rules.players))


def _pieces(pieces: tuple[Piece, ...], each: set[str] | None = None) -> str:
    rows = []
    for piece in pieces:
        shape = " by ".join(str(n) if n else "players" for n in piece.shape) or "1"
        if each and piece.name in each:
            shape = f"{shape}, each seat"
        high = "any" if piece.high == MOST else str(piece.high)
        rows.append((f"`{piece.name}`", shape, f"{piece.low} to {high}", f"{piece.usual:g}", piece.meaning))
    return _rows(("piece", "numbers", "range", "usual", "meaning"), *rows)


def renewed(page: str) -> str:
    """The page with every table as the code has it."""
    for name, table in tables().items():
        start, end = f"<!-- {name} -->", "<!-- end -->"
        pattern = re.compile(re.escape(start) + r"\n.*?" + re.escape(end), re.DOTALL)
        page, n = pattern.subn(lambda _, s=start, t=table: f"{s}\n{t}\n<!-- end -->", page)  # type: ignore[misc]
        if n != 1:
            raise ValueError(f"docs/environments.md has no place, or several, for the table {name!r}")
    return page


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text()))

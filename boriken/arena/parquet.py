"""Games as Parquet, for data frames: a row for each seat of each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from .played import Line, failed_seat, place_in_order, ranks, wins


def write_parquet(lines: Sequence[Line], path: Path) -> bool:
    """Write the games to a file; False where pyarrow is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return False
    by_seat = list(rows(lines))
    names = list(dict.fromkeys(name for row in by_seat for name in row))  # a failed game has fewer columns
    columns = {name: [row.get(name) for row in by_seat] for name in names}
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    return True


def rows(lines: Sequence[Line]) -> Iterator[dict[str, Any]]:
    """A row for each seat. Where a player has failed, points and all that belongs to them are empty."""
    for line in lines:
        rank = ranks(line)
        for seat, player in enumerate(line["seats"]):
            row = {name: line.get(name) for name in ("number", "match", "game", "players", "seed", "rounds", "actions")}
            row |= {
                "seat": seat,
                "player": player,
                "rank": rank[seat],
                "won": wins(line, seat),
                "reasons": line["reasons"],
                "failed": failed_seat(line) == seat,
            }
            for name in ("points", "tie_break", "decisions", "seconds", "buildings", "built"):
                row[name] = None if line[name] is None else line[name][seat]
            row["place"] = None if line["roles"] is None else place_in_order(line, seat) + 1
            row["roles"] = None if line["roles"] is None else _roles(line, seat)
            if line["sources"] is not None:
                row |= {f"from_{source}": points for source, points in line["sources"][seat].items()}
            yield row


def _roles(line: Line, seat: int) -> list[str]:
    """The roles that a seat took, round after round."""
    return [role for taken in line["roles"] for who, role in taken if who == seat]

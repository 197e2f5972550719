"""Whether a process is still there."""

from __future__ import annotations

from pathlib import Path


def is_gone(pid: int) -> bool:
    """Ended; whoever is nobody's child any more may still have to be cleared away."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True

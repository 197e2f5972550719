"""Whether a process has ended."""

from __future__ import annotations

import os
import select


def is_gone(pid: int) -> bool:
    """Ended, or about to: whoever was killed just now may take a moment."""
    try:
        opened = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        ended, _, _ = select.select([opened], [], [], 10)
    finally:
        os.close(opened)
    return bool(ended)

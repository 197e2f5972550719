"""What can go wrong is told in one line: 1 for a bad file, 2 for a bad command, 130 for Ctrl-C; no tracebacks."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from typer.core import TyperGroup

from .terminal import printable

FINE, BAD_FILE, BAD_USAGE, CUT_SHORT = 0, 1, 2, 130


class Commands(TyperGroup):
    """All commands. Each returns its exit code, or None if all went well."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()  # a full disk shows here, not when nobody can catch it any more
        except BrokenPipeError:
            hang_up()
        except Exception as error:
            code = explain(error)
        sys.exit(code or FINE)


def hang_up() -> None:
    """Whoever read what we print has gone (`boriken notation | head`): end as quietly as any other program.

    Only now, when everybody has been seen off, by the signal that ends others at once. To take it from the beginning
    would let a player's program that goes away take us along.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    os._exit(BAD_FILE)


def need_site() -> None:
    """Say in words what is missing where only engine, bots and environments are installed."""
    if any(importlib.util.find_spec(library) is None for library in ("fastapi", "sqlalchemy", "uvicorn")):
        from boriken.engine import BadOption

        raise BadOption("the site is not installed: pip install 'boriken[web]'")


def explain(error: Exception) -> int:
    """Say what went wrong and return the exit code; a mistake of ours is raised again."""
    if hasattr(error, "format_message"):  # Typer's errors, whichever version: a bad option, a missing argument
        complain(error.format_message())
        return BAD_USAGE
    if isinstance(error, OSError):
        complain(file_trouble(error))
        return BAD_FILE
    from boriken.engine import BadRecord, BorikenError

    if not isinstance(error, BorikenError):
        raise error
    complain(str(error))
    return BAD_FILE if isinstance(error, BadRecord) else BAD_USAGE


def complain(line: str) -> None:
    """One line on standard error."""
    print(f"boriken: {printable(line)}", file=sys.stderr)


def file_trouble(error: OSError) -> str:
    """What the system says about a file, in one line."""
    reason = (error.strerror or str(error)).lower()
    return f"{error.filename}: {reason}" if error.filename else reason

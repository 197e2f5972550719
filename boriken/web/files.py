"""What is kept on the disk is for its owner's eyes only: the database holds every hand, the key is everybody."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from boriken.engine import BadOption

from .keys import parse

SHORTEST_KEY = 16


def private_folder(folder: Path, ours: bool) -> None:
    """Make a folder that only its owner may enter; one that is there already is tightened only if it is `ours`.

    A folder that somebody has named may hold other things: it stays as it is, and the files in it are private.
    """
    with _explained(folder):
        with contextlib.suppress(FileExistsError):
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700)
        if not folder.is_dir():
            raise NotADirectoryError(20, "Not a directory")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
        if ours:
            _tighten(folder, 0o700)


def private_database(path: Path) -> None:
    """Make the file of a new database, or tighten an old one; SQLite gives the files beside it the same rights."""
    if not path.parent.is_dir():
        raise BadOption(f"there is no folder {path.parent} for the database: make it, or name another file")
    with _explained(path):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            _tighten(file, 0o600)


def kept_key(path: Path) -> str:
    """The newest key in that file, made at random if there is none."""
    with _explained(path):
        if not path.exists():
            _make_key(path)
        _tighten(path, 0o600)
        text = path.read_text()
    newest = parse(text, str(path))[0].secret if text.strip() else ""
    if len(newest) < SHORTEST_KEY:
        raise BadOption(
            f"the key in {path} is empty or shorter than {SHORTEST_KEY} letters: put the right one back, "
            "or delete the file for a new one (everybody is a stranger then)"
        )
    return newest


def _make_key(path: Path) -> None:
    """Whole or not at all, never over another's, and on the disk before anybody goes by it."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(32))
        file.flush()
        os.fsync(file.fileno())
    try:
        with contextlib.suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        temporary.unlink()
    if os.name != "nt":  # where a folder can be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _tighten(path: Path, mode: int) -> None:
    """Take rights away from others; what belongs to somebody else is that one's business."""
    with contextlib.suppress(FileNotFoundError, PermissionError):
        if path.stat().st_mode & 0o077:
            path.chmod(mode)


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Trouble with a file, said in words."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadOption(
            f"{path} cannot be written ({reason}): mend its rights, or name another folder with BORIKEN_DATA_DIR"
        ) from None

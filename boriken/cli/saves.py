"""Files: saved games in the user's data folder, and reading and writing that cannot lose anything."""

from __future__ import annotations

import contextlib
import itertools
import os
from pathlib import Path

from boriken.engine import BadRecord
from boriken.games import Record

DATA_FOLDER_VARIABLE = "BORIKEN_DATA_DIR"


def games_folder() -> Path:
    """Where games are saved: below BORIKEN_DATA_DIR, else in the user's data folder."""
    import platformdirs

    chosen = os.environ.get(DATA_FOLDER_VARIABLE)
    base = Path(chosen) if chosen else Path(platformdirs.user_data_dir("boriken", appauthor=False))
    return base / "games"


def new_save(name: str) -> Path:
    """A file for a new game that is not there yet."""
    for i in itertools.count(1):
        path = games_folder() / (f"{name}.json" if i == 1 else f"{name}-{i}.json")
        if not os.path.exists(path):  # false, and no error, where the folder cannot be read
            return path
    raise AssertionError


def write_whole(path: Path, text: str) -> None:
    """Write a file at one stroke: whatever happens, there is the old file or the new one, never half of it."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def read_text(path: Path) -> str:
    """A text file; raises BadRecord if it is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: not a text file (UTF-8)") from None


def read_record(path: Path) -> tuple[str, Record]:
    """A file with a single record, as text and read."""
    text = read_text(path)
    try:
        return text, Record.from_json(text)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def last_unfinished(game: str | None) -> Path:
    """The game that was left last, of one kind or of any; raises BadRecord if there is none."""
    folder = games_folder()
    files = [path for path in folder.glob("*.json") if path.is_file()]
    by_age = sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in by_age:
        try:
            _, record = read_record(path)
        except (BadRecord, OSError):
            continue
        if record.result is None and game in (None, record.game):
            return path
    raise BadRecord(f"there is no unfinished game in {folder}; 'boriken play' starts one")

"""What is kept: migrations, the key, settings."""

from __future__ import annotations

import asyncio
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from boriken.engine import BadOption
from boriken.web.models import Base
from boriken.web.settings import Settings
from boriken.web.storage import storage_of

pytestmark = pytest.mark.anyio


async def test_migrations_lead_to_the_tables_that_the_program_expects(settings: Settings) -> None:
    storage = storage_of(settings.database_url)
    await storage.migrate()
    await storage.migrate()  # again: nothing to do

    def differences(connection: Connection) -> list[object]:
        found: list[object] = compare_metadata(MigrationContext.configure(connection), Base.metadata)
        return found

    assert await storage.read(differences) == []
    await storage.close()


async def test_an_acknowledged_move_is_on_the_disk(settings: Settings) -> None:
    storage = storage_of(settings.database_url)

    def pragmas(connection: Connection) -> list[object]:
        return [connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]

    assert await storage.read(pragmas) == ["wal", 2], "2 is FULL"
    await storage.close()


async def test_after_an_error_looking_and_writing_go_on(tmp_path: Path) -> None:
    storage = storage_of(f"sqlite:///{tmp_path / 'errors.db'}")
    await storage.write(lambda connection: connection.execute(text("CREATE TABLE numbers (n INTEGER UNIQUE)")))

    def count(connection: Connection) -> int:
        return int(connection.execute(text("SELECT count(*) FROM numbers")).scalar_one())

    def add(connection: Connection) -> None:
        connection.execute(text("INSERT INTO numbers VALUES (1)"))

    def wrong(connection: Connection) -> None:
        connection.execute(text("INSERT INTO numbers VALUES (2)"))
        connection.execute(text("no SQL"))

    for expected in range(2):
        with pytest.raises(OperationalError):
            await storage.read(wrong_look)
        with pytest.raises(OperationalError):
            await storage.write(wrong)
        assert await storage.read(count) == expected, "nothing of a change that fails stays"
        if not expected:
            await storage.write(add)
    with pytest.raises(IntegrityError):
        await storage.write(add)
    assert await storage.read(count) == 1
    await storage.close()


def wrong_look(connection: Connection) -> None:
    connection.execute(text("SELECT nothing"))


async def test_changes_that_come_together_are_written_together_and_fail_alone(tmp_path: Path) -> None:
    storage = storage_of(f"sqlite:///{tmp_path / 'many.db'}")
    await storage.write(lambda connection: connection.execute(text("CREATE TABLE numbers (n INTEGER UNIQUE)")))

    all_wait, commits = threading.Event(), []

    def hold(connection: Connection) -> None:
        event.listen(connection.engine, "commit", lambda connection: commits.append(connection))
        all_wait.wait()

    def add(n: int) -> Callable[[Connection], int]:
        def change(connection: Connection) -> int:
            connection.execute(text(f"INSERT INTO numbers VALUES ({n})"))
            connection.execute(text(f"INSERT INTO numbers VALUES ({n + 100})"))
            return n

        return change

    wanted = [0, 1, 2, 102, 3]  # 102 is there already when its turn comes
    tasks = [asyncio.create_task(storage.write(change)) for change in (hold, *(add(n) for n in wanted))]
    await asyncio.sleep(0)  # all have begun
    all_wait.set()
    _, *results = await asyncio.gather(*tasks, return_exceptions=True)
    assert len(commits) <= 2, "one for whoever came first, one for the others"
    assert results[:3] == [0, 1, 2]
    assert isinstance(results[3], IntegrityError)
    assert results[4] == 3
    kept = await storage.read(lambda connection: connection.execute(text("SELECT n FROM numbers")).scalars().all())
    assert sorted(kept) == [0, 1, 2, 3, 100, 101, 102, 103], "202 went with 102"
    await storage.close()


async def test_if_the_disk_refuses_nobody_is_told_otherwise(tmp_path: Path) -> None:
    storage = storage_of(f"sqlite:///{tmp_path / 'full.db'}")

    def refuse(connection: Connection) -> None:
        raise OSError("the disk is full")

    def change(connection: Connection) -> str:
        if not event.contains(connection.engine, "commit", refuse):
            event.listen(connection.engine, "commit", refuse)
        return "written"

    results = await asyncio.gather(storage.write(change), storage.write(change), return_exceptions=True)
    assert [type(result) for result in results] == [OSError, OSError]
    await storage.close()


async def test_if_sqlite_gives_the_transaction_up_nobody_who_shares_it_is_told_otherwise(tmp_path: Path) -> None:
    storage = storage_of(f"sqlite:///{tmp_path / 'full.db'}")
    await storage.write(lambda connection: connection.execute(text("CREATE TABLE numbers (n INTEGER)")))

    def add(connection: Connection) -> None:
        connection.execute(text("INSERT INTO numbers VALUES (1)"))

    def give_up(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")  # as SQLite does by itself when the disk is full
        raise OSError("the disk is full")

    changes = [storage.write(change, patience=60.0) for change in (add, give_up, add)]
    results = await asyncio.gather(*changes, storage.write(add), return_exceptions=True)
    kept = await storage.read(lambda connection: connection.execute(text("SELECT count(*) FROM numbers")).scalar())
    assert kept == 0
    assert all(isinstance(result, Exception) for result in results)
    await storage.write(add)
    await storage.close()


async def test_who_has_patience_is_written_along_with_whoever_has_none_or_when_it_ends(tmp_path: Path) -> None:
    storage = storage_of(f"sqlite:///{tmp_path / 'patient.db'}")
    commits: list[Connection] = []
    committed = commits.append

    def note(connection: Connection) -> None:
        if not event.contains(connection.engine, "commit", committed):
            event.listen(connection.engine, "commit", committed)

    patient = asyncio.create_task(storage.write(note, patience=60.0))
    await asyncio.sleep(0.05)
    assert not patient.done()
    await storage.write(note)
    await patient
    assert len(commits) == 1
    await storage.write(note, patience=0.01)
    assert len(commits) == 2
    last = asyncio.create_task(storage.write(note, patience=60.0))
    await asyncio.sleep(0)
    await storage.close()
    await last
    assert len(commits) == 3, "nothing stays behind when the site ends"


async def test_what_fails_in_the_middle_has_not_happened(settings: Settings) -> None:
    storage = storage_of(settings.database_url)
    await storage.migrate()

    def half(connection: Connection) -> None:
        connection.execute(text("INSERT INTO people (id, name, created) VALUES ('a', 'Ann', '2026-01-01')"))
        raise RuntimeError("the lights go out")

    with pytest.raises(RuntimeError):
        await storage.write(half)
    count = await storage.read(lambda connection: connection.execute(text("SELECT count(*) FROM people")).scalar())
    assert count == 0
    await storage.close()


def test_the_key_is_made_once_and_for_nobody_elses_eyes(tmp_path: Path) -> None:
    environment = {"BORIKEN_DATA_DIR": str(tmp_path / "data")}
    first = Settings.from_environment(environment)
    assert len(first.secret_key) >= 32
    assert Settings.from_environment(environment).secret_key == first.secret_key
    assert stat.S_IMODE((tmp_path / "data" / "secret.key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret.key"]
    assert first.secret_key not in repr(first)


def test_settings_are_read_from_the_environment(tmp_path: Path) -> None:
    environment = {
        "BORIKEN_DATA_DIR": str(tmp_path),
        "BORIKEN_DATABASE_URL": "postgres://ann@host/db",
        "BORIKEN_SECRET_KEY": "a key for tests only",
        "BORIKEN_ORIGINS": "https://a.example/, https://b.example",
        "BORIKEN_RUNNING_TABLES": "7",
    }
    settings = Settings.from_environment(environment)
    assert settings.database_url == "postgresql+asyncpg://ann@host/db"
    assert settings.is_postgres
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.running_tables == 7
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "value"),
    [("BORIKEN_DATABASE_URL", "mysql://x"), ("BORIKEN_DATABASE_URL", "x"), ("BORIKEN_ALONE_AFTER", "soon")],
)
def test_settings_that_make_no_sense_are_refused_in_words(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(BadOption, match=name):
        Settings.from_environment({"BORIKEN_DATA_DIR": str(tmp_path), name: value})

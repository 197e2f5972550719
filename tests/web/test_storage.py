"""What is kept: migrations, the key, settings."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

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


async def test_what_fails_in_the_middle_has_not_happened(settings: Settings) -> None:
    storage = storage_of(settings.database_url)
    await storage.migrate()

    def half(connection: Connection) -> None:
        connection.execute(text("INSERT INTO people VALUES ('a', 'Ann', '2026-01-01')"))
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
        "BORIKEN_SECRET_KEY": "key",
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

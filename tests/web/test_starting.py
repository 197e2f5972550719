"""`boriken serve` with a database, a folder or a key that cannot be used: one sentence, never a traceback."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from boriken.engine import BadOption
from boriken.web.settings import Settings
from boriken.web.storage import storage_of
from boriken.web.upkeep import NoDatabase, check_database

from .postgres import fresh_database
from .servers import Server


def sqlite(path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{path}", secret_key="a key for tests only")


def postgres(url: str) -> Settings:
    return Settings(database_url=url.replace("postgresql:", "postgresql+asyncpg:"), secret_key="a key for tests only")


def refused(settings: Settings, *words: str) -> None:
    with pytest.raises((NoDatabase, BadOption)) as refusal:
        check_database(settings)
    for word in words:
        assert word in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert "hunter2" not in str(refusal.value)


def test_what_is_wrong_is_said_in_one_line_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"this was a database once" * 1000)
    command = [sys.executable, "-m", "boriken.cli", "serve", "--port", "0", "--no-browser"]
    environment = {**os.environ, "BORIKEN_DATA_DIR": str(tmp_path), "BORIKEN_DATABASE_URL": ""}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert "tables.sqlite is damaged" in ended.stderr


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_bytes(b"x" * 5000)
    refused(sqlite(tmp_path / "x.sqlite"), "x.sqlite is damaged", "not a database", "put a copy in its place")


def test_a_database_with_a_hole_in_it(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    check_database(sqlite(path))
    content = bytearray(path.read_bytes())
    content[4096 : 4096 * 6] = os.urandom(4096 * 5)
    path.write_bytes(content)
    refused(sqlite(path), "x.sqlite is damaged", "begin with an empty one")


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    check_database(sqlite(path))
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    refused(sqlite(path), "x.sqlite is of a newer version of Boriken", "install that version")


def test_a_database_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    refused(sqlite(tmp_path / "nowhere" / "x.sqlite"), "there is no folder", "nowhere")


def test_a_database_that_is_a_folder(tmp_path: Path) -> None:
    refused(sqlite(tmp_path), "cannot be written", "is a directory")


def test_a_postgresql_that_is_not_there() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        port = taken.getsockname()[1]
        refused(postgres(f"postgresql://ann:hunter2@127.0.0.1:{port}/x"), f"127.0.0.1, port {port}", "start it")
    refused(postgres("postgresql://ann:hunter2@nowhere.invalid/x"), "does not answer at nowhere.invalid")


def test_an_address_that_makes_no_sense() -> None:
    refused(postgres("postgresql://ann:hunter2@host:port/x"), "postgresql://USER:PASSWORD@HOST:PORT/NAME")


def test_an_address_with_a_parameter_that_nobody_knows() -> None:
    refused(postgres("postgresql://ann:hunter2@127.0.0.1/x?colour=blue"), "what stands after the question mark")


def test_without_asyncpg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    refused(postgres("postgresql://ann@127.0.0.1/x"), "pip install 'boriken[postgres]'")


@pytest.fixture
def database() -> str:
    return fresh_database()


@pytest.mark.postgres
def test_a_postgresql_that_lets_nobody_in(database: str) -> None:
    url = make_url(database)
    stranger = url.set(username="nobody", password="hunter2").render_as_string(hide_password=False)
    refused(postgres(stranger), "does not let the user 'nobody' in", "the password")
    refused(postgres(url.set(database="none").render_as_string(hide_password=False)), "has no database 'none'")


@pytest.mark.postgres
def test_an_address_may_say_sslmode_as_everywhere_else(database: str) -> None:
    check_database(postgres(f"{database}?sslmode=disable"))


@pytest.mark.postgres
def test_a_postgresql_of_a_newer_version(database: str) -> None:
    settings = postgres(database)
    check_database(settings)

    async def renew() -> None:
        storage = storage_of(settings.database_url)
        await storage.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
        await storage.close()

    asyncio.run(renew())
    refused(settings, "newer version of Boriken")


@pytest.mark.parametrize("folder", ["file/data", "file"])
def test_a_data_folder_that_cannot_be_written(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadOption, match=r"cannot be written .*not a directory.* BORIKEN_DATA_DIR"):
        Settings.from_environment({"BORIKEN_DATA_DIR": str(tmp_path / folder)})


@pytest.mark.parametrize("key", ["", "   ", "short"])
def test_an_empty_or_short_key_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(BadOption, match="BORIKEN_SECRET_KEY must be at least 16 letters long"):
        Settings.from_environment({"BORIKEN_DATA_DIR": str(tmp_path), "BORIKEN_SECRET_KEY": key})
    (tmp_path / "secret.key").write_text(key)
    with pytest.raises(BadOption, match=r"secret\.key is empty or shorter than 16 letters"):
        Settings.from_environment({"BORIKEN_DATA_DIR": str(tmp_path)})


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_kept_is_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    before = os.umask(0)
    try:
        with Server(folder, BORIKEN_SECRET_KEY="a key for tests only") as server:
            assert server.process.poll() is None
            found = {path.name: rights(path) for path in folder.iterdir()}
            Settings.from_environment({"BORIKEN_DATA_DIR": str(folder)})
    finally:
        os.umask(before)
    assert rights(folder) == 0o700
    assert found == {"tables.sqlite": 0o600, "tables.sqlite-wal": 0o600, "tables.sqlite-shm": 0o600}
    assert rights(folder / "secret.key") == 0o600


def test_rights_that_were_too_wide_are_taken_away_where_the_folder_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that somebody has named may hold other things: only our files in it are tightened."""
    ours, named = tmp_path / "ours", tmp_path / "named"
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(ours))
    for folder, environment in ((ours, {}), (named, {"BORIKEN_DATA_DIR": str(named)})):
        folder.mkdir()
        for name in ("tables.sqlite", "tables.sqlite-wal", "secret.key", "other"):
            (folder / name).write_text("k" * 32 if name == "secret.key" else "")
            (folder / name).chmod(0o644)
        folder.chmod(0o755)
        check_database(Settings.from_environment(environment))
        assert rights(folder / "tables.sqlite") == rights(folder / "secret.key") == 0o600
        assert rights(folder / "other") == 0o644
    assert rights(ours) == 0o700
    assert rights(named) == 0o755


def test_the_key_is_on_the_disk_before_anybody_goes_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    fsync = os.fsync

    def note(number: int) -> None:
        synced.append(Path(f"/proc/self/fd/{number}").resolve().name)
        fsync(number)

    monkeypatch.setattr(os, "fsync", note)
    Settings.from_environment({"BORIKEN_DATA_DIR": str(tmp_path / "data")})
    assert len(synced) == 2
    assert synced[0].startswith(".secret.key.")
    assert synced[1] == "data"

"""`boriken admin` on SQLite and PostgreSQL: looking, ending, deleting, copies."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import shutil
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, select, update

from boriken.cli.app import app
from boriken.web import backups
from boriken.web.compiling import STEPS, Compilers, Step
from boriken.web.keys import Keys
from boriken.web.models import Base, Person, Table, now
from boriken.web.security import Identities
from boriken.web.settings import Settings
from boriken.web.site import Site
from boriken.web.standing import BOT, OPEN, PERSON, SeatWish, TableWish
from boriken.web.storage import storage_of

from .postgres import fresh_database
from .test_updates import OLD

T = TypeVar("T")
_DATA = Path(__file__).parent / "data"
ANN, BOB = "a" * 32, "b" * 32
_POSTGRES = pytest.param(
    "postgres",
    marks=pytest.mark.postgres,
)


class Hosted:
    """A site's database, and the commands of whoever runs it."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.url = url
        self.environment = {"BORIKEN_DATA_DIR": str(folder), "BORIKEN_DATABASE_URL": url}
        self.tables: dict[str, str] = {}

    @property
    def settings(self) -> Settings:
        return Settings.from_environment(self.environment)

    def do(self, work: Callable[[Connection], T]) -> T:
        async def run() -> T:
            storage = storage_of(self.settings.database_url)
            try:
                return await storage.write(work)
            finally:
                await storage.close()

        return asyncio.run(run())

    def admin(self, *arguments: str, code: int = 0) -> str:
        """Call a command; returns all it says."""
        said = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(said):
            for name, value in self.environment.items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.StringIO())
            with pytest.raises(SystemExit) as ended:
                app(["admin", *arguments])
        assert (ended.value.code or 0) == code, said.getvalue()
        return said.getvalue()

    def open(self, title: str, *seats: SeatWish, host: str = ANN, moves: int = 0) -> None:
        """A table; `moves` are played in it."""

        async def run() -> str:
            site = Site.new(self.settings)
            site.tables.on_change = lambda table: None
            await site.storage.migrate()
            table = await site.tables.open(TableWish("puerto-rico", seats, {"governor": 0}, title=title, host=host))
            for number in range(moves):
                standing = await site.tables.read(table)
                turn = standing.game.turn
                assert turn is not None
                action = standing.game.legal_actions[-1].text
                await site.tables.play(table, str(standing.seats[turn].person), number, [action])
            await site.bots.stop()
            await site.storage.close()
            return table

        self.tables[title] = asyncio.run(run())

    def state(self, table: str, state: str, days: int = 0) -> None:
        """As if the table had come to this state so many days ago."""
        change = update(Table).where(Table.id == self.tables[table])
        self.do(lambda c: c.execute(change.values(state=state, changed=now() - timedelta(days=days))))

    def rows(self, kind: str) -> list[dict[str, Any]]:
        table = Base.metadata.tables[kind]
        query = select(table).order_by(*table.primary_key.columns)
        return self.do(lambda c: [dict(row) for row in c.execute(query).mappings()])

    def everything(self) -> dict[str, list[dict[str, Any]]]:
        return {kind: self.rows(kind) for kind in Base.metadata.tables}


def hosted(folder: Path, kind: str) -> Hosted:
    """A site where Ann and Bob play, Ann plays alone, and waits."""
    folder.mkdir(parents=True, exist_ok=True)
    site = Hosted(folder, fresh_database() if kind == "postgres" else f"sqlite:///{folder / 'tables.sqlite'}")
    ann, bob, bot = (
        SeatWish(PERSON, ANN, "Ann"),
        SeatWish(PERSON, BOB, "Bob"),
        SeatWish(BOT, name="Ceiba", level="easy"),
    )
    site.open("together", ann, bob, moves=9)
    site.open("finished", bob, ann, moves=5)
    site.state("finished", "over", days=100)
    site.open("alone", ann, bot, bot)
    site.open("waiting", bob, ann, SeatWish(OPEN), host=BOB)
    people = [{"id": ANN, "name": "Ann"}, {"id": BOB, "name": "Bob"}]
    site.do(lambda c: c.execute(Base.metadata.tables["people"].insert(), [{**p, "created": now()} for p in people]))
    return site


@pytest.fixture(params=["sqlite", _POSTGRES])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Hosted:
    return hosted(tmp_path / "site", request.param)


def test_tables_are_listed_by_state_and_age(site: Hosted) -> None:
    said = site.admin("tables")
    assert all(table in said for table in site.tables.values())
    assert "4 tables" in said
    assert "Ceiba (easy)" in said
    assert "(open)" in said
    only = json.loads(site.admin("tables", "--state", "over", "--older-than", "90d", "--json"))
    assert [line["id"] for line in only] == [site.tables["finished"]]
    assert only[0]["seats"] == ["Bob", "Ann"]
    assert "0 tables" in site.admin("tables", "--older-than", "101d")
    assert "a state is" in site.admin("tables", "--state", "lost", code=2)
    assert "an age is" in site.admin("tables", "--older-than", "soon", code=2)


def test_people_are_found_by_name_and_id(site: Hosted) -> None:
    assert "2 people" in site.admin("people")
    assert ANN in site.admin("people", "an")
    assert "1 people" in site.admin("people", "b" * 8)
    assert "0 people" in site.admin("people", "%")


def test_people_that_do_not_fit_one_are_refused_in_words(site: Hosted) -> None:
    assert "nobody with the name or id 'Eve'" in site.admin("ban", "Eve", "--yes", code=2)
    assert "nobody" in site.admin("ban", "a", "--yes", code=2), "too short for an id"
    site.do(lambda c: c.execute(update(Person).values(name="Ann")))
    assert "2 people fit 'Ann'" in site.admin("ban", "Ann", "--yes", code=2)
    assert "is banned" in site.admin("ban", ANN[:8], "--yes")


def test_revoking_ends_tokens_and_a_new_one_can_be_had(site: Hosted) -> None:
    said = site.admin("revoke", "Ann", "--new-token", "--yes")
    settings = site.settings
    identities = Identities(Keys(settings.secret_key))
    assert identities.claim(said.split()[-1]) == (ANN, 1)
    assert [row["serial"] for row in site.rows("people")] == [1, 0]


def test_nothing_happens_without_a_yes(site: Hosted) -> None:
    before = site.everything()
    for command in (
        ["revoke", "Ann"],
        ["ban", "Ann"],
        ["delete-person", "Ann"],
        ["delete-tables", "--older-than", "1d"],
    ):
        assert "Say --yes" in site.admin(*command, code=130)
    assert site.everything() == before


def test_banning_and_unbanning(site: Hosted) -> None:
    site.admin("ban", "Bob", "--yes")
    assert [row["banned"] for row in site.rows("people")] == [False, True]
    assert "banned" in site.admin("people", "Bob")
    site.admin("unban", "Bob")
    assert [row["banned"] for row in site.rows("people")] == [False, False]


def test_deleting_old_tables_leaves_the_others(site: Hosted) -> None:
    finished = site.tables["finished"]
    site.state("alone", "running", days=200)
    change = update(Table).where(Table.id == site.tables["together"]).values(rematch=finished)
    site.do(lambda c: c.execute(change))
    assert "Deleted 1 tables" in site.admin("delete-tables", "--older-than", "90d", "--yes")
    left = site.everything()
    assert {row["id"] for row in left["tables"]} == set(site.tables.values()) - {finished}
    assert not any(row["table_id"] == finished for kind in ("seats", "entries") for row in left[kind])
    assert all(row["rematch"] is None for row in left["tables"]), "nothing leads to a table that is gone"
    assert "Deleted 1 tables" in site.admin("delete-tables", "--older-than", "90d", "--state", "any", "--yes")
    assert "Deleted 0 tables" in site.admin("delete-tables", "--older-than", "90d", "--state", "any", "--yes")


def test_deleting_a_person_leaves_the_games_of_the_others(site: Hosted) -> None:
    entries = [row for row in site.rows("entries") if row["table_id"] != site.tables["alone"]]
    assert "Deleted: 1 tables" in site.admin("delete-person", "Ann", "--yes")
    left = site.everything()
    seats = {(row["table_id"], row["seat"]): row for row in left["seats"]}
    together, finished, waiting = (site.tables[title] for title in ("together", "finished", "waiting"))
    assert site.tables["alone"] not in {row["id"] for row in left["tables"]}
    assert left["entries"] == entries, "all can be replayed"
    assert (seats[together, 0]["kind"], seats[together, 0]["name"]) == ("bot", "somebody")
    assert (seats[finished, 1]["kind"], seats[finished, 1]["name"]) == ("person", "somebody")
    assert (seats[waiting, 1]["kind"], seats[waiting, 1]["name"]) == ("open", "")
    assert seats[together, 1]["name"] == "Bob"
    shown = json.dumps({k: rows for k, rows in left.items() if k != "people"}, default=str)
    assert ANN not in shown
    assert "Ann" not in json.dumps(left, default=str)
    assert "nobody" in site.admin("revoke", ANN, "--yes", code=2)
    tombstone = next(row for row in left["people"] if row["id"] == ANN)
    assert tombstone["serial"] == 1, "tokens that are still about have ended"
    _all_tables_can_be_read(site)


def _all_tables_can_be_read(site: Hosted) -> None:
    rows = site.rows("tables")

    async def run() -> None:
        running = Site.new(site.settings)
        for row in rows:
            standing = await running.tables.read(row["id"])
            assert standing.number == row["last"]
        await running.bots.stop()
        await running.storage.close()

    asyncio.run(run())


# --- copies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["sqlite", _POSTGRES])
def test_a_copy_comes_back_to_the_last_row_on_either_database(site: Hosted, to: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.gz"
    before = site.everything()
    said = site.admin("backup", str(copy))
    assert "4 tables" in said
    assert "The key is not in it" in said
    assert copy.stat().st_mode & 0o777 == 0o600
    other = Hosted(tmp_path / "other", f"sqlite:///{tmp_path / 'other' / 'tables.sqlite'}")
    other.folder.mkdir()
    if to == "postgres":
        other.url = other.environment["BORIKEN_DATABASE_URL"] = (
            fresh_database()
        )  # (the other one is dropped: all is told)
    assert "Brought back" in other.admin("restore", str(copy))
    assert other.everything() == before
    _all_tables_can_be_read(other)
    other.admin("restore", str(copy), code=2)
    other.admin("delete-person", "Bob", "--yes")
    assert "Say --yes" in other.admin("restore", str(copy), "--replace", code=130)
    other.admin("restore", str(copy), "--replace", "--yes")
    assert other.everything() == before


def _forged(copy: Path, change: Callable[[list[Any]], object]) -> None:
    lines = [json.loads(line) for line in gzip.decompress(copy.read_bytes()).splitlines()]
    change(lines)
    with gzip.open(copy, "wt") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines.pop(), "is not whole"),
        (lambda lines: lines.pop(3), "is not whole"),
        (lambda lines: lines.insert(3, lines[3]), "not a row"),
        (lambda lines: lines.append({"end": 1}), "something follows"),
        (lambda lines: lines[0].update(format=2), "format 2"),
        (lambda lines: lines[0].update(schema="9999"), "newer than this one"),
        (lambda lines: lines[0].update(what="cake"), "not a backup of Boriken"),
        (lambda lines: lines[0]["rows"].update(spies=1), "does not know"),
    ],
)
def test_a_copy_that_is_not_right_changes_nothing(
    site: Hosted, tmp_path: Path, change: Callable[[list[Any]], object], words: str
) -> None:
    copy = tmp_path / "copy.gz"
    site.admin("backup", str(copy))
    before = site.everything()
    _forged(copy, change)
    assert words in site.admin("restore", str(copy), "--replace", "--yes", code=2)
    assert site.everything() == before


def test_a_copy_that_fails_half_way_changes_nothing(site: Hosted, tmp_path: Path) -> None:
    """All or nothing: a row that the database refuses undoes also the deletion before it."""
    copy = tmp_path / "copy.gz"
    site.admin("backup", str(copy))
    before = site.everything()
    _forged(copy, lambda lines: lines[-2].__setitem__(1, {**lines[-3][1]}))  # the same key twice
    header = backups.check(copy)
    with pytest.raises(Exception, match=r"(?i)unique"):
        site.do(lambda c: backups.restore(c, copy, header, True, lambda done: None))
    assert site.everything() == before


@pytest.mark.parametrize(
    "content", [b"", b"no copy at all", gzip.compress(b"{}\n", mtime=0)[:-6], gzip.compress(b"\xff\n", mtime=0)]
)
def test_a_file_that_is_no_copy_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    copy = tmp_path / "copy.gz"
    copy.write_bytes(content)
    with pytest.raises(backups.BadBackup, match=r"copy\.gz"):
        backups.check(copy)


def test_a_copy_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    """The copy is made of version 0.1's tables as they are, without the columns that came later."""
    old = Hosted(tmp_path, f"sqlite:///{tmp_path / 'old.sqlite'}")
    shutil.copy(_DATA / "0.1.sqlite", tmp_path / "old.sqlite")
    copy = tmp_path / "copy.gz"
    header = old.do(lambda c: backups.back_up(c, copy, lambda done: None))
    assert header.schema == "0001"
    new = Hosted(tmp_path, f"sqlite:///{tmp_path / 'new.sqlite'}")
    new.admin("restore", str(copy))
    assert [(row["name"], row["serial"], row["banned"]) for row in new.rows("people")] == [
        ("Bob", 0, False),
        ("Ann", 0, False),
    ]
    assert {row["id"] for row in new.rows("tables")} == set(OLD["tables"].values())
    _all_tables_can_be_read(new)


# --- keys -----------------------------------------------------------------------------------------------------------


def test_the_key_is_rotated_by_a_command(tmp_path: Path) -> None:
    site = Hosted(tmp_path, f"sqlite:///{tmp_path / 'tables.sqlite'}")
    first = site.settings.secret_key
    assert "still count for a while: 1" in site.admin("rotate-key", "--keep", "7d")
    assert site.settings.secret_key != first
    assert first in (tmp_path / "secret.key").read_text()
    assert "Say --yes" in site.admin("rotate-key", "--now", code=130)
    site.admin("rotate-key", "--now", "--yes")
    assert len((tmp_path / "secret.key").read_text().split()) == 1
    site.environment["BORIKEN_SECRET_KEY"] = "given by the environment"
    assert "BORIKEN_OLDER_KEYS" in site.admin("rotate-key", code=2)


def test_without_a_database_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    site = Hosted(tmp_path, f"sqlite:///{tmp_path / 'tables.sqlite'}")
    assert "there is no database" in site.admin("tables", code=2)
    assert not (tmp_path / "tables.sqlite").exists()


def test_everything_can_be_compiled_beforehand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Step] = []
    monkeypatch.setattr(Compilers, "compile_apart", lambda compilers, step: done.append(step))
    Hosted(tmp_path, f"sqlite:///{tmp_path / 'tables.sqlite'}").admin("compile")
    assert set(done) == set(STEPS)

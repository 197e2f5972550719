"""`boriken admin`: for whoever runs a site. The database and key are those of `boriken serve`.

All but `restore` may be used while the site runs.

Nothing here loads the engine before a command is called: `--help` must not wait for it.
"""

from __future__ import annotations

import asyncio
import json as as_json
import re
import sys
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from .guard import CUT_SHORT, FINE, need_site

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from boriken.web.settings import Settings
    from boriken.web.storage import Storage

T = TypeVar("T")
_BATCH = 100
"""Tables that are deleted in one transaction: the site goes on in between."""
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}

admin = typer.Typer(
    help="For whoever runs a site: tables, people, keys, backups.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Who = Annotated[str, typer.Argument(metavar="PERSON", help="The id, its first six letters or more, or the exact name.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Most = Annotated[int, typer.Option("--most", "-n", min=1, help="How many at most.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
State = Annotated[str | None, typer.Option(metavar="STATE", help="waiting, running, over or any.", show_default=False)]
Age = Annotated[
    str | None,
    typer.Option("--older-than", metavar="AGE", help="Untouched for so long: 90d, 12h, 30m, 2w.", show_default=False),
]


@admin.callback(invoke_without_command=True)
def help_without_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
    else:
        need_site()


# --- looking --------------------------------------------------------------------------------------------------------


@admin.command()
def tables(state: State = None, older_than: Age = None, most: Most = 50, json: AsJson = False) -> int:
    """List tables, those changed last first."""
    from boriken.web import administration

    which = administration.which_tables(_state(state), _age(older_than))
    total, found = _read(lambda c: (administration.count(c, which), administration.tables(c, which, most)))
    if json:
        _print_json(found)
        return FINE
    for t in found:
        print(f"{t.id}  {t.game:<11}  {t.state:<7}  round {t.round:>2}  {_when(t.changed)}  {', '.join(t.seats)}")
    print(f"{len(found)} of {total} tables" if total > len(found) else f"{total} tables")
    return FINE


@admin.command()
def people(
    who: Annotated[str, typer.Argument(metavar="[NAME OR ID]", help="A part of the name, or the id's beginning.")] = "",
    most: Most = 50,
    json: AsJson = False,
) -> int:
    """List people, the newest first."""
    from boriken.web import administration

    found = _read(lambda c: administration.people(c, who, most))
    if json:
        _print_json(found)
        return FINE
    for p in found:
        banned = "  banned" if p.banned else ""
        print(f"{p.id}  {_when(p.created)}  {p.tables:>3} tables  {p.name}{banned}")
    print(f"{len(found)} people{' (or more: --most)' if len(found) == most else ''}")
    return FINE


# --- people ---------------------------------------------------------------------------------------------------------


@admin.command()
def revoke(
    person: Who,
    new_token: Annotated[
        bool, typer.Option("--new-token", help="Print a new token, with which they keep their seats.")
    ] = False,
    yes: Yes = False,
) -> int:
    """End all tokens and cookies of a person; a running site notices within seconds."""
    from boriken.web import administration

    found = _read(lambda c: administration.find(c, person))
    if not _sure(f"End all tokens and cookies of {found.name} ({found.id})?", yes):
        return CUT_SHORT
    serial = _write(lambda c: administration.revoke(c, found.id))
    print(f"All tokens and cookies of {found.name} have ended.", file=sys.stderr)
    if new_token:
        from boriken.web.keys import Keys
        from boriken.web.security import Identities

        settings = _settings()
        identities = Identities(Keys(settings.secret_key, settings.older_keys, settings.key_file))
        print(identities.token(found.id, serial))
    return FINE


@admin.command()
def ban(person: Who, yes: Yes = False) -> int:
    """Let a person in no more. (They can still come as somebody new.)"""
    return _ban(person, True, yes)


@admin.command()
def unban(person: Who) -> int:
    """Let a banned person in again."""
    return _ban(person, False, True)


def _ban(person: str, banned: bool, yes: bool) -> int:
    from boriken.web import administration

    found = _read(lambda c: administration.find(c, person))
    if banned and not _sure(f"Ban {found.name} ({found.id})?", yes):
        return CUT_SHORT
    _write(lambda c: administration.ban(c, found.id, banned))
    print(f"{found.name} ({found.id}) is {'banned' if banned else 'let in again'}.")
    return FINE


@admin.command()
def delete_person(person: Who, yes: Yes = False) -> int:
    """Delete a person's data; games with others stay, with "somebody" in their place.

    Tables where nobody else sat are deleted. At running tables with others a bot plays on, at waiting ones the seat is
    open again.
    """
    from boriken.web import administration

    found = _read(lambda c: administration.find(c, person))
    if not _sure(f"Delete all that there is of {found.name} ({found.id})? This cannot be undone.", yes):
        return CUT_SHORT
    done = _write(lambda c: administration.delete_person(c, found.id))
    print(f"Deleted: {done.tables} tables where nobody else sat, the name at {done.renamed} other seats, the identity.")
    return FINE


# --- tables, keys, copies -------------------------------------------------------------------------------------------


@admin.command()
def delete_tables(
    older_than: Annotated[str, typer.Option(metavar="AGE", help="Untouched for so long: 90d, 12h, 30m, 2w.")],
    state: Annotated[str, typer.Option(metavar="STATE", help="waiting, running, over or any.")] = "over",
    yes: Yes = False,
) -> int:
    """Delete old tables for good, replays included; finished ones unless --state says otherwise."""
    from boriken.web import administration

    from .progress import progress

    which = administration.which_tables(_state(state), _age(older_than))
    total = _read(lambda c: administration.count(c, which))
    if total and not _sure(f"Delete {total} tables for good?", yes):
        return CUT_SHORT

    async def work(storage: Storage) -> int:
        done = 0
        with progress(total, "tables") as advance:
            advance(0, 0)
            while some := await storage.write(lambda c: administration.delete_tables(c, which, _BATCH)):
                done += some
                advance(min(done, total), 0)
        return done

    print(f"Deleted {_run(work)} tables.")
    return FINE


@admin.command()
def rotate_key(
    keep: Annotated[str, typer.Option(metavar="AGE", help="How long identities of the old key still count.")] = "30d",
    now: Annotated[
        bool, typer.Option("--now", help="The old key ends at once: everybody is a stranger, and seats are lost.")
    ] = False,
    yes: Yes = False,
) -> int:
    """Make a new key for signing identities; a running site notices within seconds.

    Cookies that the old key has signed are not signed anew by themselves: who comes with one after --keep is
    a stranger.
    """
    from boriken.engine import BadOption
    from boriken.web.keys import rotate

    settings = _settings()
    if settings.key_file is None:
        raise BadOption(
            "the key is set by BORIKEN_SECRET_KEY: put a new one there and the old one into BORIKEN_OLDER_KEYS, "
            "restart the site, and take the old one away when it shall not count any more"
        )
    for_how_long = timedelta(0) if now else _age(keep)
    assert for_how_long is not None
    if now and not _sure("End all identities at once? Nobody can get back to their seats.", yes):
        return CUT_SHORT
    older = rotate(settings.key_file, for_how_long)
    print(f"{settings.key_file} has a new key; older ones that still count for a while: {older}.")
    return FINE


@admin.command("compile")
def compile_all() -> int:
    """Compile rules and bots for this machine, before a newer version is brought into service."""
    from boriken.web.compiling import Compilers

    compilers = Compilers()
    compilers.each(compilers.compile_apart)
    print("Rules and bots are compiled.")
    return FINE


@admin.command()
def backup(file: Annotated[Path, typer.Argument(metavar="FILE", help="Such as boriken.backup.gz.")]) -> int:
    """Copy the whole database into a file, also while the site runs.

    The file can be brought back into SQLite and PostgreSQL alike. It holds everything but the key, so keep it as safe
    as the database, and copy the key as well.
    """
    from boriken.web import backups

    from .progress import progress

    total = _read(backups.count)  # about: the site goes on
    with progress(total, "rows") as advance:
        advance(0, 0)

        def back_up(connection: Connection) -> backups.Header:
            return backups.back_up(connection, file, lambda done: advance(min(done, total), 0))

        header = _run(lambda storage: storage.snapshot(back_up))
    print(f"{file}: {_rows(header.rows)}.")
    key = _settings().key_file
    if key is not None:
        print(f"The key is not in it: {key}")
    return FINE


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What 'boriken admin backup' has made.")],
    replace: Annotated[bool, typer.Option("--replace", help="Delete what is in the database now.")] = False,
    yes: Yes = False,
) -> int:
    """Bring a backup back, all or nothing. Stop the site first."""
    from boriken.web import backups

    from .progress import progress

    header = backups.check(file)
    question = f"Delete what is in the database, and bring back {_rows(header.rows)} of {header.made}?"
    if replace and not _sure(question, yes):
        return CUT_SHORT

    async def work(storage: Storage) -> None:
        with progress(header.total, "rows") as advance:
            advance(0, 0)
            await storage.write(lambda c: backups.restore(c, file, header, replace, lambda done: advance(done, 0)))

    _run(work, new=True)
    print(f"Brought back: {_rows(header.rows)}, as of {header.made}.")
    return FINE


# --- the database ---------------------------------------------------------------------------------------------------


def _settings() -> Settings:
    from boriken.web.settings import Settings

    return Settings.from_environment()


def _read(work: Callable[[Connection], T]) -> T:
    return _run(lambda storage: storage.read(work))


def _write(work: Callable[[Connection], T]) -> T:
    return _run(lambda storage: storage.write(work))


def _run(work: Callable[[Storage], Coroutine[Any, Any, T]], new: bool = False) -> T:
    """Do something with the site's database, brought up to date; only what makes a `new` one may find none."""
    from boriken.engine import BadOption
    from boriken.web.storage import storage_of

    url = _settings().database_url
    path = url.removeprefix("sqlite:///")
    if path != url and not new and not Path(path).exists():
        raise BadOption(f"there is no database at {path} yet; BORIKEN_DATA_DIR names another folder")

    async def run() -> T:
        storage = storage_of(url)
        try:
            if not new:
                await storage.migrate()
            return await work(storage)
        finally:
            await storage.close()

    return asyncio.run(run())


# --- words ----------------------------------------------------------------------------------------------------------


def _sure(question: str, yes: bool) -> bool:
    """Ask, unless that was answered; nobody there to answer is a no."""
    if yes:
        return True
    if not sys.stdin.isatty():
        print(f"{question} Say --yes.", file=sys.stderr)
        return False
    return typer.confirm(question)


def _age(text: str | None) -> timedelta | None:
    from boriken.engine import BadOption

    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,6})([mhdw])", text.strip())
    if found is None:
        raise BadOption(f"an age is a number with m, h, d or w, such as 90d, not {text!r}")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _state(text: str | None) -> str | None:
    from boriken.engine import BadOption
    from boriken.web.administration import STATES

    if text in (None, "any"):
        return None
    if text not in STATES:
        raise BadOption(f"a state is {', '.join(STATES)} or any, not {text!r}")
    return text


def _when(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M")


def _rows(rows: dict[str, int]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in rows.items())


def _print_json(lines: list[Any]) -> None:
    print(as_json.dumps([vars(line) for line in lines], default=str, ensure_ascii=False, indent=1))

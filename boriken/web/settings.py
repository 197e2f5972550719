"""What a host may set, all of it by environment variables; the usual values suit a table among friends."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from boriken.engine import BadOption, cores

PORT = 8000


@dataclass(frozen=True)
class Settings:
    """How this site runs."""

    database_url: str
    """SQLAlchemy's URL: `sqlite:///...` or `postgresql+asyncpg://...`."""
    secret_key: str = field(repr=False)
    """Signs who is who. Whoever has it can be anybody."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may send moves here, as `https://example.org`. Usually none."""
    requests_a_second: float = 20.0
    """For each visitor, in the long run; three seconds' worth may come at once."""
    tables_an_hour: float = 60.0
    """How many tables a visitor may open."""
    running_tables: int = 50
    """How many unfinished tables a visitor may have."""
    bot_threads: int = 1
    """How many bots and hints search at the same time. (Quick bots have a thread of their own.)"""
    bot_patience: float = 2.0
    """Seconds that a bot's move may wait for its turn to think: the more wait, the shorter each thinks."""
    most_waiting: float = 20.0
    """How many moves may wait for each thread that searches before hints pause; 0: any number."""
    most_delay: float = 0.25
    """Seconds by which everything may be late before hints pause, then bots play quicker, then no more tables are
    opened; 0: any number."""
    alone_after: float = 60.0
    """Seconds after which a seat whose person is away may be given to a bot."""

    @property
    def is_postgres(self) -> bool:
        return self.database_url.startswith("postgresql")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings of this machine; makes the data folder and the key on first use."""
        url = environment.get("BORIKEN_DATABASE_URL", "")
        key = environment.get("BORIKEN_SECRET_KEY", "")
        folder = data_folder(environment)
        if not url or not key:
            folder.mkdir(parents=True, exist_ok=True)
        return cls(
            database_url=_with_driver(url) if url else f"sqlite:///{folder / 'tables.sqlite'}",
            secret_key=key or _kept_key(folder / "secret.key"),
            origins=tuple(
                o.strip().rstrip("/") for o in environment.get("BORIKEN_ORIGINS", "").split(",") if o.strip()
            ),
            requests_a_second=_number(environment, "BORIKEN_REQUESTS_A_SECOND", cls.requests_a_second),
            tables_an_hour=_number(environment, "BORIKEN_TABLES_AN_HOUR", cls.tables_an_hour),
            running_tables=int(_number(environment, "BORIKEN_RUNNING_TABLES", cls.running_tables)),
            bot_threads=int(_number(environment, "BORIKEN_BOT_THREADS", max(cores() - 1, 1))),
            bot_patience=_number(environment, "BORIKEN_BOT_PATIENCE", cls.bot_patience),
            most_waiting=_number(environment, "BORIKEN_MOST_WAITING", cls.most_waiting),
            most_delay=_number(environment, "BORIKEN_MOST_DELAY", cls.most_delay),
            alone_after=_number(environment, "BORIKEN_ALONE_AFTER", cls.alone_after),
        )


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where tables are kept: BORIKEN_DATA_DIR, else the user's data folder."""
    chosen = environment.get("BORIKEN_DATA_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("boriken", appauthor=False))


def _with_driver(url: str) -> str:
    """The URL as people write it, with the driver that we use."""
    scheme, colon, rest = url.partition("://")
    drivers = {"postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg", "sqlite": "sqlite"}
    scheme = drivers.get(scheme, scheme)
    if not colon or scheme not in drivers.values():
        raise BadOption("BORIKEN_DATABASE_URL must begin with postgresql:// or sqlite:///")
    return f"{scheme}://{rest}"


def _kept_key(path: Path) -> str:
    """The key in that file, made at random if there is none; nobody else on this machine may read it."""
    with contextlib.suppress(FileExistsError):
        temporary = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
        try:
            os.link(temporary, path)  # whole or not at all, and never over another's
        finally:
            temporary.unlink()
    return path.read_text()


def _number(environment: Mapping[str, str], name: str, usual: float) -> float:
    text = environment.get(name, "")
    try:
        value = float(text) if text else usual
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e9:
        raise BadOption(f"{name} must be a number of 0 or more, not {text!r}")
    return value

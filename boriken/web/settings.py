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

from . import keys

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
    bot_threads: int = 2
    """How many bots think at the same time."""
    alone_after: float = 60.0
    """Seconds after which a seat whose person is away may be given to a bot."""
    older_keys: tuple[str, ...] = field(default=(), repr=False)
    """Keys that signed before and still count."""
    key_file: Path | None = None
    """Where the keys are kept, unless they are given."""
    log: str = "plain"
    """How lines are logged: `plain` or `json`."""
    access_log: bool = False
    """Whether each request is logged."""
    metrics_port: tuple[str, int] | None = None
    """Address and port on which figures are served to whoever asks."""
    metrics_token: str = field(default="", repr=False)
    """Who has it may read the figures under /metrics."""

    @property
    def has_metrics(self) -> bool:
        return self.metrics_port is not None or bool(self.metrics_token)

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
            bot_threads=int(_number(environment, "BORIKEN_BOT_THREADS", cores())),
            alone_after=_number(environment, "BORIKEN_ALONE_AFTER", cls.alone_after),
            older_keys=tuple(environment.get("BORIKEN_OLDER_KEYS", "").split()),
            key_file=None if key else folder / "secret.key",
            log=_choice(environment, "BORIKEN_LOG", ("plain", "json")),
            access_log=_choice(environment, "BORIKEN_ACCESS_LOG", ("off", "on")) == "on",
            metrics_port=_address(environment, "BORIKEN_METRICS_PORT"),
            metrics_token=environment.get("BORIKEN_METRICS_TOKEN", "").strip(),
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
    return keys.parse(path.read_text(), str(path))[0].secret


def _number(environment: Mapping[str, str], name: str, usual: float) -> float:
    text = environment.get(name, "")
    try:
        value = float(text) if text else usual
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e9:
        raise BadOption(f"{name} must be a number of 0 or more, not {text!r}")
    return value


def _choice(environment: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    """One of these words, usually the first."""
    word = environment.get(name, "").strip().lower() or choices[0]
    if word not in choices:
        raise BadOption(f"{name} must be {' or '.join(choices)}, not {word!r}")
    return word


def _address(environment: Mapping[str, str], name: str) -> tuple[str, int] | None:
    """`PORT` on loopback, or `ADDRESS:PORT`."""
    text = environment.get(name, "").strip()
    if not text:
        return None
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and int(port) <= 65535):
        raise BadOption(f"{name} must be a port, or ADDRESS:PORT, not {text!r}")
    return host.strip("[]") or "127.0.0.1", int(port)

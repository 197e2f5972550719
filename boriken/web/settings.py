"""What a host may set, all of it by environment variables; the usual values suit a table among friends."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from boriken.engine import BadOption, cores

from .files import SHORTEST_KEY, kept_key, private_folder

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
    hosts: tuple[str, ...] = ()
    """Names of this site, as `boriken.example.org` or `*.example.org`; `*`: any. None: the names of this machine."""
    requests_a_second: float = 20.0
    """For each visitor, in the long run; three seconds' worth may come at once."""
    tables_an_hour: float = 60.0
    """How many tables a visitor may open."""
    running_tables: int = 50
    """How many unfinished tables a visitor may have."""
    bot_threads: int = 1
    """How many bots, hints and reviews search at the same time. (Quick bots need no thread.)"""
    bot_patience: float = 2.0
    """Seconds that a bot's move may wait for its turn to think: the more wait, the shorter each thinks."""
    most_waiting: float = 20.0
    """How many moves may wait for each thread that searches before hints pause; 0: any number."""
    most_delay: float = 0.25
    """Seconds by which everything may be late before hints pause, then bots play quicker, then no more tables are
    opened; 0: any number."""
    hints_a_minute: float = 60.0
    """For each visitor."""
    reviews_an_hour: float = 20.0
    """How many games a visitor may have reviewed that nobody has asked for before."""
    reviews_at_once: int = 20
    """How many reviews may be under way or wait, of all visitors together; 0: none."""
    review_trees: int = 200
    """The budget of a decision in a review, in trees of 64 samples: with fewer, reviews are quicker and less sure."""
    people_an_address: float = 5.0
    """Several people may share an address (IPv6: a /64): it may ask so many times as often as one of them."""
    pages_an_address: int = 500
    """Sockets and streams that one address may keep open, at all workers of this machine together."""
    connections: int = 2000
    """Connections that each worker keeps open at the same time."""
    connections_an_address: int = 200
    """The same for one address; sockets are not among them, nor are proxies whose headers are believed."""
    header_seconds: float = 10.0
    """How long the head of a request may take to arrive."""
    body_seconds: float = 60.0
    """How long the rest of it may take, and how long an answer may wait for somebody to read it."""
    idle_seconds: float = 75.0
    """How long a connection is kept for the next request. (nginx keeps its own for 60.)"""
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
        key = _given_key(environment)
        folder = data_folder(environment)
        if not url or key is None:
            private_folder(folder, ours=not environment.get("BORIKEN_DATA_DIR"))
        return cls(
            database_url=_with_driver(url) if url else f"sqlite:///{folder / 'tables.sqlite'}",
            secret_key=key if key is not None else kept_key(folder / "secret.key"),
            origins=tuple(origin.rstrip("/") for origin in _several(environment, "BORIKEN_ORIGINS")),
            hosts=tuple(host.lower().rstrip(".") for host in _several(environment, "BORIKEN_HOSTS")),
            requests_a_second=_number(environment, "BORIKEN_REQUESTS_A_SECOND", cls.requests_a_second),
            tables_an_hour=_number(environment, "BORIKEN_TABLES_AN_HOUR", cls.tables_an_hour),
            running_tables=int(_number(environment, "BORIKEN_RUNNING_TABLES", cls.running_tables)),
            bot_threads=int(_number(environment, "BORIKEN_BOT_THREADS", max(cores() - 1, 1))),
            bot_patience=_number(environment, "BORIKEN_BOT_PATIENCE", cls.bot_patience),
            most_waiting=_number(environment, "BORIKEN_MOST_WAITING", cls.most_waiting),
            most_delay=_number(environment, "BORIKEN_MOST_DELAY", cls.most_delay),
            hints_a_minute=_number(environment, "BORIKEN_HINTS_A_MINUTE", cls.hints_a_minute),
            reviews_an_hour=_number(environment, "BORIKEN_REVIEWS_AN_HOUR", cls.reviews_an_hour),
            reviews_at_once=int(_number(environment, "BORIKEN_REVIEWS_AT_ONCE", cls.reviews_at_once)),
            review_trees=int(_number(environment, "BORIKEN_REVIEW_TREES", cls.review_trees)),
            people_an_address=_number(environment, "BORIKEN_PEOPLE_AN_ADDRESS", cls.people_an_address),
            pages_an_address=int(_number(environment, "BORIKEN_PAGES_AN_ADDRESS", cls.pages_an_address)),
            connections=int(_number(environment, "BORIKEN_CONNECTIONS", cls.connections)),
            connections_an_address=int(
                _number(environment, "BORIKEN_CONNECTIONS_AN_ADDRESS", cls.connections_an_address)
            ),
            header_seconds=_number(environment, "BORIKEN_HEADER_SECONDS", cls.header_seconds),
            body_seconds=_number(environment, "BORIKEN_BODY_SECONDS", cls.body_seconds),
            idle_seconds=_number(environment, "BORIKEN_IDLE_SECONDS", cls.idle_seconds),
            alone_after=_number(environment, "BORIKEN_ALONE_AFTER", cls.alone_after),
            older_keys=tuple(environment.get("BORIKEN_OLDER_KEYS", "").split()),
            key_file=None if key is not None else folder / "secret.key",
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


def _given_key(environment: Mapping[str, str]) -> str | None:
    """BORIKEN_SECRET_KEY, where it is set. One that is set to nothing is a mistake: everybody could be anybody."""
    key = environment.get("BORIKEN_SECRET_KEY")
    if key is not None and len(key.strip()) < SHORTEST_KEY:
        raise BadOption(
            f"BORIKEN_SECRET_KEY must be at least {SHORTEST_KEY} letters long; "
            "without the variable a random key is made and kept in the data folder"
        )
    return key


def _several(environment: Mapping[str, str], name: str) -> list[str]:
    return [text.strip() for text in environment.get(name, "").split(",") if text.strip()]


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

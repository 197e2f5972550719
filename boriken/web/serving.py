"""Starting the site: says where it is, opens the browser where there is one, ends cleanly on Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from boriken.engine import BadOption, BorikenError

from . import logs, metrics
from .app import create_app
from .connections import Config, Patience
from .settings import PORT, Settings
from .shared import shared_counts
from .upkeep import check_database

_GARBAGE = (10_000, 20, 10)
"""The usual 700 would have it look at much that is about to go by itself."""
_SWITCH = 0.0005
"""Seconds that a thread may keep the interpreter while others want it: who waits for the disk or a bot has little to do
afterwards, and people wait for it."""
_GRACE = 3
"""Seconds that open pages have to go when the site ends."""
_SILENCE = 15
"""Seconds after which a worker that does not answer its parent is replaced."""
_WORKER_START = 120
"""Seconds that a new worker has until it serves, when the workers are restarted one after the other."""


class CannotListen(BorikenError):
    """The address is taken, or not ours."""


def port_wanted(port: int | None) -> int:
    """As asked, else PORT from the environment, else the usual one."""
    if port is not None:
        return port
    text = os.environ.get("PORT", "")
    if text and not (text.isascii() and text.isdecimal() and int(text) <= 65535):
        raise BadOption(f"PORT must be a number of 0 to 65535, not {text!r}")
    return int(text) if text else PORT


def serve(host: str, port: int | None, workers: int, browser: bool) -> None:
    """Serve the site until it is stopped."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a visitor who hangs up must not end the site
    settings = Settings.from_environment()
    if workers > 1 and not settings.is_postgres:
        raise BadOption("several workers need PostgreSQL: set BORIKEN_DATABASE_URL (docs/hosting.md says how)")
    listening = _listen(host, port_wanted(port))
    check_database(settings)  # who starts the site is told; workers that are started later wait for it
    address = _address(host, listening.getsockname()[1])
    sys.setswitchinterval(_SWITCH)
    logs.set_up(settings.log, settings.access_log)
    config = Config(
        "boriken.web.serving:worker_app" if workers > 1 else _served(settings, lambda: _greet(address, browser)),
        factory=workers > 1,
        workers=workers,
        log_config=None,  # as `logs` says
        access_log=False,  # addresses hold invitations; `front` logs without them
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=_GRACE,
        timeout_worker_healthcheck=_SILENCE,
        server_header=False,
        patience=Patience.of(settings),
    )
    with metrics.shared(several=workers > 1 and settings.has_metrics):
        if settings.metrics_port is not None:
            _serve_metrics(*settings.metrics_port)
        if workers > 1:
            _greet(address, browser)
            with shared_counts():
                Workers(config, sockets=[listening]).run()
        else:
            uvicorn.Server(config).run(sockets=[listening])


class Workers(Multiprocess):
    """Processes that serve together; SIGHUP replaces them one after the other."""

    def restart_all(self) -> None:
        usual = self.config.timeout_worker_healthcheck  # so soon is noticed that a worker hangs
        self.config.timeout_worker_healthcheck = _WORKER_START
        try:
            super().restart_all()
        finally:
            self.config.timeout_worker_healthcheck = usual


def worker_app() -> FastAPI:
    """The site as one of several workers serves it."""
    settings = Settings.from_environment()
    logs.set_up(settings.log, settings.access_log)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    return _served(settings, lambda: None)


def _end_with(parent: int) -> None:
    """End this worker when its parent is gone: it would hold the port, and nobody could stop it."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def _served(settings: Settings, ready: Callable[[], None]) -> FastAPI:
    """The site, which calls `ready` as soon as it can be visited, and ends its streams when it is told to stop."""
    app = create_app(settings)
    start = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.site.preparation.at_last(_settle)
        async with start(app):
            _on_stop(app.state.site.news.end)
            ready()
            yield

    app.router.lifespan_context = lifespan
    return app


def _settle() -> None:
    """What is there once everything is compiled, stays: the garbage collector need not look at it again and again.

    It would take a quarter of a second each time, in which nobody is served.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def _on_stop(end: Callable[[], None]) -> None:
    """Call `end` on Ctrl-C, before the server waits for everybody to go."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        def stop(number: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(end)
            before(number, frame)

        if callable(before):
            signal.signal(number, stop)


def _listen(host: str, port: int) -> socket.socket:
    """The socket on which visitors come in; taken before anything else is done, so that trouble shows at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(256)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotListen(
                f"port {port} is in use: is Boriken running already, at {_address(host, port)}? "
                f"'PORT={port + 1} make play' or 'boriken serve --port {port + 1}' takes another"
            ) from None
        raise CannotListen(f"cannot listen on {host}, port {port}: {(error.strerror or str(error)).lower()}") from None
    return listening


def _serve_metrics(host: str, port: int) -> None:
    try:
        port = metrics.serve(host, port)
    except OSError as error:
        raise CannotListen(f"cannot serve metrics on {host}, port {port}: {error.strerror or error}") from None
    print(f"Metrics are at {_address(host, port)}/metrics", flush=True)


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def _greet(address: str, browser: bool) -> None:
    print(f"Boriken is at {address} (Ctrl-C ends it)", flush=True)
    if browser and _has_screen():
        webbrowser.open(address)


def _has_screen() -> bool:
    """Whether somebody sits before this machine and could see a browser."""
    if os.environ.get("CI") or os.environ.get("SSH_CONNECTION") or not sys.stdout.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

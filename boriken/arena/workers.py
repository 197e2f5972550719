"""Who plays the games: this process, many processes of this machine, or a Ray cluster. All give the same results."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol, TypeVar

from boriken.engine import BadOption, BorikenError
from boriken.players import is_known
from boriken.players.external import kill_programs
from boriken.players.own import is_of_main

from .played import Line
from .playing import play_batch
from .request import Request
from .schedule import Task

R = TypeVar("R")
Batch = Sequence[Task]
_IN_FLIGHT = 2
"""Batches handed out for each worker: enough that none waits, few enough that little is lost when somebody stops."""


class Workers(Protocol):
    """Something that plays batches of games and yields what came of them, in whatever order."""

    def play(self, request: Request, batches: Sequence[Batch]) -> Iterator[list[Line]]: ...


class ThisProcess:
    """One game after the other."""

    def play(self, request: Request, batches: Sequence[Batch]) -> Iterator[list[Line]]:
        for batch in batches:
            yield play_batch(request, batch)


class Processes:
    """Several processes of this machine."""

    def __init__(self, number: int) -> None:
        self.number = number

    def play(self, request: Request, batches: Sequence[Batch]) -> Iterator[list[Line]]:
        if _is_worker:
            raise BorikenError(
                "a module that plays a tournament was imported by a worker of that tournament: put what it runs below "
                "if __name__ == '__main__':"
            )
        if here := [spec for spec in request.contestants if not is_known(spec) and is_of_main(spec)]:
            raise BadOption(
                f"{here[0]} is a class of the script or notebook that runs, which other processes cannot import: put "
                "it into a module, or play in this process (workers=ThisProcess())"
            )
        # Started afresh, not forked: threads and compiled code do not survive a fork unharmed.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(self.number, len(batches)), mp_context=context, initializer=_begin_work)
        waiting = deque(batches)
        running: set[Future[list[Line]]] = set()
        try:
            while waiting or running:
                with _script_left_alone():
                    while waiting and len(running) < _IN_FLIGHT * self.number:
                        running.add(pool.submit(play_batch, request, waiting.popleft()))
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=lambda future: future.exception() is not None):  # trouble comes last
                    yield future.result()
            pool.shutdown()
        except BrokenProcessPool:
            raise BorikenError("a worker process was ended from outside; was there too little memory?") from None
        finally:
            # Those that still play when somebody has stopped us. (From Python 3.14 on: pool.terminate_workers())
            left = list((pool._processes or {}).values())
            results: Any = pool._result_queue
            pool.shutdown(wait=False, cancel_futures=True)
            for process in left:
                process.terminate()
            if left:  # it may have ended in the middle of a result: with no writer left, nobody waits for the rest
                results._writer.close()


@contextmanager
def _script_left_alone() -> Iterator[None]:
    """While processes start: they need nothing of the script that runs, and would run all of it again.

    (Python lets them do so, for what they might find there; that is what main guards are for.)
    """
    main = sys.modules["__main__"]
    file, spec = main.__dict__.pop("__file__", None), main.__spec__
    main.__spec__ = None
    try:
        yield
    finally:
        main.__spec__ = spec
        if file is not None:
            main.__file__ = file


_is_worker = False


def _begin_work() -> None:
    """In a new worker: Ctrl-C is for the main process, which ends us; and we do not outlive it if it is killed."""
    global _is_worker
    _is_worker = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A handler in Python would have to wait for the thread that plays, which may be about to wait for something itself.
    end, signals = socket.socketpair()
    signals.setblocking(False)
    signal.set_wakeup_fd(signals.detach())
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    parent = multiprocessing.parent_process()
    assert parent is not None
    for happens in (partial(end.recv, 1), parent.join):
        threading.Thread(target=_end_when, args=(happens,), daemon=True).start()


def _end_when(happens: Callable[[], object]) -> None:
    """Then at once: no game is finished, and no program that played in it lives on."""
    happens()
    kill_programs()
    os._exit(1)


class RayCluster:
    """The machines of a Ray cluster. Boriken must be installed on each of them, in the same version."""

    def __init__(self, address: str, ray: Any = None) -> None:
        """The cluster's address, or `local` for one of its own on this machine."""
        self._ray = ray or _import_ray()
        self.address = address

    def play(self, request: Request, batches: Sequence[Batch]) -> Iterator[list[Line]]:
        return self.each(play_batch, request, batches)

    def each(self, work: Callable[[Any, Any], R], shared: Any, pieces: Sequence[Any]) -> Iterator[R]:
        """What comes of each piece of work, in whatever order."""
        ray = self._ray
        try:
            if self.address == "local":
                ray.init(address="local", include_dashboard=False, log_to_driver=False, logging_level="warning")
            else:
                ray.init(address=self.address, log_to_driver=False, logging_level="warning")
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise BadOption(f"--ray {self.address}: {str(error).splitlines()[0]}") from None
        try:
            do = ray.remote(work)
            given = ray.put(shared)
            most = _IN_FLIGHT * max(1, int(ray.cluster_resources().get("CPU", 1)))
            waiting = deque(pieces)
            running: list[Any] = []
            while waiting or running:
                while waiting and len(running) < most:
                    running.append(do.remote(given, waiting.popleft()))
                done, running = ray.wait(running)
                for result in done:
                    yield self._result(result)
        finally:
            ray.shutdown()

    def _result(self, result: Any) -> Any:
        try:
            return self._ray.get(result)
        except self._ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, BorikenError):
                raise cause from None
            raise BorikenError(f"a game failed on the cluster: {str(error).strip().splitlines()[-1]}") from error


def _import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise BadOption("--ray needs Ray, which is not installed: pip install 'boriken[ray]'") from None
    return ray

"""A site that is struck again and again: its servers, its players, its figures."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import json
import random
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.web.servers import Server

from .checks import Checker, Store, sqlite_store
from .players import STALLED, Follower, Journals, Place, Player, Uptime, Visitor

_LOOK = 0.1
_GIVE_UP = 60.0
"""Seconds after which a site that does not come back is started anew."""

_MOST_SAID = 10_000_000
"""Letters."""


class Skipped(Exception):
    """This machine cannot show that fault; says why."""


@dataclass
class Figures:
    """What a site has gone through, all runs together."""

    strikes: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    acknowledged: int = 0
    tables: int = 0
    refused: int = 0
    """Requests that were refused because the site could not just then."""
    heard: int = 0
    """Messages to those who follow."""
    lost: int = 0
    broken: dict[str, str] = field(default_factory=dict)
    stalls: list[str] = field(default_factory=list)
    """Each time that a table stood still for longer than it may."""
    longest: float = 0.0
    """Seconds that a table stood still while the site was there."""
    latest: float = 0.0
    """Seconds until somebody who follows heard of a move."""
    ended: int = 0
    """How often the site did not come back by itself."""
    tracebacks: int = 0
    """In what the servers say: nobody who hosts a site can do anything with them."""
    trouble: list[str] = field(default_factory=list)
    skipped: str = ""
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        return not (self.lost or self.broken or self.stalls or self.ended or self.trouble)


class Site:
    """A server with one SQLite file. Other kinds of sites differ in how they start and how they are struck."""

    keeps = True
    """Whether a later run finds its tables again."""
    tables = (("puerto-rico", 4, False), ("san-juan", 3, False), ("puerto-rico", 3, True), ("san-juan", 2, False))
    """Game, players, and whether two people play there."""

    def __init__(self, name: str, folder: Path, seed: int, stop: threading.Event) -> None:
        self.name = name
        self.folder = folder
        self.data = folder / "data"
        self.stop = stop
        self.uptime = Uptime()
        self.servers: list[Server] = []
        self.checker = Checker()
        self.figures = Figures()
        self.players: list[Player] = []
        self.followers: list[Follower] = []
        self.tokens: dict[str, str] = {}
        self._state = folder / "state.json"
        folder.mkdir(parents=True, exist_ok=True)
        if self._state.exists():
            kept = json.loads(self._state.read_text())
            self.figures = Figures(**kept["figures"])
            self.tokens = kept["tokens"]
        self.chance = random.Random(f"{seed} {name} {self.figures.strikes}")
        self._before = copy.deepcopy(self.figures)

    # --- what kinds of sites differ in --------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start everything for the first time in this run."""
        self.servers = [self.new_server()]

    def strike(self) -> str:
        """Do something bad and let the site come back; returns what was done."""
        raise NotImplementedError

    def end(self) -> None:
        """Take everything away."""
        for server in self.servers:
            server.kill()

    def store(self) -> Store:
        return sqlite_store(self.data / "tables.sqlite")

    # --- the run ------------------------------------------------------------------------------------------------------

    def run(self, strikes: int) -> None:
        """Strike until it has been struck so often, in this run and earlier ones."""
        if self.figures.strikes >= strikes or self.figures.skipped:
            return
        started = time.monotonic()
        try:
            with self._playing():
                while self.figures.strikes < strikes and not self.stop.is_set():
                    self._strike()
                    self._save(started)
                self.wait_for_moves(10)
                self._check(everything=True)
        except Skipped as reason:
            self.figures.skipped = str(reason)
        finally:
            self._save(started)

    @contextlib.contextmanager
    def _playing(self) -> Iterator[None]:
        """The site with its players; at the end all of it is gone."""
        path = self.folder / "journals.jsonl"
        if not self.keeps:
            path.unlink(missing_ok=True)
            shutil.rmtree(self.data, ignore_errors=True)
            self.tokens = {}
        self.journals = Journals(path)
        self._told_before = self.journals.acknowledged if self.keeps else 0
        self._tables_before = self.journals.tables if self.keeps else 0
        try:
            self.begin()
            self.uptime.up()
            place = Place(self.addresses, self.uptime, self.journals, self.note_trouble)
            self.players = self._people(place)
            self.followers = [Follower(player, socket=i % 2 == 0) for i, player in enumerate(self.players)]
            visitors: list[Visitor] = [*self.players, *self.followers]
            for visitor in visitors:
                visitor.start()
            yield
        finally:
            self.uptime.down()
            visitors = [*self.players, *self.followers]
            for visitor in visitors:
                visitor.stop()
            self.end()
            for visitor in visitors:
                visitor.join(30)
            self.journals.close()

    def _people(self, place: Place) -> list[Player]:
        people: list[Player] = []
        for i, (game, players, with_guest) in enumerate(self.tables):
            host = Player(place, f"person {i}", self.chance.getrandbits(32), game, players)
            host.has_guest = with_guest
            people.append(host)
            if with_guest:
                seed = self.chance.getrandbits(32)
                people.append(Player(place, f"guest {i}", seed, game, players, host))
        for player in people:
            player.token = self.tokens.get(player.name, "")
            player.journal = self.journals.last_of(player.name) if player.token else None
        return people

    def _strike(self) -> None:
        before = [server.said for server in self.servers]
        kind = self.strike()
        for said in before:  # of those that were killed, too
            self._keep_said(said)
        self.figures.strikes += 1
        self.figures.kinds[kind] = self.figures.kinds.get(kind, 0) + 1
        self._check(everything=False)

    def _keep_said(self, said: list[str]) -> None:
        """What a server has said is in a file, for whoever looks for the reason of something."""
        self.figures.tracebacks += sum(line.startswith("Traceback") for line in said)
        with (self.folder / "said.log").open("a") as file:
            if file.tell() < _MOST_SAID:
                file.write(f"--- strike {self.figures.strikes}\n{''.join(said)}")
        said.clear()

    # --- helpers for strikes ------------------------------------------------------------------------------------------

    def new_server(self, workers: int = 1, before: Sequence[str] = (), **environment: str) -> Server:
        """A server on this site's folder."""
        self.data.mkdir(exist_ok=True)
        return Server(self.data, workers, before, BORIKEN_RUNNING_TABLES="100000", **environment)

    def addresses(self) -> list[str]:
        return [server.address for server in self.servers]

    def note_trouble(self, words: str) -> None:
        """Something happened that must not."""
        if len(self.figures.trouble) < 100:
            self.figures.trouble.append(f"strike {self.figures.strikes}: {words}")

    def pause(self, seconds: float) -> None:
        """Let the players play; cut short when the run is to end."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not self.stop.wait(min(left, _LOOK)):
            self._look_around()

    def wait_for_moves(self, moves: int, most: float = 5.0) -> None:
        """Until so many more moves are acknowledged, but no longer than that."""
        target, end = self.journals.acknowledged + moves, time.monotonic() + most
        while self.journals.acknowledged < target and time.monotonic() < end and not self.stop.is_set():
            self._look_around()
            time.sleep(0.005)

    def some_moment(self) -> None:
        """Wait for a moment to strike: amid a burst of moves, at any time, or at once."""
        if self.chance.random() < 0.7:
            self.wait_for_moves(self.chance.randrange(1, 16))
            self.pause(self.chance.random() * 0.03)
        else:
            self.pause(self.chance.random() * 1.5)

    def wait_for_answer(self, server: Server) -> None:
        """Until the site answers; one that has ended, or does not answer for very long, is started anew."""
        if not self._answers(server):
            self.has_ended(server)
            if not self._answers(server):
                raise RuntimeError(f"the site does not start any more: {server.said[-3:]}")

    def _answers(self, server: Server) -> bool:
        end = time.monotonic() + _GIVE_UP
        while server.process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{server.address}/api/games", timeout=5).status_code == 200:
                    return True
            time.sleep(0.05)
        return False

    def has_ended(self, server: Server) -> None:
        """It should have come back by itself, and has not."""
        self.figures.ended += 1
        self.note_trouble(f"the site has ended, or answers no more: {''.join(server.said[-3:]).strip()[-300:]}")
        server.kill()
        server.start()

    # --- checks -------------------------------------------------------------------------------------------------------

    def _look_around(self) -> None:
        """Whether a table stands still, whether somebody waits for news."""
        for player in self.players:
            self.figures.longest = max(self.figures.longest, player.longest, player.standing_still())
        self.figures.stalls = self._before.stalls + [words for player in self.players for words in player.stalls]
        for follower in self.followers:
            follower.look()
            self.figures.latest = max(self.figures.latest, follower.longest)

    def _check(self, everything: bool) -> None:
        """Compare what is stored with what was promised; every table opens."""
        self._look_around()
        promised = self.journals.promised(running_only=not everything)
        try:
            stored = self.store()()
        except Exception as error:  # whatever a database has to say, it counts
            self.note_trouble(f"the database could not be read: {error!r}")
            return
        self.checker.check(promised, stored)
        for table, journals in promised.items():
            self._open(table, any(journal.over for journal in journals))
        self.figures.lost = self._before.lost + len(self.checker.lost)
        self.figures.broken = {**self._before.broken, **self.checker.broken}

    def _open(self, table: str, over: bool) -> None:
        """A table opens and replays; a finished one gives its record."""
        paths = [f"/api/tables/{table}", f"/api/tables/{table}/replay"]
        paths += [f"/api/tables/{table}/record"] if over else []
        for path in paths:
            answer = self._answer(path)
            if answer is None or answer.status_code != 200:
                said = "no answer" if answer is None else f"{answer.status_code} {answer.text[:100]}"
                self.checker.broken[table] = f"{path} does not open: {said}"
            elif path.endswith("record"):
                self.checker.check_record(table, answer.text)
                self.checker.forget(table)

    def _answer(self, path: str) -> httpx.Response | None:
        """The answer to a stranger, who is patient for as long as a table may stand still."""
        answer, end = None, time.monotonic() + STALLED
        while time.monotonic() < end and (answer is None or answer.status_code >= 500):
            for address in self.addresses():
                with contextlib.suppress(httpx.TransportError):
                    answer = httpx.get(f"{address}{path}", timeout=STALLED)
                    if answer.status_code < 500:
                        return answer
            time.sleep(_LOOK)
        return answer

    def _save(self, started: float) -> None:
        figures = self.figures
        if self.players:
            self.tokens = {player.name: player.token for player in self.players if player.token}
            figures.refused = self._before.refused + sum(player.refused for player in self.players)
            figures.heard = self._before.heard + sum(follower.heard for follower in self.followers)
            figures.acknowledged = self._before.acknowledged + self.journals.acknowledged - self._told_before
            figures.tables = self._before.tables + self.journals.tables - self._tables_before
        figures.seconds = self._before.seconds + time.monotonic() - started
        kept: dict[str, Any] = {"figures": dataclasses.asdict(figures), "tokens": self.tokens}
        temporary = self._state.with_suffix(".new")
        temporary.write_text(json.dumps(kept, indent=1))
        temporary.replace(self._state)

"""Programs that play while servers die, and remember every word they were given."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect
from websockets.typing import Origin

STALLED = 10.0
"""Seconds in which a table has to move on while the site is there."""
_PAUSE = 0.05
"""Seconds before a page tries again when the server is down."""
_TIMEOUT = 20.0
_TOGETHER = 0.3
"""How often a program sends two actions at one stroke, where they are of a kind."""
_TAKES_BACK = 0.05
_UNAVAILABLE = (500, 502, 503, 504, 507)


class Uptime:
    """A clock that runs only while the site is there: a table that stands still meanwhile is not to blame."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._gone_by = 0.0
        self._since: float | None = None

    def up(self) -> None:
        with self._lock:
            if self._since is None:
                self._since = time.monotonic()

    def down(self) -> None:
        with self._lock:
            if self._since is not None:
                self._gone_by += time.monotonic() - self._since
                self._since = None

    def now(self) -> float:
        with self._lock:
            return self._gone_by + (time.monotonic() - self._since if self._since is not None else 0.0)


@dataclass
class Journal:
    """What one person was told about one table."""

    table: str
    game: str
    acknowledged: dict[int, str | None] = field(default_factory=dict)
    """Entries by number; None: taken back."""
    seen: int = 0
    """The highest number that was shown: it was written down before, so it must stay."""
    over: bool = False


class Journals:
    """All journals of a site, kept in a file as well: a run that is stopped goes on with them."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._all: dict[tuple[str, str], Journal] = {}
        self.acknowledged = 0
        if path.exists():
            for line in path.read_text().splitlines():
                if line.endswith("}"):  # the last line may be torn
                    self._note(**json.loads(line))
        self._file = path.open("a")

    def _note(self, who: str, table: str, game: str, entries: dict[str, str | None], over: bool) -> Journal:
        journal = self._all.setdefault((who, table), Journal(table, game))
        journal.acknowledged |= {int(number): action for number, action in entries.items()}
        journal.over = over
        self.acknowledged += len(entries)
        return journal

    def note(
        self, who: str, table: str, game: str, entries: dict[int, str | None] | None = None, over: bool = False
    ) -> Journal:
        """Write down what somebody was told."""
        told = {str(number): action for number, action in (entries or {}).items()}
        with self._lock:
            line = {"who": who, "table": table, "game": game, "entries": told, "over": over}
            self._file.write(json.dumps(line) + "\n")
            self._file.flush()
            return self._note(who, table, game, told, over)

    def promised(self, running_only: bool) -> dict[str, list[Journal]]:
        """Copies of the journals, by table: what comes in later does not count."""
        found: dict[str, list[Journal]] = {}
        with self._lock:
            over = {table for (_, table), journal in self._all.items() if journal.over}
            for (_, table), journal in self._all.items():
                if not (running_only and table in over):
                    copy = Journal(table, journal.game, dict(journal.acknowledged), journal.seen, journal.over)
                    found.setdefault(table, []).append(copy)
        return found

    def last_of(self, who: str) -> Journal | None:
        """The table where somebody plays."""
        return next((j for (name, _), j in reversed(self._all.items()) if name == who and not j.over), None)

    @property
    def tables(self) -> int:
        return len({table for _, table in self._all})

    def close(self) -> None:
        self._file.close()


@dataclass(frozen=True)
class Place:
    """Where the players of a site play."""

    addresses: Callable[[], list[str]]
    """Of its servers; a program takes any of them."""
    uptime: Uptime
    journals: Journals
    trouble: Callable[[str], None]
    """Told, in words, about an answer that there must not be."""


class Visitor(threading.Thread):
    """Does something until it is told to stop."""

    def __init__(self, name: str) -> None:
        super().__init__(daemon=True, name=name)
        self._enough = threading.Event()

    def stop(self) -> None:
        self._enough.set()


class Player(Visitor):
    """One person who plays table after table, against bots or with a guest."""

    def __init__(self, place: Place, name: str, seed: int, game: str, players: int, host: Player | None = None) -> None:
        super().__init__(name)
        self.place = place
        self.game = game
        self.players = players
        self.host = host
        """Whose guest this is: sits down at the tables of that player."""
        self.has_guest = False
        self.token = ""
        self.journal: Journal | None = None
        self.refused = 0
        """How often the site has said that it cannot just now."""
        self.moved = place.uptime.now()
        """When something last happened here, by the site's uptime."""
        self.longest = 0.0
        """The longest time that nothing happened."""
        self._stalls: list[str] = []
        self._chance = random.Random(seed)
        self._clients: dict[str, httpx.Client] = {}
        self._burst: tuple[int, int] | None = None
        self._done_with = ""

    # --- from outside -------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        journal = self.journal
        return journal.seen if journal is not None else 0

    def standing_still(self) -> float:
        """For how long nothing has happened at this table while the site was there."""
        return self.place.uptime.now() - self.moved

    @property
    def stalls(self) -> list[str]:
        """In words, each time that nothing happened for too long; it may be so at present."""
        still = self.standing_still()
        return [*self._stalls, self._stall(still)] if still > STALLED else list(self._stalls)

    def _stall(self, seconds: float) -> str:
        journal = self.journal
        where = f"table {journal.table}" if journal is not None else "no table yet"
        return f"{self.name}, {where}: nothing happened for {seconds:.0f} s (load {os.getloadavg()[0]:.1f})"

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """A request to any of the servers."""
        addresses = self.place.addresses()
        if not addresses:
            raise httpx.ConnectError("no server is there")
        address = self._chance.choice(addresses)
        if address not in self._clients:
            self._clients[address] = httpx.Client(base_url=address, timeout=_TIMEOUT)
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return self._clients[address].request(method, path, json=body, headers=headers)

    # --- playing ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        while not self._enough.is_set():
            try:
                if not self._step():
                    self._enough.wait(_PAUSE)
                elif self._chance.random() < 0.5:
                    self._enough.wait(self._chance.random() * 0.1)  # else a burst
            except httpx.TransportError:
                self._enough.wait(_PAUSE)  # the server is down: try again, as a page does
            except Exception as error:
                self.place.trouble(f"{self.name}: {error!r}")
                self._enough.wait(1)
        for client in self._clients.values():
            client.close()

    def _step(self) -> bool:
        """Do the next thing; False if it could not be done."""
        if not self.token:
            answer = self._good(self.ask("POST", "/api/people", {"name": self.name}), 201)
            if answer is None:
                return False
            self.token = answer["token"]
        if self.journal is None:
            opened = self._sit_down() if self.host is not None else self._open()
            if opened:
                self._happened()
            return opened
        shown = self._good(self.ask("GET", f"/api/tables/{self.journal.table}"), 200)
        if shown is None:
            return False
        self._look(self.journal, shown)
        if shown["state"] == "over":
            self._finish(self.journal)
        elif shown["legal"]:
            return self._choose(self.journal, shown)
        return bool(shown["legal"])

    def _open(self) -> bool:
        kinds = ["me", *["open"] * self.has_guest, *["bot"] * (self.players - 1 - self.has_guest)]
        body = {"game": self.game, "seats": [{"kind": kind} for kind in kinds], "listed": True, "pace": "at-once"}
        opened = self._good(self.ask("POST", "/api/tables", body), 201)
        if opened is not None:
            self.journal = self.place.journals.note(self.name, opened["id"], self.game)
        return opened is not None

    def _sit_down(self) -> bool:
        assert self.host is not None
        theirs = self.host.journal
        if theirs is None or theirs.table == self._done_with:
            return False
        answer = self.ask("POST", f"/api/tables/{theirs.table}/seats/1", {})
        if answer.status_code == 422:
            self._done_with = theirs.table  # over meanwhile
            return False
        if self._good(answer, 200) is None:
            return False
        self.journal = self.place.journals.note(self.name, theirs.table, self.game)
        return True

    def _look(self, journal: Journal, shown: dict[str, Any]) -> None:
        number = shown["number"]
        if self._burst is not None:
            before, size = self._burst
            self._burst = None
            if before < number < before + size:
                self.place.trouble(f"table {journal.table}: {number - before} of {size} actions of one move were kept")
        if number > journal.seen:
            journal.seen = number
            self._happened()

    def _finish(self, journal: Journal) -> None:
        self.place.journals.note(self.name, journal.table, self.game, over=True)
        self._done_with = journal.table
        self.journal = None
        self._happened()

    def _choose(self, journal: Journal, shown: dict[str, Any]) -> bool:
        path, number = f"/api/tables/{journal.table}", shown["number"]
        if shown["may_undo"] and self._chance.random() < _TAKES_BACK:
            undone = self._good(self.ask("POST", f"{path}/undo", {"number": number}), 200, 409, 422)
            if undone is not None and "number" in undone:
                self._acknowledged(journal, number, [None])
            return undone is not None
        legal = [choice["text"] for choice in shown["legal"]]
        actions = [self._chance.choice(legal)]
        alike = [text for text in legal if text != actions[0] and _kind(text) == _kind(actions[0])]
        if alike and _kind(actions[0]) != "role" and self._chance.random() < _TOGETHER:
            actions.append(self._chance.choice(alike))
            self._burst = (number, len(actions))
        answer = self.ask("POST", f"{path}/moves", {"number": number, "actions": actions})
        if answer.status_code in (403, 409, 422):
            self._burst = None
            if len(actions) == 2:  # it may be that only one of them is possible
                actions.pop()
                answer = self.ask("POST", f"{path}/moves", {"number": number, "actions": actions})
        if answer.status_code in (403, 422):
            now = self._good(self.ask("GET", path), 200)
            if now is not None and now["number"] == number and now["legal"]:
                self.place.trouble(f"table {journal.table}: {actions[0]} was offered and refused: {answer.text[:200]}")
            return False  # else somebody was quicker, perhaps with the last move of the game
        if self._good(answer, 200, 409) is None:
            return False
        self._burst = None
        if answer.status_code == 200:
            self._acknowledged(journal, number, list(actions))
        return True

    def _acknowledged(self, journal: Journal, number: int, actions: list[str | None]) -> None:
        entries = {number + i: action for i, action in enumerate(actions, 1)}
        self.place.journals.note(self.name, journal.table, self.game, entries)
        journal.seen = max(journal.seen, number + len(actions))
        self._happened()

    def _good(self, answer: httpx.Response, *expected: int) -> dict[str, Any] | None:
        """The answer's content; None if the site says in words that it cannot just now."""
        try:
            content = answer.json()
        except ValueError:
            content = None
        if answer.status_code in expected and isinstance(content, dict):
            return content
        if answer.status_code in _UNAVAILABLE and isinstance(content, dict) and content.get("error"):
            self.refused += 1
        else:
            self.place.trouble(f"{self.name}: {answer.status_code} for {answer.request.url.path}: {answer.text[:200]}")
        return None

    def _happened(self) -> None:
        moment = self.place.uptime.now()
        seconds = moment - self.moved
        self.longest = max(self.longest, seconds)
        if seconds > STALLED:
            self._stalls.append(self._stall(seconds))
        self.moved = moment


class Follower(Visitor):
    """Follows a player's tables by the socket of the page or by the stream of events; notes how late it hears."""

    def __init__(self, player: Player, socket: bool) -> None:
        super().__init__(f"{player.name} follower")
        self.player = player
        self.socket = socket
        self.heard = 0
        self.longest = 0.0
        """Seconds, by the site's uptime, until something that the player knew was heard of here."""
        self._table = ""
        self._number = 0
        self._owed: tuple[int, float] | None = None
        """A number that the player knows and we have not heard of, and since when."""

    def look(self) -> None:
        """To be called now and then, from another thread: is something overdue?"""
        journal, moment = self.player.journal, self.player.place.uptime.now()
        here = journal is not None and journal.table == self._table
        owed = self._owed
        if not here:
            self._owed = None
        elif owed is not None:
            self.longest = max(self.longest, moment - owed[1])
        elif journal is not None and journal.seen > self._number:
            self._owed = (journal.seen, moment)

    def run(self) -> None:
        while not self._enough.is_set():
            journal = self.player.journal
            addresses = self.player.place.addresses()
            if journal is None or not addresses or not self.player.token:
                self._enough.wait(_PAUSE)
                continue
            try:
                follow = self._by_socket if self.socket else self._by_events
                follow(addresses[self.heard % len(addresses)], journal.table)
            except Exception:  # a stream that breaks off in the middle can do so in many ways; the next one counts
                self._enough.wait(_PAUSE)

    def _hear(self, table: str, number: int) -> bool:
        """Returns whether to go on listening."""
        if self._table == table and number < self._number:
            self.player.place.trouble(f"table {table}: heard of entry {self._number} and then of {number} as the last")
        self._table, self._number = table, number
        self.heard += 1
        owed = self._owed
        if owed is not None and number >= owed[0]:
            self.longest = max(self.longest, self.player.place.uptime.now() - owed[1])
            self._owed = None
        journal = self.player.journal
        return not self._enough.is_set() and journal is not None and journal.table == table

    def _by_events(self, address: str, table: str) -> None:
        headers = {"authorization": f"Bearer {self.player.token}"}
        with (
            httpx.Client(base_url=address, headers=headers, timeout=_TIMEOUT) as client,
            client.stream("GET", f"/api/tables/{table}/events") as stream,
        ):
            for line in stream.iter_lines():
                if line.startswith("id: ") and not self._hear(table, int(line[4:])):
                    return

    def _by_socket(self, address: str, table: str) -> None:
        path = f"{address.replace('http', 'ws', 1)}/tables/{table}/socket"
        headers = {"cookie": f"boriken={self.player.token}"}
        with connect(path, additional_headers=headers, origin=Origin(address), max_size=None) as socket:
            socket.send('{"number": 0}')
            while True:
                update = json.loads(socket.recv(timeout=_TIMEOUT + 5))
                if "number" in update and (not self._hear(table, update["number"]) or update["finished"]):
                    return


def _kind(action: str) -> str:
    return action.partition(":")[0]

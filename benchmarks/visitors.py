"""Visitors for `web.py`: people with a page open at a table of their own, who cost as little as can be.

They share the machine with the server that is measured. So they speak HTTP and WebSocket by hand, and read no more of
a page than what can be pressed next.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import struct
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

import orjson

LATE = 1.0
"""Seconds after which an answer counts as late."""
CONFIRMING = 1.0
"""Seconds between a piece that was pressed and the next click of the same decision."""
_PRESSES = 12
_SEATS = {"puerto-rico": 4, "san-juan": 3}
_ANSWER = re.compile(r'form="confirm" name="action" value="([^"]*)"')
_CONFIRM = re.compile(r'<button type="submit" form="confirm"(?! name)[^>]*>')
_PIECE = re.compile(r'name="press" value="([^"-][^"]*)" data-piece="[^"]*" aria-pressed="false"')
_PASS = 'name="press" value="pass"'
_NUMBER = re.compile(r'name="number" value="(\d+)"')


class Gone(Exception):
    """The other side has hung up."""


class Refused(Exception):
    """An answer that is a refusal: its status and kind."""


@dataclass
class Counts:
    """What happened while it was measured. Times are seconds from the click as it was scheduled to its answer."""

    clicks: list[float] = field(default_factory=list)
    moves: int = 0
    pushes: int = 0
    """Page updates that came over sockets."""
    ticks: int = 0
    """How often somebody wanted to click."""
    idle: int = 0
    """Ticks at which it was not the visitor's turn: bots were playing."""
    late: int = 0
    unanswered: int = 0
    games: int = 0
    """Games that have ended."""
    lost_sockets: int = 0
    refusals: Counter[str] = field(default_factory=Counter)


class Wire:
    """A connection that is kept open, and opened again when the server has closed it, as browsers do."""

    def __init__(self, address: str, local: str) -> None:
        parts = urlsplit(address)
        self.host, self.port, self.local = parts.hostname or "", parts.port or 80, local
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, local_addr=(self.local, 0))

    async def get(self, path: str, headers: str) -> tuple[int, bytes]:
        return await self._send(f"GET {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{headers}\r\n".encode())

    async def post(self, path: str, headers: str, body: bytes, kind: str) -> tuple[int, bytes]:
        """Post something; returns the answer's status and body."""
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{headers}"
        return await self._send(f"{head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)

    async def _send(self, request: bytes) -> tuple[int, bytes]:
        if self._streams is not None:
            try:
                return await self._ask(self._streams, request)
            except Gone:
                self.close()  # it had been idle for too long
        self._streams = await self.open()
        return await self._ask(self._streams, request)

    async def _ask(
        self, streams: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: bytes
    ) -> tuple[int, bytes]:
        reader, writer = streams
        try:
            writer.write(request)
            status, headers = await read_head(reader)
            found = re.search(rb"(?i)\r\ncontent-length: (\d+)", headers)
            return status, await reader.readexactly(int(found[1])) if found else b""
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Gone from error

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def read_head(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The status and the headers of an answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    return int(head[9:12]), head


class Visitor:
    """One person, who plays one game after the other against bots."""

    def __init__(self, address: str, game: str, level: str, pace: str, number: int) -> None:
        self.wire = Wire(address, f"127.0.{1 + number // 250}.{1 + number % 250}")  # an address of her own
        self.address, self.game, self.level, self.pace = address, game, level, pace
        self.chance = random.Random(number)
        self.counts = Counts()
        """Set anew for each measurement."""
        self.number, self.ask, self.mine, self.stamp = -1, "", False, ""

    # --- arriving -----------------------------------------------------------------------------------------------------

    async def arrive(self) -> None:
        """Become somebody, and open a table."""
        person = await self._api("/api/people", {"name": "Ann"}, "")
        self._token = f"Authorization: Bearer {person['token']}\r\n"
        cookie = f"Cookie: boriken={person['token']}\r\nOrigin: {self.address}\r\n"
        self._cookie, self._page = cookie, f"{cookie}Accept: application/json\r\n"
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        self._socket = f"{cookie}{upgrade}Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
        await self.open_table()

    async def open_table(self) -> None:
        bots = [{"kind": "bot", "level": self.level}] * (_SEATS[self.game] - 1)
        wish = {"game": self.game, "seats": [{"kind": "me"}, *bots], "pace": self.pace}
        self.table = (await self._api("/api/tables", wish, self._token))["id"]
        status, page = await self.wire.get(f"/tables/{self.table}", self._cookie)
        if status >= 400:
            raise Refused(refusal(status, page))
        self.ask = page.decode()
        found = _NUMBER.search(self.ask)
        assert found is not None
        self.number, self.mine = int(found[1]), "<title>Your turn" in self.ask

    async def _api(self, path: str, body: dict[str, Any], headers: str) -> Any:
        status, answer = await self.wire.post(path, headers, json.dumps(body).encode(), "application/json")
        if status >= 400:
            raise Refused(refusal(status, answer))
        return orjson.loads(answer)

    # --- the open page ------------------------------------------------------------------------------------------------

    async def watch(self) -> None:
        """Follow the table as a page does, from one game to the next, and back after every break."""
        while True:
            try:
                async for message in self._messages():
                    self.counts.pushes += 1
                    self._see(orjson.loads(message))
                    if self.number < 0:
                        break
            except (OSError, asyncio.IncompleteReadError, Refused) as trouble:
                self.counts.lost_sockets += 1
                if isinstance(trouble, Refused):
                    self.counts.refusals[f"socket {trouble}"] += 1
                await asyncio.sleep(1)
            if self.number < 0:  # over
                self.counts.games += 1
                await self._open_another()

    async def _open_another(self) -> None:
        while True:
            try:
                return await self.open_table()
            except (OSError, Gone, Refused) as trouble:
                self.counts.refusals[f"opening: {trouble or 'hung up'}"] += 1
                await asyncio.sleep(1)

    async def _messages(self) -> AsyncIterator[bytes]:
        reader, writer = await self.wire.open()
        try:
            head = f"GET /tables/{self.table}/socket HTTP/1.1\r\nHost: {self.wire.host}:{self.wire.port}\r\n"
            writer.write(f"{head}{self._socket}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
            status, _ = await read_head(reader)
            if status != 101:
                raise Refused(str(status))
            packed = zlib.decompressobj(-zlib.MAX_WBITS)  # as browsers, we take messages compressed
            writer.write(frame(1, b'{"number": %d}' % max(self.number, 0)))
            while True:
                first, length = await reader.readexactly(2)
                if length == 126:
                    (length,) = struct.unpack("!H", await reader.readexactly(2))
                elif length == 127:
                    (length,) = struct.unpack("!Q", await reader.readexactly(8))
                payload = await reader.readexactly(length)
                if first & 15 == 8:
                    raise ConnectionResetError(payload[2:].decode(errors="replace"))
                if first & 15 == 9:
                    writer.write(frame(10, payload))
                elif first & 15 == 1:
                    yield packed.decompress(payload + b"\0\0\xff\xff") if first & 64 else payload
        finally:
            writer.close()

    def _see(self, update: dict[str, Any]) -> None:
        """Keep what can be pressed next. A table that is over gets the number -1."""
        if update["finished"]:
            self.number, self.mine = -1, False
        elif update["number"] >= self.number:
            self.number = update["number"]
            self.mine = update["title"].startswith("Your turn")
            self.ask, self.stamp = update["parts"].get("ask", self.ask), update["stamp"]

    # --- clicks -------------------------------------------------------------------------------------------------------

    async def decide(self, scheduled: float) -> float:
        """Play one decision as a page does: press pieces, then confirm. Returns when the last click was scheduled."""
        self.counts.ticks += 1
        if not self.mine:
            self.counts.idle += 1
        for _ in range(_PRESSES):
            if not self.mine:
                break
            what, fields = self._next_click()
            if not await self._click(what, fields, scheduled) or what == "move":
                break
            scheduled += CONFIRMING
            await asyncio.sleep(scheduled - time.perf_counter())
        return scheduled

    def _next_click(self) -> tuple[str, dict[str, Any]]:
        known = {"number": self.number, "shown": self.stamp}
        answers = _ANSWER.findall(self.ask)
        if answers:
            return "move", known | {"action": self.chance.choice(answers)}
        confirm = _CONFIRM.search(self.ask)
        if confirm and " disabled" not in confirm[0]:
            return "move", known
        pieces = _PIECE.findall(self.ask) or (["pass"] if _PASS in self.ask else [])
        if not pieces:
            return "draft", known | {"clear": "1"}
        return "draft", known | {"press": self.chance.choice(pieces)}

    async def _click(self, what: str, fields: dict[str, Any], scheduled: float) -> bool:
        """Whether it was answered as hoped."""
        counts = self.counts
        counts.unanswered += 1
        body = urlencode(fields).encode()
        kind = "application/x-www-form-urlencoded"
        try:
            status, answer = await self.wire.post(f"/tables/{self.table}/{what}", self._page, body, kind)
        except (OSError, Gone):
            counts.unanswered -= 1
            counts.refusals["hung up"] += 1
            return False
        counts.unanswered -= 1
        seconds = time.perf_counter() - scheduled
        counts.late += seconds > LATE
        if status >= 400:
            counts.refusals[refusal(status, answer)] += 1
            return False
        counts.clicks.append(seconds)
        counts.moves += what == "move"
        self._see(orjson.loads(answer))
        return True


async def play(visitors: Iterable[Visitor], think: float) -> None:
    """Let them click by clocks of their own until this is cancelled: nobody waits for an answer to click again."""

    async def live(visitor: Visitor) -> None:
        due = time.perf_counter() + visitor.chance.random() * think
        while True:
            await asyncio.sleep(due - time.perf_counter())
            due = await visitor.decide(due)
            due += visitor.chance.uniform(0.5, 1.5) * think

    tasks = [task for v in visitors for task in (asyncio.create_task(live(v)), asyncio.create_task(v.watch()))]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def refusal(status: int, body: bytes) -> str:
    try:
        return f"{status} {orjson.loads(body)['kind']}"
    except (ValueError, KeyError, TypeError):
        return str(status)


def frame(kind: int, payload: bytes) -> bytes:
    """A frame from a client: masked, by nothing."""
    return bytes([0x80 | kind, 0x80 | len(payload)]) + bytes(4) + payload

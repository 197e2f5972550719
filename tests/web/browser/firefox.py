"""Firefox by its own protocol, WebDriver BiDi over a socket: as much of it as a walk through the site needs.

Debian has Firefox and no driver for it, and Playwright drives only a Firefox of its own making.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from .playing import IN_SIGHT

_PATIENCE = 60.0  # seconds
_PREFERENCES = 'user_pref("ui.prefersReducedMotion", 1);\n'


class Firefox:
    """A running browser; `tab` opens a page in it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.complaints: list[str] = []
        """Errors of scripts, as the pages' consoles tell them."""
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command; returns its result. What happens meanwhile is taken in."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            said = json.loads(self._socket.recv(timeout=_PATIENCE))
            if said["type"] == "event" and said["params"]["level"] == "error":
                self.complaints.append(said["params"]["text"])
            if said.get("id") == number:
                assert said["type"] == "success", f"{method}: {said['message']}"
                result: dict[str, Any] = said["result"]
                return result

    def tab(self, site: str, width: int, height: int, touch: bool) -> Tab:
        self.call("storage.deleteCookies")  # somebody new
        context = self.call("browsingContext.create", type="tab")["context"]
        self.call("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        return Tab(self, context, site, "touch" if touch else "mouse")


class Tab:
    """A page, and a person before it: what is pressed is pressed by a mouse or a finger, where it can be seen."""

    def __init__(self, firefox: Firefox, context: str, site: str, pointer: str) -> None:
        self._firefox, self._context, self._site, self._pointer = firefox, context, site, pointer

    def goto(self, path: str) -> None:
        self._firefox.call("browsingContext.navigate", context=self._context, url=self._site + path, wait="complete")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function of JavaScript; its arguments and what it returns go as JSON."""
        answer = self._firefox.call(
            "script.callFunction",
            functionDeclaration=f"async words => JSON.stringify(await ({function})(...JSON.parse(words)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def wait_for(self, function: str, *arguments: Any) -> None:
        """Wait until the function says yes, on whatever page is there by then."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(AssertionError):  # between two pages there is nobody to ask
                if self.evaluate(function, *arguments):
                    return
            time.sleep(0.02)
        raise AssertionError(f"never: {function} {arguments}")

    def see(self, selector: str, words: str = "") -> None:
        """Wait until there is such an element to be seen, with these words in it."""
        self.wait_for(
            """(selector, words) => [...document.querySelectorAll(selector)].some(e => e.getClientRects().length
              && getComputedStyle(e).visibility === "visible" && e.innerText.includes(words))""",
            selector,
            words,
        )

    def press(self, selector: str) -> None:
        """Press the first such element."""
        self.see(selector)
        x, y = self.evaluate(
            f"""selector => {{
              const element = document.querySelector(selector);
              const spot = ({IN_SIGHT})(element), box = element.getBoundingClientRect();
              return [Math.floor(box.left + spot.x), Math.floor(box.top + spot.y)];
            }}""",
            selector,
        )
        self._act(
            {"type": "pointer", "id": self._pointer, "parameters": {"pointerType": self._pointer}},
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def key(self, key: str) -> None:
        self._act({"type": "key", "id": "keys"}, {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})

    def _act(self, source: dict[str, Any], *actions: dict[str, Any]) -> None:
        self._firefox.call("input.performActions", context=self._context, actions=[{**source, "actions": actions}])

    def choose_file(self, selector: str, path: Path) -> None:
        found = self._firefox.call(
            "browsingContext.locateNodes", context=self._context, locator={"type": "css", "value": selector}
        )
        element = {"sharedId": found["nodes"][0]["sharedId"]}
        self._firefox.call("input.setFiles", context=self._context, element=element, files=[str(path)])

    def close(self) -> None:
        self._firefox.call("browsingContext.close", context=self._context)


@contextlib.contextmanager
def firefox(program: str) -> Iterator[Firefox]:
    """Start it with a profile of its own, and end it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        Path(profile, "user.js").write_text(_PREFERENCES)
        command = [program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with connect(f"ws://127.0.0.1:{_port(Path(profile))}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
            process.wait(30)


def _port(profile: Path) -> int:
    """Where it listens, as it writes down once it does."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(FileNotFoundError, ValueError):  # not there, or not all of it
            return int(json.loads((profile / "WebDriverBiDiServer.json").read_text())["ws_port"])
        time.sleep(0.05)
    raise AssertionError("Firefox does not start")

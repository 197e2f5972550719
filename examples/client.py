"""A bot of your own at a table of Boriken: `boriken serve`, then `python examples/client.py`. It needs only Python."""

import json
import sys
import urllib.request
from typing import Any

SITE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
headers = {"Content-Type": "application/json"}


def ask(path: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    return json.load(urllib.request.urlopen(urllib.request.Request(f"{SITE}/api{path}", data, headers)))


headers["Authorization"] = f"Bearer {ask('/people', {'name': 'Simple Simon'})['token']}"
seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}]
table = ask("/tables", {"game": "puerto-rico", "seats": seats, "pace": "at-once"})
print(f"playing at {SITE}{table['path']}")

shown: dict[str, Any] = {"number": -1}
events = urllib.request.urlopen(urllib.request.Request(f"{SITE}/api/tables/{table['id']}/events", headers=headers))
for line in events:
    event = json.loads(line[6:]) if line.startswith(b"data: ") else shown
    shown = event if event["number"] >= shown["number"] else shown  # our own moves come back as events, too
    while shown.get("legal"):  # our turn: build if we can, else take what comes first
        texts = [action["text"] for action in shown["legal"]]
        choice = next((text for text in texts if text.startswith(("build:", "role:builder"))), texts[0])
        shown = ask(f"/tables/{table['id']}/moves", {"number": shown["number"], "actions": [choice]})
print(f"points by seat: {shown['result']['points']}; we sat on seat {shown['seat']}")

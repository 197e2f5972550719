"""A player in some thirty lines, for both games: it reads lines of JSON and answers with lines of JSON.

boriken arena --one "external:python3 examples/external_player.py" --field random --games 40
docs/external-players.md says what the lines hold.
"""

import json
import sys
from typing import Any

CHEAP_FIRST = ["corn", "indigo", "sugar", "tobacco", "coffee", "silver"]


def worth(action: str, view: dict[str, Any], me: dict[str, Any]) -> float:
    """What an action is worth; what this player knows nothing about is still better than doing nothing."""
    kind, _, piece = action.partition(":")
    good = piece.partition("@")[0]
    if kind in ("pass", "call-off", "cover"):
        return 0
    if kind == "role":
        goods = sum(me["goods"].values())
        money = me["doubloons"] if "doubloons" in me else me["hand_size"] - 1
        gain = {"builder": money - 1, "captain": goods, "trader": min(goods, 3), "craftsman": 3 - goods / 2}
        gain |= {"producer": 3 - goods, "mayor": 2.5, "settler": 2, "councillor": 2, "prospector": 1}
        card = view["roles"][piece]  # in Puerto Rico doubloons may lie on it
        return float(gain.get(piece, 1) + (card["doubloons"] if isinstance(card, dict) else 0))
    if kind in ("load", "wharf", "store"):
        return float(me["goods"][good])
    return 1 + (CHEAP_FIRST.index(good) if kind in ("sell", "keep", "privilege") and good in CHEAP_FIRST else 0)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"hello": "example"}), flush=True)
    elif message["type"] == "choose":
        legal, view = message["legal"], message["view"]
        me = view["players"][message["seat"]]
        if any(action.startswith("build:") for action in legal):
            legal = legal[::-1]  # the dearest first: of equals, the first is taken
        values = [worth(action, view, me) for action in legal]
        print(json.dumps({"action": legal[values.index(max(values))]}), flush=True)

"""What runs under the code of version 0.1: its bots choose in positions that are handed to them. See `yardstick`.

Started by `yardstick` with that code first on the path. Reads lines of JSON on standard input, answers each with one.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from boriken import Game
from boriken.players import Player, choose, make_player
from boriken.players.base import get_ready

_players: dict[int, Player] = {}
"""By the number that they were given."""
_tables: dict[str, Game] = {}
"""A game of each kind, to write positions into."""


def _chosen(asked: dict[str, Any]) -> str:
    """What a player chooses in a position, given field by field."""
    return str(_players[asked["player"]].choose(_position(asked)))


def _position(asked: dict[str, Any]) -> Game:
    table = asked["table"]
    key = json.dumps(table)
    if key not in _tables:
        _tables[key] = Game.new(table["game"], players=table["players"], **table["options"])
    game = _tables[key]
    states = game.states
    if set(asked["fields"]) != set(states.dtype.names):
        raise ValueError("the record of this game has other fields than in version 0.1")
    for name, value in asked["fields"].items():
        states[name] = value
    game.seed = asked["seed"]
    game.refresh()
    return game


def _made(asked: dict[str, Any]) -> str:
    _players[asked["player"]] = make_player(asked["spec"], asked["seed"])
    return _players[asked["player"]].name


def _ready(asked: dict[str, Any]) -> str:
    get_ready(_players[asked["player"]], _position(asked))
    return ""


def _gone(asked: dict[str, Any]) -> str:
    _players.pop(asked["player"], None)
    return ""


def _played(asked: dict[str, Any]) -> list[str]:
    """A whole game among 0.1's own, all that it takes by its own code: what the yardstick must come to as well."""
    table, seeds = asked["table"], asked["seeds"]
    game = Game.new(table["game"], players=table["players"], seed=asked["seed"], **table["options"])
    players = [make_player(asked["spec"], seed) for seed in seeds]
    decisions = 0
    while (seat := game.turn) is not None:
        game.play(choose(players[seat], game, seeds[seat] ^ decisions))
        decisions += 1
    return [str(action) for action in game.actions]


_ANSWERS = {"make": _made, "ready": _ready, "choose": _chosen, "bye": _gone, "play": _played}

if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        try:
            answer = {"answer": _ANSWERS[message["type"]](message)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)

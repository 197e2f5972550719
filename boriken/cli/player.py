"""`boriken player`: a bot of ours as a program that reads and writes lines of JSON, see docs/external-players.md."""

from __future__ import annotations

import contextlib
import json
import sys
from typing import Any

from boriken.engine import BadOption, BorikenError, Game, derived_seed, rules_of
from boriken.players import EXTERNAL, Player, make_player
from boriken.players.base import get_ready, say_goodbye
from boriken.players.external import PROTOCOL

from .guard import BAD_FILE, FINE, complain


def player(bot: str) -> int:
    """Answer line by line until the goodbye, or until nobody writes any more."""
    if bot.partition(":")[0] == EXTERNAL:
        raise BadOption("a program that only asks another program is none to play with: name that one itself")
    make_player(bot, 0)  # says what is wrong with it
    conversation = _Conversation(bot)
    answers = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):  # whatever a bot of yours prints: answers stand alone
        for number, line in enumerate(sys.stdin, 1):
            try:
                answer = conversation.answer(line)
            except BorikenError as error:
                complain(f"line {number}: {error}")
                return BAD_FILE
            if answer is None:
                break
            print(json.dumps(answer), file=answers, flush=True)
    conversation.end()
    return FINE


class _BadMessage(BorikenError):
    """A line that is no message of the protocol."""


class _Conversation:
    """A game and a seat of it, from the hello to the goodbye."""

    def __init__(self, bot: str) -> None:
        self._bot = bot
        self._player: Player | None = None
        self._options: dict[str, Any] = {}
        self._seed = 0
        self._decisions = 0

    def answer(self, line: str) -> dict[str, str] | None:
        """What is to be said to a message; None after the last."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise _BadMessage("not JSON") from None
        kind = message.get("type") if isinstance(message, dict) else None
        try:
            if kind == "hello":
                return {"hello": self._greet(message)}
            if kind == "choose":
                return {"action": self._choose(message)}
        except KeyError as error:
            raise _BadMessage(f"this {kind} lacks {error}") from None
        if kind == "bye":
            return None
        raise _BadMessage('no message that is known: its "type" is hello, choose or bye')

    def _greet(self, hello: dict[str, Any]) -> str:
        """Get ready for the game that is told: whatever has to be compiled is compiled before the first question."""
        if hello["protocol"] != PROTOCOL:
            raise _BadMessage(f"protocol {hello['protocol']!r} is not known here; {PROTOCOL} is")
        if not isinstance(hello["options"], dict) or not isinstance(hello["game"], str):
            raise _BadMessage("game is a name, options are an object")
        game = Game(rules_of(hello["game"]), hello["players"], hello["seed"], hello["options"])
        if hello["rules"] != game.rules.version:
            raise _BadMessage(f"version {hello['rules']!r} of the rules is not known here; {game.rules.version} is")
        self.end()
        self._options, self._seed, self._decisions = game.options, game.seed, 0
        self._player = make_player(self._bot, game.seed)
        get_ready(self._player, game.determinize(0, 0))
        return self._player.name

    def _choose(self, asked: dict[str, Any]) -> str:
        if self._player is None:
            raise _BadMessage("a choose before any hello")
        seed = derived_seed(self._seed, self._decisions)
        self._decisions += 1
        game = Game.from_view(asked["view"], asked["seat"], seed, **self._options)
        legal = [action.text for action in game.legal_actions]
        if game.turn != asked["seat"] or asked["legal"] != legal:
            raise _BadMessage(f"by its view seat {game.turn} is to choose, from {', '.join(legal)}")
        return self._player.choose(game).text

    def end(self) -> None:
        if self._player is not None:
            say_goodbye(self._player, None)

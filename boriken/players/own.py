"""Own players: a class of yours, named as MODULE:CLASS, plays wherever a bot's name is asked for.

It is called as every kind of player is, with a seed and the settings after a second colon, and has a `choose`. What it
does wrong is told in one line, with the place in its source, and harms no game.
"""

from __future__ import annotations

import importlib
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from boriken.engine import Action, BadOption, BorikenError, Game, Outcome, Rules

from . import base

MAIN = "__main__"
_SPEC = re.compile(
    r"(?!external:)(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<name>[^\W\d]\w*)(?::(?P<settings>.*))?", re.DOTALL
)


def is_own(spec: str) -> bool:
    """Whether a spec has the form of an own player's. (Those of ours have it, too: ask for them first.)"""
    return _SPEC.fullmatch(spec) is not None


class OwnPlayer:
    """A player of yours, with what it does wrong told."""

    def __init__(self, spec: str, seed: int) -> None:
        match = _SPEC.fullmatch(spec)
        assert match is not None
        self._spec = spec
        self._module = _imported(match["module"])
        kind = getattr(self._module, match["name"], None)
        if not callable(kind):
            raise BadOption(f"the module {match['module']} has no {match['name']} that could be called")
        try:
            self._player: Any = kind(seed, match["settings"] or "")
        except BorikenError:
            raise
        except Exception as error:
            raise BadOption(f"{spec} could not be made from a seed and settings: {_told(error)}") from error
        if not callable(getattr(self._player, "choose", None)):
            raise BadOption(f"{spec} is no player: it has no choose(game)")
        self.name = str(getattr(self._player, "name", match["name"]))

    def choose(self, game: Game) -> Action:
        seat, legal = game.turn, game.legal_actions
        assert seat is not None
        try:
            answer = self._player.choose(game)
        except BadOption:
            raise
        except Exception as error:
            raise base.PlayerFailed(f"the player {self._spec} on seat {seat} failed: {_told(error)}", seat) from error
        for action in legal:
            if answer in (action, action.text):  # an action is also its number
                return action
        raise base.PlayerFailed(
            f"the player {self._spec} on seat {seat} answered {answer!r}, which is not among the legal actions", seat
        )

    def get_ready(self, game: Game) -> None:
        self.looks_back(game.rules)  # what is wrong there is told before a game has begun
        base.get_ready(self._player, game)

    def files(self, rules: Rules, players: int) -> list[Path]:
        """Its source, and what it goes by itself."""
        source = getattr(self._module, "__file__", None)
        return [*([Path(source)] if source else []), *base.files_of(self._player, rules, players)]

    def looks_back(self, rules: Rules) -> int:
        try:
            decisions = base.looks_back(self._player, rules)
        except Exception as error:
            raise BadOption(f"the player {self._spec} failed to say how far it looks back: {_told(error)}") from error
        if decisions < 0:
            raise BadOption(f"the player {self._spec} looks back to {decisions} decisions; it takes 0 or more")
        return decisions

    def goodbye(self, outcome: Outcome | None) -> None:
        base.say_goodbye(self._player, outcome)


def _imported(name: str) -> ModuleType:
    """A module of this folder or of what is installed; the script that runs is not run again to be a module."""
    main = sys.modules[MAIN]
    script = getattr(main, "__file__", None)
    if script is not None and name == Path(script).stem and name not in sys.modules:
        return main
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # as `python -m` has it
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not (name == error.name or name.startswith(error.name + ".")):
            raise BadOption(f"the module {name} cannot be imported: {_told(error)}") from error
        raise BadOption(f"there is no player and no module {name!r}, here or among what is installed") from None
    except Exception as error:
        raise BadOption(f"the module {name} cannot be imported: {_told(error)}") from error


def is_of_main(spec: str) -> bool:
    """Whether an own player is a class of the script or notebook that runs: another process cannot import that."""
    match = _SPEC.fullmatch(spec)
    return match is not None and (match["module"] == MAIN or _imported(match["module"]) is sys.modules[MAIN])


def _told(error: Exception) -> str:
    """An error in one line, with where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if len(frames) > 1 else ""
    words = str(error).strip().splitlines()
    return f"{type(error).__name__}: {words[0]}{where}" if words else f"{type(error).__name__}{where}"

"""Puzzles: positions of games with one clearly best choice, kept in compact files. `mining` makes them."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from boriken.engine import Action, BadRecord, Game, Rules, rules_of
from boriken.engine.game import ROLE

from .judging import Choice

FORMAT = "boriken-puzzles-1"
_GZIP = b"\x1f\x8b"
END_GAME = "end-game"
_THEMES = {
    "role": "role",
    "draft": "draft",
    "start": "hand",
    "office": "hand",
    "chapel": "hand",
    "bank": "hand",
    "tower": "hand",
    "limit": "hand",
}
"""By decision, where it belongs to no role that is being played; the others have that role's name as their theme."""

PARTS_OF_AN_ANSWER: Mapping[str, frozenset[str]] = {
    "puerto-rico": frozenset({"place", "warehouse", "windrose", "pay-chip", "pay-barrel", "pay-person", "pay-from"}),
    "san-juan": frozenset(
        {"start", "office", "bank", "limit", "crane", "goods", "pay", "producer", "trader", "archive"}
    ),
}
"""Decisions that make no puzzle: people answer several of them at once, a piece at a time, in an order of their own."""


@dataclass(frozen=True)
class Option:
    """One of the choices, as ten times the search judges it where it came near the best."""

    action: str
    chance: float
    low: float
    high: float
    loss: float
    points: float
    best: bool
    """Whether it is the answer, or comes to the same."""
    brings: str = ""
    """What it brings if everybody plays on as the learned player would, as a sentence."""

    @classmethod
    def of(cls, action: Action, found: Choice, best: bool, brings: str) -> Option:
        """An action, with the numbers of a judgement."""
        chance, loss = found.chance, 0.0 if best else found.loss.mean
        mean, low, high, lost = (round(n, 3) for n in (chance.mean, chance.low, chance.high, loss))
        return cls(str(action), mean, low, high, lost, round(found.points, 1), best, brings)


@dataclass(frozen=True)
class Puzzle:
    """A position, what is best in it, and how hard that is to find."""

    after: int
    """So many decisions of the game went before."""
    seat: int
    round: int
    themes: tuple[str, ...]
    """The role being played, or what else is asked; and whether the game will end with the round."""
    rating: int
    """Before anybody has tried it: see `mining.first_rating`."""
    missed: tuple[float, ...]
    """By each bot of `mining.LADDER`: in what share of tries."""
    choices: tuple[Option, ...]
    """The best first."""


@dataclass(frozen=True)
class MinedGame:
    """A game that was searched, with the puzzles that were found."""

    number: int
    game: Game
    puzzles: tuple[Puzzle, ...]

    def to_json(self) -> str:
        """One line: the game up to its last puzzle."""
        game = self.game
        until = max((puzzle.after for puzzle in self.puzzles), default=0)
        actions = [str(game.actions[place]) for place in game.decisions[:until]]
        unusual = {name: value for name, value in game.options.items() if value != game.rules.options[name].usual}
        line = {
            "number": self.number,
            "rules": game.rules.version,
            "players": game.players,
            "options": unusual,
            "seed": game.seed,
            "actions": " ".join(actions),
            "puzzles": [_as_json(puzzle) for puzzle in self.puzzles],
        }
        return json.dumps(line, separators=(",", ":"))


@dataclass(frozen=True, eq=False)
class Posed:
    """A puzzle with the game that leads to it."""

    key: str
    """Names it for ever, wherever it stands in a file."""
    rules: Rules
    players: int
    options: Mapping[str, Any]
    seed: int
    actions: tuple[str, ...]
    """The decisions before it."""
    puzzle: Puzzle

    @property
    def best(self) -> Option:
        return self.puzzle.choices[0]

    def choice(self, action: str) -> Option:
        """What is thought of an action."""
        return next(option for option in self.puzzle.choices if option.action == action)

    def position(self) -> Game:
        """The game when the puzzle is posed."""
        game = Game(self.rules, self.players, self.seed, dict(self.options))
        for action in self.actions:
            game.play(action)
        return game


def theme_of(game: Game) -> tuple[str, ...]:
    """What a position is about."""
    decision = game.view(game.turn)["decision"]
    theme = _THEMES.get(decision)
    if theme is None:
        theme = next(a.text for a in reversed(game.actions) if a.text.startswith(ROLE)).removeprefix(ROLE)
    return (theme, END_GAME) if game.reasons else (theme,)


# --- files ------------------------------------------------------------------------------------------------------------


def header(rules: Rules, seed: int, tables: Sequence[Any], theme: str | None = None) -> str:
    """The first line of a file: what was searched, so that only the same search goes on with it."""
    about = {"format": FORMAT, "game": rules.name, "seed": seed, "tables": tables}
    return json.dumps(about if theme is None else about | {"theme": theme})


def packed(lines: Iterable[str]) -> bytes:
    """A file's lines, less the games without puzzles: what the package holds."""
    first, *games = lines
    kept = [line for line in games if json.loads(line)["puzzles"]]
    return gzip.compress("\n".join([first, *kept, ""]).encode(), mtime=0)


def read_puzzles(data: bytes) -> tuple[Posed, ...]:
    """The puzzles of a file, packed or not. Those of other versions of the rules are left out."""
    text = (gzip.decompress(data) if data.startswith(_GZIP) else data).decode()
    first, *games = text.splitlines()
    about = json.loads(first)
    if about.get("format") != FORMAT:
        raise BadRecord(f'not a file of puzzles: its first line should have "format": "{FORMAT}"')
    rules = rules_of(about["game"])
    return tuple(posed for line in games for posed in _posed(rules, json.loads(line)))


def _posed(rules: Rules, line: dict[str, Any]) -> Iterator[Posed]:
    if line["rules"] != rules.version_for(line["players"], line["options"]):
        return
    actions = line["actions"].split()
    for row in line["puzzles"]:
        puzzle = _from_json(row)
        yield Posed(
            _key(rules.name, line["seed"], puzzle.after),
            rules,
            line["players"],
            line["options"],
            line["seed"],
            tuple(actions[: puzzle.after]),
            puzzle,
        )


def _key(game: str, seed: int, after: int) -> str:
    return hashlib.blake2b(f"{game} {seed} {after}".encode(), digest_size=5).hexdigest()


def _as_json(puzzle: Puzzle) -> dict[str, Any]:
    return {**vars(puzzle), "choices": [list(vars(option).values()) for option in puzzle.choices]}


def _from_json(row: dict[str, Any]) -> Puzzle:
    choices = tuple(Option(*option) for option in row["choices"])
    return Puzzle(**{**row, "themes": tuple(row["themes"]), "missed": tuple(row["missed"]), "choices": choices})


@cache
def shipped_puzzles(game: str) -> Mapping[str, Posed]:
    """Those in the package, by key; a game need not have any. Each search that was made is a file of its own."""
    found = (file for file in (files("boriken.analysis") / "data").iterdir() if file.name.startswith(f"puzzles-{game}"))
    searches = sorted(found, key=lambda file: file.name)
    return {posed.key: posed for file in searches for posed in read_puzzles(file.read_bytes())}

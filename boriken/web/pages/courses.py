"""Courses: lessons that one plays, each a table of data (`web/lessons/GAME/N-NAME.toml`).

A lesson is a deal (seed, options, the actions that lead to its position) and steps. A step has words beside a piece
and perhaps a task: actions to be played by hand. Whether a task is done is not worked out here: the engine plays what
the person played and what the lesson says, and it is done if both lead to the same position. So nothing has to be
kept of a lesson under way: its address, with the number of the step, says all.

| field of a lesson | what |
|---|---|
| `title`, `about`, `minutes` | for the list of lessons |
| `expansion` | the option that it teaches; such lessons stand apart from the course |
| `deal` | `players`, `seed` and options; or `follows`, the lesson whose game goes on here |
| `before` | actions, in words apart, from there to the lesson's first position |
| `steps` | in order; see `Step` |
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from boriken.engine import Game
from boriken.games import GAMES

from .chronicle import Chronicle

_FOLDER = Path(__file__).resolve().parent.parent / "lessons"
SEAT = 0
"""Where the person sits, in all lessons."""
NOT_THIS = "That is possible, but it is not what this lesson is about. Try once more."


@dataclass(frozen=True)
class Step:
    """One thing at a time."""

    heading: str
    words: str
    at: tuple[str, ...]
    """Pieces that are lit; the words stand beside the first. `roles`: that part of the page; `roles r-mayor`: the piece
    in it with this drawing; `harbour .house`: what has this class."""
    task: str = ""
    """What to do by hand; without one, there is only to read."""
    play: tuple[str, ...] = ()
    """The actions that do it; the lesson goes on from there."""
    enough: Mapping[str, int] = field(default_factory=dict)
    """Where others will do, too: how much there must be afterwards at places of the view. `players.0.city.library`"""
    done: str = ""
    """What has been done, for the next step."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """What to say to other actions; `otherwise` to all that are not named."""
    then: tuple[str, ...] = ()
    """What is played, by anybody, before the next step."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson; `COURSES` has them all."""

    game: str
    name: str
    title: str
    about: str
    minutes: int
    steps: tuple[Step, ...]
    deal: Mapping[str, Any]
    before: tuple[str, ...] = ()
    expansion: str = ""

    @property
    def address(self) -> str:
        return f"/learn/{self.game}/{self.name}"


def _actions(row: dict[str, Any], name: str) -> tuple[str, ...]:
    return tuple(row.pop(name, "").split())


def _step(row: dict[str, Any]) -> Step:
    row = dict(row)
    return Step(at=tuple(row.pop("at")), play=_actions(row, "play"), then=_actions(row, "then"), **row)


def _lesson(game: str, file: Path) -> Lesson:
    row = tomllib.loads(file.read_text(encoding="utf-8"))
    name = file.stem.partition("-")[2]
    steps = tuple(_step(step) for step in row.pop("steps"))
    return Lesson(game, name, steps=steps, before=_actions(row, "before"), **row)


COURSES: Mapping[str, Mapping[str, Lesson]] = {
    game: {lesson.name: lesson for lesson in (_lesson(game, file) for file in sorted((_FOLDER / game).glob("*.toml")))}
    for game in GAMES
}
"""The lessons of each game by name, in the order in which they are learned."""


def classmates(lesson: Lesson) -> Sequence[Lesson]:
    """The lessons that are learned one after the other, this one among them."""
    return [each for each in COURSES[lesson.game].values() if bool(each.expansion) == bool(lesson.expansion)]


@cache
def position(lesson: Lesson, step: int) -> Game:
    """The game as it is at a step. It is shared: play on in a copy."""
    if step == 0:
        return _played(_dealt(lesson), lesson.before)
    last = lesson.steps[step - 1]
    return _played(position(lesson, step - 1), (*last.play, *last.then))


def _dealt(lesson: Lesson) -> Game:
    deal = dict(lesson.deal)
    if "follows" in deal:
        earlier = COURSES[lesson.game][deal["follows"]]
        return position(earlier, len(earlier.steps))
    return Game.new(lesson.game, deal.pop("players"), deal.pop("seed"), **deal)


def _played(game: Game, actions: Sequence[str]) -> Game:
    game = game.copy()
    for action in actions:
        game.play(action)
    return game


@cache
def log_of(lesson: Lesson, step: int) -> Chronicle:
    """What has happened up to a step."""
    chronicle = Chronicle()
    chronicle.follow(position(lesson, step))
    return chronicle


def mistake(lesson: Lesson, step: int, actions: Sequence[str]) -> str | None:
    """The name of what was done instead of the task (see `Step.wrong`); None: nothing, it is done."""
    task, game = lesson.steps[step], position(lesson, step)
    asked, played = _played(game, task.play), _played(game, actions)
    if asked.states.tobytes() == played.states.tobytes() or _is_enough(played, task.enough):
        return None
    return next((action for action in actions if action in task.wrong), "otherwise")


def _is_enough(game: Game, enough: Mapping[str, int]) -> bool:
    found = [(_at(game.view(SEAT), path.split(".")), least) for path, least in enough.items()]
    return bool(found) and all(n >= least for n, least in found)


def _at(view: Any, path: Sequence[str]) -> int:
    for name in path:
        view = view[int(name) if isinstance(view, list) else name]
    return int(view)


def correction(step: Step, mistaken: str) -> str:
    """What to say to a mistake."""
    return step.wrong.get(mistaken) or step.wrong.get("otherwise") or NOT_THIS

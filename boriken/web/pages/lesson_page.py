"""A lesson as a page: the real table, one piece lit, and the words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boriken.games import GAMES

from .courses import SEAT, Lesson, Step, classmates, correction, log_of, position
from .decision_bar import make_bar
from .drafts import press
from .presenters import PRESENTERS
from .render import module, page_of, table_parts, update
from .scene import Scene, Seat, TableShown, Update
from .scene_of_game import make_scene, replay_scene

_NAMES = ("Newcomer", "Coquí", "Mangle", "Ceiba", "Flamboyán")


def staged(lesson: Lesson, step: int, pieces: Sequence[str]) -> tuple[str, ...]:
    """The draft after these pieces were pressed, one after the other; refused as at a table."""
    draft: tuple[str, ...] = ()
    for piece in pieces:
        draft = press(position(lesson, step), SEAT, draft, piece)
    return draft


def lesson_page(lesson: Lesson, step: int, pieces: Sequence[str] = (), mistaken: str = "") -> str:
    """A step of a lesson, with what was pressed, and what was done instead of the task."""
    scene = scene_of(lesson, step, pieces)
    title = f"{lesson.title}, step {step + 1} of {len(lesson.steps)} · {GAMES[lesson.game].title} · Boriken"
    return page_of(scene, _parts(scene, lesson, step, mistaken), title, template="lesson.html")


def lesson_update(lesson: Lesson, step: int, pieces: Sequence[str]) -> Update:
    """What a script needs after a piece was pressed."""
    scene = scene_of(lesson, step, pieces)
    new = update(scene)
    new["parts"] = _parts(scene, lesson, step)
    new["say"] = ""
    return new


def scene_of(lesson: Lesson, step: int, pieces: Sequence[str] = ()) -> Scene:
    """The table at a step of a lesson, with what was pressed."""
    game, log = position(lesson, step), log_of(lesson, step)
    seats = tuple(Seat(p, _NAMES[p], "person" if p == SEAT else "bot", is_me=p == SEAT) for p in range(game.players))
    table = TableShown("lesson", lesson.title, lesson.game, seats, game.options, hints=False)
    if lesson.steps[step].task:
        return make_scene(table, game, SEAT, draft=staged(lesson, step, pieces), chronicle=log)
    return replay_scene(table, game, len(game.actions), SEAT, log)  # nothing can be pressed


def _parts(scene: Scene, lesson: Lesson, step: int, mistaken: str = "") -> dict[str, str]:
    """The parts of a table, with the lesson's own bar, callout and list of lessons."""
    own = module("lesson_parts.html")
    presenter = PRESENTERS[lesson.game]
    shown = _shown(lesson, step, mistaken)
    return table_parts(scene) | {
        "top": own.top(scene, shown, presenter.gauges(scene.view)),
        "ask": own.bar(scene, shown, make_bar(presenter, scene)),
        "lesson": own.course(shown),
        "callout": own.callout(shown),
    }


def _shown(lesson: Lesson, number: int, mistaken: str) -> dict[str, Any]:
    """All that a lesson's own parts say."""
    step, last = lesson.steps[number], number == len(lesson.steps) - 1
    course = classmates(lesson)
    place = course.index(lesson)
    following = course[place + 1] if last and place + 1 < len(course) else None
    return {
        "lesson": lesson,
        "game_title": GAMES[lesson.game].title,
        "place": place,
        "course": course,
        "step": step,
        "number": number,
        "here": f"{lesson.address}/{number + 1}",
        "back": f"{lesson.address}/{number}" if number else "",
        "next": following.address if following else "" if last else f"{lesson.address}/{number + 2}",
        "following": following,
        "done": lesson.steps[number - 1].done if number else "",
        "correction": correction(step, mistaken) if mistaken and step.task else "",
        "lit": _lit(step),
    }


def _lit(step: Step) -> str:
    return "|".join(step.at)

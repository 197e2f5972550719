"""Learning: texts beside the real table, an introduction to each game, a reference from the rules' tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from boriken.games import GAMES

from .courses import COURSES, Lesson
from .presenters import PRESENTERS
from .render import environment
from .scene import Scene
from .words import title


def lesson_of(scene: Scene) -> tuple[str, str] | None:
    """What stands beside the table in a guided game."""
    if not scene.table.lesson or scene.turn is None:
        return None
    presenter = PRESENTERS[scene.table.game]
    return presenter.lesson(scene.view) if scene.turn == scene.seat else presenter.waiting_lesson


def learn_page(reached: Mapping[str, Mapping[str, int]]) -> str:
    """The lessons of these games, with the step that the visitor has come to in each."""
    shown = [_introduction(game, so_far) for game, so_far in reached.items()]
    return environment().get_template("learn.html").render(games=shown, alone=len(shown) == 1)


class Listed(NamedTuple):
    """A lesson, as the learning page lists it."""

    lesson: Lesson
    step: int
    """How far the visitor has come; 0: not begun."""

    @property
    def done(self) -> bool:
        return self.step == len(self.lesson.steps)


def _introduction(game: str, so_far: Mapping[str, int]) -> dict[str, Any]:
    listed = [Listed(lesson, so_far.get(lesson.name, 0)) for lesson in COURSES[game].values()]
    course = [row for row in listed if not row.lesson.expansion]
    last = [*so_far][-1:]
    under_way = [row.lesson for row in listed if row.lesson.name in last and not row.done]
    still_to_learn = [row.lesson for row in course if not row.done]
    return {
        "name": game,
        "title": GAMES[game].title,
        "short": PRESENTERS[game].short,
        "steps": PRESENTERS[game].introduction,
        "roles": _roles(game),
        "course": course,
        "minutes": sum(row.lesson.minutes for row in course),
        "expansions": [row for row in listed if row.lesson.expansion],
        "following": next(iter((*under_way, *still_to_learn)), None),
        "begun": bool(so_far),
    }


def _roles(game: str) -> list[dict[str, str]]:
    presenter = PRESENTERS[game]
    return [
        {"id": role, "name": title(role), "rules": rules, "privilege": presenter.role_text[role]}
        for role, rules in presenter.role_rules.items()
    ]


def reference_page(game: str) -> str:
    """All roles and all buildings or cards of a game, from the tables of its rules."""
    return (
        environment()
        .get_template("reference.html")
        .render(
            game=game,
            game_title=GAMES[game].title,
            games=[(name, rules.title) for name, rules in GAMES.items()],
            roles=_roles(game),
            groups=PRESENTERS[game].reference(),
            reasons=list(GAMES[game].reason_words.values()),
            short=PRESENTERS[game].short,
        )
    )

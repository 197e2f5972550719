"""Learning: texts beside the real table, an introduction to each game, a reference from the rules' tables."""

from __future__ import annotations

from typing import Any

from boriken.games import GAMES

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


def learn_page(game: str | None = None) -> str:
    """How to learn: both games, or the introduction to one."""
    env = environment()
    shown = [_introduction(name) for name in ([game] if game else GAMES)]
    return env.get_template("learn.html").render(games=shown, alone=game is not None)


def _introduction(game: str) -> dict[str, Any]:
    return {
        "name": game,
        "title": GAMES[game].title,
        "short": PRESENTERS[game].short,
        "steps": PRESENTERS[game].introduction,
        "roles": _roles(game),
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

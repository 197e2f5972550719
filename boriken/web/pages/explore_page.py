"""Exploring a finished game: the real table at a moment or off the game's path, with every choice judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boriken.engine import Game
from boriken.games import GAMES

from .decision_bar import Bar, Button, make_bar
from .options import option_groups, per_cent, unjudged
from .presenter import Presenter
from .presenters import PRESENTERS
from .render import module, no_hint, page_of, table_parts, tabs_of, update
from .scene import Hint, Scene, TableShown, Update
from .scene_of_game import make_scene, replay_scene
from .words import title

CHOICES_TAB = ("opts", "u-log", "Choices")
_STEPS_SHOWN = 3
"""Of a line, in the trail."""


@dataclass(frozen=True)
class Explored:
    """Where somebody is: a moment of a game, or a line that leads away from it."""

    table: TableShown
    game: Game
    """At the end of the line."""
    at: int
    stops: tuple[int, ...]
    """The moments of the game."""
    line: tuple[str, ...]
    played: str | None
    """What was chosen here in the game."""
    address: Callable[[int, Sequence[str]], str]
    """The path of another moment and line."""
    base: str
    """The path of all of them."""
    line_text: str
    """The line, as forms send it."""
    judgement: Hint | None = None
    wanted: str = ""
    """The path of the judgement, where there is none yet."""
    note: str = ""
    """Why there is none."""
    draft: tuple[str, ...] = ()
    levels: Sequence[str] = ()
    usual_level: str = ""

    @property
    def moment(self) -> str:
        """Its name, which is also the review's: that of the move to come."""
        return f"Move {self.at + 1}" if self.at < self.stops[-1] else "The end"


def explore_page(e: Explored) -> str:
    """The whole page."""
    scene = _scene(e)
    where = "What if" if e.line else e.moment
    words = f"{where} · Explore · {GAMES[scene.table.game].title} · Boriken"
    return page_of(scene, _parts(scene, e), words, template="moment.html")


def explore_update(e: Explored) -> Update:
    """What a script needs after a piece was pressed, or once the choices are judged."""
    scene = _scene(e)
    new = update(scene)
    new["parts"] = _parts(scene, e)
    new["title"] = new["say"] = ""
    return new


def open_hands(game: Game, scene: Scene) -> Scene:
    """The same scene with all that players hide from each other."""
    return replace(scene, view={**scene.view, "players": [game.view(p)["players"][p] for p in range(game.players)]})


def _scene(e: Explored) -> Scene:
    """The table from the side of the seat to move, which presses its own pieces."""
    table, game = replace(e.table, hints=False, note=""), e.game
    if game.turn is None:
        return replay_scene(table, game, len(game.actions), "all")
    return open_hands(game, make_scene(table, game, game.turn, draft=e.draft, hint=e.judgement))


def _parts(scene: Scene, e: Explored) -> dict[str, str]:
    """The parts of a table, with the bar and the choices of exploring."""
    own, presenter = module("explore_parts.html"), PRESENTERS[scene.table.game]
    bar = make_bar(presenter, scene)
    shown = _shown(scene, e, presenter, bar)
    tabs = tabs_of(presenter.tabs, scene.seat is None, CHOICES_TAB)
    return table_parts(scene) | {
        "top": own.top(scene, shown, presenter.gauges(scene.view)),
        "tabs": module("macros.html").tabs(tabs, presenter.order(scene)[0]),
        "ask": own.bar(scene, shown, bar),
        "advice": no_hint(),
        "opts": own.opts(scene, shown),
    }


def _shown(scene: Scene, e: Explored, presenter: Presenter, bar: Bar) -> dict[str, Any]:
    """All that the parts of exploring say."""
    turn = scene.turn
    mover = scene.table.seats[turn].name if turn is not None else ""
    question = f"{mover} {presenter.asked(scene.view).waiting}" if turn is not None else "The game ends here"
    hint = e.judgement if turn is not None else None

    def after(action: str) -> str:
        return e.address(e.at, (*e.line, action))

    names = [seat.name for seat in scene.table.seats]
    return {
        "game_title": GAMES[scene.table.game].title,
        "base": e.base,
        "here": e.address(e.at, e.line),
        "at": e.at,
        "moment": f"move {e.at + 1} of {e.stops[-1]}" if e.at < e.stops[-1] else "the end",
        "line": e.line_text,
        "flag": bar.flag,
        "turn": turn,
        "over": turn is None,
        "mover": mover,
        "question": question,
        "trail": _trail(e, names, question),
        "buttons": _buttons(scene, bar),
        "steps": _steps(e),
        "to_game": e.address(e.at, ()),
        "heading": f"Here {mover} could" if turn is not None else "The end",
        "chances": [(p + 1, names[p], per_cent(chance)) for p, chance in enumerate(hint.chances)] if hint else [],
        "groups": option_groups(scene, hint.choices, after, {e.played or "": "played"}) if hint else (),
        "unjudged": unjudged(scene, after),
        "opened": hint is not None and any(choice.open_cards for choice in hint.choices),
        "best": after(hint.choices[0].action) if hint else "",
        "wanted": e.wanted if turn is not None and hint is None else "",
        "wanted_page": f"{e.address(e.at, e.line)}&judged=1",
        "note": e.note or (hint.sentence if hint else ""),
        "sheet": [(p + 1, names[p], score["total"]) for p, score in enumerate(e.game.scores())] if e.game.over else [],
        "levels": e.levels,
        "usual_level": e.usual_level,
    }


def _buttons(scene: Scene, bar: Bar) -> list[Button]:
    """Confirm and clear, once a piece is staged; nothing is asked here, so nothing has the colour of a question."""
    if not scene.draft or bar.state != "mine":
        return []
    return [replace(button, look="can" if button.look == "go" else button.look) for button in bar.buttons]


def _trail(e: Explored, names: list[str], question: str) -> list[tuple[str, str]]:
    """Where one is, each step with the way back to it; the last one is here."""
    if not e.line:
        return [("The game", f"/tables/{e.table.id}"), (e.moment, "")]
    game = e.game
    trail = [("The game", f"/tables/{e.table.id}"), (e.moment, e.address(e.at, ()))]
    first = max(0, len(e.line) - _STEPS_SHOWN)
    if first:
        trail.append(("…", e.address(e.at, e.line[:first])))
    for i, place in enumerate(game.decisions[len(game.decisions) - len(e.line) :]):
        if i >= first:
            action = game.actions[place]
            words = title(action.text.partition(":")[2]) if action.text.startswith("role:") else action.meaning
            trail.append((f"{names[game.played_by[place]]}: {words}", e.address(e.at, e.line[: i + 1])))
    trail[-1] = (trail[-1][0], "")
    return trail


def _steps(e: Explored) -> list[tuple[str, str, str, str]]:
    """Where the four keys lead: along the line, or along the game. A step that is not there leads nowhere."""
    if e.line:
        back = e.address(e.at, e.line[:-1])
        return [
            ("first", "u-first", "Where the line begins", e.address(e.at, ())),
            ("prev", "u-prev", "One move back", back),
        ]
    place, last = e.stops.index(e.at), len(e.stops) - 1
    ways = [("first", "First move", 0), ("prev", "One move back", place - 1)]
    ways += [("next", "One move on", place + 1), ("last", "Last move", last)]
    return [
        (name, f"u-{name}", word, e.address(e.stops[to], ()) if 0 <= to <= last and to != place else "")
        for name, word, to in ways
    ]

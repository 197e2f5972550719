"""A mistake as a question: the table as the seat saw it, then how the new answer compares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from boriken.analysis.reviewing import DOUBTFUL, MISTAKE
from boriken.engine import Game
from boriken.games import GAMES

from .decision_bar import make_bar, name_of
from .explore_page import CHOICES_TAB
from .options import label_of, option_groups, per_cent
from .presenters import PRESENTERS
from .render import environment, module, no_hint, page_of, table_parts, tabs_of, update
from .scene import Hint, HintChoice, Scene, TableShown, Update
from .scene_of_game import make_scene

_PENNANTS = {"best": "Right", "good": "Good", "doubtful": "Not quite", "mistake": "Not quite"}


@dataclass(frozen=True)
class Asked:
    """A question about a game, perhaps answered."""

    table: TableShown
    game: Game
    """Before the decision in question."""
    seat: int
    at: int
    moves: int
    """Of the whole game."""
    place: int
    """Which of the questions, from 1."""
    questions: int
    played: str
    judgement: Hint
    answer: str
    """What was chosen now; nothing yet."""
    draft: tuple[str, ...]
    explore: str
    """The path of exploring this moment."""


def mistake_page(q: Asked) -> str:
    """The whole page."""
    scene = _scene(q)
    words = f"Question {q.place} of {q.questions} · Learn from mistakes · Boriken"
    return page_of(scene, _parts(scene, q), words, template="moment.html")


def mistake_update(q: Asked) -> Update:
    """What a script needs after a piece was pressed."""
    scene = _scene(q)
    new = update(scene)
    new["parts"] = _parts(scene, q)
    new["title"] = new["say"] = ""
    return new


def looking_back_page(table: TableShown, seat: int, share: float | None) -> str:
    """How far the review of a game is, 0 to 1; None: it could be begun."""
    percent = None if share is None else per_cent(share)
    shown = {"table": table, "seat": seat, "name": table.seats[seat].name, "percent": percent}
    return environment().get_template("looking_back.html").render(shown)


def verdict_on(choice: HintChoice) -> str:
    """`best`, `good`, `doubtful` or `mistake`, as reviews call it."""
    if not choice.group:
        return "best"
    return "good" if choice.loss < DOUBTFUL else "doubtful" if choice.loss < MISTAKE else "mistake"


def _scene(q: Asked) -> Scene:
    """The table from the seat's own eyes; once it has answered, the best choice is marked and nothing is pressed."""
    table = replace(q.table, hints=False, note="")
    if not q.answer:
        return make_scene(table, q.game, q.seat, draft=q.draft)
    return replace(make_scene(table, q.game, q.seat, hint=q.judgement), offered=frozenset(), ready=False)


def _parts(scene: Scene, q: Asked) -> dict[str, str]:
    own, presenter = module("mistake_parts.html"), PRESENTERS[scene.table.game]
    shown = _shown(scene, q)
    tabs = tabs_of(presenter.tabs, False, CHOICES_TAB)
    return table_parts(scene) | {
        "top": own.top(scene, shown, presenter.gauges(scene.view)),
        "tabs": module("macros.html").tabs(tabs, presenter.order(scene)[0]),
        "ask": own.bar(scene, shown, make_bar(presenter, scene)),
        "advice": no_hint(),
        "opts": own.opts(scene, shown),
    }


def _shown(scene: Scene, q: Asked) -> dict[str, Any]:
    base = f"/mistakes/{q.table.id}"

    def address(place: int, **more: str) -> str:
        return f"{base}?{urlencode({'seat': q.seat, 'n': place, **more}, safe=':@')}"

    shown = {
        "game_title": GAMES[q.table.game].title,
        "base": base,
        "seat": q.seat,
        "who": name_of(scene, q.seat),
        "at": q.at,
        "moves": q.moves,
        "place": q.place,
        "questions": q.questions,
        "again": address(q.place),
        "show": address(q.place, answer="?"),
        "back": address(q.place - 1) if q.place > 1 else "",
        "next": address(q.place + 1) if q.place < q.questions else "",
        "explore": q.explore,
        "verdict": "",
    }
    return shown | _verdict(scene, q) if q.answer else shown


def _verdict(scene: Scene, q: Asked) -> dict[str, Any]:
    """How the answer compares with the best and with what was played."""
    of = {choice.action: choice for choice in q.judgement.choices}
    best, mine = q.judgement.choices[0], of[q.answer]
    verdict = verdict_on(mine)
    label = label_of(scene, q.answer)
    tags = {q.played: "played"} | {q.answer: "your answer" if q.answer != q.played else "played"}
    if verdict == "best":
        said = f"{label}: no choice is shown to be better"
    else:
        said = f"{label}: {max(1, per_cent(mine.loss))} % less. Best: {label_of(scene, best.action)}"
    return {
        "verdict": verdict,
        "right": verdict in ("best", "good"),
        "pennant": _PENNANTS[verdict],
        "said": said,
        "why": f"{label_of(scene, best.action)}: {best.sentence}" if best.sentence else "",
        "groups": option_groups(scene, q.judgement.choices, tags=tags),
    }

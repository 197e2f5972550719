"""Pages as text. The server calls these and knows no HTML."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from boriken.games import GAMES

from . import puerto_rico, san_juan
from .bar import Bar, front_seat
from .ending import ending
from .kept import Same, kept
from .scene import Piece, Replay, Scene, Update, Words
from .words import LETTERS, option_words

_HERE = Path(__file__).resolve().parent.parent
STATIC = _HERE / "static"
SHORT = {"puerto-rico": "pr", "san-juan": "sj"}
_PRESENTERS = {"puerto-rico": puerto_rico, "san-juan": san_juan}


@cache
def environment() -> jinja2.Environment:
    """The templates, with what all of them use."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    env.globals.update(
        sprite=Markup((STATIC / "icons.svg").read_text(encoding="utf-8")),
        static="/static/",
        letters=LETTERS,
        conjugated=_conjugated,
        hint_label=_hint_label,
        kept=kept,
    )
    return env


def _conjugated(verb: str, words: Words, seat: int | None) -> str:
    """A verb for whoever reads: Inés takes, you take."""
    subject = next((word for word in words if isinstance(word, Piece) and word.kind == "seat"), None)
    if subject is None or subject.n != seat:
        return verb
    if verb == "is":
        return "are"
    if verb == "digs for":
        return "dig for"
    return verb.removesuffix("es") if verb in ("passes",) else verb.removesuffix("s")


def _hint_label(action: str, scene: Scene) -> str:
    words = scene.meanings.get(action, action)
    return words[:1].upper() + words[1:]


@cache
def _module(template: str) -> Any:
    return environment().get_template(template).make_module()


def table_parts(scene: Scene) -> dict[str, str]:
    """The parts of a table's page by id."""
    return _parts(scene, _shown(scene))


def _shown(scene: Scene) -> dict[str, Any]:
    """What the templates need of a scene."""
    shown: dict[str, Any] = _PRESENTERS[scene.table.game].table(scene)
    return shown


def _lesson(scene: Scene) -> tuple[str, str] | None:
    from .lessons import lesson_of  # which needs this module's templates

    return lesson_of(scene)


def _parts(scene: Scene, shown: Mapping[str, Any]) -> dict[str, str]:
    game = scene.table.game
    own = _module(f"{game.replace('-', '_')}.html")
    common = _module("macros.html")
    rules = GAMES[game]
    named = [scene.table.title] if scene.table.title != rules.title else []
    more = " · ".join([*named, *option_words(rules, dict(scene.table.options))])
    tabs = [(part, *shown["tabs"][part]) for part in shown["order"]]
    tabs += [("rivals", "u-people", "Rivals"), ("log", "u-log", "Log")]
    head = f"round {scene.view['round']} · move {scene.number}"
    readers = (scene.seat, tuple(seat.name for seat in scene.table.seats))
    return {
        "top": str(_top(scene, rules.title, shown["gauges"], more)),
        "ask": str(common.ask(shown["bar"], scene)),
        "tabs": str(common.tabs(tabs)),
        **{part: str(_board_part(own, game, part, shown)) for part in shown["order"]},
        **{f"rival-{rival['seat']}": str(kept(own.rival, rival)) for rival in shown["rivals"]},
        "lesson": str(common.lesson(_lesson(scene))),
        "log-head": str(common.log_head(head)),
        "log-now": str(common.log_lines("log-now", scene, scene.log[len(scene.past) :], True)),
        "log-past": str(kept(common.log_lines, "log-past", scene, scene.past, False, by=(Same(scene.past), readers))),
    }


def _board_part(own: Any, game: str, part: str, shown: Mapping[str, Any]) -> str:
    """A part of the board. It is given no more than it needs, so that it can be kept until that changes."""
    needs = _PRESENTERS[game].PARTS[part]
    return kept(getattr(own, f"part_{part}"), {key: shown[key] for key in needs})


def _top(scene: Scene, title: str, gauges: list[dict[str, Any]], more: str) -> str:
    return str(_module("top.html").table_top(scene, title, gauges, more))


def table_page(scene: Scene) -> str:
    """The whole page of a running game."""
    shown = _shown(scene)
    return _page(scene, _parts(scene, shown), page_title(scene), order=shown["order"], live=True)


def _page(scene: Scene, parts: Mapping[str, str], title: str, order: list[str], live: bool) -> str:
    return (
        environment()
        .get_template("table.html")
        .render(
            scene=scene,
            parts={part: Markup(html) for part, html in parts.items()},
            order=order,
            rivals=[part for part in parts if part.startswith("rival-")],
            title=title,
            short=SHORT[scene.table.game],
            live=live,
        )
    )


def page_title(scene: Scene) -> str:
    """What the browser's tab says: my turn first."""
    game = GAMES[scene.table.game].title
    if scene.turn is None:
        return f"Finished · {game} · Boriken"
    if scene.turn == scene.seat:
        return f"Your turn · {game} · Boriken"
    return f"{scene.table.seats[scene.turn].name} plays · {game} · Boriken"


def update(scene: Scene) -> Update:
    """What a script needs to make its page current."""
    shown = _shown(scene) if scene.turn is not None else None
    return Update(
        number=scene.number,
        finished=scene.turn is None,
        title=page_title(scene),
        parts=_parts(scene, shown) if shown else {},
        order=shown["order"] if shown else [],
        mover=_mover(scene),
        say=spoken(scene),
    )


def _mover(scene: Scene) -> str:
    """The board of whoever has just done something: pieces come from there."""
    last = next((line.seat for line in reversed(scene.log) if line.seat is not None), None)
    return "mine" if scene.draft or last is None or last == front_seat(scene) else f"rival-{last + 1}"


def spoken(scene: Scene) -> str:
    """What a screen reader is told: the last thing that happened, and whether it is my turn."""
    said = [plain(line.words, scene) for line in scene.log[-1:]]
    if scene.turn == scene.seat and scene.turn is not None:
        said.append("Your turn.")
    return " ".join(said)


def plain(words: Words, scene: Scene) -> str:
    """A sentence without drawings."""
    text = Markup(_module("macros.html").say(words, scene)).striptags()
    return " ".join(str(text).split())


# --- the end, and looking back ----------------------------------------------------------------------------------------


def end_page(scene: Scene) -> str:
    """Verdict, score sheet, curve, replay."""
    last = [line for line in scene.log if line.seat is not None][-4:]
    return (
        environment()
        .get_template("end.html")
        .render(
            scene=scene,
            e=ending(scene),
            game_title=GAMES[scene.table.game].title,
            base=f"/tables/{scene.table.id}",
            last_lines=last,
        )
    )


def replay_page(scene: Scene, replay: Replay) -> str:
    """The table as it was, with the bar of a replay."""
    shown = _shown(scene)
    parts = _parts(scene, shown)
    parts["ask"] = str(_module("replay_bar.html").bar(scene, replay, _replay_bar(scene, replay), _stops(scene, replay)))
    return _page(scene, parts, f"Replay · {GAMES[scene.table.game].title} · Boriken", shown["order"], live=False)


def _replay_bar(scene: Scene, replay: Replay) -> Bar:
    """What was played last."""
    last = next((line for line in reversed(scene.log) if line.seat is not None), None)
    words = plain(last.words, scene) if last else "The game begins"
    flag = last.seat + 1 if last and last.seat is not None else 1
    return Bar("replay", flag, "Replay", f"move {replay.at} of {replay.last}", words)


def _stops(scene: Scene, replay: Replay) -> dict[str, Any]:
    """Where the replay's buttons lead, and whose eyes may be chosen."""
    at, last = replay.at, replay.last
    back, on = (at - 1 if at else None), (at + 1 if at < last else None)
    names = {None: "onlookers", "all": "everybody"} | {seat.number: seat.name for seat in scene.table.seats}
    return {
        "controls": [
            ("first", "u-first", "First move", 0 if at else None),
            ("prev", "u-prev", "One move back", back),
            ("play", "u-play", "Play", on),
            ("next", "u-next", "One move on", on),
            ("last", "u-last", "Last move", last if at < last else None),
        ],
        "eyes": [("" if seat is None else str(seat), names[seat]) for seat in replay.seats],
        "seen": "" if replay.seat is None else str(replay.seat),
    }

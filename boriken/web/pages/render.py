"""Pages as text. The server calls these and knows no HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from boriken.engine import Rules
from boriken.games import GAMES

from ..static_files import STATIC, static_address
from .decision_bar import Bar, front_seat, make_bar, rivals_of
from .drawn_before import Same, kept, kept_by, remembered, written
from .ending import ending
from .environment import Environment
from .presenter import Part, Presenter
from .presenters import PRESENTERS
from .scene import Line, LogPiece, Replay, Scene, Update, Words
from .words import LETTERS

_HERE = Path(__file__).resolve().parent.parent


@cache
def environment() -> jinja2.Environment:
    """The templates, with what all of them use."""
    env = Environment(
        loader=jinja2.FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    env.globals.update(
        sprite=Markup((STATIC / "icons.svg").read_text(encoding="utf-8")),
        static_address=static_address,
        letters=LETTERS,
        first_game=next(iter(GAMES)),
        conjugated=_conjugated,
        hint_label=_hint_label,
        kept=kept,
        remembered=remembered,
    )
    return env


def _conjugated(verb: str, words: Words, seat: int | None) -> str:
    """A verb for whoever reads: Inés takes, you take."""
    subject = next((word for word in words if isinstance(word, LogPiece) and word.kind == "seat"), None)
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
def module(template: str) -> Any:
    """The macros of a template."""
    return environment().get_template(template).make_module()


def table_parts(scene: Scene, before: Mapping[str, str] | None = None) -> dict[str, str]:
    """The parts of a table's page by id.

    `before`: those of the same table with other pieces staged. Only the bar and the board show what is staged.
    """
    presenter = PRESENTERS[scene.table.game]
    own = module(presenter.template)
    order = presenter.order(scene)
    readers = _readers(scene)
    return {  # what is kept is handed on as it is: tables that show the same share it in memory
        **(before or _parts_around(scene, presenter, own)),
        "ask": module("macros.html").ask(make_bar(presenter, scene), scene),
        **{part: _board_part(own, presenter.parts[part], part, scene, readers) for part in order},
    }


def _parts_around(scene: Scene, presenter: Presenter, own: Any) -> dict[str, str]:
    """All but the bar and the board."""
    common = module("macros.html")
    head = f"round {scene.view['round']} · move {scene.moves}"
    readers = _readers(scene)
    now = scene.log[len(scene.past) :]
    past = scene.past
    earlier = kept_by(common.log_lines, (Same(past), readers), lambda: ("log-past", _lines(scene, past, False)))
    return {
        "top": _top(scene, presenter.gauges(scene.view)),
        "tabs": kept(common.tabs, tabs_of(presenter.tabs, scene.seat is None), presenter.order(scene)[0]),
        **{f"rival-{p + 1}": _rival(own, presenter, scene, p) for p in rivals_of(scene)},
        "lesson": kept(common.lesson, _lesson(scene)),
        "log-head": common.log_head(head),
        "log-now": common.log_lines("log-now", _lines(scene, now, True)),
        "log-past": earlier,
    }


def _lesson(scene: Scene) -> tuple[str, str] | None:
    from .lessons import lesson_of  # which needs this module's templates

    return lesson_of(scene)


def _board_part(own: Any, part: Part, name: str, scene: Scene, readers: Any) -> str:
    """A part of the board, from memory as long as nothing that it depends on changes."""
    known = written((readers, _pressed(scene, part.verbs), part.depends_on(scene)))
    return kept_by(getattr(own, f"part_{name}"), known, lambda: (part.shown(scene),))


def _pressed(scene: Scene, verbs: frozenset[str]) -> Any:
    """What may be pressed and was staged with these verbs; None if nothing."""
    if not scene.legal:
        return None

    def here(pieces: Iterable[str]) -> list[str]:
        return [piece for piece in pieces if piece.partition(":")[0] in verbs]

    found = (
        here(scene.legal),
        here(sorted(scene.offered)),
        here(scene.draft),
        here(choice.action for choice in scene.hint.choices[:1]) if scene.hint else [],
        scene.prices if "build" in verbs else None,
        scene.base if "place" in verbs else None,
    )
    return (scene.view["decision"], *found) if any(found) else None


def _rival(own: Any, presenter: Presenter, scene: Scene, p: int) -> str:
    """Another's board. Whose turn it is changes all the time, the rest does not."""
    seat = scene.table.seats[p]
    away = seat.kind == "person" and not seat.connected
    known = written(
        (p, seat.name, seat.kind, seat.level, away, scene.view["governor"] == p, presenter.rival_depends_on(scene, p))
    )
    body = kept_by(own.rival_body, known, lambda: (presenter.rival(scene, p),))
    drawn: str = module("macros.html").rival(p + 1, seat.name, scene.turn == p, body)
    return drawn


def tabs_of(tabs: Mapping[str, tuple[str, str, str]], onlooker: bool) -> list[tuple[str, str, str]]:
    """Where each part of the page is found: always in the same order, whatever comes first on the board."""
    board = [(part, icon, seen if onlooker else mine) for part, (icon, mine, seen) in tabs.items()]
    return [*board, ("rivals", "u-people", "Rivals"), ("log", "u-log", "Log")]


def _lines(scene: Scene, lines: tuple[Line, ...], newest: bool) -> list[Markup]:
    """Lines of the log, the last one first."""
    line = module("macros.html").log_line
    readers = _readers(scene)
    drawn = []
    for read in reversed(lines):
        known = (Same(read.words), readers, read.seat, newest)
        drawn.append(kept_by(line, known, partial(_line, read, newest, scene, readers)))
        newest = False
    return drawn


def _line(line: Line, newest: bool, scene: Scene, readers: Any) -> tuple[Any, ...]:
    return line.seat, newest, _said(line.words, scene, readers)


def _said(words: Words, scene: Scene, readers: Any) -> Markup:
    """A sentence as one of the seats reads it."""
    return kept(module("macros.html").say, words, scene, by=(Same(words), readers))


def _readers(scene: Scene) -> tuple[int | None, tuple[str, ...]]:
    """Who reads, and what the others are called."""
    return scene.seat, tuple(seat.name for seat in scene.table.seats)


def _top(scene: Scene, gauges: list[dict[str, Any]]) -> str:
    table = scene.table
    rules = GAMES[table.game]
    round_number = scene.view["round"] if scene.turn is not None else None
    plays = scene.seat is not None and table.minutes is None
    known = (table.id, table.title, table.pace, table.invitation, table.options, plays, round_number, gauges)

    def arguments() -> tuple[Any, ...]:
        named = [table.title] if table.title != rules.title else []
        more = " · ".join([*named, *option_words(rules, table.options)])
        return scene, rules.title, gauges, more

    return kept_by(module("top.html").table_top, written((table.game, known)), arguments)


def option_words(rules: Rules, options: Mapping[str, object]) -> list[str]:
    """The options that are not as usual, in words; expansions first."""
    presenter = PRESENTERS[rules.name]
    words = expansion_words(rules, options)
    told = {"governor", *(each.option for each in presenter.expansions)}
    for name, option in rules.options.items():
        value = options.get(name, option.usual)
        if value != option.usual and name not in told:
            label = presenter.option_words.get(name, name)
            words.append(label if value is True else f"{label} {presenter.choice_words.get(value, value)}")
    return words


def expansion_words(rules: Rules, options: Mapping[str, object]) -> list[str]:
    """The expansions that a table plays with, by name; all of them in one word."""
    presenter = PRESENTERS[rules.name]
    names = [each.option for each in presenter.expansions]
    chosen = [name for name in names if options.get(name, rules.options[name].usual) != rules.options[name].usual]
    if len(chosen) > 1 and chosen == names:
        return [f"all {len(names)} expansions"]
    return [presenter.option_words[name] for name in chosen]


def table_page(scene: Scene) -> str:
    """The whole page of a running game."""
    return page_of(scene, table_parts(scene), page_title(scene), live=True)


def page_of(
    scene: Scene, parts: Mapping[str, str], title: str, *, live: bool = False, template: str = "table.html"
) -> str:
    """A page made of the parts of a table; one that is live follows what happens there."""
    presenter = PRESENTERS[scene.table.game]
    return (
        environment()
        .get_template(template)
        .render(
            scene=scene,
            parts={part: Markup(html) for part, html in parts.items()},
            order=presenter.order(scene),
            rivals=[part for part in parts if part.startswith("rival-")],
            title=title,
            short=presenter.short,
            styles=presenter.styles,
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
    watching = "Watching: " if scene.seat is None else ""
    return f"{watching}{scene.table.seats[scene.turn].name} plays · {game} · Boriken"


def update(scene: Scene, before: Mapping[str, str] | None = None) -> Update:
    """What a script needs to make its page current; `before` as for `table_parts`."""
    return Update(
        number=scene.number,
        finished=scene.turn is None,
        title=page_title(scene),
        parts=table_parts(scene, before),
        order=PRESENTERS[scene.table.game].order(scene),
        mover=_mover(scene),
        say=spoken(scene),
        seat=scene.seat,
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
    return " ".join(_said(words, scene, _readers(scene)).striptags().split())


# --- the end, and looking back ----------------------------------------------------------------------------------------


def end_page(scene: Scene) -> str:
    """Verdict, score sheet, curve, replay."""
    last = [line for line in scene.log if line.seat is not None][-4:]
    return (
        environment()
        .get_template("end.html")
        .render(
            scene=scene,
            e=ending(PRESENTERS[scene.table.game], scene),
            game_title=GAMES[scene.table.game].title,
            base=f"/tables/{scene.table.id}",
            last_lines=last,
        )
    )


def replay_page(scene: Scene, replay: Replay) -> str:
    """The table as it was, with the bar of a replay."""
    parts = table_parts(scene)
    parts["ask"] = str(module("replay_bar.html").bar(scene, replay, _replay_bar(scene, replay), _stops(scene, replay)))
    return page_of(scene, parts, f"Replay · {GAMES[scene.table.game].title} · Boriken")


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

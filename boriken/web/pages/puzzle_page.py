"""A puzzle as a page: the real table with its position, the question, and afterwards what is best and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from boriken.analysis.puzzles import END_GAME, Option, Posed, shipped_puzzles
from boriken.engine import Game
from boriken.games import GAMES

from .chronicle import Chronicle
from .decision_bar import choice_words, make_bar
from .drafts import plan, press
from .presenter import Plan, action_icon
from .presenters import PRESENTERS
from .puzzle_scene import PuzzleShown, Solver
from .render import environment, module, page_of, table_parts, tabs_of, update
from .scene import Scene, Seat, TableShown, Update
from .scene_of_game import make_scene
from .words import spoken_name

_NAMES = ("Coquí", "Mangle", "Ceiba", "Flamboyán")
_NUMBERS = ("", "one", "two", "three", "four", "five")
_LOG = ("log-head", "log-now", "log-past")
"""Parts of a table that a puzzle does not have: the puzzle itself stands in the log's place."""
THEMES = {"role": "Choosing a role", "draft": "Choosing buildings", "hand": "Cards in hand", END_GAME: "The end"}
"""What themes are called that are no roles."""
_EASY, _HARD = 1400, 1650
_MOST_POSITIONS = 64


@lru_cache(_MOST_POSITIONS)
def position(posed: Posed) -> Game:
    """The game when the puzzle is posed. It is shared: play on in a copy."""
    return posed.position()


@lru_cache(_MOST_POSITIONS)
def _log_of(posed: Posed) -> Chronicle:
    chronicle = Chronicle()
    chronicle.follow(position(posed))
    return chronicle


def staged(posed: Posed, pieces: Sequence[str]) -> tuple[str, ...]:
    """The draft after these pieces were pressed, one after the other; refused as at a table."""
    draft: tuple[str, ...] = ()
    for piece in pieces:
        draft = press(position(posed), posed.puzzle.seat, draft, piece)
    return draft


def plan_of(posed: Posed, pieces: Sequence[str]) -> Plan:
    """What confirming would play."""
    return plan(position(posed), posed.puzzle.seat, staged(posed, pieces))


def scene_of(posed: Posed, pieces: Sequence[str] = ()) -> Scene:
    """The table as the seat to move sees it, with what was pressed."""
    seat = posed.puzzle.seat
    names = iter(_NAMES)
    seats = tuple(
        Seat(p, "Solver", is_me=True) if p == seat else Seat(p, next(names), "bot", "hard")
        for p in range(posed.players)
    )
    game = position(posed)
    table = TableShown("puzzle", "Puzzle", posed.rules.name, seats, game.options, hints=False)
    return make_scene(table, game, seat, draft=staged(posed, pieces), chronicle=_log_of(posed))


def puzzle_page(shown: PuzzleShown, pieces: Sequence[str] = ()) -> str:
    """The question, with what was pressed."""
    scene = scene_of(shown.posed, pieces)
    title = f"Puzzle · {GAMES[scene.table.game].title} · Boriken"
    return page_of(scene, _asking(scene, shown), title, template="puzzle.html")


def puzzle_update(shown: PuzzleShown, pieces: Sequence[str]) -> Update:
    """What a script needs after a piece was pressed."""
    scene = scene_of(shown.posed, pieces)
    new = update(scene)
    new["parts"] = {part: html for part, html in _asking(scene, shown).items() if part not in _LOG}
    new["say"] = ""
    return new


def answered_page(shown: PuzzleShown, given: str) -> str:
    """The verdict: what is best, what was answered (nothing: it was asked for), and why."""
    posed = shown.posed
    scene = scene_of(posed)
    own = module("puzzle_parts.html")
    parts = {part: _marked(html, posed, given) for part, html in _around(scene, shown).items()} | {
        "ask": own.told(shown, _verdict(scene, shown, given)),
        "log": own.choices(shown, _rows(scene, posed, given), _missed(posed)),
    }
    title = f"{'Right' if _is_right(posed, given) else 'Not quite'} · Puzzle · Boriken"
    return page_of(scene, parts, title, template="puzzle.html")


def _marked(html: str, posed: Posed, given: str) -> str:
    """A part of the board, with a mark on the pieces that were right and the one that was wrong."""
    html = str(html)  # not Markup, which would escape what is put in
    for option in posed.puzzle.choices:
        if option.best or option.action == given:
            piece = f'data-piece="{option.action}"'
            html = html.replace(piece, f'{piece} data-verdict="{"best" if option.best else "mistake"}"')
    return html


def _asking(scene: Scene, shown: PuzzleShown) -> dict[str, str]:
    own = module("puzzle_parts.html")
    bar = make_bar(PRESENTERS[scene.table.game], scene)
    return _around(scene, shown) | {"ask": own.asked(scene, shown, bar), "log": own.about(shown, _facts(shown))}


def _around(scene: Scene, shown: PuzzleShown) -> dict[str, str]:
    """The parts of a table, with the puzzle's own head and signs."""
    presenter = PRESENTERS[scene.table.game]
    where = (GAMES[scene.table.game].title, f"round {shown.posed.puzzle.round}")
    head = module("puzzle_parts.html").top(scene, where, presenter.gauges(scene.view))
    signs = [*tabs_of(presenter.tabs, False)[:-1], ("log", "puzzle-knot", "Puzzle")]
    return table_parts(scene) | {"top": head, "tabs": module("macros.html").tabs(signs, presenter.order(scene)[0])}


# --- words ------------------------------------------------------------------------------------------------------------


def theme_words(theme: str) -> str:
    """What a theme is called."""
    return THEMES.get(theme) or spoken_name(theme).capitalize()


def _theme(theme: str) -> dict[str, Any]:
    icon = "puzzle-knot" if theme in THEMES else f"r-{spoken_name(theme)}"
    return {"id": theme, "name": theme_words(theme), "icon": icon}


def spaced(number: float) -> str:
    """A rating: `1 540`."""
    return f"{round(number):,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def difficulty(rating: float) -> str:
    return "easy" if rating < _EASY else "medium" if rating < _HARD else "hard"


def _facts(shown: PuzzleShown) -> dict[str, Any]:
    """What stands beside the question. (Not its theme: it may say too much.)"""
    puzzle, tried = shown.posed.puzzle, shown.tried
    return {
        "game": f"{_NUMBERS[shown.posed.players]}, round {puzzle.round}",
        "rating": spaced(tried.rating),
        "difficulty": difficulty(tried.rating),
        "mine": spaced(shown.solver.rating),
        "solved": f"{tried.solved} of {tried.tried}" if tried.tried else "",
        "themes": _by_theme(shown.solver, shown.posed.rules.name)[:3],
    }


def _by_theme(solver: Solver, game: str) -> list[dict[str, Any]]:
    solved = solver.by_theme(shipped_puzzles(game))
    return [{**_theme(theme), "solved": n, "tried": of, "share": _percent(n / of)} for theme, (n, of) in solved.items()]


def _is_right(posed: Posed, given: str) -> bool:
    return bool(given) and posed.choice(given).best


def _verdict(scene: Scene, shown: PuzzleShown, given: str) -> dict[str, Any]:
    """The bar after an answer."""
    posed = shown.posed
    best, others = posed.best, [option for option in posed.puzzle.choices if not option.best]
    asked = PRESENTERS[scene.table.game].asked(scene.view)
    first = shown.solver.answer(posed.key)
    right = _is_right(posed, given)
    mine = posed.choice(given) if given else None
    return {
        "right": right,
        "head": "Right" if right else "Not quite" if given else "The answer",
        "change": f"{first.change:+d}".replace("-", "\N{MINUS SIGN}")
        if first and (first.action or "") == given
        else "",
        "rating": spaced(shown.solver.rating),
        "best": choice_words(scene, asked, best.action),
        "chance": _percent(best.chance),
        "more": _percent(min(option.loss for option in others)),
        "mine": choice_words(scene, asked, given) if given else "",
        "as_good": right and given != best.action,
        "loss": _percent(mine.loss) if mine else 0,
        "why": best.brings,
        "ahead": _ahead(best, others[0] if right or mine is None else mine),
        "instead": mine.brings if mine and not right and mine.brings != best.brings else "",
    }


def _ahead(best: Option, other: Option) -> str:
    """What it means in points; nothing where the best choice wins without being ahead in them."""
    more = best.points - other.points
    return f"It ends with {best.points:.1f} points on average, {more:.1f} more." if more >= 0.1 else ""


def _missed(posed: Posed) -> str:
    """Who falls for it."""
    levels = ("beginner", "easy", "medium", "hard")
    missing = [level for level, share in zip(levels, posed.puzzle.missed, strict=True) if share > 0.5]
    if not missing:
        return "Most bots find it."
    listed = missing[0] if len(missing) == 1 else f"{', '.join(missing[:-1])} and {missing[-1]}"
    return f"The {listed} bot{'s miss' if len(missing) > 1 else ' misses'} it."


def _percent(share: float) -> int:
    return round(100 * share)


def _rows(scene: Scene, posed: Posed, given: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """The choices with their ranges: the best, and those behind it."""
    choices = posed.puzzle.choices
    least, most = min(option.low for option in choices), max(option.high for option in choices)
    asked = PRESENTERS[scene.table.game].asked(scene.view)

    def row(option: Option) -> dict[str, Any]:
        def place(chance: float) -> float:
            return round(2 + 96 * (chance - least) / max(most - least, 0.01), 1)

        return {
            "name": choice_words(scene, asked, option.action),
            "icon": action_icon(PRESENTERS[scene.table.game], option.action),
            "mine": option.action == given,
            "best": option.best,
            "chance": _percent(option.chance),
            "doubt": max(1, round(50 * (option.high - option.low))),
            "points": option.points,
            "from": place(option.low),
            "to": place(option.high),
            "at": place(option.chance),
        }

    best = [row(option) for option in choices if option.best]
    return [("clearly best", best), ("behind", [row(option) for option in choices if not option.best])]


# --- all of them ------------------------------------------------------------------------------------------------------


def puzzles_page(solvers: Mapping[str, Solver], today: Mapping[str, Posed | None], name: str) -> str:
    """The puzzle of the day and the themes of each game, with what the visitor has solved."""
    games = [_game(game, solver, today[game]) for game, solver in solvers.items()]
    return environment().get_template("puzzles.html").render(games=games, name=name)


def _game(game: str, solver: Solver, daily: Posed | None) -> dict[str, Any]:
    puzzles = shipped_puzzles(game)
    mine = {row["id"]: row for row in _by_theme(solver, game)}
    themes: dict[str, int] = {}
    for posed in puzzles.values():
        for theme in posed.puzzle.themes:
            themes[theme] = themes.get(theme, 0) + 1
    return {
        "name": game,
        "title": GAMES[game].title,
        "short": PRESENTERS[game].short,
        "count": len(puzzles),
        "solver": solver,
        "rating": spaced(solver.rating),
        "daily": daily,
        "daily_answer": solver.answer(daily.key) if daily else None,
        "themes": [
            {**_theme(theme), "count": n, "mine": mine.get(theme)}
            for theme, n in sorted(themes.items(), key=lambda row: -row[1])
        ],
    }

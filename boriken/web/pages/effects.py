"""What a draft would bring, before it is confirmed: from, to. The engine plays it in imagined games; what does not come
out alike in all of them depends on hidden chance and is not told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boriken.engine import Game

from .drafts import plan
from .imagined import imagined, once, tried
from .presenters import PRESENTERS
from .scene import Bringing, Effect


def effects_of(game: Game, seat: int, actions: Sequence[str]) -> tuple[Effect, ...]:
    """How the seat's numbers change when these actions are played."""
    if not actions:
        return ()
    numbers = PRESENTERS[game.rules.name].numbers
    before = numbers(imagined(game, seat), seat)
    results = [numbers(after, seat) for after in tried(game, seat, actions)]
    sure = {key: results[0][key] for key in results[0] if all(other.get(key) == results[0][key] for other in results)}
    found = []
    for key, new in sure.items():
        old = before.get(key)
        if old is None or old == new:
            continue
        icon, word, total = key
        found.append(Effect(icon, word, str(old), f"{new} of {total}" if total else str(new)))
    return tuple(found)


def only_passing_makes_sense(game: Game, seat: int) -> bool:
    """Whether a seat may pass on something that is done for a number (`Asked.brings`), and no choice would raise it."""
    presenter = PRESENTERS[game.rules.name]
    wanted = presenter.asked(game.view(seat)).brings
    choices = [action.text for action in game.legal_actions]
    if not wanted or "pass" not in choices:
        return False

    def has(one: Game) -> int:
        return next(n for (_, word, _), n in presenter.numbers(one, seat).items() if word == wanted)

    now = has(game)
    return all(has(after) <= now for text in choices if text != "pass" for after in tried(game, seat, [text]))


@once
def building_prices(game: Game, seat: int) -> dict[str, int]:
    """What each building costs the seat that is to build."""
    return PRESENTERS[game.rules.name].prices(game, seat) if game.turn == seat else {}


@once
def buildings_bring(game: Game, seat: int) -> dict[str, tuple[Effect, ...]]:
    """What each building that the seat may build now would bring: what will be told when it is staged."""
    builds = [action.text for action in game.legal_actions if action.text.startswith("build:")]
    return {text: effects_of(game, seat, plan(game, seat, (text,)).actions) for text in builds}


def roles_bring(game: Game, seat: int) -> Mapping[str, Bringing]:
    """What each role that the seat may take now would bring."""
    return PRESENTERS[game.rules.name].brings(game, seat)

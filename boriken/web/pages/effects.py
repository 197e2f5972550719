"""What a draft would bring, before it is confirmed: from, to. The engine plays it in imagined games; what does not come
out alike in all of them depends on hidden chance and is not told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from boriken.engine import BorikenError, Game, named
from boriken.puerto_rico.components import CITY_SPACES, ISLAND_SPACES, SPACES, Building, Good
from boriken.puerto_rico.state import Decision
from boriken.san_juan.components import LAST_BUILDING, Good as CardGood
from boriken.san_juan.state import Decision as SanJuan

from .imagined import decision_number, imagined, once, tried
from .scene import Effect

_GOODS, _BUILDINGS, _CARD_GOODS = named(Good), named(Building), named(CardGood)
_SPACES = {name: int(SPACES[kind]) for kind, name in _BUILDINGS}
_PLENTY = 100
"""Doubloons enough for any building: to learn prices that the seat cannot pay yet."""


def effects_of(game: Game, seat: int, actions: Sequence[str]) -> tuple[Effect, ...]:
    """How the seat's numbers change when these actions are played."""
    if not actions:
        return ()
    now = imagined(game, seat)
    before = numbers(now, seat)
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


_Key = tuple[str, str, int]


def numbers(game: Game, seat: int) -> dict[_Key, int]:
    """What a seat counts, by symbol and word: doubloons, points, goods, spaces, cards."""
    mine = game.states[0]  # much quicker than a view, and of what lies open before the seat just as much
    points = game.scores()[seat]["total"]
    goods = mine["goods"][seat].tolist()
    if game.rules.name == "san-juan":
        return {
            ("u-cards", "hand", 0): int(mine["hand_size"][seat]),
            ("vp", "points", 0): points,
            ("u-building", "city", LAST_BUILDING): int(mine["buildings"][seat]),
        } | {(f"g-{good}", good, 0): goods[kind] for kind, good in _CARD_GOODS if good != "customs"}
    built = int(mine["built"][seat])
    counted: dict[_Key, int] = {
        ("doubloon", "doubloons", 0): int(mine["doubloons"][seat]),
        ("vp", "points", 0): points,
        ("u-building", "city", CITY_SPACES): sum(_SPACES[name] for kind, name in _BUILDINGS if built >> kind & 1),
        ("u-island", "island", ISLAND_SPACES): sum(mine["island"][seat].tolist()),
    }
    return counted | {(f"g-{good}", good, 0): goods[kind] for kind, good in _GOODS}


def city_spaces(board: Mapping[str, Any]) -> int:
    """City spaces in use: a large building takes two."""
    return sum(_SPACES[name] for name in board["city"])


@once
def building_prices(game: Game, seat: int) -> dict[str, int]:
    """What each building costs the seat that is to build: tried out, with money enough in an imagined game."""
    if game.turn != seat:
        return {}
    return _prices_in_cards(game, seat) if game.rules.name == "san-juan" else _prices_in_doubloons(game, seat)


def _prices_in_doubloons(game: Game, seat: int) -> dict[str, int]:
    if decision_number(game) != Decision.BUILDER:
        return {}
    rich = imagined(game, seat)
    rich.state.doubloons[seat] = _PLENTY
    rich.refresh()
    prices = {}
    for action in rich.legal_actions:
        verb, _, building = action.text.partition(":")
        if verb == "build":
            after = rich.copy()
            after.play(action)
            prices[building] = _PLENTY - int(after.states["doubloons"][0][seat])
    return prices


def _prices_in_cards(game: Game, seat: int) -> dict[str, int]:
    if decision_number(game) != SanJuan.BUILDER:
        return {}
    prices = {}
    for action in imagined(game, seat).legal_actions:
        verb, _, card = action.text.partition(":")
        if verb != "build":
            continue
        after = imagined(game, seat)
        after.play(action)
        if decision_number(after) == SanJuan.CRANE:
            if not any(choice.text == "pass" for choice in after.legal_actions):
                continue
            after.play("pass")
        prices[card] = int(after.states["to_pay"][0])
    return prices


def next_harvest(game: Game, seat: int, actions: Sequence[str]) -> tuple[Effect, ...]:
    """Placing colonists: what a craftsman taken right afterwards would bring, before and now."""
    try:
        earlier = game.copy()
        earlier.undo()
    except BorikenError:
        return ()
    before = _harvest(imagined(earlier, seat), seat)
    after = imagined(game, seat)
    for action in actions:
        after.play(action)
    now = _harvest(after, seat)
    found = [
        Effect(f"g-{good}", "", str(before[good]) if before[good] != n else "", str(n))
        for good, n in now.items()
        if n or before[good]
    ]
    return (Effect("r-craftsman", "next craftsman"), *found) if found else ()


def _harvest(game: Game, seat: int) -> dict[str, int]:
    """What the seat would make if it took the craftsman now."""
    state = game.state
    state.decision = Decision.ROLE
    state.turn = seat
    state.taken_by[:] = np.where(state.taken_by == -2, -2, -1)
    game.refresh()
    goods = dict(game.view(seat)["players"][seat]["goods"])
    try:
        game.play("role:craftsman")
    except BorikenError:
        return dict.fromkeys(goods, 0)
    return {good: n - goods[good] for good, n in game.view(seat)["players"][seat]["goods"].items()}

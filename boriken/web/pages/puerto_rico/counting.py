"""What a seat counts in Puerto Rico, what buildings cost it, what the next craftsman would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from boriken.engine import BorikenError, Game, named
from boriken.puerto_rico.components import CITY_SPACES, ISLAND_SPACES, NONE, SPACES, Building, Good
from boriken.puerto_rico.state import Decision

from ..imagined import decision_number, imagined
from ..presenter import Key
from ..scene import Effect

_GOODS, _BUILDINGS = named(Good), named(Building)
_SPACES = {name: int(SPACES[kind]) for kind, name in _BUILDINGS}
_PLENTY = 100
"""Doubloons enough for any building: to learn prices that the seat cannot pay yet."""


def numbers(game: Game, seat: int) -> dict[Key, int]:
    """Doubloons, points, spaces, goods."""
    mine = game.states[0]  # much quicker than a view, and of what lies open before the seat just as much
    built, goods = int(mine["built"][seat]), mine["goods"][seat].tolist()
    return {
        ("doubloon", "doubloons", 0): int(mine["doubloons"][seat]),
        ("vp", "points", 0): game.scores()[seat]["total"],
        ("u-building", "city", CITY_SPACES): sum(_SPACES[name] for kind, name in _BUILDINGS if built >> kind & 1),
        ("u-island", "island", ISLAND_SPACES): sum(mine["island"][seat].tolist()) + _forests(mine, seat),
        **({("noble", "nobles", 0): int(mine["nobles"][seat])} if game.rules.expansions else {}),
    } | {(f"g-{good}", good, 0): goods[kind] for kind, good in _GOODS}


def purse(board: Mapping[str, Any]) -> str:
    """Doubloons, in words."""
    return f"{board['doubloons'] or 'no'} doubloon{'s' if board['doubloons'] != 1 else ''}"


def _forests(state: Any, seat: int) -> int:
    return sum(state["forests"][seat].tolist()) if "forests" in state.dtype.names else 0


def city_spaces(board: Mapping[str, Any]) -> int:
    """City spaces in use: a large building takes two."""
    return sum(_SPACES[name] for name in board["city"])


def prices(game: Game, seat: int) -> dict[str, int]:
    """What each building costs: tried out, with money enough in an imagined game."""
    if decision_number(game) != Decision.BUILDER:
        return {}
    rich = imagined(game, seat)
    rich.state.doubloons[seat] = _PLENTY
    rich.refresh()
    found = {}
    for action in rich.legal_actions:
        verb, _, building = action.text.partition(":")
        if verb == "build":
            after = rich.copy()
            after.play(action)
            found[building] = _PLENTY - int(after.states["doubloons"][0][seat])
    return found


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
    if game.rules.expansions:
        state.role = state.kidnapped = state.kidnapper = NONE
        state.alone = 0
    game.refresh()
    goods = dict(game.view(seat)["players"][seat]["goods"])
    try:
        game.play("role:craftsman")
        while decision_number(game) in (Decision.GUEST, Decision.LIBRARY):
            game.play("pass")
    except BorikenError:
        return dict.fromkeys(goods, 0)
    return {good: n - goods[good] for good, n in game.view(seat)["players"][seat]["goods"].items()}

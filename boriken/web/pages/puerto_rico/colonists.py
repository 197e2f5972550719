"""Placing colonists: pressed on and off in any order, from where they stood before; then in the engine's order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from boriken.engine import BorikenError, Game, IllegalAction
from boriken.puerto_rico.components import BUILDING_TABLE
from boriken.puerto_rico.state import Decision

from ..imagined import decision_number, imagined, once
from ..presenter import Plan
from ..words import not_possible, spoken_name

PLACE = "place:"
LIFT = "lift:"
_CIRCLES = {kind.name.lower().replace("_", "-"): row.circles for kind, row in BUILDING_TABLE.items()}


def is_asked(game: Game) -> bool:
    """Whether a seat is to place its colonists, and has not begun."""
    if decision_number(game) != Decision.PLACE or not game.actions:
        return False
    return game.decisions[-1] < _first(game)


def _first(game: Game) -> int:
    """Where among the actions the placing begins: colonists that had no other place stand there already."""
    actions, played_by = game.actions, game.played_by
    first = len(actions)
    while first and actions[first - 1].text.startswith(PLACE) and played_by[first - 1] == game.turn:
        first -= 1
    return first


@once
def before(game: Game, seat: int) -> dict[str, int]:
    """How many colonists stood at each place before they were lifted."""
    try:
        board = game.view_after(_first(game) - 1, seat)["players"][seat]
    except BorikenError:  # an imagined game has no past: they start in hand
        return dict.fromkeys(circles(game.view(seat)["players"][seat]), 0)
    return standing(board)


def standing(board: Mapping[str, Any]) -> dict[str, int]:
    """Colonists by place, on a board as a view shows it."""
    return {tile: on for tile, (_, on) in board["island"].items()} | dict(board["city"])


def circles(board: dict[str, Any]) -> dict[str, int]:
    """Circles by place."""
    return {tile: n for tile, (n, _) in board["island"].items()} | {name: _CIRCLES[name] for name in board["city"]}


def target(game: Game, seat: int, draft: tuple[str, ...]) -> tuple[dict[str, int], int]:
    """How many colonists stand where once the draft is done, and how many are still in hand."""
    board = game.view(seat)["players"][seat]
    room = circles(board)
    stood = before(game, seat)
    placed = {place: stood.get(place, 0) for place in room}
    for piece in draft:
        verb, _, place = piece.partition(":")
        if place not in room:
            raise IllegalAction(f"you have no {spoken_name(place)}")
        placed[place] += 1 if f"{verb}:" == PLACE else -1
        if placed[place] > room[place]:
            raise IllegalAction(f"there is no free circle left: {spoken_name(place)}")
        if placed[place] < 0:
            raise IllegalAction(f"there is no colonist to take off: {spoken_name(place)}")
    in_hand = board["san_juan"] + sum(standing(board).values()) - sum(placed.values())
    if in_hand < 0:
        raise IllegalAction("all colonists are placed: lift one first")
    return placed, in_hand


def press(game: Game, seat: int, draft: tuple[str, ...], piece: str) -> tuple[str, ...]:
    """The draft after a piece was pressed; with a minus before it, it is taken back."""
    if piece.startswith("-"):
        piece = _opposite(piece.removeprefix("-"))
    if not piece.startswith((PLACE, LIFT)):
        raise not_possible(game, piece)
    opposite = _opposite(piece)
    changed = list(draft)
    if opposite in changed:
        changed.remove(opposite)
    else:
        changed.append(piece)
    target(game, seat, tuple(changed))
    return tuple(changed)


def _opposite(piece: str) -> str:
    verb, _, place = piece.partition(":")
    return (LIFT if f"{verb}:" == PLACE else PLACE) + place


def base(game: Game, seat: int, draft: tuple[str, ...]) -> dict[str, Any]:
    """Where colonists stood before they were lifted, where they stand with the draft, and how many are in hand."""
    placed, in_hand = target(game, seat, draft)
    return {"before": before(game, seat), "placed": placed, "in_hand": in_hand}


def plan(game: Game, seat: int, draft: tuple[str, ...]) -> Plan:
    """What a draft comes to."""
    try:
        placed, in_hand = target(game, seat, draft)
    except IllegalAction:
        draft = ()
        placed, in_hand = target(game, seat, draft)
    room = circles(game.view(seat)["players"][seat])
    offered = {f"{LIFT}{place}" for place, n in placed.items() if n > 0}
    if in_hand > 0:
        offered |= {f"{PLACE}{place}" for place, n in placed.items() if n < room[place]}
        return Plan(draft, (), False, frozenset(offered), in_hand)
    return Plan(draft, _in_order(game, seat, placed), True, frozenset(offered))


def _in_order(game: Game, seat: int, placed: dict[str, int]) -> tuple[str, ...]:
    """The choices that lead there: place by place, as far as the engine asks."""
    guess = imagined(game, seat)
    still = Counter(placed) - Counter(standing(guess.view(seat)["players"][seat]))
    wanted = Counter({guess.rules.actions[f"{PLACE}{place}"]: n for place, n in still.items()})
    chosen = []
    while guess.turn == seat and decision_number(guess) == Decision.PLACE:
        action = min(a for a, n in wanted.items() if n > 0)
        first = len(guess.actions)
        guess.play(action)
        wanted -= Counter(a for a, p in zip(guess.actions[first:], guess.played_by[first:], strict=True) if p == seat)
        chosen.append(action.text)
    if standing(guess.view(seat)["players"][seat]) != placed:
        raise IllegalAction("the colonists cannot be placed like this")
    return tuple(chosen)

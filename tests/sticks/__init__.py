"""Sticks, a game to try CONTRIBUTING's recipe with: take one to three; the last is 3 points, a hidden coin is 1.

`test_recipes.py` copies this folder into a copy of the package and names it where the recipe says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from boriken.engine import (
    COMMON_FIELDS,
    GAME_STREAM,
    LAST_FIELDS,
    REDRAW_STREAM,
    ActionSpace,
    Fields,
    Option,
    Rules,
    State,
    ask,
    below,
    checked,
    counted,
    next_seat,
    plain_rule,
    register,
    rule,
    seed_chance,
    written,
)

PLAYERS = range(2, 4)
MOST_TAKEN, LAST, NONE = 3, 3, -1
OPTIONS = {"sticks": Option(10, "how many lie there", choices=(10, 7))}
ACTIONS = ActionSpace("sticks", [(f"take:{n}", f"take {counted(n, 'stick')}") for n in range(1, MOST_TAKEN + 1)])
STATE = np.dtype(
    [
        *COMMON_FIELDS,
        ("at_first", np.int8),  # the option
        ("round_number", np.int16),
        ("sticks", np.int8),
        ("taker", np.int8),  # of the last one, or NONE
        ("coins", np.int8, (PLAYERS[-1],)),
        *LAST_FIELDS,
    ],
    align=True,
)


class Decision(IntEnum):
    TAKE = 0
    OVER = 1


ASKED = {"take": "takes sticks"}


def check_options(players: int, given: Mapping[str, object]) -> dict[str, Any]:
    return checked("sticks", OPTIONS, players, given)


def write_options(s: State, options: Mapping[str, Any]) -> None:
    s.at_first = options["sticks"]


@rule
def setup(s: State, seed: int) -> None:
    seed_chance(s.chance, seed, GAME_STREAM)
    s.over = 0
    s.told = 0
    s.round_number = 1
    s.sticks = s.at_first
    s.taker = NONE
    for p in range(s.players):
        s.coins[p] = below(s.chance, 2)
    ask(s, 0, Decision.TAKE)


@rule
def legal(s: State, out: State) -> int:
    n: int = min(s.sticks, MOST_TAKEN)
    for action in range(n):
        out[action] = action
    return n


@rule
def apply(s: State, action: int) -> None:
    s.told = 0
    p = next_seat(s, s.turn)
    s.sticks -= action + 1
    if s.sticks == 0:
        s.taker = s.turn
        s.over = 1
        ask(s, p, Decision.OVER)
        return
    if p == 0:
        s.round_number += 1
    ask(s, p, Decision.TAKE)


@rule
def score(s: State, p: int, out: Any) -> None:
    out[0] = LAST if s.taker == p else 0
    out[1] = s.coins[p]


@rule
def tie_break(s: State, p: int) -> int:
    return 0


@plain_rule
def knows(s: State, seat: int | None, p: int) -> bool:
    return p == seat or s.over != 0


@rule
def redraw(s: State, seat: int, seed: int) -> None:
    seed_chance(s.chance, seed, REDRAW_STREAM)
    for p in range(s.players):
        if not knows(s, seat, p):
            s.coins[p] = below(s.chance, 2)


def reasons(s: Fields) -> tuple[str, ...]:
    return ("none-left",) if s.over else ()


def view(s: Fields, seat: int | None) -> dict[str, Any]:
    return {
        "game": "sticks",
        "round": s.round_number,
        "governor": 0,
        "decision": written(Decision(s.decision)),
        "turn": None if s.over else s.turn,
        "chooser": None,
        "triggers": list(reasons(s)),
        "sticks": s.sticks,
        "players": [{"coin": s.coins[p] if knows(s, seat, p) else None} for p in range(s.players)],
    }


def board(view: dict[str, Any], names: Sequence[str]) -> str:
    head = "The game is over." if view["turn"] is None else f"{names[view['turn']]} {ASKED[view['decision']]}."
    coins = [f"{name}: coin {player['coin']}" for name, player in zip(names, view["players"], strict=True)]
    return "\n".join([f"{head} There are {view['sticks']}.", *coins])


STICKS = register(
    Rules(
        name="sticks",
        title="Sticks",
        version=1,
        editions=("1",),
        players=PLAYERS,
        usual_players=2,
        dtype=STATE,
        older=(),
        actions=ACTIONS,
        most_legal=MOST_TAKEN,
        options=OPTIONS,
        check_options=check_options,
        write_options=write_options,
        setup=setup,
        legal=legal,
        apply=apply,
        score=score,
        tie_break=tie_break,
        redraw=redraw,
        knows=knows,
        score_sources=("last", "coin"),
        view=view,
        reasons=reasons,
        reason_words={"none-left": "no stick was left"},
        board=board,
    )
)

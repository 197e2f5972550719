"""Taking roles, and the end of a round."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .components import NONE, ROLES, ROLES_IN_ROUND, Card
from .new_round import start_round
from .state import Decision, owns


@rule
def legal_role(s: State, out: State) -> int:
    n = 0
    for role in range(ROLES):
        if s.taken_by[role] == NONE:
            out[n] = Act.ROLE + role
            n += 1
    return n


@rule
def take_role(s: State, role: int) -> None:
    """Take the card. A library doubles its privilege: with two players once a round."""
    p = s.turn
    s.chooser = p
    s.role = role
    s.taken_by[role] = p
    s.roles_taken += 1
    s.doubled = owns(s, p, Card.LIBRARY) and not s.library_used[p]


@rule
def may_save_library(s: State) -> bool:
    """Two players: the governor takes two roles a round, and chooses for which of them his library works."""
    return s.players == 2 and s.roles_taken == 1 and s.doubled != 0


@rule
def apply_library(s: State, action: int) -> None:
    if action == Act.PASS:
        s.doubled = 0


@rule
def use_library(s: State) -> None:
    if s.doubled and s.players == 2:
        s.library_used[s.chooser] = 1


@rule
def next_role(s: State) -> None:
    """The next player takes a role; when all have been taken that a round has, a new round starts."""
    p = next_seat(s, s.chooser)
    s.chooser = NONE
    s.role = NONE
    s.doubled = 0
    if s.roles_taken < ROLES_IN_ROUND[s.players]:
        ask(s, p, Decision.ROLE)
        return
    s.roles_taken = 0
    for role in range(ROLES):
        s.taken_by[role] = NONE
    for p in range(s.players):
        s.library_used[p] = 0
    s.governor = next_seat(s, s.governor)
    s.round_number += 1
    start_round(s)

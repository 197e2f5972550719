"""Rounds: players take roles in turn; then the governor card passes on."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .components import NONE, ROLES, ROLES_EACH, Role
from .state import Decision, end_role


@rule
def legal_role(s: State, out: State) -> int:
    n = 0
    for role in range(ROLES):
        if s.taken_by[role] == NONE and not _same_as_the_first_prospector(s, role):
            out[n] = Act.ROLE + role
            n += 1
    return n


@rule
def _same_as_the_first_prospector(s: State, role: int) -> bool:
    """Two free prospectors with equally many doubloons are the same choice: only the first is offered."""
    return (
        role == Role.PROSPECTOR_2
        and s.taken_by[Role.PROSPECTOR] == NONE
        and s.role_doubloons[Role.PROSPECTOR] == s.role_doubloons[Role.PROSPECTOR_2]
    )


@rule
def take_role(s: State, role: int) -> None:
    """Take the card, with the doubloons that lie on it."""
    p = s.turn
    s.chooser = p
    s.taken_by[role] = p
    s.roles_taken += 1
    s.doubloons[p] += s.role_doubloons[role]
    s.role_doubloons[role] = 0


@rule
def prospect(s: State) -> None:
    """The prospector: one doubloon, and nobody else does anything."""
    s.doubloons[s.chooser] += 1
    end_role(s)


@rule
def next_role(s: State) -> None:
    """The next player takes a role; when everybody has, the round ends, and with it the game if it is time."""
    if s.roles_taken < s.players * ROLES_EACH[s.players]:
        ask(s, next_seat(s, s.chooser), Decision.ROLE)
    elif s.triggers:
        s.over = 1
        ask(s, s.governor, Decision.OVER)
    else:
        _end_of_round(s)
        ask(s, s.governor, Decision.ROLE)
    s.chooser = NONE


@rule
def _end_of_round(s: State) -> None:
    for role in range(ROLES):
        if s.taken_by[role] == NONE:
            s.role_doubloons[role] += 1
        elif s.taken_by[role] >= 0:
            s.taken_by[role] = NONE
    s.roles_taken = 0
    s.governor = next_seat(s, s.governor)
    s.round_number += 1

"""Rounds: players take roles in turn; then the governor card passes on."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .buccaneer import is_kidnapped, may_take_role, pay_ransom, release
from .components import NONE, ROLES_EACH, Role
from .guests import Step, asks_guests
from .state import Decision, cards, end_role, expansion, privilege


@rule
def legal_role(s: State, out: State) -> int:
    n = 0
    for role in range(cards(s)):
        if s.taken_by[role] == NONE and may_take_role(s, role) and not _same_as_the_first_prospector(s, role):
            out[n] = Act.ROLE + role if role != Role.BUCCANEER else Act.ROLE_BUCCANEER
            n += 1
    return n


@rule
def role_of(action: int) -> int:
    """The role that an action takes."""
    return action - Act.ROLE if action != Act.ROLE_BUCCANEER else Role.BUCCANEER


@rule
def _same_as_the_first_prospector(s: State, role: int) -> bool:
    """Two free prospectors with equally many doubloons are the same choice: only the first is offered.

    (Once one of them is kidnapped they are not the same any more.)
    """
    return (
        role == Role.PROSPECTOR_2
        and s.taken_by[Role.PROSPECTOR] == NONE
        and s.role_doubloons[Role.PROSPECTOR] == s.role_doubloons[Role.PROSPECTOR_2]
        and not is_kidnapped(s, Role.PROSPECTOR)
        and not is_kidnapped(s, Role.PROSPECTOR_2)
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
    pay_ransom(s, role)


@rule
def prospect(s: State) -> None:
    """The prospector: one doubloon, and nobody else does anything."""
    s.doubloons[s.chooser] += privilege(s, s.chooser)
    end_role(s)


@rule
def next_role(s: State) -> None:
    """The next player takes a role; when everybody has, the round ends, and with it the game if it is time."""
    clear_role(s)
    if s.roles_taken < s.players * ROLES_EACH[s.players]:
        ask(s, next_seat(s, s.chooser), Decision.ROLE)
    elif s.triggers:
        end_game(s, s.governor)
    else:
        _end_of_round(s)
        ask(s, s.governor, Decision.ROLE)
    s.chooser = NONE


@rule
def end_game(s: State, p: int) -> None:
    """Nobody plays on, but guests may still move, from p on clockwise to the governor."""
    if not asks_last_guests(s, p):
        s.over = 1
        ask(s, s.governor, Decision.OVER)


@expansion(False)
def asks_last_guests(s: State, p: int) -> bool:
    """Ask p, or the next seat after p whose guests can help; returns whether somebody is asked."""
    while True:
        if asks_guests(s, p, Step.GAME_END):
            return True
        p = next_seat(s, p)
        if p == s.governor:
            return False


@expansion()
def clear_role(s: State) -> None:
    s.role = NONE
    s.alone = 0
    s.library_now = 0


@rule
def _end_of_round(s: State) -> None:
    for role in range(cards(s)):
        if s.taken_by[role] == NONE:
            if role != Role.BUCCANEER:
                s.role_doubloons[role] += 1
        elif s.taken_by[role] >= 0:
            s.taken_by[role] = NONE
    release(s)
    s.roles_taken = 0
    s.governor = next_seat(s, s.governor)
    s.round_number += 1

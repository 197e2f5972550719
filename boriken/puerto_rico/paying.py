"""The black market: whoever is short of doubloons pays the rest with a victory point, a barrel, a person."""

from __future__ import annotations

from boriken.engine import State, ask

from .actions import FROM_ACTION, SAN_JUAN, Act, place_of
from .components import COUNTED_AT, GOODS, NOBLES_COUNT_AT, NONE, TILES, Building
from .nobles import remove_person
from .state import Decision, all_persons, barrels, expansion, kinds, occupied

CHURCH_HELPED, UNIVERSITY_HELPED = 1, 2
"""Bits of `helped`: these worked when the price was worked out, even if their colonist is given up for it."""


@expansion(False)
def may_pay_otherwise(s: State, p: int, price: int) -> bool:
    """Whether p can pay on the black market what is missing."""
    if not occupied(s, p, Building.BLACK_MARKET):
        return False
    most = int(s.vp[p] > 0) + int(barrels(s, p) > 0) + int(_has_person(s, p))  # NumPy adds truths up to a truth
    return price - s.doubloons[p] <= most


@expansion(False)
def pays_otherwise(s: State, p: int, building: int, price: int) -> bool:
    """If doubloons are missing, take all there are and ask how the rest is paid; returns whether that is so."""
    if price <= s.doubloons[p]:
        return False
    s.shortfall = price - s.doubloons[p]
    s.doubloons[p] = 0
    s.last_piece = building
    if occupied(s, p, Building.CHURCH):
        s.helped |= CHURCH_HELPED
    if occupied(s, p, Building.UNIVERSITY):
        s.helped |= UNIVERSITY_HELPED
    _ask_from(s, p, Decision.PAY_CHIP)
    return True


@expansion()
def _ask_from(s: State, p: int, decision: int) -> None:
    """Ask for the first of chip, barrel and person that p has, from that one on."""
    if decision == Decision.PAY_CHIP and s.vp[p] == 0:
        decision = Decision.PAY_BARREL
    if decision == Decision.PAY_BARREL and barrels(s, p) == 0:
        decision = Decision.PAY_PERSON
    ask(s, p, decision)


@expansion(0)
def legal_payment(s: State, out: State) -> int:
    p = s.turn
    n = 0
    later = 0
    if s.decision == Decision.PAY_CHIP:
        out[0] = Act.PAY_CHIP
        n = 1
        later = int(barrels(s, p) > 0) + int(_has_person(s, p))
    elif s.decision == Decision.PAY_BARREL:
        for good in range(GOODS):
            if s.goods[p, good] > 0:
                out[n] = Act.PAY_GOOD + good
                n += 1
        later = int(_has_person(s, p))
    elif s.decision == Decision.PAY_PERSON:
        for noble in range(2):
            if _gives(s, p, noble):
                out[n] = Act.PAY_PERSON + noble
                n += 1
    else:
        for place in range(TILES + kinds(s)):
            if _may_stand(s, p, place, s.person):
                out[n] = FROM_ACTION[place]
                n += 1
        if _may_stand(s, p, SAN_JUAN, s.person):
            out[n] = FROM_ACTION[SAN_JUAN]
            n += 1
    if later >= s.shortfall:
        out[n] = Act.PASS
        n += 1
    return n


@expansion(False)
def is_paid(s: State, action: int) -> bool:
    """Take what is given; returns whether all is paid. What is not yet asks on."""
    p = s.turn
    d = s.decision
    if d == Decision.PAY_PERSON:
        s.person = action - Act.PAY_PERSON
        ask(s, p, Decision.PAY_FROM)
        return False
    if action != Act.PASS:
        s.shortfall -= 1
        if d == Decision.PAY_CHIP:
            s.vp[p] -= 1
            s.vp_pool += 1
        elif d == Decision.PAY_BARREL:
            s.goods[p, action - Act.PAY_GOOD] -= 1
            s.supply[action - Act.PAY_GOOD] += 1
        else:
            _give_person(s, p, place_of(action))
    if s.shortfall == 0:
        return True
    _ask_from(s, p, d + 1)
    return False


@expansion()
def _give_person(s: State, p: int, place: int) -> None:
    if place == SAN_JUAN:
        s.san_juan[p] -= 1
    else:
        remove_person(s, p, place, s.person)
    if s.person:
        s.nobles[p] -= 1
        s.noble_supply += 1
    else:
        s.colonist_supply += 1
    s.person = 0


@expansion(False)
def _has_person(s: State, p: int) -> bool:
    """Anybody but the one on the black market."""
    return all_persons(s, p) > s.colonists[p, TILES + Building.BLACK_MARKET]


@expansion(False)
def _gives(s: State, p: int, noble: int) -> bool:
    """Whether p has a colonist (0) or a noble (1) to give."""
    for place in range(SAN_JUAN + 1):
        if _may_stand(s, p, place, noble):
            return True
    return False


@expansion(False)
def _may_stand(s: State, p: int, place: int, noble: int) -> bool:
    """Whether a colonist (0) or a noble (1) of p may stand there. Where it does not matter who does, anybody may."""
    if place == TILES + Building.BLACK_MARKET:
        return False
    if place == SAN_JUAN:
        return s.san_juan[p] > 0 and _elsewhere(s, p, noble) > 0
    persons = s.colonists[p, place]
    at = COUNTED_AT[place - TILES] if place >= TILES else NONE
    if at == NONE:
        return persons > 0 and _elsewhere(s, p, noble) > 0
    nobles = s.nobles_at[p, at]
    return nobles > 0 if noble else persons > nobles


@expansion(0)
def _elsewhere(s: State, p: int, noble: int) -> int:
    """How many colonists (0) or nobles (1) of p stand where it does not matter."""
    nobles = 0 + s.nobles[p]
    persons = all_persons(s, p)
    for at in range(len(NOBLES_COUNT_AT)):
        nobles -= s.nobles_at[p, at]
        persons -= s.colonists[p, TILES + NOBLES_COUNT_AT[at]]
    return nobles if noble else persons - nobles

"""The craftsman: everybody produces; then the craftsman takes one barrel more."""

from __future__ import annotations

from boriken.engine import State, ask, rule

from .actions import Act
from .components import FACTORY_INCOME, GOODS, MAKES, PRODUCTION_BUILDINGS, TILES, Building, Good
from .festival import barrels_made
from .guests import Step, asks_guests
from .nobles import with_noble
from .state import Decision, end_privilege, end_role, expansion, gain_points, next_player, occupied, privilege


@rule
def craftsman_phase(s: State) -> None:
    if not asks_guests(s, s.chooser, Step.PRODUCING):
        produce_from(s, s.chooser)


@rule
def produce_from(s: State, p: int) -> None:
    """Production is automatic, from the craftsman clockwise, as far as the supply goes. Then comes the privilege."""
    while True:
        made = _produce(s, p)
        aqueduct_adds(s, p, made)
        barrels_made(s, p)
        if occupied(s, p, Building.FACTORY):
            s.doubloons[p] += FACTORY_INCOME[_count(made)]
        nobles_earn(s, p)
        if p == s.chooser:
            s.produced = made
        p = next_player(s, p)
        if p == s.chooser:
            break
        if asks_guests(s, p, Step.PRODUCING):
            return
    _ask_for_privilege(s)


@rule
def _ask_for_privilege(s: State) -> None:
    for good in range(GOODS):
        if may_take_good(s, good):
            ask(s, s.chooser, Decision.CRAFTSMAN)
            return
    _end_of_phase(s)


@expansion()
def aqueduct_adds(s: State, p: int, made: int) -> None:
    """One indigo more if any was made and the large plant is occupied; sugar likewise."""
    if occupied(s, p, Building.AQUEDUCT):
        if occupied(s, p, Building.INDIGO_PLANT):
            _one_more(s, p, made, Good.INDIGO)
        if occupied(s, p, Building.SUGAR_MILL):
            _one_more(s, p, made, Good.SUGAR)


@expansion()
def _one_more(s: State, p: int, made: int, good: int) -> None:
    if made & (1 << good) and s.supply[good] > 0:
        s.supply[good] -= 1
        s.goods[p, good] += 1
        note_barrels(s, p, good, 1)


@expansion()
def note_barrels(s: State, p: int, good: int, barrels: int) -> None:
    """What p got in this phase counts for specialty factory and festival."""
    s.got[p, good] += barrels


@expansion()
def nobles_earn(s: State, p: int) -> None:
    """Chapel and jeweler, whether p has produced or not."""
    if occupied(s, p, Building.CHAPEL):
        if with_noble(s, p, Building.CHAPEL):
            gain_points(s, p, 1)
        else:
            s.doubloons[p] += 1
    if occupied(s, p, Building.JEWELER):
        s.doubloons[p] += s.nobles[p]


@expansion()
def specialty_factories_earn(s: State) -> None:
    """A doubloon for each barrel but the first of the kind, other than corn, of which the owner got most."""
    p = s.chooser
    while True:
        if occupied(s, p, Building.SPECIALTY_FACTORY):
            most = 1
            for good in range(Good.INDIGO, GOODS):
                most = max(most, s.got[p, good])
            s.doubloons[p] += most - 1
        p = next_player(s, p)
        if p == s.chooser:
            break
    s.got[:] = 0


@rule
def legal_craftsman(s: State, out: State) -> int:
    n = 0
    for good in range(GOODS):
        if may_take_good(s, good):
            out[n] = Act.TAKE_GOOD + good
            n += 1
    out[n] = Act.PASS
    return n + 1


@rule
def apply_craftsman(s: State, action: int) -> None:
    if action != Act.PASS:
        good = action - Act.TAKE_GOOD
        s.supply[good] -= 1
        s.goods[s.turn, good] += 1
        note_barrels(s, s.turn, good, 1)
        barrels_made(s, s.turn)
        if asks_for_second_barrel(s):
            _ask_for_privilege(s)
            return
    _end_of_phase(s)


@expansion(False)
def asks_for_second_barrel(s: State) -> bool:
    """The library: one barrel more, of the same kind or another one."""
    s.privileges += 1
    return s.privileges < privilege(s, s.chooser)


@rule
def may_take_good(s: State, good: int) -> bool:
    """The privilege: a kind that the craftsman has produced just now, and that is still in the supply."""
    return s.produced & (1 << good) != 0 and s.supply[good] > 0


@rule
def capacity(s: State, p: int, good: int) -> int:
    """Barrels that p can make: as many as occupied plantations, and colonists in the buildings for that good."""
    plantations = s.colonists[p, good]
    if good == Good.CORN:
        return plantations
    return min(plantations, workers(s, p, good))


@rule
def workers(s: State, p: int, good: int) -> int:
    """Colonists in the buildings for a good."""
    n = 0
    for building in range(PRODUCTION_BUILDINGS):
        if MAKES[building] == good:
            n += s.colonists[p, TILES + building]
    return n


@rule
def _produce(s: State, p: int) -> int:
    """Take the barrels; return the set of kinds really produced."""
    made = 0
    for good in range(GOODS):
        barrels = min(capacity(s, p, good), s.supply[good])
        if barrels > 0:
            s.supply[good] -= barrels
            s.goods[p, good] += barrels
            note_barrels(s, p, good, barrels)
            made |= 1 << good
    return made


@rule
def _count(goods: int) -> int:
    n = 0
    for good in range(GOODS):
        if goods & (1 << good):
            n += 1
    return n


@rule
def _end_of_phase(s: State) -> None:
    specialty_factories_earn(s)
    end_privilege(s)
    s.produced = 0
    end_role(s)

"""The craftsman: everybody produces; then the craftsman takes one barrel more."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .components import BUILDINGS, FACTORY_INCOME, GOODS, MAKES, TILES, Building, Good
from .state import Decision, end_role, occupied


@rule
def craftsman_phase(s: State) -> None:
    """Production is automatic, from the craftsman clockwise, as far as the supply goes."""
    p = s.chooser
    for _ in range(s.players):
        kinds = _produce(s, p)
        if occupied(s, p, Building.FACTORY):
            s.doubloons[p] += FACTORY_INCOME[_count(kinds)]
        if p == s.chooser:
            s.produced = kinds
        p = next_seat(s, p)
    for good in range(GOODS):
        if may_take_good(s, good):
            ask(s, s.chooser, Decision.CRAFTSMAN)
            return
    _end_of_phase(s)


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
    _end_of_phase(s)


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
    workers = 0
    for building in range(BUILDINGS):
        if MAKES[building] == good:
            workers += s.colonists[p, TILES + building]
    return min(plantations, workers)


@rule
def _produce(s: State, p: int) -> int:
    """Take the barrels; return the set of kinds really produced."""
    kinds = 0
    for good in range(GOODS):
        barrels = min(capacity(s, p, good), s.supply[good])
        if barrels > 0:
            s.supply[good] -= barrels
            s.goods[p, good] += barrels
            kinds |= 1 << good
    return kinds


@rule
def _count(kinds: int) -> int:
    n = 0
    for good in range(GOODS):
        if kinds & (1 << good):
            n += 1
    return n


@rule
def _end_of_phase(s: State) -> None:
    s.produced = 0
    end_role(s)

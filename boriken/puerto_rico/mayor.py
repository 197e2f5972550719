"""The mayor: colonists arrive, and all players place theirs anew."""

from __future__ import annotations

from boriken.engine import State, ask, rule

from .actions import Act, place_action, place_of
from .components import CIRCLES, TILES
from .nobles import (
    asks_on,
    asks_who_is_noble,
    colonists_can_run_out,
    lift_nobles,
    noble_boards,
    nobles_aboard,
    take_noble,
    villas_receive,
)
from .state import (
    Decision,
    Trigger,
    alone,
    circles,
    end_privilege,
    end_role,
    expansion,
    kinds,
    next_player,
    owns,
    privilege,
)


@rule
def mayor_phase(s: State) -> None:
    if s.colonist_supply > 0:
        ask(s, s.chooser, Decision.MAYOR)
    else:
        _colonists_arrive(s)


@rule
def apply_mayor(s: State, action: int) -> None:
    """The privilege: a colonist from the supply, not from the ship."""
    if action == Act.TAKE_COLONIST:
        s.colonist_supply -= 1
        s.san_juan[s.chooser] += 1
        if asks_for_second_colonist(s):
            return
    _colonists_arrive(s)


@expansion(False)
def asks_for_second_colonist(s: State) -> bool:
    """The library. Returns whether the mayor is asked again."""
    s.privileges += 1
    return s.privileges < privilege(s, s.chooser) and s.colonist_supply > 0


@rule
def _colonists_arrive(s: State) -> None:
    end_privilege(s)
    villas_receive(s)
    _deal_ship(s, s.chooser)


@rule
def _deal_ship(s: State, p: int) -> None:
    """The ship is dealt out one by one, from the mayor clockwise; then each seat in turn places its colonists.

    Who takes somebody while both colonists and nobles are aboard may choose. (Whoever is alone gets them all.)
    """
    while s.colonist_ship > 0 or nobles_aboard(s) > 0:
        if s.colonist_ship > 0 and nobles_aboard(s) > 0 and not alone(s):
            ask(s, p, Decision.SHIP)
            return
        if s.colonist_ship > 0:
            s.colonist_ship -= 1
            s.san_juan[p] += 1
        else:
            take_noble(s, p)
        p = next_player(s, p)
    _place_from(s, s.chooser)


@expansion()
def apply_ship(s: State, action: int) -> None:
    p = s.turn
    if action == Act.TAKE_FROM_SHIP:
        s.colonist_ship -= 1
        s.san_juan[p] += 1
    else:
        take_noble(s, p)
    _deal_ship(s, next_player(s, p))


@rule
def legal_place(s: State, out: State) -> int:
    """Places from the last one on, as far as all colonists in hand still find a circle from there on.

    So each way to place them is offered once. Say p has 2 colonists in hand, and circles on 2 corn plantations, a
    quarry and a harbor: 4 circles from corn on, 2 from the quarry on, 1 from the harbor on. Corn and quarry are
    offered; the harbor is not, since the second colonist would find no circle. After corn come corn, quarry and
    harbor; after the quarry only the harbor is left, and is filled without a question.
    """
    p = s.turn
    n = 0
    circles_left = s.circles_left
    place = s.place_from
    while circles_left >= s.san_juan[p]:
        free = circles(s, p, place) - s.colonists[p, place]
        if free > 0:
            out[n] = place_action(place)
            n += 1
            circles_left -= free
        place += 1
        if place == TILES + kinds(s):
            break
    return n


@rule
def apply_place(s: State, action: int) -> None:
    p = s.turn
    place = place_of(action)
    for skipped in range(s.place_from, place):
        s.circles_left -= circles(s, p, skipped) - s.colonists[p, skipped]
    s.place_from = place
    s.colonists[p, place] += 1
    s.san_juan[p] -= 1
    s.circles_left -= 1
    if s.san_juan[p] == 0 or s.circles_left == s.san_juan[p]:
        _fill(s, p, place)
        s.place_from = 0
        s.circles_left = 0
        if not asks_who_is_noble(s, p, 0):
            _next_mayor(s, p)


@rule
def _place_from(s: State, p: int) -> None:
    """Seat p lifts all its colonists. Enough for all circles, or none: there is nothing to ask, on to the next seat."""
    while True:
        free = _lift_colonists(s, p)
        if 0 < s.san_juan[p] < free:
            s.place_from = 0
            s.circles_left = free
            ask(s, p, Decision.PLACE)
            return
        _fill(s, p, 0)
        if asks_who_is_noble(s, p, 0):
            return
        p = next_player(s, p)
        if p == s.chooser:
            _end_of_phase(s)
            return


@expansion()
def apply_noble(s: State, action: int) -> None:
    if not asks_on(s, action):
        _next_mayor(s, s.turn)


@rule
def _next_mayor(s: State, p: int) -> None:
    p = next_player(s, p)
    if p == s.chooser:
        _end_of_phase(s)
    else:
        _place_from(s, p)


@rule
def _lift_colonists(s: State, p: int) -> int:
    """Take all colonists in hand; return how many circles there are."""
    lift_nobles(s, p)
    total = 0
    for tile in range(TILES):
        s.san_juan[p] += s.colonists[p, tile]
        s.colonists[p, tile] = 0
        total += s.island[p, tile]
    for building in range(kinds(s)):
        if owns(s, p, building):
            s.san_juan[p] += s.colonists[p, TILES + building]
            s.colonists[p, TILES + building] = 0
            total += CIRCLES[building]
    return total


@rule
def _fill(s: State, p: int, first: int) -> None:
    """Fill free circles from a place on while colonists last; whoever finds none stays in San Juan."""
    for place in range(first, TILES + kinds(s)):
        if s.san_juan[p] == 0:
            return
        new = min(circles(s, p, place) - s.colonists[p, place], s.san_juan[p])
        s.colonists[p, place] += new
        s.san_juan[p] -= new


@rule
def empty_building_circles(s: State) -> int:
    """On all boards. Plantations and quarries do not count."""
    empty = 0
    for p in range(s.players):
        for building in range(kinds(s)):
            if owns(s, p, building):
                empty += CIRCLES[building] - s.colonists[p, TILES + building]
    return empty


@rule
def _end_of_phase(s: State) -> None:
    """New colonists for the ship. Too few for what is needed: the game ends with this round; what is left sails."""
    needed = max(empty_building_circles(s), s.players) - noble_boards(s)
    if s.colonist_supply < needed:
        if colonists_can_run_out(s):
            s.triggers |= Trigger.COLONISTS
        needed = s.colonist_supply
    s.colonist_supply -= needed
    s.colonist_ship = needed
    end_role(s)

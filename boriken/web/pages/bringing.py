"""What a role would bring, before it is taken.

The engine plays it in imagined games, action by action, and each seat in its turn does as much as it can. What depends
on hidden chance is told as a range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boriken.engine import Rules, States, stepping
from boriken.engine.referee import new_log
from boriken.engine.rules import copy_states

from .scene import Brought, Effect

PASS = 0
"""In every game."""
Thing = tuple[str, str]
"""Symbol and word of what is counted."""
Worth = Callable[[States, int], int]


@dataclass
class Tally:
    """What one seat has given and got in a phase."""

    gives: dict[Thing, int] = field(default_factory=dict)
    gets: dict[Thing, int] = field(default_factory=dict)
    choice: str = ""
    """What it could choose from, in words."""


@dataclass(frozen=True)
class Step:
    """An action of the phase: who was asked what, what could be answered, and the table before and after."""

    seat: int
    decision: int
    legal: tuple[str, ...]
    before: States
    after: States


class Trial:
    """A role being played in an imagined game, or rather in a copy of it."""

    def __init__(self, rules: Rules, start: States, worth: Worth) -> None:
        self._rules = rules
        self._worth = worth
        self.states = copy_states(start)
        self._legal = np.zeros(rules.most_legal, np.int16)
        self._log = new_log(1)
        self._one = np.zeros(1, np.int16)

    def steps(
        self,
        role: str,
        is_over: Callable[[States], bool],
        preferred: Callable[[int, Sequence[str]], int | None],
        looks_on: frozenset[int],
    ) -> Iterator[Step]:
        """Take the role and play its phase, forced actions too.

        `preferred` says which of the legal actions is taken where that is not a matter of what it is worth at once.
        """
        states = self.states
        seat, decision = int(states["turn"][0]), int(states["decision"][0])
        action = int(self._rules.actions[f"role:{role}"])
        legal: tuple[str, ...] = (f"role:{role}",)
        while True:
            before = copy_states(states)
            choices = self._play(states, action)
            yield Step(seat, decision, legal, before, states)
            if not choices or is_over(states):
                return
            seat, decision = int(states["turn"][0]), int(states["decision"][0])
            legal = tuple(choice.text for choice in self._rules.actions.numbered(choices))
            chosen = preferred(decision, legal)
            action = choices[chosen] if chosen is not None else self._best(states, choices, seat, decision, looks_on)[1]

    def _play(self, states: States, action: int) -> list[int]:
        """Play an action. Returns what is legal then, be it only one."""
        self._one[0] = action
        n, _, _ = stepping.advance(states, stepping.NO_SEED, self._one, 1, 0, self._legal, self._log)
        found: list[int] = self._legal[:n].tolist()
        return found

    def _best(
        self, states: States, choices: list[int], seat: int, decision: int, looks_on: frozenset[int]
    ) -> tuple[int, int]:
        """What doing as much as it can is worth to a seat, and with which action it begins; passing comes last."""
        if len(choices) == 1:
            return 0, choices[0]
        most, first = None, PASS
        for action in sorted(choices, key=lambda choice: choice == PASS):
            twin = copy_states(states)
            further = self._play(twin, action)
            if decision in looks_on and _asked_again(twin, seat, decision) and len(further) > 1:
                worth = self._best(twin, further, seat, decision, looks_on)[0]
            else:
                worth = self._worth(twin, seat)
            if most is None or worth > most:
                most, first = worth, action
        assert most is not None
        return most, first


def _asked_again(states: States, seat: int, decision: int) -> bool:
    return int(states["turn"][0]) == seat and int(states["decision"][0]) == decision


def brought(trials: Sequence[Sequence[Tally]], first: int) -> tuple[Brought, ...]:
    """What the trials of a role have brought to each seat, from the one that takes it."""
    players = len(trials[0])
    seats = [(first + i) % players for i in range(players)]
    return tuple(_to_seat(seat, [trial[seat] for trial in trials]) for seat in seats)


def _to_seat(seat: int, tallies: list[Tally]) -> Brought:
    gets = _amounts([tally.gets for tally in tallies])
    if tallies[0].choice:
        gets = (Effect("", tallies[0].choice), *gets)
    return Brought(seat, gets, _given([tally.gives for tally in tallies]) if gets else ())


def _amounts(counted: list[dict[Thing, int]]) -> tuple[Effect, ...]:
    things = dict.fromkeys(thing for counts in counted for thing in counts)
    found = []
    for icon, word in things:
        numbers = sorted(counts.get((icon, word), 0) for counts in counted)
        least, most = numbers[0], numbers[-1]
        if most > 0:
            number = str(most) if least == most else f"{least}\N{EN DASH}{most}"
            found.append(Effect(icon, word.removesuffix("s") if number == "1" else word, after=number))
    return tuple(found)


def _given(counted: list[dict[Thing, int]]) -> tuple[Effect, ...]:
    """Which goods; where that depends on chance, how many."""
    if all(counts == counted[0] for counts in counted):
        return _amounts(counted)
    return _amounts([{("", "goods"): sum(counts.values())} for counts in counted])


def gained(before: States, after: States, name: str, seat: int) -> Any:
    """How much more a seat has of what a field counts."""
    return after[name][0][seat].astype(int) - before[name][0][seat].astype(int)

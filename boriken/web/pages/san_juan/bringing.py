"""What a role of San Juan would bring to each seat."""

from __future__ import annotations

from collections.abc import Sequence

from boriken.engine import Game, States, named
from boriken.san_juan.components import Good, Role
from boriken.san_juan.state import Decision

from ..bringing import Step, Tally, Trial, brought, gained
from ..imagined import SEEDS, decision_number, imagined, once
from ..scene import Bringing

_CARDS = ("u-cards", "cards")
_GOODS = named(Good)
_IN_A_ROW = frozenset({Decision.PRODUCER, Decision.TRADER})
"""Where a seat chooses several goods, in their order, before anything comes of it."""


@once
def brings(game: Game, seat: int) -> dict[str, Bringing]:
    """What each role would bring now to the seat that may take it, and to the others after it."""
    if game.turn != seat or decision_number(game) != Decision.ROLE:
        return {}
    roles = [action.text.partition(":")[2] for action in game.legal_actions]
    starts = [imagined(game, seat, seed).states for seed in SEEDS]
    return {role: Bringing(brought([_tried(game, start, seat, role) for start in starts], seat)) for role in roles}


def _tried(game: Game, start: States, seat: int, role: str) -> list[Tally]:
    trial = Trial(game.rules, start, _worth)
    end = trial.states
    tallies = [Tally() for _ in range(game.players)]
    seen = [0] * game.players
    could_build = 0

    def is_over(states: States) -> bool:
        return int(states["role"][0]) != Role[role.upper()]

    for step in trial.steps(role, is_over, _preferred, _IN_A_ROW):
        if step.decision == Decision.BUILDER and step.seat == seat:
            could_build = sum(text.startswith("build:") for text in step.legal)
        elif step.decision in (Decision.COUNCILLOR, Decision.ARCHIVE):
            seen[step.seat] = max(seen[step.seat], _on_offer(start, step))
    for p, tally in enumerate(tallies):
        _count(tally, p, start, end)
        if seen[p]:
            tally.choice = f"see {seen[p]}, keep {tally.gets.pop(_CARDS)}"
        elif role == "builder":
            tally.choice = _to_build(game.knows(seat, p), could_build, int(end["hand_size"][0][p]))
    return tallies


def _worth(states: States, p: int) -> int:
    """Cards, in hand and as goods."""
    return int(states["hand_size"][0][p]) + int(sum(states["goods"][0][p].tolist()))


def _preferred(decision: int, legal: Sequence[str]) -> int | None:
    """Nobody builds: what is told is from how many cards one could choose."""
    return legal.index("pass") if decision == Decision.BUILDER else None


def _to_build(mine: bool, could_build: int, in_hand: int) -> str:
    """Of one's own hand, how many cards could be paid; of another's, all that everybody knows of it."""
    if mine:
        return f"{could_build} can be paid" if could_build else ""
    return f"{in_hand} in hand" if in_hand else ""


def _on_offer(start: States, step: Step) -> int:
    """How many cards a seat may choose from: on show, or drawn into its hand."""
    return int(step.before["shown"][0].sum()) + int(gained(start, step.before, "hand_size", step.seat))


def _count(tally: Tally, p: int, start: States, end: States) -> None:
    """Goods that were made or sold, and cards."""
    for (_, good), n in zip(_GOODS, gained(start, end, "goods", p).tolist(), strict=True):
        thing = ("u-cards", "customs goods") if good == "customs" else (f"g-{good}", good)
        (tally.gets if n > 0 else tally.gives)[thing] = abs(n)
    tally.gets[_CARDS] = int(gained(start, end, "hand_size", p))

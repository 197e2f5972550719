"""What a role of Puerto Rico would bring to each seat."""

from __future__ import annotations

from collections.abc import Sequence

from boriken.engine import Game, States, counted
from boriken.puerto_rico.state import Decision

from ..bringing import Step, Tally, Trial, brought, gained
from ..imagined import decision_number, imagined, once
from ..scene import Bringing
from .words import GOODS

_GIVING = frozenset({Decision.TRADER, Decision.CAPTAIN, Decision.SMALL_WHARF, Decision.SUPPLIER})
"""Where a barrel that is gone has been sold or shipped: elsewhere it is lost."""
_IN_A_ROW = frozenset({Decision.TRADER, Decision.SUPPLIER})
"""Where a seat may choose several times before anything comes of it."""
_ENOUGH = (Decision.ROLE, Decision.OVER, Decision.PLACE)
"""The phase is over, or all have their new colonists: where they are placed is another matter."""
_DEEDS = frozenset({"piracy", "plunder", "raid", "kidnap"})
"""The buccaneer's."""


@once
def brings(game: Game, seat: int) -> dict[str, Bringing]:
    """What each role would bring now to the seat that may take it, and to the others after it."""
    if game.turn != seat or decision_number(game) != Decision.ROLE:
        return {}
    roles = [action.text.partition(":")[2] for action in game.legal_actions]
    lying = {role: card["doubloons"] for role, card in game.view(seat)["roles"].items()}
    start = imagined(game, seat).states
    return {
        role: Bringing(brought([_tried(game, start, seat, role, lying[role])], seat), lying[role]) for role in roles
    }


def _tried(game: Game, start: States, seat: int, role: str, lying: int) -> list[Tally]:
    trial = Trial(game.rules, start, _worth)
    tallies = [Tally() for _ in range(game.players)]
    asked: list[list[str]] = [[] for _ in tallies]

    def is_over(states: States) -> bool:
        return int(states["decision"][0]) in _ENOUGH or int(states["chooser"][0]) != seat

    for step in trial.steps(role, is_over, _preferred, _IN_A_ROW):
        asked[step.seat] += step.legal
        if step.decision in _GIVING:
            _give(tallies[step.seat], step)
    if role == "buccaneer":
        tallies[seat].choice = _prey(asked[seat])  # too unlike each other to be counted
        return tallies
    for p, tally in enumerate(tallies):
        tally.choice = _choice(asked[p], _tiles(start, trial.states, p))
        _count(tally, p, start, trial.states)
    tallies[seat].gets["doubloon", "doubloons"] -= lying
    return tallies


def _worth(states: States, p: int) -> int:
    """Doubloons and points."""
    return int(states["doubloons"][0][p]) + int(states["vp"][0][p])


def _preferred(decision: int, legal: Sequence[str]) -> int | None:
    """Nobody builds: what is told is how many kinds one could pay. The craftsman's barrel is the dearest."""
    if decision == Decision.BUILDER:
        return legal.index("pass")
    if decision == Decision.CRAFTSMAN and len(legal) > 1:
        return max(i for i, text in enumerate(legal) if text != "pass")
    return legal.index("hacienda") if "hacienda" in legal else None


def _give(tally: Tally, step: Step) -> None:
    for good, n in zip(GOODS, gained(step.before, step.after, "goods", step.seat).tolist(), strict=True):
        if n < 0:
            tally.gives[f"g-{good}", good] = tally.gives.get((f"g-{good}", good), 0) - n


def _count(tally: Tally, p: int, start: States, end: States) -> None:
    """What a seat has more than before."""
    goods = gained(start, end, "goods", p).tolist()
    if not tally.gives:
        tally.gets |= {(f"g-{good}", good): n for good, n in zip(GOODS, goods, strict=True) if n > 0}
    tally.gets["vp", "points"] = int(gained(start, end, "vp", p))
    tally.gets["doubloon", "doubloons"] = int(gained(start, end, "doubloons", p))
    nobles = int(gained(start, end, "nobles", p)) if "nobles" in start.dtype.names else 0
    persons = int(gained(start, end, "colonists", p).sum() + gained(start, end, "san_juan", p))
    tally.gets["colonist", "colonists"] = persons - nobles
    tally.gets["noble", "nobles"] = nobles


def _tiles(start: States, end: States, p: int) -> int:
    """How many tiles a seat has laid."""
    forests = int(gained(start, end, "forests", p).sum()) if "forests" in start.dtype.names else 0
    return int(gained(start, end, "island", p).sum()) + forests


def _choice(asked: list[str], tiles: int) -> str:
    """What a seat could choose from: kinds of buildings that it could pay, or tiles."""
    kinds = sum(text.startswith("build:") for text in asked)
    if kinds:
        return counted(kinds, "kind")
    if tiles > 0:
        return _land({text for text in asked if text.startswith("settle:")}, tiles)
    return ""


def _land(offered: set[str], tiles: int) -> str:
    """A tile or two; or a quarry among them."""
    if "settle:quarry" not in offered:
        return counted(tiles, "tile") if tiles > 1 else "tile"
    if tiles > 1:
        return "tile + quarry"
    return "tile or quarry" if len(offered) > 1 else "quarry"


def _prey(asked: list[str]) -> str:
    """How many ships, houses and roles there are to rob."""
    prey = sum(text.partition(":")[0] in _DEEDS for text in asked)
    return counted(prey, "target") if prey else ""

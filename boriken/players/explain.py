"""Explaining a position: every legal action with its chance to win, and a sentence why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from boriken.engine import Action, BorikenError, Game, counted

from .heuristic import rule_of_thumb
from .learned.player import LearnedPlayer
from .search.budget import Budget
from .search.thinking import Thinker, Thought

View = dict[str, Any]

LONGEST_LOOK = 60
"""Decisions that are played on to see what a choice brings."""
CLOSE = 0.01
"""Chances to win that differ by less are as good as equal."""


@dataclass(frozen=True)
class Choice:
    """A legal action, judged."""

    action: Action
    chance: float
    """To win, for the seat that is to choose."""
    visits: int
    """Samples that were played of it: the more, the surer. Without any it is the network's opinion alone."""
    points: float
    """Expected at the end."""
    sentence: str
    """Why: what it brings, how it compares, and what a rule of thumb says."""


@dataclass(frozen=True)
class Explanation:
    """What the search thinks of a position, from the knowledge of the seat to move."""

    seat: int
    chances: tuple[float, ...]
    """To win, by seat, if the best choice is made."""
    choices: tuple[Choice, ...]
    """Best first."""


def explain(game: Game, budget: Budget | str = "1s", seed: int = 0) -> Explanation:
    """Judge each legal action of the seat to move. Nothing is used that the seat may not know."""
    seat = game.turn
    if seat is None:
        raise BorikenError("the game is over: there is nothing to explain")
    imagined = game.determinize(seat, seed)
    budget = Budget.parse(budget) if isinstance(budget, str) else budget
    thoughts = Thinker(imagined, seed, budget).think(imagined)
    thumb, rule = rule_of_thumb(imagined)
    choices = [
        Choice(
            action=thought.action,
            chance=thought.chances[seat],
            visits=thought.visits,
            points=thought.points[seat],
            sentence=f"{_brings(imagined, thought.action, seat)} {_compared(thoughts, i, seat)}"
            + _taught(i == 0, thought.action == thumb, rule),
        )
        for i, thought in enumerate(thoughts)
    ]
    return Explanation(seat, thoughts[0].chances, tuple(choices))


def _compared(thoughts: list[Thought], i: int, seat: int) -> str:
    """How a choice compares with the best, or the best with the next, naming neither: each page has its own words."""
    best = thoughts[0]
    if i == 0:
        ahead = best.chances[seat] - thoughts[1].chances[seat]
        if ahead <= -CLOSE:
            return f"The next may win more often, but {_held_against(thoughts[1], best)}."
        return "The next is as good." if ahead < CLOSE else f"It wins {_percent(ahead)} more often than the next."
    behind = best.chances[seat] - thoughts[i].chances[seat]
    if behind <= -CLOSE:
        return f"It may win more often than the best, but {_held_against(thoughts[i], best)}."
    return "About as good as the best." if behind < CLOSE else f"It wins {_percent(behind)} less often than the best."


def _held_against(other: Thought, best: Thought) -> str:
    """Why a choice that may win more often is not the best: it has fewer points, or it was looked at less."""
    return "with fewer points" if other.worth < best.worth else "the search trusts it less"


def _taught(best: bool, thumb: bool, rule: str) -> str:
    """The rule of thumb for such decisions, told with the best choice; if it would choose another, that is marked."""
    if best:
        return f" The rule of thumb {'takes it, too' if thumb else 'takes another'} ({rule})."
    return " The rule of thumb takes it." if thumb else ""


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# --- what a choice brings ---------------------------------------------------------------------------------------------


def _puerto_rico(view: View, seat: int) -> dict[str, int]:
    board = view["players"][seat]
    nobles = board.get("nobles", 0)
    on_tiles = sum(persons for _, persons in board["island"].values())
    return {
        "doubloon": board["doubloons"],
        "barrel": sum(board["goods"].values()),
        "colonist": board["san_juan"] + sum(board["city"].values()) + on_tiles - nobles,
        "noble": nobles,
        "tile": sum(tiles for tiles, _ in board["island"].values()),
        "forest": sum(board.get("forests", {}).values()),
        "building": len(board["city"]),
    }


def _san_juan(view: View, seat: int) -> dict[str, int]:
    board = view["players"][seat]
    return {"card": board["hand_size"], "good": sum(board["goods"].values()), "building": board["buildings"]}


_HOLDINGS: Mapping[str, Callable[[View, int], dict[str, int]]] = {"puerto-rico": _puerto_rico, "san-juan": _san_juan}
"""For each game what a player has, besides points, by what one of it is called."""


def _brings(game: Game, action: Action, seat: int) -> str:
    """What the seat gets if everybody plays on as the learned player would.

    By a role: until the next role is chosen. By anything else: until another seat is to choose.
    """
    after = game.copy()
    after.play(action)
    player = LearnedPlayer(0)
    role_choices = game.view(seat)["decision"] == "role"
    for _ in range(LONGEST_LOOK):
        if after.over or (after.turn != seat if not role_choices else after.view(seat)["decision"] == "role"):
            break
        after.play(player.choose(after))
    gains: list[str] = []
    losses: list[str] = []
    before_has = _has(game, seat)
    for name, n in _has(after, seat).items():
        change = n - before_has[name]
        if change:
            (gains if change > 0 else losses).append(counted(abs(change), name))
    if gains and losses:
        return f"It brings {_listed(gains)} for {_listed(losses)}."
    if gains:
        return f"It brings {_listed(gains)}."
    return f"It costs {_listed(losses)}." if losses else "It brings nothing at once."


def _has(game: Game, seat: int) -> dict[str, int]:
    return _HOLDINGS[game.rules.name](game.view(seat), seat) | {"point": game.scores()[seat]["total"]}


def _listed(things: list[str]) -> str:
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"

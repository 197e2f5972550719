"""Explaining a position: every legal action with its chance to win, and a sentence why. Hints are this."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from boriken.engine import Action, Game, counted
from boriken.players.guided.learned import LearnedPlayer
from boriken.players.heuristic import rule_of_thumb
from boriken.players.search.budget import Budget

from . import judging
from .judging import Judgement
from .race import HANDFUL, Estimate, hides_something
from .trees import SAMPLES

View = dict[str, Any]

LONGEST_LOOK = 60
"""Decisions that are played on to see what a choice brings."""


@dataclass(frozen=True)
class Choice:
    """A legal action, judged."""

    action: Action
    chance: float
    """To win, for the seat that is to choose."""
    low: float
    """The chance lies between `low` and `high` 19 times in 20, as far as the samples tell."""
    high: float
    group: int
    """0 for the best and all to which no difference is shown."""
    visits: int
    """Samples that were played of it: the more, the surer."""
    points: float
    """Expected at the end."""
    sentence: str
    """Why: what it brings, how it compares, and what a rule of thumb says."""
    open_cards: Estimate | None = None
    """The chance with all cards open, where that was asked for and something was hidden."""


@dataclass(frozen=True)
class Explanation:
    """What the analysis thinks of a position, from the knowledge of the seat to move."""

    seat: int
    chances: tuple[float, ...]
    """To win, by seat, if the best choice is made."""
    choices: tuple[Choice, ...]
    """Best first."""


def explain(
    game: Game,
    budget: Budget | str = "1s",
    seed: int = 0,
    asked: Collection[Action] = (),
    open_cards: bool = False,
) -> Explanation:
    """Judge each legal action of the seat to move, those asked about well. Nothing is used that it may not know.

    With `open_cards`, for positions of games that are over, each choice also has its chance as everything lay, by a
    handful of trees; order, groups and sentences do not go by it.
    """
    opened = _with_open_cards(game, seed) if open_cards and hides_something(game) else {}
    judged = judging.judge(game, Budget.parse(budget) if isinstance(budget, str) else budget, seed, asked)
    imagined = game.determinize(judged.seat, seed)
    thumb, rule = rule_of_thumb(imagined)
    choices = [
        Choice(
            action=choice.action,
            chance=choice.chance.mean,
            low=choice.chance.low,
            high=choice.chance.high,
            group=choice.group,
            visits=choice.trees * SAMPLES,
            points=choice.points,
            sentence=f"{brings(imagined, choice.action, judged.seat)} {_compared(judged, choice)}"
            + _taught(choice is judged.best, choice.action == thumb, rule),
            open_cards=opened.get(choice.action),
        )
        for choice in judged.choices
    ]
    return Explanation(judged.seat, judged.best.chances, tuple(choices))


def _with_open_cards(game: Game, seed: int) -> dict[Action, Estimate]:
    """What each choice comes to as everything lay, by a handful of trees."""
    budget = Budget(samples=HANDFUL * SAMPLES * len(game.legal_actions))
    return {choice.action: choice.chance for choice in judging.judge(game, budget, seed, open_cards=True).choices}


def _compared(judged: Judgement, choice: judging.Choice) -> str:
    """How a choice compares with the best, or the best with the next, naming neither: each page has its own words."""
    if choice.group:
        return f"It wins {_range(choice)} % less often than the best."
    if choice is not judged.best:
        return "It comes to the same as another." if choice.same_as else "No difference to the best is shown."
    rest = [other for other in judged.choices if other.group]
    if len(rest) < len(judged.choices) - 1:
        return "No difference to the next is shown."
    return f"It wins {_range(rest[0])} % more often than the next."


def _range(choice: judging.Choice) -> str:
    """By how much a choice loses, in per cent: no more is said than is known."""
    low, high = (round(100 * max(0.0, loss)) for loss in (choice.loss.low, choice.loss.high))
    return f"{low}" if low == high else f"{low} to {high}"


def _taught(best: bool, thumb: bool, rule: str) -> str:
    """The rule of thumb for such decisions, told with the best choice; if it would choose another, that is marked."""
    if best:
        return f" The rule of thumb {'takes it, too' if thumb else 'takes another'} ({rule})."
    return " The rule of thumb takes it." if thumb else ""


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


def consequences(game: Game, action: Action) -> tuple[dict[str, int], ...]:
    """What each seat gets and loses by a choice of the seat to move, if everybody plays on as the learned player would.

    By a role: until the next role is chosen. By anything else: until another seat is to choose, or the same one a role,
    which would bring something of its own. The game is an imagined one (`Game.determinize`), so that nothing comes out
    which the seat to move may not know.
    """
    seat = game.turn
    assert seat is not None
    after = game.copy()
    after.play(action)
    player = LearnedPlayer(0)
    role_choices = game.view(seat)["decision"] == "role"
    for _ in range(LONGEST_LOOK):
        if after.over or (after.turn != seat and not role_choices) or after.view(seat)["decision"] == "role":
            break
        after.play(player.choose(after))
    had, has = _holdings(game, seat), _holdings(after, seat)
    return tuple(
        {name: n - had[p][name] for name, n in has[p].items() if n != had[p][name]} for p in range(game.players)
    )


def _holdings(game: Game, seat: int) -> list[dict[str, int]]:
    """What each player has, as a seat sees it."""
    view, scores = game.view(seat), game.scores()
    return [_HOLDINGS[game.rules.name](view, p) | {"point": scores[p]["total"]} for p in range(game.players)]


def in_words(changes: Mapping[str, int]) -> str:
    """`3 barrels for 2 doubloons`: what comes, and what goes for it. Something must come."""
    gains = [counted(n, name) for name, n in changes.items() if n > 0]
    losses = [counted(-n, name) for name, n in changes.items() if n < 0]
    return f"{_listed(gains)} for {_listed(losses)}" if losses else _listed(gains)


def brings(game: Game, action: Action, seat: int) -> str:
    """What the seat to move gets."""
    changes = consequences(game, action)[seat]
    if not changes:
        return "It brings nothing at once."
    if max(changes.values()) < 0:
        return f"It costs {in_words({name: -n for name, n in changes.items()})}."
    return f"It brings {in_words(changes)}."


def _listed(things: list[str]) -> str:
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"

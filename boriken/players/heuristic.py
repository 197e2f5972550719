"""The heuristic player: rules of thumb that people can read, one module for each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import float64, int64

from boriken.engine import (
    GAME,
    Action,
    BadOption,
    Chance,
    Game,
    Rules,
    State,
    States,
    generic,
    new_chance,
    prepare,
    rule,
)
from boriken.engine.chance import gumbel
from boriken.puerto_rico import PUERTO_RICO, PUERTO_RICO_EXPANDED
from boriken.puerto_rico.state import Decision as PuertoRicoDecision
from boriken.san_juan import SAN_JUAN
from boriken.san_juan.state import Decision as SanJuanDecision

from . import heuristic_expansions, heuristic_puerto_rico, heuristic_san_juan
from .styles import PLAIN, STYLES

CHOOSES_ROLE = {PUERTO_RICO.name: int(PuertoRicoDecision.ROLE), SAN_JUAN.name: int(SanJuanDecision.ROLE)}
"""The decision which role to take, by game."""
MOST_CARELESS = 1000.0
STYLE_NAMES = tuple(style.name for style in STYLES[PLAIN + 1 :])
"""What `style:NAME` may name."""

_IN_WORDS: Mapping[str, Mapping[int, str]] = {
    PUERTO_RICO.name: heuristic_puerto_rico.IN_WORDS | heuristic_expansions.IN_WORDS,
    SAN_JUAN.name: heuristic_san_juan.IN_WORDS,
}

_THUMBS = {
    PUERTO_RICO: heuristic_puerto_rico.worth,
    PUERTO_RICO_EXPANDED: heuristic_expansions.worth,
    SAN_JUAN: heuristic_san_juan.worth,
}


@generic(float64(GAME, int64, int64), _THUMBS)
def worth(s: State, action: int, style: int) -> float:  # type: ignore[empty-body]
    """What a legal action is worth to the seat to move, which plays in a style."""


@rule
def best_by_thumb(s: State, actions: Any, n: int, style: int) -> int:
    """Which of n legal actions is worth most to a style; the first of equals."""
    chosen = 0
    most = worth(s, actions[0], style)
    for i in range(1, n):
        value = worth(s, actions[i], style)
        if value > most:
            chosen, most = i, value
    return chosen


@rule
def best(states: States, actions: Any, n: int, style: int) -> int:
    """Which of n legal actions of game 0 is worth most to a style."""
    return best_by_thumb(states[0], actions, n, style)


@rule
def best_at_a_glance(states: States, actions: Any, n: int, chance: Chance, careless: float) -> int:
    """Which of n legal actions of game 0 seems to be worth most to somebody who misjudges them by about so much."""
    chosen = 0
    most = -np.inf
    for i in range(n):
        value = worth(states[0], actions[i], PLAIN) + careless * gumbel(chance)
        if value > most:
            chosen, most = i, value
    return chosen


class HeuristicPlayer:
    """Takes the action that its rules of thumb value most. It uses no chance: equal positions, equal choices.

    With a number as its setting it is careless: it misjudges every action by about that much, in doubloons or points.
    """

    def __init__(self, seed: int, settings: str = "") -> None:
        self.name = f"heuristic:{settings}" if settings else "heuristic"
        self._careless = _carelessness(settings) if settings else 0.0
        self._chance = new_chance(seed)

    def get_ready(self, game: Game) -> None:
        self.choose(game)

    def choose(self, game: Game) -> Action:
        actions = game.legal_actions
        numbers = np.array(actions, np.int16)
        title = game.rules.full_title
        if self._careless:
            rest = self._chance, self._careless
            prepare(f"a careless player for {title}", lambda: best_at_a_glance(game.states, numbers, 0, *rest))
            return actions[best_at_a_glance(game.states, numbers, len(actions), *rest)]
        prepare(f"the heuristic player for {title}", lambda: best(game.states, numbers, 1, PLAIN))
        return actions[best(game.states, numbers, len(actions), PLAIN)]


class StylePlayer:
    """Goes by the same rules of thumb, but values things as its style says. It uses no chance."""

    def __init__(self, seed: int, settings: str = "") -> None:
        self.name = f"style:{settings}"
        if settings not in STYLE_NAMES:
            raise BadOption(f"the player 'style' has one of the styles {', '.join(STYLE_NAMES)}, not {settings!r}")
        self._style = PLAIN + 1 + STYLE_NAMES.index(settings)

    def get_ready(self, game: Game) -> None:
        self.choose(game)

    def choose(self, game: Game) -> Action:
        check_style(game.rules, self._style)
        actions = game.legal_actions
        numbers = np.array(actions, np.int16)
        prepare(f"the heuristic player for {game.rules.full_title}", lambda: best(game.states, numbers, 1, self._style))
        return actions[best(game.states, numbers, len(actions), self._style)]


def styles_of(rules: Rules) -> int:
    """How many styles a game has: the heuristic player's is one."""
    return len(STYLES) if rules.name == PUERTO_RICO.name else 1


def check_style(rules: Rules, style: int) -> None:
    """Raise BadOption if a game does not have that style."""
    if style >= styles_of(rules):
        raise BadOption(f"{rules.title} has no style {STYLES[style].name!r}: styles are for {PUERTO_RICO.title}")


def rule_of_thumb(game: Game) -> tuple[Action, str]:
    """What the heuristic player would do in an imagined game, and in words the rule that it goes by."""
    return HeuristicPlayer(0).choose(game), _IN_WORDS[game.rules.name][int(game.states["decision"][0])]


def _carelessness(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= MOST_CARELESS:
        raise BadOption(f"the player 'heuristic' takes a number for how careless it is (heuristic:2), not {text!r}")
    return number

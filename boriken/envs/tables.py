"""What an environment is set up with: the game, its options, who sits where, and how its end is rewarded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from boriken.engine import BadOption, BorikenError, Rules, rules_of
from boriken.engine.game import MOST_ACTIONS

from .core import NOBODY, REWARDS, ROTATING, Bot, Layout, Reward, Settings, layout_of, secrets_of
from .opponents import COMPILED, FEWEST_DECISIONS, Opponent, check_opponent
from .registration import VERSION

LIMIT = 5000
"""Decisions after which a game is ended as it stands: whoever never builds could go on for ever."""

ROTATE = "rotate"
ILLEGAL = ("error", "random")
RENDER_MODES = ("ansi", "human", "rgb_array")
MOST_SEEDS = 2**63


@dataclass(frozen=True, eq=False)
class TableSettings:
    """The rules of a table, checked."""

    game: str
    players: int | None = None
    """None: as many as usual."""
    opponents: Opponent | Sequence[Opponent] | None = None
    """None: every seat is asked. Else one seat is, and opponents inside the step play the others, bots by name or
    policies to call: one for all, or one for each, from the left neighbour on."""
    seat: int | str = ROTATE
    """With opponents: the seat that is asked, or 'rotate': another with each seed."""
    reward: str = "rank"
    limit: int = LIMIT
    illegal: str = "error"
    """What becomes of an action that is not legal: an error, or a 'random' legal one instead."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The game's own."""

    def __post_init__(self) -> None:
        rules = rules_of(self.game)
        players = rules.usual_players if self.players is None else self.players
        if type(players) is not int or players not in rules.players:
            raise BadOption(f"{rules.title} is for {rules.players[0]} to {rules.players[-1]} players, not {players!r}")
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "options", rules.check_options(players, self.options))
        _among("reward", self.reward, tuple(REWARDS))
        _among("illegal", self.illegal, ILLEGAL)
        if type(self.limit) is not int or not 1 <= self.limit <= MOST_ACTIONS:  # no count wraps in so many
            raise BadOption(f"limit must be a whole number of decisions, 1 to {MOST_ACTIONS}, not {self.limit!r}")
        if self.seat != ROTATE and (type(self.seat) is not int or not 0 <= self.seat < players):
            raise BadOption(f"seat must be of 0 to {players - 1} or {ROTATE!r}, not {self.seat!r}")
        if self.opponents is not None:
            one = isinstance(self.opponents, str) or callable(self.opponents)
            chosen: list[Any] = [self.opponents] * (players - 1) if one else list(self.opponents)  # type: ignore[arg-type]
            if len(chosen) != players - 1:
                raise BadOption(f"there are {players - 1} opponents, not {len(chosen)}: name one for all, or each")
            for opponent in chosen:
                check_opponent(opponent)
            if self.limit < FEWEST_DECISIONS and not set(chosen) <= set(COMPILED):
                raise BadOption(f"with such opponents limit must be {FEWEST_DECISIONS} or more, not {self.limit}")
            object.__setattr__(self, "opponents", tuple(chosen))

    @cached_property
    def rules(self) -> Rules:
        """Those with expansions, if the options call for them."""
        return rules_of(self.game).for_options(self.options)

    @property
    def seats(self) -> int:
        """The number of players."""
        assert self.players is not None
        return self.players

    @property
    def actions(self) -> int:
        """How many actions the game has: the size of the action space."""
        return len(self.rules.actions)

    def action_text(self, action: int) -> str:
        """What an action is, by its number: `role:settler`. (And back: `int(table.rules.actions["role:settler"])`.)"""
        return str(self.rules.actions[action])

    @cached_property
    def layout(self) -> Layout:
        """What the numbers of an observation mean."""
        return layout_of(self.rules, self.seats)

    @cached_property
    def secrets(self) -> Layout:
        """What the numbers mean that only a critic may see."""
        return secrets_of(self.rules, self.seats)

    @property
    def name(self) -> str:
        """With its version: `boriken_puerto_rico_v0`."""
        return f"boriken_{self.game.replace('-', '_')}_v{VERSION}"

    @property
    def reward_range(self) -> tuple[float, float]:
        """Within which rewards lie."""
        return {"rank": (-1.0, 1.0), "win": (0.0, 1.0), "margin": (-1000.0, 1000.0)}[self.reward]

    def settings(self, *, again: bool, seed_step: int, observe: bool, reveal: bool, keep_last: bool) -> Settings:
        """As the compiled loop reads them, with what the batch wants."""
        learner = NOBODY if self.opponents is None else ROTATING if isinstance(self.seat, str) else self.seat
        bots = np.zeros(self.seats, np.int64)
        for i, opponent in enumerate(self.opponents or ()):  # type: ignore[arg-type]
            bots[1 + i] = COMPILED.get(opponent, Bot.OUTSIDE)
        return Settings(
            limit=self.limit,
            reward=int(Reward[self.reward.upper()]),
            learner=learner,
            bots=bots,
            replace=self.illegal == "random",
            again=again,
            seed_step=seed_step,
            observe=observe,
            reveal=reveal,
            keep_last=keep_last,
        )

    def as_dict(self) -> dict[str, Any]:
        """What it takes to set the same table up again, as plain data."""
        if any(callable(opponent) for opponent in self.opponents or ()):  # type: ignore[union-attr]
            raise BorikenError("a table with a policy of yours cannot be written as bytes: they hold no code")
        return {
            "game": self.game,
            "players": self.seats,
            "opponents": list(self.opponents) if self.opponents is not None else None,  # type: ignore[arg-type]
            "seat": self.seat,
            "reward": self.reward,
            "limit": self.limit,
            "illegal": self.illegal,
            "options": dict(self.options),
        }


def _among(what: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise BadOption(f"{what} must be {' or '.join(map(repr, choices))}, not {value!r}")


def check_render_mode(render_mode: str | None) -> None:
    """Raises BadOption."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise BadOption(f"render_mode must be None, 'ansi', 'human' or 'rgb_array', not {render_mode!r}")


def shown(text: str, render_mode: str | None) -> Any:
    """What `render` gives back: the text, a picture of it, or nothing once it has been printed."""
    if render_mode == "rgb_array":
        from .picture import picture

        return picture(text)
    if render_mode == "human":
        print(text)
        return None
    return text


def checked_seed(seed: object) -> int:
    """A seed as the engine takes it; raises BadOption."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < MOST_SEEDS:
        raise BadOption(f"a seed is a whole number of 0 to 2**63 - 1, not {seed!r}")
    return int(seed)

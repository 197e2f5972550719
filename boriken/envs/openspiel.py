"""The games as OpenSpiel knows games: importing this registers `boriken_puerto_rico_v0` and `boriken_san_juan_v0`.

Chance is explicit, in samples. A game begins with a chance node whose outcomes are deals: outcome k is the game of
`Game.new(..., seed=seed + k)`. Whenever an action draws tiles or cards, it is followed by a chance node with `outcomes`
equally likely outcomes: outcome 0 draws what the game's own generator gives, every other one what a generator derived
from it and from the outcome's number gives. So the history, chance included, determines the game; a planner that
expands chance nodes averages over several futures and cannot read the one to come; and with outcomes 0 all along the
game is exactly that of every other interface. (The true distribution over draws is far too wide to be listed:
`outcomes` is how many samples of it stand for all.)

Parameters: players, reward ('rank', 'win', 'margin'), limit (decisions), seed and seeds (the deals), outcomes, and the
game's options; governor -1 means a random one. A list of new buildings is a text with a plus between its names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "OpenSpiel is not installed; 'pip install boriken[openspiel]' installs what is needed", name="pyspiel"
    ) from None

from boriken.engine import (
    RANDOM,
    Rules,
    compile_rules,
    fields_of,
    new_states,
    record_of,
    rules_of,
    seed_chance,
    stepping,
)
from boriken.engine.referee import ACTION, SEAT, new_log, new_standings

from .core import Reward, judge, look
from .registration import VERSION
from .tables import LIMIT, TableSettings

CHANCE_STREAM = 4
"""Of chance: for outcomes other than 0. See boriken.engine.chance."""

RECENT = 16
"""An information state tells so many of the last actions one by one; all before are in its digest."""

DIGEST_BITS = 64
SEEDS = 1024
OUTCOMES = 32
ANY_GOVERNOR = -1
BETWEEN_NAMES = "+"
"""In a list: OpenSpiel writes a game as text, with commas between its parameters, and reads it again."""


def _parameters(rules: Rules) -> dict[str, Any]:
    """Every parameter with its usual value."""
    options = {name: option.usual for name, option in rules.options.items()}
    return {
        "players": rules.usual_players,
        "reward": "rank",
        "limit": LIMIT,
        "seed": 0,
        "seeds": SEEDS,
        "outcomes": OUTCOMES,
        **options,
    }


def _with_between(values: Mapping[str, Any], before: str, now: str) -> dict[str, Any]:
    """Parameters or options, with another sign between the names of a list."""
    return {name: value.replace(before, now) if isinstance(value, str) else value for name, value in values.items()}


def _type(rules: Rules, reward: str, perfect: bool) -> pyspiel.GameType:
    kind = pyspiel.GameType
    utility = {"rank": kind.Utility.ZERO_SUM, "win": kind.Utility.CONSTANT_SUM}.get(reward, kind.Utility.GENERAL_SUM)
    return kind(
        short_name=f"boriken_{rules.name.replace('-', '_')}_v{VERSION}",
        long_name=f"{rules.title} (Boriken)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION if perfect else kind.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(rules),
    )


class _Desk:
    """Where states of a game are worked on: made once for a game, never copied along with a state."""

    def __init__(self, parameters: Mapping[str, Any], name: str) -> None:
        given = dict(parameters)
        self.name = name
        self.parameters = given
        options = {option: given[option] for option in rules_of(name).options}
        options = _with_between(options, BETWEEN_NAMES, ",")
        if options["governor"] == ANY_GOVERNOR:
            options["governor"] = RANDOM
        self.table = TableSettings(
            name, given["players"], reward=given["reward"], limit=given["limit"], options=options
        )
        rules = self.table.rules
        self.seed, self.seeds, self.outcomes = given["seed"], given["seeds"], given["outcomes"]
        compile_rules(rules)
        self.states = new_states(rules)
        state = record_of(self.states)
        state.players = self.table.seats
        rules.write_options(state, self.table.options)
        self.blank = self.states.tobytes()
        self._raw = np.asarray(self.states).view(np.ndarray).view(np.uint8)
        self.legal = np.zeros(rules.most_legal, np.int16)
        self.forced = new_log(stepping.MOST_FORCED)
        self.action = np.zeros(1, np.int16)
        self.vector = np.zeros(self.table.layout.size, np.int16)
        self.standings = new_standings(rules, self.table.seats)
        self.rewards = np.zeros(self.table.seats, np.float32)
        first_with: dict[str, int] = {}
        for action in rules.actions:
            first_with.setdefault(action.public, int(action))
        self.public = [first_with[action.public] for action in rules.actions]
        """The number by which others know an action: that of the first that looks the same to them."""

    def __deepcopy__(self, memo: dict[int, Any]) -> _Desk:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Desk, (self.parameters, self.name)

    def load(self, position: bytes) -> None:
        self._raw[:] = np.frombuffer(position, np.uint8)

    def advance(self, seed: int, action: int | None) -> tuple[list[int], list[list[int]]]:
        """Play on from what is loaded: the legal actions, and the forced ones that were played, each with its seat."""
        self.action[0] = action or 0
        n = 0 if action is None else 1
        count, forced, _ = stepping.advance(
            self.states, seed, self.action, n, stepping.MOST_FORCED, self.legal, self.forced
        )
        return sorted(self.legal[:count].tolist()), self.forced[:forced, [ACTION, SEAT]].tolist()

    def see(self, position: bytes, seat: int) -> Any:
        """What a seat sees of a position; overwritten by the next call."""
        self.load(position)
        look(self.states, 0, seat, self.vector, self.vector[:0])
        return self.vector

    def text(self, position: bytes, seat: int | None) -> str:
        self.load(position)
        rules = self.table.rules
        names = [f"player {p}" for p in range(self.table.seats)]
        return rules.board(rules.view(fields_of(self.states), seat), names)


class BorikenState(pyspiel.State):
    """A game in progress. All that changes is immutable, so that copies are cheap."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._desk: _Desk = game.desk
        self._position = self._desk.blank
        self._begun = False
        self._legal: tuple[int, ...] = ()
        self._turn = 0
        self._pending: int | None = None
        """An action that draws: it is played once chance has spoken."""
        self._decisions = 0
        self._pasts = (b"",) * self._desk.table.seats
        """For each seat, a digest of all that it has seen and done."""
        self._recent: tuple[tuple[int, int], ...] = ()
        """The last actions: seat and number."""
        self._rewards: tuple[float, ...] | None = None

    # --- OpenSpiel's interface --------------------------------------------------------------------------------------

    def current_player(self) -> int:
        if self._rewards is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        if not self._begun or self._pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self._turn

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        n = self._desk.outcomes if self._begun else self._desk.seeds
        return [(k, 1.0 / n) for k in range(n)]

    def _apply_action(self, action: int) -> None:
        desk = self._desk
        if not self._begun:
            desk.load(desk.blank)
            self._begun = True
            self._arrive([], desk.advance(desk.seed + action, None))
            return
        desk.load(self._position)
        chance = desk.states["chance"]
        before = chance.tobytes()
        if self._pending is not None:
            outcome, action = action, self._pending
            self._pending = None
            if outcome > 0:
                derived = blake2b(before + outcome.to_bytes(8, "little"), digest_size=8).digest()
                seed_chance(chance[0], int.from_bytes(derived, "little") >> 1, CHANCE_STREAM)
            self._play(action, desk.advance(stepping.NO_SEED, action))
            return
        played = desk.advance(stepping.NO_SEED, action)
        if chance.tobytes() != before and desk.outcomes > 1:
            self._pending = action
        else:
            self._play(action, played)

    def _play(self, action: int, played: tuple[list[int], list[list[int]]]) -> None:
        self._decisions += 1
        self._arrive([[action, self._turn]], played)

    def _arrive(self, chosen: list[list[int]], played: tuple[list[int], list[list[int]]]) -> None:
        """Take over the position on the desk."""
        desk = self._desk
        legal, forced = played
        self._legal = tuple(legal)
        self._position = desk.states.tobytes()
        self._turn = int(desk.states["turn"][0])
        events = [(seat, action) for action, seat in chosen + forced]
        self._recent = (self._recent + tuple(events))[-RECENT:]
        self._pasts = tuple(self._remember(seat, past, events) for seat, past in enumerate(self._pasts))
        if not legal or self._decisions >= desk.table.limit:
            desk.load(self._position)
            judge(desk.states, Reward[desk.table.reward.upper()], desk.standings, desk.rewards)
            self._rewards = tuple(desk.rewards.tolist())
            self._legal = ()

    def _remember(self, seat: int, past: bytes, events: list[tuple[int, int]]) -> bytes:
        """What a seat has seen and done so far, with these events as it sees them."""
        seen = b"".join(bytes([who]) + self._as_seen(seat, who, a).to_bytes(2, "little") for who, a in events)
        return blake2b(
            past + seen + self._desk.see(self._position, seat).tobytes(), digest_size=DIGEST_BITS // 8
        ).digest()

    def _as_seen(self, seat: int, who: int, action: int) -> int:
        return action if who == seat else self._desk.public[action]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}" if self._begun else f"seed {self._desk.seed + action}"
        return str(self._desk.table.rules.actions[action])

    def is_terminal(self) -> bool:
        return self._rewards is not None

    def returns(self) -> list[float]:
        return list(self._rewards or (0.0,) * self._desk.table.seats)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> BorikenState:
        """A state that this player cannot tell from this one: all that is hidden from it is drawn anew.

        It has no history: that would tell what was drawn. What the other players remember is left out likewise.
        """
        desk = self._desk
        twin: BorikenState = self.get_game().new_initial_state()
        seed = int(probability_sampler() * 2**53)
        for name, value in self.__dict__.items():
            setattr(twin, name, value)
        if not self._begun or self._rewards is not None:
            return twin
        desk.load(self._position)
        stepping.imagine(desk.states, player_id, seed)
        twin._position = desk.states.tobytes()
        twin._pasts = tuple(past if p == player_id else b"" for p, past in enumerate(self._pasts))
        twin._recent = tuple((who, self._as_seen(player_id, who, a)) for who, a in self._recent)
        if player_id != self._turn:
            count, _, _ = stepping.advance(desk.states, stepping.NO_SEED, desk.action, 0, 0, desk.legal, desk.forced)
            twin._legal = tuple(sorted(desk.legal[:count].tolist()))
            twin._pending = None  # what another seat is about to do depends on what it holds
        return twin

    def __str__(self) -> str:
        if not self._begun:
            return "not begun"
        digest = blake2b(self._position, digest_size=8).hexdigest()
        waiting = "" if self._pending is None else f"\ndrawing for {self._desk.table.rules.actions[self._pending]}"
        return f"{self._desk.text(self._position, None)}{waiting}\nposition {digest}"


class Observer:
    """Observations and information states, as named pieces of one tensor."""

    def __init__(self, desk: _Desk, kind: pyspiel.IIGObservationType, parameters: Mapping[str, Any] | None) -> None:
        if parameters:
            raise ValueError(f"an observer has no parameters here, and was given {parameters}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("only what a player sees can be observed: public information and its own")
        self._recall = kind.perfect_recall
        layout = desk.table.layout
        sizes: dict[str, tuple[int, ...]] = {"observer": (desk.table.seats,)}
        sizes |= {name: placed.shape for name, placed in layout.placed.items()}
        if self._recall:
            sizes |= {"recent_seats": (RECENT, desk.table.seats), "recent_actions": (RECENT,), "past": (DIGEST_BITS,)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in sizes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: BorikenState, player: int) -> None:
        """Write what a player sees into `tensor`."""
        self.tensor.fill(0)
        self.dict["observer"][player] = 1
        if not state._begun:
            return
        desk = state._desk
        for name, part in desk.table.layout.named(desk.see(state._position, player)).items():
            self.dict[name][...] = part
        if self._recall:
            for k, (who, action) in enumerate(reversed(state._recent)):
                self.dict["recent_seats"][k, (who - player) % desk.table.seats] = 1
                self.dict["recent_actions"][k] = 1 + state._as_seen(player, who, action)
            self.dict["past"][:] = np.unpackbits(np.frombuffer(state._pasts[player].ljust(8, b"\0"), np.uint8))

    def string_from(self, state: BorikenState, player: int) -> str:
        """What a player sees, as text; what it remembers, as a digest."""
        if not state._begun:
            return f"player {player}: not begun"
        desk = state._desk
        seen = blake2b(desk.see(state._position, player).tobytes(), digest_size=8).hexdigest()
        past = f" after {state._pasts[player].hex()}" if self._recall else ""
        return f"player {player} sees {seen}{past}\n{desk.text(state._position, player)}"


class _Game(pyspiel.Game):
    """A game with its parameters."""

    rules_name: str

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        rules = rules_of(self.rules_name)
        parameters = _with_between(parameters or {}, ",", BETWEEN_NAMES)
        given = _parameters(rules) | parameters
        self.desk = _Desk(given, self.rules_name)
        table = self.desk.table
        low, high = table.reward_range
        perfect = rules.knows(fields_of(self.desk.states), 0, 1)  # as the table is laid out, before anything is dealt
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions,
            max_chance_outcomes=max(self.desk.seeds, self.desk.outcomes),
            num_players=table.seats,
            min_utility=low,
            max_utility=high,
            utility_sum={"rank": 0.0, "win": 1.0}.get(table.reward),
            max_game_length=table.limit,
        )
        super().__init__(_type(rules, table.reward, perfect), info, parameters)

    def new_initial_state(self) -> BorikenState:
        return BorikenState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        return Observer(self.desk, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class PuertoRicoGame(_Game):
    """Puerto Rico."""

    rules_name = "puerto-rico"


class SanJuanGame(_Game):
    """San Juan."""

    rules_name = "san-juan"


for _class in (PuertoRicoGame, SanJuanGame):
    pyspiel.register_game(_type(rules_of(_class.rules_name), "rank", False), _class)

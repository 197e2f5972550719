"""`Game`: a game in progress, for people and programs alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from . import stepping, viewing
from .actions import Action
from .compiler import prepare
from .errors import BadOption, BadView, BorikenError, IllegalAction, NotYourTurn, Undecided
from .referee import ACTION, SEAT, Standings, new_log, new_standings
from .rules import Rules, States, copy_states, fetch, fields_of, new_states, record_of, rules_of

if TYPE_CHECKING:
    from .record import Record

Number = TypeVar("Number")
Seat = TypeVar("Seat", int, int | None)
MOST_SEEDS = 2**63
ROLE = "role:"
"""How the texts of actions begin that choose a role, in every game."""
_EVERYBODY = -1  # as a set of seats, one bit each
MOST_ACTIONS = 50_000
"""More than any game that people or sensible bots play; whoever never builds could go on for ever."""


class Past(NamedTuple):
    """What the others have decided lately, as a seat has seen it, in the order in which they did."""

    states: States
    """The position before each decision, in which all that the seat could not know then has been drawn anew."""
    actions: Any
    """What was chosen there, by number."""
    seat: int
    """Who has seen it."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    points: tuple[int, ...]
    """Victory points by seat."""
    tie_break: tuple[int, ...]
    """What decides between equal points, by seat."""
    winners: tuple[int, ...]
    """The winning seat; several if they are equal in everything."""
    reasons: tuple[str, ...]
    """What ended the game; several triggers may meet in one round."""


class Game:
    """A game in progress.

    >>> from boriken import Game
    >>> game = Game.new("puerto-rico", players=4, seed=7)
    >>> game.turn
    0
    >>> game.legal_actions[:3]
    [<role:settler>, <role:mayor>, <role:builder>]
    >>> game.play("role:prospector")
    [<role:prospector>]
    >>> game.turn
    1
    >>> game.undo()
    [<role:prospector>]
    """

    rules: Rules
    """Which game it is."""
    options: dict[str, Any]
    """Every option with its value."""
    seed: int
    """With the same options, seed and actions, the same game on every machine."""
    past: Past | None
    """Of an imagined game, if it was asked for (`determinize`): what the others have decided lately."""

    def __init__(self, rules: Rules, players: int, seed: int, options: dict[str, Any]) -> None:
        players = _whole(players)
        if type(players) is not int or players not in rules.players:
            raise BadOption(f"{rules.title} is for {rules.players[0]} to {rules.players[-1]} players, not {players!r}")
        seed = _checked_seed(seed)
        self.options = rules.check_options(players, options)
        self.rules = rules = rules.for_options(self.options)
        self.seed = seed
        self._has_past = True
        self.past = None
        self._memory: dict[str, Any] = {}  # of an imagined game: what its view recalls until somebody plays on
        self._use(new_states(rules))
        self._legal = np.zeros(rules.most_legal, np.int16)
        self._forced = new_log(stepping.MOST_FORCED)
        self._action = np.zeros(1, np.int16)
        state = self.state
        state.players = players
        rules.write_options(state, self.options)
        compile_rules(rules)
        self._actions: list[Action] = []
        self._played_by: list[int] = []
        self._decisions: list[int] = []  # where in _actions each decision stands; what follows it was forced
        self._told: list[int] = []  # for each decision the seats to which it has shown something new, a bit each
        self._advance(seed, self._action[:0])

    def _advance(self, seed: int, actions: Any) -> int:
        """Play on, and add the forced actions to the list; returns who has seen something new, a bit for each seat."""
        self._legal_count, n, told = stepping.advance(
            self._states, seed, actions, len(actions), stepping.MOST_FORCED, self._legal, self._forced
        )
        for row in self._forced[:n].tolist():
            self._actions.append(self.rules.actions[row[ACTION]])
            self._played_by.append(row[SEAT])
        return int(told)

    def _use(self, states: States) -> None:
        self._states = states
        self._turn = states["turn"]  # much quicker to read than the record

    @classmethod
    def new(cls, game: str, players: int, seed: int = 0, **options: Any) -> Game:
        """Begin a game: its name, the number of players, a seed and the game's own options."""
        return cls(rules_of(game), players, seed, options)

    @classmethod
    def from_view(cls, view: Mapping[str, Any], seat: int, seed: int = 0, **options: Any) -> Game:
        """A game as a seat sees it: its view, as `view(seat)` gave it or JSON brought it, and the game's options.

        What the seat cannot know is drawn anew, by the seed: `determinize` gives the same of the game in which the view
        was taken. Raises BadView if this is none, BadOption if an option or the seat is wrong.
        """
        try:
            name, players = str(view["game"]), len(view["players"])
        except (KeyError, TypeError):
            raise BadView("not a view of a game: it names no game, or no players") from None
        game = cls(rules_of(name), players, seed, options)
        seat = game._checked_seat(seat)
        game._memory = viewing.read(game.rules, game._states, view, seat)
        game._imagine(seat, seed)
        game.refresh()
        return game

    # --- the position -----------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The record itself. To set a position up, write to it and call `refresh`."""
        return record_of(self._states)

    @property
    def states(self) -> States:
        """An array with this game as its only element, for compiled code to read."""
        return self._states

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self._states["players"][0])

    @property
    def edition(self) -> str:
        """Which rulebook this game follows."""
        return str(self.options.get("edition", self.rules.editions[0]))

    @property
    def over(self) -> bool:
        return self._legal_count == 0

    @property
    def turn(self) -> int | None:
        """The seat that is to choose; None once the game is over."""
        return None if self.over else int(self._turn[0])

    @property
    def legal_actions(self) -> list[Action]:
        """What the seat to move may choose: two actions or more, none once the game is over."""
        return [self.rules.actions[a] for a in self._legal[: self._legal_count].tolist()]

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far, forced ones included."""
        return tuple(self._actions)

    @property
    def played_by(self) -> tuple[int, ...]:
        """The seat that played each of the actions."""
        return tuple(self._played_by)

    @property
    def decisions(self) -> tuple[int, ...]:
        """Where among the actions each decision stands; what follows it was forced."""
        return tuple(self._decisions)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know; None: what everybody may know."""
        seat = self._checked_seat(seat)
        return self.rules.view(fields_of(self._states), seat) | self._recalled()

    def _recalled(self) -> dict[str, Any]:
        """What a view tells besides; of an imagined game, which has no past, until somebody plays on."""
        if self._has_past:
            return self._recalled_in(self._states, len(self._actions))
        return {} if self._decisions else self._memory

    def _recalled_in(self, states: States, actions: int) -> dict[str, Any]:
        """How things stood when the role was chosen, as far as the rules recall it in a position after so many actions.

        Everybody has seen that.
        """
        recall = self.rules.recalled.get(int(states["decision"][0]))
        if recall is None:
            return {}
        chosen = max(i for i in range(actions) if self._actions[i].text.startswith(ROLE))
        return recall(fields_of(states), fields_of(self._after(chosen)))

    def knows(self, seat: int | None, other: int) -> bool:
        """Whether a seat may know all that another has, and so its points; None asks for an onlooker."""
        seat = self._checked_seat(seat)
        return bool(self.rules.knows(self.state, seat, other))

    def view_after(self, actions: int, seat: int | None) -> dict[str, Any]:
        """What a seat could see after so many of this game's actions: for looking at it again."""
        seat = self._checked_seat(seat)
        if not self._has_past:
            raise BorikenError("an imagined game has no past that could be looked at")
        states = self._after(actions)
        return self.rules.view(fields_of(states), seat) | self._recalled_in(states, actions)

    def _after(self, actions: int) -> States:
        """The position after so many of this game's actions."""
        twin = self._twin()
        past = np.array(self._actions[:actions], np.int16)
        stepping.advance(twin._states, self.seed, past, len(past), 0, twin._legal, twin._forced)
        return twin._states

    def scores(self) -> list[dict[str, int]]:
        """Each seat's points by source, as if the game ended now."""
        states = self._states
        if self.rules.settle is not None:
            states = copy_states(states)
            self.rules.settle(record_of(states))
        standings = self._standings(states)
        names = self.rules.score_sources
        rows = zip(standings.sheet.tolist(), standings.points.tolist(), strict=True)
        return [dict(zip(names, row, strict=True)) | {"total": total} for row, total in rows]

    def _standings(self, states: States) -> Standings:
        standings = new_standings(self.rules, self.players)
        stepping.count_up(states, standings)
        return standings

    @property
    def reasons(self) -> tuple[str, ...]:
        """What will end the game, or has ended it; empty while nothing does."""
        return self.rules.reasons(fields_of(self._states))

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why it ended; None while the game goes on."""
        if not self.over:
            return None
        standings = self._standings(self._states)
        return Outcome(
            points=tuple(standings.points.tolist()),
            tie_break=tuple(standings.ties.tolist()),
            winners=tuple(np.flatnonzero(standings.ahead == 0).tolist()),
            reasons=self.reasons,
        )

    # --- playing ----------------------------------------------------------------------------------------------

    def play(self, action: Action | int | str, seat: int | None = None) -> list[Action]:
        """Play an action, given as such, by number or by text. Returns it with the forced actions that followed.

        Raises UnknownAction, IllegalAction or, if a seat is given that is not to move, NotYourTurn; then nothing has
        changed.
        """
        chosen = self.rules.actions[action]
        seat = self._checked_seat(seat)
        if self.over:
            raise IllegalAction(f"{chosen}: the game is over")
        if seat is not None and seat != self.turn:
            raise NotYourTurn(f"{chosen}: it is seat {self.turn}'s turn, not seat {seat}'s")
        if chosen not in self._legal[: self._legal_count].tolist():
            offered = ", ".join(str(a) for a in self.legal_actions)
            raise IllegalAction(f"{chosen} is not legal now; legal: {offered}")
        first = len(self._actions)
        if first >= MOST_ACTIONS:
            raise Undecided(f"{chosen}: the game has gone on for {first} actions and ends here, undecided")
        self._decisions.append(first)
        self._actions.append(chosen)
        self._played_by.append(int(self._turn[0]))
        self._action[0] = chosen
        self._told.append(self._advance(stepping.NO_SEED, self._action))
        return self._actions[first:]

    def adopt(self, states: States, actions: list[int], played_by: list[int], decisions: list[int]) -> None:
        """Take over from compiled code that has played on from here: where it stands now, and what it has played.

        Forced actions are among `actions`; `decisions` says which of them were chosen, counted from the first.
        """
        first = len(self._actions)
        self._states[:] = states[:1]
        self._actions += self.rules.actions.numbered(actions)
        self._played_by += played_by
        self._decisions += [first + decision for decision in decisions]
        self._told += [_EVERYBODY] * len(decisions)  # compiled code does not say
        nothing = self._action[:0]
        self._legal_count, _, _ = stepping.advance(
            self._states, stepping.NO_SEED, nothing, 0, 0, self._legal, self._forced
        )

    def undo(self) -> list[Action]:
        """Take the last decision back. Returns it with the forced actions that had followed."""
        if not self._has_past:
            raise BorikenError("an imagined game has no past that could be taken back")
        if not self._decisions:
            raise BorikenError("there is nothing to take back")
        first = self._decisions.pop()
        self._told.pop()
        undone = self._actions[first:]
        del self._actions[first:]
        del self._played_by[first:]
        self._advance(self.seed, np.array(self._actions, np.int16))
        return undone

    def may_take_back(self, seat: int) -> bool:
        """Whether the last decision was this seat's and has shown it nothing that it could not know before.

        The rules say so: they name whom an action shows something new (`tell`), be it a card that is drawn, a tile
        that is turned up, or whether another seat has a choice where that depends on cards in its hand.
        """
        seat = self._checked_seat(seat)
        if self.over or not self._has_past or not self._decisions:
            return False
        return self._played_by[self._decisions[-1]] == seat and not self.has_shown(seat)

    def has_shown(self, seat: int) -> bool:
        """Whether the last decision, with what it forced, has shown this seat something new."""
        return bool(self._told and self._told[-1] >> self._checked_seat(seat) & 1)

    def copy(self) -> Game:
        """An independent copy."""
        twin = self._twin()
        twin._actions = list(self._actions)
        twin._played_by = list(self._played_by)
        twin._decisions = list(self._decisions)
        twin._told = list(self._told)
        return twin

    def _twin(self) -> Game:
        """The same position in arrays of its own: other threads may play on it."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.options = dict(self.options)
        twin._use(copy_states(self._states))
        twin._legal = self._legal.copy()
        twin._forced = np.empty_like(self._forced)
        twin._action = np.empty_like(self._action)
        return twin

    def determinize(self, seat: int, seed: int, past: int = 0) -> Game:
        """A game that this seat cannot tell from the real one: all that is hidden from it is drawn anew.

        It depends on the seat's view and the seed alone. With `past` it also recalls so many of the last decisions of
        the others, in games where everybody sees what is played; an imagined game hands on what it recalls itself, to
        the seat that has seen it. Bots are given such games, never the real one. (Where another seat is to move, it may
        have only one legal action there, for want of the cards it really holds.)
        """
        seat, seed = self._checked_seat(seat), _checked_seed(seed)
        past = _whole(past)
        if type(past) is not int or past < 0:
            raise BadOption(f"a past is of 0 decisions or more, not {past!r}")
        twin = self._twin()
        twin._memory = self._recalled()
        twin.past = self._past_of_others(seat, seed, past) if past and self.rules.played_openly else None
        twin._imagine(seat, seed)
        if seat != self.turn:
            twin.refresh()  # what the seat to move could do depends on what it is imagined to hold
        return twin

    def _past_of_others(self, seat: int, seed: int, most: int) -> Past | None:
        """The others' last decisions, with all that a seat could not know at the time drawn anew."""
        if self._has_past:
            theirs = [i for i in self._decisions if self._played_by[i] != seat][-most:]
            actions = np.array(self._actions, np.int16)
            past = Past(new_states(self.rules, len(theirs)), actions[theirs], seat)
            stepping.look_back(copy_states(self._states), self.seed, actions, np.array(theirs, np.int64), past.states)
        elif self.past is not None and self.past.seat == seat:
            past = Past(copy_states(self.past.states[-most:]), self.past.actions[-most:], seat)
        else:
            return None
        stepping.imagine_all(past.states, seat, seed)
        return past

    def _imagine(self, seat: int, seed: int) -> None:
        """Forget what has been played, and draw anew what a seat cannot know."""
        self._actions = []
        self._played_by = []
        self._decisions = []
        self._told = []
        self._has_past = False
        self.seed = seed  # the real one would tell all that is to come
        stepping.imagine(self._states, seat, seed)

    def refresh(self) -> None:
        """Work the legal actions out anew, after the record was written to. Such a game has no past and no record."""
        self._has_past = False
        nothing = self._action[:0]
        self._legal_count, _, _ = stepping.advance(
            self._states, stepping.NO_SEED, nothing, 0, 0, self._legal, self._forced
        )

    def _checked_seat(self, seat: Seat) -> Seat:
        seat = _whole(seat)
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.players):
            raise BadOption(f"there is no seat {seat!r}; the seats are 0 to {self.players - 1}")
        return seat

    # --- records ----------------------------------------------------------------------------------------------

    def record(self, seats: list[str] | None = None) -> Record:
        """The game as a record: what it takes to play it again."""
        from .record import Record

        if not self._has_past:
            raise BorikenError("an imagined game has no record")
        return Record.of(self, seats)

    def to_json(self, seats: list[str] | None = None) -> str:
        """The record as JSON text."""
        return self.record(seats).to_json()

    @staticmethod
    def from_json(text: str) -> Game:
        """The game of a record; raises BadRecord if anything in it does not fit."""
        from .record import Record

        return Record.from_json(text).replay()

    # --- habits of Python -------------------------------------------------------------------------------------

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._use(self._states)

    def __eq__(self, other: object) -> bool:
        """Two games are equal if their states are, whatever led there."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.rules is other.rules and self._states.tobytes() == other._states.tobytes()

    def __hash__(self) -> int:
        return hash(self._states.tobytes())

    def __str__(self) -> str:
        return self.rules.board(self.view(None), [f"seat {i}" for i in range(self.players)])

    def __repr__(self) -> str:
        where = "over" if self.over else f"seat {self.turn} to move"
        return f"<Game {self.rules.name}, {self.players} players, {len(self._actions)} actions, {where}>"


def _whole(number: Number) -> Number:
    """NumPy's whole numbers as Python's, which records and JSON take; anything else as it is, for a check to refuse."""
    return int(number) if isinstance(number, np.integer) else number  # type: ignore[return-value]


def _checked_seed(seed: int) -> int:
    seed = _whole(seed)
    if type(seed) is not int or not 0 <= seed < MOST_SEEDS:
        raise BadOption(f"a seed is a whole number of 0 to 2**63 - 1, not {seed!r}")
    return seed


def compile_rules(rules: Rules, as_promised: bool = False) -> None:
    """Make sure that the rules are compiled, telling whoever waits. (`as_promised`: see `prepare`.)"""

    def warm_up() -> None:
        states = new_states(rules, 2)
        state = record_of(states)
        state.players = rules.players[0]
        rules.write_options(state, rules.check_options(rules.players[0], {}))
        legal = np.zeros(rules.most_legal, np.int16)
        fetch(rules)
        stepping.advance(states, 0, legal[:0], 0, 0, legal, new_log(1))
        stepping.imagine(states, 0, 0)
        stepping.look_back(states, 0, legal[:0], np.zeros(0, np.int64), states[:0])
        stepping.imagine_all(states[:0], 0, 0)
        stepping.count_up(states, new_standings(rules, rules.players[0]))

    prepare(the_rules(rules), warm_up, as_promised)


def the_rules(rules: Rules) -> str:
    """What they are called where they are prepared."""
    return f"the rules of {rules.full_title}"

"""What a game is to the rest of the program: a record type, a handful of compiled rules, and words.

A game's package describes itself once, as `Rules`. Code that serves every game calls the generic functions below
(`setup`, `legal`, `apply`, ...), which find the game by the record: see `generic`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import int16, int64, void
from numba.extending import overload

from .actions import ActionSpace
from .chance import CHANCE
from .compiler import INTERPRETED
from .errors import BadOption
from .generic import GAME, generic
from .options import Option

F = TypeVar("F", bound=Callable[..., Any])

State = Any
"""One game's state: a NumPy record."""

States = Any
"""An array of games."""

Fields = SimpleNamespace
"""A state's fields as plain numbers and lists: quicker to read in Python than a record."""

COMMON_FIELDS: list[tuple[Any, ...]] = [
    ("chance", *CHANCE),  # the generator
    ("players", np.int8),
    ("turn", np.int8),  # the seat that is to choose
    ("decision", np.int8),  # what is being asked: the game's own numbers
    ("over", np.int8),  # 1 once the game has ended
]
"""The fields with which every game's record starts. (Each also has a `round_number`, wherever it stands.)"""

LAST_FIELDS: list[tuple[Any, ...]] = [
    ("told", np.int8),  # the seats to which the last action has shown something new, one bit each
]
"""The fields with which every game's record ends. (Where there was a gap before: older records of bytes still fit.)"""


COMMON_VIEW = ("game", "round", "governor", "decision", "turn", "chooser", "triggers", "players")
"""What every game's view tells: seats as numbers or None, `triggers` as `Rules.reasons`, a board for each player."""


@dataclass(frozen=True, eq=False)
class Rules:
    """A game: what it is called, who can play it, and its rules."""

    name: str
    """As on the command line and in records: `puerto-rico`."""
    title: str
    """As people write it: Puerto Rico."""
    version: int
    """Raised whenever the same seed and actions could lead to another game. Records carry it."""
    editions: tuple[str, ...]
    """Which rulebooks these rules follow. Where there are several, the option `edition` chooses."""
    players: range
    usual_players: int
    dtype: np.dtype[Any]
    """The record: the whole state of a game."""
    older: tuple[np.dtype[Any], ...]
    """Records of earlier versions: `carried_over` reads them."""
    actions: ActionSpace
    most_legal: int
    """No position has more legal actions than this."""
    options: Mapping[str, Option]
    check_options: Callable[[int, Mapping[str, object]], dict[str, Any]]
    """(players, options) -> every option with its value; raises BadOption."""
    write_options: Callable[[State, Mapping[str, Any]], None]
    """Write checked options into a fresh record, for `setup` to read."""

    # Compiled rules, called through the generic functions below.
    setup: Callable[[State, int], None]
    legal: Callable[[State, Any], int]
    apply: Callable[[State, int], None]
    score: Callable[[State, int, Any], None]
    tie_break: Callable[[State, int], int]
    redraw: Callable[[State, int, int], None]

    # Asked by compiled rules and by Python alike.
    knows: Callable[[State | Fields, int | None, int], bool]
    """(game, seat, another) -> whether the seat may know all that the other has; None asks for an onlooker."""

    # For people.
    score_sources: tuple[str, ...]
    """Where points come from: the columns that `score` writes."""
    view: Callable[[Fields, int | None], dict[str, Any]]
    """What a seat may know; None: what everybody may know. Every view has the keys of COMMON_VIEW."""
    reasons: Callable[[Fields], tuple[str, ...]]
    """Why the game ends or has ended: short names of the triggers met so far."""
    reason_words: Mapping[str, str]
    """Each of those short names as a sentence."""
    board: Callable[[dict[str, Any], Sequence[str]], str]
    """A view as text, for a terminal; the names are those of the seats."""
    recalled: Mapping[int, Callable[[Fields, Fields], dict[str, Any]]] = field(default_factory=dict)
    """By decision: (the position now, when the role was chosen) -> what a view tells besides, of how things stood."""
    read_view: Callable[[State, Mapping[str, Any], int], None] | None = None
    """(a record laid out with the game's options, a view, whose it is) -> write what the view shows; what it does not,
    `redraw` draws then. None: games are not built from views."""
    played_openly: bool = False
    """Whether everybody sees which action anybody plays."""
    settle: Callable[[State], None] | None = None
    """Before points are counted amid a game: bring to rest what a seat holds in its hand for a moment."""
    essence: Callable[[Fields], Fields] | None = None
    """A position without what makes no difference: positions with the same essence come to the same. None: all does."""
    expansions: str = ""
    """Empty for a game by itself; for the same game with expansions, which has a record of its own, what they are."""
    with_expansions: Callable[[Mapping[str, Any]], Rules | None] | None = None
    """Checked options -> these rules with expansions, or None if the options call for none."""
    all_expansions: Mapping[str, Any] = field(default_factory=dict)
    """The options that put all expansions into a game; empty where there are none."""

    @property
    def key(self) -> str:
        """Tells a game with expansions from the one without: in names of files and of what is compiled."""
        return f"{self.name}-{self.expansions}" if self.expansions else self.name

    @property
    def full_title(self) -> str:
        """For people: Puerto Rico with expansions."""
        return f"{self.title} with {self.expansions}" if self.expansions else self.title

    def for_options(self, options: Mapping[str, Any]) -> Rules:
        """These rules, or those with expansions if checked options call for them."""
        return (self.with_expansions and self.with_expansions(options)) or self

    def version_for(self, players: int, options: Mapping[str, Any]) -> int:
        """The version by which a game with these options goes: rules with expansions have one of their own."""
        try:
            return self.for_options(self.check_options(players, options)).version
        except BadOption:  # of a later version, perhaps; else whoever deals it says what is wrong with them
            return self.version

    def __reduce__(self) -> tuple[Callable[[str], Rules], tuple[str]]:
        return _rules_of_key, (self.key,)  # pickled by name: there is one of each


_GAMES: dict[str, Rules] = {}


def register(rules: Rules) -> Rules:
    """Make a game known by its name, and its rules by its record."""
    names = [name for name, *_ in (*COMMON_FIELDS, ("round_number",), *LAST_FIELDS)]
    if missing := [name for name in names if name not in (rules.dtype.names or ())]:
        raise TypeError(f"the record of {rules.title} lacks {', '.join(missing)}: see COMMON_FIELDS, LAST_FIELDS")
    _GAMES[rules.key] = rules
    for function in (setup, legal, apply, score, tie_break, redraw):
        function.add(rules.key, rules.dtype, getattr(rules, function.name))
    return rules


def fetch(rules: Rules) -> None:
    """Have all rules compiled or loaded: nobody shall wait for one of them in the middle of a game."""
    for function in (setup, legal, apply, score, tie_break, redraw):
        function.fetch(rules.dtype)


def rules_of(name: str) -> Rules:
    """The rules of the game with that name; `Rules.for_options` leads to those with expansions."""
    importlib.import_module("boriken.games")  # where all games register themselves; this layer must not know them
    games = {rules.name: rules for rules in _GAMES.values() if not rules.expansions}
    if name not in games:
        raise BadOption(f"there is no game {name!r}; there is {', '.join(sorted(games))}")
    return games[name]


def _rules_of_key(key: str) -> Rules:
    importlib.import_module("boriken.games")
    return _GAMES[key]


def new_states(rules: Rules, n: int = 1) -> States:
    """Room for n games.

    Interpreted rules need the attributes of a recarray; compiled code is called four times faster with a plain array.
    """
    states = np.zeros(n, rules.dtype)
    return states.view(np.recarray) if INTERPRETED else states


def copy_states(states: States) -> States:
    """A copy to the byte. (NumPy's own leaves out the gaps between fields, but equal games must be equal bytes.)

    Not by a view of the bytes: NumPy takes ten times as long to find out whether that may be looked at so.
    """
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes())).view(type(states))


def narrowed(dtype: np.dtype[Any], **kinds: Any) -> np.dtype[Any]:
    """An earlier layout of a record: these fields had these types."""
    fields = [(name, *(dtype[name].subdtype or (dtype[name],))) for name in dtype.names or ()]
    return np.dtype([(name, kinds.get(name, kind), *shape) for name, kind, *shape in fields], align=True)


def carried_over(rules: Rules, data: bytes, n: int) -> bytes:
    """n states that were kept as bytes, in the present layout; what fits no earlier one is handed back as it is."""
    older = next((dtype for dtype in rules.older if len(data) == n * dtype.itemsize), rules.dtype)
    if older.itemsize == rules.dtype.itemsize:
        return data
    before = np.frombuffer(data, older)
    states = np.zeros(n, rules.dtype)
    for name in rules.dtype.names or ():
        states[name] = before[name]
    return states.tobytes()


def record_of(states: States, i: int = 0) -> State:
    """A game of the array as a record with attributes, for writing in Python."""
    return states.view(np.recarray)[i]


def fields_of(states: States, i: int = 0) -> Fields:
    """A game of the array as plain numbers and lists, for reading in Python."""
    values = (value.tolist() if isinstance(value, np.ndarray) else value for value in states[i].item())
    return Fields(**dict(zip(states.dtype.names, values, strict=True)))


def rules_for(dtype: np.dtype[Any]) -> Callable[..., Callable[[F], F]]:
    """A decorator for rules of games with this record. Where they are called with another, they are a constant.

    So one source serves a game with and without an expansion, and the game without it compiles nothing of it and runs
    no slower: the constant decides every branch while compiling.
    """
    record_type = numba.from_dtype(dtype)

    def decorator(otherwise: Any = None) -> Callable[[F], F]:
        def decorate(function: F) -> F:
            if INTERPRETED:

                @functools.wraps(function)
                def by_record(s: State, *args: Any) -> Any:
                    return function(s, *args) if s.dtype == dtype else otherwise

                return cast("F", by_record)

            @functools.wraps(function)
            def stub(*args: Any) -> Any:
                raise TypeError(f"{function.__name__} is for compiled code to call")

            def constant(*args):  # type: ignore[no-untyped-def]
                return otherwise

            stub.for_record = lambda given: function if given == dtype else constant  # type: ignore[attr-defined]
            overload(stub, strict=False)(lambda *args: function if args[0] == record_type else constant)
            return cast("F", stub)

        return decorate

    return decorator


# --- the rules as generic functions, for code that serves every game --------------------------------------------------


@generic(void(GAME, int64))
def setup(s: State, seed: int) -> None:
    """Lay a new game out, for the players and options that stand in the record."""


@generic(int64(GAME, int16[::1]))
def legal(s: State, out: Any) -> int:  # type: ignore[empty-body]
    """Write the legal actions and return how many there are (0 once the game is over)."""


@generic(void(GAME, int64))
def apply(s: State, action: int) -> None:
    """Play a legal action."""


@generic(void(GAME, int64, int64[::1]))
def score(s: State, seat: int, out: Any) -> None:
    """Write a seat's points by source, as if the game ended now."""


@generic(int64(GAME, int64))
def tie_break(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """What decides between seats with equal points: more is better."""


@generic(void(GAME, int64, int64))
def redraw(s: State, seat: int, seed: int) -> None:
    """Draw anew, in place, everything that a seat cannot know: hidden pieces and all chance to come."""

"""What a game's own package gives to the pages: a row for each decision, and a `Presenter` with all the rest.

The shared modules draw any game and know none. A game's own package holds its words, its board,
its log, its ending and its lessons; `presenters` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from boriken.engine import Game, written

from .advice import Advice, advice_for
from .scene import Bringing, Effect, Scene
from .words import spoken_name

View = Mapping[str, Any]
Draft = tuple[str, ...]
Lesson = tuple[str, str]
Key = tuple[str, str, int]
"""Something that is counted: symbol, word, and the most there can be (0: no limit)."""
Tell = Callable[[str, int, View, View], list[Any]]
"""What the log says of an action: from its piece, its seat and the table before and after it to lines of words."""


@dataclass(frozen=True)
class Asked:
    """All that the pages say of one decision."""

    question: str
    """To the seat that decides."""
    waiting: str
    """To the others: what that seat does. `settles`"""
    phase: str = ""
    """The role in whose phase it is asked, where the view does not say so."""
    at_once: bool = False
    """Yes or no, with no piece to press: the buttons play at once."""
    accept: str = ""
    """The button for yes."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """Where there are several kinds of yes: the button for each action."""
    decline: str = "Pass"
    """The button for no."""
    declined: tuple[str, ...] = ("passes",)
    """A verb and more: what the log says of a no. Empty: nothing."""
    confirm: str = "Confirm"
    """The button once pieces are staged."""
    confirm_short: str = ""
    """The same on a phone."""
    names_piece: bool = True
    """Whether that button names a piece that is staged alone."""
    rearranges: bool = False
    """Pieces are moved on and off rather than chosen: what is confirmed is how they stand."""
    together: str = ""
    """Decisions with the same word here are made in a row by one seat and confirmed together."""
    answered_by: str = ""
    """The verb of the pieces that answer it, where those of the row must be asked in order."""
    brings: str = ""
    """The number it is done for, a word of `Presenter.numbers`: if no choice raises it, only passing makes sense."""
    passes_alone: bool = False
    """Whether passing is a choice of its own, never the rest of one."""
    passes_on: bool = False
    """Whether passing only leads to the next question of the row: nobody is asked to press it."""
    sets: tuple[tuple[tuple[str, str], ...], ...] = ()
    """Pieces that lie in the bar, too, by set: each with its drawing."""
    lesson: Lesson | None = None
    """Heading and text beside the table in a guided game; None: those of the phase."""


@dataclass(frozen=True)
class Staged:
    """What is staged, in words."""

    words: str = ""
    emphasis: str = ""
    after: str = ""
    """The sentence goes on after what is emphasised."""
    note: Effect | None = None
    """Stands before what it would bring."""


@dataclass(frozen=True)
class Part:
    """A part of a game's board."""

    verbs: frozenset[str]
    """Which pieces can be pressed there: those that stand for actions with these verbs."""
    depends_on: Callable[[Scene], Any]
    """All that it shows besides names and pieces to press, as plain data: while this stays, it is not drawn anew."""
    shown: Callable[[Scene], dict[str, Any]]
    """What its template needs."""


@dataclass(frozen=True)
class Source:
    """A row of the score sheet."""

    name: str = ""
    """Else the source's own name."""
    icon: str = ""
    """Else that of the building."""
    note: Callable[[Mapping[str, Any]], str] | None = None
    """The arithmetic in small type, from a player's board."""
    only_if_scored: bool = False
    """Left out where nobody could have it."""
    in_game: Callable[[View], bool] | None = None
    """Whether it is in this game, where not every game has it."""


@dataclass(frozen=True)
class Plan:
    """What a draft comes to."""

    draft: tuple[str, ...]
    actions: tuple[str, ...]
    """What confirming plays, in the engine's order; while not ready, one way to complete the draft."""
    ready: bool
    offered: frozenset[str]
    """Pieces that may be pressed besides."""
    needs: int = 0
    """How many more must be pressed."""


@dataclass(frozen=True)
class Way:
    """One of the ways to play with an expansion: a value of its option, or `list`."""

    value: str
    icon: str
    name: str
    words: str


@dataclass(frozen=True)
class KindGroup:
    """Kinds that may be named in a list, of which so many belong there."""

    heading: str
    wanted: int
    kinds: Sequence[Mapping[str, str]]
    """`id`, `name`, `icon` and `box` of each."""


@dataclass(frozen=True)
class Expansion:
    """An expansion in the form for a new table."""

    option: str
    icon: str
    words: str
    """What it adds, in a sentence."""
    ways: Sequence[Way] = ()
    """Where it is more than yes or no: the usual one first."""
    listed: Sequence[KindGroup] = ()
    """What a list may name."""
    list_usual: frozenset[str] = frozenset()
    """What a list begins with."""
    house_rules: Sequence[str] = ()
    """Options that mean something only with it."""


@dataclass(frozen=True)
class Rearranging:
    """How pieces are moved for a decision that `rearranges`: where they stand is planned as a whole."""

    is_asked: Callable[[Game], bool]
    plan: Callable[[Game, int, Draft], Plan]
    press: Callable[[Game, int, Draft, str], Draft]
    base: Callable[[Game, int, Draft], Mapping[str, Any]]
    """Where the pieces stood, and stand with the draft."""
    effects: Callable[[Game, int, Sequence[str]], tuple[Effect, ...]]
    """What it would bring, besides what is counted anyway."""
    take_off: str
    """How pieces begin that are not actions of the game."""


@dataclass(frozen=True)
class Presenter:
    """All that the pages know of one game."""

    short: str
    """For the names of style classes."""
    icon: str
    template: str
    styles: tuple[str, ...]
    """Its own style sheets."""
    pitch: str
    """Why one would play it, on the front page."""
    decisions: Mapping[Any, Asked]
    """A row for each member of the game's `Decision`."""
    phase_of: Callable[[View], str]
    """The role being played, or nothing."""
    parts: Mapping[str, Part]
    tabs: Mapping[str, tuple[str, str, str]]
    """Symbol and words for each part, for those who play and for onlookers."""
    acts_alone: Callable[[View], bool]
    """Whether only whoever took the role acts in this phase."""
    order: Callable[[Scene], list[str]]
    """The parts of the board from top to bottom."""
    staged: Callable[[Scene], Staged]
    gauges: Callable[[View], list[dict[str, Any]]]
    """What ends the game."""
    rival: Callable[[Scene, int], dict[str, Any]]
    """Another's board."""
    rival_depends_on: Callable[[Scene, int], Any]
    """What it shows, besides who that is and whose turn it is."""
    log: Mapping[str, Tell]
    """By the verb of the action."""
    secret_verbs: Mapping[str, tuple[str, ...]]
    """What the log tells a seat of its own cards: a verb, and what follows the card."""
    icon_of: Callable[[str], str]
    """The drawing of a building."""
    sources: Mapping[str, Source]
    """Of points, where there is more to say than their names."""
    unseen_sources: frozenset[str]
    """Of these, those that count what only a seat itself may know."""
    tie_words: str
    role_text: Mapping[str, str]
    """What stands on a role card: the privilege of whoever takes it."""
    role_rules: Mapping[str, str]
    option_words: Mapping[str, str]
    expansions: Sequence[Expansion]
    """Options that stand before the house rules in the form, each with a picture and a sentence."""
    choice_words: Mapping[Any, str]
    """For values of options."""
    introduction: Sequence[Lesson]
    advice: Sequence[Advice]
    """For a guided game, where it fits the table."""
    waiting_lesson: Lesson
    reference: Callable[[], list[dict[str, Any]]]
    """All buildings or cards, in groups."""
    purse: Callable[[Mapping[str, Any]], str]
    """What a player has to spend, in words, from the player's board. `5 doubloons`"""
    numbers: Callable[[Game, int], dict[Key, int]]
    """What a seat counts."""
    prices: Callable[[Game, int], dict[str, int]]
    """What each building costs the seat that is to build."""
    brings: Callable[[Game, int], Mapping[str, Bringing]]
    """What each role would bring to the seat that is to take one, and to the others."""
    candidates: Callable[[Game, int, Draft], list[str]]
    """What might be pressed besides a draft: a text for each piece that lies before the seat."""
    rearranging: Rearranging | None = None

    @cached_property
    def _by_name(self) -> dict[str, Asked]:
        return {written(decision): row for decision, row in self.decisions.items()}

    def asked(self, view: View) -> Asked:
        """What is being asked."""
        return self._by_name[view["decision"]]

    def lesson(self, view: View) -> Lesson | None:
        """What stands beside the table of a guided game for the seat that decides."""
        advice = advice_for(self.advice, view)
        if advice is not None:
            return advice
        phase = self._by_name.get(self.phase_of(view))
        return self.asked(view).lesson or (phase.lesson if phase else None)

    @cached_property
    def batches(self) -> dict[int, frozenset[int]]:
        """For each decision that is staged with others: all of them."""
        words = {row.together for row in self.decisions.values()} - {""}
        batches = [frozenset(int(d) for d, row in self.decisions.items() if row.together == word) for word in words]
        return {decision: batch for batch in batches for decision in batch}

    @cached_property
    def answered_at(self) -> dict[str, int]:
        """Which question a piece answers, by its verb, for questions that are asked in the order of their numbers."""
        return {row.answered_by: int(decision) for decision, row in self.decisions.items() if row.answered_by}

    @cached_property
    def passing_alone(self) -> frozenset[int]:
        """Decisions where passing is a choice of its own."""
        return frozenset(int(decision) for decision, row in self.decisions.items() if row.passes_alone)

    @cached_property
    def passing_on(self) -> frozenset[int]:
        """Decisions where passing is no choice of its own."""
        return frozenset(int(decision) for decision, row in self.decisions.items() if row.passes_on)


def action_icon(presenter: Presenter, action: str) -> str:
    """The drawing of what an action takes: a role, a building, a tile; of others none."""
    verb, _, piece = action.partition(":")
    match verb:
        case "role":
            return f"r-{spoken_name(piece)}"
        case "build":
            return presenter.icon_of(piece)
        case "settle":
            return f"p-{piece}"
    return ""

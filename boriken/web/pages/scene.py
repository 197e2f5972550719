"""What a page is made of: the contract between the server and the pages.

The server knows tables, people and moves; the pages know HTML. The server tells a page who sits where (`TableShown`),
hands it the game and the seat that looks (`make_scene` in `boriken.web.pages`), and gets text back. Whatever a
seat may not know is gone before any template sees it: `make_scene` reads `Game.view(seat)`, legal actions and imagined
games only.

What the server calls, all of it in `boriken.web.pages`:

| function | gives |
|---|---|
| `make_scene(table, game, seat, draft=(), ...)` | a `Scene`; `seat` None: an onlooker |
| `table_page(scene)` | the whole page of a running game |
| `table_parts(scene)` | the parts of that page by id, for a socket message or an answer to a script |
| `end_page(scene, shown=None)` | verdict, score sheet, chart; for a finished game, with what a review has found |
| `review.review_page(shown)` | the review of a finished game at one moment; `ask_for_review_page` before there is one |
| `replay_page(scene, replay)` | the table as it was after so many actions |
| `waiting_page(table, ...)` | a table with free seats: who is there, the invitation |
| `give_up_page(scene, level)` | whether to leave a game, and what becomes of it |
| `lobby_page(lobby)`, `new_table_page(lobby)` | the lobby; the form alone |
| `reference_page(game)`, `learn_page(reached)`, `message_page(...)` | reference, list of lessons, words |
| `lesson_page(lesson, step, ...)`, `lesson_update(...)` | a step of a lesson, whole or in parts |
| `explore_page(explored)`, `explore_update(...)` | a moment of a finished game with its choices, whole or in parts |
| `mistake_page(asked)`, `mistake_update(...)` | one's mistake as a question, whole or in parts |
| `looking_back_page(table, ...)` | how far the review is that tells one's mistakes |
| `puzzles_page(...)`, `puzzle_page(shown, ...)`, `puzzle_update(...)` | all puzzles; a question, whole or in parts |
| `answered_page(shown, given)`, `openings_page(game, name)` | a puzzle after the answer; openings |
| `press(game, seat, draft, piece)` | the draft after a piece was pressed |
| `may_be_regretted(game, seat, draft)` | whether a staged role, once played, could be taken back |
| `only_passing_makes_sense(game, seat)` | whether no choice brings what the decision is for |
| `plan(game, seat, draft)` | what confirming would play: `Plan.ready`, `Plan.actions` (in the engine's order) |
| `Chronicle()` | the log; one for each cached game makes rendering quick (`chronicle.follow(game, names)`) |

Addresses that the pages use. A form field `number` is the last entry of the table that the page knew; another one now
means a stale request (409). A plain post is answered with 303 to the table; a request with `Accept: application/json`
with `Update` as JSON (`update(scene)` makes it) or, refused, `{"error": "words"}` and a 4xx status. Answers and socket
messages have a `stamp` of what the page then shows. A script that presses or moves and sends it along as `shown` gets
only the parts that have changed since, and `since` says so.

| address | what |
|---|---|
| GET / | lobby |
| POST /quick | `game`, `bots` (how many), `level`: a table for one, at once; 303 to it |
| GET /tables/new, POST /tables | `game`, `players`, `seat-2` .. `seat-5` (`open`, `bot:LEVEL`), `shuffle`, `name`, |
| | `me`, `public`, `hints`, and for each option `GAME:OPTION` (checkboxes: `on` or absent; else the value as text). A |
| | ticked expansion that is more than yes or no has `GAME:OPTION:way`; if that is `list`, `GAME:OPTION:NAME` |
| GET /tables/ID | the table; finished: the end page; with free seats: the waiting page |
| POST /tables/ID/draft | `number`, `press` (a piece) or `clear=1`: stage; with `straight=1` a role that could be |
| | taken back is played at once |
| POST /tables/ID/move | `number`, and either `action` (one action's text) or nothing: confirm the draft |
| POST /tables/ID/undo | `number`: take back |
| POST /tables/ID/pass | `number`: pass if only that makes sense, else do nothing |
| POST /tables/ID/hint | `number`: think; the answer's scene has a `hint` |
| POST /tables/ID/pace | `pace`: `slow`, `usual`, `quick`, `at-once` |
| POST /tables/ID/seats/SEAT/sit | take a free seat (`key` for an invitation, `name`), or one's own back from a bot |
| POST /tables/ID/seats/SEAT/bot | `level`: give a seat that was left alone to a bot |
| GET, POST /tables/ID/give-up | how the game stands, and whether to leave it to a bot; leave it |
| GET /tables/ID/join?key=KEY | the invitation link: the waiting page, with a button to sit down |
| POST /tables/ID/rematch | `turn=1`: with the seats moved on by one |
| GET /tables/ID/replay | `at` (number of actions), `seat` (a number, or `all`, or absent: what everybody saw) |
| GET /tables/ID/record.json | download |
| GET /tables/ID/review | `at` (number of actions), `who` (whose decisions are listed), `show=bad` (only mistakes) |
| POST /tables/ID/review | have it made |
| POST /records | a file `record` or a field `text`; 303 to its replay or, with `then=review`, to its review |
| GET /replays | finished games and the form to bring a record (`replays_page(lobby)`) |
| GET /explore/tables/ID | a finished game: `at` (number of actions), `line` (decisions tried from there on, with |
| | commas between), `draft`; `judged=1`: with its choices judged |
| GET /explore/tables/ID/judgement | the same in parts, judged, as an `Update` |
| POST /explore/tables/ID/draft, /move | `at`, `line`, `draft`, and `press`, `clear` or `action`: stage; go on |
| POST /explore/tables/ID/play | `at`, `line`, `seat`, `level`: a table that begins there; 303 to it |
| GET /mistakes/ID | `seat`, `n` (which question), `answer` (an action, or `?`: tell me), `draft` |
| POST /mistakes/ID | `seat`: have the game reviewed |
| POST /mistakes/ID/draft, /move | `seat`, `n`, `draft`, and `press`, `clear` or `action`: stage; answer |
| GET /learn, GET /learn/GAME | learning pages; POST /learn/GAME begins the guided game (a table with `lesson` set) |
| GET /learn/GAME/LESSON/STEP | a step of a lesson; `draft` (pieces pressed), `instead` (what was done wrong) |
| POST /learn/GAME/LESSON/STEP/draft | `press` or `clear`, with `draft` as it was: stage |
| POST /learn/GAME/LESSON/STEP/move | `draft`, or `action`: confirm; 303 to the next step, or back to this one |
| GET /puzzles, GET /openings, GET /openings/GAME | the list of puzzles; what bots take in the first round |
| GET /puzzles/GAME/today, GET /puzzles/GAME/next | 303 to a puzzle; `theme` |
| GET /puzzles/GAME/KEY | a puzzle, or its answer once it was answered; `draft`, `given`, `again`, `theme` |
| POST /puzzles/GAME/KEY/draft | `press` or `clear`, with `draft` as it was: stage |
| POST /puzzles/GAME/KEY/answer | `draft`, or `action`, or `show=1`: answer; 303 to the same page |
| GET /reference/GAME | reference of roles and buildings |
| POST /me | `name`: what I am called |
| WS /tables/ID/socket | the server sends `Update`s as JSON whenever the table changes for this seat; the client sends |
| | `{"number": N}` after each (re)connection and gets an `Update` if it is behind, and `{"ping": 1}` now and then |
| GET /static/FILE | style sheets, script, drawings |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from boriken.analysis import Estimate

Kind = Literal["person", "bot", "open"]
Pace = Literal["slow", "usual", "quick", "at-once"]


@dataclass(frozen=True)
class Seat:
    """A seat at a table, as everybody may see it."""

    number: int
    """From 0; flags are numbered from 1."""
    name: str
    kind: Kind = "person"
    level: str = ""
    """A bot's strength: `easy`, `medium`, ..."""
    connected: bool = True
    is_me: bool = False
    may_be_given_away: bool = False
    """Left alone long enough that the others may give it to a bot."""
    was_mine: bool = False
    """A bot plays on for whoever looks, who may have the seat back."""


@dataclass(frozen=True)
class TableShown:
    """A table: who sits there and what is played."""

    id: str
    title: str
    game: str
    """Its name, one of `GAMES`."""
    seats: tuple[Seat, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    pace: Pace = "usual"
    hints: bool = True
    """Whether hints are allowed here."""
    lesson: bool = False
    """A guided first game: short texts stand beside the table."""
    invitation: str = ""
    """The path of the invitation link, for those who may hand it on."""
    minutes: int | None = None
    """How long the game has taken so far."""
    note: str = ""
    """What those should know who wait for a bot."""
    origin: str = ""
    """The path of the moment of another game from which this one was played on."""
    origin_at: int = 0
    """How many moves had been played there."""


@dataclass(frozen=True)
class HintChoice:
    """What the bot thinks of one choice."""

    action: str
    chance: float | None = None
    """The chance to win, 0 to 1."""
    visits: int | None = None
    points: float | None = None
    """Points expected at the end."""
    sentence: str = ""
    low: float | None = None
    """The chance lies between `low` and `high` 19 times in 20, as far as the samples tell."""
    high: float | None = None
    group: int = 0
    """0 for the best and all to which no difference is shown."""
    loss: float = 0.0
    """By how much it wins less often than the best; 0 where no difference is shown."""
    open_cards: Estimate | None = None
    """The chance with all cards open: only of games that are over."""


@dataclass(frozen=True)
class Hint:
    """What a bot would do, and why not the others; best first."""

    choices: tuple[HintChoice, ...]
    bot: str
    seconds: float
    sentence: str = ""
    chances: tuple[float, ...] = ()
    """To win, by seat, if the best choice is made."""


@dataclass(frozen=True)
class LogPiece:
    """Something that is not plain text within a sentence: a good, coins, a building's name, who did it, a verb."""

    kind: Literal["good", "coins", "points", "cards", "colonists", "place", "name", "seat", "verb"]
    name: str = ""
    n: int | None = None


Words = tuple[str | LogPiece, ...]
"""A sentence: texts and pieces in turn."""


@dataclass(frozen=True)
class Line:
    """A line of the log; without a seat it is a heading."""

    words: Words
    seat: int | None = None
    at: int = 0
    """How many actions had been played once this was done."""
    round: int = 0
    private: Words | None = None
    """What the seat itself reads instead: which card it was."""


@dataclass(frozen=True)
class Effect:
    """A consequence: what, from, to; or only a note."""

    icon: str
    word: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Brought:
    """What a role would bring to a seat if everybody did as much as possible."""

    seat: int
    gets: tuple[Effect, ...]
    """Empty: nothing."""
    gives: tuple[Effect, ...] = ()
    """The goods that it ships or sells for it."""


@dataclass(frozen=True)
class Bringing:
    """What taking a role would bring."""

    to: tuple[Brought, ...]
    """To whoever takes it first, then to the others in turn order."""
    doubloons: int = 0
    """That lie on the card, besides."""


@dataclass(frozen=True)
class Replay:
    """Where a replay stands."""

    at: int
    last: int
    seat: int | Literal["all"] | None
    """Whose eyes: a seat's, everybody's open hands (finished games), or what all could see."""
    seats: tuple[int | Literal["all"] | None, ...]
    """Whose eyes may be chosen."""
    rounds: tuple[int, ...] = ()
    """After how many actions each round began."""
    share: str = ""
    """The path of a link that may be shared."""
    base: str = ""
    """The path of this replay; `at` and `seat` are added to it."""
    record: str = ""
    """The path of the record's download."""
    explore: str = ""
    """The path of exploring this moment."""


@dataclass(frozen=True)
class Scene:
    """One seat's knowledge of a table, ready to be drawn. Made by `make_scene`."""

    table: TableShown
    view: Mapping[str, Any]
    seat: int | None
    """Who looks; None: an onlooker."""
    turn: int | None
    number: int
    """How many entries the table has: what a move must carry."""
    moves: int = 0
    """How many actions have been played, forced ones included: what people are told, and what replays count."""
    legal: tuple[str, ...] = ()
    """Texts of the legal actions; empty unless it is this seat's turn."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    draft: tuple[str, ...] = ()
    offered: frozenset[str] = frozenset()
    """Pieces that may be pressed now."""
    ready: bool = False
    """Whether the draft can be confirmed."""
    needs: int = 0
    """How many more pieces must be pressed before it can."""
    effects: tuple[Effect, ...] = ()
    prices: Mapping[str, int] = field(default_factory=dict)
    """What each building would cost this seat now, where that can be known."""
    built: Mapping[str, tuple[Effect, ...]] = field(default_factory=dict)
    """What follows from each building that this seat may build now: its text, and the effects once it is staged."""
    brings: Mapping[str, Bringing] = field(default_factory=dict)
    """What each role that this seat may take now would bring."""
    base: Mapping[str, Any] | None = None
    """Placing colonists: where they stood before."""
    after: Mapping[str, Any] | None = None
    """The view once the draft is confirmed, if it is the same whatever is hidden."""
    points: tuple[int, ...] = ()
    """Points by seat as if the game ended now, as far as everybody can see them."""
    log: tuple[Line, ...] = ()
    past: tuple[Line, ...] = ()
    """That part of the log which stays as it is for a whole round: its first lines."""
    may_undo: bool = False
    hint: Hint | None = None
    reasons: tuple[str, ...] = ()
    """What ends the game, in words."""
    winners: tuple[int, ...] = ()
    sheet: tuple[Mapping[str, int], ...] = ()
    """Finished: points by source for each seat, with `total`."""
    tie_break: tuple[int, ...] = ()
    curve: tuple[tuple[int, ...], ...] = ()
    """Finished: points of each seat at the end of each round, the last one included."""
    rounds: tuple[int, ...] = ()
    """Finished: after how many actions each round began."""

    @property
    def you(self) -> int | None:
        """Whom sentences call `you`: who looks, unless it is a stranger who looks back through that seat's eyes."""
        return self.seat if self.seat is not None and self.table.seats[self.seat].is_me else None


class Update(TypedDict):
    """What a script gets: the parts that make the page current."""

    number: int
    finished: bool
    title: str
    parts: dict[str, str]
    order: list[str]
    """The parts of the board, from top to bottom."""
    mover: str
    """The id of the board that pieces move from."""
    say: str
    """For a screen reader: what has just happened."""
    seat: int | None
    """Who looks: with another seat, or none, it is another page."""


@dataclass(frozen=True)
class LobbyTable:
    """A row of the lobby."""

    id: str
    title: str
    game: str
    about: str
    """`round 9`, `4 players · new buildings`."""
    seats: tuple[Seat, ...]
    state: Literal["my-turn", "mine", "open", "watch", "finished"]
    words: str = ""
    """`since 2 minutes`, `waits for 2 players`, `Ceiba thinks`, `Ana won with 58`."""
    asked: str = ""
    """`You have the builder and 5 doubloons. Build something.`; of the first table where it is my turn."""


@dataclass(frozen=True)
class GamePrepared:
    """How far a game is prepared on the first start."""

    name: str
    title: str
    ready: bool
    """Whether it can be played."""
    levels: tuple[str, ...]
    """Of bots that are there."""
    next_one: str
    """What is prepared next: `rules`, a level, or nothing."""
    seconds: int
    """Until then, about."""


@dataclass(frozen=True)
class Prepared:
    """How far everything is prepared on the first start."""

    percent: int
    games: tuple[GamePrepared, ...]


@dataclass(frozen=True)
class Lobby:
    """Everything the lobby shows to one visitor."""

    name: str
    tables: tuple[LobbyTable, ...] = ()
    """My turn first, then mine, open ones, those to watch, finished ones."""
    levels: Sequence[str] = ("easy", "medium", "hard")
    usual_level: str = "medium"
    last_bots: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    """For each game how many bots I last wanted, and how strong."""
    notice: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """The form's fields as they were sent, if they were refused."""
    preparing: Prepared | None = None
    """As long as something is being prepared."""

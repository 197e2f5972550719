"""The decision bar: whose turn it is, what is asked, what follows, and every button. The same for both games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .scene import Effect, Scene
from .words import spoken_name

PHASES = {
    "puerto-rico": {
        "role": "",
        "settler": "settler",
        "hospice": "settler",
        "mayor": "mayor",
        "place": "mayor",
        "builder": "builder",
        "university": "builder",
        "craftsman": "craftsman",
        "trader": "trader",
        "captain": "captain",
        "warehouse": "captain",
        "windrose": "captain",
        "over": "",
    }
}

QUESTIONS = {
    "puerto-rico": {
        "role": "Take a role",
        "settler": "Take a tile for your island",
        "hospice": "Take a colonist for the new tile?",
        "mayor": "Take one more colonist from the supply?",
        "place": "Place your colonists",
        "builder": "Build something",
        "university": "Take a colonist for the new building?",
        "craftsman": "Take one more barrel of what you made",
        "trader": "Sell a barrel to the trading house",
        "captain": "Load a good onto a ship",
        "warehouse": "Choose what your warehouse keeps, and one barrel more",
        "windrose": "Choose the one barrel that you keep",
    },
    "san-juan": {
        "start": "Choose the cards that you give back",
        "office": "Exchange up to 2 cards",
        "chapel": "Put a card under the chapel?",
        "bank": "Put cards under the bank, once in the game",
        "tower": "Use the tower and keep up to 12 cards?",
        "limit": "Discard down to your limit",
        "role": "Take a role",
        "library": "Double this privilege with your library?",
        "builder": "Build something from your hand",
        "crane": "Build over one of your buildings?",
        "goods": "Pay with goods?",
        "pay": "Choose the cards to pay with",
        "carpenter": "Draw a card with your carpenter?",
        "poor-house": "Draw a card with your poor house?",
        "producer": "Choose where to make goods",
        "trader": "Choose the goods to sell",
        "councillor": "Choose the card to keep",
        "archive": "Choose the cards to discard",
        "goldsmith": "Keep the card that the goldsmith shows?",
        "gold-mine": "Turn up four cards with your gold mine?",
        "gold-mine-card": "Keep one of the cards",
    },
}

WAITING = {
    "role": "chooses a role",
    "settler": "settles",
    "hospice": "settles",
    "mayor": "takes colonists",
    "place": "places colonists",
    "builder": "builds",
    "university": "builds",
    "craftsman": "takes a barrel",
    "trader": "trades",
    "captain": "loads goods",
    "warehouse": "stores goods",
    "windrose": "stores goods",
    "start": "chooses cards",
    "office": "exchanges cards",
    "chapel": "looks into the chapel",
    "bank": "counts cards",
    "tower": "counts cards",
    "limit": "discards cards",
    "library": "thinks about the library",
    "crane": "builds",
    "goods": "pays",
    "pay": "pays",
    "carpenter": "builds",
    "poor-house": "builds",
    "producer": "makes goods",
    "councillor": "chooses a card",
    "archive": "chooses cards",
    "goldsmith": "looks at a card",
    "gold-mine": "digs for gold",
    "gold-mine-card": "digs for gold",
}

PASS_WORDS = {
    "settler": "Take nothing",
    "hospice": "No colonist",
    "mayor": "No colonist",
    "builder": "Build nothing",
    "university": "No colonist",
    "craftsman": "Take nothing",
    "trader": "Sell nothing",
    "captain": "Load nothing",
    "warehouse": "Use no warehouse",
    "chapel": "No card",
    "bank": "No card",
    "office": "Exchange nothing",
    "tower": "Leave it unused",
    "library": "Save it",
    "crane": "Build beside",
    "goods": "No goods",
    "pay": "Pay no more",
    "carpenter": "Do not draw",
    "poor-house": "Do not draw",
    "producer": "Make nothing",
    "councillor": "Keep no second card",
    "archive": "Discard no more",
    "goldsmith": "Leave it",
    "gold-mine": "Leave it alone",
}

_AT_ONCE = ("hospice", "university", "mayor", "library", "carpenter", "poor-house", "gold-mine", "tower")
"""Yes or no, with no piece to press: the buttons play at once."""

_ANSWERS = {
    "hospice": "Take the colonist",
    "university": "Take the colonist",
    "privilege:colonist": "Take the colonist",
    "library": "Double it",
    "carpenter": "Draw a card",
    "poor-house": "Draw a card",
    "gold-mine": "Turn up four cards",
    "tower": "Use the tower",
}


@dataclass(frozen=True)
class Button:
    """A button of the bar."""

    label: str
    form: str
    """`stage`, `confirm`, `undo`, `hint`, `skip`."""
    name: str = ""
    value: str = ""
    look: str = ""
    icon: str = ""
    disabled: bool = False
    short: str = ""
    """What is left of the label on a phone; a label without one stays whole there."""
    icon_only: bool = False
    """On a phone only the drawing is left."""
    piece: str = ""
    """Which staged piece it stands for, for the focus to return to."""
    key: int | None = None
    """The number key that presses it."""


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
class Choice:
    """A row of the list of all choices."""

    label: str
    press: str
    chosen: bool
    key: int | None
    hinted: bool = False


@dataclass(frozen=True)
class Bar:
    """What the bar shows."""

    state: str
    """`mine`, `wait`, `over` or `replay`."""
    flag: int
    title: str
    small: str
    question: str
    emphasis: str = ""
    after: str = ""
    """The question goes on after what is emphasised."""
    effects: tuple[Effect, ...] = ()
    buttons: tuple[Button, ...] = ()
    choices: tuple[Choice, ...] = ()
    order: tuple[tuple[int, str, str], ...] = ()
    """The order of play in this phase: flag, name, state (`done`, `now` or nothing)."""
    given_away: tuple[tuple[int, str], ...] = field(default=())
    """Seats that may be given to a bot."""
    note: str = ""
    """What else whoever waits should know."""


def phase_of(scene: Scene) -> str:
    """The role being played, or nothing."""
    view = scene.view
    if "role" in view:
        return str(view["role"] or "")
    return PHASES["puerto-rico"].get(view["decision"], "")


def make_bar(scene: Scene, staged: str = "", emphasis: str = "", after: str = "") -> Bar:
    """The bar; a game's own presenter says in words what is staged."""
    if scene.turn is None:
        return Bar("over", 1, "The end", "", "The game is over")
    if scene.seat == scene.turn and scene.legal:
        return _mine(scene, staged, emphasis, after)
    return _waiting(scene)


def name_of(scene: Scene, seat: int) -> str:
    return "you" if seat == scene.seat else scene.table.seats[seat].name


def front_seat(scene: Scene) -> int:
    """Whose board lies in front: one's own, for an onlooker the first."""
    if scene.seat is not None:
        return scene.seat
    return next((seat.number for seat in scene.table.seats if seat.is_me), 0)


def rivals_of(scene: Scene) -> list[int]:
    """The others, in turn order."""
    players = len(scene.view["players"])
    return [(front_seat(scene) + i) % players for i in range(1, players)]


def _phase_words(scene: Scene) -> str:
    phase = phase_of(scene)
    if phase:
        return f"{spoken_name(phase).capitalize()} phase"
    return "Start of the round" if scene.view["decision"] not in ("role", "over") else f"Round {scene.view['round']}"


def _mine(scene: Scene, staged: str, emphasis: str, after: str) -> Bar:
    decision = scene.view["decision"]
    question = staged if scene.draft or staged else QUESTIONS[scene.table.game][decision]
    buttons = list(_answers(scene) if decision in _AT_ONCE else _staging(scene))
    if scene.may_undo:
        buttons.append(Button("Take back", "undo", icon="u-undo", icon_only=True))
    if scene.table.hints:
        buttons.append(Button("Hint", "hint", look="quiet", icon="u-hint", icon_only=True))
    return Bar(
        "mine",
        scene.turn + 1 if scene.turn is not None else 1,
        "Your turn",
        _phase_words(scene),
        question,
        emphasis,
        after,
        scene.effects,
        tuple(buttons),
        () if decision in _AT_ONCE else _choices(scene),
        order_of_play(scene),
    )


def _answers(scene: Scene) -> list[Button]:
    """Yes and no."""
    yes = [text for text in scene.legal if text != "pass"]
    decision = scene.view["decision"]
    buttons = [
        Button(_ANSWERS.get(text, _capital(scene.meanings[text])), "confirm", "action", text, "go", "u-check", key=i)
        for i, text in enumerate(yes, 1)
    ]
    if "pass" in scene.legal:
        words = PASS_WORDS.get(decision, "Pass")
        buttons.append(Button(words, "confirm", "action", "pass", key=len(buttons) + 1))
    return buttons


def _staging(scene: Scene) -> list[Button]:
    """Confirm, clear, pass."""
    decision = scene.view["decision"]
    label, short = confirm_words(scene)
    buttons = [Button(label, "confirm", look="go", icon="u-check", disabled=not scene.ready, short=short)]
    if scene.draft:
        buttons.append(Button("Clear", "stage", "clear", "1", icon="u-cross", icon_only=True))
    if "pass" in scene.offered and not scene.draft:
        buttons.append(Button(PASS_WORDS.get(decision, "Pass"), "stage", "press", "pass", piece="pass"))
    return buttons


def confirm_words(scene: Scene) -> tuple[str, str]:
    """What the confirm button says, long and short."""
    decision = scene.view["decision"]
    draft = scene.draft
    if decision == "place":
        return "Confirm placement", "Confirm"
    if draft == ("pass",):
        return PASS_WORDS.get(decision, "Pass"), ""
    if not draft:
        return "Choose first", ""
    first = draft[0]
    if first.startswith("build:"):
        name = spoken_name(first.partition(":")[2])
        if scene.needs:
            return f"Build: {scene.needs} more to pay", f"Pay {scene.needs} more"
        return f"Build the {name}", ""
    if first.startswith("load:"):
        return f"Load the {first.partition(':')[2].split('@')[0]}", ""
    if len(draft) == 1 and not scene.needs and decision not in ("producer", "trader", "office", "bank"):
        return _capital(_short_meaning(scene.meanings[first])), ""
    words = _BATCH_WORDS.get(decision, "Confirm")
    return (f"{words}: {scene.needs} more" if scene.needs else words), ""


_BATCH_WORDS = {
    "pay": "Pay",
    "producer": "Make the goods",
    "trader": "Sell the goods",
    "councillor": "Keep the cards",
    "archive": "Discard",
    "office": "Exchange",
    "bank": "Put them under the bank",
    "limit": "Discard",
    "start": "Give back",
    "warehouse": "Keep these",
    "windrose": "Keep it",
    "crane": "Build",
    "goods": "Pay",
}


def _short_meaning(meaning: str) -> str:
    """Without the name of the building or privilege that allows it."""
    head, colon, rest = meaning.partition(": ")
    return rest if colon and len(head) < 24 else meaning.replace("take the role of", "take")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _choices(scene: Scene) -> tuple[Choice, ...]:
    """Everything that may be pressed, as a list of buttons."""
    decision = scene.view["decision"]
    hinted = {choice.action for choice in scene.hint.choices[:1]} if scene.hint else set()
    texts = [text for text in scene.meanings if text in scene.offered or text in scene.draft]
    rows = []
    for i, text in enumerate(dict.fromkeys(texts)):
        words = PASS_WORDS.get(decision, "Pass") if text == "pass" else _capital(_short_meaning(scene.meanings[text]))
        price = scene.prices.get(text.removeprefix("build:"))
        words += f" for {price}" if price is not None else ""
        chosen = text in scene.draft
        press = f"-{text}" if chosen and text not in scene.offered and decision != "place" else text
        rows.append(Choice(words, press, chosen, i + 1 if i < 9 else None, text in hinted))
    return tuple(rows)


def order_of_play(scene: Scene) -> tuple[tuple[int, str, str], ...]:
    """Who plays when in this phase, from whoever took the role."""
    view = scene.view
    chooser, turn = view["chooser"], scene.turn
    if chooser is None or turn is None or view["decision"] == "role":
        return ()
    players = len(view["players"])
    seats = [(chooser + i) % players for i in range(players)]
    now = seats.index(turn)
    return tuple(
        (seat + 1, name_of(scene, seat), "now" if i == now else "done" if i < now else "")
        for i, seat in enumerate(seats)
    )


def _waiting(scene: Scene) -> Bar:
    turn = scene.turn
    assert turn is not None
    seat = scene.table.seats[turn]
    buttons = [Button("Take back", "undo", icon="u-undo", icon_only=True)] if scene.may_undo else []
    if seat.kind == "bot" and scene.seat is not None:
        buttons.append(Button("Skip ahead", "skip", look="quiet", icon="u-next", icon_only=True))
    given = tuple((s.number, s.name) for s in scene.table.seats if s.may_be_given_away and scene.seat is not None)
    away = seat.kind == "person" and not seat.connected
    words = WAITING.get(scene.view["decision"], "plays")
    return Bar(
        "wait",
        turn + 1,
        seat.name,
        _phase_words(scene),
        f"{words} (away from the table)" if away else words,
        buttons=tuple(buttons),
        order=order_of_play(scene),
        given_away=given,
        note=scene.table.note,
    )


def hinted_actions(scene: Scene) -> set[str]:
    """What the hint marks on the table: the best choice."""
    return {choice.action for choice in scene.hint.choices[:1]} if scene.hint else set()


def gauge(icon: str, name: str, text: Any, value: int, most: int, near: bool) -> dict[str, Any]:
    """A counter of what ends the game: what was used up fills the bar."""
    return {"icon": icon, "name": name, "text": str(text), "value": value, "max": most, "near": near}

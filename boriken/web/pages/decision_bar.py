"""The decision bar: whose turn it is, what is asked, what follows, and every button. The same for all games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from .ending import verdict
from .presenter import Asked, Presenter, Staged
from .scene import Bringing, Brought, Effect, Scene
from .words import spoken_name, title

Order = tuple[tuple[int, str, str], ...]
_TWO_LINES = 34
"""Letters that a button has room for on a phone."""


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
class ChoiceRow:
    """A row of the list of all choices."""

    label: str
    press: str
    chosen: bool
    key: int | None
    hinted: bool = False
    icon: str = ""
    """Its drawing, where it lies in the bar."""
    effects: tuple[Effect, ...] = ()
    """What follows from it, where that is told before it is staged."""


@dataclass(frozen=True)
class Pill:
    """What a role would bring to one seat."""

    flag: int
    name: str
    is_me: bool
    gets: tuple[Effect, ...]
    gives: tuple[Effect, ...]


@dataclass(frozen=True)
class RoleRow:
    """A row of the table that compares the roles."""

    name: str
    icon: str
    press: str
    chosen: bool
    doubloons: int
    pills: tuple[Pill, ...]


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
    choices: tuple[ChoiceRow, ...] = ()
    sets: tuple[tuple[ChoiceRow, ...], ...] = ()
    """Pieces that lie in the bar: of each set one may be pressed."""
    order: Order = ()
    """The order of play in this phase: flag, name, state (`done`, `now` or nothing)."""
    pills: tuple[Pill, ...] = ()
    """What the role that is staged would bring to each seat."""
    compared: tuple[RoleRow, ...] = ()
    """All roles that may be taken."""
    given_away: tuple[tuple[int, str], ...] = field(default=())
    """Seats that may be given to a bot."""
    taken_back: int | None = None
    """The seat of whoever looks, if a bot plays there."""
    note: str = ""
    """What else whoever waits should know."""


def make_bar(presenter: Presenter, scene: Scene) -> Bar:
    """The bar of a game that its presenter knows."""
    if scene.turn is None:
        first = scene.winners[0] + 1 if scene.winners else 1  # a replay has none
        words = verdict(scene) if scene.winners else "The game is over"
        return Bar("over", first, "The end", f"Round {scene.view['round']}", words)
    phase = _phase_words(presenter.phase_of(scene.view), scene)
    asked = presenter.asked(scene.view)
    order = () if presenter.acts_alone(scene.view) else order_of_play(scene)
    if scene.seat == scene.turn and scene.legal:
        return _mine(scene, asked, phase, presenter.staged(scene), order)
    return _waiting(scene, asked, phase, order)


def name_of(scene: Scene, seat: int) -> str:
    return "you" if seat == scene.you else scene.table.seats[seat].name


def front_seat(scene: Scene) -> int:
    """Whose board lies in front: one's own, for an onlooker the first."""
    if scene.seat is not None:
        return scene.seat
    return next((seat.number for seat in scene.table.seats if seat.is_me or seat.was_mine), 0)


def rivals_of(scene: Scene) -> list[int]:
    """The others, in turn order."""
    players = len(scene.view["players"])
    return [(front_seat(scene) + i) % players for i in range(1, players)]


def rival_seat(scene: Scene, p: int) -> dict[str, Any]:
    """Who sits at another's board."""
    seat = scene.table.seats[p]
    return {
        "seat": p + 1,
        "name": seat.name,
        "kind": seat.kind,
        "level": seat.level,
        "away": seat.kind == "person" and not seat.connected,
        "governor": scene.view["governor"] == p,
    }


def _phase_words(phase: str, scene: Scene) -> str:
    if phase:
        return f"{spoken_name(phase).capitalize()} phase"
    return "Start of the round" if scene.view["decision"] not in ("role", "over") else f"Round {scene.view['round']}"


def _mine(scene: Scene, asked: Asked, phase: str, staged: Staged, order: Order) -> Bar:
    question = staged.words if scene.draft or staged.words else asked.question
    buttons = list(_answers(scene, asked) if asked.at_once else _staging(scene, asked))
    compared = _compared(scene)
    if scene.may_undo:
        buttons.append(Button("Take back", "undo", icon="u-undo", icon_only=True))
    if scene.table.hints:
        buttons.append(Button("Hint", "hint", look="quiet", icon="u-hint", icon_only=True))
    return Bar(
        "mine",
        scene.turn + 1 if scene.turn is not None else 1,
        "Your turn",
        phase,
        question,
        staged.emphasis,
        staged.after,
        (staged.note, *scene.effects) if staged.note else scene.effects,
        tuple(buttons),
        () if asked.at_once else _choices(scene, asked),
        _sets(scene, asked),
        order,
        pills=next((row.pills for row in compared if row.chosen), ()),
        compared=compared,
    )


def _compared(scene: Scene) -> tuple[RoleRow, ...]:
    """What each role would bring, side by side."""
    rows = []
    for role, bringing in scene.brings.items():
        piece = f"role:{role}"
        pills = tuple(_pill(scene, brought) for brought in bringing.to)
        icon = f"r-{spoken_name(role)}"
        rows.append(RoleRow(title(role), icon, piece, piece in scene.draft, bringing.doubloons, pills))
    return tuple(rows)


def _pill(scene: Scene, brought: Brought) -> Pill:
    seat = brought.seat
    return Pill(seat + 1, name_of(scene, seat), seat == scene.seat, brought.gets, brought.gives)


def brings_me(scene: Scene, role: str) -> dict[str, Any] | None:
    """What stands on a role card while I may take it; None: its privilege."""
    bringing: Bringing | None = scene.brings.get(role)
    if bringing is None:
        return None
    mine = bringing.to[0]
    goods = [effect.after for effect in mine.gives]
    n = str(sum(map(int, goods))) if all(number.isdecimal() for number in goods) else goods[0]
    return {"gets": mine.gets, "goods": f"for {n} good{'s' * (n != '1')}" if goods else ""}


def _answers(scene: Scene, asked: Asked) -> list[Button]:
    """Yes and no."""
    yes = [text for text in scene.legal if text != "pass"]
    buttons = [
        Button(asked.answers.get(text, asked.accept), "confirm", "action", text, "go", "u-check", key=i)
        for i, text in enumerate(yes, 1)
    ]
    if "pass" in scene.legal:
        buttons.append(Button(asked.decline, "confirm", "action", "pass", key=len(buttons) + 1))
    return buttons


def _staging(scene: Scene, asked: Asked) -> list[Button]:
    """Confirm, clear, pass."""
    label, short = confirm_words(scene, asked)
    buttons = [Button(label, "confirm", look="go", icon="u-check", disabled=not scene.ready, short=short)]
    if scene.draft:
        buttons.append(Button("Clear", "stage", "clear", "1", icon="u-cross", icon_only=True))
    if "pass" in scene.offered and not scene.draft:
        buttons.append(Button(asked.decline, "stage", "press", "pass", piece="pass"))
    return buttons


def confirm_words(scene: Scene, asked: Asked) -> tuple[str, str]:
    """What the confirm button says, long and short."""
    draft = scene.draft
    if asked.rearranges:
        return asked.confirm, asked.confirm_short
    if draft == ("pass",):
        return asked.decline, ""
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
    if len(draft) == 1 and not scene.needs and asked.names_piece:
        label = capital(short_meaning(scene.meanings[first]))
        return label, asked.confirm if len(label) > _TWO_LINES else ""
    if scene.needs and not asked.sets:  # the question says how much of those is given
        return f"{asked.confirm}: {scene.needs} more", ""
    return asked.confirm, ""


def short_meaning(meaning: str) -> str:
    """Without the name of the building or privilege that allows it."""
    head, colon, rest = meaning.partition(": ")
    return rest if colon and len(head) < 24 else meaning.replace("take the role of", "take")


def capital(words: str) -> str:
    """With a capital, the rest as it is."""
    return words[:1].upper() + words[1:]


def choice_words(scene: Scene, asked: Asked, action: str) -> str:
    """What a choice is called."""
    return asked.decline if action == "pass" else capital(short_meaning(scene.meanings[action]))


def _choices(scene: Scene, asked: Asked) -> tuple[ChoiceRow, ...]:
    """Everything that may be pressed, as a list of buttons."""
    hinted = {choice.action for choice in scene.hint.choices[:1]} if scene.hint else set()
    texts = [text for text in scene.meanings if text in scene.offered or text in scene.draft]
    rows = []
    for i, text in enumerate(dict.fromkeys(texts)):
        words = choice_words(scene, asked, text)
        price = scene.prices.get(text.removeprefix("build:"))
        words += f" for {price}" if price is not None else ""
        chosen = text in scene.draft
        press = f"-{text}" if chosen and text not in scene.offered else text
        key, effects = i + 1 if i < 9 else None, scene.built.get(text, ())
        rows.append(ChoiceRow(words, press, chosen, key, text in hinted, effects=effects))
    return tuple(rows)


def _sets(scene: Scene, asked: Asked) -> tuple[tuple[ChoiceRow, ...], ...]:
    """The row's pieces that can be pressed or are chosen; sets of which there are none are left out."""
    rows = {row.press.removeprefix("-"): row for row in _choices(scene, asked)} if asked.sets else {}
    sets = (tuple(replace(rows[text], icon=icon) for text, icon in pieces if text in rows) for pieces in asked.sets)
    return tuple(pieces for pieces in sets if pieces)


def order_of_play(scene: Scene) -> Order:
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


def _waiting(scene: Scene, asked: Asked, phase: str, order: Order) -> Bar:
    turn = scene.turn
    assert turn is not None
    seat = scene.table.seats[turn]
    buttons = [Button("Take back", "undo", icon="u-undo", icon_only=True)] if scene.may_undo else []
    if seat.kind == "bot" and scene.seat is not None:
        buttons.append(Button("Skip ahead", "skip", look="quiet", icon="u-next", icon_only=True))
    mine = next((s for s in scene.table.seats if s.was_mine), None)
    if mine is not None:
        buttons.append(Button("Take your seat back", f"sit-{mine.number}", look="can"))
    given = tuple((s.number, s.name) for s in scene.table.seats if s.may_be_given_away and scene.seat is not None)
    away = seat.kind == "person" and not seat.connected
    return Bar(
        "wait",
        turn + 1,
        seat.name,
        phase,
        f"{asked.waiting} (away from the table)" if away else asked.waiting,
        buttons=tuple(buttons),
        order=order,
        given_away=given,
        taken_back=None if mine is None else mine.number,
        note=_note(scene),
    )


def _note(scene: Scene) -> str:
    """What an onlooker should know, or who waits for a bot."""
    if scene.seat is not None:
        return scene.table.note
    if any(seat.was_mine for seat in scene.table.seats):
        return "A bot plays for you. You watch, and see what all players may see."
    return "You watch, and see what all players may see."


def piece_state(scene: Scene, piece: str) -> dict[str, Any]:
    """How a piece that stands for an action looks and what pressing it does."""
    chosen = piece in scene.draft
    can = piece in scene.offered
    return {
        "press": piece if can or chosen else "",
        "can": can and not chosen,
        "chosen": chosen,
        "hinted": piece in hinted_actions(scene),
    }


def hinted_actions(scene: Scene) -> set[str]:
    """What the hint marks on the table: the best choice."""
    return {choice.action for choice in scene.hint.choices[:1]} if scene.hint else set()


def gauge(icon: str, name: str, text: Any, value: int, most: int, near: bool) -> dict[str, Any]:
    """A counter of what ends the game: what was used up fills the bar."""
    return {"icon": icon, "name": name, "text": str(text), "value": value, "max": most, "near": near}

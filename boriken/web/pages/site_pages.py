"""The pages around the tables: lobby, forms, replays, waiting, messages."""

from __future__ import annotations

import re
from typing import Any

from boriken.engine import Game, Rules
from boriken.games import GAMES

from .presenters import PRESENTERS
from .render import environment
from .scene import Lobby, LobbyTable, Prepared, Scene, TableShown
from .words import sentence, spoken_name

_GROUPS = (
    (("my-turn", "mine"), "Your games"),
    (("open",), "With a free seat"),
    (("finished",), "Finished"),
)
_BUTTONS = {"my-turn": "Play", "mine": "Open", "open": "Sit down", "watch": "Watch", "finished": "Result"}


def lobby_page(lobby: Lobby) -> str:
    """The lobby: my turn first, then play now, tables, games to watch."""
    rows = [_row(table) for table in lobby.tables]
    call = next((row for row in rows if row["state"] == "my-turn"), None)
    groups = []
    for states, heading in _GROUPS:
        tables = [row for row in rows if row["state"] in states]
        if tables:
            groups.append((heading, tables))
    watch = [row for row in rows if row["state"] == "watch"]
    calls = sum(row["mine"] for row in rows)
    return _render("lobby.html", lobby=lobby, call=call, calls=calls, groups=groups, watch=watch, quick=_quick(lobby))


def asked_words(game: Game, seat: int) -> str:
    """What a seat is asked, and with what in hand: `You have the builder and 5 doubloons. Build something.`"""
    presenter = PRESENTERS[game.rules.name]
    view = game.view(seat)
    have = presenter.purse(view["players"][seat])
    if view["chooser"] == seat and view["decision"] != "role":
        have = f"the {presenter.phase_of(view)} and {have}"
    question = presenter.asked(view).question
    return f"You have {have}. {question}{'' if question.endswith('?') else '.'}"


def preparing_part(preparing: Prepared) -> str:
    """What the lobby says while something is prepared, alone."""
    return _render("preparing.html", preparing=preparing)


def new_table_page(lobby: Lobby) -> str:
    """The form for a new table, alone."""
    return _render("new_table.html", lobby=lobby, games=_games())


def replays_page(lobby: Lobby) -> str:
    """Finished games, and a form to bring a record."""
    return _render("replays.html", lobby=lobby, tables=[_row(table) for table in lobby.tables])


def waiting_page(table: TableShown, may_sit: bool = False, key: str = "", name: str = "") -> str:
    """A table with free seats."""
    rules = GAMES[table.game]
    return _render(
        "waiting.html",
        table=table,
        game_title=rules.title,
        agreed=_agreed(rules, table),
        may_sit=may_sit,
        key=key,
        name=name,
        seated=any(seat.is_me for seat in table.seats),
    )


def _agreed(rules: Rules, table: TableShown) -> list[tuple[str, str]]:
    """What whoever sits down agrees to: every option that is not as usual, in a word and a sentence."""
    presenter = PRESENTERS[rules.name]
    sentences = {expansion.option: expansion.words for expansion in presenter.expansions}
    agreed = []
    for name, option in rules.options.items():
        value = table.options.get(name, option.usual)
        if value == option.usual or name == "governor":
            continue
        label, words = presenter.option_words[name], sentences.get(name) or sentence(option.meaning)[1]
        if isinstance(value, list):
            agreed.append((label, f"{words} Here: {', '.join(map(spoken_name, value))}."))
        else:
            how = "" if value is True else f": {presenter.choice_words.get(value, value)}"
            agreed.append((f"{label}{how}", words))
    if not agreed:
        agreed.append(("The rules as they are printed", "No expansion and no house rule."))
    hints = ("Hints are allowed", "Everybody may ask what a bot would do.")
    return [*agreed, hints if table.hints else ("No hints", "Nobody may ask what a bot would do.")]


def in_words_of_the_form(game: str, words: str) -> str:
    """A refusal of options as whoever fills in the form knows them: by their labels, and by names without hyphens."""
    if game not in GAMES:
        return words
    labels = {name: f"“{label}”" for name, label in PRESENTERS[game].option_words.items()}
    pieces = {name: spoken_name(name) for option in GAMES[game].options.values() for name in option.names}
    known = labels | pieces
    longest_first = "|".join(sorted(known, key=len, reverse=True))
    return re.sub(rf"\b({longest_first})\b(?!-)", lambda found: known[found.group()], words)


def give_up_page(scene: Scene, level: str) -> str:
    """Whether somebody really wants to leave a game, how it stands, and what becomes of it."""
    assert scene.seat is not None
    return _render(
        "give_up.html",
        table=scene.table,
        game_title=GAMES[scene.table.game].title,
        round=scene.view["round"],
        standing=_standing_words(scene),
        level=level,
        alone=sum(seat.kind == "person" for seat in scene.table.seats) == 1,
    )


def _standing_words(scene: Scene) -> str:
    """How the game stands, as far as whoever looks may know. `You have 12 points in sight; Ceiba has 14.`"""
    told = [
        f"{'you have' if p == scene.seat else f'{scene.table.seats[p].name} has'} {points}"
        for p, points in sorted(enumerate(scene.points), key=lambda one: one[0] != scene.seat)
        if points is not None
    ]
    first, *others = told
    rest = f"; {', '.join(others)}" if others else ". What the others have is hidden"
    return f"{first[:1].upper()}{first[1:]} points in sight{rest}."


def message_page(heading: str, words: str, back: str = "/", back_words: str = "To the tables") -> str:
    """Words, for instance why something was refused."""
    return _render("message.html", heading=heading, words=words, back=back, back_words=back_words)


def _render(template: str, **shown: Any) -> str:
    return environment().get_template(template).render(**shown)


def _row(table: LobbyTable) -> dict[str, Any]:
    me = next((seat for seat in table.seats if seat.is_me), None)
    return {
        "id": table.id,
        "title": table.title,
        "short": PRESENTERS[table.game].short,
        "game_title": GAMES[table.game].title,
        "about": table.about,
        "seats": table.seats,
        "state": table.state,
        "words": table.words,
        "asked": table.asked,
        "mine": table.state == "my-turn",
        "flag": me.number + 1 if me else 1,
        "href": f"/tables/{table.id}",
        "button": _BUTTONS[table.state],
    }


def _quick(lobby: Lobby) -> list[dict[str, Any]]:
    """Each game with the choice of bots that was made last."""
    usual = {rules.name: (rules.usual_players - 1, lobby.usual_level) for rules in GAMES.values()}
    last = usual | dict(lobby.last_bots)
    return [
        {
            "name": rules.name,
            "title": rules.title,
            "short": PRESENTERS[rules.name].short,
            "words": PRESENTERS[rules.name].pitch,
            "bots": [n - 1 for n in rules.players],
            "wanted": last[rules.name][0],
            "level": last[rules.name][1],
        }
        for rules in GAMES.values()
    ]


def _games() -> list[dict[str, Any]]:
    return [
        {
            "name": rules.name,
            "title": rules.title,
            "icon": PRESENTERS[rules.name].icon,
            "players": list(rules.players),
            "expansions": _expansions(rules),
            "options": _house_rules(rules),
        }
        for rules in GAMES.values()
    ]


def _expansions(rules: Rules) -> list[dict[str, Any]]:
    """The game's expansions as fields, each with a picture and a sentence."""
    fields = {field["name"]: field for field in _options(rules)}
    return [fields[expansion.option] | vars(expansion) for expansion in PRESENTERS[rules.name].expansions]


def _house_rules(rules: Rules) -> list[dict[str, Any]]:
    """All other options, each with the expansion that it needs, if it needs one."""
    expansions = PRESENTERS[rules.name].expansions
    needs = {name: expansion.option for expansion in expansions for name in expansion.house_rules}
    own = {expansion.option for expansion in expansions}
    return [field | {"needs": needs.get(field["name"])} for field in _options(rules) if field["name"] not in own]


def _options(rules: Rules) -> list[dict[str, Any]]:
    """The game's options as fields; who begins is left to the lot."""
    presenter = PRESENTERS[rules.name]
    said = presenter.choice_words
    fields = []
    for name, option in rules.options.items():
        if name == "governor":
            continue
        choices = [] if option.choices == (False, True) else [(c, said.get(c, c)) for c in option.choices]
        label = presenter.option_words.get(name, name.replace("_", " "))
        fields.append(
            {"name": name, "label": label, "meaning": option.meaning, "usual": option.usual, "choices": choices}
        )
    return fields

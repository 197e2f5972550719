"""The pages around the tables: lobby, forms, replays, waiting, messages."""

from __future__ import annotations

from typing import Any

from boriken.engine import Rules
from boriken.games import GAMES

from .presenters import PRESENTERS
from .render import environment, option_words
from .scene import Lobby, LobbyTable, Prepared, TableShown

_GROUPS = (
    (("my-turn", "mine"), "Your games"),
    (("open",), "With a free seat"),
    (("watch",), "To watch"),
    (("finished",), "Finished"),
)
_BUTTONS = {"my-turn": "Play", "mine": "Open", "open": "Sit down", "watch": "Watch", "finished": "Result"}


def lobby_page(lobby: Lobby) -> str:
    """The lobby: my turn first, then play now, tables, the form."""
    rows = [_row(table) for table in lobby.tables]
    call = next((row for row in rows if row["state"] == "my-turn"), None)
    groups = []
    for states, heading in _GROUPS:
        tables = [row for row in rows if row["state"] in states]
        if tables:
            groups.append((heading, tables))
    return _render("lobby.html", lobby=lobby, call=call, groups=groups, games=_games(), quick=_quick())


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
        options=option_words(rules, dict(table.options)),
        may_sit=may_sit,
        key=key,
        name=name,
        seated=any(seat.is_me for seat in table.seats),
    )


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
        "mine": table.state == "my-turn",
        "flag": me.number + 1 if me else 1,
        "href": f"/tables/{table.id}",
        "button": _BUTTONS[table.state],
    }


def _quick() -> list[dict[str, Any]]:
    return [
        {
            "name": rules.name,
            "title": rules.title,
            "short": PRESENTERS[rules.name].short,
            "words": PRESENTERS[rules.name].pitch,
            "bots": [n - 1 for n in rules.players],
            "usual": rules.usual_players - 1,
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
    return [
        fields[expansion.option] | {"icon": expansion.icon, "words": expansion.words}
        for expansion in PRESENTERS[rules.name].expansions
    ]


def _house_rules(rules: Rules) -> list[dict[str, Any]]:
    """All other options."""
    expansions = {expansion.option for expansion in PRESENTERS[rules.name].expansions}
    return [field for field in _options(rules) if field["name"] not in expansions]


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

"""Learning: texts beside the real table, an introduction to each game, a reference from the rules' tables."""

from __future__ import annotations

from typing import Any

from boriken.games import GAMES
from boriken.puerto_rico.components import BUILDING_TABLE
from boriken.san_juan.components import CARD_TABLE

from .bar import phase_of
from .puerto_rico import BUILDINGS
from .render import SHORT, environment
from .san_juan import CARDS
from .scene import Scene
from .words import ROLE_RULES, ROLE_TEXT, title

INTRODUCTION = {
    "puerto-rico": (
        ("You own an island.", "Plantations on the left grow crops, buildings in your city turn them into goods. "
         "Nothing works without a colonist: the straw hats."),
        ("Everybody plays every role.", "In your turn you take a role. All players then do what it says, you first "
         "and with a privilege. Roles nobody took get a doubloon, so each becomes tempting some day."),
        ("Two ways to points.", "Ship goods to the old world for victory point chips, or build: the dear buildings "
         "bring most, and each is there once."),
        ("When it ends.", "The round in which the chips run out, the colonists run out or somebody fills the "
         "twelfth city space is the last one. The counters at the top tell how near that is."),
    ),
    "san-juan": (
        ("Everything is a card.", "A card in your hand is a building you may build, or money to pay for another. "
         "A card face down on a production building is a good."),
        ("Everybody plays every role.", "In your turn you take a role. All players then do what it says, you first "
         "and with a privilege."),
        ("The engine.", "Produce, sell, build: goods become cards, cards become buildings, and violet buildings make "
         "each of these steps better."),
        ("When it ends.", "As soon as somebody has twelve buildings at the end of a builder phase. The buildings "
         "for 6 cards bring most of the last points."),
    ),
}  # fmt: skip

_LESSONS: dict[str, dict[str, tuple[str, str]]] = {
    "puerto-rico": {
        "role": ("Take a role", "Look at the doubloons that lie on roles: they are yours with the card. Then ask what "
                 "the role does for you, and what for the others. Early on: settler and builder; the prospector is "
                 "never wrong."),
        "settler": ("Choose a tile", "Corn needs no building: it grows with a single colonist. The others need their "
                    "plant in the city. A quarry makes everything cheaper for the rest of the game; take it "
                    "while you may."),
        "hospice": ("A free colonist", "Your hospice lends the new tile a colonist at once. Take it."),
        "mayor": ("One colonist more", "More hands are better than fewer, except that they bring the end of the game "
                  "nearer. Take it."),
        "place": ("Put colonists to work", "Press tiles and buildings. A plantation and the building for its crop need "
                  "each other: the bar above tells what the next craftsman would bring. Quarries lower prices."),
        "builder": ("Build", "The number on the coin is what you pay, discounts included. First a small plant for "
                    "the crop you have; a small market soon pays for itself. Points stand on the green seals."),
        "university": ("A colonist for the new building", "Your university sends one. Take it, and the building works "
                       "at once."),
        "craftsman": ("One barrel more", "The craftsman takes one more of what he made. The dearest, if you can sell "
                      "it; corn, if you want to ship."),
        "trader": ("Sell", "The trading house has four spaces and takes each kind once. Coffee brings 4, corn "
                   "nothing: ship the cheap, sell the dear."),
        "captain": ("Ship", "You must load as long as any ship takes your goods, one kind at a time: 1 point for each "
                    "barrel. Try to fill a ship with what you have much of."),
        "warehouse": ("Store", "A warehouse keeps whole kinds. All else is lost, but for one barrel."),
        "windrose": ("Keep one barrel", "What is left over goes back to the supply. Keep what will sell best."),
        "wait": ("The others play", "The log at the lower right tells what they do. Watch who gets money, and what "
                 "they could build or ship with it."),
    },
    "san-juan": {
        "role": ("Take a role", "Ask which step you need most: cards (prospector, councillor), goods (producer), "
                 "cards for goods (trader) or a building (builder). The others do it too, without the privilege."),
        "builder": ("Build", "Press the card you want to build, then the cards to pay with, in any order. Nothing "
                    "is played until you confirm. A first production building is a good start."),
        "producer": ("Make goods", "Press an empty production building: a card from the pile goes face down on it."),
        "trader": ("Sell", "The tile says what each good brings. Nobody knows the next one, but all five are on "
                   "cards you can look at in the reference."),
        "councillor": ("Keep a card", "One of these goes into your hand. Think of what you can pay in the next two "
                       "builder phases."),
        "chapel": ("The chapel", "A card under it is 1 point at the end, and lost to you. With few cards, wait."),
        "limit": ("Too many cards", "At the start of a round you may hold seven. Give back the least useful."),
        "wait": ("The others play", "You read their buildings on the right: a dot of colour is a good they can sell."),
    },
}  # fmt: skip


def lesson_of(scene: Scene) -> tuple[str, str] | None:
    """What stands beside the table in a guided game."""
    if not scene.table.lesson or scene.turn is None:
        return None
    texts = _LESSONS[scene.table.game]
    if scene.turn != scene.seat:
        return texts["wait"]
    return texts.get(scene.view["decision"]) or texts.get(phase_of(scene))


def learn_page(game: str | None = None) -> str:
    """How to learn: both games, or the introduction to one."""
    env = environment()
    shown = [_introduction(name) for name in ([game] if game else GAMES)]
    return env.get_template("learn.html").render(games=shown, alone=game is not None)


def _introduction(game: str) -> dict[str, Any]:
    return {
        "name": game,
        "title": GAMES[game].title,
        "short": SHORT[game],
        "steps": INTRODUCTION[game],
        "roles": _roles(game),
    }


def _roles(game: str) -> list[dict[str, str]]:
    return [
        {"id": role, "name": title(role), "rules": rules, "privilege": ROLE_TEXT[game][role]}
        for role, rules in ROLE_RULES[game].items()
    ]


def reference_page(game: str) -> str:
    """All roles and all buildings or cards of a game, from the tables of its rules."""
    rows = _building_rows() if game == "puerto-rico" else _card_rows()
    return (
        environment()
        .get_template("reference.html")
        .render(
            game=game,
            game_title=GAMES[game].title,
            games=[(name, rules.title) for name, rules in GAMES.items()],
            roles=_roles(game),
            groups=rows,
            reasons=list(GAMES[game].reason_words.values()),
            short=SHORT[game],
        )
    )


def _building_rows() -> list[dict[str, Any]]:
    rows = [
        BUILDINGS[name] | {"cost": row.cost, "copies": row.copies}
        for name, row in zip(BUILDINGS, BUILDING_TABLE.values(), strict=True)
    ]
    violet = [b for b in rows if not b["good"]]
    return [
        {"name": "Production buildings", "note": "make goods", "rows": [b for b in rows if b["good"]]},
        {"name": "Violet buildings", "note": "help with a role", "rows": [b for b in violet if not b["large"]]},
        {"name": "Large buildings", "note": "two spaces, points at the end", "rows": [b for b in violet if b["large"]]},
    ]


def _card_rows() -> list[dict[str, Any]]:
    rows = [
        CARDS[name] | {"copies": row.copies or row.new_copies or 1, "new": row.copies == 0, "circles": 0}
        for name, row in zip(CARDS, CARD_TABLE.values(), strict=True)
    ]
    base = [card for card in rows if not card["new"]]
    groups = (
        ("Production buildings", "make goods", [c for c in base if c["good"]]),
        ("City buildings", "help with a role", [c for c in base if c["kind"] == "city" and c["cost"] < 6]),
        ("Monuments", "points, and more under a triumphal arch", [c for c in base if c["kind"] == "monument"]),
        ("For 6 cards", "points at the end", [c for c in base if c["cost"] >= 6]),
        ("The New Buildings", "an option of edition 2", [c for c in rows if c["new"]]),
    )
    return [{"name": name, "note": note, "rows": cards} for name, note, cards in groups]

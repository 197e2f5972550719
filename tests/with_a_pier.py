"""What must hold once CONTRIBUTING's pier is built into a copy of the package; `test_recipes.py` runs it there."""

from __future__ import annotations

import random
import sys

from boriken import Game
from boriken.engine import written
from boriken.players import choose, make_player
from boriken.players.heuristic import rule_of_thumb
from boriken.puerto_rico.board import ASKED
from boriken.puerto_rico.components import Building
from boriken.puerto_rico.state import Decision
from boriken.web.pages import make_scene, reference_page, table_page

from . import test_words
from .puerto_rico.table import Table
from .walk import PUERTO_RICO, new_game
from .web.pages import test_presenters
from .web.pages.show import table_for

WITH_A_PIER = [
    *(written(b) for b in Building if Building.SMALL_MARKET <= b < Building.AQUEDUCT and b != Building.LARGE_WAREHOUSE),
    "pier",
]
"""As a list for the option: the pier in the place of the large warehouse, which costs as much."""


def only_with_its_option() -> None:
    """The base game does not know it; with New Buildings it may be drafted or drawn."""
    assert not any("pier" in action.text for action in Table().game.rules.actions)
    assert "pier" not in str(Table().game)
    assert "draft:pier" in Table(new_buildings="draft").legal
    drawn = {"pier" in Table(seed=seed, new_buildings="random").view["buildings"] for seed in range(20)}
    assert drawn == {False, True}
    assert "pier" not in Table(new_buildings="new").view["buildings"]


def sold_placed_and_scored() -> None:
    """All that follows from the row."""
    table = Table(new_buildings=WITH_A_PIER)
    table.give(0, doubloons=9)
    assert {"build:pier", "place:pier", "guest:pier", "from:pier"} <= {a.text for a in table.game.rules.actions}
    assert "pier 6 x2" in str(table.game)
    table.play("role:builder", "build:pier")
    assert table.player(0)["city"] == {"pier": 0}
    assert table.player(0)["doubloons"] == 9 - 6 + 1
    assert table.game.scores()[0]["total"] == 2


def its_function() -> None:
    """A doubloon for each load, and nothing for whoever has none."""
    for owner in (0, 1):
        table = Table(new_buildings=WITH_A_PIER)
        table.owns(owner, "pier")
        table.ship(5, "corn", 1)
        table.give(0, doubloons=0, goods={"corn": 2})
        table.play("role:captain")
        assert table.player(0)["doubloons"] == (1 if owner == 0 else 0)


def a_whole_game(players: int) -> None:
    """Played at random to the end."""
    game = Table(players, seed=players, new_buildings=WITH_A_PIER).game
    chance = random.Random(players)
    while not game.over:
        game.play(chance.choice(game.legal_actions))
    assert game.record().replay().outcome == game.outcome


def base_games() -> None:
    """Pages and bots of the base game go on as if it were not there."""
    assert ">Pier<" in reference_page("puerto-rico")
    for variant in PUERTO_RICO:
        game = new_game(variant, seed=variant.players)
        assert "role:builder" in table_page(make_scene(table_for(game), game, game.turn))
    for name in ("heuristic", "learned", "search:4"):
        table = Table(players=3)
        assert choose(make_player(name, 1), table.game, 0) in table.game.legal_actions


# --- and once it asks: whether its owner gives the doubloon for a point -----------------------------------------------


def after_a_load(players: int = 4) -> Table:
    """Its owner, with 5 doubloons, has loaded 2 barrels and is asked."""
    table = Table(players, new_buildings=WITH_A_PIER)
    table.owns(0, "pier")
    table.ship(5, "corn", 1)
    table.give(0, doubloons=5, goods={"corn": 2})
    table.play("role:captain")
    return table


def its_question() -> None:
    """Asked after a load, of its owner alone; the game then goes on as it would have."""
    table = after_a_load()
    assert (table.decision, table.turn, table.legal) == ("pier", 0, {"pier", "pass"})
    for answer, doubloons, points in (("pier", 5, 4), ("pass", 6, 3)):
        table = after_a_load()
        table.play(answer)
        assert (table.player(0)["doubloons"], table.player(0)["vp"]) == (doubloons, points)
        assert (table.decision, table.turn) == ("role", 1)


def played_until_it_asks() -> Game:
    """A game with a past, as the pages want it."""
    game = Table(players=3, new_buildings=WITH_A_PIER).game
    chance = random.Random(1)
    while game.view(None)["decision"] != "pier":
        liked = [action for action in game.legal_actions if action.text in ("build:pier", "place:pier")]
        game.play(chance.choice(liked or game.legal_actions))
    return game


def its_words() -> None:
    """In the terminal, in hints, on the page and in its log; and the tests that look for them find them all."""
    game = played_until_it_asks()
    seat = game.turn
    assert f"seat {seat} {ASKED['pier']}" in str(game)
    assert rule_of_thumb(game)[1].startswith("late in the game")
    page = table_page(make_scene(table_for(game), game, seat))
    assert "Take the point" in page
    assert "Keep the doubloon" in page
    game.play("pier")
    assert "at the pier" in table_page(make_scene(table_for(game), game, seat))
    test_words.test_the_text_board_says_what_each_decision_asks(Decision, ASKED)
    test_presenters.test_each_decision_has_a_row("puerto-rico", Decision)
    test_presenters.test_each_game_is_presented()


def bots_that_never_met_it() -> None:
    """The networks do not know the question, and answer it all the same."""
    game: Game = after_a_load(players=3).game
    for name in ("heuristic", "learned", "search:4"):
        assert choose(make_player(name, 1), game, 0).text in ("pier", "pass")


if __name__ == "__main__":
    if sys.argv[1:] == ["that-asks"]:
        its_question()
        its_words()
        bots_that_never_met_it()
        a_whole_game(players=5)
    else:
        only_with_its_option()
        sold_placed_and_scored()
        its_function()
        base_games()
        a_whole_game(players=2)

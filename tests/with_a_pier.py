"""What must hold once CONTRIBUTING's pier is built into a copy of the package; `test_recipes.py` runs it there."""

from __future__ import annotations

import random

from boriken.engine import written
from boriken.players import choose, make_player
from boriken.puerto_rico.components import Building
from boriken.web.pages import make_scene, reference_page, table_page

from .puerto_rico.table import Table
from .walk import PUERTO_RICO, new_game
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


def whole_games() -> None:
    """Played at random to the end, for every number of players, with the pier and without New Buildings."""
    for players in (2, 3, 4, 5):
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


if __name__ == "__main__":
    only_with_its_option()
    sold_placed_and_scored()
    its_function()
    whole_games()
    base_games()

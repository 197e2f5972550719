"""What must hold once CONTRIBUTING's pier is built into a copy of the package; `test_recipes.py` runs it there."""

from __future__ import annotations

import random

from boriken.players import choose, make_player
from boriken.web.pages import make_scene, reference_page, table_page

from .puerto_rico.table import Table
from .walk import Variant, new_game
from .web.pages.show import table_for


def sold_placed_and_scored() -> None:
    """All that follows from the row."""
    table = Table()
    table.give(0, doubloons=9)
    assert {"build:pier", "place:pier"} <= {action.text for action in table.game.rules.actions}
    assert "pier 6 x2" in str(table.game)
    table.play("role:builder", "build:pier")
    assert table.player(0)["city"] == {"pier": 0}
    assert table.player(0)["doubloons"] == 9 - 6 + 1
    assert table.game.scores()[0]["total"] == 2


def its_function() -> None:
    """A doubloon for each load, and nothing for whoever has none."""
    for owner in (0, 1):
        table = Table()
        table.owns(owner, "pier")
        table.ship(5, "corn", 1)
        table.give(0, doubloons=0, goods={"corn": 2})
        table.play("role:captain")
        assert table.player(0)["doubloons"] == (1 if owner == 0 else 0)


def whole_games() -> None:
    """Played at random to the end, for every number of players; pages and reference draw the building."""
    assert ">Pier<" in reference_page("puerto-rico")
    for players in (2, 3, 4, 5):
        game = new_game(Variant("puerto-rico", players), seed=players)
        chance = random.Random(players)
        drawn = False
        while not game.over:
            if not drawn and any(str(action) == "build:pier" for action in game.legal_actions):
                page = table_page(make_scene(table_for(game), game, game.turn))
                assert 'value="build:pier"' in page
                drawn = True
            game.play(chance.choice(game.legal_actions))
        assert drawn
        assert game.record().replay().outcome == game.outcome


def bots() -> None:
    """Networks that were trained without it play on."""
    for name in ("heuristic", "learned", "search:4"):
        table = Table(players=3)
        table.owns(0, "pier")
        action = choose(make_player(name, 1), table.game, 0)
        assert action in table.game.legal_actions


if __name__ == "__main__":
    sold_placed_and_scored()
    its_function()
    whole_games()
    bots()

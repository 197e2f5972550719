"""How the program asks (docs/decisions-puerto-rico.md): real choices only, in one order, and what is never asked."""

from __future__ import annotations

import random

import pytest

from boriken import Game

from .table import Table


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_are_always_two_actions_to_choose_from_until_the_game_is_over(players: int) -> None:
    choice = random.Random(players)
    for seed in range(5):
        game = Game.new("puerto-rico", players=players, seed=seed)
        while not game.over:
            assert len(game.legal_actions) >= 2
            game.play(choice.choice(game.legal_actions))
        assert game.reasons


def test_a_forced_action_is_played_and_recorded() -> None:
    table = Table()
    table.ship(5, "corn", 1)
    table.give(0, goods={"corn": 2})
    assert table.play("role:captain") == ["role:captain", "load:corn@5"]
    assert [str(action) for action in table.game.actions] == ["role:captain", "load:corn@5"]


def test_whoever_could_only_pass_is_not_asked() -> None:
    table = Table()
    assert table.play("role:trader") == ["role:trader"]
    assert (table.decision, table.turn) == ("role", 1)


def test_equal_plantations_are_one_place() -> None:
    table = Table()
    table.island(0, corn=(3, 0), indigo=(2, 0))
    table.take("mayor", by=0)
    table.play("pass")
    assert table.legal == {"place:corn", "place:indigo"}


def test_colonists_are_placed_in_the_order_of_places() -> None:
    table = Table()
    table.island(0, corn=(1, 0), sugar=(1, 0), quarry=(2, 0))
    table.owns(0, "harbor", colonists=0)
    table.take("mayor", by=0)
    table.play("privilege:colonist", "place:sugar")
    assert table.legal == {"place:quarry", "place:harbor"}


def test_a_colonist_goes_no_further_than_the_others_still_find_circles() -> None:
    table = Table()
    table.island(0, corn=(1, 0), sugar=(1, 0), quarry=(1, 0))
    table.give(0, san_juan=1)
    table.take("mayor", by=0)
    table.play("pass")
    assert table.legal == {"place:corn", "place:sugar"}
    assert table.play("place:sugar") == ["place:sugar"]
    assert table.workers(0) == {"sugar": 1, "quarry": 1}


def test_every_way_to_place_colonists_can_be_reached_in_exactly_one_way() -> None:
    start = Table()
    start.island(0, corn=(2, 0), quarry=(1, 0))
    start.owns(0, "harbor", "wharf", colonists=0)
    start.give(0, san_juan=1)
    start.take("mayor", by=0)
    start.play("privilege:colonist")
    ends, games = [], [start.game]
    while games:
        game = games.pop()
        for action in game.legal_actions:
            twin = game.copy()
            twin.play(action)
            if twin.view(None)["decision"] == "place":
                games.append(twin)
            else:
                board = twin.view(None)["players"][0]
                ends.append((board["island"]["corn"][1], board["island"]["quarry"][1], *board["city"].values()))
    # three colonists: both corn and one of three others, one corn and two of three, or none and all three
    assert len(ends) == len(set(ends)) == 3 + 3 + 1


def test_warehouses_are_filled_in_the_order_of_goods() -> None:
    table = Table()
    table.full_ships()
    table.owns(0, "large-warehouse")
    table.give(0, goods={"corn": 1, "sugar": 2, "tobacco": 2, "coffee": 2})
    table.take("captain", by=0)
    table.play("store:sugar")
    assert table.legal == {"store:tobacco", "store:coffee", "pass"}


def test_money_and_points_are_taken_without_a_question() -> None:
    table = Table()
    table.owns(0, "harbor", "small-market", "factory", "small-indigo-plant")
    table.island(0, corn=(1, 1), indigo=(1, 1), quarry=(1, 1))
    verbs = set()
    for role in ("builder", "craftsman", "trader", "captain"):
        table.game.state.roles_taken = 0
        table.take(role, by=0)
        while table.decision != "role":
            verbs |= {action.partition(":")[0] for action in table.legal}
            table.play(next(iter(sorted(table.legal - {"pass"}))))
    assert verbs == {"build", "privilege", "sell", "load", "pass"}
    assert table.vp(0) > 0

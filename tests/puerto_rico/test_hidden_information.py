"""What a seat may know: the tiles to come are hidden, and with an option the others' victory point chips."""

from __future__ import annotations

import pytest

from .table import Table


def drawn_next(table: Table, seed: int) -> dict[str, int]:
    """The tiles that are turned up next in a game as seat 0 may imagine it."""
    table.game = table.game.determinize(0, seed)
    table.take("settler", by=0)
    table.finish_phase()
    return table.middle("face_up")


def test_money_goods_colonists_and_buildings_are_open() -> None:
    table = Table(hidden_vp=True)
    table.give(1, doubloons=7, goods={"corn": 2}, san_juan=3)
    table.owns(1, "harbor")
    seen = table.game.view(0)["players"][1]
    assert seen["doubloons"] == 7
    assert seen["goods"]["corn"] == 2
    assert seen["san_juan"] == 3
    assert seen["city"] == {"harbor": 1}


def test_the_numbers_of_face_down_and_discarded_tiles_are_open_and_their_order_is_nowhere() -> None:
    table = Table()
    view = table.game.view(0)
    assert sum(view["face_down"].values()) == 50 - 4 - 5
    assert set(view["face_down"]) == set(view["discards"]) == {"corn", "indigo", "sugar", "tobacco", "coffee"}
    assert "chance" not in view
    assert "seed" not in view


def test_views_do_not_depend_on_the_chance_to_come() -> None:
    table = Table()
    before = [table.game.view(seat) for seat in (None, 0, 1, 2, 3)]
    table.game.state.chance[0] += 1
    assert [table.game.view(seat) for seat in (None, 0, 1, 2, 3)] == before


def test_an_imagined_game_draws_other_tiles() -> None:
    imagined = {tuple(drawn_next(Table(), seed).items()) for seed in range(10)}
    assert len(imagined) > 5


def test_an_imagined_game_tells_nothing_about_the_tiles_to_come() -> None:
    table, other = Table(), Table()
    other.game.state.chance[0] += 1
    assert table.game != other.game
    assert table.game.determinize(0, seed=5) == other.game.determinize(0, seed=5)


def test_an_imagined_game_does_not_carry_the_seed_of_the_real_one() -> None:
    table = Table(seed=1)
    assert table.game.determinize(0, seed=5).seed != table.game.seed


@pytest.mark.parametrize("seat", range(4))
def test_an_imagined_game_looks_to_the_seat_as_the_real_one(seat: int) -> None:
    table = Table(hidden_vp=True)
    for other in range(4):
        table.give(other, vp=5 * other, goods={"corn": other})
    imagined = table.game.determinize(seat, seed=5)
    assert imagined.view(seat) == table.game.view(seat)
    assert imagined.legal_actions == table.game.legal_actions


def test_imagining_leaves_the_game_as_it_is() -> None:
    table = Table()
    before = table.game.copy()
    imagined = table.game.determinize(0, seed=5)
    imagined.play("role:prospector")
    assert table.game == before
    assert table.game.actions == before.actions


# --- victory point chips ----------------------------------------------------------------------------------------------


def test_victory_points_are_open_unless_hidden_by_the_option() -> None:
    table = Table()
    table.give(1, vp=12)
    assert table.game.view(0)["players"][1]["vp"] == 12
    assert table.game.view(None)["players"][1]["vp"] == 12


def test_hidden_chips_are_known_to_their_owner_alone() -> None:
    table = Table(hidden_vp=True)
    table.give(1, vp=12)
    assert [table.game.view(seat)["players"][1]["vp"] for seat in (0, 1, 2, 3)] == [None, 12, None, None]
    assert table.game.view(None)["players"][1]["vp"] is None


def test_the_pool_of_chips_is_open_also_when_chips_are_hidden() -> None:
    table = Table(hidden_vp=True)
    table.give(1, vp=12)
    assert table.game.view(0)["vp_pool"] == 100 - 12


def test_hidden_chips_are_shown_when_the_game_is_over() -> None:
    table = Table(hidden_vp=True)
    table.give(1, vp=12)
    table.colonists(supply=0)
    table.take("mayor", by=0)
    table.finish_round()
    assert table.game.view(0)["players"][1]["vp"] == 12


def test_hidden_chips_are_dealt_anew_in_an_imagined_game() -> None:
    table = Table(hidden_vp=True)
    for seat in range(4):
        table.give(seat, vp=5 * seat)
    imagined = [table.game.determinize(1, seed).scores() for seed in range(10)]
    assert all(scores[1]["chips"] == 5 for scores in imagined)
    assert all(sum(score["chips"] for score in scores) == 0 + 5 + 10 + 15 for scores in imagined)
    assert len({scores[2]["chips"] for scores in imagined}) > 1


def test_an_imagined_game_tells_nothing_about_who_holds_the_hidden_chips() -> None:
    table, other = Table(hidden_vp=True), Table(hidden_vp=True)
    table.give(1, vp=12)
    other.give(2, vp=12)
    assert table.game.view(0) == other.game.view(0)
    assert table.game.determinize(0, seed=5) == other.game.determinize(0, seed=5)


def test_points_beyond_the_pool_are_open_in_sum_also_when_chips_are_hidden() -> None:
    table = Table(hidden_vp=True)
    table.vp_pool(1)
    table.give(1, goods={"corn": 5})
    table.take("captain", by=0)
    table.finish_phase()
    assert table.game.view(0)["vp_scored"] == 5
    assert table.game.view(0)["players"][1]["vp"] is None


def test_an_imagined_game_tells_nothing_about_who_holds_points_beyond_the_pool() -> None:
    table, other = Table(hidden_vp=True), Table(hidden_vp=True)
    for at, seat in ((table, 1), (other, 2)):
        at.give(seat, vp=12)
        at.vp_pool(0)
    assert table.game.view(0) == other.game.view(0)
    assert table.game.determinize(0, seed=5) == other.game.determinize(0, seed=5)

"""The heuristic player: with expansions it uses what it buys, and without them its play does not change unnoticed."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import numpy as np
import pytest

from boriken import Game
from boriken.players import choose, make_player
from boriken.players.heuristic import best
from boriken.players.matches import play_to_end
from boriken.players.styles import PLAIN
from boriken.puerto_rico.components import COLUMN, COPIES, LARGE_COLUMN, TILES, Building

from .puerto_rico.table import ANNA, BOB, CHRIS, Table, enum_name

NEW: dict[str, Any] = {"new_buildings": "new", "nobles": True, "buccaneer": True, "festival": True}


@pytest.mark.parametrize(
    ("players", "digest"),
    [(2, "b1b88724acb01e65"), (3, "475b1e22a7904015"), (4, "876b7f1dd606eb33"), (5, "ef57dd4c0535134f")],
)
def test_in_the_base_game_it_plays_as_it_did(players: int, digest: str) -> None:
    """Forty games, action by action. Whoever changes its judgement of the base game on purpose renews the digests."""
    played = hashlib.sha256()
    for seed in range(40):
        options = {"swap": bool(seed & 1), "corn_start": bool(seed & 2), "hidden_vp": bool(seed & 4)}
        game = Game.new("puerto-rico", players=players, seed=seed, **options)
        play_to_end(game, ["heuristic"] * players, range(seed, seed + players))
        played.update(str([int(action) for action in game.actions]).encode())
    assert played.hexdigest()[:16] == digest


def test_in_a_full_city_the_builder_brings_nothing() -> None:
    """One space is left, and only large buildings are for sale."""
    table = Table()
    table.fill_city(ANNA, 11)
    table.give(ANNA, doubloons=12)
    table.game.state.copies[:] = COPIES * (COLUMN == LARGE_COLUMN)
    assert chosen(table) != "role:builder"


def test_it_does_not_count_the_hidden_chips_of_others() -> None:
    """Not even where it is given the real state, as inside the environments' step."""
    judged = set()
    for bob, chris in ((30, 0), (15, 15), (0, 30)):
        table = Table(players=3, hidden_vp=True)
        for seat, vp in ((ANNA, 0), (BOB, bob), (CHRIS, chris)):
            table.give(seat, vp=vp, doubloons=12)
        numbers = np.array(table.game.legal_actions, np.int16)
        judged.add(best(table.game.states, numbers, len(numbers), PLAIN))
    assert len(judged) == 1


def chosen(table: Table) -> str:
    """What it would do."""
    return str(choose(make_player("heuristic", 1), table.game))


def let_play(table: Table, *, until: str = "role") -> list[str]:
    """Let it play all seats until that decision; returns what was chosen."""
    actions = []
    while table.decision != until:
        actions.append(chosen(table))
        table.play(actions[-1])
    return actions


def test_over_whole_games_it_uses_what_it_buys() -> None:
    used: Counter[str] = Counter()
    owned: Counter[Building] = Counter()
    manned: Counter[Building] = Counter()
    for seed in range(60):
        game = Game.new("puerto-rico", players=4, seed=seed, **NEW)
        play_to_end(game, ["heuristic"] * 4, range(4))
        used.update(str(action).partition(":")[0] for action in game.actions)
        used.update(str(action).partition("-")[0] for action in game.actions if str(action).startswith("settle:"))
        state = game.states[0]
        for seat in range(4):
            for building in Building:
                if state["built"][seat] >> building & 1:
                    owned[building] += 1
                    manned[building] += int(state["colonists"][seat][TILES + building] > 0)
    for verb in ("settle:forest", "guest", "pay", "from", "noble", "supplier"):
        assert used[verb] > 5, verb
    for name in ("library", "lighthouse", "guest-house", "black-market", "villa"):
        building = Building[enum_name(name)]
        assert owned[building] > 5, name
        assert manned[building] > 0.6 * owned[building], name  # some are bought in the last round


def test_the_small_wharf_takes_what_finds_no_ship() -> None:
    table = Table(**NEW)
    table.owns(ANNA, "small-wharf")
    table.give(ANNA, goods={"corn": 2, "indigo": 2})
    table.full_ships()
    table.play("role:captain")
    assert let_play(table)[:4] == ["small-wharf:corn", "small-wharf:corn", "small-wharf:indigo", "small-wharf:indigo"]
    assert table.vp(ANNA) == 2 + 1


def test_the_small_wharf_waits_while_a_ship_is_free() -> None:
    table = Table(**NEW)
    table.owns(ANNA, "small-wharf")
    table.give(ANNA, goods={"corn": 2, "indigo": 3})
    table.play("role:captain")
    assert chosen(table).startswith("load:")


def test_short_of_a_doubloon_it_pays_on_the_black_market_with_somebody_idle() -> None:
    table = Table(**NEW)
    table.owns(ANNA, "black-market")
    table.fill_city(ANNA, 9)
    table.island(ANNA, corn=(1, 1))
    table.give(ANNA, doubloons=8, goods={"corn": 1}, san_juan=1)
    table.play("role:builder")
    actions = let_play(table)
    assert actions[0] in ("build:statue", "build:guild-hall", "build:city-hall", "build:royal-garden")
    assert actions[1:3] == ["pass", "from:san-juan"], "the barrel stays, and so does who works on the corn"


def test_guests_go_to_work_together_where_plantation_and_building_are_empty() -> None:
    table = Table(**NEW)
    table.owns(BOB, "guest-house", colonists=2)
    table.owns(BOB, "coffee-roaster", colonists=0)
    table.island(BOB, coffee=(1, 0))
    table.take("craftsman", by=ANNA)
    assert set(let_play(table)[:2]) == {"guest:coffee", "guest:coffee-roaster"}
    assert table.goods(BOB) == {"coffee": 1}


def test_a_guest_waits_where_it_would_bring_nothing() -> None:
    table = Table(**NEW)
    table.owns(BOB, "guest-house", colonists=1)
    table.owns(BOB, "coffee-roaster", colonists=0)
    table.island(BOB, coffee=(1, 0))
    table.take("craftsman", by=ANNA)
    assert let_play(table)[:1] == ["pass"]


def test_a_guest_moves_to_the_library_before_the_prospector_pays() -> None:
    table = Table(**NEW)
    table.owns(ANNA, "guest-house", "library", colonists=0)
    table.game.state.colonists[ANNA, TILES + Building.GUEST_HOUSE] = 1
    table.game.refresh()
    before = table.doubloons(ANNA)
    table.play("role:prospector")
    assert let_play(table) == ["guest:library"]
    assert table.doubloons(ANNA) == before + 2


def test_library_and_lighthouse_are_manned_before_a_market() -> None:
    table = Table(new_buildings="new")
    table.owns(ANNA, "library", "lighthouse", "statue", colonists=0)
    table.owns(ANNA, "church", colonists=0)
    table.give(ANNA, san_juan=0)
    table.island(ANNA)
    table.colonists(ship=4)
    table.play("role:mayor")
    let_play(table)
    assert table.player(ANNA)["city"]["library"] == 1
    assert table.player(ANNA)["city"]["lighthouse"] == 1
    assert table.player(ANNA)["city"]["church"] == 0


def test_with_two_players_the_library_is_used_for_a_role_that_brings_something() -> None:
    table = Table(players=2, **NEW)
    table.owns(ANNA, "library")
    table.play("role:trader")
    assert chosen(table) == "pass", "there is nothing to sell"
    table.play("pass")
    table.finish_phase()
    table.take("prospector", by=ANNA)
    assert chosen(table) == "library"


def test_the_mayor_takes_the_noble() -> None:
    table = Table(**NEW)
    table.play("role:mayor")
    assert let_play(table, until="place")[:2] == ["privilege:colonist", "take:noble"]


def test_a_dear_barrel_goes_to_the_trading_post_when_the_house_is_full() -> None:
    table = Table(**NEW)
    table.owns(ANNA, "trading-post")
    table.give(ANNA, goods={"coffee": 1})
    table.trading_house("corn", "indigo", "sugar", "tobacco")
    table.play("role:trader")
    assert chosen(table) == "post:coffee"

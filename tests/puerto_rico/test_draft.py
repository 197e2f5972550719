"""Which buildings are in the game: draft, chance, lists, and the pairs that never meet."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from boriken import Game
from boriken.engine import BadOption, written
from boriken.puerto_rico.components import BUILDING_TABLE, VIOLET, Building

from .table import Table, enum_name

SPACES = {1: 1, 2: 2, 3: 1, 4: 1, 5: 2, 6: 1, 7: 1, 8: 2, 9: 1, 10: 5}
"""How many violet kinds of each cost are in a game."""
NOBLES = {
    "land-office",
    "chapel",
    "hunting-lodge",
    "zoning-office",
    "royal-supplier",
    "villa",
    "jeweler",
    "royal-garden",
}
BASE = [written(b) for b in Building if VIOLET >> b & 1 and b < Building.AQUEDUCT]


def kinds(table: Table) -> set[str]:
    """The violet kinds in the game, but those of Nobles."""
    return {name for name in table.view["buildings"] if VIOLET >> Building[enum_name(name)] & 1} - NOBLES


def by_cost(names: set[str]) -> dict[int, int]:
    return dict(sorted(Counter(BUILDING_TABLE[Building[enum_name(name)]].cost for name in names).items()))


def drafted(*named: str, **options: Any) -> Table:
    table = Table(new_buildings="draft", **options)
    table.play(*(f"draft:{name}" for name in named))
    return table


# --- the draft --------------------------------------------------------------------------------------------------------


def test_players_name_17_kinds_in_turn_from_the_governor_on() -> None:
    """Case 78: with four players the governor names the 1st, 5th, 9th, 13th, 17th."""
    table = Table(new_buildings="draft", governor=2)
    while table.decision == "draft":
        table.play(str(table.game.legal_actions[0]))
    drafts = [
        seat for seat, action in zip(table.game.played_by, table.game.actions, strict=True) if "draft" in str(action)
    ]
    assert drafts == [(2 + i) % 4 for i in range(17)]
    assert (table.decision, table.turn) == ("role", 2)


@pytest.mark.parametrize("way", ["draft", "random", "new", "base"])
def test_so_many_kinds_of_each_cost_are_in_the_game(way: str) -> None:
    for seed in range(10):
        table = Table(seed=seed, new_buildings=way)
        while table.decision == "draft":
            table.play(str(table.game.legal_actions[-1]))
        assert by_cost(kinds(table)) == SPACES


def test_at_first_31_kinds_may_be_named_and_a_full_cost_none_more() -> None:
    table = drafted()
    assert len(table.legal) == 31
    table.play("draft:small-market")
    assert "draft:aqueduct" not in table.legal
    assert len(table.legal) == 29


def test_hacienda_and_forest_house_bar_each_other() -> None:
    """Case 76."""
    assert "draft:forest-house" not in drafted("hacienda").legal
    assert "draft:hacienda" not in drafted("forest-house").legal


def test_two_kinds_named_at_a_cost_leave_the_others_out() -> None:
    """Case 77."""
    table = drafted("black-market", "hacienda")
    assert not {"draft:construction-hut", "draft:forest-house"} & table.legal


@pytest.mark.parametrize(
    ("pairs", "named", "barred", "still"),
    [
        ("rulebook", "office", "forest-house", True),
        ("rulebook", "office", "trading-post", True),
        ("advised", "office", "trading-post", False),
        ("advised", "factory", "specialty-factory", True),
        ("club", "factory", "specialty-factory", False),
        ("free", "hacienda", "forest-house", True),
    ],
)
def test_option_pairs_says_which_kinds_never_meet(pairs: str, named: str, barred: str, still: bool) -> None:
    assert (f"draft:{barred}" in drafted(named, pairs=pairs).legal) == still


def test_swapped_prices_count_for_the_draft() -> None:
    table = drafted("university", swap=True)
    assert "draft:lighthouse" not in table.legal
    assert "draft:factory" in table.legal


def test_nothing_is_for_sale_before_it_is_named() -> None:
    table = drafted("black-market")
    assert kinds(table) == {"black-market"}
    assert table.view["buildings"]["black-market"] == 2
    assert table.view["buildings"]["coffee-roaster"] == 3, "production buildings are always in"


# --- the other ways ---------------------------------------------------------------------------------------------------


def test_by_chance_every_kind_comes_up_and_barred_pairs_never_meet() -> None:
    seen: set[str] = set()
    for seed in range(60):
        chosen = kinds(Table(seed=seed, new_buildings="random", pairs="club"))
        seen |= chosen
        for pair in ({"hacienda", "forest-house"}, {"office", "trading-post"}, {"factory", "specialty-factory"}):
            assert not pair <= chosen
    assert len(seen) == 31


def test_new_means_every_new_kind_and_base_none() -> None:
    new = {written(b) for b in Building if Building.AQUEDUCT <= b <= Building.CLOISTER}
    assert kinds(Table(new_buildings="new")) == new | {"guild-hall", "customs-house", "city-hall"}
    assert kinds(Table(new_buildings="base")) == set(BASE)


def test_a_list_of_names_is_taken_as_it_is() -> None:
    names = [name.replace("small-market", "aqueduct") for name in BASE]
    assert kinds(Table(new_buildings=names)) == set(names)
    assert kinds(Table(new_buildings=",".join(names))) == set(names)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (BASE[1:], "1 of cost 1, not 0"),
        ([*BASE, "aqueduct"], "1 of cost 1, not 2 .small-market, aqueduct"),
        ([*BASE, "hacienda"], "names hacienda twice"),
        ([*BASE[1:], "tower"], "there is no 'tower'"),
        ([*BASE[1:], "chapel"], "chapel is chosen only with nobles_drafted"),
        ([name.replace("construction-hut", "forest-house") for name in BASE], "hacienda and forest-house never meet"),
    ],
)
def test_wrong_lists_are_refused_with_the_reason(names: list[str], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        Game.new("puerto-rico", players=4, new_buildings=names)


@pytest.mark.parametrize(
    "options",
    [
        {"nobles_drafted": True},
        {"nobles_drafted": True, "nobles": True},
        {"nobles_drafted": True, "nobles": True, "new_buildings": "new"},
        {"nobles_drafted": True, "nobles": True, "new_buildings": "base"},
        {"kidnapped": "all"},
        {"pairs": "club"},
        {"new_buildings": True},
        {"festival": "yes"},
    ],
)
def test_options_of_expansions_that_do_not_fit_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(options))):
        Game.new("puerto-rico", players=4, **options)


# --- Nobles -----------------------------------------------------------------------------------------------------------


def test_the_nobles_buildings_are_always_in_besides_the_17() -> None:
    for way in ("off", "random", "new"):
        table = Table(new_buildings=way, nobles=True)
        assert set(table.view["buildings"]) >= NOBLES
        assert by_cost(kinds(table)) == SPACES
    assert not NOBLES & set(Table(new_buildings="new").view["buildings"])


def test_option_nobles_drafted_puts_them_among_the_candidates() -> None:
    table = Table(new_buildings="draft", nobles=True, nobles_drafted=True)
    assert len(table.legal) == 39
    table.play("draft:chapel")
    assert "draft:small-warehouse" not in table.legal
    while table.decision == "draft":
        table.play(str(table.game.legal_actions[0]))
    chosen = {name for name in table.view["buildings"] if BUILDING_TABLE[Building[enum_name(name)]].makes < 0}
    assert by_cost(chosen) == SPACES


def test_pairs_of_the_club_leave_the_jeweler_out() -> None:
    buildings = Table(nobles=True, pairs="club").view["buildings"]
    assert "villa" in buildings
    assert "jeweler" not in buildings

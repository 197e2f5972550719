"""The expansions' test cases, by their numbers: set-up, buccaneer, festival and scores in the reference.

In most cases seat 0 is looked at, and the role is played by seat 1 unless the chooser's privilege is what matters.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from .position import asked, bare_boards, board, decline_to, face_up, in_house, offered, play, role, table
from .puerto_rico import PuertoRico
from .puerto_rico_setup import GIVEN, SPACES
from .puerto_rico_tables import (
    ALL_BARRELS,
    BUILDINGS,
    FESTIVAL_LEFT_OUT,
    GOODS,
    PLANTATIONS,
    copies_of,
)

# ----------------------------------------------------------------------------------------------------------------------
# Which buildings are in
# ----------------------------------------------------------------------------------------------------------------------


def test_076_and_077_draft_bars_what_does_not_fit() -> None:
    game = table(new_buildings="draft")
    assert len(game.legal()) == 31
    play(game, "draft:hacienda")
    assert not {"draft:forest-house", "draft:hacienda"} & set(game.legal())
    assert {"draft:construction-hut", "draft:black-market"} <= set(game.legal())
    play(game, "draft:black-market")
    assert "draft:construction-hut" not in game.legal()


def test_078_seventeen_turns_from_the_governor() -> None:
    game = table(4, new_buildings="draft", governor=2)
    chance = random.Random(5)
    while asked(game) == "draft":
        assert game.turn == (2 + len(game.played)) % 4
        play(game, chance.choice(game.legal()))
    assert len(game.played) == 17
    assert asked(game) == "role"


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("pairs", ["free", "rulebook", "advised", "club"])
@pytest.mark.parametrize("way", ["random", "draft", "new", "base"])
def test_every_way_fills_the_board(way: str, pairs: str, swap: bool) -> None:
    chance = random.Random(f"{way} {pairs} {swap}")
    options = {"new_buildings": way, "pairs": pairs, "swap": swap, "nobles": True, "nobles_drafted": True}
    for _ in range(20):
        game = PuertoRico(3, chance.randrange, **options)
        while asked(game) == "draft":
            play(game, chance.choice(game.legal()))
        named = game.selection.named
        assert {cost: len(game.selection.of_cost(cost)) for cost in SPACES} == SPACES
        assert len(set(named)) == 17
        assert len(game.buildings) == 6 + 17
        for one, other in game.selection.barred:
            assert one not in named or other not in named


def test_choices_by_cost() -> None:
    """2.1: the numbers of legal choices."""
    choices = {cost: len(table(new_buildings="draft").selection.choices(cost)) for cost in SPACES}
    assert choices == {1: 2, 2: 5, 3: 2, 4: 2, 5: 6, 6: 2, 7: 2, 8: 6, 9: 2, 10: 21}
    assert len(table(new_buildings="draft", pairs="advised").selection.choices(5)) == 5


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"aqueduct": "hospice"}, "cost 4"),
        ({"black-market": "hacienda"}, "never both"),
        ({"library": "jeweler"}, "no candidate"),
        ({"library": None}, "cost 8"),
    ],
)
def test_a_list_is_refused_with_the_reason(change: dict[str, str | None], reason: str) -> None:
    names = [change.get(name, name) for name in GIVEN["new"]]
    with pytest.raises(ValueError, match=reason):
        table(new_buildings=[name for name in names if name is not None], nobles=True)


def test_nobles_buildings_are_in_besides() -> None:
    assert len(table(nobles=True).buildings) == 23 + 8
    assert len(table(nobles=True, new_buildings="new").buildings) == 23 + 8
    assert "jeweler" not in table(nobles=True, pairs="club").buildings
    assert table(2, nobles=True).buildings["jeweler"] == 1


# ----------------------------------------------------------------------------------------------------------------------
# Buccaneer
# ----------------------------------------------------------------------------------------------------------------------


def take_roles(game: PuertoRico, *roles: str) -> None:
    """These roles in turn, with a no to whatever is asked."""
    for name in roles:
        decline_to(game, "role")
        play(game, f"role:{name}")


def test_105_piracy() -> None:
    game = table(buccaneer=True)
    player = board(game, 0)
    ship = game.ships[1]
    ship.good, ship.barrels = "sugar", 5
    sugar = game.goods["sugar"]
    role(game, "buccaneer", "piracy:5")
    assert offered(game, "loot") == {"0", "1", "2", "3"}
    play(game, "loot:3")
    assert (player.goods["sugar"], game.goods["sugar"], player.points) == (3, sugar + 2, 0)
    assert game.dump()["ships"][1] == {"capacity": 5, "good": None, "barrels": 0}


def test_106_plunder() -> None:
    game = table(buccaneer=True)
    player = board(game, 0)
    in_house(game, corn=1, coffee=1)
    role(game, "buccaneer", "plunder")
    assert player.points == 2
    assert sum(game.trading_house.values()) == 0


def test_107_raid() -> None:
    game = table(4, buccaneer=True)
    player = board(game, 0, tiles={"corn": 2}, empty=["small-market", "office"])
    game.colonist_ship = 9
    supply = game.colonist_supply
    role(game, "buccaneer", "raid", "place:office", "place:corn", "place:corn")
    assert game.over
    assert (player.persons(), player.san_juan, game.colonist_supply, game.colonist_ship) == (3, 0, supply + 2, 4)


def test_108_no_raid_without_a_surplus() -> None:
    game = table(4, buccaneer=True)
    game.colonist_ship = 4
    role(game, "buccaneer")
    assert "raid" not in game.legal()


def test_109_raid_keeps_whom_there_is_room_for() -> None:
    game = table(4, buccaneer=True)
    player = board(game, 0, tiles={"corn": 1})
    game.colonist_ship = 9
    role(game, "buccaneer", "raid")
    assert game.legal() == ["place:corn", "pass"]
    play(game, "place:corn")
    assert game.over
    assert (player.persons(), game.colonist_ship) == (1, 4)


def test_raid_with_a_noble_aboard() -> None:
    """4.2: `take:` while both kinds are aboard; of those who go, the noble may be one."""
    game = table(3, buccaneer=True, nobles=True)
    player = board(game, 0, empty=["chapel", "office"])
    game.colonist_ship, game.noble_ship = 5, 1
    role(game, "buccaneer", "raid", "take:noble", "place:chapel")
    assert player.nobles_in["chapel"] == player.nobles == 1
    assert game.legal() == ["place:office", "pass"]
    play(game, "pass")
    assert (game.colonist_ship, game.noble_ship) == (3, 0)

    game.colonist_ship, game.noble_ship, game.noble_supply = 5, 1, 18
    role(game, "buccaneer", "raid", "pass", "return:noble")
    assert (game.colonist_ship, game.noble_ship, game.noble_supply) == (3, 0, 19)


def test_110_a_kidnapped_role_taken_by_another() -> None:
    game = table(4, buccaneer=True)
    bare_boards(game)
    game.roles["builder"].doubloons = 2
    play(game, "role:buccaneer", "kidnap:builder")
    assert game.players[0].doubloons == 2
    board(game, 1, doubloons=1)
    play(game, "role:builder")
    assert game.dump()["kidnapped"] == {"role": "builder", "by": 0, "paid": True}
    assert game.players[0].doubloons == 5
    assert game.players[1].doubloons == 1
    assert "build:construction-hut" in game.legal()  # the privilege
    decline_to(game, "role")
    board(game, 0, doubloons=5)
    take_roles(game, "settler", "prospector")
    decline_to(game, "builder")  # it is not played again, until somebody takes it
    assert game.round == 2


def test_111_and_112_a_kidnapped_craftsman_is_played_alone() -> None:
    game = table(4, buccaneer=True)
    bare_boards(game)
    for seat in (0, 1):
        board(game, seat, works=["chapel"], occupied={"corn": 1})
    play(game, "role:buccaneer", "kidnap:craftsman")
    take_roles(game, "settler", "trader", "captain")
    decline_to(game, "craftsman")
    assert game.turn == 0
    play(game, "privilege:corn")
    assert [player.goods["corn"] for player in game.players] == [2, 0, 0, 0]
    assert [player.doubloons for player in game.players] == [1, 0, 0, 0]
    assert game.round == 2
    with_doubloon = [name for name, card in game.roles.items() if card.doubloons > 0]
    assert with_doubloon == ["mayor", "builder", "prospector"]


def test_111_with_the_house_rule_all_produce() -> None:
    game = table(3, buccaneer=True, kidnapped="all")
    for seat in range(3):
        board(game, seat, occupied={"corn": 1})
    play(game, "role:buccaneer", "kidnap:craftsman")
    take_roles(game, "settler", "trader")
    decline_to(game, "craftsman")
    assert [player.goods["corn"] for player in game.players] == [1, 1, 1]


def test_kidnapped_captain_alone_stores_alone() -> None:
    """3.4: storage limits touch only the kidnapper; full ships are emptied; the lighthouse pays for choosing."""
    game = table(3, buccaneer=True)
    bare_boards(game)
    for seat in (0, 1):
        board(game, seat, works=["lighthouse"], goods={"corn": 6, "indigo": 2})
    play(game, "role:buccaneer", "kidnap:captain")
    take_roles(game, "mayor", "builder")
    decline_to(game, "captain")
    play(game, "load:corn@6", "load:indigo@4")
    assert game.round == 2
    assert [(player.barrels(), player.doubloons, player.points) for player in game.players[:2]] == [
        (0, 3, 9),
        (8, 0, 0),
    ]
    assert [ship.barrels for ship in game.ships] == [2, 0, 0]


def test_kidnapped_mayor_gets_everybody_aboard() -> None:
    """3.4: privilege, then everybody aboard is his, and the ship is refilled."""
    game = table(3, buccaneer=True, nobles=True)
    bare_boards(game)
    play(game, "role:buccaneer", "kidnap:mayor")
    take_roles(game, "settler", "trader")
    decline_to(game, "mayor")
    play(game, "privilege:colonist")
    assert game.players[0].persons() == 4
    assert game.players[0].nobles == 1
    assert game.persons_aboard() == 3
    assert game.round == 2


@pytest.mark.parametrize(("number", "first", "cards"), [(113, "craftsman", 3), (114, "buccaneer", 4)])
def test_113_and_114_doubloons_on_cards(number: int, first: str, cards: int) -> None:
    game = table(4, buccaneer=True)
    take_roles(game, first, "settler", "trader", "captain")
    decline_to(game, "role")
    assert game.round == 2
    assert sum(card.doubloons for card in game.roles.values()) == cards
    assert game.roles["buccaneer"].doubloons == 0


def test_115_the_portrait_holder_may_not_be_buccaneer_again() -> None:
    game = table(3, buccaneer=True, governor=0)
    take_roles(game, "buccaneer", "settler", "trader")
    decline_to(game, "role")
    assert game.portrait == 0
    assert "role:buccaneer" in game.legal()
    take_roles(game, "settler", "trader")
    decline_to(game, "role")
    assert game.turn == 0
    assert "role:buccaneer" not in game.legal()


def test_two_players_do_not_take_the_card_they_kidnapped() -> None:
    game = table(2, buccaneer=True)
    play(game, "role:buccaneer", "kidnap:settler")
    assert "role:settler" in game.legal()
    take_roles(game, "trader")
    decline_to(game, "role")
    assert game.turn == 0
    assert "role:settler" not in game.legal()


# ----------------------------------------------------------------------------------------------------------------------
# Festival
# ----------------------------------------------------------------------------------------------------------------------


def festival(
    players: int = 3,
    *,
    plantation: str = "corn",
    goods: str = "corn corn indigo",
    building: str = "harbor",
    **options: Any,
) -> PuertoRico:
    """A game whose festival wants this."""
    numbers = [PLANTATIONS.index(plantation)]
    heap = [good for good in GOODS for _ in range(3)]
    for good in goods.split():
        numbers.append(heap.index(good))
        heap.remove(good)
    left_out = FESTIVAL_LEFT_OUT.get(plantation)
    in_game = PuertoRico(players, lambda n: 0, **options).buildings
    kinds = [name for name in BUILDINGS if name in in_game and BUILDINGS[name].column == 3 and name != left_out]
    numbers.append(kinds.index(building))
    draws = iter(numbers)
    return PuertoRico(players, lambda n: next(draws, 0), festival=True, **options)


def test_116_three_tiles_bring_three_colonists() -> None:
    game = festival()
    player = board(game, 0, works=["hacienda"], tiles={"corn": 2})
    game.face_down = {kind: int(kind == "corn") for kind in PLANTATIONS}
    supply, discards = game.colonist_supply, game.discards["corn"]
    role(game, "settler", "hacienda")
    assert player.san_juan == 3
    assert game.colonist_supply == supply - 3
    assert game.discards["corn"] == discards + 1
    assert game.dump()["festival"]["plantation_met"] == 0


def test_117_a_forest_meets_no_goal() -> None:
    game = festival()
    player = board(game, 0, works=["forest-house"], tiles={"corn": 2})
    face_up(game, corn=1)
    role(game, "settler", "settle:forest-corn")
    assert player.san_juan == 0
    assert game.dump()["festival"]["plantation_met"] is None


def test_118_as_many_colonists_as_the_supply_has() -> None:
    game = festival()
    player = board(game, 0, tiles={"corn": 2})
    face_up(game, corn=1)
    game.colonist_supply = 1
    role(game, "settler", "settle:corn")
    assert player.san_juan == 1


def test_119_the_three_barrels_of_one_phase() -> None:
    game = festival(goods="corn corn indigo")
    assert (game.goods["corn"], game.goods["indigo"]) == (ALL_BARRELS["corn"] - 2, ALL_BARRELS["indigo"] - 1)
    bare_boards(game)
    player = board(game, 0, works=["small-indigo-plant"], occupied={"corn": 2, "indigo": 1})
    role(game, "craftsman", by=1)
    assert player.doubloons == 3
    assert (game.goods["corn"], game.goods["indigo"]) == (ALL_BARRELS["corn"] - 2, ALL_BARRELS["indigo"] - 1)


@pytest.mark.parametrize("later_seat", [True, False])
def test_120_the_privilege_comes_after_all_have_produced(later_seat: bool) -> None:
    game = festival(goods="corn corn corn")
    bare_boards(game)
    craftsman = board(game, 0, occupied={"corn": 2})
    other = board(game, 1, occupied={"corn": 3} if later_seat else {})
    role(game, "craftsman", "privilege:corn")
    assert (craftsman.doubloons, other.doubloons) == ((0, 3) if later_seat else (3, 0))


@pytest.mark.parametrize(("number", "players", "building", "on_sale"), [(121, 3, "harbor", 1), (122, 2, "wharf", 1)])
def test_121_and_122_the_building(number: int, players: int, building: str, on_sale: int) -> None:
    game = festival(players, building=building)
    assert game.buildings[building] == on_sale
    player = board(game, 0, doubloons=20)
    role(game, "builder", f"build:{building}")
    assert player.points == 3
    assert game.buildings[building] == copies_of(building, players) - 1


@pytest.mark.parametrize(("plantation", "left_out"), FESTIVAL_LEFT_OUT.items())
def test_123_the_plantation_bars_its_building(plantation: str, left_out: str) -> None:
    drawn = set()
    sizes = []

    def draws(building: int) -> Any:
        numbers = iter([PLANTATIONS.index(plantation), 0, 0, 0, building])

        def below(n: int) -> int:
            sizes.append(n)
            return next(numbers, 0)

        return below

    for number in range(5):
        game = PuertoRico(3, draws(number), festival=True)
        assert game.festival is not None
        drawn.add(game.festival.building)
    assert sizes[:5] == [5, 15, 14, 13, 5]
    assert len(drawn) == 5
    assert left_out not in drawn


def test_124_one_seat_meets_two_goals() -> None:
    game = festival()
    player = board(game, 0, tiles={"corn": 2}, doubloons=20)
    face_up(game, corn=1)
    role(game, "settler", "settle:corn")
    role(game, "builder", "build:harbor")
    assert (player.points, player.san_juan) == (3, 3)


# ----------------------------------------------------------------------------------------------------------------------
# Scoring
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "column", "points", "position"),
    [
        (73, "cloister", 6, {"works": ["cloister"], "forests": 6, "tiles": {"quarry": 3, "corn": 2, "coffee": 1}}),
        (74, "cloister", 0, {"empty": ["cloister"], "tiles": {"corn": 3}}),
        (74, "buildings", 4, {"empty": ["cloister"], "tiles": {"corn": 3}}),
        (75, "buildings", 8, {"empty": ["statue"]}),
        (89, "guild-hall", 4, {"works": ["guild-hall"], "empty": ["jeweler", "coffee-roaster"]}),
        (90, "city-hall", 2, {"works": ["city-hall"], "empty": ["jeweler", "villa"]}),
        (91, "royal-garden", 3, {"works": ["royal-garden"], "nobles": 3, "san_juan": 3}),
        (91, "nobles", 3, {"works": ["royal-garden"], "nobles": 3, "san_juan": 3}),
        (91, "customs-house", 1, {"works": ["customs-house"], "nobles": 3, "san_juan": 3, "points": 5}),
        (92, "fortress", 6, {"works": ["fortress"], "nobles": 4, "san_juan": 17}),
        (92, "residence", 6, {"works": ["residence"], "forests": 5, "tiles": {"corn": 6}}),
    ],
)
def test_073_to_092_scores(number: int, column: str, points: int, position: dict[str, Any]) -> None:
    game = table(nobles=True)
    score = game.score(board(game, 0, **position))
    assert score[column] == points
    assert score["total"] == sum(value for name, value in score.items() if name not in ("total", "tie_break"))

"""The end of the game: twelve buildings, at once after the builder phase; and a game that has died."""

from __future__ import annotations

import pytest

from boriken.engine import IllegalAction

from .table import Table, coins


def test_the_twelfth_building_ends_the_game() -> None:
    table = Table()
    table.fill_city(0, 11)
    table.hand(0, "smithy")
    table.take("builder", by=0)
    table.build("smithy")
    assert table.game.over
    assert table.game.reasons == ("twelve-buildings",)


def test_the_eleventh_building_does_not_end_the_game() -> None:
    table = Table()
    table.fill_city(0, 10)
    table.hand(0, "smithy")
    table.take("builder", by=0)
    table.build("smithy")
    assert not table.game.over
    assert table.game.reasons == ()


@pytest.mark.parametrize("seat", range(4))
def test_anybody_may_end_the_game(seat: int) -> None:
    table = Table()
    table.fill_city(seat, 11)
    table.hand(seat, "smithy", "hero")
    table.take("builder", by=0)
    table.build("smithy")
    assert table.game.over


def test_the_builder_phase_is_completed_by_all() -> None:
    table = Table()
    table.fill_city(0, 11)
    table.hand(0, "smithy")
    table.hand(1, "statue", *coins(3))
    table.take("builder", by=0)
    table.build("smithy")
    assert table.asked == ("builder", 1)
    table.build("statue")
    assert table.game.over
    assert table.score(1)["buildings"] == 1 + 3


def test_the_round_is_not_played_to_its_end() -> None:
    table = Table()
    table.fill_city(1, 11)
    table.hand(1, "smithy")
    table.take("builder", by=1)
    table.build("smithy")
    assert table.game.over
    assert table.view["round"] == 1
    assert table.view["roles"]["trader"] is None


def test_several_players_may_reach_twelve_in_the_same_phase() -> None:
    table = Table(players=2)
    for seat in (0, 1):
        table.fill_city(seat, 11)
        table.hand(seat, "smithy", "hero")
    table.take("builder", by=0)
    table.build("smithy")
    table.build("smithy")
    assert table.game.over
    assert [table.player(seat)["buildings"] for seat in (0, 1)] == [12, 12]


def test_once_the_game_is_over_nobody_is_to_move() -> None:
    table = Table()
    table.fill_city(0, 11)
    table.hand(0, "smithy")
    table.take("builder", by=0)
    table.build("smithy")
    assert table.turn is None
    assert table.legal == set()
    with pytest.raises(IllegalAction, match="over"):
        table.play("pass")


def test_while_nobody_has_twelve_buildings_there_is_no_outcome() -> None:
    assert Table().game.outcome is None


# --- a game that has died ---------------------------------------------------------------------------------------------


OWNED_ALREADY = ("tower", "hero", "palace", "city-hall", "guild-hall", "statue", "victory-column", "market-hall")
"""In the hand of an owner of the same buildings these cards cannot be built."""


def dead() -> Table:
    """No card is left to draw, nobody holds a card or has a good."""
    table = Table()
    table.pile()
    table.no_discards()
    return table


def test_a_game_in_which_nobody_can_ever_build_or_draw_again_is_over_and_scored_as_it_stands() -> None:
    table = dead()
    table.new_round()
    assert table.game.over
    assert table.game.reasons == ("no-cards",)
    assert [table.score(seat)["total"] for seat in range(4)] == [1, 1, 1, 1]


def test_a_card_in_the_pile_keeps_the_game_alive() -> None:
    table = Table()
    table.pile("hero")
    table.no_discards()
    table.new_round()
    assert table.asked == ("role", 0)


def test_a_card_among_the_discards_keeps_the_game_alive() -> None:
    table = Table()
    table.pile("hero")
    table.no_discards()
    table.pile()
    table.new_round()
    assert table.asked == ("role", 0)


def test_a_good_keeps_the_game_alive() -> None:
    table = Table()
    table.lay(2, "indigo")
    table.pile()
    table.no_discards()
    table.new_round()
    assert table.asked == ("role", 0)


@pytest.mark.parametrize(
    ("owned", "hand", "over"),
    [
        ((), ("smithy",), False),  # the builder pays nothing
        ((), ("well",), True),
        (("quarry",), ("well",), False),
        (("smithy",), ("sugar-mill",), False),
        (("library",), ("well",), False),
        (("library", "quarry"), ("hero", "hero"), True),
        (("library", "quarry"), ("hero", "hero", "hero"), False),
        (("crane", "tower"), ("hero",), True),
        (("crane", "victory-column"), ("hero",), False),
        (("crane", "hero"), ("hero", "hero"), True),  # not a second one, and not over itself
    ],
)
def test_whoever_could_still_build_as_the_builder_keeps_the_game_alive(
    owned: tuple[str, ...], hand: tuple[str, ...], over: bool
) -> None:
    table = Table()
    table.owns(1, *owned)
    table.hand(1, *hand)
    table.pile()
    table.no_discards()
    table.new_round()
    assert table.game.over == over


def test_the_cathedral_on_the_table_keeps_the_game_alive_if_somebody_could_pay_for_it() -> None:
    for cards, over in ((5, True), (6, False)):
        table = Table(new_buildings=True)
        table.owns(1, *OWNED_ALREADY)
        table.hand(1, *OWNED_ALREADY[:cards])
        table.pile()
        table.no_discards()
        table.new_round()
        assert table.game.over == over, cards


def test_a_tower_left_unused_could_still_bring_discards() -> None:
    for cards, over in ((7, True), (8, False)):
        table = Table()
        table.owns(1, *OWNED_ALREADY)
        table.hand(1, *OWNED_ALREADY[:cards])
        table.pile()
        table.no_discards()
        table.new_round()
        while table.decision == "tower":
            table.play("tower")
        assert table.game.over == over, cards


def test_whether_the_game_has_died_is_looked_at_when_a_round_begins() -> None:
    table = dead()
    table.take("prospector", by=0)
    assert table.asked == ("role", 1)


def test_discards_at_the_hand_limit_keep_the_game_alive() -> None:
    table = Table()
    table.owns(1, *OWNED_ALREADY)
    table.hand(1, *OWNED_ALREADY)
    table.pile()
    table.no_discards()
    table.new_round()
    assert table.asked == ("tower", 1)
    table.play("pass", "discard:hero")
    assert table.asked == ("role", 0)
    assert table.view["discards"] == 1

"""Observations: every number is what the view says, and nothing hidden is in them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from boriken import Game
from boriken.envs.core import layout_of, look, secrets_of
from boriken.games import GAMES
from boriken.players.heuristic import best

from ..test_hidden import positions, with_other_secrets
from ..walk import VARIANTS, Variant, new_game, walk


def seen(game: Game, seat: int) -> Any:
    layout = layout_of(game.rules, game.players)
    vector = np.full(layout.size, -9999, np.int16)
    look(game.states, 0, seat, vector, vector[:0])
    return vector


def hidden(game: Game, seat: int) -> Any:
    vector = np.full(secrets_of(game.rules, game.players).size, -9999, np.int16)
    look(game.states, 0, seat, vector[:0], vector)
    return vector


def named(game: Game, seat: int) -> dict[str, list[Any]]:
    pieces = layout_of(game.rules, game.players).named(seen(game, seat))
    return {name: part.tolist() for name, part in pieces.items()}


def rotated(values: list[Any], seat: int) -> list[Any]:
    return values[seat:] + values[:seat]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_number_is_written_and_within_its_bounds(variant: Variant) -> None:
    for game in positions(variant):
        for seat in range(variant.players):
            for vector, layout in (
                (seen(game, seat), layout_of(game.rules, variant.players)),
                (hidden(game, seat), secrets_of(game.rules, variant.players)),
            ):
                outside = np.flatnonzero((vector < layout.low) | (vector > layout.high))
                assert not len(outside), [name for name, p in layout.placed.items() if outside[0] >= p.first][-1]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_secrets_change_no_observation(variant: Variant) -> None:
    told = False
    for game in positions(variant, every=5):
        for seat in range(variant.players):
            other = with_other_secrets(game, seat)
            assert (seen(game, seat) == seen(other, seat)).all()
            told = told or bool((hidden(game, seat) != hidden(other, seat)).any())
    # ... while the numbers for critics do tell; with two players and open piles there is nothing to tell in Puerto Rico
    assert told or variant == Variant("puerto-rico", 2)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_an_observation_tells_all_that_the_view_tells(variant: Variant) -> None:
    """Positions that look the same as numbers look the same as views."""
    views: dict[tuple[int, bytes], str] = {}
    for seed in range(2):
        game = new_game(variant, seed)
        for _ in walk(game, seed):
            for seat in range(variant.players):
                view = game.view(seat)
                del view["triggers"]  # in San Juan only once the game is over
                if variant.game == "puerto-rico":
                    view["triggers"] = list(game.reasons)
                # Seats are counted from the observer's, so the view is only the same if it is the same seat's.
                key = (seat, seen(game, seat).tobytes())
                text = json.dumps(view)
                assert views.setdefault(key, text) == text
    assert len(views) > 50


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_puerto_rico_as_numbers_agrees_with_the_view(players: int) -> None:
    for game in positions(Variant("puerto-rico", players), every=11):
        for seat in range(players):
            view, numbers = game.view(seat), named(game, seat)
            boards = rotated(view["players"], seat)
            assert numbers["turn"] == rotated([int(p == view["turn"]) for p in range(players)], seat)
            assert numbers["governor"].index(1) == (view["governor"] - seat) % players
            assert numbers["round"] == view["round"]
            assert numbers["doubloons"] == [board["doubloons"] for board in boards]
            assert numbers["vp"] == [-1 if board["vp"] is None else board["vp"] for board in boards]
            assert numbers["goods"] == [list(board["goods"].values()) for board in boards]
            assert numbers["tiles"] == [[tile[0] for tile in board["island"].values()] for board in boards]
            assert [row[:6] for row in numbers["colonists"]] == [
                [tile[1] for tile in board["island"].values()] for board in boards
            ]
            kinds = list(view["buildings"])
            assert numbers["buildings"] == [[int(kind in board["city"]) for kind in kinds] for board in boards]
            assert [row[6:] for row in numbers["colonists"]] == [
                [board["city"].get(kind, 0) for kind in kinds] for board in boards
            ]
            assert numbers["copies"] == list(view["buildings"].values())
            assert numbers["san_juan"] == [board["san_juan"] for board in boards]
            assert numbers["tiles_face_up"] == list(view["face_up"].values())
            assert numbers["barrels"] == list(view["goods"].values())
            assert numbers["trading_house"] == list(view["trading_house"].values())
            assert [n for n in numbers["ship_capacity"] if n] == [ship["capacity"] for ship in view["ships"]]
            assert numbers["vp_pool"] == view["vp_pool"]
            assert numbers["colonist_supply"] == view["colonist_supply"]


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.game == "san-juan"], ids=str)
def test_san_juan_as_numbers_agrees_with_the_view(variant: Variant) -> None:
    from boriken.engine import written
    from boriken.san_juan.components import Card

    def heap(counts: dict[str, int] | None) -> list[int]:
        return [(counts or {}).get(written(card), 0) for card in Card]

    for game in positions(variant, every=5):
        for seat in range(variant.players):
            view, numbers = game.view(seat), named(game, seat)
            seats = rotated(view["players"], seat)
            assert numbers["hand"] == heap(seats[0]["hand"])
            assert numbers["tucked"] == heap(seats[0]["tucked"])
            assert (numbers["chapel"], numbers["bank"]) == (seats[0]["chapel"], seats[0]["bank"])
            assert numbers["shown"] == heap(view["shown"])
            assert numbers["prices"] == (view["tile"] or [0] * 5)
            assert [sum(row) for row in numbers["tiles"]] == [int(tile is not None) for tile in view["tiles"]]
            assert (numbers["pile"], numbers["discards"]) == (view["pile"], view["discards"])
            assert numbers["to_pay"] == view["to_pay"]
            for name in ("hand_size", "buildings", "harbor", "bank_used", "library_used"):
                assert numbers[name] == [int(other[name]) for other in seats], name
            for name in ("city", "covered"):
                assert numbers[name] == [heap(other[name]) for other in seats], name
            assert numbers["goods"] == [list(other["goods"].values()) for other in seats]


@pytest.mark.parametrize("name", GAMES)
def test_pieces_of_a_layout_are_views_that_cover_it(name: str) -> None:
    rules = GAMES[name]
    for players in rules.players:
        for layout in (layout_of(rules, players), secrets_of(rules, players)):
            vectors = np.zeros((3, layout.size), np.int16)
            for part in layout.named(vectors).values():
                assert (part == 0).all()
                part += 1
            assert (vectors == 1).all()
            assert (layout.usual > 0).all()
            assert (layout.low <= layout.high).all()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_heuristic_inside_the_step_looks_at_nothing_hidden(variant: Variant) -> None:
    """There it is given the real state: it must choose as if it were an imagined one."""
    for game in positions(variant, every=3):
        assert game.turn is not None
        numbers = np.array(game.legal_actions, np.int16)
        other = with_other_secrets(game, game.turn)
        assert best(game.states, numbers, len(numbers)) == best(other.states, numbers, len(numbers))

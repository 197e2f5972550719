"""Drafts: pieces are pressed in any order, and what is confirmed is what the engine asks for."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from boriken.engine import IllegalAction, NotYourTurn, UnknownAction
from boriken.games import Game
from boriken.players import choose, make_player
from boriken.web.pages import make_scene, plan, press
from boriken.web.pages.decision_bar import make_bar
from boriken.web.pages.presenters import PRESENTERS
from boriken.web.pages.puerto_rico.colonists import circles, is_asked, standing, target

from .show import played_to, table_for

GAMES = [
    ("puerto-rico", 2, {}),
    ("puerto-rico", 5, {}),
    ("san-juan", 2, {}),
    ("san-juan", 4, {"new_buildings": True}),
    ("san-juan", 3, {"edition": 1, "variation": True}),
]


def drafted(game: Game, seat: int, rng: random.Random) -> tuple[str, ...]:
    """Press pieces at random until the draft is ready, and sometimes some more."""
    draft: tuple[str, ...] = ()
    for _ in range(60):
        present = plan(game, seat, draft)
        assert present.draft == draft, "what was pressed stays pressed"
        more = sorted(piece for piece in present.offered if not piece.startswith("lift:") and piece != "pass")
        if present.ready and (not more or game.view(seat)["decision"] == "place" or rng.random() < 0.6):
            return draft
        pieces = more or sorted(present.offered)
        assert pieces, f"nothing to press, and not ready: {present}"
        draft = press(game, seat, draft, rng.choice(pieces))
    raise AssertionError(f"never ready: {draft}")


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_whatever_is_pressed_can_be_completed_and_is_legal(name: str, players: int, options: dict[str, object]) -> None:
    rng = random.Random(5)
    bot = make_player("heuristic", 5)
    game = Game.new(name, players=players, seed=11, **options)
    asked = Counter[str]()
    while not game.over:
        seat = game.turn
        assert seat is not None
        asked[game.view(seat)["decision"]] += 1
        if rng.random() < 0.5:
            for action in plan(game, seat, drafted(game, seat, rng)).actions:
                game.play(action, seat)
        else:
            game.play(choose(bot, game, len(game.actions)))
    assert len(asked) > 6, "the game asked for many kinds of decision"


def test_the_order_of_pressing_does_not_matter() -> None:
    game = played_to(Game.new("san-juan", players=3, seed=5), "builder", round_number=5)
    seat = game.turn
    assert seat is not None
    building = next(text for text in sorted(plan(game, seat).offered) if text == "build:quarry")
    first = press(game, seat, (), building)
    cards = sorted(piece for piece in plan(game, seat, first).offered if piece.startswith("pay:"))
    needed = plan(game, seat, first).needs
    assert needed == 3
    forwards = backwards = first
    for card in cards[:needed]:
        forwards = press(game, seat, forwards, card)
    for card in reversed(cards[:needed]):
        backwards = press(game, seat, backwards, card)
    assert plan(game, seat, forwards).ready
    assert plan(game, seat, forwards).actions == plan(game, seat, backwards).actions


def test_colonists_stand_where_they_were_pressed() -> None:
    game = played_to(Game.new("puerto-rico", players=4, seed=7), "place", round_number=8)
    seat = game.turn
    assert seat is not None
    rng = random.Random(2)
    for _ in range(10):
        copy = game.copy()
        board = copy.view(seat)["players"][seat]
        room, people = circles(board), board["san_juan"]
        places = rng.sample([place for place, n in room.items() for _ in range(n)], people)
        wanted = Counter(places)
        draft: tuple[str, ...] = ()
        for place, n in standing(game.view_after(len(game.actions) - 1, seat)["players"][seat]).items():
            for _ in range(n):
                draft = press(copy, seat, draft, f"lift:{place}")
        for place in places:
            draft = press(copy, seat, draft, f"place:{place}")
        planned = plan(copy, seat, draft)
        assert planned.ready
        for action in planned.actions:
            copy.play(action, seat)
        assert Counter(standing(copy.view(seat)["players"][seat])) == wanted


def test_colonists_can_be_pressed_also_where_the_first_had_no_other_place() -> None:
    rng = random.Random(3)
    found = 0
    for seed in range(6):
        game = Game.new("puerto-rico", players=2, seed=seed)
        while not game.over:
            seat = game.turn
            assert seat is not None
            forced = game.actions and game.actions[-1].text.startswith("place:") and game.played_by[-1] == seat
            if forced and game.decisions[-1] < len(game.actions) - 1 and is_asked(game):
                found += 1
                draft = drafted(game, seat, rng)
                placed, in_hand = target(game, seat, draft)
                assert in_hand == 0
                for action in plan(game, seat, draft).actions:
                    game.play(action, seat)
                assert standing(game.view(seat)["players"][seat]) == placed
            else:
                game.play(rng.choice(game.legal_actions))
    assert found > 1


def test_lifting_and_placing_again_is_no_change() -> None:
    game = played_to(Game.new("puerto-rico", players=4, seed=7), "place", round_number=8)
    seat = game.turn
    assert seat is not None
    lifted = press(game, seat, (), "lift:corn")
    assert press(game, seat, lifted, "place:corn") == ()


def test_no_more_colonists_are_placed_than_there_are() -> None:
    game = played_to(Game.new("puerto-rico", players=4, seed=7), "place", round_number=8)
    seat = game.turn
    assert seat is not None
    draft = press(game, seat, (), "place:coffee")
    draft = press(game, seat, draft, "place:tobacco-storage")
    assert plan(game, seat, draft).ready, "two were in hand"
    with pytest.raises(IllegalAction):
        press(game, seat, draft, "place:hacienda")


def test_a_piece_pressed_twice_is_taken_off() -> None:
    game = Game.new("puerto-rico", players=4, seed=7)
    assert press(game, 0, ("role:mayor",), "role:mayor") == ()
    assert press(game, 0, ("role:mayor",), "role:settler") == ("role:settler",)


def test_a_draft_that_no_longer_fits_counts_as_empty() -> None:
    game = Game.new("puerto-rico", players=4, seed=7)
    assert plan(game, 0, ("build:harbor",)).draft == ()
    assert plan(game, 0, ("nonsense",)).draft == ()
    game = played_to(Game.new("san-juan", players=3, seed=5), "builder", round_number=5)
    assert game.turn is not None
    assert plan(game, game.turn, ("build:palace", "pay:hero")).draft == ()


def test_what_cannot_be_pressed_is_refused() -> None:
    game = Game.new("puerto-rico", players=4, seed=7)
    with pytest.raises(NotYourTurn):
        press(game, 1, (), "role:mayor")
    with pytest.raises(IllegalAction, match="not possible now: build") as refused:
        press(game, 0, (), "build:harbor")
    assert "build:harbor" not in str(refused.value), "people know no names of actions"
    with pytest.raises(UnknownAction):
        press(game, 0, (), "role:king")


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_a_plan_does_not_depend_on_what_is_hidden(name: str, players: int, options: dict[str, object]) -> None:
    rng = random.Random(3)
    bot = make_player("heuristic", 1)
    game = Game.new(name, players=players, seed=4, **options)
    compared = 0
    while not game.over:
        seat = game.turn
        assert seat is not None
        if game.view(seat)["decision"] != "place" and rng.random() < 0.4:  # (imagined games have no past to look at)
            draft = drafted(game, seat, rng)
            other = game.determinize(seat, rng.randrange(10**6))
            assert plan(game, seat) == plan(other, seat)
            assert plan(game, seat, draft) == plan(other, seat, draft)
            compared += 1
        game.play(choose(bot, game, len(game.actions)))
    assert compared > 20


def test_whatever_the_list_of_choices_offers_while_placing_can_be_pressed() -> None:
    """A plantation that is full in the draft is listed as chosen, and pressing it takes the colonist off."""
    rng = random.Random(5)
    bot = make_player("heuristic", 1)
    game = Game.new("puerto-rico", players=3, seed=8)
    taken_off = 0
    while not game.over:
        seat = game.turn
        assert seat is not None
        if is_asked(game):
            draft: tuple[str, ...] = ()
            for _ in range(12):
                scene = make_scene(table_for(game, seat), game, seat, draft=draft)
                for row in make_bar(PRESENTERS["puerto-rico"], scene).choices:
                    taken_off += len(press(game, seat, draft, row.press)) < len(draft)
                draft = press(game, seat, draft, rng.choice(sorted(scene.offered)))
            full = next(place for place, n in target(game, seat, ())[0].items() if n == 0)
            with pytest.raises(IllegalAction) as refused:
                press(game, seat, (), f"lift:{full}")
            assert "lift:" not in str(refused.value)
        game.play(choose(bot, game, len(game.actions)))
    assert taken_off > 20

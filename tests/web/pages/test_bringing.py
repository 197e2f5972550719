"""What a role brings is told before it is taken, and comes true for whoever does as much as possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from boriken.games import Game
from boriken.players import choose, make_player
from boriken.web.pages import make_scene, press, table_parts
from boriken.web.pages.effects import roles_bring
from boriken.web.pages.scene import Brought

from ...walk import ALL_FOUR, Variant, new_game
from .show import played_to, table_for

GAMES = [
    Variant("puerto-rico", 4),
    Variant("puerto-rico", 2),
    Variant("san-juan", 3),
    Variant("san-juan", 4, 2, True),
    ALL_FOUR[0],
    ALL_FOUR[-1],
]


def _role_choices(game: Game) -> Iterator[int]:
    """The seats that are to take a role, one after the other, as bots play."""
    bot = make_player("heuristic", 2)
    while not game.over:
        if game.legal_actions[0].text.startswith("role:"):
            assert game.turn is not None
            yield game.turn
        game.play(choose(bot, game, len(game.actions)))


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_what_is_told_does_not_depend_on_what_is_hidden(variant: Variant) -> None:
    game = new_game(variant, 6)
    for n, seat in enumerate(_role_choices(game)):
        told = roles_bring(game, seat)
        assert list(told) == [action.text.removeprefix("role:") for action in game.legal_actions]
        assert told == roles_bring(game.determinize(seat, n), seat)


def _number(brought: Brought, word: str) -> tuple[int, int]:
    """From, to; nothing is told as nothing."""
    for effect in brought.gets:
        if effect.word in (word, f"{word}s"):
            least, _, most = effect.after.partition("\N{EN DASH}")
            return int(least), int(most or least)
    return 0, 0


def _most(game: Game, seat: int, key: str) -> int:
    """The most that selling one good brings."""
    found = [0]
    for action in game.legal_actions:
        if action.text.startswith("sell:"):
            after = game.copy()
            after.play(action)
            found.append(_mine(after, seat)[key] - _mine(game, seat)[key])
    return max(found)


def _mine(game: Game, seat: int) -> Any:
    return game.view(seat)["players"][seat]


def _persons(board: Any) -> int:
    return int(sum(on for _, on in board["island"].values()) + sum(board["city"].values()) + board["san_juan"])


def test_roles_of_puerto_rico_bring_what_is_told() -> None:
    game = Game.new("puerto-rico", players=4, seed=21)
    checked = dict.fromkeys(("builder", "trader", "craftsman", "mayor", "prospector"), 0)
    for seat in _role_choices(game):
        for role, bringing in roles_bring(game, seat).items():
            real, before = game.copy(), _mine(game, seat)
            real.play(f"role:{role}")
            mine = bringing.to[0]
            if role == "builder" and real.turn == seat:
                kinds = sum(action.text.startswith("build:") for action in real.legal_actions)
                assert [effect.word for effect in mine.gets] == [f"{kinds} kind{'s' * (kinds != 1)}"] * bool(kinds)
            elif role == "trader" and real.turn == seat:
                most = _most(real, seat, "doubloons")
                assert _number(mine, "doubloon") == (most, most)
            elif role == "craftsman" and real.turn == seat:
                made = sum(_mine(real, seat)["goods"].values()) - sum(before["goods"].values())
                assert sum(int(effect.after) for effect in mine.gets if effect.icon.startswith("g-")) == made + 1
            elif role == "mayor" and "privilege:colonist" in map(str, real.legal_actions):
                real.play("privilege:colonist")
                new = _persons(_mine(real, seat)) - _persons(before)
                assert _number(mine, "colonist") == (new, new)
            elif role == "prospector":
                assert _mine(real, seat)["doubloons"] - before["doubloons"] == bringing.doubloons + 1
                assert _number(mine, "doubloon") == (1, 1)
            else:
                continue
            checked[role] += 1
    assert min(checked.values()) > 3, checked


def test_the_captain_ships_as_much_as_it_can_in_the_order_of_play() -> None:
    """Told for each seat: barrels, points and the captain's own; what the seat before has loaded leaves less room."""
    game = played_to(Game.new("puerto-rico", players=4, seed=7), "role", round_number=9)
    seat = game.turn
    assert seat is not None
    told = roles_bring(game, seat)["captain"].to
    assert [brought.seat for brought in told] == [(seat + i) % 4 for i in range(4)]
    barrels = [sum(int(effect.after) for effect in brought.gives) for brought in told]
    assert barrels == [3, 1, 2, 0]
    assert [_number(brought, "point")[0] for brought in told] == [4, 1, 2, 0], "one more for the captain"
    assert {effect.word: effect.after for effect in told[0].gives} == {"tobacco": "2", "indigo": "1"}


def test_roles_of_san_juan_bring_what_is_told() -> None:
    game = Game.new("san-juan", players=3, seed=21)
    checked = dict.fromkeys(("builder", "trader", "prospector", "councillor"), 0)
    ranges = 0
    for seat in _role_choices(game):
        for role, bringing in roles_bring(game, seat).items():
            real, before = game.copy(), _mine(game, seat)
            real.play(f"role:{role}")
            mine, other = bringing.to[0], bringing.to[1]
            if role == "builder" and real.turn == seat:
                cards = sum(action.text.startswith("build:") for action in real.legal_actions)
                assert [effect.word for effect in mine.gets] == [f"{cards} can be paid"] * bool(cards)
                in_hand = game.view(seat)["players"][other.seat]["hand_size"]
                assert [effect.word for effect in other.gets] == [f"{in_hand} in hand"] * bool(in_hand)
            elif role == "councillor" and real.turn == seat and real.view(seat)["decision"] == "councillor":
                seen = sum(real.view(seat)["shown"].values())
                assert mine.gets[0].word.startswith(f"see {seen}, keep ")
            elif role == "prospector" and real.view(seat)["decision"] == "role":
                least, most = _number(mine, "card")
                assert least <= _mine(real, seat)["hand_size"] - before["hand_size"] <= most
            elif role == "trader" and real.turn == seat:
                drawn = _most(real, seat, "hand_size")
                least, most = _number(mine, "card")
                assert drawn <= most
                ranges += least != most
            else:
                continue
            checked[role] += 1
    assert min(checked.values()) > 3, checked
    assert ranges, "as long as the price tiles are unknown"


@pytest.mark.parametrize(("name", "seed"), [("puerto-rico", 7), ("san-juan", 3)])
def test_staging_a_role_shows_a_pill_for_each_seat_and_nothing_is_written(name: str, seed: int) -> None:
    game = played_to(Game.new(name, players=4, seed=seed), "role", round_number=3)
    seat = game.turn
    assert seat is not None
    resting = table_parts(make_scene(table_for(game, seat), game, seat))
    assert resting["ask"].count("<tr") == 1 + len(game.legal_actions), "a row for each role that is free"
    assert 'class="brings"' not in resting["ask"]
    draft = press(game, seat, (), "role:prospector")
    ask = table_parts(make_scene(table_for(game, seat), game, seat, draft=draft))["ask"]
    pills = ask.partition('class="brings"')[2].partition("</ul>")[0]
    assert pills.count("<li") == 4
    assert pills.count("nothing") == 3
    assert pills.index("<b>you</b>") < pills.index("<b>Mangle</b>") < pills.index("<b>Coquí</b>")
    assert 'value="role:prospector" data-piece="role:prospector" aria-pressed="true"' in ask


def test_only_whoever_may_take_a_role_is_told() -> None:
    game = played_to(Game.new("puerto-rico", players=3, seed=7), "role", round_number=3)
    seat = game.turn
    assert seat is not None
    for looking in (None, *range(3)):
        scene = make_scene(table_for(game, looking or 0), game, looking)
        assert bool(scene.brings) == (looking == seat)
        assert ("brings now" in "".join(table_parts(scene).values())) == (looking == seat)

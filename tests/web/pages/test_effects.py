"""Consequences: what is told before the click comes true after it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boriken.games import Game
from boriken.players import choose, make_player
from boriken.puerto_rico import PUERTO_RICO
from boriken.web.pages import make_scene
from boriken.web.pages.effects import building_prices, effects_of
from boriken.web.pages.imagined import SEEDS, imagined, tried
from boriken.web.pages.presenters import PRESENTERS

from .show import played_to, table_for


@pytest.mark.parametrize(("name", "players"), [("puerto-rico", 4), ("san-juan", 3)])
def test_what_is_told_comes_true(name: str, players: int) -> None:
    game = Game.new(name, players=players, seed=21)
    bot = make_player("heuristic", 2)
    told = 0
    while not game.over:
        seat = game.turn
        assert seat is not None
        action = choose(bot, game, len(game.actions))
        effects = effects_of(game, seat, (action.text,))
        game.play(action)
        now = {(icon, word): n for (icon, word, _), n in PRESENTERS[game.rules.name].numbers(game, seat).items()}
        for effect in effects:
            assert effect.after.split()[0] == str(now[effect.icon, effect.word]), (action, effect)
            told += 1
    assert told > 50


@pytest.mark.parametrize(("name", "players"), [("puerto-rico", 3), ("san-juan", 4)])
def test_consequences_do_not_depend_on_what_is_hidden(name: str, players: int) -> None:
    game = Game.new(name, players=players, seed=8)
    bot = make_player("heuristic", 2)
    while not game.over:
        seat = game.turn
        assert seat is not None
        action = choose(bot, game, len(game.actions))
        other = game.determinize(seat, len(game.actions))
        assert effects_of(game, seat, (action.text,)) == effects_of(other, seat, (action.text,))
        assert building_prices(game, seat) == building_prices(other, seat)
        game.play(action)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("puerto-rico", {"hidden_vp": True}),
        ("puerto-rico", PUERTO_RICO.all_expansions),
        ("san-juan", {"new_buildings": True, "variation": True}),
    ],
)
def test_where_nothing_new_is_shown_one_imagined_game_tells_what_all_would(name: str, options: dict[str, Any]) -> None:
    game = Game.new(name, players=3, seed=6, **options)
    numbers = PRESENTERS[game.rules.name].numbers
    chance = random.Random(6)
    lengths = set()
    while not game.over:
        seat = game.turn
        assert seat is not None
        for action in chance.sample(game.legal_actions, min(2, len(game.legal_actions))):
            found = tried(game, seat, [action.text])
            lengths.add(len(found))
            if len(found) == 1:
                for seed in SEEDS[1:]:
                    other = imagined(game, seat, seed)
                    other.play(action)
                    assert numbers(other, seat) == numbers(found[0], seat), action
        game.play(chance.choice(game.legal_actions))
    assert lengths == {1, len(SEEDS)}


@pytest.mark.parametrize("name", ["puerto-rico", "san-juan"])
def test_of_each_building_is_told_what_will_be_told_once_it_is_staged(name: str) -> None:
    game = played_to(Game.new(name, players=3, seed=5), "builder", round_number=5)
    seat = game.turn
    assert seat is not None
    scene = make_scene(table_for(game, seat), game, seat)
    assert scene.built
    for text, effects in scene.built.items():
        assert any(effect.word == "city" for effect in effects)
        assert make_scene(table_for(game, seat), game, seat, draft=(text,)).effects == effects


def test_prices_are_what_the_engine_takes() -> None:
    game = played_to(Game.new("puerto-rico", players=4, seed=7), "builder", round_number=9)
    seat = game.turn
    assert seat is not None
    prices = building_prices(game, seat)
    before = game.view(seat)["players"][seat]["doubloons"]
    builds = [action for action in game.legal_actions if action.text.startswith("build:")]
    assert len(builds) > 3
    for action in builds:
        copy = game.copy()
        copy.play(action)
        assert before - copy.view(seat)["players"][seat]["doubloons"] == prices[action.text.partition(":")[2]]
    assert prices["guild-hall"] > before, "the price is known also where the money is short"

"""Puerto Rico with expansions on the pages: whatever is asked can be answered by pressing pieces."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product

import pytest

from boriken.engine import written
from boriken.games import GAMES, Game
from boriken.web import pages
from boriken.web.pages.puerto_rico.decisions import DECISIONS

from ...walk import ALL_FOUR, EXPANDED, Variant, new_game, walk
from .show import table_for
from .test_pages import sound

_OFTEN = 3
"""How often each decision of a game is looked at."""


def on_the_table(html: str) -> set[str]:
    """What can be pressed, apart from the list of all choices: pieces, and buttons that play at once."""
    table = re.sub(r'<details class="choices">.*?</details>', "", html, flags=re.DOTALL)
    return set(re.findall(r'name="(?:press|action)" value="-?([^"]+)"', table))


def looked_at(game: Game, log: pages.Chronicle) -> None:
    """Every choice is there for the seat that is asked, and nothing for the others; staged, it can be confirmed."""
    seat = game.turn
    assert seat is not None
    scene = pages.make_scene(table_for(game, seat), game, seat, chronicle=log)
    html = pages.table_page(scene)
    sound(html)
    wanted = {*scene.legal} if scene.base is None else {p for p in scene.offered if not p.startswith("lift:")}
    if scene.view["decision"] in ("pay-chip", "pay-barrel"):
        wanted.discard("pass")  # that only leads on to the next kind, which lies in the bar already
    assert wanted <= on_the_table(html), f"{scene.view['decision']}: {wanted - on_the_table(html)}"
    for other in ((seat + 1) % game.players, None):
        waiting = pages.table_page(pages.make_scene(table_for(game, seat), game, other, chronicle=log))
        assert not on_the_table(waiting)
        sound(waiting)


def confirmed(game: Game, chance: random.Random, log: pages.Chronicle) -> None:
    """Press pieces at random until they can be confirmed; play what that comes to."""
    seat = game.turn
    assert seat is not None
    draft: tuple[str, ...] = ()
    for _ in range(60):
        planned = pages.plan(game, seat, draft)
        if planned.ready and (draft or not planned.offered):
            break
        pressed = sorted(piece for piece in planned.offered if not piece.startswith("lift:"))
        if not pressed and planned.ready:
            break
        draft = pages.press(game, seat, draft, chance.choice(pressed))
    assert pages.plan(game, seat, draft).ready, (game.view(seat)["decision"], draft)
    scene = pages.make_scene(table_for(game, seat), game, seat, draft=draft, chronicle=log)
    sound(pages.table_page(scene))
    for action in pages.plan(game, seat, draft).actions:
        game.play(action)


def play_by_pressing(variant: Variant, seed: int) -> None:
    """A whole game, most of it by pressing pieces at random, then its end and its replay."""
    game = new_game(variant, seed)
    chance = random.Random(seed)
    log = pages.Chronicle()
    asked = Counter[str]()
    while not game.over:
        decision = game.view(None)["decision"]
        asked[decision] += 1
        if asked[decision] <= _OFTEN:
            looked_at(game, log)
            confirmed(game, chance, log)
        else:
            game.play(chance.choice(game.legal_actions))
    end = pages.make_scene(table_for(game), game, 0, chronicle=log)
    sound(pages.end_page(end))
    for at in (0, len(game.actions) // 2, len(game.actions)):
        shown = pages.replay_scene(table_for(game), game, at, "all", log)
        where = pages.Replay(at, len(game.actions), "all", (None, "all"), tuple(log.rounds), base="/t")
        sound(pages.replay_page(shown, where))


@pytest.mark.parametrize("variant", [EXPANDED[i] for i in range(len(EXPANDED)) if i % 7 == 3], ids=str)
def test_whole_games_with_expansions_are_played_by_pressing_pieces(variant: Variant) -> None:
    play_by_pressing(variant, seed=3)


def test_every_decision_of_the_expansions_is_drawn_and_answered() -> None:
    asked = Counter[str]()
    for variant, seed in product(ALL_FOUR, range(8)):
        game = new_game(variant, seed)
        for _ in walk(game, seed):
            decision = game.view(None)["decision"]
            asked[decision] += 1
            if asked[decision] <= _OFTEN:
                looked_at(game, pages.Chronicle())
                confirmed(game.copy(), random.Random(seed), pages.Chronicle())
    assert set(asked) == {written(decision) for decision in DECISIONS}


def test_the_market_has_the_kinds_in_the_game_and_no_other() -> None:
    for variant in (EXPANDED[0], ALL_FOUR[3]):
        game = new_game(variant, 1)
        html = pages.table_parts(pages.make_scene(table_for(game), game, None))["buildings"]
        assert set(re.findall(r'id="bt-([\w-]+)"', html)) == set(game.view(None)["buildings"])


def test_the_draft_says_why_a_kind_cannot_be_named() -> None:
    game = Game.new("puerto-rico", players=3, seed=1, new_buildings="draft")
    for kind in ("hacienda", "small-market"):
        game.play(f"draft:{kind}")
    html = pages.table_parts(pages.make_scene(table_for(game), game, game.turn))["buildings"]
    assert "never with the hacienda" in html
    assert re.search(r'is-left"[^/]*<span class="dt__band".*?Aqueduct', html, re.DOTALL), (
        "the space for price 1 is taken"
    )
    assert not re.search(r'value="draft:(forest-house|aqueduct|hacienda)"', html)


def test_a_building_that_is_paid_in_kind_says_so() -> None:
    for seed in range(20):
        game = Game.new("puerto-rico", players=3, seed=seed, new_buildings="new")
        for _ in walk(game, seed):
            scene = pages.make_scene(table_for(game), game, game.turn)
            money = scene.view["players"][game.turn]["doubloons"]
            dear = [name for name, price in scene.prices.items() if price > money and f"build:{name}" in scene.legal]
            if dear:
                assert "is-short" in pages.table_parts(scene)["buildings"]
                staged = pages.make_scene(table_for(game), game, game.turn, draft=(f"build:{dear[0]}",))
                assert "in kind?" in pages.table_parts(staged)["ask"]
                return
    raise AssertionError("nobody was short of money with a black market")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, []),
        ({"nobles": True, "new_buildings": "off"}, ["Nobles"]),
        ({"new_buildings": "draft", "nobles": True, "buccaneer": True, "festival": True}, ["all 4 expansions"]),
    ],
)
def test_a_table_says_which_expansions_it_plays_with(options: dict[str, object], words: list[str]) -> None:
    assert pages.expansion_words(GAMES["puerto-rico"], options) == words

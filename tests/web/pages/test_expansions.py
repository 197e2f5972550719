"""Puerto Rico with expansions on the pages: whatever is asked can be answered by pressing pieces."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product

import pytest

from boriken.engine import written
from boriken.games import Game
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

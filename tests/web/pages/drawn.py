"""Whole games as their pages, to the byte: whoever makes drawing quicker can show that nothing looks different.

    python -m tests.web.pages.drawn            a digest for each game: compare two versions of the program
    python -m tests.web.pages.drawn --renew    the digests that the tests compare with, after pages have changed
    python -m tests.web.pages.drawn --write F  every page as a line of the file F, to see where two versions differ

A page is drawn at every decision, for every seat and an onlooker; for whoever is to move also with pieces staged one
after the other, and now and then with a hint, a seat left alone. At the end come the end page and replays.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from boriken import Game
from boriken.engine import BorikenError
from boriken.web import pages
from boriken.web.pages.scene import Hint, HintChoice, Replay, Seat, TableShown

from ...walk import ALL_FOUR, EXPANSIONS, VARIANTS, Variant, new_game

DIGESTS = Path(__file__).parent / "drawn.json"
QUICK = (
    Variant("puerto-rico", 3),
    Variant("san-juan", 2, 2, True),
    Variant("puerto-rico", 2),
    Variant("san-juan", 4),
    Variant("puerto-rico", 4, expansions=EXPANSIONS),
)
"""What the tests draw, with `QUICK_SEED` and only some of the positions."""
QUICK_SEED = 5
_NAMES = ("Ann", "Bob", "Coquí", "<Eve>", "Ty & Co")
_LEVELS = ("", "medium", "", "easy", "hard")


def drawn(variant: Variant, seed: int, every: int = 1) -> Iterator[str]:
    """All that is drawn of a game that is played at random."""
    game = new_game(variant, seed)
    chance = random.Random(seed)
    chronicle = pages.Chronicle()
    step = 0
    while not game.over:
        if step % every == 0:
            yield from _position(game, chronicle, step // every, chance)
        game.play(chance.choice(game.legal_actions))
        step += 1
    yield from _end(game, chronicle)


def _position(game: Game, chronicle: pages.Chronicle, step: int, chance: random.Random) -> Iterator[str]:
    for seat in (*range(game.players), None):
        table = _table(game, seat, step)
        scene = pages.make_scene(table, game, seat, may_undo=step % 3 == 0, chronicle=chronicle)
        yield _text(pages.update(scene))
        if step % 8 == 0:
            yield _page(pages.table_page(scene))
    seat = game.turn
    assert seat is not None
    table = _table(game, seat, step)
    draft: tuple[str, ...] = ()
    for n in range(6):
        offered = pages.plan(game, seat, draft).offered
        piece = f"-{chance.choice(draft)}" if draft and n == 4 else chance.choice(sorted(offered) or ["pass"])
        with contextlib.suppress(BorikenError):
            draft = pages.press(game, seat, draft, piece)
        hint = _hint(game, seat) if step % 5 == n else None
        scene = pages.make_scene(table, game, seat, draft=draft, hint=hint, chronicle=chronicle)
        yield f"{piece} {draft}"
        yield _text(pages.update(scene))


def _end(game: Game, chronicle: pages.Chronicle) -> Iterator[str]:
    last = len(game.actions)
    for seat in (*range(game.players), None):
        table = replace(_table(game, seat, 0), minutes=42)
        scene = pages.make_scene(table, game, seat, chronicle=chronicle)
        yield _text(pages.update(scene))
        yield _page(pages.end_page(scene))
    for at in (0, 1, last // 3, last // 2, last - 1, last):
        for eyes in (0, None, "all"):
            scene = pages.replay_scene(_table(game, 0, 0), game, at, eyes, chronicle)
            where = Replay(at, last, eyes, (None, 0, "all"), tuple(chronicle.rounds), base="/t")
            yield _page(pages.replay_page(scene, where))


def _table(game: Game, me: int | None, step: int) -> TableShown:
    """People and bots; at some steps somebody is away."""
    seats = []
    for p in range(game.players):
        away = not _LEVELS[p] and p != me and step % 4 == 1
        kind = "bot" if _LEVELS[p] else "person"
        seats.append(Seat(p, _NAMES[p], kind, _LEVELS[p], not away, p == me, away))  # type: ignore[arg-type]
    title = game.rules.title if step % 2 else "Thursday's <table>"
    pace = ("usual", "slow", "at-once")[step % 3]
    options = game.options
    return TableShown("t1", title, game.rules.name, tuple(seats), options, pace, step % 6 != 0, step % 5 == 0)  # type: ignore[arg-type]


def _hint(game: Game, seat: int) -> Hint:
    texts = [action.text for action in game.legal_actions]
    choices = (HintChoice(texts[-1], 0.6, 50, 31.5, "It ships more."), *(HintChoice(text, 0.25) for text in texts[:2]))
    return Hint(choices, "expert", 0.5, "Think of the harbour.")


def _page(html: str) -> str:
    """A page without the digests in the addresses of its files: another style sheet is not another page."""
    return re.sub(r"(/static/[\w/-]+)\.[0-9a-f]{10}", r"\1", html)


def _text(update: Any) -> str:
    return json.dumps(update, sort_keys=True)


def digest(lines: Iterator[str]) -> str:
    """All of it as one number."""
    found = hashlib.blake2b(digest_size=16)
    for line in lines:
        found.update(line.encode())
        found.update(b"\0")
    return found.hexdigest()


def quick_digests() -> dict[str, str]:
    """What the tests compare."""
    return {str(variant): digest(drawn(variant, QUICK_SEED, every=9)) for variant in QUICK}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true", help="write the digests that the tests compare with")
    parser.add_argument("--write", type=Path, help="write every page, each as a line")
    parser.add_argument("--seeds", type=int, default=1, help="games of each variant (1)")
    parser.add_argument("--every", type=int, default=1, help="draw only every so many-th position (1: all)")
    arguments = parser.parse_args()
    if arguments.renew:
        DIGESTS.write_text(json.dumps(quick_digests(), indent=1) + "\n", encoding="utf-8")
        return
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(arguments.write.open("w", encoding="utf-8")) if arguments.write else None
        for variant in [*VARIANTS, *ALL_FOUR]:
            for seed in range(arguments.seeds):
                lines = _written(drawn(variant, seed, arguments.every), file)
                print(f"{variant}, seed {seed}: {digest(lines)}", flush=True)


def _written(lines: Iterator[str], file: TextIO | None) -> Iterator[str]:
    """The lines, each also written to the file."""
    for line in lines:
        if file is not None:
            file.write(json.dumps(line) + "\n")
        yield line


if __name__ == "__main__":
    main()

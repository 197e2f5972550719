"""Draw pages without a server: play a game by bots to a chosen decision, and write the page to a file.

    .venv/bin/python -m tests.web.pages.show puerto-rico builder --out shown --shot all

writes the page with its style sheets and, with --shot, pictures of it by headless Chromium: wide and narrow, by day and
by lamplight. Everything about it is repeatable: --seed, --players, --skip (how many such decisions to pass by),
--press (pieces to stage, in order).
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from boriken.games import Game
from boriken.players import choose, make_player
from boriken.web.pages import STATIC, Seat, TableShown, make_scene, press, table_page

NAMES = ("Ana", "Mangle", "Coquí", "Inés", "Guayacán")
LEVELS = ("", "hard", "medium", "", "easy")
WIDTHS = {"desktop": (1440, 900), "phone": (390, 844)}


def table_for(game: Game, me: int = 0) -> TableShown:
    """A table with names, as a page would show it."""
    seats = []
    for p in range(game.players):
        who = (p - me) % game.players
        kind = "bot" if LEVELS[who] else "person"
        seats.append(Seat(p, NAMES[who], kind, LEVELS[who], is_me=who == 0))  # type: ignore[arg-type]
    return TableShown("t1", "Thursday table", game.rules.name, tuple(seats), game.options)


def played_to(game: Game, decision: str, skip: int = 0, me: int | None = None, round_number: int = 0) -> Game:
    """The game at such a decision of a seat; bots play on until then."""
    bot = make_player("heuristic", 1)
    n = 0
    while not game.over:
        view = game.view(None)
        if view["decision"] == decision and view["round"] >= round_number and (me is None or game.turn == me):
            if skip == 0:
                return game
            skip -= 1
        game.play(choose(bot, game, n))
        n += 1
    return game


def write(folder: Path, name: str, html: str) -> Path:
    """A page that a browser can open from the disk."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(STATIC, folder, dirs_exist_ok=True)
    path = folder / f"{name}.html"
    path.write_text(re.sub(r'"/static/([\w/-]+)\.[0-9a-f]{10}', r'"\1', html), encoding="utf-8")
    return path


def shoot(page: Path, widths: dict[str, tuple[int, int]], themes: tuple[str, ...], full: bool = False) -> None:
    """Pictures of a page."""
    for width_name, (width, height) in widths.items():
        for theme in themes:
            themed = page.with_name(f"{page.stem}-{theme}.tmp.html")
            html = page.read_text(encoding="utf-8")
            themed.write_text(html.replace("<html ", f'<html data-theme="{theme}" '), encoding="utf-8")
            picture = page.with_name(f"{page.stem}-{width_name}-{theme}.png")
            with tempfile.TemporaryDirectory() as profile:
                # Chromium's window is never narrower than 500 px: a phone is drawn in a frame of its own.
                target = themed.as_uri()
                if width < 500:
                    frame = page.with_name(f"{page.stem}-{theme}.frame.html")
                    tall = 3200 if full else height
                    frame.write_text(
                        f'<body style="margin:0"><iframe src="{themed.name}" style="border:0;width:{width}px;'
                        f'height:{tall}px"></iframe>',
                        encoding="utf-8",
                    )
                    target = frame.as_uri()
                subprocess.run(
                    [
                        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        "--no-first-run", "--disable-background-networking", "--disable-component-update",
                        "--disable-sync", "--allow-file-access-from-files", f"--user-data-dir={profile}",
                        f"--window-size={width},{3200 if full else height}",
                        f"--force-device-scale-factor={2 if width < 500 and not full else 1}",
                        f"--screenshot={picture}", target,
                    ],
                    check=True, capture_output=True, timeout=120,
                )  # fmt: skip
            print(picture)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("game")
    arguments.add_argument("decision")
    arguments.add_argument("--players", type=int, default=4)
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--skip", type=int, default=0)
    arguments.add_argument("--round", type=int, default=0)
    arguments.add_argument("--press", action="append", default=[])
    arguments.add_argument("--option", action="append", default=[])
    arguments.add_argument("--watch", action="store_true", help="as the next seat, which waits")
    arguments.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "shown")
    arguments.add_argument("--shot", choices=("one", "all", "phone"))
    arguments.add_argument("--full", action="store_true")
    given = arguments.parse_args()
    options: dict[str, Any] = {name: value or True for name, _, value in (text.partition("=") for text in given.option)}
    game = Game.new(given.game, players=given.players, seed=given.seed, **options)
    played_to(game, given.decision, given.skip, round_number=given.round)
    assert game.turn is not None, "the game ended before that decision came"
    seat = game.turn
    draft: tuple[str, ...] = ()
    for piece in given.press:
        draft = press(game, seat, draft, piece)
    looking = (seat + 1) % game.players if given.watch else seat
    scene = make_scene(table_for(game, looking), game, looking, draft=draft, may_undo=bool(draft))
    page = write(given.out, f"{given.game}-{given.decision}", table_page(scene))
    print(page, "offered:", *sorted(scene.offered))
    if given.shot:
        widths = {"one": ("desktop",), "phone": ("phone",), "all": tuple(WIDTHS)}[given.shot]
        shoot(
            page, {w: WIDTHS[w] for w in widths}, ("light", "dark") if given.shot == "all" else ("light",), given.full
        )


if __name__ == "__main__":
    main()

"""The table of results: every table is in it, and a row says what the arena found."""

from __future__ import annotations

import re

from benchmarks.results import BOTS, row, tables
from boriken.games import GAMES
from boriken.players import LEVELS, make_player


def test_every_game_and_number_of_players_has_a_row() -> None:
    base = tables(expansions=False)
    assert {(game, players) for game, players, _ in base} == {
        (name, players) for name, rules in GAMES.items() for players in rules.players
    }
    more = tables(expansions=True)[len(base) :]
    assert [players for _, players, options in more if options["nobles"]] == list(GAMES["puerto-rico"].players)


def test_the_bot_of_every_level_has_a_column() -> None:
    kinds = {make_player(bot, 0).name.partition(":")[0] for bot in BOTS}
    assert kinds >= {bot.partition(":")[0] for bots in LEVELS.values() for bot in bots.values()}


def test_a_row_tells_shares_and_intervals() -> None:
    cells = row("san-juan", 2, {}, ("random", "heuristic"), 8, 1).split("|")[1:-1]
    assert [cell.strip() for cell in cells[:3]] == ["San Juan", "2", "50"]
    shares = [int(found) for cell in cells[3:] for found in re.findall(r"^ (\d+) \(\d+ to \d+\)", cell)]
    assert sum(shares) == 100
    assert shares[1] > shares[0]

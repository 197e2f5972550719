"""The table of results: every bot against every other, at every table. It prints what docs/results.md holds.

    python -m benchmarks.results --games 400

For each game and number of players a round robin of all bots, on all cores; the bots at a table change from game to
game. Bots that think by the clock are left out: no two machines would agree.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from boriken.arena import Mode, Request, run, summarize
from boriken.games import GAMES, WITH_EXPANSIONS

BOTS = ("random", "heuristic:2", "heuristic", "learned", "search:64")


def tables(expansions: bool) -> list[tuple[str, int, dict[str, Any]]]:
    """Every game with every number of players; with all expansions of those that have some, if asked."""
    found: list[tuple[str, int, dict[str, Any]]] = []
    for name, rules in GAMES.items():
        found += [(name, players, {}) for players in rules.players]
    if expansions:
        for rules in WITH_EXPANSIONS.values():
            found += [(rules.name, players, dict(rules.all_expansions)) for players in rules.players]
    return found


def row(game: str, players: int, options: dict[str, Any], bots: Sequence[str], games: int, seed: int) -> str:
    """A row of the table: what each bot won of the seats that it had, with its 95 % interval."""
    request = Request(game, players, options, Mode.ROUND_ROBIN, tuple(bots), games, seed).checked()
    summary = summarize(request, run(request))
    found = {bot["player"]: bot for bot in summary["contestants"]}
    cells = [
        f"{100 * found[bot]['share']:.0f} ({100 * found[bot]['low']:.0f} to {100 * found[bot]['high']:.0f})"
        for bot in bots
    ]
    return f"| {request.rules.full_title} | {players} | {100 / players:.0f} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="The table of results of all bots at all tables.")
    parser.add_argument("--games", type=int, default=400, help="at each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs="+", default=list(BOTS))
    parser.add_argument("--expansions", action="store_true", help="Puerto Rico with all expansions, too")
    arguments = parser.parse_args()
    print(f"| game | players | fair | {' | '.join(f'`{bot}`' for bot in arguments.bots)} |")
    print("|---" * (3 + len(arguments.bots)) + "|")
    for game, players, options in tables(arguments.expansions):
        print(row(game, players, options, arguments.bots, arguments.games, arguments.seed), flush=True)


if __name__ == "__main__":
    main()

"""`boriken simulate`: bots against each other, many times."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from boriken.engine import BadOption, BorikenError, Game, Rules, Undecided, derived_seed
from boriken.engine.game import MOST_SEEDS
from boriken.engine.record import LONGEST_NAME
from boriken.players.base import PlayerFailed
from boriken.players.matches import play_to_end, warm_up

from .arguments import bots_for, number_of_players, parse_options, rules_named
from .guard import CUT_SHORT, FINE, complain
from .progress import progress
from .summary import Finished, show_summary, summarize


def simulate(
    game: str | None,
    games: int,
    seed: int,
    players: int | None,
    bots: Sequence[str],
    options: Sequence[str],
    out: Path | None,
    as_json: bool,
) -> int:
    """Play the games and print the summary; returns the exit code."""
    rules = rules_named(game)
    count = number_of_players(rules, players)
    chosen = parse_options(options)
    checked = rules.check_options(count, chosen)
    if not 0 <= seed <= MOST_SEEDS - games:
        raise BadOption("the games' seeds must lie between 0 and 2**63 - 1")
    seats = bots_for(bots, count)
    names = [spec[:LONGEST_NAME] for spec in seats]
    warm_up(rules, count, chosen, seats)
    finished: list[Finished] = []
    start = time.perf_counter()
    stopped = False
    failure: BorikenError | None = None
    with _opened(out) as file, progress(games, "games") as advance:
        try:
            for i in range(games):
                played = play_one(rules, count, seed, i, chosen, seats)
                finished.append(Finished.of(*played))
                if file is not None:
                    print(played[0].to_json(names), file=file, flush=True)
                advance(i + 1, 0)
        except KeyboardInterrupt:
            stopped = True
        except (PlayerFailed, Undecided) as error:
            stopped, failure = True, error  # what was finished is summed up first
    seconds = time.perf_counter() - start
    if not finished:
        if failure is not None:
            raise failure
        complain("stopped before any game was finished")
        return CUT_SHORT
    about: dict[str, Any] = {"game": rules.name, "players": count, "options": checked, "seed": seed}
    summary = about | {"stopped": stopped} | summarize(finished, seats, seconds)
    if as_json:
        print(json.dumps(summary))
    else:
        show_summary(summary, rules.for_options(checked))
    if failure is not None:
        raise failure
    return CUT_SHORT if stopped else FINE


def play_one(
    rules: Rules, players: int, seed: int, i: int, options: dict[str, Any], bots: Sequence[str]
) -> tuple[Game, int]:
    """Game i of a series from its seeds alone: the game at its end, and how many decisions it took."""
    game = Game(rules, players, seed + i, options)
    seeds = [derived_seed(seed + i, seat) for seat in range(players)]
    effort = play_to_end(game, bots, seeds)
    return game, sum(effort.decisions)


def _opened(path: Path | None) -> contextlib.AbstractContextManager[IO[str] | None]:
    if path is None:
        return contextlib.nullcontext()
    if path.is_file():
        raise BadOption(f"--out: {path} is there already; name another file")
    return path.open("w", encoding="utf-8")

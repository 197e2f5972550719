"""`boriken dataset`: games of strong bots as Parquet, a row for each decision. docs/dataset.md says what is there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from boriken import __version__
from boriken.arena import Line, Mode, Request, Task
from boriken.arena.parquet import write_parquet
from boriken.arena.played import is_whole, ranks, wins
from boriken.arena.playing import get_ready
from boriken.arena.tournament import batches
from boriken.arena.workers import Processes, ThisProcess
from boriken.engine import BadOption, Game, cores, derived_seed
from boriken.engine.game import MOST_SEEDS
from boriken.envs import observe, table
from boriken.envs.registration import VERSION

from .arguments import bots_for, number_of_players, parse_options, rules_named
from .guard import CUT_SHORT, FINE
from .progress import progress

STRONG = "search:64"
DECISIONS, GAMES = "decisions.parquet", "games.parquet"


def dataset(
    game: str | None,
    games: int,
    seed: int,
    players: int | None,
    bots: Sequence[str],
    options: Sequence[str],
    out: Path,
    workers: int | None,
) -> int:
    """Play the games and write them; returns the exit code."""
    rules = rules_named(game)
    count = number_of_players(rules, players)
    seats = bots_for(bots or [STRONG], count)
    if not 0 <= seed <= MOST_SEEDS - games:
        raise BadOption("the games' seeds must lie between 0 and 2**63 - 1")
    if out.exists():
        raise BadOption(f"--out: {out} is there already; name another folder")
    request = Request(
        rules.name, count, parse_options(options), Mode.ROUND_ROBIN, tuple(dict.fromkeys(seats)), games, seed, True
    )
    table(rules.name, count, **request.options)  # says what is wrong with the options
    out.mkdir(parents=True)
    lines: list[Line] = []
    stopped = False
    with _Decisions(out / DECISIONS, request, seats) as decisions, progress(games, "games") as advance:
        try:
            for line in _played(request, seats, workers):
                decisions.add(line)
                lines.append({name: value for name, value in line.items() if name != "record"})
                advance(len(lines), 0)
        except KeyboardInterrupt:
            stopped = True
    write_parquet(lines, out / GAMES)
    print(f"{out}: {len(lines)} games, {decisions.written} decisions")
    return CUT_SHORT if stopped else FINE


def _played(request: Request, seats: Sequence[str], workers: int | None) -> Iterator[Line]:
    """The games in the order of their seeds, whoever plays them. From game to game everybody moves a seat on."""
    get_ready(request)
    tasks = []
    for number in range(request.games):
        first = number % request.players
        seeds = tuple(derived_seed(request.seed, number, seat) for seat in range(request.players))
        tasks.append(Task(number, 0, request.seed + number, (*seats[first:], *seats[:first]), seeds))
    number_of = cores() if workers is None else workers
    playing = (ThisProcess() if number_of == 1 else Processes(number_of)).play(request, batches(request, tasks))
    waiting: dict[int, Line] = {}
    next_one = 0
    try:
        for lines in playing:
            waiting |= {line["number"]: line for line in lines}
            while next_one in waiting:
                yield waiting.pop(next_one)
                next_one += 1
    finally:
        playing.close()  # type: ignore[attr-defined]  # a generator: ends the workers now


class _Decisions:
    """The file of decisions, while it is written."""

    def __init__(self, path: Path, request: Request, seats: Sequence[str]) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise BadOption("data sets need pyarrow: pip install 'boriken[arena]'") from None
        self._arrow = pyarrow
        layout = table(request.game, request.players, **request.options).layout
        about = {"version": __version__, "rules": request.rules.version, "environments": VERSION}
        about |= {"game": request.game, "players": request.players, "seed": request.seed, "bots": list(seats)}
        about |= {"options": request.rules.check_options(request.players, request.options)}
        about |= {"pieces": {name: [placed.first, *placed.shape] for name, placed in layout.placed.items()}}
        self._schema = _schema(pyarrow, layout.size).with_metadata({"boriken": json.dumps(about)})
        self._writer = pyarrow.parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._options = request.options
        self.written = 0

    def __enter__(self) -> _Decisions:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()

    def add(self, line: Line) -> None:
        """All decisions of a game. (One that nobody could end has none.)"""
        if not is_whole(line):
            return
        rows = list(_rows(line, self._options))
        self._writer.write_table(self._arrow.Table.from_pylist(rows, schema=self._schema))
        self.written += len(rows)


def _schema(arrow: Any, size: int) -> Any:
    """The columns, in order; docs/dataset.md says what each means."""
    return arrow.schema(
        [
            ("game", arrow.int32()),
            ("decision", arrow.int16()),
            ("seat", arrow.int8()),
            ("player", arrow.dictionary(arrow.int16(), arrow.string())),
            ("asked", arrow.dictionary(arrow.int16(), arrow.string())),
            ("observation", arrow.list_(arrow.int16(), size)),
            ("legal", arrow.list_(arrow.int16())),
            ("action", arrow.int16()),
            ("text", arrow.dictionary(arrow.int16(), arrow.string())),
            ("points", arrow.int16()),
            ("rank", arrow.int8()),
            ("won", arrow.float32()),
        ]
    )


def _rows(line: Line, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The decisions of a game, each with what its seat saw and how the game ended for it."""
    end = Game.from_json(json.dumps(line["record"]))
    rank = ranks(line)
    game = Game(end.rules, end.players, end.seed, options)
    for number, place in enumerate(end.decisions):
        seat = game.turn
        assert seat is not None
        action = end.actions[place]
        observation, _ = observe(game)
        yield {
            "game": line["number"],
            "decision": number,
            "seat": seat,
            "player": line["seats"][seat],
            "asked": game.view(seat)["decision"],
            "observation": observation,
            "legal": [int(choice) for choice in game.legal_actions],
            "action": int(action),
            "text": str(action),
            "points": line["points"][seat],
            "rank": rank[seat],
            "won": wins(line, seat),
        }
        game.play(action)

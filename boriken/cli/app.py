"""What the command line looks like. Nothing here loads the engine: `--help` must not wait for a compiler."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from boriken import __version__

from .admin import admin
from .guard import Commands, need_site

app = typer.Typer(
    cls=Commands,
    help="Puerto Rico and San Juan: play in the browser or the terminal, let bots play, look at games again.",
    epilog="'boriken COMMAND --help' says more about each command.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(admin, name="admin")

Game = Annotated[str | None, typer.Argument(metavar="GAME", help="The game.  [default: puerto-rico]")]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="How many.  [default: 4; San Juan 3]", show_default=False)
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        "-b",
        metavar="NAME",
        help="Which bot ('boriken games' lists them): one for all, or one a seat.",
        show_default=False,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game ('boriken games' lists them).",
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"boriken {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def boriken(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def serve(
    port: Annotated[
        int | None,
        typer.Option("--port", "-P", min=0, max=65535, help="[default: PORT, else 8000]", show_default=False),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="0.0.0.0 lets other computers in your network visit.")
    ] = "127.0.0.1",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one needs PostgreSQL.")] = 1,
    browser: Annotated[bool, typer.Option(help="Open the browser, where there is one.")] = True,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", metavar="MODULE:CLASS", help="A bot of yours, as a level.", show_default=False),
    ] = None,
) -> int:
    """Play in the browser, alone or with friends.

    Tables are kept in your data folder (BORIKEN_DATA_DIR names another), or in the PostgreSQL database that
    BORIKEN_DATABASE_URL names.

    \b
    boriken serve
    boriken serve --host 0.0.0.0 --port 8080
    """
    need_site()
    from .serve import serve

    return serve(host, port, workers, browser, bot or [])


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game; with --resume, a saved game's file.  [default: puerto-rico]"),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", "-r", help="Continue the last unfinished game, or the one in the file named.")
    ] = False,
    players: Players = None,
    seat: Annotated[
        list[int] | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="Your seat, from 0; give it again for more people.  [default: 0]",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="Your name; give it again for more people.", show_default=False),
    ] = None,
    bot: Bots = None,
    governor: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="The first governor: a seat, or random.  [default: random]"),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="For the same game again.  [default: a new one]")] = None,
    option: Options = None,
) -> int:
    """Play in the terminal against bots.

    Every move is saved in your data folder (BORIKEN_DATA_DIR names another), so a game can be left at any time.

    \b
    boriken play --players 3 --name Ann
    boriken play -o new_buildings=draft -o nobles=true -o buccaneer=true -o festival=true
    boriken play --resume
    boriken play --resume game.json
    """
    from .play import play

    return play(game, resume, players, seed, bot or [], seat or [], governor, option or [], name or [])


@app.command()
def simulate(
    game: Game = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Of the first game; the next has the next.")] = 0,
    players: Players = None,
    bot: Bots = None,
    option: Options = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the games' records there, one a line.")
    ] = None,
    json: AsJson = False,
) -> int:
    """Let bots play each other, and sum up who won.

    The same command plays the same games, unless a bot thinks by the clock (search:1s). Ctrl-C stops and sums up what
    is finished.

    \b
    boriken simulate --games 1000 --out games.jsonl
    boriken simulate --players 3 --bot heuristic --bot random --bot random
    boriken simulate -o new_buildings=random -o nobles=true
    """
    from .simulate import simulate

    return simulate(game, games, seed, players, bot or [], option or [], out, json)


@app.command()
def arena(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game, or 'report' before a folder.  [default: puerto-rico]"),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="Who plays in a round robin or ladder.", show_default=False),
    ] = None,
    one: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="One player, against the field.", show_default=False)
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER", help="Who fills the other seats: one for all, or one a seat.", show_default=False
        ),
    ] = None,
    round_robin: Annotated[
        bool, typer.Option("--round-robin", help="Every table that can be made of the players.")
    ] = False,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Each player against a field of the one named before it.")
    ] = False,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many; of a ladder, on each rung.")] = 400,
    seed: Annotated[int, typer.Option(help="Of the first game. Each seed is played with every rotation of seats.")] = 0,
    players: Players = None,
    option: Options = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep the games there. The same command goes on where it was stopped.",
            show_default=False,
        ),
    ] = None,
    records: Annotated[bool, typer.Option("--records", help="With --out: keep every game's full record, too.")] = False,
    forfeits: Annotated[
        bool, typer.Option("--forfeits", help="A player that fails loses its game; else it stops the tournament.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, help="How many processes.  [default: one a core; one for few quick games]", show_default=False
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; 'local' starts one here.", show_default=False),
    ] = None,
    json: AsJson = False,
) -> int:
    """Hold a tournament between bots, with intervals and ratings.

    A player is a bot's name, with settings after a colon if it has any: heuristic, search:1s, style:builder,
    roles:500; or, of yours, MODULE:CLASS or external:COMMAND. The same command plays the same games, on however many
    cores, unless a player thinks by the clock.
    'report' writes the games kept in a folder up as a page, FOLDER/report.html.

    \b
    boriken arena --one heuristic --field random --games 400 --seed 1
    boriken arena san-juan --round-robin heuristic random --out cup
    boriken arena --ladder random heuristic search:0.1s
    boriken arena report cup
    """
    from .arena import arena

    asked = {"one": one, "field": field or [], "round-robin": round_robin, "ladder": ladder}
    words = [*([game] if game else []), *(names or [])]
    return arena(words, asked, games, seed, players, option or [], out, records, forfeits, workers, ray, json)


@app.command()
def player(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Which bot, with settings: learned, search:0.1s, easy.")],
) -> int:
    """Let another program play with a bot: questions on standard input, answers on standard output, lines of JSON.

    It speaks the protocol that docs/external-players.md describes, so that programs in any language, and other versions
    of this one, can ask our bots. It ends with the game. What is wrong with a line is told on standard error.

    \b
    boriken player learned
    boriken arena --one search:64 --field "external:boriken player search:64" --games 40
    """
    from .player import player

    return player(bot)


@app.command()
def dataset(
    game: Game = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Of the first game; the next has the next.")] = 0,
    players: Players = None,
    bot: Bots = None,
    option: Options = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="A new folder for the files.")] = Path("dataset"),
    workers: Annotated[
        int | None, typer.Option(min=1, help="How many processes.  [default: one a core]", show_default=False)
    ] = None,
) -> int:
    """Let strong bots play, and write every decision down for learning: a data set of Parquet files.

    Without --bot all seats are search:64's. The same command writes the same rows, unless a bot thinks by the clock.

    \b
    boriken dataset puerto-rico --players 4 --games 1000 --out hard
    boriken dataset san-juan --bot search:500 --bot learned --bot learned --out mixed
    """
    from .dataset import dataset

    return dataset(game, games, seed, players, bot or [], option or [], out, workers)


@app.command()
def stats(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Records, one or many a file; or games of the arena.")
    ],
    html: Annotated[
        Path | None, typer.Option(metavar="PAGE", help="Write a page with plots there.", show_default=False)
    ] = None,
    json: AsJson = False,
) -> int:
    """Say what recorded games show, as tables and plots.

    Wins by seat, openings, buildings, points, and how the games ended. Records are verified as they are read; games of
    the arena are taken as they stand, unless it kept their records. Four-player games of Puerto Rico are compared with
    tournaments of people.

    \b
    boriken simulate --games 1000 --out games.jsonl
    boriken stats games.jsonl --html stats.html
    """
    from .stats import stats

    return stats(files, html, json)


@app.command()
def train(
    game: Game = None,
    players: Players = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games it plays against itself.")
    ] = 300_000,
    seed: Annotated[int, typer.Option(min=0, max=2**32, help="The same seed gives the same weights.")] = 1,
    start: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Weights to start from, of any number of players."),
    ] = None,
    rate: Annotated[float, typer.Option(min=0.0, max=1.0, help="How far it learns from a step, at first.")] = 0.002,
    strangers: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Share of games with strangers at the table; all with --against.")
    ] = 0.35,
    passes: Annotated[
        int | None,
        typer.Option(min=1, max=100, help="How often it learns from a position.  [default: 2; on a GPU 1]"),
    ] = None,
    thinking: Annotated[
        int, typer.Option(min=0, max=10_000, help="Samples of a search that makes each decision; 0: the network alone.")
    ] = 0,
    guide: Annotated[
        bool,
        typer.Option("--guide", help="A guide for the search, which learns from searches (--thinking) or imitates."),
    ] = False,
    lanes: Annotated[int, typer.Option(min=1, max=256, help="On the CPU: games side by side, for as many cores.")] = 4,
    expansions: Annotated[
        bool, typer.Option("--expansions", help="With expansions, in each game with others of them.")
    ] = False,
    device: Annotated[str, typer.Option(help="cuda: on a GPU, some dozen times as many games.")] = "cpu",
    past_selves: Annotated[
        int,
        typer.Option(
            min=0, max=16, help="On a GPU: networks of earlier rounds that are, or advise, half the strangers."
        ),
    ] = 0,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|learned",
            help="All others go by these weights, or are the learned player, and learn nothing (an exploiter).",
        ),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(
            help="Units of the first layer: 128 or 256, of a guide 256, 512 or 1024.  [default: as --from; 128, 512]"
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="For checkpoints and weights.")] = Path("training"),
    threads: Annotated[
        int | None,
        typer.Option(
            min=1, help="Up to as many as lanes share the work.  [default: as many as cores]", show_default=False
        ),
    ] = None,
) -> int:
    """Train a network anew, by playing against itself.

    Ctrl-C stops; the same command goes on from there. The weights are used with --bot learned:FILE. With --thinking
    they are for the search, which then makes the decisions: far fewer games a second, of better players.

    With --guide it is the network that the search player goes by: it proposes and judges at once. It begins by
    imitating the learned player, without --thinking, and goes on from there by searching.

    \b
    boriken train puerto-rico --players 4
    boriken train puerto-rico --players 4 --guide --games 60000 --out first
    boriken train puerto-rico --players 4 --guide --thinking 160 --games 20000 --from first/puerto-rico-4-guide.npz
    boriken train puerto-rico --players 4 --expansions
    boriken train puerto-rico --players 4 --games 1000000 --against learned --out exploiter
    boriken train puerto-rico --players 4 --games 5000000 --device cuda
    boriken arena --one learned:training/puerto-rico-4.npz --field heuristic
    """
    from .train import train

    return train(
        game,
        players,
        games,
        seed,
        start,
        rate,
        strangers,
        passes,
        thinking,
        guide,
        lanes,
        expansions,
        device,
        past_selves,
        against,
        width,
        out,
        threads,
    )


@app.command()
def analyse(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A record, or many, one a line.", show_default=False)
    ] = None,
    number: Annotated[
        int | None, typer.Option("--number", "-n", min=1, help="Which record of the file.  [default: all]")
    ] = None,
    after: Annotated[
        int | None,
        typer.Option(min=0, metavar="ACTIONS", help="One position, after so many actions.", show_default=False),
    ] = None,
    think: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="One position, the last decision unless --after names another: 1s, 200ms, or a number of samples.",
            show_default=False,
        ),
    ] = None,
    trees: Annotated[int, typer.Option(min=1, help="Of a review: small searches for each decision, at most.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="For the same samples again.")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, help="That work side by side.  [default: one a core]", show_default=False)
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Review on a Ray cluster, game by game; 'local' starts one here."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep the reviews there. The same command goes on where it was stopped.",
            show_default=False,
        ),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="PAGE", help="Write the review as a page.", show_default=False)
    ] = None,
    calibrate: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Play games of strong bots: do chances come true?", show_default=False),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="With --calibrate: how many.")] = 200,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="PICTURE",
            help="With --calibrate: draw the curve. With a FILE of what that printed as JSON: of every line.",
            show_default=False,
        ),
    ] = None,
    players: Players = None,
    json: AsJson = False,
) -> int:
    """Review recorded games: every decision with its alternatives, what it lost, and where the game turned.

    With --after or --think: every choice of one position with its chance to win, expected points, and why. Only what
    the seat to move may know is used; once a game is over, it is also told what came of it with all cards open.

    \b
    boriken analyse games.jsonl --out reviews
    boriken analyse games.jsonl --number 3 --html review.html
    boriken analyse games.jsonl --number 3 --after 120 --think 5s
    boriken analyse --calibrate san-juan --players 3 --games 200 --plot curve.svg
    """
    if calibrate is not None:
        from .calibrate import calibrate_game

        return calibrate_game(calibrate, players, games, seed, json, plot)
    if file is None:
        raise typer.BadParameter("a FILE of records is missing, or --calibrate")
    if plot is not None:
        from .calibrate import draw_again

        return draw_again(file, plot)
    if after is not None or think is not None:
        from .analyse import analyse

        return analyse(file, number or 1, after, think or "1s", seed, json)
    from .review import review_records

    return review_records(file, number, trees, seed, threads, ray, out, html, json)


@app.command()
def puzzles(
    game: Game = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Make puzzles and keep them there. The same command goes on where it was stopped.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="That are played and searched.")] = 100,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="How many.  [default: all numbers in turn]", show_default=False),
    ] = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(min=0, help="For the same puzzles again.")] = 0,
    threads: Annotated[int, typer.Option(min=1, help="That work side by side.")] = 1,
    theme: Annotated[
        str | None, typer.Option(help="Make those alone: end-game, captain, role ...", show_default=False)
    ] = None,
    pack: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a compact file, as in the package.", show_default=False)
    ] = None,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help="List those of a file.", show_default=False)] = None,
    json: AsJson = False,
) -> int:
    """List the puzzles in the package, or make more: positions with one clearly best choice that a plain player misses.

    \b
    boriken puzzles san-juan
    nice boriken puzzles puerto-rico --out mined.jsonl --games 200 --pack puzzles-puerto-rico.jsonl.gz
    """
    from .puzzles import list_puzzles, make_puzzles

    if out is None:
        return list_puzzles(game, file, json)
    return make_puzzles(game, players, option or [], games, seed, threads, theme, out, pack)


@app.command()
def openings(
    game: Game = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many.  [default: all numbers]", show_default=False)
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Play so many new ones at each table.  [default: those counted in the package]"),
    ] = None,
    bot: Annotated[str, typer.Option("--bot", "-b", metavar="NAME", help="Who plays the new ones.")] = "learned",
    seed: Annotated[int, typer.Option(min=0, help="For the same games again.")] = 0,
    json: AsJson = False,
) -> int:
    """Show what bots take in the first round, by place in the turn order, and how it went for those who took it.

    \b
    boriken openings puerto-rico --players 4
    boriken openings san-juan --games 500 --bot search:64 --json
    """
    from .openings import show_openings

    return show_openings(game, players, games, bot, seed, json)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, or many, one a line.")],
    game: Annotated[int, typer.Option("--game", "-g", metavar="N", min=1, help="Which of them, from 1.")] = 1,
    board: Annotated[bool, typer.Option("--board", help="Show the board after each action.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only verify every record in the file.")] = False,
    json: Annotated[bool, typer.Option("--json", help="With --check: print JSON, for programs.")] = False,
) -> int:
    """Look at recorded games again, action by action, or verify them.

    In a terminal, Enter goes on to the next action, 'a' shows all the rest and 'q' stops.

    \b
    boriken replay games.jsonl --game 3 --board
    boriken replay games.jsonl --check
    """
    from .replay import replay

    return replay(file, game, board, check, json)


@app.command()
def bench(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game; or envs, or gpu.  [default: puerto-rico]"),
    ] = None,
    players: Players = None,
    seconds: Annotated[float, typer.Option(min=0.001, help="Time for each kind of measurement.")] = 2.0,
    option: Options = None,
    json: AsJson = False,
    check: Annotated[
        bool, typer.Option("--check", help="With gpu: whether it plays the same games as the CPU.")
    ] = False,
) -> int:
    """Measure the speed on this machine, in about a minute.

    'boriken bench envs' measures the environments for research on all cores, four-player Puerto Rico unless
    --players says otherwise, beside other libraries' environments where those are installed. 'boriken bench gpu'
    measures them on a GPU.

    \b
    boriken bench --json
    boriken bench puerto-rico -o new_buildings=random -o nobles=true
    boriken bench envs
    boriken bench gpu --check
    """
    if game == "envs":
        from .bench_envs import bench_envs

        return bench_envs(players, seconds, option or [], json)
    if game == "gpu":
        from .bench_gpu import bench_gpu, check_gpu

        return check_gpu() if check else bench_gpu(seconds, json)
    from .bench import bench

    return bench(game, players, seconds, option or [], json)


@app.command()
def notation(game: Game = None, json: AsJson = False) -> int:
    """List all actions of a game, as texts and in words; those that only expansions have come last.

    \b
    boriken notation puerto-rico
    """
    from .notation import notation

    return notation(game, json)


@app.command()
def games(json: AsJson = False) -> int:
    """List the games with their options, and the bots."""
    from .games import games

    return games(json)


def main() -> None:
    """The program `boriken`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError):
                stream.reconfigure(errors="replace")  # names and files may hold what this terminal cannot
    app()

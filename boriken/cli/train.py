"""`boriken train`: a network, trained by playing against itself."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from boriken.engine import BadOption, cores
from boriken.players.guided import network as guided
from boriken.players.guided.weights import guide_file_name, guide_path, read_guide_start, write_guide
from boriken.players.learned.network import HIDDEN, inputs_of, widened, width_of
from boriken.players.learned.weights import (
    WIDTHS,
    digest,
    file_name,
    read_start,
    read_weights,
    search_file_name,
    shipped_path,
    write_weights,
)
from boriken.players.training.guide_training import GuideTraining
from boriken.players.training.training import Report, Training, TrainingRequest

from .arguments import number_of_players, rules_named
from .guard import CUT_SHORT, FINE
from .progress import progress

CHECKPOINT_SECONDS = 30.0
LEARNED = "learned"
"""As a rival of an exploiter: the learned player as it is, with its guide."""


def train(
    game: str | None,
    players: int | None,
    games: int,
    seed: int,
    start: Path | None,
    rate: float,
    strangers: float,
    passes: int | None,
    thinking: int,
    guide: bool,
    lanes: int,
    expansions: bool,
    device: str,
    past_selves: int,
    against: str | None,
    width: int | None,
    out: Path,
    threads: int | None,
) -> int:
    """Train from where the folder's checkpoint stands to the last game, and write the weights."""
    number = number_of_players(rules_named(game), players)
    request = TrainingRequest(
        rules_named(game).name,
        number,
        games,
        seed,
        rate=rate,
        strangers=strangers,
        thinking=thinking,
        guide=guide,
        lanes=lanes,
        expansions=expansions,
        device=device,
        past_selves=past_selves,
        against=against or "",
    )
    kind = _kind(request)
    request = replace(request, **(kind.USUAL | ({} if passes is None else {"passes": passes})))
    rules = request.rules
    read = read_guide_start if guide else read_start
    known = read(start, rules, number) if start is not None else None
    advised = against == LEARNED
    rival = None if against is None else shipped_path(rules, number) if advised else Path(against)
    met = read_weights(rival, rules, number) if rival is not None else None
    if start is not None:
        request = replace(request, start=_named(start))
    if guide:
        request = replace(request, teacher=_named(shipped_path(rules, number)))
    request = replace(request, width=_width(width, known, request))
    known = _as_wide(known, request)
    if rival is not None:
        if request.device != "cpu" and _width_of(met, request) > request.width:
            raise BadOption(f"on a GPU a rival is no wider than who learns: add --width {_width_of(met, request)}")
        request = replace(request, against=_rival(rival, request) if advised else _named(rival), strangers=1.0)
    out.mkdir(parents=True, exist_ok=True)
    training = _begin(kind, request, known, out / f"{_name(request)}.checkpoint.npz")
    if met is not None:
        training.meet(met, advised)
    training.prepare()
    finished = _run(training, out, threads or cores())
    if not finished:
        print(f"Stopped after {training.games} games; the same command goes on from there.")
        return CUT_SHORT
    path, use = _finished(request, out)
    write = write_guide if guide else write_weights
    write(path, training.average, asdict(request), rules)
    print(f"{path}: weights after {training.games} games; {use}.")
    return FINE


def _name(request: TrainingRequest) -> str:
    """What its files are called."""
    return f"{request.rules.key}-{request.players}" + ("-guide" if request.guide else "")


def _named(path: Path) -> str:
    """A file of weights, so that it is not taken for another of its name."""
    return f"{path.name} {digest(path)}"


def _rival(network: Path, request: TrainingRequest) -> str:
    """The learned player as it is, with its guide."""
    guide = guide_path(request.rules, request.players)
    return " ".join(["learned", digest(network), *([digest(guide)] if guide else [])])


def _width_of(weights: Any, request: TrainingRequest) -> int:
    rules = request.rules
    inputs = len(inputs_of(rules, request.players))
    return guided.width_of(weights, inputs, len(rules.actions)) if request.guide else width_of(weights, inputs)


def _width(wanted: int | None, known: Any, request: TrainingRequest) -> int:
    """How wide the network will be: as wanted, or as wide as the one that it starts from."""
    widths, usual = (guided.WIDTHS, guided.USUAL_WIDTH) if request.guide else (WIDTHS, HIDDEN)
    if wanted is None:
        return usual if known is None else _width_of(known, request)
    if wanted not in widths:
        raise BadOption(f"--width is {', '.join(map(str, widths[:-1]))} or {widths[-1]}, not {wanted}")
    before = 0 if known is None else _width_of(known, request)
    if wanted < before:
        raise BadOption(f"--width is at least {before} here, as in the network that it starts from")
    return wanted


def _as_wide(weights: Any, request: TrainingRequest) -> Any:
    """The same network, as wide as the one that is to learn."""
    if weights is None or _width_of(weights, request) == request.width:
        return weights
    grow = guided.widened if request.guide else widened
    return grow(weights, request.rules, request.players, request.seed, request.width)


def _finished(request: TrainingRequest, out: Path) -> tuple[Path, str]:
    """Where the weights go, and what they are for."""
    if request.guide:
        path = out / guide_file_name(request.rules, request.players)
        return path, f"for `search:0.1s,{path}` and, in the package, for all searches"
    if request.thinking:
        return out / search_file_name(request.rules, request.players), "in the package reviews go by them"
    path = out / file_name(request.rules, request.players)
    return path, f"for `learned:{path}`" + ("" if request.against else " and, in the package, for all bots")


def _kind(request: TrainingRequest) -> Any:
    """The class that trains what it shall, where it shall."""
    if request.device == "cpu" and request.past_selves:
        raise BadOption("--past-selves are for training on a GPU: add --device cuda")
    if request.past_selves and request.against:
        raise BadOption("with --against all others are one and the same: leave --past-selves out")
    if request.guide and (request.past_selves or request.against):
        raise BadOption("--past-selves and --against are not for guides")
    if request.thinking and request.against:
        raise BadOption("an exploiter decides by its network alone: leave --thinking out, or --against")
    if request.device == "cpu":
        return GuideTraining if request.guide else Training
    if request.device != "cuda":
        raise BadOption(f"--device is cpu or cuda, not {request.device!r}")
    if request.thinking and not request.guide:
        raise BadOption("on a GPU only guides search: add --guide, or leave --thinking out")
    if request.guide and not request.thinking:
        raise BadOption("on a GPU guides learn from searches: say of how many samples with --thinking")
    if request.against == LEARNED:
        raise BadOption("on a GPU the others are a network alone: --against takes its file there")
    try:
        from boriken.players.training.gpu.guide_trainer import GpuGuideTraining
        from boriken.players.training.gpu.trainer import GpuTraining
    except ImportError as error:
        raise BadOption(f"{error}; 'pip install boriken[cuda,train]' installs what training on a GPU needs") from error
    return GpuGuideTraining if request.guide else GpuTraining


def _begin(kind: Any, request: TrainingRequest, known: Any, checkpoint: Path) -> Any:
    if not checkpoint.exists():
        training = kind(request)
        if known is not None:
            training.start_from(known)
        return training
    training = kind.load(checkpoint)
    if training.request != request:
        raise BadOption(
            f"{checkpoint} holds another training ({_words(training.request)}); "
            "repeat its command, name another folder with --out, or delete it"
        )
    return training


def _words(request: TrainingRequest) -> str:
    """What it is for, and whatever is not as usual."""
    told = {"game", "players", "games"}
    unusual = [
        f"{field.name} {getattr(request, field.name)}"
        for field in fields(request)
        if field.name not in told and getattr(request, field.name) != field.default
    ]
    return ", ".join([f"{request.game} for {request.players}", f"{request.games} games", *unusual])


def _run(training: Training, out: Path, threads: int) -> bool:
    """Train on; True if it came to its end, False after Ctrl-C. Either way the checkpoint is there."""
    name = _name(training.request)
    before = training.games
    saved = time.monotonic()
    with ctrl_c() as stopped, ThreadPoolExecutor(threads) as pool, progress(training.request.games, "games") as advance:
        print(f"boriken: {name} plays games {before} to {training.request.games}", file=sys.stderr, flush=True)
        advance(before, before)
        while not training.done:
            training.round(pool)
            advance(training.games, before)
            if time.monotonic() - saved > CHECKPOINT_SECONDS or training.done or stopped.is_set():
                report = training.report()  # before it is saved: whoever goes on begins a new report
                training.save(out / f"{name}.checkpoint.npz")
                _note(report, out / f"{name}.curve.jsonl")
                saved = time.monotonic()
            if stopped.is_set():
                break
    return training.done


@contextlib.contextmanager
def ctrl_c() -> Iterator[threading.Event]:
    """Set once Ctrl-C is pressed, so that what is under way can be finished; pressed again, it breaks off."""
    stopped = threading.Event()

    def stop(number: int, frame: object) -> None:
        stopped.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)


def _note(report: Report, path: Path) -> None:
    """A line of the learning curve."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(report)) + "\n")

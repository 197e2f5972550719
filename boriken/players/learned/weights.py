"""Weights on disk, shipped with the package: a small file for each game and number of players, some for the search.

A game with expansions has files of its own. Where there is none, the network of the base game serves: its inputs are
placed by name, and it plays as if the expansions' pieces were not there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from boriken.engine import BorikenError, Rules

from .network import HIDDEN, PIECES, WIDEST, Network, input_names, inputs_of, network_of, reseated, size_of, width_of

SHIPPED = Path(__file__).parent / "weights"
WIDTHS = range(HIDDEN, WIDEST + 1, HIDDEN)
UNREADABLE = (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile)


def file_name(rules: Rules, players: int) -> str:
    return f"{rules.key}-{players}.npz"


def search_file_name(rules: Rules, players: int) -> str:
    """Weights that have learned from searching: a search goes by them better, but the learned player alone does not."""
    return f"{rules.key}-{players}-search.npz"


def write_weights(path: Path, weights: Any, about: dict[str, Any], rules: Rules) -> None:
    """Write weights in half precision, with the names of their inputs and a note on how they came about."""
    table, seat = (pieces.names for pieces in PIECES[rules.name])
    np.savez_compressed(
        path,
        weights=weights.astype(np.float16),
        about=np.array(json.dumps(about)),
        game=np.array(rules.name),
        table=np.array(table),
        seat=np.array(seat),
    )


def read_weights(path: Path, rules: Rules, players: int) -> Any:
    """The weights in a file; says what is wrong if there are none that fit.

    Of a network with other inputs what it has is placed by name: it plays as it did where nothing new is at hand.
    """
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            weights = file["weights"].astype(np.float32)
            game = str(file["game"]) if "game" in file else rules.name
            named = "table" in file
            table, seat = (file["table"].tolist(), file["seat"].tolist()) if named else _inputs_of_0_1(rules)
    except FileNotFoundError as error:
        raise BorikenError(f"there is no file {path}") from error
    except UNREADABLE as error:
        raise BorikenError(f"{path.name or path} does not hold the weights of a network") from error
    names = input_names(table, seat, players)
    width = width_of(weights, len(names)) if weights.ndim == 1 else 0
    if game != rules.name or width not in WIDTHS or weights.shape != (size_of(len(names), width),):
        raise BorikenError(
            f"{path.name} does not fit the network of {rules.title} for {players}; "
            f"`boriken train {rules.name} --players {players}` makes weights anew"
        )
    return placed(weights, names, inputs_of(rules, players))


def read_start(path: Path, rules: Rules, players: int) -> Any:
    """Weights to begin a training with: those of a network for another number of players are placed by seat."""
    before = players_of(path, rules, players)
    weights = read_weights(path, rules, before)
    return weights if before == players else reseated(weights, rules, before, players)


def players_of(path: Path, rules: Rules, usual: int) -> int:
    """For how many players a file's weights are, as far as it can be read: whoever reads on says what is wrong."""
    with contextlib.suppress(*UNREADABLE, AttributeError, OverflowError):
        before = int(about_weights(path)["players"])
        return before if before in rules.players else usual
    return usual


def placed(weights: Any, names: Sequence[str], wanted: Sequence[str]) -> Any:
    """The weights of a network with inputs of these names, for one with the inputs wanted; what is new is zero."""
    if names == wanted:
        return weights
    width = width_of(weights, len(names))
    before = dict(zip(names, weights[: len(names) * width].reshape(len(names), width), strict=True))
    first = np.zeros((len(wanted), width), np.float32)
    for i, name in enumerate(wanted):
        if name in before:
            first[i] = before[name]
    return np.concatenate([first.ravel(), weights[len(names) * width :]])


def _inputs_of_0_1(rules: Rules) -> tuple[list[str], list[str]]:
    """Files of version 0.1 do not name their inputs."""
    known = json.loads((SHIPPED / "inputs-0.1.json").read_text(encoding="utf-8"))[rules.name]
    return known["table"], known["seat"]


def digest(path: Path) -> str:
    """A few letters that tell a file from others of its name."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def read_network(path: Path, rules: Rules, players: int) -> Network:
    """The network in a file."""
    return network_of(read_weights(path, rules, players), rules, players)


def about_weights(path: Path) -> dict[str, Any]:
    """How the weights in a file came about."""
    with path.open("rb") as opened, np.load(opened) as file:
        about: dict[str, Any] = json.loads(str(file["about"]))
    return about


def shipped_path(rules: Rules, players: int) -> Path:
    """The learned player's weights, which come with the package."""
    path = SHIPPED / file_name(rules, players)
    return path if path.exists() else SHIPPED / f"{rules.name}-{players}.npz"


def search_path(rules: Rules, players: int) -> Path:
    """The weights that searches go by: the learned player's, where none have learned from searching."""
    path = SHIPPED / search_file_name(rules, players)
    return path if path.exists() else shipped_path(rules, players)


def shipped_network(rules: Rules, players: int) -> Network:
    """The network of the learned player."""
    return _network(shipped_path(rules, players), rules, players)


def search_network(rules: Rules, players: int) -> Network:
    """The network that searches go by."""
    return _network(search_path(rules, players), rules, players)


@cache
def _network(path: Path, rules: Rules, players: int) -> Network:
    return read_network(path, rules, players)

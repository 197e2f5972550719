"""Weights on disk, shipped with the package: a small file for each game and number of players, some for the search."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from boriken.engine import BorikenError, Rules, rules_of

from .network import Network, network_of, size

SHIPPED = Path(__file__).parent / "weights"


def file_name(rules: Rules, players: int) -> str:
    return f"{rules.name}-{players}.npz"


def search_file_name(rules: Rules, players: int) -> str:
    """Weights that have learned from searching: a search goes by them better, but the learned player alone does not."""
    return f"{rules.name}-{players}-search.npz"


def write_weights(path: Path, weights: Any, about: dict[str, Any]) -> None:
    """Write weights in half precision, with a note on how they came about."""
    np.savez_compressed(path, weights=weights.astype(np.float16), about=np.array(json.dumps(about)))


def read_weights(path: Path, rules: Rules, players: int) -> Any:
    """The weights in a file; says what is wrong if there are none that fit."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            weights = file["weights"].astype(np.float32)
    except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BorikenError(f"{path.name} does not hold the weights of a network") from error
    if weights.shape != (size(rules, players),):
        raise BorikenError(
            f"{path.name} does not fit the network of {rules.title} for {players}; "
            f"`boriken train {rules.name} --players {players}` makes weights anew"
        )
    return weights


def digest(path: Path) -> str:
    """A few letters that tell a file from others of its name."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def read_network(path: Path, rules: Rules, players: int) -> Network:
    """The network in a file."""
    return network_of(read_weights(path, rules, players), rules, players)


def about_weights(path: Path) -> dict[str, Any]:
    """How the weights in a file came about."""
    with np.load(path) as file:
        about: dict[str, Any] = json.loads(str(file["about"]))
    return about


def shipped_path(rules: Rules, players: int) -> Path:
    """The learned player's weights, which come with the package."""
    return SHIPPED / file_name(rules, players)


def search_path(rules: Rules, players: int) -> Path:
    """The weights that searches go by: the learned player's, where none have learned from searching."""
    path = SHIPPED / search_file_name(rules, players)
    return path if path.exists() else shipped_path(rules, players)


def shipped_network(game: str, players: int) -> Network:
    """The network of the learned player."""
    return _network(shipped_path(rules_of(game), players), game, players)


def search_network(game: str, players: int) -> Network:
    """The network that searches go by."""
    return _network(search_path(rules_of(game), players), game, players)


@cache
def _network(path: Path, game: str, players: int) -> Network:
    return read_network(path, rules_of(game), players)

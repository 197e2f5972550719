"""Guides on disk, shipped with the package: a file for each game and number of players that has one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from boriken.engine import BorikenError, Rules

from ..learned.network import PIECES, input_names, inputs_of
from ..learned.weights import SHIPPED, UNREADABLE, players_of
from .network import Guide, guide_of, parts_of, reseated, width_of


def guide_file_name(rules: Rules, players: int) -> str:
    return f"{rules.key}-{players}-guide.npz"


def write_guide(path: Path, weights: Any, about: dict[str, Any], rules: Rules) -> None:
    """Write weights in half precision, with the names of inputs and actions and a note on how they came about."""
    table, seat = (pieces.names for pieces in PIECES[rules.name])
    np.savez_compressed(
        path,
        guide=weights.astype(np.float16),
        about=np.array(json.dumps(about)),
        game=np.array(rules.name),
        table=np.array(table),
        seat=np.array(seat),
        actions=np.array([str(action) for action in rules.actions]),
    )


def read_guide_weights(path: Path, rules: Rules, players: int) -> Any:
    """The weights in a file; says what is wrong if there are none that fit.

    What they know of inputs and actions is placed by name: a guide that was trained before a building was there judges
    as it did where nothing new is at hand, and thinks of what is new neither well nor ill.
    """
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            weights, game = file["guide"].astype(np.float32), str(file["game"])
            names = input_names(file["table"].tolist(), file["seat"].tolist(), players)
            actions = file["actions"].tolist()
    except FileNotFoundError as error:
        raise BorikenError(f"there is no file {path}") from error
    except UNREADABLE as error:
        raise BorikenError(f"{path.name or path} does not hold the weights of a guide") from error
    if game != rules.name or not width_of(weights, len(names), len(actions)):
        raise BorikenError(
            f"{path.name} does not fit a guide of {rules.title} for {players}; "
            f"`boriken train {rules.name} --players {players} --guide` makes one anew"
        )
    guide = Guide(*parts_of(weights, len(names), len(actions)))
    return np.concatenate(
        [
            _placed(guide.w1, names, inputs_of(rules, players)).ravel(),
            *(part.ravel() for part in guide[1:6]),
            *(_placed(part, actions, [str(action) for action in rules.actions]).ravel() for part in guide[6:]),
        ]
    )


def read_guide_start(path: Path, rules: Rules, players: int) -> Any:
    """Weights to begin a training with: those of a guide for another number of players are placed by seat."""
    before = players_of(path, rules, players)
    weights = read_guide_weights(path, rules, before)
    return weights if before == players else reseated(weights, rules, before, players)


def _placed(rows: Any, names: list[str], wanted: list[str]) -> Any:
    """Rows of weights that have names, for the names wanted; what is new is zero."""
    if names == wanted:
        return rows
    before = dict(zip(names, rows, strict=True))
    nothing = np.zeros_like(rows[0])
    return np.stack([before.get(name, nothing) for name in wanted])


def guide_path(rules: Rules, players: int) -> Path | None:
    """The guide that comes with the package for such games, if there is one."""
    path = SHIPPED / guide_file_name(rules, players)
    return path if path.exists() else None


def read_guide(path: Path, rules: Rules, players: int) -> Guide:
    """The guide in a file. It is kept until the file changes: a site makes a new player for every move."""
    return _guide(path, path.stat().st_mtime_ns, rules, players)


@cache
def _guide(path: Path, changed: int, rules: Rules, players: int) -> Guide:
    return guide_of(read_guide_weights(path, rules, players), rules, players)

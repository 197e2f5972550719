"""How sure the networks are of themselves, set right: chances shall come true as often as they say."""

from __future__ import annotations

from pathlib import Path

SHARPNESS = {
    "puerto-rico-3": 1.05,
    "puerto-rico-4-search": 1.1,
    "san-juan-3": 1.1,
}
"""For a file of weights the power to which chances are raised before they are made to add up again: below 1 where the
network is too sure of itself. `boriken analyse --calibrate` finds it; 1 for files that are not named. Bots go by what
their network says, without it."""


def sharpness_of(weights: Path) -> float:
    """The power for a file of weights."""
    return SHARPNESS.get(weights.stem, 1.0)

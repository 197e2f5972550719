"""Whether a gradient is the slope of its error: for the tests of everything that learns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

STEP = np.float32(0.002)


def check_slopes(weights: Any, slopes: Any, error: Callable[[], float], places: Iterable[int]) -> None:
    """Move some of the weights a little, and see whether the error changes as the slopes say."""
    for i in places:
        kept = weights[i]
        weights[i] = kept + STEP
        more = error()
        weights[i] = kept - STEP
        less = error()
        weights[i] = kept
        assert slopes[i] == pytest.approx((more - less) / (2 * STEP), rel=0.05, abs=0.02)

"""Does a rule ever count from the end of an array? On a GPU it must not: see boriken.engine.gpu.

    python -m tests.envs.negative_indices

compiles the rules anew for the CPU, so that they report such an index, and plays the variants of `boriken bench gpu
--check`. It takes some minutes.
"""

from __future__ import annotations

import os
import tempfile
from typing import Any

import numba
import numpy as np
from numba.core import cgutils, types
from numba.np import arrayobj


def report() -> None:
    """From now on compiled code says so whenever an index is negative."""
    usual = arrayobj.fix_integer_index

    def reporting(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if kind.signed:
            wide = context.cast(builder, index, kind, types.intp)
            with builder.if_then(builder.icmp_signed("<", wide, wide.type(0)), likely=False):
                cgutils.printf(builder, "index %lld of %lld\n", wide, size)
        return usual(context, builder, kind, index, size)

    arrayobj.fix_integer_index = reporting


def main() -> None:
    """Play; whatever is printed before `played` is an index."""
    report()
    print("this one is to be reported:", flush=True)
    numba.njit(lambda array, i: array[i])(np.arange(3), -1)
    import boriken.envs
    from boriken.cli.bench_gpu import played, variants

    for variant in variants():
        print("played", played(boriken.envs.batch, variant)[1], "games:", variant, flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BORIKEN_CACHE_DIR"] = folder
        main()

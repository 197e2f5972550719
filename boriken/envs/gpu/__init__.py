"""Games on a GPU: `boriken.envs.batch(..., device="cuda")`. docs/environments.md tells how to use it.

`kernels` is what runs there, `batching` puts it together. The rules are those of the CPU: see `boriken.engine.gpu`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from boriken.engine import BadOption

from ..tables import TableSettings

if TYPE_CHECKING:
    from ..batching import Batch


def gpu_batch(n: int, table: TableSettings, device: str, **wants: Any) -> Batch:
    """A batch on a GPU, 'cuda' or 'cuda:1'. (It is none by its class, but used like one.) Raises BorikenError."""
    kind, _, number = device.partition(":")
    if kind != "cuda" or not (number or "0").isdecimal():
        raise BadOption(f"device must be 'cpu', 'cuda', or 'cuda:1' for the second GPU, not {device!r}")
    from boriken.engine.gpu.device import gpu

    chosen = gpu(int(number or "0"))
    from .batching import GpuBatch  # loads numba-cuda

    return cast("Batch", GpuBatch(n, table, chosen, **wants))

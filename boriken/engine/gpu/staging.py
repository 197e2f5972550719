"""A multiprocessor's own memory: there a record answers in a tenth of the time, and 32 threads do not stand in a queue.

The threads of a warp bring the records of their 32 games in together, word after word, as memory likes it; then each
plays its own game; then they take them back together. Rows that each thread writes number by number go out likewise.
A block is one warp here, so that nobody waits for others.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import cuda, types
from numba.extending import intrinsic

from .twins import gpu_only

WARP = 32
"""Threads that run as one."""
WORD = 8
"""Bytes that are moved at a time. All records are whole words."""
_WHOLE_WARP = 0xFFFFFFFF


def spread(words: int) -> int:
    """How far records of so many words lie apart: an odd number, so that no two threads ask the same bank of memory."""
    return words | 1


@gpu_only
def bring(room: Any, words: Any, mine: int, games: int, size: int, apart: int) -> None:
    """Bring the records of so many games into the room, `size` words each: every thread knows the number of its own."""
    lane = cuda.threadIdx.x
    for k in range(games):
        near, far = k * apart + lane, cuda.shfl_sync(_WHOLE_WARP, mine, k) * size + lane
        for w in range(0, size - size % WARP, WARP):
            fetch(room, near + w, words, far + w)
        if lane < size % WARP:
            fetch(room, near + size - size % WARP, words, far + size - size % WARP)
    _fetched()
    cuda.syncwarp()


@gpu_only
def take_back(room: Any, words: Any, mine: int, games: int, size: int, apart: int) -> None:
    """The other way."""
    cuda.syncwarp()
    lane = cuda.threadIdx.x
    for k in range(games):
        near, far = k * apart + lane, cuda.shfl_sync(_WHOLE_WARP, mine, k) * size + lane
        for w in range(0, size - size % WARP, WARP):
            _put(words, far + w, room, near + w)
        if lane < size % WARP:
            _put(words, far + size - size % WARP, room, near + size - size % WARP)


@gpu_only
def write_out(room: Any, start: int, words: Any, first: int, last: int, size: int) -> None:
    """Copy the warp's rows of `size` bytes to where those of game `first` and the next ones lie."""
    cuda.syncwarp()
    target = first * size // WORD
    for w in range(cuda.threadIdx.x, (min(WARP, last - first) * size + WORD - 1) // WORD, WARP):
        words[target + w] = room[start + w]
    cuda.syncwarp()


@gpu_only
def reserve(used: Any, n: int) -> int:
    """Room for n more in a list that is `used[0]` long: those of a warp lie side by side. Every thread must ask."""
    lane = cuda.threadIdx.x % WARP
    end, step = n, 1
    while step < WARP:
        before = cuda.shfl_up_sync(_WHOLE_WARP, end, step)
        if lane >= step:
            end += before
        step *= 2
    start = 0
    if lane == WARP - 1:
        start = cuda.atomic.add(used, 0, end)
    place: int = cuda.shfl_sync(_WHOLE_WARP, start, WARP - 1) + end - n
    return place


@intrinsic  # type: ignore[untyped-decorator]
def record_in(_: Any, room: Any, k: Any, records: Any) -> Any:
    """The record that begins with word k of the room: of the kind that `records` is an array of."""

    def place(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        address = _address(context, builder, signature, given, 0)
        return builder.bitcast(address, context.get_value_type(signature.return_type))

    return records.dtype(room, types.int64, records), place


@intrinsic  # type: ignore[untyped-decorator]
def fetch(_: Any, room: Any, k: Any, words: Any, w: Any) -> Any:
    """Begin to copy a word into the room: it is there when `bring` is done."""

    def copy(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        near, far = (
            builder.ptrtoint(builder.addrspacecast(_address(context, builder, signature, given, n), _word(space)), kind)
            for n, space, kind in ((0, 3, ir.IntType(32)), (2, 1, ir.IntType(64)))
        )
        kind = ir.FunctionType(ir.VoidType(), [near.type, far.type])
        code = ir.InlineAsm(kind, f"cp.async.ca.shared.global [$0], [$1], {WORD};", "r,l,~{memory}", side_effect=True)
        builder.call(code, [near, far])
        return context.get_dummy_value()

    return types.void(room, types.int64, words, types.int64), copy


def _word(space: int) -> Any:
    return ir.PointerType(ir.IntType(8 * WORD), space)


def _address(context: Any, builder: Any, signature: Any, given: Any, n: int) -> Any:
    """Of the element of the array that is argument n, at the place that is the next argument."""
    array = context.make_array(signature.args[n])(context, builder, given[n])
    return builder.gep(array.data, [given[n + 1]])


@intrinsic  # type: ignore[untyped-decorator]
def _put(_: Any, words: Any, w: Any, room: Any, k: Any) -> Any:
    """words[w] = room[k]."""

    def copy(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        far, near = (_address(context, builder, signature, given, n) for n in (0, 2))
        builder.store(builder.load(near), far)
        return context.get_dummy_value()

    return types.void(words, types.int64, room, types.int64), copy


@intrinsic  # type: ignore[untyped-decorator]
def expect(_: Any, records: Any, i: Any) -> Any:
    """Record i will be asked for soon: the memory may begin to look for it."""

    def begin(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        far = builder.addrspacecast(_address(context, builder, signature, given, 0), ir.IntType(8).as_pointer(1))
        address = builder.ptrtoint(far, ir.IntType(64))
        kind = ir.FunctionType(ir.VoidType(), [address.type])
        builder.call(ir.InlineAsm(kind, "prefetch.global.L1 [$0];", "l", side_effect=True), [address])
        return context.get_dummy_value()

    return types.void(records, types.int64), begin


@intrinsic  # type: ignore[untyped-decorator]
def _fetched(_: Any) -> Any:
    """Wait until all words are there that this thread has begun to copy."""

    def wait(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [])
        builder.call(ir.InlineAsm(kind, "cp.async.wait_all;", "~{memory}", side_effect=True), [])
        return context.get_dummy_value()

    return types.void(), wait

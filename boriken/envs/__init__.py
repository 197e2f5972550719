"""Environments for research: the games as PettingZoo, Gymnasium and OpenSpiel know games, and many at once.

>>> import boriken.envs
>>> env = boriken.envs.aec("puerto-rico", players=4)  # PettingZoo
>>> env = boriken.envs.single("san-juan", players=3, opponents="heuristic")  # Gymnasium
>>> batch = boriken.envs.batch(64, "puerto-rico", players=4)  # 64 games, stepped in compiled code
>>> env = boriken.envs.aec("puerto-rico", new_buildings="draft", nobles=True)  # with expansions

`import boriken.envs.openspiel` makes both games known to OpenSpiel. docs/environments.md says what every number means.

History of versions (the number in names such as `boriken/PuertoRico-4p-v0`; raised when the same seed and actions lead
to other observations, rewards or games):

- v0: the first. (Puerto Rico's expansions came later, as options with actions and observations of their own: without
  them nothing has changed. With `pieces=True` a single number has had the shape (1,) since 0.2, before that ().)
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .registration import register

if TYPE_CHECKING:
    from boriken.engine import Game

    from .batching import Batch
    from .gym import Single, Vector
    from .opponents import Opponent
    from .pettingzoo import Aec, Parallel
    from .tables import TableSettings

__all__ = ["aec", "batch", "observe", "parallel", "single", "table", "vector"]

register()  # importing boriken.envs makes names such as boriken/PuertoRico-4p-v0 known to Gymnasium


def _need(library: str, extra: str = "envs") -> None:
    """Say in words what is missing."""
    if importlib.util.find_spec(library) is None:
        from boriken.engine import BorikenError

        raise BorikenError(f"{library} is not installed; 'pip install boriken[{extra}]' installs what is needed")


_TABLE = ("players", "opponents", "seat", "reward", "limit", "illegal")


def _table(game: str, arguments: dict[str, Any]) -> Any:
    """The arguments that concern the table, taken out of the others; what nobody knows is an option of the game."""
    from .tables import TableSettings

    mine = {name: arguments.pop(name) for name in _TABLE if name in arguments}
    return TableSettings(game, **mine, options=arguments)


def table(game: str = "puerto-rico", players: int | None = None, **options: Any) -> TableSettings:
    """What an environment of such a table is like: `layout` of observations, number of `actions`, `action_text`."""
    settings: TableSettings = _table(game, {"players": players} | options)
    return settings


def observe(game: Game) -> tuple[Any, Any]:
    """A game as the seat to move sees it: the observation and the mask that an environment would give. New arrays.

    So that what has learned in an environment can play wherever players do: on the command line, in the arena.

    >>> import boriken
    >>> observation, mask = observe(boriken.Game.new("puerto-rico", players=4, seed=7))
    >>> observation.shape, int(mask.sum())
    ((471,), 7)
    """
    from .looking import look_at

    return look_at(game)


def batch(
    n: int,
    game: str = "puerto-rico",
    players: int | None = None,
    *,
    seed: int = 0,
    opponents: Opponent | Sequence[Opponent] | None = None,
    observe: bool = True,
    reveal: bool = False,
    keep_last: bool = False,
    threads: int | None = None,
    device: str = "cpu",
    **options: Any,
) -> Batch:
    """n games stepped at once, in compiled code, on all cores; with device='cuda' on a GPU, in arrays that stay there.

    `opponents` play inside the step, so that one seat is asked (`seat`: a number, or 'rotate'); without them every seat
    is. One for all, or one for each: 'random' and 'heuristic' are compiled into the step; any other bot by its spec
    ('learned', 'learned:FILE', 'mymodule:MyBot') and a policy, a function of observations and masks that gives an
    action for each row, are asked between compiled steps. `observe=False` leaves observations out, `reveal=True` writes
    what is hidden for a critic, `keep_last=True` keeps the last observation of a game. Further: `reward` ('rank',
    'win', 'margin'), `limit` (decisions in a game), `illegal` ('error', 'random'), and the game's options.
    """
    from .batching import Batch

    table = _table(game, {"players": players, "opponents": opponents} | options)
    if device != "cpu":
        from .gpu import gpu_batch

        return gpu_batch(n, table, device, seed=seed, observe=observe, reveal=reveal, keep_last=keep_last)
    return Batch(n, table, seed=seed, observe=observe, reveal=reveal, keep_last=keep_last, threads=threads)


def aec(game: str = "puerto-rico", players: int | None = None, **options: Any) -> Aec:
    """A PettingZoo AEC environment: every seat is an agent, `player_0` to `player_3`.

    `mask` ('observation' or 'info') says where the action mask goes, `pieces=True` gives observations as named pieces
    instead of one vector, `render_mode` is None, 'ansi', 'human' or 'rgb_array'. Further: `reward`, `limit`, `illegal`
    and the game's options, as for `batch`.
    """
    _need("pettingzoo")
    from .pettingzoo import Aec

    own = {name: options.pop(name) for name in ("mask", "pieces", "render_mode") if name in options}
    return Aec(_table(game, {"players": players} | options), **own)


def parallel(game: str = "puerto-rico", players: int | None = None, **options: Any) -> Parallel:
    """A PettingZoo parallel environment: all agents act in each cycle, but only the action of the seat to move counts.

    `max_cycles` ends a game after so many cycles; else as for `aec`.
    """
    _need("pettingzoo")
    from .pettingzoo import Parallel

    own = {name: options.pop(name) for name in ("max_cycles", "pieces", "render_mode") if name in options}
    return Parallel(_table(game, {"players": players} | options), **own)


def single(
    game: str = "puerto-rico",
    players: int | None = None,
    opponents: Opponent | Sequence[Opponent] = "heuristic",
    **options: Any,
) -> Single:
    """A Gymnasium environment: one learner against bots.

    An action that is not legal is replaced by a random one (`info["illegal"]` says so) unless `illegal="error"`.
    Further: `seat`, `reward`, `limit`, `mask`, `pieces`, `render_mode` and the game's options, as for `aec` and
    `batch`.
    """
    _need("gymnasium")
    from .gym import Single

    own = {name: options.pop(name) for name in ("mask", "pieces", "render_mode") if name in options}
    return Single(_table(game, {"players": players, "opponents": opponents, "illegal": "random"} | options), **own)


def vector(
    n: int,
    game: str = "puerto-rico",
    players: int | None = None,
    opponents: Opponent | Sequence[Opponent] = "heuristic",
    **options: Any,
) -> Vector:
    """A Gymnasium VectorEnv over `batch`: n games of one learner against bots.

    `autoreset` says what follows a game that has ended: 'same-step', 'next-step' or 'disabled', as Gymnasium's modes.
    """
    _need("gymnasium")
    from .gym import Vector

    own = {name: options.pop(name) for name in ("threads", "autoreset") if name in options}
    return Vector(n, _table(game, {"players": players, "opponents": opponents, "illegal": "random"} | options), **own)

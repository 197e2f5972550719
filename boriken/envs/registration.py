"""The names under which Gymnasium finds the environments. Nothing here loads the engine."""

from __future__ import annotations

VERSION = 0
"""Of the environments: in their names, raised when the same seed and actions lead to other observations, rewards or
games. The history is in the docstring of the package."""

_GAMES = (("PuertoRico", "puerto-rico", range(2, 6)), ("SanJuan", "san-juan", range(2, 5)))


def ids() -> dict[str, tuple[str, int]]:
    """Every id with its game and number of players: `boriken/PuertoRico-4p-v0`."""
    return {f"boriken/{name}-{n}p-v{VERSION}": (game, n) for name, game, players in _GAMES for n in players}


def register() -> None:
    """Make the ids known to Gymnasium, once. Without Gymnasium there is nothing to do."""
    try:
        import gymnasium
    except ModuleNotFoundError:
        return
    for name, (game, players) in ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="boriken.envs:single",
                vector_entry_point="boriken.envs.gym:make_vector",
                kwargs={"game": game, "players": players},
            )

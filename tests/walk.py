"""Random walks through games, for the tests that check every position on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from boriken import Game


class Variant(NamedTuple):
    """A game, its number of players, and what sets it apart from its sisters."""

    game: str
    players: int
    edition: int = 1
    new_buildings: bool = False
    expansions: tuple[str, ...] = ()
    """Of Puerto Rico."""

    def __str__(self) -> str:
        """As it stands in the names of tests and files: `san-juan-3-edition-2-new`."""
        name = f"{self.game}-{self.players}"
        if self.game == "san-juan":
            name += f"-edition-{self.edition}" + ("-new" if self.new_buildings else "")
        return "-".join([name, *self.expansions])


EXPANSIONS = ("new_buildings", "nobles", "buccaneer", "festival")
PUERTO_RICO = [Variant("puerto-rico", players) for players in (2, 3, 4, 5)]
EXPANDED = [
    Variant("puerto-rico", players, expansions=chosen)
    for players in (2, 3, 4, 5)
    for n in range(1, len(EXPANSIONS) + 1)
    for chosen in combinations(EXPANSIONS, n)
]
"""All fifteen ways to play with expansions, for two to five players."""
ALL_FOUR = [variant for variant in EXPANDED if variant.expansions == EXPANSIONS]
SAN_JUAN = [
    Variant("san-juan", players, edition, new)
    for players in (2, 3, 4)
    for edition, new in ((1, False), (2, False), (2, True))
]
VARIANTS = PUERTO_RICO + SAN_JUAN
EVERY_RECORD = VARIANTS + ALL_FOUR
"""With the game that has all expansions, whose record is another one."""


def options_of(variant: Variant, seed: int) -> dict[str, Any]:
    """Every combination of the other options comes up as seeds go by."""
    governor: int | str = "random" if seed % 3 == 0 else seed % variant.players
    if variant.game == "puerto-rico":
        return {
            "swap": bool(seed & 1),
            "corn_start": bool(seed & 2),
            "hidden_vp": bool(seed & 4),
            "governor": governor,
            **_expansions_of(variant, seed),
        }
    if variant.game == "san-juan":
        return {
            "edition": variant.edition,
            "new_buildings": variant.new_buildings,
            "variation": bool(seed & 1),
            "governor": governor,
        }
    return {}


def _expansions_of(variant: Variant, seed: int) -> dict[str, Any]:
    """The variant's expansions, with house rules."""
    mixed = random.Random(seed)
    options: dict[str, Any] = dict.fromkeys(variant.expansions, True)
    if "new_buildings" in options:
        options["new_buildings"] = mixed.choice(["draft", "random", "new", "base"])
        options["pairs"] = mixed.choice(["rulebook", "advised", "club", "free"])
        with_nobles = "nobles" in options and mixed.random() < 0.3
        options["nobles_drafted"] = with_nobles and options["new_buildings"] in ("draft", "random")
    if "buccaneer" in options:
        options["kidnapped"] = mixed.choice(["alone", "alone", "all"])
    if options:
        options["all_colonists"] = mixed.random() < 0.2
    return options


def new_game(variant: Variant, seed: int) -> Game:
    return Game.new(variant.game, players=variant.players, seed=seed, **options_of(variant, seed))


def walk(game: Game, seed: int = 0) -> Iterator[str]:
    """Play a game to its end at random; yields before each action that is played, with its text."""
    chooser = random.Random(seed)
    while not game.over:
        action = chooser.choice(game.legal_actions)
        yield str(action)
        game.play(action)


def walked(variant: Variant, seed: int, decisions: int) -> Game:
    """A game after so many random decisions, or at its end."""
    game = new_game(variant, seed)
    for _, _ in zip(range(decisions), walk(game, seed), strict=False):
        pass
    return game

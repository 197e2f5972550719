"""A second implementation, written from the rulebooks alone, plays the same games. `make fuzz` walks many more."""

import pytest

from .lockstep import lockstep
from .walk import EXPANDED, VARIANTS, Variant


@pytest.mark.parametrize("first_seed", [0, 12, 24])
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_engine_and_the_reference_implementation_play_the_same_games(variant: Variant, first_seed: int) -> None:
    for seed in range(first_seed, first_seed + 12):
        assert lockstep(variant, seed) > 0


@pytest.mark.parametrize("variant", EXPANDED, ids=str)
def test_they_play_the_same_games_with_every_combination_of_expansions(variant: Variant) -> None:
    """The whole state at every third decision; `make fuzz` compares it at each."""
    for seed in range(20):
        assert lockstep(variant, seed, every=3) > 0


def test_the_carpenter_draws_what_was_just_paid_when_no_other_card_is_left() -> None:
    """Found by `make fuzz`: the owner of a poor house is not asked to pay more where that could not help."""
    assert lockstep(Variant("san-juan", 2, 2, True), 1162) > 0

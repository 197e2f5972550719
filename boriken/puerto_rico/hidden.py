"""What a seat cannot know, drawn anew: the tiles to come and, if the chips are hidden, who holds how many of them."""

from __future__ import annotations

from boriken.engine import REDRAW_STREAM, State, below, plain_rule, rule, seed_chance

from .state import Decision


@plain_rule
def knows(s: State, seat: int | None, p: int) -> bool:
    """Whether a seat may know p's victory point chips: all else is open."""
    return p == seat or s.hidden_vp == 0 or s.over != 0


@rule
def redraw(s: State, seat: int, seed: int) -> None:
    """Replace, in place, all that is hidden from a seat by something that agrees with what it sees.

    Which tiles lie face down can be worked out by anybody; their order is chance to come, so a fresh generator redraws
    it. Of hidden chips everybody sees how many have been taken, not who has them.
    """
    seed_chance(s.chance, seed, REDRAW_STREAM)
    chips = 0
    for p in range(s.players):
        if not knows(s, seat, p):
            chips += s.vp[p]
            s.vp[p] = 0
    if s.decision == Decision.PAY_CHIP and not knows(s, seat, s.turn) and chips > 0:
        s.vp[s.turn] = 1  # it is seen that he has one
        chips -= 1
    for _ in range(chips):
        p = below(s.chance, s.players - 1)
        s.vp[p if p < seat else p + 1] += 1

"""San Juan: both editions (2004 and 2014) and The New Buildings, for two to four players.

Read it beside the rulebooks: `components` (tables of data), `state` (the record), `cards` (draw pile, discards, goods),
`setup`, `rounds` (taking roles), `new_round` (office building, chapel, bank, hand limit), then a module for each role's
phase: `builder` (with `prices`), `producer`, `trader`, `councillor`, `prospector`; `scoring`; `hidden` and `view` (what
a seat may know; `reading` writes it back into a record); `actions` (what each number means); `play` (which module
answers for the decision at hand).
"""

from boriken.engine import Rules, register

from .actions import ACTIONS
from .board import board
from .hidden import knows, redraw
from .options import OPTIONS, PLAYERS, check_options, write_options
from .play import MOST_LEGAL, apply, legal
from .reading import read_view
from .scoring import REASON_WORDS, SCORE_SOURCES, reasons, score, tie_break
from .setup import setup
from .state import OLDER, STATE
from .view import view

SAN_JUAN = register(
    Rules(
        name="san-juan",
        title="San Juan",
        version=1,
        editions=("1", "2"),
        players=PLAYERS,
        usual_players=3,
        dtype=STATE,
        older=OLDER,
        actions=ACTIONS,
        most_legal=MOST_LEGAL,
        options=OPTIONS,
        check_options=check_options,
        write_options=write_options,
        setup=setup,
        legal=legal,
        apply=apply,
        score=score,
        tie_break=tie_break,
        redraw=redraw,
        knows=knows,
        score_sources=SCORE_SOURCES,
        view=view,
        reasons=reasons,
        reason_words=REASON_WORDS,
        board=board,
        read_view=read_view,
    )
)

__all__ = ["SAN_JUAN"]

"""Puerto Rico: the base game of 2002 for three to five players, and for two as in the deluxe edition.

Read it beside the rulebook: `components` (tables of data), `state` (the record), `setup`, `rounds` (taking roles), then
a module for each role's phase: `settler` (with `plantations`), `mayor`, `builder`, `craftsman`, `trader`, `captain`
(with `storage`); `scoring`; `hidden` and `view` (what a seat may know); `actions` (what each number means); `play`
(which module answers for the decision at hand).
"""

from boriken.engine import Rules, register

from .actions import ACTIONS
from .board import board
from .hidden import knows, redraw
from .options import OPTIONS, PLAYERS, check_options, write_options
from .play import MOST_LEGAL, apply, legal
from .scoring import REASON_WORDS, SCORE_SOURCES, reasons, score, settle, tie_break
from .setup import setup
from .state import OLDER, STATE
from .view import view

PUERTO_RICO = register(
    Rules(
        name="puerto-rico",
        title="Puerto Rico",
        version=1,
        editions=("2002",),
        players=PLAYERS,
        usual_players=4,
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
        settle=settle,
    )
)

__all__ = ["PUERTO_RICO"]

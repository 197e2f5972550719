"""Puerto Rico: the base game of 2002 for three to five players, for two as in the deluxe edition, and four expansions.

Read it beside the rulebook: `components` (tables of data), `state` (the record), `setup`, `rounds` (taking roles), then
a module for each role's phase: `settler` (with `plantations`), `mayor`, `builder`, `craftsman`, `trader`, `captain`
(with `storage`); `scoring`; `hidden` and `view` (what a seat may know; `reading` writes it back into a record);
`actions` (what each number means); `play` (which module answers for the decision at hand).

The expansions: `draft` (which buildings are in the game), `nobles`, `buccaneer`, `festival`; a building's effect stands
in the module of its phase, with `guests` (the guest house) and `paying` (the black market). A game with any of them has
a larger record, `EXPANDED`; their rules are marked `expansion` and are not there in the base game (`engine.rules_for`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boriken.engine import Rules, register

from .actions import ACTIONS, BASE_ACTIONS
from .alike import essence
from .board import board
from .hidden import knows, redraw
from .options import ALL_FOUR, OPTIONS, PLAYERS, check_options, has_expansions, write_more_options, write_options
from .play import MOST_LEGAL, apply, legal
from .reading import read_view
from .scoring import BASE_SCORE_SOURCES, REASON_WORDS, SCORE_SOURCES, reasons, score, settle, tie_break
from .setup import setup
from .state import EXPANDED, OLDER, STATE, Decision
from .view import lifted, view


def _with_expansions(options: Mapping[str, Any]) -> Rules | None:
    return PUERTO_RICO_EXPANDED if has_expansions(options) else None


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
        actions=BASE_ACTIONS,
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
        score_sources=BASE_SCORE_SOURCES,
        view=view,
        reasons=reasons,
        reason_words=REASON_WORDS,
        board=board,
        read_view=read_view,
        recalled={Decision.PLACE: lifted},
        played_openly=True,
        settle=settle,
        essence=essence,
        with_expansions=_with_expansions,
        all_expansions=ALL_FOUR,
    )
)

PUERTO_RICO_EXPANDED: Rules = register(
    replace(
        PUERTO_RICO,
        version=1,  # its own: a change of the expansions does not shut out records of the base game
        expansions="expansions",
        dtype=EXPANDED,
        older=(),
        actions=ACTIONS,
        score_sources=SCORE_SOURCES,
        write_options=write_more_options,
        essence=None,  # nobles, guests and new buildings: too much may hang on where somebody stands
    )
)

__all__ = ["PUERTO_RICO", "PUERTO_RICO_EXPANDED"]

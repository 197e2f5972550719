"""Every decision of every game has its row, and no shared page knows a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boriken.games import GAMES
from boriken.puerto_rico import PUERTO_RICO_EXPANDED
from boriken.puerto_rico.state import Decision as PuertoRico
from boriken.san_juan.state import Decision as SanJuan
from boriken.web import pages
from boriken.web.pages.presenters import PRESENTERS

from ...test_words import asked

FULL = {"puerto-rico": PUERTO_RICO_EXPANDED}
"""The rules with all that a game's pages must know, where its expansions have rules of their own."""
_PAGES = Path(pages.__file__).parent


@pytest.mark.parametrize(("game", "decisions"), [("puerto-rico", PuertoRico), ("san-juan", SanJuan)])
def test_each_decision_has_a_row(game: str, decisions: type[PuertoRico] | type[SanJuan]) -> None:
    rows = PRESENTERS[game].decisions
    assert set(rows) == set(asked(decisions))
    for decision, row in rows.items():
        assert row.question, decision
        assert row.waiting, decision
        assert row.accept or row.answers or not row.at_once, f"{decision}: a yes needs words"


def test_each_game_is_presented() -> None:
    assert set(PRESENTERS) == set(GAMES)
    for name, presenter in PRESENTERS.items():
        rules = GAMES[name]
        assert set(presenter.option_words) == set(rules.options)
        assert set(presenter.tabs) == set(presenter.parts)
        most = FULL.get(name, rules)
        assert set(presenter.sources) <= {*most.score_sources}
        verbs = {action.text.partition(":")[0] for action in most.actions}
        assert set(presenter.log) | {"pass"} == verbs | {"pass"}, "the log tells of every action"


def test_shared_pages_know_no_game() -> None:
    for path in set(_PAGES.glob("*.py")) - {_PAGES / "presenters.py"}:
        assert not re.search(r"puerto.rico|san.juan", path.read_text(encoding="utf-8"), re.IGNORECASE), path.name

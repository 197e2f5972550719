"""Every decision has its words: on the text board, and as a rule of thumb. (The site has a test of its own.)"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeVar

import pytest

from boriken.engine import written
from boriken.players import heuristic_expansions, heuristic_puerto_rico, heuristic_san_juan
from boriken.puerto_rico.board import ASKED as PUERTO_RICO_ASKED
from boriken.puerto_rico.state import Decision as PuertoRico
from boriken.san_juan.board import ASKED as SAN_JUAN_ASKED
from boriken.san_juan.state import Decision as SanJuan

Asked = TypeVar("Asked", bound=IntEnum)
_NEVER_ASKED = {"OVER", "END_OF_ROLE"}


def asked(decisions: Iterable[Asked]) -> list[Asked]:
    """The decisions that a seat can be asked for."""
    return [decision for decision in decisions if decision.name not in _NEVER_ASKED]


@pytest.mark.parametrize(
    ("decisions", "words"),
    [(PuertoRico, PUERTO_RICO_ASKED), (SanJuan, SAN_JUAN_ASKED)],
    ids=["puerto-rico", "san-juan"],
)
def test_the_text_board_says_what_each_decision_asks(decisions: type[IntEnum], words: dict[str, str]) -> None:
    assert set(words) == {written(decision) for decision in asked(decisions)}


@pytest.mark.parametrize(
    ("decisions", "words"),
    [
        (PuertoRico, heuristic_puerto_rico.IN_WORDS | heuristic_expansions.IN_WORDS),
        (SanJuan, heuristic_san_juan.IN_WORDS),
    ],
    ids=["puerto-rico", "san-juan"],
)
def test_each_decision_has_its_rule_of_thumb_in_words(decisions: type[IntEnum], words: dict[int, str]) -> None:
    assert set(words) == set(asked(decisions))

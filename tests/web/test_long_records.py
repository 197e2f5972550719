"""A record that is far longer than any game is refused before it is played again: everybody would wait for it."""

from __future__ import annotations

import pytest

from boriken import Game
from boriken.web.tables import MOST_ACTIONS_OF_A_RECORD

from .visiting import Visit

pytestmark = pytest.mark.anyio


async def test_a_game_in_which_nobody_ever_builds_cannot_be_brought(visit: Visit) -> None:
    """49,000 actions in 794 KiB held the whole site for 12 seconds."""
    game = Game.new("san-juan", 2, 1)
    while len(game.actions) <= MOST_ACTIONS_OF_A_RECORD:
        idle = [action for action in game.legal_actions if not action.text.startswith("build")]
        game.play(idle[0])
    ann = await visit.person("Ann")
    refused = await ann.post("/api/records", content=game.to_json())
    assert refused.status_code == 422
    assert "longer than" in refused.json()["error"]

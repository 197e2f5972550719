"""Bots of the host's own on the site: offered as levels, and they play."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from boriken.engine import BadOption, Game
from boriken.games import GAMES
from boriken.web import bots
from boriken.web.own_bots import ALL_LEVELS, OWN_LEVELS, own_levels
from boriken.web.standing import BOT, PERSON, SeatWish, TableWish

from .visiting import Visit

MODULE = """
class MyBot:
    def __init__(self, seed, settings):
        pass
    def choose(self, game):
        return game.legal_actions[-1]
"""
_PATIENCE = 300


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The host's own level, as BORIKEN_BOTS would have made it."""
    (tmp_path / "mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    for level, spec in own_levels("mine:MyBot").items():
        monkeypatch.setitem(OWN_LEVELS, level, dict.fromkeys(GAMES, spec))
        monkeypatch.setitem(ALL_LEVELS, level, OWN_LEVELS[level])
    return "mybot"


@pytest.mark.anyio
async def test_a_bot_of_the_host_is_a_level_and_plays_in_a_thread_of_its_own(
    mine: str, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    choice = bots._choice

    def noted(player: str, game: Game, seed: int) -> str:
        asked.append(player)
        return choice(player, game, seed)

    monkeypatch.setattr(bots, "_choice", noted)
    assert bots.check_level(mine) == mine
    seats = [SeatWish(BOT, level=mine), SeatWish(PERSON, "ann", "Ann")]
    table = await visit.site.tables.open(TableWish("san-juan", seats, {"governor": 0}, host="ann", pace="at-once"))
    async with asyncio.timeout(_PATIENCE):
        while (standing := await visit.site.tables.read(table)).number == 0:
            await asyncio.sleep(0.05)
    first = Game.new("san-juan", players=2, seed=standing.table.seed, governor=0)
    assert standing.game.actions[0] == first.legal_actions[-1]
    assert set(asked) == {"mine:MyBot"}  # nobody else has played in its place


@pytest.mark.anyio
async def test_the_lobby_and_the_api_offer_it(mine: str, visit: Visit) -> None:
    client = await visit.stranger()
    assert (await client.get("/api/games")).json()["levels"][-1] == mine
    assert f'value="{mine}"' in (await client.get("/")).text


def test_a_bot_of_the_host_that_goes_on_failing_gives_way_to_a_quick_one(mine: str) -> None:
    assert [bots.quicker(mine, "puerto-rico", steps) for steps in (0, 1, 2)] == [mine, "medium", "easy"]


@pytest.mark.parametrize("text", ["mybot", "external:./bot", "a:Expert", "a:Bot,b:Bot"])
def test_what_cannot_be_a_level_is_told(text: str) -> None:
    with pytest.raises(BadOption, match="BORIKEN_BOTS"):
        own_levels(text)

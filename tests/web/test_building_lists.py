"""The form for a new table: which buildings of Puerto Rico are in the game, ticked by name."""

from __future__ import annotations

import html
import re

import pytest

from .visiting import Visit

pytestmark = pytest.mark.anyio

USUAL = [
    "small-market",
    "hacienda",
    "construction-hut",
    "small-warehouse",
    "hospice",
    "office",
    "large-market",
    "large-warehouse",
    "factory",
    "university",
    "harbor",
    "wharf",
    "guild-hall",
    "residence",
    "fortress",
    "customs-house",
    "city-hall",
]


def list_form(names: list[str], **more: str) -> dict[str, str]:
    form = {"game": "puerto-rico", "players": "3", "puerto-rico:new_buildings": "on", **more}
    form |= {"puerto-rico:new_buildings:way": "list"}
    return form | {f"puerto-rico:new_buildings:{name}": "on" for name in names}


async def test_the_buildings_of_a_game_can_be_ticked_by_name(visit: Visit) -> None:
    ann = await visit.browser()
    names = sorted({*USUAL, "aqueduct"} - {"small-market"}, key=USUAL.__contains__)
    opened = await ann.post("/tables", data=list_form(names))
    assert opened.status_code == 303, html.unescape(opened.text)
    standing = await visit.site.tables.read(opened.headers["location"].rpartition("/")[2])
    assert sorted(standing.table.options["new_buildings"]) == sorted(names)
    assert standing.game.turn is not None


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (USUAL[1:], "“New buildings” is a list of 17: 1 of cost 1, not 0 (none)"),
        ([*USUAL, "aqueduct"], "“New buildings” is a list of 17: 1 of cost 1, not 2 (small market, aqueduct)"),
        ([*USUAL[2:], "small-market", "hacienda", "forest-house"], "“New buildings” is a list of 17"),
        ([], "“New buildings” is a list of 17"),
    ],
)
async def test_a_list_of_buildings_that_is_wrong_comes_back_with_the_reason(
    visit: Visit, names: list[str], why: str
) -> None:
    ann = await visit.browser()
    answer = await ann.post("/tables", data=list_form(names))
    assert answer.status_code == 422
    assert why in html.unescape(answer.text)
    ticked = re.findall(r'name="puerto-rico:new_buildings:([\w-]+)" checked', answer.text)
    assert sorted(ticked) == sorted(names)
    assert 'name="puerto-rico:new_buildings:way" value="list" checked' in answer.text


async def test_an_expansion_that_is_not_ticked_is_not_played_whatever_way_was_chosen(visit: Visit) -> None:
    ann = await visit.browser()
    form = list_form(USUAL)
    del form["puerto-rico:new_buildings"]
    opened = await ann.post("/tables", data=form)
    standing = await visit.site.tables.read(opened.headers["location"].rpartition("/")[2])
    assert standing.table.options["new_buildings"] == "off"

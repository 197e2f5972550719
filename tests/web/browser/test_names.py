"""Every building's name in every place where it may stand, in every window, with the fonts and without them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from boriken.games import Game
from boriken.puerto_rico.components import BUILDING_TABLE
from boriken.san_juan.components import CARD_TABLE
from boriken.web.pages.words import title

from ..pages.show import played_to
from .easel import Easel, drawn
from .screens import FAULTS

ALL_FOUR: dict[str, Any] = {"new_buildings": "random", "nobles": True, "buccaneer": True, "festival": True}
BUILDINGS = [(title(kind.name.lower().replace("_", "-")), row.circles) for kind, row in BUILDING_TABLE.items()]
CARDS = [(title(card.name.lower().replace("_", "-")), 0) for card in CARD_TABLE]
IN_PUERTO_RICO = [".bt__name", ".ct__name", ".ct--next > span", ".town li > svg + span"]
IN_SAN_JUAN = [".card__name", ".slot:not(:has(.tuck)) .mini-card__name", ".slot--next > span", ".town li > svg + span"]
"""The chapel and the bank, which have cards under them, have short names."""
TABLES: dict[str, tuple[str, dict[str, Any], list[tuple[str, int]], list[str]]] = {
    "puerto-rico": ("puerto-rico", {"players": 4}, BUILDINGS, IN_PUERTO_RICO),
    "expansions": ("puerto-rico", {"players": 5} | ALL_FOUR, BUILDINGS, IN_PUERTO_RICO),
    "san-juan": ("san-juan", {"players": 4}, CARDS, IN_SAN_JUAN),
}

_OUR_FONTS = "[...document.fonts].some(face => /^.?Alegreya.?$/.test(face.family) && face.status === 'loaded')"
_FILL = """() => {  // spaces of the city are free: what is built there, and what is to come, in turns
  const built = document.querySelector("li:has(> .ct .ct__name), .slot--full:not(:has(.tuck))");
  const next = document.querySelector("li:has(> .ct--next), .slot--next");
  const free = [...document.querySelectorAll("li:has(> .ct--empty:not(.ct--next)), .slot:has(> .sr)")];
  free.forEach((space, i) => space.replaceWith((i % 2 ? built : next).cloneNode(true)));
}"""
_WRITE = f"""([names, places, within]) => {{  // all names in turns in all places; what is wrong with any
  const faults = {FAULTS};
  const found = new Set();
  const spots = places.map(place => [...document.querySelectorAll(place)]);
  const turns = Math.max(...spots.map(all => Math.ceil(names.length / all.length)));
  if (turns === Infinity) return ["a place is missing"];
  for (let turn = 0; turn < turns; turn++) {{
    for (const all of spots) all.forEach((one, i) => {{
      const [name, circles] = names[(turn * all.length + i) % names.length];
      one.textContent = name;
      const row = one.parentElement.querySelector(".circles");
      if (row?.firstElementChild) row.replaceChildren(
        ...Array.from({{ length: circles }}, () => row.firstElementChild.cloneNode(true)));
    }});
    for (const fault of faults([false, within])) found.add(fault);
  }}
  return [...found];
}}"""


@pytest.mark.parametrize("fonts", [True, False], ids=["with fonts", "without"])
@pytest.mark.parametrize("table", TABLES)
def test_every_name_fits_wherever_it_stands(chromium: Browser, table: str, fonts: bool) -> None:
    game, options, names, places = TABLES[table]
    html = drawn(played_to(Game.new(game, seed=7, **options), "builder", round_number=8), pieces=1)
    easel = Easel(chromium, fonts)
    for window, page in easel.show(html):
        assert page.evaluate(_OUR_FONTS) == fonts
        page.evaluate(_FILL)
        longest = sorted(names, key=lambda one: len(one[0]))[-3:]
        assert not page.evaluate(_WRITE, [names, places, "body"]), f"{table} in {window}"
        assert not page.evaluate(_WRITE, [longest, ["#ask-q em"], "#ask"]), f"{table} in {window}"
    easel.close()

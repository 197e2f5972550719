"""The black market on the page: its questions are one, answered by sets of pieces in the bar."""

from __future__ import annotations

from boriken.web.pages import make_scene, plan, press, table_page
from boriken.web.pages.scene import Scene

from ...puerto_rico.table import ANNA, BOB, BigTable
from .show import table_for


def bob_builds(building: str, **has: object) -> BigTable:
    """Bob owns a black market, and begins to build something that he cannot pay with doubloons alone."""
    table = BigTable()
    table.owns(BOB, "black-market")
    table.give(BOB, **has)  # type: ignore[arg-type]
    table.take("builder", by=ANNA)
    table.play("pass", f"build:{building}")
    return table


def seen(table: BigTable, *draft: str) -> Scene:
    return make_scene(table_for(table.game, BOB), table.game, BOB, draft=draft)


def test_all_that_may_be_given_lies_in_the_bar_at_once() -> None:
    table = bob_builds("hacienda", doubloons=0, vp=1, goods={"corn": 1, "sugar": 2}, san_juan=1)
    scene = seen(table)
    assert {"pay:vp", "pay:corn", "pay:sugar", "pay:colonist"} == scene.offered
    html = table_page(scene)
    assert html.count('class="owe"') == 3
    assert "0 of 2" in html
    assert html.index('id="mine"') < html.index('id="buildings"'), "what is given lies on my board"


def test_of_each_set_one_is_given_until_it_is_enough() -> None:
    table = bob_builds("hacienda", doubloons=0, vp=1, goods={"corn": 1, "sugar": 2}, san_juan=1)
    first = plan(table.game, BOB, ("pay:sugar",))
    assert first.offered == frozenset({"pay:vp", "pay:colonist"})
    assert not first.ready
    assert "1 of 2" in table_page(seen(table, "pay:sugar"))
    both = plan(table.game, BOB, ("pay:sugar", "pay:vp"))
    assert both.ready
    assert not both.offered
    table.play(*both.actions)
    assert (table.vp(BOB), table.goods(BOB)) == (0, {"corn": 1, "sugar": 1})
    assert "hacienda" in table.player(BOB)["city"]


def test_what_is_skipped_is_skipped_without_a_word() -> None:
    table = bob_builds("small-indigo-plant", doubloons=0, vp=1, goods={"corn": 1}, san_juan=1)
    chosen = plan(table.game, BOB, ("pay:corn",))
    assert chosen.actions == ("pass", "pay:corn")
    table.play(*chosen.actions)
    assert (table.vp(BOB), table.goods(BOB)) == (1, {})


def test_who_leaves_is_pressed_on_the_board() -> None:
    table = bob_builds("small-indigo-plant", doubloons=0, vp=1, san_juan=1)
    table.island(BOB, corn=(1, 1))
    scene = seen(table, "pay:colonist")
    assert {"from:corn", "from:san-juan"} <= scene.offered
    assert not scene.ready
    assert "Press where the person stands" in table_page(scene)
    table.play(*plan(table.game, BOB, ("pay:colonist", "from:corn")).actions)
    assert "corn" not in table.workers(BOB)
    assert table.vp(BOB) == 1


def test_a_second_press_takes_it_back() -> None:
    table = bob_builds("hacienda", doubloons=0, vp=1, goods={"corn": 1, "sugar": 2}, san_juan=1)
    draft = press(table.game, BOB, (), "pay:corn")
    assert press(table.game, BOB, draft, "pay:corn") == ()

"""The bar as a person uses it: comparing roles, a turn that begins once, notices that go, tabs that stay."""

from __future__ import annotations

import random

from playwright.sync_api import Page, Route, expect

from .axe import no_serious_fault, nothing_scrolls_sideways
from .conftest import Visitor
from .playing import changed, my_turn, press, start, state, take_one_step


def _to_a_role(page: Page, game: str, tap: bool = False) -> list[str]:
    """A table at which I am to take a role: the roles that are free."""
    start(page, game, bots=1)
    rng = random.Random(2)
    for _ in range(60):
        roles = [str(piece) for piece in my_turn(page)["pieces"] if piece.startswith("role:")]
        if roles:
            return roles
        take_one_step(page, rng, tap)
    raise AssertionError("no role to take")


def test_roles_are_compared_and_staged_by_keys(visitor: Visitor) -> None:
    page = visitor()
    roles = _to_a_role(page, "puerto-rico")
    page.keyboard.press("c")
    rows = page.locator(".compare tbody tr")
    expect(rows).to_have_count(len(roles))
    expect(rows.first.locator("td")).to_have_count(2)
    no_serious_fault(page, "comparing")
    now = state(page)
    rows.nth(1).locator("button").focus()
    page.keyboard.press("Enter")
    changed(page, now)
    expect(page.locator(".brings li")).to_have_count(2)
    expect(rows.nth(1)).to_have_class("is-chosen")  # still open, and the focus stays
    assert page.evaluate("document.activeElement.closest('.compare') !== null")
    page.keyboard.press("Escape")
    expect(page.locator(".compare__sheet")).not_to_be_visible()


def test_the_flag_of_my_turn_unfurls_once_a_turn(visitor: Visitor) -> None:
    page = visitor(reduced_motion="no-preference")
    roles = _to_a_role(page, "puerto-rico")
    unfurls = "getComputedStyle(document.querySelector('.ask__turn')).animationName"
    now = state(page)
    press(page, roles[0])
    changed(page, now)
    assert page.evaluate(unfurls) == "none"
    page.reload()
    assert page.evaluate(unfurls) == "unfurl"


def test_on_a_phone_the_tab_that_was_tapped_is_lit(visitor: Visitor) -> None:
    page = visitor(390, 844, has_touch=True)
    _to_a_role(page, "san-juan")
    names = page.locator("#tabs a").all_inner_texts()
    for name in reversed(names):
        page.locator("#tabs a", has_text=name).tap()
        expect(page.locator("#tabs [aria-current]")).to_have_text(name)
    page.locator(".compare > summary").tap()
    expect(page.locator(".compare__sheet")).to_be_in_viewport()
    nothing_scrolls_sideways(page)


def test_a_phone_lying_down_has_the_menu_and_lights_the_part_that_is_asked_about(visitor: Visitor) -> None:
    page = visitor(844, 390, has_touch=True, is_mobile=True)
    _to_a_role(page, "san-juan")  # the bots' pace is in the menu
    expect(page.locator("#tabs [aria-current]")).to_have_text("Roles")
    page.mouse.wheel(0, 2000)
    expect(page.locator("#tabs [aria-current]")).not_to_have_text("Roles")


_COVERED = """() => {
  const hint = document.querySelector("#advice").getBoundingClientRect();
  const apart = at => at.right <= hint.left + 1 || hint.right <= at.left + 1
    || at.bottom <= hint.top + 1 || hint.bottom <= at.top + 1;
  const pieces = [...document.querySelectorAll(".ship, .rival, .role")];
  return pieces.filter(piece => !apart(piece.getBoundingClientRect())).map(piece => piece.className);
}"""


def test_a_hint_that_was_closed_stays_away_until_it_is_asked_for(visitor: Visitor) -> None:
    page = visitor(390, 844, has_touch=True)
    roles = _to_a_role(page, "puerto-rico", tap=True)
    hint = page.locator("#advice")
    page.locator("[data-do=hint]").tap()
    page.get_by_role("button", name="Close the hint").tap()
    expect(hint).to_be_hidden()
    now = state(page)
    press(page, roles[0], tap=True)
    changed(page, now)
    expect(hint).to_be_hidden()
    page.keyboard.press("h")
    expect(hint).to_be_visible()
    for role in roles:  # whatever is staged is rated, however bad it is
        if role != roles[0]:
            now = state(page)
            press(page, role, tap=True)
            changed(page, now)
        staged = hint.locator(".opt", has_text="staged")
        expect(staged).to_have_count(1)
        expect(staged).to_contain_text("%")
    for width, height in ((1440, 900), (1180, 820), (820, 1180), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_COVERED) == [], f"at {width} by {height} the hint covers something"


def test_what_is_refused_is_told_until_the_table_moves_on(visitor: Visitor) -> None:
    page = visitor(complains="422")
    roles = _to_a_role(page, "puerto-rico")
    page.evaluate("document.querySelector(\"#roles [form=stage]\").value = 'build:harbor'")
    page.locator("#roles [form=stage]").first.click()
    expect(page.locator("#notice")).to_contain_text("not possible now")
    assert "build:" not in page.locator("#notice").inner_text()
    now = state(page)
    press(page, roles[1])
    changed(page, now)
    expect(page.locator("#notice")).to_have_count(0)


def test_a_move_that_nobody_answers_is_sent_until_somebody_does(visitor: Visitor) -> None:
    page = visitor(complains="ERR_FAILED")
    roles = _to_a_role(page, "puerto-rico")
    now = state(page)
    press(page, roles[0])
    changed(page, now)
    tries: list[str] = []

    def away(route: Route) -> None:
        tries.append(route.request.url)
        if len(tries) > 5:
            route.continue_()
        else:
            route.abort("failed")

    page.route("**/move", away)
    page.locator("[data-do='confirm']").click()
    expect(page.locator("#notice")).to_contain_text("trying again", timeout=15_000)
    page.wait_for_function("n => document.body.dataset.number > n", arg=now["number"], timeout=30_000)
    expect(page.locator("#notice")).to_have_count(0)
    assert len(tries) == 6

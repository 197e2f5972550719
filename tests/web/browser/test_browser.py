"""The site as people meet it: in a browser, with mouse, keys, thumb and screen reader."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from .axe import no_serious_fault, no_serious_fault_by_day_or_by_lamplight, nothing_scrolls_sideways
from .conftest import Visitor
from .playing import changed, my_turn, play_to_the_end, press, start, state, take_one_step


def test_a_game_is_played_to_the_end_by_clicking(visitor: Visitor) -> None:
    """San Juan; Puerto Rico is, with all expansions, in test_expansions."""
    page = visitor()
    start(page, "san-juan", bots=1)
    assert play_to_the_end(page, seed=4) > 30
    expect(page.locator(".score")).to_contain_text("Total")
    expect(page.locator(".plot")).to_be_visible()
    no_serious_fault(page, "end")
    page.get_by_role("link", name="Watch it again").click()
    expect(page.locator(".ask--replay")).to_contain_text("move 0 of")
    page.locator("[data-replay-next]").click()
    expect(page.locator(".ask--replay")).to_contain_text("move 1 of")
    page.locator("[data-replay-as]").select_option("all")
    expect(page).to_have_url(re.compile("seat=all"))
    page.locator("[data-replay-last]").click()
    no_serious_fault(page, "replay")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".json")
    page.goto("/replays")
    page.set_input_files("input[type=file]", download.value.path())
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator(".ask--replay")).to_be_visible()


def whose_turn(one: Page, other: Page) -> tuple[Page, Page]:
    """Who is to move, and who is not, once both pages agree."""
    for _ in range(300):
        seen = state(one), state(other)
        if seen[0]["number"] == seen[1]["number"] and seen[0]["mine"] != seen[1]["mine"]:
            return (one, other) if seen[0]["mine"] else (other, one)
        one.wait_for_timeout(50)
    raise AssertionError(f"the pages never agree: {seen}")


def test_two_people_at_one_table_see_each_other_play(visitor: Visitor) -> None:
    host, guest = visitor(), visitor()
    host.goto("/tables/new")
    host.locator("label.pick__one", has_text="San Juan").click()
    host.locator(".seg label", has_text=re.compile("^2$")).click()
    host.locator("#seat-2").select_option("open")
    host.get_by_role("button", name="Open the table").click()
    link = host.locator("[data-absolute]").inner_text()
    guest.goto(link)
    no_serious_fault(guest, "waiting")
    guest.get_by_label("What shall the others call you?").fill("Bea")
    guest.get_by_role("button", name="Sit down here").click()
    expect(guest.locator("#ask")).to_be_visible()
    expect(host.locator("#ask")).to_be_visible(timeout=15_000)  # without a reload by hand
    rng = random.Random(1)
    for _ in range(4):
        mover, other = whose_turn(host, guest)
        before = state(other)["number"]
        for _ in range(12):
            take_one_step(mover, rng)
            if not state(mover)["mine"]:
                break
        other.wait_for_function("n => document.body.dataset.number !== n", arg=before, timeout=15_000)
    for one, other in ((host, guest), (guest, host)):
        expect(other.locator("body")).to_have_attribute("data-number", state(one)["number"])
        cards = one.locator("#hand .mine__head .cap").inner_text().split()[0]
        expect(other.locator(".rival__purse")).to_contain_text(f"{cards} cards in hand")
        assert other.locator(".rival .card").count() == 0, "how many, but not which"


def test_a_table_that_waits_stays_while_the_server_refuses_to_answer(visitor: Visitor) -> None:
    page = visitor(complains="503 (Service Unavailable)")
    page.goto("/tables/new")
    page.locator(".seg label", has_text=re.compile("^3$")).click()
    page.locator("#seat-2").select_option("open")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#wait-seats")).to_be_visible()
    page.evaluate("window.same = true")
    page.route(page.url, lambda route: route.fulfill(status=503, content_type="text/html", body="<h1>Later</h1>"))
    with page.expect_response(page.url):
        page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.wait_for_timeout(300)
    assert page.evaluate("window.same"), "no error page counts as the begin of the game"
    expect(page.locator("#wait-seats")).to_be_visible()


def test_a_decision_can_be_taken_back_while_nobody_else_has_acted(visitor: Visitor) -> None:
    page = visitor()
    start(page, "puerto-rico", bots=1)
    rng = random.Random(2)
    for _ in range(400):
        now = my_turn(page)
        if now["question"] == "Take a role" and "role:builder" in now["pieces"]:
            press(page, "role:builder")
            changed(page, now)
            staged = state(page)
            page.get_by_role("button", name="Take the builder").click()
            changed(page, staged)
            if state(page)["question"] == "Build something":
                break
        else:
            take_one_step(page, rng)
    there = state(page)
    page.get_by_role("button", name="Take back").click()
    changed(page, there)
    expect(page.locator("#ask-q")).to_have_text("Take a role")
    assert "role:builder" in state(page)["pieces"]


def test_what_is_staged_survives_a_reload_and_is_cleared_by_escape(visitor: Visitor) -> None:
    page = visitor()
    start(page, "san-juan", bots=1)
    now = my_turn(page)
    piece = next(piece for piece in now["pieces"] if piece != "pass")
    press(page, piece)
    changed(page, now)
    page.reload()
    assert page.locator(f".table__main [form=stage][data-piece='{piece}'][aria-pressed=true]").count() == 1
    staged = state(page)
    page.keyboard.press("Escape")
    changed(page, staged)
    expect(page.locator("[aria-pressed=true][data-piece]")).to_have_count(0)


def test_a_game_can_be_played_by_keys_alone(visitor: Visitor) -> None:
    page = visitor()
    start(page, "san-juan", bots=1)
    rng = random.Random(3)
    moves = 0
    for _ in range(150):
        now = my_turn(page)
        if now["over"] or moves >= 12:
            break
        choices = page.locator(".choices [data-key]").count()
        if now["ready"] and choices == 0:  # yes or no
            page.keyboard.press("1")
            moves += 1
        elif now["ready"]:
            page.keyboard.press("Control+Enter")
            moves += 1
        else:
            page.keyboard.press(str(rng.randint(1, choices)))
        changed(page, now)
    assert moves >= 12
    focus = "document.activeElement === document.body || !!document.activeElement.closest('#ask, .table__main')"
    assert page.evaluate(focus)


def test_pieces_are_reached_by_tab_and_staged_by_enter(visitor: Visitor) -> None:
    page = visitor()
    start(page, "puerto-rico", bots=1)
    rng = random.Random(5)
    while my_turn(page)["question"] != "Take a role":
        take_one_step(page, rng)
    now = state(page)
    page.locator("#ask").focus()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('button.role')"):
            break
    piece = page.evaluate("document.activeElement.dataset.piece")
    page.keyboard.press("Enter")
    changed(page, now)
    assert page.evaluate("document.activeElement.dataset.piece") == piece, "focus returns to the same piece"


def test_a_phone_shows_all_of_it_without_scrolling_sideways(visitor: Visitor) -> None:
    page = visitor(width=360, height=740, has_touch=True, is_mobile=True)
    nothing_scrolls_sideways(page)
    no_serious_fault(page, "lobby on a phone")
    start(page, "puerto-rico", bots=4)
    rng = random.Random(6)
    for _ in range(12):
        if my_turn(page)["over"]:
            break
        nothing_scrolls_sideways(page)
        take_one_step(page, rng, tap=True)
    no_serious_fault(page, "table on a phone")


@pytest.mark.parametrize("how", ["not stored", "stored", "silent", "proxy"])
def test_a_move_whose_answer_is_lost_is_sent_again_and_played_once(visitor: Visitor, how: str) -> None:
    """As when a worker ends: the connection breaks before the move has come in, or after it was stored; nobody answers;
    a proxy answers for as long as a server needs to start."""
    page = visitor(complains="502 (Bad Gateway)" if how == "proxy" else "409 (Conflict)")
    start(page, "san-juan", bots=1)
    page.evaluate("AbortSignal.timeout = (real => () => real.call(AbortSignal, 1000))(AbortSignal.timeout)")
    page.evaluate("PAUSES.fill(100)")
    my_turn(page)
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) == (4 if how == "proxy" else 1):
            route.continue_()
            return
        lost.append(route.request.url)
        if how == "stored":
            route.fetch()
        if how == "proxy":
            route.fulfill(status=502, content_type="text/html", body="<h1>502 Bad Gateway</h1>")
        elif how != "silent":
            route.abort("connectionreset")

    page.route("**/move", lose)
    rng = random.Random(9)
    before = int(state(page)["number"])
    while not lost:
        take_one_step(page, rng)
    page.wait_for_function("n => Number(document.body.dataset.number) > n", arg=before, timeout=30_000)
    expect(page.locator("#notice")).to_have_count(0)
    for _ in range(3):
        my_turn(page)
        take_one_step(page, rng)


def test_no_page_has_a_serious_accessibility_fault(visitor: Visitor) -> None:
    """Of the tables the guided ones: all decisions of the others are looked at in every window (`test_screens.py`)."""
    page = visitor(complains="404 (Not Found)")
    for path in (
        "/",
        "/tables/new",
        "/replays",
        "/learn",
        "/learn/san-juan",
        "/reference/puerto-rico",
        "/me/token",
        "/nowhere",
    ):
        page.goto(path)
        no_serious_fault_by_day_or_by_lamplight(page, path)
    for game in ("puerto-rico", "san-juan"):
        page.goto("/learn")
        page.locator(f"form[action='/learn/{game}'] button").click()
        my_turn(page)
        no_serious_fault_by_day_or_by_lamplight(page, f"{game}, guided")


def test_it_works_without_a_script(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    page.locator("form:has(input[name=game][value='san-juan']) button").first.click()
    for _ in range(40):
        if page.locator(".ask.is-mine").count():
            break
        page.wait_for_timeout(250)
        page.reload()
    page.locator(".table__main [form=stage][name=press]").first.click()
    assert page.locator("[data-do=confirm]:not([disabled]), .pay, .card.is-chosen").count() > 0


def test_pieces_glide_to_where_they_go_and_not_for_those_who_want_no_motion(visitor: Visitor) -> None:
    watch = """
        window.glided = [];
        window.pages = 0;  // how often the whole page was a picture
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = change => {
            const named = () => [...document.querySelectorAll('[style*="view-transition-name"]')];
            const from = named().map(piece => piece.id);
            const transition = start(async () => {
                await change();
                window.glided.push([from, named().map(piece => piece.dataset.new)]);
            });
            transition.ready.then(() => {
                const moved = document.getAnimations().map(one => one.effect.pseudoElement || "");
                window.pages += moved.filter(one => one.includes("(root)")).length;
            }, () => {});
            return transition;
        };
        null;"""
    enough = 200  # moves until tiles and colonists have glided: the game without motion is the same
    for motion in ("no-preference", "reduce"):
        page = visitor(reduced_motion=motion)
        start(page, "puerto-rico", bots=1)
        page.evaluate(watch)
        rng = random.Random(3)
        while int(my_turn(page)["number"]) < enough:
            page.wait_for_function("() => !document.activeViewTransition")  # the page is as it will stay
            glided = page.evaluate("window.glided")
            kinds = {piece.partition("-")[0] for _, pieces in glided for piece in pieces}
            if {"isle", "man"} <= kinds:
                enough = int(state(page)["number"])
                break
            take_one_step(page, rng)
        page.wait_for_function("() => !document.querySelector('[style*=view-transition-name]')")
        if motion == "reduce":
            assert page.evaluate("window.glided") == []
        else:
            assert {"isle", "man"} <= kinds, "tiles come from the row, colonists from San Juan"
            assert all(len(sources) == len(pieces) for sources, pieces in glided)
            assert page.evaluate("window.pages") == 0, "only the pieces are pictures: that of a page may be empty"

"""Pages: every decision can be drawn and pressed, in sound HTML that a strict content policy allows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from boriken.games import GAMES, Game
from boriken.players import choose, make_player
from boriken.web import pages
from boriken.web.pages import Hint, HintChoice, Lobby, LobbyTable, Replay, Seat
from boriken.web.pages.courses import COURSES, Lesson
from boriken.web.pages.presenters import PRESENTERS
from boriken.web.pages.render import environment

from .show import played_to, table_for

VOID = frozenset(("meta", "link", "input", "br", "img", "hr", "use", "path", "circle", "rect", "polyline"))
TABLES = [
    ("puerto-rico", 2, {}),
    ("puerto-rico", 3, {"hidden_vp": True}),
    ("puerto-rico", 5, {"swap": True}),
    ("san-juan", 2, {}),
    ("san-juan", 4, {"new_buildings": True}),
    ("san-juan", 3, {"edition": 1, "variation": True}),
]


class Checked(HTMLParser):
    """Reads a page and notes what is wrong with it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids = Counter[str]()
        self.pressable: set[str] = set()
        self.forms: set[str] = set()
        self.wanted_forms: set[str] = set()
        self.references: set[str] = set()
        self.feed(re.sub(r'<svg xmlns[^>]*class="sprite".*?</svg>\s*(?=<)', "", html, count=1, flags=re.DOTALL))
        self.faults += [f"<{tag}> is never closed" for tag in self.open]
        self.faults += [f"id {name} occurs {n} times" for name, n in self.ids.items() if n > 1]
        self.faults += [f"a button wants form {name}" for name in self.wanted_forms - self.forms]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if given.get("id"):
            self.ids[str(given["id"])] += 1
        if "style" in given or any(name.startswith("on") for name in given):
            self.faults.append(f"<{tag}> has inline style or script")
        if tag == "script" and not given.get("src"):
            self.faults.append("inline script")
        if tag == "form":
            self.forms.add(str(given.get("id")))
        if given.get("form"):
            self.wanted_forms.add(str(given["form"]))
        if given.get("name") == "press":
            self.pressable.add(str(given["value"]))
        if tag == "use":
            self.references.add(str(given["href"]).removeprefix("#"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


SYMBOLS = set(re.findall(r'symbol id="([^"]+)"', (pages.STATIC / "icons.svg").read_text(encoding="utf-8")))


def sound(html: str) -> Checked:
    page = Checked(html)
    assert not page.faults
    assert page.references <= SYMBOLS, page.references - SYMBOLS
    return page


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_every_decision_can_be_drawn_and_pressed(name: str, players: int, options: dict[str, object]) -> None:
    game = Game.new(name, players=players, seed=6, **options)
    bot = make_player("heuristic", 6)
    log = pages.Chronicle()
    drawn = Counter[str]()
    while not game.over:
        seat = game.turn
        assert seat is not None
        decision = game.view(seat)["decision"]
        drawn[decision] += 1
        if drawn[decision] <= 2:
            scene = pages.make_scene(table_for(game, seat), game, seat, chronicle=log)
            page = sound(pages.table_page(scene))
            if page.pressable:
                assert scene.offered <= page.pressable | {piece.removeprefix("lift:") for piece in scene.offered}
            else:
                assert len(scene.legal) == 2, "only yes or no has no pieces"
            for piece in sorted(scene.offered)[:3]:
                draft = pages.press(game, seat, (), piece)
                staged = pages.make_scene(table_for(game, seat), game, seat, draft=draft, chronicle=log)
                sound(pages.table_page(staged))
            waiting = pages.make_scene(table_for(game, seat), game, (seat + 1) % players, chronicle=log)
            assert not sound(pages.table_page(waiting)).pressable
            assert not sound(pages.table_page(pages.make_scene(table_for(game), game, None))).pressable
        game.play(choose(bot, game, len(game.actions)))
    assert len(drawn) > 6
    ended = pages.make_scene(table_for(game), game, 0)
    end = pages.end_page(ended)
    sound(end)
    for score in game.scores():
        assert f'<b class="num">{score["total"]}</b>' in end
    assert pages.update(ended)["finished"]
    for at in (0, len(game.actions) // 2, len(game.actions)):
        for eyes in (None, "all", 1):
            replay = Replay(at, len(game.actions), eyes, (None, "all", 0, 1), (0, 5), base="/tables/t1/replay")
            sound(pages.replay_page(pages.replay_scene(table_for(game), game, at, eyes), replay))


@pytest.mark.parametrize("name", list(GAMES))
def test_the_parts_are_those_of_the_page(name: str) -> None:
    game = played_to(Game.new(name, players=3, seed=6), "builder", round_number=3)
    scene = pages.make_scene(table_for(game), game, game.turn)
    page = pages.table_page(scene)
    for part, html in pages.table_parts(scene).items():
        assert re.match(rf'<\w+[^>]* id="{part}"', html), "a part is one element with its id"
        assert html in page


def test_a_page_knows_nothing_of_other_hands() -> None:
    game = played_to(Game.new("san-juan", players=3, seed=6), "builder", round_number=6)
    seat = game.turn
    assert seat is not None
    html = "".join(pages.table_parts(pages.make_scene(table_for(game), game, seat)).values())
    mine = game.view(seat)
    visible = set(mine["players"][seat]["hand"])
    for board in mine["players"]:
        visible |= set(board["city"]) | set(board["covered"])
    own_log = pages.Chronicle()
    own_log.follow(game)
    for line in own_log.lines:
        words = line.private if line.private and line.seat == seat else line.words
        visible |= {piece.name.replace(" ", "-") for piece in words if not isinstance(piece, str)}
    hidden = {card for p in range(3) for card in game.view(p)["players"][p]["hand"]} - visible
    assert hidden
    for card in hidden:
        assert card.replace("-", " ") not in html.lower().replace("-", " ")


def test_names_cannot_bring_markup() -> None:
    game = Game.new("puerto-rico", players=3, seed=6)
    table = table_for(game)
    evil = "<script>alert(1)</script>"
    table = replace(table, title=evil, seats=tuple(replace(seat, name=evil) for seat in table.seats))
    for seat in (0, 1):
        assert evil not in pages.table_page(pages.make_scene(table, game, seat))
    played_to(game, "never")
    assert evil not in pages.end_page(pages.make_scene(table, game, 0))
    row = LobbyTable("x", evil, "puerto-rico", evil, table.seats, "open", evil)
    assert evil not in pages.lobby_page(Lobby(evil, (row,), notice=evil, chosen={"name": evil}))
    assert evil not in pages.waiting_page(table, True, evil, evil)
    assert evil not in pages.message_page(evil, evil)


def test_a_hint_names_its_choices_and_marks_the_best() -> None:
    game = Game.new("puerto-rico", players=3, seed=6)
    choices = (
        HintChoice("role:mayor", 0.5, sentence="It fills your plant.", low=0.46, high=0.54),
        HintChoice("role:builder", 0.48, low=0.44, high=0.52),
        *(HintChoice(f"role:{role}", 0.25, low=0.2, high=0.3, group=1) for role in ("trader", "captain", "settler")),
    )
    hint = Hint(choices, "hard", 2.0)
    page = pages.table_page(pages.make_scene(table_for(game), game, 0, hint=hint))
    sound(page)
    assert '<b class="num">50 %</b> ± 4' in page
    assert page.index("no clear difference") < page.index("<b>Builder</b>") < page.index("clearly behind")
    assert "It fills your plant." in page
    assert page.count("is-hinted") == 1
    assert page.count('class="opt"') == 3
    staged = pages.table_page(pages.make_scene(table_for(game), game, 0, hint=hint, draft=("role:settler",)))
    assert '<b>Settler</b><span class="opt__tag">staged</span>' in staged, "rated, however bad it is"


def test_the_pages_around_the_tables_are_sound() -> None:
    seats = (Seat(0, "Ana", is_me=True), Seat(1, "Ceiba", "bot", "easy"), Seat(2, "", "open"))
    states = ("my-turn", "mine", "open", "watch", "finished")
    rows = tuple(LobbyTable(s, s, "san-juan", "round 3", seats, s, "words") for s in states)  # type: ignore[arg-type]
    lobby = pages.lobby_page(Lobby("Ana", rows))
    sound(lobby)
    for state in states:
        assert f'href="/tables/{state}"' in lobby
    sound(pages.lobby_page(Lobby("")))
    sound(pages.new_table_page(Lobby("Ana", notice="No.", chosen={"game": "san-juan", "players": "3"})))
    sound(pages.replays_page(Lobby("Ana", rows)))
    sound(pages.message_page("No", "Words."))
    for game in GAMES:
        sound(pages.learn_page({game: {}}))
        reference = pages.reference_page(game)
        sound(reference)
        assert "Guild hall" in reference
    sound(pages.learn_page({game: dict.fromkeys(COURSES[game], 1) for game in GAMES}))
    table = replace(table_for(Game.new("san-juan", players=3)), seats=seats, invitation="/tables/t1/join?key=k")
    waiting = pages.waiting_page(table, may_sit=True, key="k")
    sound(waiting)
    assert 'action="/tables/t1/seats/2/sit"' in waiting
    assert "/tables/t1/join?key=k" in waiting


def test_a_guided_game_says_what_to_do() -> None:
    for name in GAMES:
        game = Game.new(name, players=3, seed=6)
        table = replace(table_for(game), lesson=True)
        parts = pages.table_parts(pages.make_scene(table, game, game.turn))
        assert '<section class="sheet lesson"' in parts["lesson"]
        assert "hidden" in pages.table_parts(pages.make_scene(table_for(game), game, game.turn))["lesson"]


@pytest.mark.parametrize(
    "lesson", [each for course in COURSES.values() for each in course.values()], ids=lambda x: x.name
)
def test_every_step_of_a_lesson_is_a_sound_page(lesson: Lesson) -> None:
    for at in range(len(lesson.steps)):
        sound(pages.lesson_page(lesson, at, mistaken="otherwise"))


def test_every_building_has_a_drawing() -> None:
    from boriken.web.pages.puerto_rico.buildings import BUILDINGS
    from boriken.web.pages.san_juan.board import CARDS

    assert {row["icon"] for row in (*BUILDINGS.values(), *CARDS.values())} <= SYMBOLS
    assert environment().globals["sprite"]


@pytest.mark.parametrize("name", GAMES)
def test_advice_in_a_guided_game_fits_the_table_and_changes(name: str) -> None:
    """Whole games by bots: words about doubloons only where some lie on a free role; not the same words every round."""
    game = Game.new(name, players=3, seed=6, governor=0)
    bot, read = make_player("heuristic", 1), []
    while not game.over:
        if game.turn == 0 and (view := game.view(0))["decision"] == "role":
            words = PRESENTERS[name].lesson(view)
            assert words is not None
            read.append(words[0])
            free = [role for role in view["roles"].values() if isinstance(role, dict) and role["taken_by"] is None]
            assert ("Doubloons" in words[0]) <= any(role["doubloons"] for role in free)
            assert ("to sell" in words[0]) <= any(view["players"][0]["goods"].values())
        game.play(choose(bot, game))
    assert len(set(read)) >= 4, read


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_tabs_keep_their_order_and_light_what_is_asked(name: str, players: int, options: dict[str, object]) -> None:
    game = Game.new(name, players=players, seed=6, **options)
    bot = make_player("heuristic", 1)
    orders, lit = set(), set()
    while not game.over:
        scene = pages.make_scene(table_for(game, 0), game, 0)
        tabs = pages.table_parts(scene)["tabs"]
        orders.add(tuple(re.findall(r'href="#(\w+)"', tabs)))
        lit.add(re.findall(r'href="#(\w+)" aria-current', tabs)[0])
        game.play(choose(bot, game, len(game.actions)))
    assert len(orders) == 1
    assert len(lit) > 1


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_points_in_sight_are_the_same_whoever_looks(name: str, players: int, options: dict[str, object]) -> None:
    """The seal of a rival counts what the board in front counts, and tells nothing that is hidden."""
    game = played_to(Game.new(name, players=players, seed=6, **options), "role", round_number=9)
    seen = {pages.make_scene(table_for(game, seat or 0), game, seat).points for seat in (None, *range(players))}
    assert len(seen) == 1
    (points,) = seen
    assert pages.make_scene(table_for(game, 0), game.determinize(0, 5), 0).points == points
    assert pages.replay_scene(table_for(game, 0), game, len(game.actions), 0).points == points
    for seat in range(players):
        parts = pages.table_parts(pages.make_scene(table_for(game, seat), game, seat))
        front = "mine" if name == "puerto-rico" else "city"
        assert re.search(rf"\b{points[seat]} points? in sight", parts[front])
        for p in {*range(players)} - {seat}:
            assert f'<b>{points[p]}</b><span class="sr"> points in sight' in parts[f"rival-{p + 1}"]


@pytest.mark.parametrize("name", ["puerto-rico", "san-juan"])
def test_the_end_shows_the_final_board_and_counts_moves_as_the_replay_does(name: str) -> None:
    game = played_to(Game.new(name, players=3, seed=6), "never")
    scene = replace(pages.make_scene(table_for(game, 0), game, 0), number=7)  # entries of the table: no forced moves
    last = pages.update(scene)
    assert last["finished"]
    assert {"ask", *last["order"]} <= {*last["parts"]}, "the board stays"
    assert "Score sheet" in last["parts"]["ask"]
    end = pages.end_page(scene)
    assert f"{len(game.actions)} moves" in end
    assert f"replay?at={len(game.actions)}" in end
    assert f"move {len(game.actions)}" in last["parts"]["log-head"]

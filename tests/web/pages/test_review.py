"""The review as a page: what it says of a decision, what it leaves open, and where it leads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from boriken import Game
from boriken.analysis import Choice, Decision, Estimate, Judgement, Review
from boriken.analysis.reviewing import moments
from boriken.web import pages
from boriken.web.pages import Chronicle, make_scene
from boriken.web.pages.review import ReviewShown, ReviewWish, review_page
from boriken.web.reviewed import Progress, Reviewed

from .show import played_to, table_for


def judged(game: Game, number: int, before: Game, loss: float, opened: bool = False) -> Decision:
    """A decision whose first choice is best, and of which what was played loses so much."""
    assert before.turn is not None
    place = game.decisions[number]
    played = game.actions[place]
    even = (1 / game.players,) * game.players
    others = [action for action in before.legal_actions if action != played]
    choices = []
    for i, action in enumerate([*others[:1], played, *others[1:]] if loss else [played, *others]):
        lost = 0.0 if i == 0 else loss
        chance = 0.6 - lost
        choices.append(
            Choice(
                action=action,
                chance=Estimate(chance, chance - 0.02, chance + 0.02),
                loss=Estimate(lost, lost - 0.01, lost + 0.01) if lost else Estimate(0.0, 0.0, 0.0),
                points=30.0,
                chances=even,
                all_points=(30.0,) * game.players,
                group=int(bool(lost)),
                trees=8,
                same_as=None,
            )
        )
    judgement = Judgement(before.turn, tuple(choices))
    view = before.view(before.turn)
    two = Judgement(before.turn, tuple(c for c in choices if c.action in (played, choices[0].action)))
    open_cards = two if opened else None
    return Decision(number, place, view["round"], view["decision"], judgement.of(played), judgement, open_cards)


def a_review(
    game: Game,
    losses: Sequence[float] = (0.0, 0.01, 0.05, 0.2),
    wish: ReviewWish | None = None,
    opened: bool = False,
) -> ReviewShown:
    """A review that has come to the last decisions so far, with such losses in turn."""
    total = len(game.decisions)
    first = total - min(total, 40)
    found = [
        judged(game, number, before, losses[number % len(losses)] if len(before.legal_actions) > 1 else 0.0, opened)
        for number, before in enumerate(moments(game))
        if number >= first
    ]
    progress = Progress(total, len(found), 0, done=False, failed=False)
    gains = [{"doubloon": 2, "barrel": -1}, {"point": 3}] + [{}] * (game.players - 2)
    brings = {d.number: {str(choice.action): gains for choice in (d.best, d.played)} for d in found}
    review = Review(game, tuple(found), game.outcome, 8, final=False)
    return ReviewShown(
        table_for(game), game, Chronicle(), Reviewed(progress, review, brings, 0), wish or ReviewWish(), me=0
    )


def finished() -> Game:
    return played_to(Game.new("san-juan", players=2, seed=6), "never")


def test_verdicts_have_words_and_shapes_and_every_moment_a_link() -> None:
    game = finished()
    shown = a_review(game)
    html = review_page(shown)
    for verdict in ("best", "good", "doubtful", "mistake"):
        assert f'<use href="#review-{verdict}"/></svg><span class="sr">{verdict}</span>' in html
    for decision in shown.review.decisions:
        assert f"?at={decision.after}" in html
    assert "still to come" in html  # the decisions before those are not drawn as a guess
    assert f"from the end: 40 of {len(game.decisions)} decisions" in html
    assert "There was nothing to choose" not in html


def test_every_moment_leads_to_exploring_and_a_seat_with_mistakes_to_its_questions() -> None:
    game = finished()
    html = review_page(a_review(game, wish=ReviewWish(at=game.decisions[3])))  # not looked at yet
    assert f'href="/explore/tables/t1?at={game.decisions[3]}"' in html
    assert 'href="/mistakes/t1?seat=0">Learn from my mistakes<' in html
    theirs = review_page(a_review(game, wish=ReviewWish(who=1)))
    assert 'href="/mistakes/t1?seat=1">Learn from these mistakes<' in theirs
    assert "/mistakes/" not in review_page(a_review(game, losses=(0.0,)))


def test_whoever_moves_shows_the_hand() -> None:
    game = finished()
    for seat in (0, 1):
        at = next(at for at in game.decisions if game.played_by[at] == seat)
        assert a_review(game, wish=ReviewWish(at=at)).scene.view["players"][seat]["hand"]


def test_the_choice_that_was_played_is_marked_and_a_difference_that_is_not_shown_is_not_claimed() -> None:
    game = finished()
    mistake = next(d for d in a_review(game).review.decisions if d.verdict == "mistake")
    html = review_page(a_review(game, wish=ReviewWish(at=mistake.after)))
    assert html.count('class="opt__tag">played<') == 1
    assert "mistake, \N{MINUS SIGN}20 %" in html
    assert "far behind" in html
    assert "Better: " in html
    none = a_review(game, losses=(0.0,), wish=ReviewWish(at=mistake.after))
    assert [group["name"] for group in none.groups()] == ["no clear difference"]
    assert "Better: " not in review_page(none)


def test_open_cards_stand_beside_the_best_choice_and_the_one_that_was_played() -> None:
    game = finished()
    mistake = next(d for d in a_review(game).review.decisions if d.verdict == "mistake")
    html = review_page(a_review(game, wish=ReviewWish(at=mistake.after), opened=True))
    assert html.count("all cards open: ") == 2
    assert "which nobody could know" in html
    older = review_page(a_review(game, wish=ReviewWish(at=mistake.after)))
    assert "cards open" not in older


def test_without_trees_enough_no_accuracy_is_claimed() -> None:
    shown = a_review(finished())
    few = [
        replace(d, judgement=Judgement(d.seat, tuple(replace(c, trees=4) for c in d.judgement.choices)))
        for d in shown.review.decisions
    ]
    shown.review = replace(shown.review, decisions=tuple(few))
    assert {row["accuracy"] for row in shown.accuracy()} == {None}
    assert "Not enough is known yet." in review_page(shown)


def test_the_sentence_says_who_gets_what() -> None:
    game = finished()
    for decision in a_review(game).review.decisions[-8:]:
        shown = a_review(game, wish=ReviewWish(at=decision.after))
        mine, theirs = "ou get 2 doubloons for 1 barrel", f"{shown.table.seats[1].name} gets 3 points"
        assert shown.why()[0] == (f"Y{mine}, {theirs}." if decision.seat == 0 else f"{theirs}, y{mine}.")


def test_only_mistakes_and_only_one_seat() -> None:
    game = finished()
    rows = [row for part in a_review(game, wish=ReviewWish(who=1, only_bad=True)).listed() for row in part["rows"]]
    assert rows
    assert {row["seat"] for row in rows} == {1}
    assert {row["verdict"] for row in rows} <= {"doubtful", "mistake"}


def test_the_end_tells_how_it_went_once_there_is_a_review() -> None:
    game = finished()
    scene = make_scene(table_for(game), game, 0)
    before = pages.end_page(scene)
    assert 'action="/tables/t1/review"' in before
    assert "Turning points" not in before
    shown = a_review(game, wish=ReviewWish(at=len(game.actions)))
    after = pages.end_page(scene, shown)
    assert after.count('class="pin"') == len(shown.turning_points()) > 0
    for row in shown.accuracy():
        assert re.search(rf">{row['name']}</a></th><td class=\"r\"><b class=\"num\">{row['accuracy']}<", after)


def test_the_chances_of_all_seats_fill_the_chart() -> None:
    shown = a_review(finished())
    for _, chances in shown.chart.table():
        assert abs(sum(chances) - 1) < 1e-9
    rows = review_page(shown).partition("Chance to win at the beginning of each round")[2].partition("</table>")[0]
    assert rows.count("<tr>") == 1 + len(shown.chart.table())

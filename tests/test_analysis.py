"""Positions judged and games reviewed: what is certain is known, what is equal is equal, what is doubtful says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from boriken import Game
from boriken.analysis import Judgement, Verdict, judge, review, reviews
from boriken.analysis.calibration import Position, compared
from boriken.analysis.explaining import explain
from boriken.analysis.judging import desk_for, judgement
from boriken.analysis.page import page
from boriken.analysis.race import HANDFUL, ROUND, Race, hides_something
from boriken.analysis.reviewing import Case, moments
from boriken.analysis.telling import heard_decision, told, told_decision
from boriken.analysis.trees import SAMPLES
from boriken.engine import Action, BorikenError
from boriken.players.heuristic import rule_of_thumb
from boriken.players.search.budget import Budget
from boriken.puerto_rico.components import BIT, TILES, Building

from .walk import VARIANTS, Variant, walked

CROSS_SECTION = [Variant("puerto-rico", 4), Variant("puerto-rico", 2), Variant("san-juan", 3, 2, True)]
FEW = Budget(samples=1)
"""A round of trees for each choice, and no more."""


def deciding(variant: Variant, first_seed: int = 3) -> Iterator[Game]:
    """Games before their last decision, by which whoever made it won."""
    for seed in range(first_seed, 200):
        game = walked(variant, seed, 10_000)
        assert game.outcome is not None
        winners = game.outcome.winners
        while game.over:
            game.undo()
        if winners == (game.turn,):
            yield game


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_winning_move_is_seen(variant: Variant) -> None:
    best = explain(next(deciding(variant)), FEW).choices[0]
    # What follows the choice may be drawn, or the points of others hidden: it is not always certain.
    assert best.chance > 0.8
    assert best.visits == ROUND * SAMPLES


def test_a_game_that_is_given_away_is_a_mistake_and_a_turning_point() -> None:
    game = next(deciding(Variant("puerto-rico", 4), first_seed=51))
    seat, number = game.turn, len(game.decisions)
    game.play("build:large-warehouse")
    assert game.outcome is not None
    assert game.outcome.winners != (seat,)
    *_, (last,) = (reviewed.decisions for reviewed in reviews(game, first=number))
    assert (last.number, last.seat, last.played.action) == (number, seat, game.rules.actions["build:large-warehouse"])
    assert last.best.chance.low > 0.99
    assert last.played.chance.high < 0.6, "a shared win at best"
    assert last.played.loss.low > 0.4
    assert last.verdict == Verdict.MISTAKE
    (turn,) = review(game, trees=1, first=number).turning_points
    assert (turn.decision.number, turn.seat) == (number, seat)
    assert turn.change < -0.4
    assert review(game, trees=1, first=number).decisions[0].verdict == Verdict.BEST, "not on a handful of trees"


def one_colonist_for_plantation_or_plant() -> Game:
    game = Game.new("puerto-rico", players=4, seed=7)
    game.play("role:builder")
    game.play("build:small-indigo-plant")
    while game.view(None)["decision"] != "role":
        game.play("pass")
    game.play("role:mayor")
    while game.turn != 0:
        game.play(game.legal_actions[0])
    return game


def test_a_colonist_without_work_may_stand_here_or_there() -> None:
    """On the indigo plantation or in the small indigo plant: it comes to the same, and is said to."""
    game = one_colonist_for_plantation_or_plant()
    assert [str(action) for action in game.legal_actions] == ["place:indigo", "place:small-indigo-plant"]
    first, second = judge(game, FEW).choices
    assert second.same_as == first.action
    assert (first.chance, first.points, first.group) == (second.chance, second.points, second.group)
    assert "It comes to the same as another." in explain(game, FEW).choices[1].sentence


def test_a_colonist_who_would_work_may_not() -> None:
    """With corn to grow the other places are no longer the same."""
    game = one_colonist_for_plantation_or_plant()
    game.state.island[0, 0] += 1
    game.state.circles_left += 1
    game.refresh()
    runners = Race(game, 0).runners
    assert [str(runner) for runner in runners.values()] == ["place:corn", "place:indigo", "place:indigo"]


def test_with_an_occupied_hospice_it_matters_where_a_colonist_stands() -> None:
    game = one_colonist_for_plantation_or_plant()
    game.state.built[0] = int(BIT[Building.SMALL_INDIGO_PLANT]) | int(BIT[Building.HOSPICE])
    game.state.colonists[0, TILES + Building.HOSPICE] = 1
    game.refresh()
    assert len(set(Race(game, 0).runners.values())) == len(game.legal_actions)


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_a_judgement_does_not_depend_on_what_the_seat_cannot_know(variant: Variant) -> None:
    game = walked(variant, 7, 25)
    assert game.turn is not None
    other = game.determinize(game.turn, 4711)
    assert judge(game, FEW, seed=2) == judge(other, FEW, seed=2)


def test_a_review_is_repeatable_whatever_the_number_of_threads() -> None:
    game = walked(Variant("san-juan", 2, 2, False), 5, 6)
    one, two, other = (review(game, 1, seed, threads) for seed, threads in ((3, 1), (3, 3), (4, 2)))
    assert one.decisions == two.decisions
    assert one.decisions != other.decisions


def test_a_review_gets_better() -> None:
    game = walked(Variant("san-juan", 2, 2, False), 5, 6)
    passes = list(reviews(game, trees=60, threads=1))
    assert [one.final for one in passes] == [False, False, True]
    trees = [[sum(choice.trees for choice in d.judgement.choices) for d in one.decisions] for one in passes]
    assert all(a <= b <= c for a, b, c in zip(*trees, strict=True))
    first = passes[0].decisions
    assert all(d.verdict == Verdict.BEST for d in first), "nothing is called worse before a handful of trees"
    for decision in passes[-1].decisions:
        assert sum(decision.before) == pytest.approx(1)
        assert decision.played in decision.judgement.choices
        assert decision.loss >= 0
        for choice in decision.judgement.choices:
            assert choice.chance.low <= choice.chance.mean <= choice.chance.high
            assert choice.trees >= HANDFUL
    assert all(accuracy is None or 0 <= accuracy <= 100 for accuracy in passes[-1].accuracy)


class Made:
    """A race whose trees are made up: (chance of each choice, how far trees differ)."""

    def __init__(self, chances: dict[int, float], spread: float) -> None:
        self.chances, self.spread = chances, spread

    def give(self, race: Race, _: object, runner: Action, trees: int) -> None:
        mean = self.chances[race.actions.index(runner)]
        first = len(race.chances[runner])
        noise = [np.random.default_rng(first + i).normal() * self.spread for i in range(trees)]
        rows = np.zeros((trees, race.players))
        rows[:, race.seat] = mean + np.array(noise) / (1 + race.actions.index(runner))
        race.chances[runner] = np.concatenate([race.chances[runner], rows])
        race.points[runner] = np.concatenate([race.points[runner], np.zeros_like(rows)])


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Any:
    def of(*chances: float, spread: float = 0.02, budget: int = 400) -> tuple[Race, Judgement]:
        game = Game.new("puerto-rico", players=4, seed=7)
        source = Made(dict(enumerate([*chances, *[0.0] * 20])), spread)
        monkeypatch.setattr(Race, "_give", lambda race, desk, runner, trees: source.give(race, desk, runner, trees))
        race = Race(game, 0)
        race.run(desk_for(game), budget)
        return race, judgement(race)

    return of


def test_trees_go_where_they_still_decide(made: Any) -> None:
    race, _ = made(0.30, 0.10, 0.295, spread=0.05)
    trees = [len(race.chances[action]) for action in race.actions]
    assert trees[0] == trees[2] > 4 * HANDFUL
    assert trees[1] == HANDFUL
    assert race.spent <= 400


def test_no_difference_is_claimed_where_none_is_shown(made: Any) -> None:
    _, judged = made(0.30, 0.10, 0.29, spread=0.05, budget=200)
    assert [choice.group for choice in judged.choices[:2]] == [0, 0]
    assert all(choice.group for choice in judged.choices[2:])
    _, judged = made(0.30, 0.10, 0.297, spread=0.0)
    assert judged.choices[1].group == 0, "three in a thousand is no difference, however sure"


def test_a_race_ends_when_one_is_left(made: Any) -> None:
    race, _ = made(0.40, 0.30, 0.20, spread=0.01)
    assert race.spent == HANDFUL * len(race.actions)


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_every_legal_action_is_explained(variant: Variant) -> None:
    game = walked(variant, 9, 30)
    explanation = explain(game, FEW)
    assert explanation.seat == game.turn
    assert sum(explanation.chances) == pytest.approx(1, abs=1e-3)
    assert {choice.action for choice in explanation.choices} == set(game.legal_actions)
    thumb, rule = rule_of_thumb(game.determinize(explanation.seat, 0))
    assert rule in explanation.choices[0].sentence
    for choice in explanation.choices:
        assert ("The rule of thumb takes it" in choice.sentence) == (choice.action == thumb)
        assert 0 <= choice.low <= choice.chance <= choice.high <= 1
        assert 0 < choice.points < 100
        assert choice.sentence.startswith("It ")
        assert ":" not in choice.sentence, "words, no notation"
        assert choice.sentence.endswith(".")


def test_it_is_said_by_how_much_a_choice_is_worse(monkeypatch: pytest.MonkeyPatch, made: Any) -> None:
    _, judged = made(0.40, 0.30, 0.398, spread=0.0)
    monkeypatch.setattr("boriken.analysis.judging.judge", lambda *_: judged)
    sentences = [choice.sentence for choice in explain(Game.new("puerto-rico", players=4, seed=7), FEW).choices]
    assert "No difference to the next is shown." in sentences[0]
    assert "No difference to the best is shown." in sentences[1]
    assert "It wins 10 % less often than the best." in sentences[2]


def test_a_finished_game_is_not_judged() -> None:
    with pytest.raises(BorikenError, match="nothing to judge"):
        judge(walked(VARIANTS[0], 1, 10_000))


def finished_game() -> Game:
    return walked(Variant("san-juan", 2, 2, False), 5, 10_000)


def test_with_all_cards_open_only_that_column_goes_by_what_was_hidden() -> None:
    """The same decision in worlds that its seat cannot tell apart: rows differ in the column of open cards alone."""
    game = finished_game()
    number, before = list(enumerate(moments(game)))[40]
    assert before.turn is not None
    rows = []
    for world in (before, *(before.determinize(before.turn, seed) for seed in (1, 2))):
        rows.append(told_decision(Case(game, number, world, 0).judge(trees=1)))
    opened = [row.pop("open_cards") for row in rows]
    assert rows[0] == rows[1] == rows[2]
    assert opened[0] != opened[1] != opened[2]
    for columns in opened:
        assert {column["action"] for column in columns} == {rows[0]["played"], rows[0]["best"]}
        assert {column["trees"] for column in columns} == {HANDFUL}


def test_cards_are_open_only_once_the_game_is_over() -> None:
    game = finished_game()
    reviewed = review(game, trees=1, first=len(game.decisions) - 1)
    (last,) = reviewed.decisions
    assert last.open_cards is not None
    assert '<th scope="col">all cards open</th>' in page(told(reviewed, ["Ann", "Bob"], 0))
    assert heard_decision(told_decision(last), game.rules).open_cards is not None
    older = told_decision(last)
    del older["open_cards"]  # as versions before wrote it
    assert heard_decision(older, game.rules).open_cards is None
    while game.over:
        game.undo()
    assert {decision.open_cards for decision in review(game, trees=1, first=len(game.decisions) - 1).decisions} == {
        None
    }


def test_where_nothing_is_hidden_no_cards_are_opened() -> None:
    """The order of tiles face down is chance to come: nobody hides it."""
    assert not hides_something(walked(Variant("puerto-rico", 4), 7, 25))
    assert hides_something(walked(Variant("san-juan", 3, 2, True), 7, 25))
    game = Game.new("puerto-rico", players=4, seed=7, hidden_vp=True)
    assert not hides_something(game), "nobody has any chips yet"
    game.state.vp[1] = 5
    assert hides_something(game)


def test_a_budget_too_small_to_see_a_loss_gives_no_accuracy() -> None:
    """Whoever plays at random has not played as well as anybody could."""
    game = walked(Variant("san-juan", 2, 2, False), 5, 6)
    assert review(game, trees=1).accuracy == (None, None)
    assert None not in review(game, trees=100).accuracy


def test_open_cards_tell_what_a_winning_move_needs() -> None:
    """The last decision of a game that whoever made it won: with open cards that is certain."""
    game = next(deciding(Variant("san-juan", 2, 2, False)))
    assert judge(game, FEW, open_cards=True).best.chance.mean > 0.99
    explained = explain(game, FEW, open_cards=True)
    assert all(choice.open_cards is not None for choice in explained.choices)
    assert all(choice.open_cards is None for choice in explain(game, FEW).choices)


def thought(chance: float, wins: int, of: int) -> list[Position]:
    """So many positions in which the first of two seats is given that chance, and wins so often."""
    won = [np.array([1.0, 0.0] if i < wins else [0.0, 1.0]) for i in range(of)]
    return [Position(np.array([chance, 1 - chance]), np.array([3, 3]), one) for one in won]


def test_chances_that_come_true_are_calibrated() -> None:
    found = compared(20, thought(0.75, 15, 20) + thought(0.55, 11, 20))
    assert (found.games, found.positions) == (20, 40)
    assert found.ece == pytest.approx(0)
    assert found.brier == pytest.approx(2 * (0.75 * 0.25 + 0.55 * 0.45) / 2)
    assert found.brier_equal == found.brier_points == pytest.approx(0.5), "points in sight were equal"
    assert found.power == pytest.approx(1)
    assert [(b.low, round(b.said, 2), round(b.came, 2)) for b in found.bins][-1] == (0.7, 0.75, 0.75)


def test_a_judge_who_is_too_sure_is_told_so() -> None:
    found = compared(10, thought(0.95, 8, 10) + thought(0.05, 2, 10))
    assert found.ece == pytest.approx(0.15)
    assert found.power < 0.6

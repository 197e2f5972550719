"""The search player: its budget, its clock, and what it makes of a position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boriken import Game
from boriken.engine import BadOption, BorikenError
from boriken.players import choose, make_player
from boriken.players.explain import explain
from boriken.players.learned.weights import shipped_network
from boriken.players.search.halving import Budget, halve
from boriken.players.search.sampling import RANDOM, Tally
from boriken.players.search.thinking import Thinker

from .walk import VARIANTS, Variant, walked

CROSS_SECTION = [Variant("puerto-rico", 4), Variant("puerto-rico", 2), Variant("san-juan", 3, 2, True)]


def empty_tally(choices: int) -> Tally:
    sums = np.zeros((choices, 5))
    return Tally(np.zeros(choices, np.int64), np.zeros(choices), np.zeros(choices), sums, sums.copy())


class Wheel:
    """Choices whose samples have known means; spinning takes time on a clock of its own."""

    def __init__(self, means: list[float], spread: float = 0.3, cost: float = 0.0) -> None:
        self.means, self.spread, self.cost = means, spread, cost
        self.tally = empty_tally(len(means))
        self.random = np.random.default_rng(1)
        self.now = 0.0

    def sweep(self, alive: Any, n: int) -> None:
        for _ in range(n):
            for i in alive:
                sample = self.random.normal(self.means[i], self.spread)
                self.tally.visits[i] += 1
                self.tally.worth[i] += sample
                self.tally.worth_squared[i] += sample**2
                self.now += self.cost * self.random.uniform(0.5, 1.5)


def test_the_best_choice_is_found_and_gets_most_samples() -> None:
    wheel = Wheel([0.1, 0.3, 0.2, 0.5, 0.4, 0.0, 0.45, 0.1])
    order = halve(wheel.tally, 8, Budget(samples=6000), wheel.sweep)
    assert order[0] == 3
    assert sorted(order) == list(range(8))
    assert wheel.tally.visits.sum() <= 6000
    assert wheel.tally.visits[3] == wheel.tally.visits.max() > 3 * wheel.tally.visits[5]


def test_a_clear_choice_takes_less_than_the_budget() -> None:
    clear, close = Wheel([0.9, 0.1], 0.05), Wheel([0.5, 0.5], 0.05)
    for wheel in (clear, close):
        halve(wheel.tally, 2, Budget(samples=4000), wheel.sweep)
    assert clear.tally.visits.sum() < 100
    assert close.tally.visits.sum() > 3500


@pytest.mark.parametrize("choices", [2, 3, 7, 40])
@pytest.mark.parametrize("cost", [0.00001, 0.0005])
def test_a_search_is_never_late(choices: int, cost: float, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = Wheel([0.5] * choices, cost=cost)
    monkeypatch.setattr("boriken.players.search.halving.time.perf_counter", lambda: wheel.now)
    halve(wheel.tally, choices, Budget(seconds=0.1), wheel.sweep)
    assert 0.08 < wheel.now < 0.11


@pytest.mark.parametrize("text", ["", "fast", "0", "-5", "0s", "1.5", "nan", "1e99s", "inf"])
def test_a_senseless_budget_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadOption, match="so many samples"):
        Budget.parse(text)


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_with_a_budget_in_samples_the_choice_is_repeatable(variant: Variant) -> None:
    for decisions in (3, 60):
        game = walked(variant, 5, decisions)
        assert choose(make_player("search:40", 3), game, 8) == choose(make_player("search:40", 3), game, 8)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_winning_move_is_seen(variant: Variant) -> None:
    """Before the last decision of a game whose points are open, the search knows how each choice ends."""
    game = walked(variant, 3, 10_000)
    while game.over:
        last = game.undo()[0]
    explanation = explain(game, Budget(samples=200))
    chosen = next(choice for choice in explanation.choices if choice.action == last)
    end = game.copy()
    end.play(last)
    if end.outcome is not None:
        won = explanation.seat in end.outcome.winners
        assert chosen.chance == pytest.approx(won / len(end.outcome.winners), abs=1e-6)


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_every_legal_action_is_explained(variant: Variant) -> None:
    game = walked(variant, 9, 30)
    explanation = explain(game, Budget(samples=100))
    assert explanation.seat == game.turn
    assert sum(explanation.chances) == pytest.approx(1, abs=1e-3)
    assert {choice.action for choice in explanation.choices} == set(game.legal_actions)
    for choice in explanation.choices:
        assert choice.visits > 0
        assert 0 <= choice.chance <= 1
        assert 0 < choice.points < 100
        assert choice.sentence.startswith("It ")
        assert choice.sentence.endswith(".")


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_an_explanation_does_not_depend_on_what_the_seat_cannot_know(variant: Variant) -> None:
    game = walked(variant, 7, 25)
    assert game.turn is not None
    other = game.determinize(game.turn, 4711)
    assert explain(game, Budget(samples=60), seed=2) == explain(other, Budget(samples=60), seed=2)


def test_a_finished_game_is_not_explained() -> None:
    with pytest.raises(BorikenError, match="nothing to explain"):
        explain(walked(VARIANTS[0], 1, 10_000))


def test_samples_can_be_played_out_at_random() -> None:
    game = Game.new("puerto-rico", players=4, seed=2)
    imagined = game.determinize(0, 1)
    thoughts = Thinker(imagined, shipped_network("puerto-rico", 4), 1, policy=RANDOM).think(
        imagined, Budget(samples=60)
    )
    assert all(sum(thought.chances) == pytest.approx(1) for thought in thoughts)
    assert {thought.action for thought in thoughts} == set(game.legal_actions)

"""The search: its budget, its clock, and what it makes of a position without a guide (test_guided.py: with one)."""

from __future__ import annotations

import numpy as np
import pytest

from boriken import Game
from boriken.engine import BadOption, rules_of
from boriken.players import choose, make_player
from boriken.players.learned.weights import shipped_network
from boriken.players.search.budget import Budget
from boriken.players.search.spending import spend
from boriken.players.search.thinking import Thinker
from boriken.players.search.tree import RANDOM, ROOT, look, new_bench, think_until_clear

from .walk import Variant, walked

CROSS_SECTION = [Variant("puerto-rico", 4), Variant("puerto-rico", 2), Variant("san-juan", 3, 2, True)]


class Race:
    """Two choices that are given samples in turn, the first so many for each of the second; on a clock of its own."""

    def __init__(self, ahead: int = 1, cost: float = 0.0, seed: int = 1) -> None:
        self.ahead, self.cost = ahead, cost
        self.samples = 0
        self.random = np.random.default_rng(seed)
        self.now = 0.0

    def sample(self, n: int) -> None:
        self.samples += n
        self.now += sum(self.cost * self.random.uniform(0.5, 1.5) for _ in range(n))

    def lead(self) -> int:
        return self.samples * (self.ahead - 1) // (self.ahead + 1)


def test_a_clear_choice_takes_less_than_the_budget() -> None:
    clear, close = Race(ahead=9), Race()
    for race in (clear, close):
        spend(Budget(samples=4000), race.sample, race.lead)
    assert close.samples == 4000
    assert 2200 < clear.samples < 2300, "then the other could not catch up any more"


@pytest.mark.parametrize(("seconds", "cost"), [(0.1, 0.00001), (0.1, 0.0005), (0.1, 0.005), (0.01, 0.0005), (1, 0.005)])
def test_a_search_is_never_late(seconds: float, cost: float, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(200):
        race = Race(cost=cost, seed=seed)
        monkeypatch.setattr("boriken.players.search.spending.time.perf_counter", lambda race=race: race.now)
        spend(Budget(seconds=seconds), race.sample, race.lead)
        assert 0.85 * seconds < race.now < 1.1 * seconds


def test_a_search_that_was_held_up_once_does_not_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(ahead=2, cost=0.0001)

    def held_up_once(n: int) -> None:
        race.sample(n)
        race.now += 0.05 if race.samples > 100 and race.now < 0.05 else 0

    monkeypatch.setattr("boriken.players.search.spending.time.perf_counter", lambda: race.now)
    spend(Budget(seconds=0.1), held_up_once, race.lead)
    assert 0.07 < race.now < 0.08, "a third ahead, and three quarters of the time gone: others cannot catch up"


@pytest.mark.parametrize("text", ["", "fast", "0", "-5", "0s", "9ms", "0.001s", "1.5", "nan", "1e99s", "inf"])
def test_a_senseless_budget_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadOption, match="so many samples"):
        Budget.parse(text)


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_with_a_budget_in_samples_the_choice_is_repeatable(variant: Variant) -> None:
    for decisions in (3, 60):
        game = walked(variant, 5, decisions)
        assert choose(make_player("search:40", 3), game, 8) == choose(make_player("search:40", 3), game, 8)
        position = game.determinize(game.turn or 0, 8)
        first, second = (Thinker(position, 3, Budget(samples=40)).think(position) for _ in range(2))
        assert first == second


def test_a_tree_that_is_full_goes_on_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boriken.players.search.thinking.MOST_NODES", 20)
    for variant in CROSS_SECTION:
        game = walked(variant, 9, 30)
        assert game.turn is not None
        imagined = game.determinize(game.turn, 1)
        thoughts = Thinker(imagined, 1, Budget(samples=500)).think(imagined)
        assert sum(thought.visits for thought in thoughts) > 250
        assert thoughts[0].visits == max(thought.visits for thought in thoughts)


def test_points_count_beside_winning_in_puerto_rico_ones_own_in_san_juan_those_ahead_of_the_others() -> None:
    for variant in CROSS_SECTION:
        game = walked(variant, 9, 30)
        seat = game.turn
        assert seat is not None
        imagined = game.determinize(seat, 1)
        for thought in Thinker(imagined, 1, Budget(samples=40)).think(imagined):
            own = thought.points[seat]
            ahead = own - (sum(thought.points) - own) / (game.players - 1)
            wanted = 0.03 * ahead / 25 if variant.game == "san-juan" else 0.30 * own / 25
            assert thought.worth == pytest.approx(thought.chances[seat] + wanted, abs=1e-5)


def test_in_a_long_search_the_others_are_taken_for_learned_players_less_often() -> None:
    def every(game: str, budget: str) -> int:
        return int(Thinker(Game.new(game, players=3, seed=1), 1, Budget.parse(budget))._bench.learned_every)

    assert [every("puerto-rico", budget) for budget in ("64", "0.1s", "1s")] == [4, 4, 40]
    assert [every("san-juan", budget) for budget in ("64", "1s")] == [1, 1]


def test_thinking_stops_when_the_choice_is_clear() -> None:
    spent = []
    for decisions in range(20, 100, 10):
        game = walked(Variant("puerto-rico", 4), 10, decisions)
        assert game.turn is not None
        net = shipped_network(rules_of("puerto-rico"), 4)
        bench = new_bench(game.rules, net, seed=1, samples=64, nodes=66)
        bench.states[ROOT] = game.states[0]
        think_until_clear(net, bench, game.turn, 1, 64, 4)
        edges = np.zeros(game.rules.most_legal, np.int64)
        n = len(game.legal_actions)
        look(bench, np.array(game.legal_actions, np.int16), n, edges)
        visits = np.sort(bench.tree.visits[edges[:n]] - bench.opinion)
        spent.append(visits.sum())
        assert visits.sum() == 64 or visits[-1] - visits[-2] > 64 - visits.sum()
    assert min(spent) < 64 == max(spent)


def test_samples_can_be_played_out_at_random() -> None:
    game = Game.new("puerto-rico", players=4, seed=2)
    imagined = game.determinize(0, 1)
    thinker = Thinker(imagined, 1, Budget(samples=60), policy=RANDOM)
    thoughts = thinker.think(imagined)
    assert all(sum(thought.chances) == pytest.approx(1) for thought in thoughts)
    assert {thought.action for thought in thoughts} == set(game.legal_actions)

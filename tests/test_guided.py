"""The guide and its search: what it sees and proposes, how its tree counts, and what it learns."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boriken import Game
from boriken.engine import BadOption, BorikenError, new_chance, new_states, record_of, rules_of
from boriken.engine.referee import NO_END, next_choice
from boriken.engine.rules import apply
from boriken.games import GAMES
from boriken.players import choose, make_player
from boriken.players.guided.network import (
    Guide,
    grown_from,
    guide_of,
    judge,
    look,
    new_sight,
    new_weights,
    propose,
    reseated,
    widened,
)
from boriken.players.guided.sampling import (
    BEYOND,
    ENDED,
    GAME,
    LOOKS,
    PLAYED,
    REASON,
    ROOT,
    SEAT,
    TAKEN_FOR,
    Bench,
    begin_sample,
    drawn,
    go_on,
    grow,
    new_bench,
    plant,
    walk_down,
)
from boriken.players.guided.suspicion import ANYTHING, DOUBT, THINKS
from boriken.players.guided.tree import NONE, Tree, most_tried
from boriken.players.guided.weights import _placed, guide_path, read_guide_start, read_guide_weights, write_guide
from boriken.players.heuristic import CHOOSES_ROLE, HeuristicPlayer
from boriken.players.learned.network import MOST_SEATS, OUTPUTS, POINTS, encode, inputs_of, new_scratch, result
from boriken.players.learned.weights import shipped_network, shipped_path
from boriken.players.search.budget import Budget
from boriken.players.search.guided_thinking import GuidedThinker
from boriken.players.styles import PLAIN
from boriken.players.training.guide_learning import guide_gradient
from boriken.players.training.guide_play import (
    CAREFUL,
    MILLION,
    NOISE,
    GuideLane,
    GuideManner,
    _imitate,
    _search,
    guide_play,
    new_guide_samples,
    stir,
)
from boriken.players.training.guide_training import GuideTraining
from boriken.players.training.training import LANES, TrainingRequest, beginnings

from .slopes import check_slopes
from .walk import Variant, walked

CROSS_SECTION = [Variant("puerto-rico", 4), Variant("puerto-rico", 2), Variant("san-juan", 3, 2, True)]


def imagined(variant: Variant, seed: int, decisions: int) -> Game:
    game = walked(variant, seed, decisions)
    assert game.turn is not None
    return game.determinize(game.turn, 1)


def a_guide(variant: Variant) -> Guide:
    """One that knows what the learned player knows, and proposes at random."""
    rules = rules_of(variant.game)
    return guide_of(
        grown_from(shipped_network(rules, variant.players), rules, variant.players, 1, 256), rules, variant.players
    )


def grown(variant: Variant, samples: int, nodes: int, seed: int = 9, decisions: int = 30) -> tuple[Game, Bench]:
    game = imagined(variant, seed, decisions)
    bench = new_bench(game.rules, 1, nodes)
    bench.states[ROOT] = game.states[0]
    guide = a_guide(variant)
    plant(guide, bench)
    assert game.turn is not None
    grow(guide, bench, game.turn, 5, samples)
    return game, bench


def _with(bench: Bench, **habits: Any) -> Bench:
    """The same bench, with other habits."""
    return bench._replace(habits=bench.habits._replace(**habits))


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_chances_and_proposals_add_up_to_one(variant: Variant) -> None:
    game = imagined(variant, 9, 30)
    sight = new_sight(game.rules)
    n = len(game.legal_actions)
    sight.legal[:n] = game.legal_actions
    look(a_guide(variant), game.states[0], n, sight)
    assert sight.out[: variant.players].sum() == pytest.approx(1)
    assert sight.likely[:n].sum() == pytest.approx(1)
    assert (sight.likely[:n] > 0).all()


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_every_sample_is_counted_on_its_whole_way(variant: Variant) -> None:
    game, bench = grown(variant, samples=300, nodes=302)
    tree, n = bench.tree, len(game.legal_actions)
    assert tree.action[:n].tolist() == [int(action) for action in game.legal_actions]
    assert tree.visits[:n].sum() == 300
    assert tree.visits[most_tried(tree, game.turn or 0)] == tree.visits[:n].max()
    for e in range(int(tree.used[1])):
        node = tree.child[e]
        if not bench.habits.hands_hidden and node != NONE:
            assert tree.visits[_edges(tree, node)].sum() <= tree.visits[e]
    if bench.habits.hands_hidden:
        below: dict[int, int] = {}
        for node in range(1, int(tree.used[0])):
            e = int(tree.before[node])
            below[e] = below.get(e, 0) + int(tree.visits[_edges(tree, node)].sum())
        assert below
        assert all(visits <= tree.visits[e] for e, visits in below.items())
    chances = bench.came[:n, : variant.players].sum(axis=1)
    assert chances == pytest.approx(tree.visits[:n]), "whatever was judged adds up to one"


def _edges(tree: Tree, node: int) -> list[int]:
    found: list[int] = []
    while node != NONE:
        found += range(int(tree.first[node]), int(tree.first[node] + tree.count[node]))
        node = int(tree.more[node])
    return found


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_no_node_has_an_action_twice(variant: Variant) -> None:
    _, bench = grown(variant, samples=400, nodes=402, decisions=8)
    tree = bench.tree
    for node in range(int(tree.used[0])):
        actions = [int(tree.action[e]) for e in _edges(tree, node)]
        assert len(actions) == len(set(actions))


def test_in_san_juan_what_is_seen_tells_nodes_apart() -> None:
    variant = CROSS_SECTION[2]
    game, bench = grown(variant, samples=600, nodes=1202, decisions=12)
    tree = bench.tree
    nodes = range(1, int(tree.used[0]))
    keys = [(int(tree.before[node]), int(tree.seen[node])) for node in nodes]
    assert len(keys) == len(set(keys)), "the same sight after the same choice is the same node"
    assert len({e for e, _ in keys}) < len(keys), "after the same choice one may see something else: cards were drawn"
    assert all(tree.more[node] == NONE for node in nodes), "who sees the same has the same choices"
    assert (tree.child[: int(tree.used[1])] == NONE).all()
    assert game.turn is not None


def test_in_puerto_rico_choices_that_become_possible_later_are_added_while_there_is_room() -> None:
    variant = CROSS_SECTION[0]
    added = 0
    for seed in (1, 3, 5):
        _, wide = grown(variant, samples=600, nodes=1202, seed=seed, decisions=60)
        _, narrow = grown(variant, samples=600, nodes=40, seed=seed, decisions=60)
        added += (wide.tree.more[: int(wide.tree.used[0])] != NONE).sum()
        for bench in (wide, narrow):
            n = int(bench.tree.count[0])
            assert bench.tree.visits[:n].sum() == 600
    assert added, "in some tree they are"


def test_in_some_samples_the_others_go_by_rules_of_thumb() -> None:
    variant = CROSS_SECTION[0]
    game = imagined(variant, 1, 25)
    bench, guide, seat = new_bench(game.rules, 1, 900), a_guide(variant), game.turn
    assert seat is not None

    def tried(kind: int) -> list[tuple[float, float]]:
        """After each choice that hands on to another seat: how much more often than one time in n it did what the rule
        of thumb says, and how much of all was tried.
        """
        bench.states[ROOT], bench.suspected[:] = game.states[0], 0
        if kind != THINKS:
            bench.suspected[:, :, kind] = 1
        plant(guide, bench)
        grow(guide, bench, seat, 5, 800)
        found = []
        for e, action in enumerate(game.legal_actions):
            after = game.copy()
            after.play(action)
            if after.turn not in (None, seat) and bench.tree.visits[e] > 80:
                visits = {
                    int(bench.tree.action[k]): bench.tree.visits[k] for k in _edges(bench.tree, bench.tree.child[e])
                }
                total, by_thumb = sum(visits.values()), visits[int(HeuristicPlayer(0).choose(after))]
                found.append((by_thumb / total, min(visits.values()) * len(visits) / total))
        assert found, "after some choices another seat decides"
        return found

    assert all(by_thumb > 0.8 for by_thumb, _ in tried(PLAIN))
    assert all(by_thumb < 0.6 and least > 0.3 for by_thumb, least in tried(ANYTHING))
    assert any(by_thumb < 0.6 and least < 0.3 for by_thumb, least in tried(THINKS))


@pytest.mark.parametrize("first_seed", [0, 3, DOUBT // 2])
def test_in_one_sample_of_eight_of_a_choice_everybody_is_taken_for_a_thinker(first_seed: int) -> None:
    game, bench = grown(CROSS_SECTION[0], samples=0, nodes=2)
    assert game.turn is not None
    bench.suspected[:], bench.suspected[:, :, PLAIN] = 0, 1
    other = TAKEN_FOR + 2 * ((game.turn + 1) % 4)
    taken: dict[int, list[int]] = {}
    for _ in range(20 * DOUBT):
        bench.states[GAME] = bench.states[ROOT]
        e = begin_sample(bench, record_of(bench.states, GAME), game.turn, first_seed)
        taken.setdefault(e, []).append(int(bench.at[other]))
        bench.tree.visits[e] += 1
    doubts = [PLAIN] * DOUBT
    doubts[DOUBT // 2] = THINKS
    for kinds in taken.values():
        assert kinds == (20 * doubts)[: len(kinds)], "whatever the first seed is"
    assert max(map(len, taken.values())) >= DOUBT


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_a_sample_may_be_played_on(variant: Variant, tmp_path: Path) -> None:
    game = imagined(variant, 9, 30)
    path = written(variant, tmp_path)
    first, second = (GuidedThinker(game, path, 1, Budget(samples=60), depth=4).think(game) for _ in range(2))
    assert first == second
    assert first != GuidedThinker(game, path, 1, Budget(samples=60), depth=0).think(game)


@pytest.mark.parametrize("depth", [0, 15, 1000])
def test_in_san_juan_only_the_seat_that_thinks_judges_at_each_of_its_decisions(depth: int) -> None:
    variant = CROSS_SECTION[2]
    game, bench = grown(variant, samples=0, nodes=10)
    guide, seat, bench = a_guide(variant), game.turn, _with(bench, depth=depth)
    assert seat is not None
    sight, s, chance = bench.sight, record_of(bench.states, GAME), bench.chance.copy()

    def looked() -> int:
        n, _ = next_choice(s, sight.legal, NO_END, None)
        if n:
            look(guide, s, n, sight)
        return int(n)

    bench.states[GAME] = game.states[0]
    n, said, others = looked(), [], 0
    for decision in itertools.count():
        if n and s.turn == seat:
            said.append(sight.out[: game.players].copy())  # from the seat that looks, in turn order
        if not n or (decision >= depth and s.turn == seat):
            break
        others += s.turn != seat
        apply(s, sight.legal[drawn(bench, n)])
        n = looked()
    if not n:
        result(s, seat, sight.standings, sight.out)
        said.append(sight.out[: game.players].copy())
    assert bool(n) == (depth < 1000)
    assert len(said) == 1 if depth == 0 else len(said) > 2 and others

    bench.states[GAME], bench.chance[:] = game.states[0], chance
    bench.at[[SEAT, REASON, PLAYED, LOOKS]], bench.sums[:] = (seat, BEYOND, 0, 1), 0
    n = looked()
    while n and go_on(bench, s, n) != ENDED:
        n = walk_down(bench, s, NONE)
        if n:
            look(guide, s, n, sight)
    mine = np.roll(bench.judged[: game.players], -seat)
    assert mine == pytest.approx(np.mean(said, axis=0), abs=1e-6)


def test_the_first_player_of_a_process_draws_as_all_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boriken.players.search.guided_thinking.prepare", lambda _, warm_up: warm_up())
    game = imagined(CROSS_SECTION[2], 9, 30)
    thinker = GuidedThinker(game, written(CROSS_SECTION[2], tmp_path), 7, Budget(samples=10))
    assert np.array_equal(thinker._bench.chance, new_chance(7))


def test_chance_is_mixed_into_the_proposals_at_the_root() -> None:
    game, bench = grown(CROSS_SECTION[0], samples=0, nodes=10, decisions=0)
    n = len(game.legal_actions)
    before = bench.tree.likely[:n].copy()
    stir(bench, n)
    after = bench.tree.likely[:n]
    assert after.sum() == pytest.approx(1, abs=1e-5)
    assert not np.array_equal(after, before)
    assert (after >= (1 - NOISE) * before - 1e-6).all()
    assert not bench.tree.worth[:n].any()


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_a_tree_that_is_full_goes_on_counting(variant: Variant) -> None:
    game, bench = grown(variant, samples=500, nodes=20)
    assert bench.tree.used[0] <= 20
    assert bench.tree.visits[: len(game.legal_actions)].sum() == 500


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_what_a_sample_is_worth_goes_by_chances_and_points(variant: Variant, tmp_path: Path) -> None:
    game = imagined(variant, 9, 30)
    thinker = GuidedThinker(game, written(variant, tmp_path), 1, Budget(samples=60))
    seat, ambition = game.turn, thinker._bench.habits.ambition
    assert seat is not None
    thoughts = [thought for thought in thinker.think(game) if thought.visits]
    assert sum(thought.visits for thought in thoughts) == 60 or thoughts[0].visits > thoughts[1].visits
    for thought in thoughts:
        own = thought.points[seat]
        others = (sum(thought.points) - own) / (game.players - 1)
        wanted = ambition.points * (own - ambition.rivalry * others) / 25
        assert thought.worth == pytest.approx(thought.chances[seat] + wanted, abs=1e-5)


def written(variant: Variant, folder: Path) -> Path:
    """A guide on disk."""
    rules = rules_of(variant.game)
    path = folder / "guide.npz"
    weights = grown_from(shipped_network(rules, variant.players), rules, variant.players, 1, 256)
    write_guide(path, weights, {}, rules)
    return path


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_with_a_budget_in_samples_the_choice_is_repeatable(variant: Variant, tmp_path: Path) -> None:
    bot = f"search:40,{written(variant, tmp_path)}"
    for decisions in (3, 60):
        game = walked(variant, 5, decisions)
        assert choose(make_player(bot, 3), game, 8) == choose(make_player(bot, 3), game, 8)


def test_settings_that_mean_nothing_are_refused_in_words(tmp_path: Path) -> None:
    for settings in ("64,nothing.npz", "64,401", "64,3,4", "64,-1", "64,"):
        with pytest.raises(BadOption, match=r"0 to 400 decisions, and a guide is a file"):
            make_player(f"search:{settings}", 1)
    assert make_player("search:64,0", 1).name == "search:64,0"


def test_a_file_that_holds_no_fitting_guide_is_refused_in_words(tmp_path: Path) -> None:
    path = written(CROSS_SECTION[0], tmp_path)
    with pytest.raises(BorikenError, match=r"guide.npz does not fit a guide of Puerto Rico for 3; `boriken train"):
        read_guide_weights(path, rules_of("puerto-rico"), 3)
    with pytest.raises(BorikenError, match="does not fit a guide of San Juan"):
        read_guide_weights(path, rules_of("san-juan"), 4)
    path.write_text("nonsense")
    with pytest.raises(BorikenError, match="does not hold the weights of a guide"):
        read_guide_weights(path, rules_of("puerto-rico"), 4)


def test_a_guide_may_grow_from_one_for_another_number_of_players() -> None:
    rules = rules_of("puerto-rico")
    path = guide_path(rules, 4)
    assert path
    weights = read_guide_weights(path, rules, 4)
    same, four = guide_of(reseated(weights, rules, 4, 4), rules, 4), guide_of(weights, rules, 4)
    for now, then in zip(same[:4] + same[6:], four[:4] + four[6:], strict=True):
        assert np.allclose(now, then, atol=1e-6)
    started = read_guide_start(path, rules, 5)
    five = guide_of(started, rules, 5)
    assert np.array_equal(started, reseated(weights, rules, 4, 5))
    for part in ("near", "far", "likely", "w2"):
        assert np.array_equal(getattr(five, part), getattr(four, part)), "proposals are the same at any table"
    last, before = inputs_of(rules, 5).index("4 owned:hospice"), inputs_of(rules, 4).index("3 owned:hospice")
    assert np.allclose(five.w1[last], four.w1[before], atol=1e-6)


def test_what_a_guide_knows_is_placed_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variant, rules = CROSS_SECTION[0], rules_of("puerto-rico")
    path = written(variant, tmp_path)
    known = guide_of(read_guide_weights(path, rules, 4), rules, 4)
    swapped = [*inputs_of(rules, 4)[::-1], "something-new"]
    monkeypatch.setattr("boriken.players.guided.weights.inputs_of", lambda *_: swapped)
    placed = read_guide_weights(path, rules, 4)
    first = placed[: len(swapped) * known.w1.shape[1]].reshape(len(swapped), -1)
    assert np.array_equal(first[:-1], known.w1[::-1])
    assert not first[-1].any()
    actions = ["pass", "something-new"]
    moved = _placed(known.near, [str(action) for action in rules.actions], actions)
    assert np.array_equal(moved[0], known.near[int(rules.actions["pass"])])
    assert not moved[1].any()


@pytest.mark.parametrize("variant", CROSS_SECTION[1:], ids=str)
def test_a_guide_that_grows_wider_says_what_it_said(variant: Variant) -> None:
    rules, players = rules_of(variant.game), variant.players
    game, sight = imagined(variant, 9, 30), new_sight(rules)
    n = len(game.legal_actions)
    sight.legal[:n] = game.legal_actions
    narrow = new_weights(rules, players, 1, 256)
    wide = widened(narrow, rules, players, 2, 1024)
    said = []
    for weights in (narrow, wide):
        look(guide_of(weights, rules, players), game.states[0], n, sight)
        said.append(np.concatenate([sight.out, sight.likely[:n]]))
    assert said[0] == pytest.approx(said[1], abs=1e-5)
    assert guide_of(wide, rules, players).w1[:, 256:].any()


def some_samples(game: str, players: int) -> Any:
    """Three decisions, with any aims; the last without proposals."""
    rules, random = rules_of(game), np.random.default_rng(1)
    samples = new_guide_samples(rules, 3)
    for k, decisions in enumerate((40, 90, 140)):
        position = walked(Variant(game, players, 2), k, decisions)
        n = len(position.legal_actions)
        s = position.states[0]
        samples.seen.inputs[k] = encode(s, s, s["turn"], samples.seen.which[k], samples.seen.amount[k])
        samples.seen.target[k, :players] = random.dirichlet(np.ones(players))
        samples.seen.target[k, POINTS : POINTS + players] = random.uniform(0, 2, players)
        samples.choices[k] = n if k < 2 else 0
        samples.action[k, :n] = position.legal_actions
        samples.wanted[k, :n] = random.dirichlet(np.ones(n))
    return samples


@pytest.mark.parametrize(("game", "players", "width"), [("puerto-rico", 4, 256), ("san-juan", 3, 512)])
def test_the_gradient_is_the_slope_of_the_error(game: str, players: int, width: int) -> None:
    rules = rules_of(game)
    weights = new_weights(rules, players, 5, width) * 2
    guide, samples, sight = guide_of(weights, rules, players), some_samples(game, players), new_sight(rules)

    def error() -> float:
        total = 0.0
        for k in range(3):
            n = samples.choices[k]
            judge(guide, players, samples.seen.which[k], samples.seen.amount[k], samples.seen.inputs[k], sight)
            out = sight.out.astype(float)
            total -= (samples.seen.target[k, :players] * np.log(out[:players])).sum()
            total += 0.25 * ((out - samples.seen.target[k])[POINTS : POINTS + players] ** 2).sum()
            if n:
                propose(guide, samples.action[k], n, sight)
                total -= (samples.wanted[k, :n] * np.log(sight.likely[:n])).sum()
        return total

    slopes = np.zeros_like(weights)
    guide_gradient(guide, players, samples, np.arange(3), 0.5, sight, guide_of(slopes, rules, players))
    start = 0
    for part in guide:  # of every layer some of the steepest
        steep = start + np.argsort(-np.abs(slopes[start : start + part.size]))[:40:8]
        check_slopes(weights, slopes, error, steep)
        start += part.size


ROLE = CHOOSES_ROLE["puerto-rico"]


def lane_for(variant: Variant, thinking: int) -> GuideLane:
    rules, chance = rules_of(variant.game), new_chance(5)
    return GuideLane(
        states=new_states(rules, 3),
        who=np.zeros(MOST_SEATS, np.int8),
        chance=chance,
        bench=new_bench(rules, 1, thinking + 2)._replace(chance=chance),
        samples=new_guide_samples(rules, 200),
        scratch=new_scratch(rules),
        learned=shipped_network(rules, variant.players),
        totals=np.zeros(8),
    )


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_what_a_search_found_is_learned_from_where_it_was_careful(variant: Variant) -> None:
    game = imagined(variant, 9, 30)
    lane, guide = lane_for(variant, 40), a_guide(variant)
    lane.states[1] = game.states[0]
    manner = GuideManner(
        explore=0, keep=MILLION, strangers=0, trace=MILLION, styles=1, rivals=1, thinking=40, role=ROLE
    )
    kept, n, legal = 0, len(game.legal_actions), {int(action) for action in game.legal_actions}
    for _ in range(100):
        action, kept = _search(guide, lane, manner, kept)
        assert int(action) in legal
    careful = lane.samples.choices[:100] > 0
    assert 100 / CAREFUL / 2 < careful.sum() < 100 / CAREFUL * 2
    assert lane.samples.wanted[:100][careful].sum(axis=1) == pytest.approx(1)
    assert set(lane.samples.choices[:100][careful]) == {n}
    assert lane.samples.seen.guess[:100, : variant.players].sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("variant", CROSS_SECTION, ids=str)
def test_whoever_imitates_does_what_the_learned_player_does(variant: Variant) -> None:
    manner = GuideManner(0, MILLION, strangers=0, trace=MILLION, styles=1, rivals=1, thinking=0, role=ROLE)
    lane, kept = lane_for(variant, 0), 0
    for decisions in (5, 30, 60):
        game = imagined(variant, 9, decisions)
        n = len(game.legal_actions)
        lane.states[1] = game.states[0]
        lane.scratch.legal[:n] = game.legal_actions
        action, kept = _imitate(lane, n, manner, kept)
        network_alone = make_player(f"learned:{shipped_path(rules_of(variant.game), variant.players)}", 1)
        assert int(action) == int(network_alone.choose(game))
        wanted = lane.samples.wanted[kept - 1, :n]
        assert wanted.sum() == pytest.approx(1)
        assert lane.samples.action[kept - 1, wanted.argmax()] == action
        assert lane.samples.seen.guess[kept - 1, : variant.players].sum() == pytest.approx(1)
    assert kept == 3


def test_games_with_strangers_are_played_to_their_end() -> None:
    variant = CROSS_SECTION[0]
    lane = lane_for(variant, 8)
    lane.samples.seen.target[:] = -1
    manner = GuideManner(
        10_000, MILLION // 2, strangers=MILLION, trace=900_000, styles=4, rivals=1, thinking=8, role=ROLE
    )
    kept = guide_play(a_guide(variant), lane, manner, beginnings(rules_of("puerto-rico"), 4), 2)
    assert kept > 20
    assert lane.samples.seen.target[:kept, :4].sum(axis=1) == pytest.approx(1, abs=1e-3), "every sample has its aim"
    assert (lane.samples.seen.target[kept:] == -1).all()
    assert lane.samples.seen.target.shape == (200, OUTPUTS)


def train(training: GuideTraining, threads: int, rounds: int = 100) -> GuideTraining:
    with ThreadPoolExecutor(threads) as pool:
        while not training.done and rounds:
            training.round(pool)
            rounds -= 1
    return training


@pytest.mark.parametrize("thinking", [0, 8])
def test_a_training_is_repeatable_with_any_number_of_threads_and_after_an_interruption(
    thinking: int, tmp_path: Path
) -> None:
    request = TrainingRequest("san-juan", 2, games=2 * 16 * LANES, seed=4, guide=True, thinking=thinking)
    whole = train(GuideTraining(request), 1)
    assert whole.games == request.games
    other = train(GuideTraining(request), 2, rounds=1)
    other.save(tmp_path / "checkpoint.npz")
    resumed = GuideTraining.load(tmp_path / "checkpoint.npz")
    assert isinstance(resumed, GuideTraining)
    train(resumed, 2)
    assert np.array_equal(whole.weights, resumed.weights)


def test_training_lowers_the_error_in_what_to_choose() -> None:
    training = GuideTraining(TrainingRequest("san-juan", 2, games=1280, seed=2, guide=True))
    training.weights[:] = new_weights(training.rules, 2, 1, 256)
    train(training, 2, rounds=2)
    first = training.report()
    train(training, 2)
    last = training.report()
    assert last.wrong < first.wrong
    assert last.error < first.error


def test_every_game_has_a_guide_that_fits_and_is_small() -> None:
    total = 0
    for rules in GAMES.values():
        for players in rules.players:
            path = guide_path(rules, players)
            assert path is not None, "every game has one, for every number of players"
            read_guide_weights(path, rules, players)
            total += path.stat().st_size
    assert total < 5_000_000

"""The learned player: its network sees what its seat may see, its arithmetic is right, its training is repeatable."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boriken import Game
from boriken.engine import BorikenError, new_chance, new_states, rules_of
from boriken.engine.layout import Layout
from boriken.engine.referee import new_standings
from boriken.games import GAMES
from boriken.players import make_player
from boriken.players.guided.learned import no_advice
from boriken.players.learned.layout import Pieces
from boriken.players.learned.network import (
    FIRST_CHOICE,
    HIDDEN,
    PIECES,
    POINTS,
    WIDEST,
    Scratch,
    encode,
    evaluate,
    inputs_of,
    network_of,
    new_scratch,
    new_weights,
    reseated,
    result,
    size_of,
    widened,
    widest_layout,
    width_of,
)
from boriken.players.learned.weights import (
    SHIPPED,
    WIDTHS,
    about_weights,
    file_name,
    placed,
    read_weights,
    search_file_name,
    search_network,
    search_path,
    shipped_network,
    shipped_path,
    write_weights,
)
from boriken.players.search.tree import ROOT, most_tried, new_bench, think_until_clear
from boriken.players.training.learning import gradient
from boriken.players.training.self_play import (
    HEURISTIC,
    LEARNER,
    Lane,
    Manner,
    Rival,
    _choose,
    any_seed,
    new_samples,
    seat_players,
)
from boriken.players.training.training import LANES, Training, TrainingRequest, beginnings
from boriken.puerto_rico import PUERTO_RICO, PUERTO_RICO_EXPANDED
from boriken.puerto_rico.draft import Selection

from .slopes import check_slopes
from .walk import ALL_FOUR, VARIANTS, Variant, new_game, walk, walked


def seen(game: Game, before: Game | None = None, seat: int | None = None) -> dict[int, float]:
    """The inputs that are not zero, as the seat to move sees a game."""
    scratch = new_scratch(game.rules)
    which, amount = scratch.which[0], scratch.amount[0]
    p = game.turn if seat is None else seat
    assert p is not None
    states = new_states(game.rules, 2)
    states[0] = (before or game).states[0]
    states[1] = game.states[0]
    n = encode(states[0], states[1], p, which, amount)
    assert len(set(which[:n].tolist())) == n, "each input once"
    return dict(zip(which[:n].tolist(), amount[:n].tolist(), strict=True))


@pytest.mark.parametrize("variant", VARIANTS + ALL_FOUR, ids=str)
def test_the_network_sees_nothing_hidden(variant: Variant) -> None:
    game = new_game(variant, 7)
    for i, _ in enumerate(walk(game, 7)):
        if i % 5 == 0:
            assert game.turn is not None
            assert seen(game.determinize(game.turn, i)) == seen(game)


@pytest.mark.parametrize("variant", VARIANTS + ALL_FOUR, ids=str)
def test_inputs_lie_in_their_rows_and_are_small_numbers(variant: Variant) -> None:
    inputs = len(inputs_of(rules_of(variant.game), variant.players))
    most = 0
    for seed in range(4):
        game = new_game(variant, seed)
        for _ in walk(game, seed):
            row = seen(game)
            most = max(most, len(row))
            assert all(0 <= place < inputs for place in row)
            assert all(0 < abs(value) < 25 for value in row.values())
    assert most <= widest_layout(rules_of(variant.game)).most, "as many as there is room for"


def test_no_choice_shows_the_network_what_it_draws() -> None:
    """At any decision of San Juan: however the hidden cards lie, each choice looks the same to who makes it.

    Unless all can see how they lie: a gold mine shows cards, and who cannot build with its hand is not asked.
    """
    looked = differed = 0
    for seed in range(6):
        game = new_game(Variant("san-juan", 3), seed)
        for i, _ in enumerate(walk(game, seed)):
            if i % 4:
                continue
            seat = game.turn
            assert seat is not None
            imagined = [game.determinize(seat, other) for other in range(3)]
            for action in game.legal_actions:
                afters = [one.copy() for one in imagined]
                for after in afters:
                    after.play(action)
                public = [after.view(None) for after in afters]
                if any(after.over for after in afters) or not public[0] == public[1] == public[2]:
                    continue
                rows = [seen(after, before, seat) for after, before in zip(afters, imagined, strict=True)]
                assert rows[0] == rows[1] == rows[2]
                looked += 1
                hands = {str(after.view(seat)["players"][seat]["hand"]) for after in afters}
                differed += len(hands) > 1
    assert looked > 500
    assert differed > 50, "often the cards drawn were others"


def write(scratch: Scratch, k: int, row: dict[int, float]) -> int:
    """Inputs into a row of the scratch; returns how many."""
    scratch.which[k, : len(row)] = list(row)
    scratch.amount[k, : len(row)] = list(row.values())
    return len(row)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_choice_is_judged_the_same_whether_or_not_another_was_looked_at_before(variant: Variant) -> None:
    rules = rules_of(variant.game)
    net = network_of(new_weights(rules, variant.players, 5), rules, variant.players)
    alone, beside = new_scratch(rules), new_scratch(rules)
    positions = [seen(walked(variant, seed, decisions)) for seed, decisions in ((1, 10), (1, 11), (2, 90), (3, 40))]
    for first in [*positions, {}]:  # the first choice may have ended the game: then it has no inputs
        evaluate(net, variant.players, beside, FIRST_CHOICE, write(beside, FIRST_CHOICE, first))
        for k, other in enumerate(positions):
            evaluate(net, variant.players, beside, k % 2, write(beside, k % 2, other))
            evaluate(net, variant.players, alone, FIRST_CHOICE, write(alone, FIRST_CHOICE, other))
            assert np.allclose(beside.out[k % 2], alone.out[FIRST_CHOICE], atol=1e-5)
            assert not beside.now.any()


@pytest.mark.parametrize(("game", "players", "width"), [("puerto-rico", 4, HIDDEN), ("san-juan", 3, WIDEST)])
def test_the_gradient_is_the_slope_of_the_error(game: str, players: int, width: int) -> None:
    rules = rules_of(game)
    weights = new_weights(rules, players, 5, width) * 3
    net = network_of(weights, rules, players)
    samples = new_samples(rules, 3)
    random = np.random.default_rng(1)
    for k, decisions in enumerate((40, 90, 140)):
        position = walked(Variant(game, players, 2), k, decisions)
        row = seen(position)
        samples.inputs[k] = len(row)
        samples.which[k, : len(row)] = list(row)
        samples.amount[k, : len(row)] = list(row.values())
        samples.target[k, :players] = random.dirichlet(np.ones(players))
        samples.target[k, POINTS : POINTS + players] = random.uniform(0, 2, players)
    scratch = new_scratch(rules)

    def error() -> float:
        total = 0.0
        for k in range(3):
            scratch.which[FIRST_CHOICE, : samples.inputs[k]] = samples.which[k, : samples.inputs[k]]
            scratch.amount[FIRST_CHOICE, : samples.inputs[k]] = samples.amount[k, : samples.inputs[k]]
            evaluate(net, players, scratch, FIRST_CHOICE, samples.inputs[k])
            out = scratch.out[FIRST_CHOICE].astype(float)
            total -= (samples.target[k, :players] * np.log(out[:players])).sum()
            total += 0.25 * ((out - samples.target[k])[POINTS : POINTS + players] ** 2).sum()
        return total

    slopes = np.zeros_like(weights)
    gradient(net, players, samples, np.arange(3), 0.5, scratch, network_of(slopes, rules, players))
    check_slopes(weights, slopes, error, np.argsort(-np.abs(slopes))[:2000:50])


def test_the_result_of_a_finished_game_is_shared_by_equal_winners() -> None:
    game = walked(VARIANTS[2], 4, 10_000)
    standings, out = new_standings(game.rules, 4), np.zeros(16, np.float32)
    states = new_states(game.rules, 1)
    states[0] = game.states[0]
    states["built"] = states["vp"] = states["doubloons"] = states["goods"] = 0
    result(states[0], 0, standings, out)
    assert out[:4].tolist() == [0.25] * 4
    states["doubloons"][0, 2] = 1
    result(states[0], 1, standings, out)
    assert out[:4].tolist() == [0, 1, 0, 0], "counted from the seat that looks"
    states["doubloons"][0, 2], states["vp"][0, 3] = 40_000, 1
    result(states[0], 0, standings, out)
    assert out[:4].tolist() == [0, 0, 0, 1], "no number of doubloons makes up for a point"


REQUEST = TrainingRequest("puerto-rico", 3, games=3 * 16 * LANES, seed=4)
SEARCHING = TrainingRequest("puerto-rico", 3, games=2 * 16 * LANES, seed=4, thinking=12)


def train(training: Training, threads: int, rounds: int = 100) -> Training:
    with ThreadPoolExecutor(threads) as pool:
        while not training.done and rounds:
            training.round(pool)
            rounds -= 1
    return training


@pytest.mark.parametrize("request_", [REQUEST, SEARCHING], ids=["by the network alone", "by a search"])
def test_a_training_is_repeatable_with_any_number_of_threads_and_after_an_interruption(
    request_: TrainingRequest, tmp_path: Path
) -> None:
    whole = train(Training(request_), 1)
    assert whole.games == request_.games
    other = train(Training(request_), 2, rounds=1)
    other.save(tmp_path / "checkpoint.npz")
    resumed = train(Training.load(tmp_path / "checkpoint.npz"), 2)
    assert np.array_equal(whole.weights, resumed.weights)
    assert np.array_equal(whole.average, resumed.average)
    assert whole.report() == resumed.report()


def test_a_search_says_what_is_played_and_what_it_is_worth() -> None:
    game = walked(Variant("puerto-rico", 4), 3, 60)
    rules, seat, n = game.rules, game.turn, len(game.legal_actions)
    assert seat
    assert n > 2
    net = shipped_network(rules, 4)
    bench, twin = (new_bench(rules, net, seed=1, samples=20, nodes=30) for _ in range(2))
    scratch = new_scratch(rules)
    who = np.zeros(4, np.int8)
    rival = Rival(net, no_advice(rules, 4))
    lane = Lane(new_states(rules, 3), who, new_chance(5), bench, new_samples(rules, 1), scratch, rival, np.zeros(8))
    lane.states[1] = twin.states[ROOT] = game.states[0]
    scratch.legal[:n] = game.legal_actions
    manner = Manner(explore=0.0, keep=0.0, trace=1.0, strangers=0.0, styles=1, rivals=0, thinking=20, depth=4)
    action, row, _ = _choose(net, lane, manner, n)
    think_until_clear(net, twin, seat, any_seed(new_chance(5)), 20, 4)
    e = most_tried(twin.tree)
    assert action == twin.tree.action[e]
    chances = twin.tree.wins[e, :4] / twin.tree.visits[e]
    assert scratch.out[row, :4] == pytest.approx(np.roll(chances, -seat)), "counted from the seat that looks"
    assert chances.sum() == pytest.approx(1)


def test_strangers_of_every_style_sit_down_but_never_at_all_seats() -> None:
    chance, who = new_chance(1), np.zeros(4, np.int8)
    tables = []
    for _ in range(400):
        strangers = seat_players(chance, who, 4, 500_000, 3, 0)
        assert strangers == (who != LEARNER).sum() < 4
        tables.append(who.tolist())
    assert 150 < sum(table == [LEARNER] * 4 for table in tables) < 250, "half of the tables, and where nobody came"
    assert {seat for table in tables for seat in table} == {LEARNER, HEURISTIC, HEURISTIC - 1, HEURISTIC - 2}
    assert any(len(set(table)) == 4 for table in tables), "each stranger has a style of its own"


def test_training_lowers_the_error() -> None:
    training = Training(TrainingRequest("san-juan", 2, games=1280, seed=2))
    train(training, 2, rounds=2)
    first = training.report()
    train(training, 2)
    last = training.report()
    assert last.error < first.error
    assert last.points > first.points


def test_all_options_are_trained_and_half_of_the_games_are_plain() -> None:
    for name, n in (("puerto-rico", 8), ("san-juan", 6)):
        rules = GAMES[name]
        states = beginnings(rules, 3)
        kinds = {state.tobytes() for state in states}
        plain = states[-1].tobytes()
        assert len(kinds) == n
        assert 2 * sum(state.tobytes() == plain for state in states) == len(states)


def test_with_expansions_games_of_all_kinds_are_trained_and_half_of_them_with_all_four() -> None:
    states = beginnings(PUERTO_RICO_EXPANDED, 3)
    kinds = {state.tobytes() for state in states}
    plain = states[-1]
    assert 2 * sum(state.tobytes() == plain.tobytes() for state in states) == len(states)
    names = ("with_nobles", "with_buccaneer", "with_festival")
    assert all(plain[name] for name in names)
    assert plain["selection"] == Selection.RANDOM
    boxes = {tuple(bool(state[name]) for name in ("selection", *names)) for state in states}
    assert len(boxes) == 2**4, "the base game is among them"
    assert len(kinds) > 1000


def test_training_with_expansions_has_files_of_its_own_and_needs_a_game_that_has_some() -> None:
    request = TrainingRequest("puerto-rico", 3, games=1, expansions=True)
    assert request.rules is PUERTO_RICO_EXPANDED
    assert file_name(request.rules, 3) == "puerto-rico-expansions-3.npz"
    with pytest.raises(BorikenError, match="San Juan has no expansions"):
        _ = TrainingRequest("san-juan", 3, games=1, expansions=True).rules


def test_a_training_with_expansions_goes_on_after_an_interruption(tmp_path: Path) -> None:
    request = TrainingRequest("puerto-rico", 3, games=2 * 16 * LANES, seed=4, expansions=True)
    whole = train(Training(request), 2)
    other = train(Training(request), 2, rounds=1)
    other.save(tmp_path / "checkpoint.npz")
    resumed = train(Training.load(tmp_path / "checkpoint.npz"), 1)
    assert np.array_equal(whole.weights, resumed.weights)
    assert whole.report() == resumed.report()


@pytest.mark.parametrize("players", PUERTO_RICO_EXPANDED.players)
def test_with_expansions_the_network_of_the_base_game_serves_until_there_is_another(players: int) -> None:
    path = shipped_path(PUERTO_RICO_EXPANDED, players)
    assert path.name in (f"puerto-rico-expansions-{players}.npz", f"puerto-rico-{players}.npz")
    base = read_weights(SHIPPED / f"puerto-rico-{players}.npz", PUERTO_RICO, players)
    placed_by_name = read_weights(SHIPPED / f"puerto-rico-{players}.npz", PUERTO_RICO_EXPANDED, players)
    assert np.array_equal(base, placed_by_name)
    assert shipped_path(PUERTO_RICO, players).name == f"puerto-rico-{players}.npz", "the base game keeps its own"


def test_the_package_has_weights_for_every_game_and_number_of_players() -> None:
    for rules in (*GAMES.values(), PUERTO_RICO_EXPANDED):
        for players in rules.players:
            assert shipped_path(rules, players).exists()
            assert search_path(rules, players).exists()
    total = 0
    for path in set(SHIPPED.glob("*.npz")) - set(SHIPPED.glob("*-guide.npz")):
        about = about_weights(path)
        players = about["players"]
        rules = TrainingRequest(about["game"], players, 1, expansions=about.get("expansions", False)).rules
        name = search_file_name if about.get("thinking") else file_name
        assert path.name == name(rules, players)
        read_weights(path, rules, players)
        total += path.stat().st_size
    assert search_network(PUERTO_RICO, 4) is not shipped_network(PUERTO_RICO, 4)
    assert search_network(GAMES["san-juan"], 3) is shipped_network(GAMES["san-juan"], 3)
    assert total < 3_000_000


def test_weights_that_do_not_fit_are_refused_in_words(tmp_path: Path) -> None:
    rules = GAMES["puerto-rico"]
    path = tmp_path / "small.npz"
    for weights in (np.zeros(10, np.float32), np.float32(3), new_weights(rules, 4, 1)[None]):
        write_weights(path, weights, {}, rules)
        with pytest.raises(BorikenError, match=r"small.npz does not fit .* `boriken train puerto-rico --players 4"):
            read_weights(path, rules, 4)
    path.write_text("nonsense")
    with pytest.raises(BorikenError, match="does not hold the weights"):
        read_weights(path, rules, 4)


def test_a_file_says_what_its_inputs_are(tmp_path: Path) -> None:
    rules = GAMES["puerto-rico"]
    path = tmp_path / "mine.npz"
    weights = new_weights(rules, 3, 1)
    write_weights(path, weights, {}, rules)
    assert np.allclose(read_weights(path, rules, 3), weights, atol=1e-3)
    for game, players in (("puerto-rico", 4), ("san-juan", 3)):
        with pytest.raises(BorikenError, match="does not fit"):
            read_weights(path, GAMES[game], players)


def test_a_network_from_before_a_building_was_there_judges_as_it_did() -> None:
    rules, players = GAMES["puerto-rico"], 4
    weights = read_weights(shipped_path(rules, players), rules, players)
    names = inputs_of(rules, players)
    wanted = [each for name in names for each in ((name, f"{name}-pier") if name.endswith("-market") else (name,))]
    assert len(wanted) > len(names)
    now = placed(weights, names, wanted)
    width = width_of(weights, len(names))
    assert now.shape == (size_of(len(wanted), width),)
    inputs = np.random.default_rng(1).random(len(names), np.float32)
    same = dict(zip(names, inputs, strict=True))
    seen = np.array([same.get(name, 1.0) for name in wanted], np.float32)  # the new ones are not zero
    before, after = (w[: n * width].reshape(n, width) for w, n in ((weights, len(names)), (now, len(wanted))))
    assert np.allclose(inputs @ before, seen @ after, atol=1e-4)
    assert np.array_equal(weights[before.size :], now[after.size :])
    assert np.array_equal(placed(now, wanted, names), weights), "and back again"


def test_a_wider_network_judges_as_the_one_it_grew_from() -> None:
    """And one scratch serves both, in any order."""
    rules, players = GAMES["san-juan"], 3
    weights = read_weights(shipped_path(rules, players), rules, players)
    wide = widened(weights, rules, players, 1, WIDEST)
    assert wide.shape == (size_of(len(inputs_of(rules, players)), WIDEST),)
    scratch = new_scratch(rules)
    out = []
    for position in (seen(walked(Variant("san-juan", players), seed, 60)) for seed in (1, 2)):
        for each in (weights, wide, weights):
            net = network_of(each, rules, players)
            evaluate(net, players, scratch, FIRST_CHOICE, write(scratch, FIRST_CHOICE, position))
            out.append(scratch.out[FIRST_CHOICE].copy())
        assert np.allclose(out[-3], out[-2], atol=1e-6)
        assert np.array_equal(out[-3], out[-1])


def test_a_network_may_grow_from_one_for_another_number_of_players() -> None:
    rules = GAMES["puerto-rico"]
    weights = read_weights(shipped_path(rules, 4), rules, 4)
    same, four = network_of(reseated(weights, rules, 4, 4), rules, 4), network_of(weights, rules, 4)
    for now, then in zip(same[:4], four[:4], strict=True):
        assert np.allclose(now, then, atol=1e-6)
    five = network_of(reseated(weights, rules, 4, 5), rules, 5)
    named = {name: five.w1[i] for i, name in enumerate(inputs_of(rules, 5))}
    before = {name: four.w1[i] for i, name in enumerate(inputs_of(rules, 4))}
    assert np.array_equal(named["round"], before["round"])
    for seat, known in ((0, 0), (1, 1), (4, 3)):
        assert np.allclose(named[f"{seat} owned:hospice"], before[f"{known} owned:hospice"], atol=1e-6)
        assert np.allclose(five.w3[:, seat], four.w3[:, known], atol=1e-6)
        assert np.allclose(five.b3[POINTS + seat], four.b3[POINTS + known], atol=1e-6)
    between = (before["1 owned:hospice"] + 2 * before["2 owned:hospice"]) / 3
    assert np.allclose(named["2 owned:hospice"], between, atol=1e-5), "two thirds of the way to the next"
    for players in (2, 3):  # fewer seats than before: no place is beyond the last
        assert np.isfinite(reseated(weights, rules, 4, players)).all()


def test_there_is_room_for_every_input_with_most_players() -> None:
    table, seat = Pieces(), Pieces()
    assert [table.take("one"), table.take("some", 5, most=2), table.take("last", ("a", "b"))] == [0, 1, 6]
    seat.take("many", 300, most=7)
    layout = Layout(tuple(table), tuple(seat), 5)
    assert (layout.size, layout.most) == (8 + 5 * 300, 5 + 5 * 7)
    assert table.names[5:] == ["some:4", "last:a", "last:b"]
    for rules in GAMES.values():
        scratch, most = new_scratch(rules), rules.players[-1]
        assert len(scratch.now) == len(inputs_of(rules, most))
        assert scratch.which.shape[1] > 2 * widest_layout(rules).most


def test_a_layout_in_which_names_or_places_would_clash_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table, seat = Pieces(), Pieces()
    table.take("one")
    seat.take("many", 7000)
    monkeypatch.setitem(PIECES, "puerto-rico", (table, seat))
    with pytest.raises(ValueError, match="35001 inputs are too many"):
        new_scratch(GAMES["puerto-rico"])
    seat.take("one")
    with pytest.raises(ValueError, match="the same name"):
        new_scratch(GAMES["puerto-rico"])


@pytest.mark.parametrize("width", WIDTHS)
def test_a_player_with_other_weights(tmp_path: Path, width: int) -> None:
    rules = GAMES["puerto-rico"]
    path = tmp_path / "mine.npz"
    write_weights(path, new_weights(rules, 4, 1, width), {}, rules)
    game = Game.new("puerto-rico", players=4, seed=1)
    player: Any = make_player(f"learned:{path}", 1)
    assert player.choose(game.determinize(0, 1)) in game.legal_actions

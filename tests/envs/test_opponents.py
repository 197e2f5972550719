"""Opponents inside the step that are not compiled into it: bots by their spec, and policies in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import boriken.envs
from boriken import Game
from boriken.engine import BadOption, BorikenError, IllegalAction, derived_seed
from boriken.players import choose, make_player


def first_legal(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


def varied(observations: Any, masks: Any) -> Any:
    """One legal action or another, by what is seen: games in which much happens, and the same each time."""
    return np.array(
        [np.flatnonzero(mask)[int(seen.sum()) % mask.sum()] for seen, mask in zip(observations, masks, strict=True)]
    )


def lowest(batch: Any) -> Any:
    """What the learner does in these tests: the first that is legal."""
    return batch.masks.argmax(axis=1)


@pytest.mark.parametrize(("name", "players"), [("puerto-rico", 4), ("san-juan", 3)])
def test_games_with_outsiders_are_those_that_are_played_seat_by_seat(name: str, players: int) -> None:
    """The same games as in a batch in which every seat is ours: rewards, points, seeds and all."""
    n, steps = 3, 200
    theirs = boriken.envs.batch(n, name, players, opponents=varied, seed=3, reward="win")
    ours = boriken.envs.batch(n, name, players, seed=3, reward="win")
    ended: dict[bool, list[Any]] = {True: [], False: []}
    for batch in (theirs, ours):
        for _ in range(steps if batch is theirs else 2 * players * steps):
            batch.step(varied(batch.observations, batch.masks))
            for i in np.flatnonzero(batch.terminated | batch.truncated).tolist():
                record = (int(batch.seeds[i]), batch.points[i].tolist(), batch.rewards[i].tolist())
                ended[batch is theirs].append(record)
    assert len(ended[True]) >= 2
    assert max(max(points) for _, points, _ in ended[True]) > 10
    assert set(map(str, ended[True])) <= set(map(str, ended[False]))
    assert (theirs.seats == theirs.learners).all()


def test_learned_plays_in_the_step_as_it_does_at_a_table() -> None:
    batch = boriken.envs.batch(1, "san-juan", 2, opponents="learned", seat=0, seed=8)
    game = Game.new("san-juan", players=2, seed=8)
    player = make_player("learned", 0)
    played = 0
    while not batch.terminated[0]:
        while game.turn == 1:
            game.play(choose(player, game, derived_seed(8, played)))
            played += 1
        assert batch.states.tobytes() == game.states.tobytes()
        action = int(lowest(batch)[0])
        game.play(action)
        batch.step([action])
        played += 1
        if game.over:
            break
    while not game.over:
        game.play(choose(player, game, derived_seed(8, played)))
        played += 1
    assert game.outcome is not None
    assert batch.points[0].tolist() == list(game.outcome.points)


def test_compiled_bots_and_outsiders_may_sit_at_one_table() -> None:
    batch = boriken.envs.batch(4, "san-juan", 4, opponents=["heuristic", first_legal, "heuristic:2"], seed=1)
    for _ in range(150):
        batch.step(lowest(batch))
    assert int(batch.seeds.max()) > 4  # some games have ended


def test_a_policy_sees_what_its_own_seat_sees() -> None:
    seen: list[tuple[int, int]] = []

    def asked(observations: Any, masks: Any) -> Any:
        named = batch.table.layout.named(observations)
        seen.extend((int(turn), len(masks)) for turn in named["turn"].argmax(axis=1))
        return first_legal(observations, masks)

    batch = boriken.envs.batch(3, "puerto-rico", 3, opponents=first_legal, seed=2)
    batch = boriken.envs.batch(3, "puerto-rico", 3, opponents=asked, seed=2)
    for _ in range(40):
        batch.step(lowest(batch))
    assert {turn for turn, _ in seen} == {0}  # seats are counted from the observer's
    assert max(rows for _, rows in seen) > 1  # several games are asked at once


def test_an_action_that_is_not_legal_is_the_opponents_fault() -> None:
    with pytest.raises(IllegalAction, match="the opponent on seat"):
        boriken.envs.batch(3, "puerto-rico", 3, opponents=lambda observations, masks: masks.argmin(axis=1))


def test_illegal_actions_of_the_learner_are_told_although_others_play_afterwards() -> None:
    batch = boriken.envs.batch(2, "puerto-rico", 3, opponents=first_legal, illegal="random", seed=1)
    batch.step([batch.table.actions - 1, int(lowest(batch)[1])])
    assert batch.illegal.tolist() == [True, False]


def test_a_clone_goes_on_alike_and_bytes_hold_no_code() -> None:
    batch = boriken.envs.batch(3, "san-juan", 2, opponents=first_legal, seed=5)
    batch.step(lowest(batch))
    twin = batch.clone()
    for each in (batch, twin):
        for _ in range(60):
            each.step(lowest(each))
    assert (batch.observations == twin.observations).all()
    with pytest.raises(BorikenError, match="a policy of yours cannot be written as bytes"):
        batch.to_bytes()
    named = boriken.envs.batch(2, "san-juan", 2, opponents="heuristic:2", seed=5)
    assert type(named).from_bytes(named.to_bytes()).states.tobytes() == named.states.tobytes()


@pytest.mark.parametrize(
    ("opponents", "more", "words"),
    [
        ("gandalf", {}, "there is no player 'gandalf'"),
        ("external:./bot", {}, "a bot by name or a policy to call"),
        (3, {}, "a bot by name or a policy|not iterable"),
        (first_legal, {"limit": 50}, "limit must be 100 or more"),
        (first_legal, {"observe": False}, "leave observe=False out"),
    ],
)
def test_what_cannot_play_in_the_step_is_told(opponents: Any, more: dict[str, Any], words: str) -> None:
    with pytest.raises((BadOption, TypeError), match=words):
        boriken.envs.batch(2, "san-juan", 2, opponents=opponents, **more)


def test_a_game_observed_is_what_the_batch_shows() -> None:
    batch = boriken.envs.batch(1, "san-juan", 3, seed=9)
    game = Game.new("san-juan", players=3, seed=9)
    for _ in range(30):
        observation, mask = boriken.envs.observe(game)
        assert (observation == batch.observations[0]).all()
        assert (mask == batch.masks[0]).all()
        action = int(mask.argmax())
        game.play(action)
        batch.step([action])

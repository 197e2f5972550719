"""The same seed and actions give the same game through every interface."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest

import boriken.envs
from boriken import Game
from boriken.engine import RANDOM
from boriken.envs.openspiel import ANY_GOVERNOR

from ..walk import Variant, options_of
from .variants import TRIED


@pytest.mark.parametrize("variant", TRIED, ids=str)
def test_one_game_through_every_interface(variant: Variant) -> None:
    seed = 17
    options = options_of(variant, 7)
    game = Game.new(variant.game, variant.players, seed, **options)
    batch = boriken.envs.batch(1, variant.game, variant.players, seed=seed, **options)
    aec = boriken.envs.aec(variant.game, variant.players, **options)
    aec.reset(seed=seed)
    parallel = boriken.envs.parallel(variant.game, variant.players, **options)
    parallel.reset(seed=seed)
    parameters = options | ({"governor": ANY_GOVERNOR} if options["governor"] == RANDOM else {})
    spiel = pyspiel.load_game(
        f"boriken_{variant.game.replace('-', '_')}_v0", {"players": variant.players, "seed": seed, **parameters}
    ).new_initial_state()
    spiel.apply_action(0)
    chooser = random.Random(3)
    while not game.over:
        position = game.states.tobytes()
        legal = sorted(int(action) for action in game.legal_actions)
        assert position == batch.states.tobytes() == aec.batch.states.tobytes() == parallel.batch.states.tobytes()
        assert position == spiel._position
        assert game.turn == batch.seats[0] == int(aec.agent_selection[-1]) == spiel.current_player()
        observation = aec.last()[0]
        assert legal == np.flatnonzero(observation["action_mask"]).tolist() == np.flatnonzero(batch.masks[0]).tolist()
        assert legal == spiel.legal_actions()
        assert (observation["observation"] == batch.observations[0]).all()
        action = chooser.choice(legal)
        game.play(action)
        batch.step([action])
        aec.step(action)
        _, rewards, *_ = parallel.step(dict.fromkeys(parallel.agents, action))
        spiel.apply_action(action)
        while spiel.is_chance_node():
            spiel.apply_action(0)
    assert game.outcome is not None
    assert batch.points[0].tolist() == aec.batch.points[0].tolist() == list(game.outcome.points)
    paid = batch.rewards[0].tolist()
    assert paid == list(aec.rewards.values()) == list(rewards.values()) == spiel.returns()


@pytest.mark.parametrize("variant", TRIED, ids=str)
def test_one_learner_through_every_interface(variant: Variant) -> None:
    """Against bots: a Gymnasium environment plays what a batch plays. (test_batch compares the bots' choices.)"""
    options = options_of(variant, 5)
    arguments = {"players": variant.players, "opponents": "heuristic", **options}
    single = boriken.envs.single(variant.game, **arguments)
    vector = boriken.envs.vector(1, variant.game, **arguments)
    batch = boriken.envs.batch(1, variant.game, seed=9, **arguments)
    single.reset(seed=9)
    vector.reset(seed=9)
    chooser = random.Random(3)
    ended = False
    while not ended:
        assert batch.states.tobytes() == single.batch.states.tobytes() == vector.batch.states.tobytes()
        action = chooser.choice(np.flatnonzero(batch.masks[0]).tolist())
        learner = int(batch.learners[0])
        batch.step([action])
        _, reward, ended, _, _ = single.step(action)
        _, rewards, *_ = vector.step(np.array([action]))
        assert reward == rewards[0] == batch.rewards[0, learner]
        assert ended == batch.terminated[0]

"""Records: a game is its actions. What was damaged or edited is refused, with the place named."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boriken.puerto_rico
from boriken import Game, Record
from boriken.engine import BadRecord

from .walk import EVERY_RECORD, Variant, new_game, walked

VERSION_1 = Path(__file__).parent / "data" / "version-1"
FOUR = Variant("puerto-rico", 4)
THREE = Variant("puerto-rico", 3)


@pytest.mark.parametrize("variant", EVERY_RECORD, ids=str)
@pytest.mark.parametrize("decisions", [0, 57, 10_000])
def test_a_record_replays_to_the_same_game(variant: Variant, decisions: int) -> None:
    game = walked(variant, seed=6, decisions=decisions)
    again = Game.from_json(game.to_json())
    assert again == game
    assert again.actions == game.actions
    assert again.outcome == game.outcome
    assert again.options == game.options


@pytest.mark.parametrize("path", sorted(VERSION_1.glob("puerto-rico-*.json")), ids=lambda path: path.stem)
def test_records_of_version_0_1_replay_although_options_have_been_added(path: Path) -> None:
    """Three whole games and one broken off, as Boriken 0.1 wrote them."""
    record = Record.from_json(path.read_text(encoding="utf-8"))
    assert set(record.options) == {"swap", "corn_start", "hidden_vp", "governor"}
    game = record.replay()
    assert [str(action) for action in game.actions] == list(record.actions)
    assert game.over == (record.result is not None)
    again = Game.from_json(game.to_json())
    assert again == game


def test_the_states_of_version_0_1_are_reached_to_the_bit() -> None:
    """The last ones of those games, as 0.1 kept them: tables that are stored with their states go on."""
    states = json.loads((VERSION_1 / "states.json").read_text(encoding="utf-8"))
    assert [name[-1] for name in states] == ["2", "3", "4", "5"]
    for name, state in states.items():
        game = Game.from_json((VERSION_1 / f"{name}.json").read_text(encoding="utf-8"))
        assert game.states.tobytes().hex() == state, name


def test_a_record_says_who_sat_where_and_how_it_ended() -> None:
    game = walked(THREE, seed=6, decisions=10_000)
    record = Record.from_json(game.to_json(["Ana", "Bo", "Cleo"]))
    assert record.seats == ("Ana", "Bo", "Cleo")
    assert record.game == "puerto-rico"
    assert record.result is not None
    assert record.result["points"] == [sheet["total"] for sheet in game.scores()]


def test_a_replayed_game_can_be_taken_back_and_played_on() -> None:
    game = Game.from_json(walked(FOUR, seed=6, decisions=80).to_json())
    undone = game.undo()
    assert game.play(undone[0]) == undone


def edited(change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(walked(THREE, seed=6, decisions=10_000).to_json())
    change(data)
    return json.dumps(data)


def forced_action(data: dict[str, Any]) -> int:
    """Where in a record the first forced action stands."""
    game = new_game(THREE, 6)
    while True:
        played = len(game.actions)
        if len(game.play(data["actions"][played])) > 1:
            return played + 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.pop("seed"), "'seed' is missing"),
        (lambda d: d.update(seed="7"), "'seed' is of the wrong kind"),
        (lambda d: d.update(seed=True), "'seed' is of the wrong kind"),
        (lambda d: d.update(seed=-3), "a seed is a whole number"),
        (lambda d: d.update(format="pgn"), "not a record"),
        (lambda d: d.update(game="chess"), "there is no game 'chess'"),
        (lambda d: d.update(rules=99), "rules version 99; this program has"),
        (lambda d: d.update(players=2), "2 players, but 3 seats"),
        (lambda d: d.update(players=7, seats=["x"] * 7), "2 to 5 players, not 7"),
        (lambda d: d.update(options={"governor": 9}), "a seat of 0 to 2"),
        (lambda d: d.update(options={"expansion": 1}), "no option 'expansion'"),
        (lambda d: d.update(actions=[1, 2]), "actions must be a list of texts"),
        (lambda d: d.update(actions=d["actions"] * 1000), "more than 50000 actions"),
        (lambda d: d.update(seats=["x" * 101] * 3), "longer than 100 letters"),
        (lambda d: d["options"].pop("swap"), "the options must be complete"),
        (lambda d: d["result"].update(points=[float(n) for n in d["result"]["points"]]), "the result should be"),
        (lambda d: d["actions"].__setitem__(0, "role:pirate"), "action 1 of .* not an action"),
        (lambda d: d["actions"].__setitem__(0, "role:prospector"), "action 1 of .* not legal there"),
        (lambda d: d["actions"].append("pass"), "the game is over"),
        (lambda d: d["actions"].pop(), "the result should be null"),
        (lambda d: d["actions"].pop(forced_action(d)), "it is forced"),
        (lambda d: d["result"]["points"].__setitem__(0, 99), "the result should be"),
        (lambda d: d.update(result=None), "the result should be"),
    ],
)
def test_an_edited_record_is_refused_in_plain_words(change: Callable[[dict[str, Any]], object], words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        Game.from_json(edited(change))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", '{"format": 1}', "\x00", "[" * 100_000])
def test_what_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="not a record"):
        Game.from_json(text)


def test_the_expansions_have_a_version_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were their rules to change, games without them would still be replayed."""
    base, with_nobles = Game.new("puerto-rico", players=3), Game.new("puerto-rico", players=3, nobles=True)
    monkeypatch.setattr(boriken.puerto_rico, "PUERTO_RICO_EXPANDED", replace(with_nobles.rules, version=2))
    assert Record.of(base).replay() == base
    with pytest.raises(BadRecord, match=r"rules version 1; this program has .* version 2"):
        Record.of(with_nobles).replay()

"""The bots: always legal, repeatable, and the heuristic one beats the random one."""

from __future__ import annotations

import pytest

from boriken import Game
from boriken.engine import BadOption, BorikenError, rules_of
from boriken.games import GAMES
from boriken.players import LEVELS, PLAYERS, Player, choose, make_player
from boriken.players.base import files_of
from boriken.players.learned.weights import shipped_path

from .bots import BOTS, STYLES, at_tables
from .walk import ALL_FOUR, PUERTO_RICO, VARIANTS, Variant, new_game, walked


def play(game: Game, bots: list[Player]) -> Game:
    while game.turn is not None:
        game.play(choose(bots[game.turn], game, game.seed), seat=game.turn)
    return game


@pytest.mark.parametrize(("bot", "variant"), at_tables(VARIANTS + ALL_FOUR), ids=str)
def test_a_bot_plays_whole_games_and_the_same_ones_again(bot: str, variant: Variant) -> None:
    def game() -> Game:
        return play(new_game(variant, 8), [make_player(bot, seat) for seat in range(variant.players)])

    assert game().actions == game().actions


@pytest.mark.parametrize("variant", VARIANTS + ALL_FOUR, ids=str)
def test_heuristic_beats_random(variant: Variant) -> None:
    wins = 0
    for seed in range(24):
        seat = seed % variant.players
        bots = [make_player("heuristic" if i == seat else "random", seed * 10 + i) for i in range(variant.players)]
        outcome = play(new_game(variant, seed), bots).outcome
        assert outcome is not None
        wins += outcome.winners == (seat,)
    assert wins >= 22


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(BadOption, match="no player 'deepblue'; there is random, heuristic"):
        make_player("deepblue", 1)


def test_nobody_is_asked_when_the_game_is_over() -> None:
    with pytest.raises(BorikenError, match="the game is over"):
        choose(make_player("random", 1), walked(PUERTO_RICO[0], 1, 10_000))


def test_every_kind_of_player_is_under_test() -> None:
    assert {bot.partition(":")[0] for bot in BOTS + STYLES} == set(PLAYERS)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["beginner", "easy", "medium", "hard"])
def test_a_level_plays_as_its_bot_does_in_that_game(level: str, game: str) -> None:
    player, bot = make_player(level, 1), make_player(LEVELS[level][game], 1)
    table = Game.new(game, players=3, seed=5)
    for n in range(12):
        action = choose(player, table, n)
        assert action == choose(bot, table, n)
        table.play(action)
    assert player.name == level
    assert files_of(player, table.rules, 3) == files_of(bot, table.rules, 3)


def test_every_level_has_a_bot_in_every_game() -> None:
    assert list(LEVELS) == ["beginner", "easy", "medium", "hard", "expert"]
    assert all(list(bots) == list(GAMES) for bots in LEVELS.values())


def test_who_is_careless_misjudges_what_is_close() -> None:
    def chosen(spec: str) -> list[str]:
        player, table = make_player(spec, 1), Game.new("san-juan", players=2, seed=3)
        choices: list[str] = []
        while not table.over:
            choices.append(choose(player, table, len(choices)).text)
            table.play(choose(make_player("learned", 1), table, 1))
        return choices

    network_alone = f"learned:{shipped_path(rules_of('san-juan'), 2)}"
    exact, careful, careless, wild = map(chosen, (network_alone, "learned:1e-9", "learned:0.06", "learned:1"))
    assert careful == exact
    assert careless == chosen("learned:0.06")

    def slips(choices: list[str]) -> float:
        return sum(a != b for a, b in zip(choices, exact, strict=True)) / len(exact)

    assert 0 < slips(careless) < slips(wild)


@pytest.mark.parametrize(
    "spec",
    [
        "heuristic:much",
        "heuristic:-1",
        "random:1",
        "search:often",
        "search:8,401",
        "heuristic:nan",
        "style:pirate",
        "roles:x",
        "learned:2",
        "learned:-1",
    ],
)
def test_senseless_settings_are_refused_in_words(spec: str) -> None:
    with pytest.raises(BadOption, match=spec.partition(":")[2]):
        make_player(spec, 1)

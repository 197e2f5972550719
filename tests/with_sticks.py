"""What must hold once Sticks has been moved into a copy of the package; `test_recipes.py` runs it there."""

from __future__ import annotations

from typer.testing import CliRunner

from boriken import Game
from boriken.cli.app import app
from boriken.players.heuristic import rule_of_thumb
from boriken.web.pages import (
    Lobby,
    Replay,
    end_page,
    learn_page,
    make_scene,
    new_table_page,
    reference_page,
    replay_page,
    replay_scene,
    table_page,
)

from . import test_game, test_hidden, test_matches, test_players, test_records
from .playthroughs import playthrough
from .walk import Variant, walked
from .web.pages import test_presenters
from .web.pages.show import table_for

VARIANTS = [Variant("sticks", players) for players in (2, 3)]
test_hidden.HIDDEN["sticks"] = {"chance", "coins"}
test_hidden.SOMETIMES["sticks"] = set()


def tests_that_every_game_has() -> None:
    """They find it by its variants: two lines in `walk.py`."""
    for variant in VARIANTS:
        test_game.test_undo_goes_back_to_every_position_on_the_way(variant)
        test_game.test_views_have_what_code_for_every_game_reads(variant)
        test_game.test_the_past_can_be_looked_at(variant)
        test_records.test_a_record_replays_to_the_same_game(variant, 10_000)
        test_hidden.test_secrets_change_neither_the_view_nor_the_imagined_game(variant)
        test_hidden.test_everything_hidden_is_drawn_anew_and_nothing_else(variant)
        test_hidden.test_a_seat_cannot_tell_an_imagined_game_from_the_real_one(variant)
        test_hidden.test_an_imagined_game_can_be_played_to_its_end(variant)
        test_matches.test_the_compiled_loop_plays_the_same_games_as_the_players_one_by_one(variant)
        test_matches.test_a_game_from_the_compiled_loop_has_its_past(variant)
        test_matches.test_players_in_the_compiled_loop_see_nothing_hidden(variant)
        test_matches.test_the_rounds_of_a_game_are_those_that_its_view_told(variant)
        for bot in ("random", "heuristic"):
            test_players.test_a_bot_plays_whole_games_and_the_same_ones_again(bot, variant)
            test_hidden.test_secrets_do_not_change_a_bots_choice(bot, variant)
        assert "of take:1, take:2, take:3" in playthrough(variant)
    assert rule_of_thumb(Game.new("sticks", players=2))[0].text == "take:2"


def in_the_terminal() -> None:
    """The commands know it by its name, and say what it is."""

    def run(*arguments: str, typed: str = "") -> str:
        result = CliRunner().invoke(app, arguments, input=typed)
        assert result.exit_code == 0, result
        return result.stdout

    assert "sticks=10" in run("games")
    assert "take 3 sticks" in run("notation", "sticks")
    assert "no stick was left" in run("play", "sticks", "--seed", "1", typed="1\nu\n2\n" + "1\n" * 9)
    assert "Sticks, 3 players" in run("simulate", "sticks", "--players", "3", "--games", "3", "--bot", "random")


def on_the_site() -> None:
    """Every page that a table has, and the form for a new one."""
    test_presenters.test_each_game_is_presented()
    assert "Sticks" in new_table_page(Lobby(name="Ana"))
    assert "Whoever takes the last wins." in learn_page({"sticks": {}})
    assert "no stick was left" in reference_page("sticks")
    game = walked(VARIANTS[1], seed=4, decisions=2)
    assert "Take 3" in table_page(make_scene(table_for(game), game, game.turn))
    assert "Take 3" not in table_page(make_scene(table_for(game), game, None))
    game = walked(VARIANTS[1], seed=4, decisions=100)
    assert "no stick was left" in end_page(make_scene(table_for(game), game, 0))
    assert "sticks</p>" in replay_page(replay_scene(table_for(game), game, 1, 0), Replay(1, len(game.actions), 0, (0,)))


if __name__ == "__main__":
    tests_that_every_game_has()
    in_the_terminal()
    on_the_site()

"""The pages of the site: from what a seat may know to HTML. `scene` says how the server uses them."""

from ..static_files import STATIC
from .chronicle import Chronicle
from .drafts import may_be_regretted, plan, press
from .effects import only_passing_makes_sense
from .explore_page import explore_page, explore_update
from .lesson_page import lesson_page, lesson_update, staged as pressed_in_lesson
from .lessons import learn_page, reference_page
from .mistake_page import looking_back_page, mistake_page, mistake_update
from .openings_page import openings_page
from .presenter import Plan
from .puzzle_page import (
    answered_page,
    plan_of as plan_of_puzzle,
    puzzle_page,
    puzzle_update,
    puzzles_page,
    staged as pressed_in_puzzle,
)
from .puzzle_scene import PuzzleShown
from .render import (
    end_page,
    expansion_words,
    option_words,
    page_title,
    replay_page,
    table_page,
    table_parts,
    update,
)
from .scene import (
    Effect,
    Hint,
    HintChoice,
    Line,
    Lobby,
    LobbyTable,
    LogPiece,
    Replay,
    Scene,
    Seat,
    TableShown,
    Update,
)
from .scene_of_game import make_scene, replay_scene, restaged
from .site_pages import (
    asked_words,
    give_up_page,
    in_words_of_the_form,
    lobby_page,
    message_page,
    new_table_page,
    preparing_part,
    replays_page,
    waiting_page,
)

__all__ = [
    "STATIC",
    "Chronicle",
    "Effect",
    "Hint",
    "HintChoice",
    "Line",
    "Lobby",
    "LobbyTable",
    "LogPiece",
    "Plan",
    "PuzzleShown",
    "Replay",
    "Scene",
    "Seat",
    "TableShown",
    "Update",
    "answered_page",
    "asked_words",
    "end_page",
    "expansion_words",
    "explore_page",
    "explore_update",
    "give_up_page",
    "in_words_of_the_form",
    "learn_page",
    "lesson_page",
    "lesson_update",
    "lobby_page",
    "looking_back_page",
    "make_scene",
    "may_be_regretted",
    "message_page",
    "mistake_page",
    "mistake_update",
    "new_table_page",
    "only_passing_makes_sense",
    "openings_page",
    "option_words",
    "page_title",
    "plan",
    "plan_of_puzzle",
    "preparing_part",
    "press",
    "pressed_in_lesson",
    "pressed_in_puzzle",
    "puzzle_page",
    "puzzle_update",
    "puzzles_page",
    "reference_page",
    "replay_page",
    "replay_scene",
    "replays_page",
    "restaged",
    "table_page",
    "table_parts",
    "update",
    "waiting_page",
]

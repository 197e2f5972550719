"""The pages of the site: from what a seat may know to HTML. `scene` says how the server uses them."""

from ..static_files import STATIC
from .chronicle import Chronicle
from .drafts import plan, press
from .lessons import learn_page, reference_page
from .presenter import Plan
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
from .scene_of_game import make_scene, replay_scene
from .site_pages import lobby_page, message_page, new_table_page, replays_page, waiting_page

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
    "Replay",
    "Scene",
    "Seat",
    "TableShown",
    "Update",
    "end_page",
    "expansion_words",
    "learn_page",
    "lobby_page",
    "make_scene",
    "message_page",
    "new_table_page",
    "option_words",
    "page_title",
    "plan",
    "press",
    "reference_page",
    "replay_page",
    "replay_scene",
    "replays_page",
    "table_page",
    "table_parts",
    "update",
    "waiting_page",
]

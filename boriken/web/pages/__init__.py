"""The pages of the site: from what a seat may know to HTML. `scene` says how the server uses them."""

from .chronicle import Chronicle
from .drafts import Plan, plan, press
from .render import STATIC, page_title, table_page, table_parts, update
from .scene import (
    Effect,
    Hint,
    HintChoice,
    Line,
    Lobby,
    LobbyTable,
    Piece,
    Replay,
    Scene,
    Seat,
    Table,
    Update,
)
from .staging import make_scene, replay_scene

__all__ = [
    "STATIC",
    "Chronicle",
    "Effect",
    "Hint",
    "HintChoice",
    "Line",
    "Lobby",
    "LobbyTable",
    "Piece",
    "Plan",
    "Replay",
    "Scene",
    "Seat",
    "Table",
    "Update",
    "make_scene",
    "page_title",
    "plan",
    "press",
    "replay_scene",
    "table_page",
    "table_parts",
    "update",
]

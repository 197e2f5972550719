"""The buildings of Puerto Rico as the pages show them: name, drawing, what it does."""

from __future__ import annotations

from typing import Any

from boriken.engine import written
from boriken.puerto_rico.components import BUILDING_TABLE, LARGE_COLUMN

from ..words import sentence, title
from .words import BOX_WORDS, building_good, building_icon

BUILDINGS: dict[str, dict[str, Any]] = {
    written(kind): {
        "id": written(kind),
        "name": title(written(kind)),
        "icon": building_icon(written(kind)),
        "good": building_good(kind),
        "vp": row.vp,
        "circles": row.circles,
        "col": row.column,
        "large": row.column == LARGE_COLUMN,
        "box": BOX_WORDS[row.box],
        "phase": sentence(row.effect)[0],
        "text": sentence(row.effect)[1],
    }
    for kind, row in BUILDING_TABLE.items()
}

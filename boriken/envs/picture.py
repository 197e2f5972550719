"""The table as a picture: its text in a plain font, white on dark, always of the same size for a table."""

from __future__ import annotations

from typing import Any

import numpy as np

from boriken.engine import BorikenError

COLUMNS, LINES = 160, 44
"""No table's text is larger; longer lines would be cut off."""
_LETTER = (6, 13)
"""Pixels from one letter to the next, and from line to line."""
_MARGIN = 8
_PAPER, _INK = (24, 26, 27), (232, 230, 227)


def picture(text: str) -> Any:
    """uint8, height by width by 3, as videos are made of."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise BorikenError("Pillow is not installed; 'pip install boriken[envs]' installs what is needed") from None
    font = ImageFont.load_default_imagefont()  # in the library itself, every letter equally wide
    size = (COLUMNS * _LETTER[0] + 2 * _MARGIN, LINES * _LETTER[1] + 2 * _MARGIN)
    image = Image.new("RGB", size, _PAPER)
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(text.splitlines()[:LINES]):
        plain = line[:COLUMNS].encode("ascii", "replace").decode()  # names may hold what the font does not
        draw.text((_MARGIN, _MARGIN + number * _LETTER[1]), plain, fill=_INK, font=font)
    return np.asarray(image).copy()

"""The games that the pages know."""

from __future__ import annotations

from . import puerto_rico, san_juan
from .presenter import Presenter

PRESENTERS: dict[str, Presenter] = {"puerto-rico": puerto_rico.PRESENTER, "san-juan": san_juan.PRESENTER}

"""Choices that were judged, as every page shows them: in groups, each with its chance, its doubt and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from boriken.analysis import Estimate

from .decision_bar import capital, short_meaning
from .presenters import PRESENTERS
from .scene import HintChoice, Scene
from .words import title

_EDGE = 0.06
"""How much of a bar stays free on both sides."""
_LEAST_SHOWN = 0.1
"""What is nearly the same shall not look far apart."""


@dataclass(frozen=True)
class Doubt:
    """A chance and its range, in per cent of the bar on which all choices of a position stand."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Option:
    """A choice."""

    action: str
    label: str
    icon: str = ""
    chance: str = ""
    """`31 %`; nothing while nobody has thought about it."""
    half: str = ""
    """Half of the range: `± 4`."""
    doubt: Doubt | None = None
    points: str = ""
    open_cards: str = ""
    """`33 % ± 2`: the chance with all cards open."""
    why: str = ""
    href: str = ""
    tag: str = ""
    """`played`, `your answer`"""


@dataclass(frozen=True)
class OptionGroup:
    """Choices between which no difference is shown."""

    caption: str
    best: bool
    options: tuple[Option, ...]


def option_groups(
    scene: Scene,
    choices: Iterable[HintChoice],
    href: Callable[[str], str] = lambda action: "",
    tags: Mapping[str, str] | None = None,
) -> tuple[OptionGroup, ...]:
    """Judged choices by group, best first."""
    choices = list(choices)
    scale = _scale(choices)
    found: dict[int, list[Option]] = {}
    for choice in choices:
        option = _option(scene, choice, scale, href(choice.action), (tags or {}).get(choice.action, ""))
        found.setdefault(choice.group, []).append(option)
    groups = sorted(found)
    return tuple(
        OptionGroup(_caption(i, len(found[group]), len(groups)), group == 0, tuple(found[group]))
        for i, group in enumerate(groups)
    )


def unjudged(scene: Scene, href: Callable[[str], str]) -> tuple[Option, ...]:
    """The choices before anybody has thought about them."""
    return tuple(Option(text, label_of(scene, text), _icon(scene, text), href=href(text)) for text in scene.legal)


def label_of(scene: Scene, action: str) -> str:
    """What a choice is called in a list."""
    verb, _, what = action.partition(":")
    if verb == "role":
        return title(what)
    if action == "pass":
        return PRESENTERS[scene.table.game].asked(scene.view).decline
    return capital(short_meaning(scene.meanings.get(action, action)))


def per_cent(chance: float) -> int:
    """A chance without digits that nobody knows."""
    return round(100 * chance)


def half_of(low: float, high: float) -> str:
    """`± 4`: half of a range; nothing where there is no doubt."""
    return f"± {max(1, per_cent((high - low) / 2))}" if high > low else ""


def with_open_cards(chance: Estimate) -> str:
    """`33 % ± 2`"""
    return f"{per_cent(chance.mean)} % {half_of(chance.low, chance.high)}".strip()


def _icon(scene: Scene, action: str) -> str:
    verb, _, what = action.partition(":")
    if verb == "role":
        return f"r-{what.removesuffix('-2')}"
    return PRESENTERS[scene.table.game].icon_of(what) if verb == "build" else ""


def _option(scene: Scene, choice: HintChoice, scale: tuple[float, float], href: str, tag: str) -> Option:
    text = choice.action
    option = Option(text, label_of(scene, text), _icon(scene, text), why=choice.sentence, href=href, tag=tag)
    if choice.chance is None or choice.low is None or choice.high is None:
        return option
    least, width = scale

    def place(chance: float) -> float:
        return round(100 * (_EDGE + (1 - 2 * _EDGE) * (chance - least) / width), 1)

    return Option(
        **{
            **vars(option),
            "chance": f"{per_cent(choice.chance)} %",
            "half": half_of(choice.low, choice.high),
            "doubt": Doubt(place(choice.low), place(choice.chance), place(choice.high)),
            "points": f"{choice.points:.1f} points" if choice.points is not None else "",
            "open_cards": with_open_cards(choice.open_cards) if choice.open_cards is not None else "",
        }
    )


def _scale(choices: list[HintChoice]) -> tuple[float, float]:
    """Where the common bar begins, and how much it shows."""
    lows = [choice.low for choice in choices if choice.low is not None]
    highs = [choice.high for choice in choices if choice.high is not None]
    if not lows or not highs:
        return 0.0, 1.0
    return min(lows), max(max(highs) - min(lows), _LEAST_SHOWN)


def _caption(place: int, size: int, groups: int) -> str:
    if place:
        return "clearly behind" if place == 1 else "further behind"
    if size > 1:
        return "no clear difference"
    return "clearly best" if groups > 1 else ""

"""Puerto Rico on the pages."""

from ..presenter import Presenter, Rearranging
from . import board, colonists, counting, ending, lessons, log, storing, words
from .decisions import DECISIONS, phase_of

PRESENTER = Presenter(
    short="pr",
    icon="ship-cargo",
    template="puerto_rico.html",
    style="puerto_rico.css",
    pitch="Plant, build, ship. Whoever takes a role has its privilege. About 40 minutes.",
    decisions=DECISIONS,
    phase_of=phase_of,
    parts=board.PARTS,
    tabs=board.TABS,
    order=board.order,
    staged=board.staged,
    gauges=board.gauges,
    rival=board.rival,
    rival_depends_on=board.rival_depends_on,
    log=log.TELL,
    secret_verbs={},
    icon_of=words.building_icon,
    sources=ending.SOURCES,
    tie_words="If tied: doubloons + goods",
    role_text=words.ROLE_TEXT,
    role_rules=words.ROLE_RULES,
    option_words=words.OPTION_WORDS,
    choice_words={},
    introduction=lessons.INTRODUCTION,
    waiting_lesson=lessons.WAITING,
    reference=lessons.reference,
    numbers=counting.numbers,
    prices=counting.prices,
    candidates=storing.candidates,
    hides_points=lambda options: bool(options.get("hidden_vp")),
    rearranging=Rearranging(
        colonists.is_asked, colonists.plan, colonists.press, colonists.base, counting.next_harvest, colonists.LIFT
    ),
)

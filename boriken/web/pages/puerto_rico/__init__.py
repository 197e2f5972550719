"""Puerto Rico on the pages."""

from ..presenter import Presenter, Rearranging
from . import advice, board, bringing, colonists, counting, ending, lessons, log, staged, storing, words
from .decisions import DECISIONS, phase_of
from .expansions import EXPANSIONS

PRESENTER = Presenter(
    short="pr",
    icon="ship-cargo",
    template="puerto_rico.html",
    styles=("puerto_rico.css", "puerto_rico_expansions.css"),
    pitch="Plant, build, ship. Whoever takes a role has its privilege. About 40 minutes.",
    decisions=DECISIONS,
    phase_of=phase_of,
    parts=board.PARTS,
    tabs=board.TABS,
    acts_alone=lambda view: view.get("alone") or view.get("role") == "buccaneer",
    order=board.order,
    staged=staged.staged,
    gauges=board.gauges,
    rival=board.rival,
    rival_depends_on=board.rival_depends_on,
    log=log.TELL,
    secret_verbs={},
    icon_of=words.building_icon,
    sources=ending.SOURCES,
    unseen_sources=ending.UNSEEN,
    tie_words="If tied: doubloons + goods",
    role_text=words.ROLE_TEXT,
    role_rules=words.ROLE_RULES,
    option_words=words.OPTION_WORDS,
    expansions=EXPANSIONS,
    choice_words=words.CHOICE_WORDS,
    introduction=lessons.INTRODUCTION,
    advice=advice.ADVICE,
    waiting_lesson=lessons.WAITING,
    reference=lessons.reference,
    purse=counting.purse,
    numbers=counting.numbers,
    prices=counting.prices,
    brings=bringing.brings,
    candidates=storing.candidates,
    rearranging=Rearranging(
        colonists.is_asked, colonists.plan, colonists.press, colonists.base, counting.next_harvest, colonists.LIFT
    ),
)

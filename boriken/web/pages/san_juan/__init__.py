"""San Juan on the pages."""

from ..presenter import Presenter
from . import advice, board, bringing, counting, ending, lessons, log, paying, words
from .decisions import DECISIONS, phase_of

PRESENTER = Presenter(
    short="sj",
    icon="u-cards",
    template="san_juan.html",
    styles=("san_juan.css",),
    pitch="Each card is a building, a good or your money. About 25 minutes.",
    decisions=DECISIONS,
    phase_of=phase_of,
    parts=board.PARTS,
    tabs=board.TABS,
    acts_alone=lambda view: False,
    order=board.order,
    staged=board.staged,
    gauges=board.gauges,
    rival=board.rival,
    rival_depends_on=board.rival_depends_on,
    log=log.TELL,
    secret_verbs=log.SECRET_VERBS,
    icon_of=words.card_icon,
    sources=ending.SOURCES,
    unseen_sources=ending.UNSEEN,
    tie_words="If tied: cards + goods",
    role_text=words.ROLE_TEXT,
    role_rules=words.ROLE_RULES,
    option_words=words.OPTION_WORDS,
    expansions=(),
    choice_words={1: "first (2004)", 2: "second (2014)"},
    introduction=lessons.INTRODUCTION,
    advice=advice.ADVICE,
    waiting_lesson=lessons.WAITING,
    reference=lessons.reference,
    purse=counting.purse,
    numbers=counting.numbers,
    prices=counting.prices,
    brings=bringing.brings,
    candidates=paying.candidates,
)

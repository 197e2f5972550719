"""What both games share: compiled rules on records, chance, the Game object, notation and records of games."""

from .actions import Action, ActionSpace
from .chance import GAME_STREAM, REDRAW_STREAM, Chance, below, derived_seed, draw, new_chance, seed_chance
from .compiler import arithmetic, plain_rule, prepare, rule
from .errors import BadOption, BadRecord, BadView, BorikenError, IllegalAction, NotYourTurn, Undecided, UnknownAction
from .game import Game, Outcome, Past, compile_rules, the_rules
from .generic import GAME, generic
from .machine import cores
from .options import FIRST_GOVERNOR, RANDOM, Option, checked, option_text, worth_telling
from .record import Record
from .rules import (
    COMMON_FIELDS,
    LAST_FIELDS,
    Fields,
    Rules,
    State,
    States,
    carried_over,
    fields_of,
    narrowed,
    new_states,
    record_of,
    register,
    rules_for,
    rules_of,
)
from .text import counted, named, spoken, wrapped, written
from .turns import ask, next_seat, tell, tell_all, tell_others

__all__ = [
    "COMMON_FIELDS",
    "FIRST_GOVERNOR",
    "GAME",
    "GAME_STREAM",
    "LAST_FIELDS",
    "RANDOM",
    "REDRAW_STREAM",
    "Action",
    "ActionSpace",
    "BadOption",
    "BadRecord",
    "BadView",
    "BorikenError",
    "Chance",
    "Fields",
    "Game",
    "IllegalAction",
    "NotYourTurn",
    "Option",
    "Outcome",
    "Past",
    "Record",
    "Rules",
    "State",
    "States",
    "Undecided",
    "UnknownAction",
    "arithmetic",
    "ask",
    "below",
    "carried_over",
    "checked",
    "compile_rules",
    "cores",
    "counted",
    "derived_seed",
    "draw",
    "fields_of",
    "generic",
    "named",
    "narrowed",
    "new_chance",
    "new_states",
    "next_seat",
    "option_text",
    "plain_rule",
    "prepare",
    "record_of",
    "register",
    "rule",
    "rules_for",
    "rules_of",
    "seed_chance",
    "spoken",
    "tell",
    "tell_all",
    "tell_others",
    "the_rules",
    "worth_telling",
    "wrapped",
    "written",
]

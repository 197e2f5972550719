"""What both games share: compiled rules on records, chance, the Game object, notation and records of games."""

from .actions import Action, ActionSpace
from .chance import Chance, below, new_chance, seed_chance
from .compiled import prepare, rule
from .errors import BadOption, BadRecord, BorikenError, IllegalAction, NotYourTurn, UnknownAction
from .game import Game, Outcome, compile_rules
from .record import Record
from .rules import COMMON_FIELDS, Fields, Rules, State, States, fields_of, new_states, record_of, register, rules_of
from .text import counted, wrapped

__all__ = [
    "COMMON_FIELDS",
    "Action",
    "ActionSpace",
    "BadOption",
    "BadRecord",
    "BorikenError",
    "Chance",
    "Fields",
    "Game",
    "IllegalAction",
    "NotYourTurn",
    "Outcome",
    "Record",
    "Rules",
    "State",
    "States",
    "UnknownAction",
    "below",
    "compile_rules",
    "counted",
    "fields_of",
    "new_chance",
    "new_states",
    "prepare",
    "record_of",
    "register",
    "rule",
    "rules_of",
    "seed_chance",
    "wrapped",
]

"""Drafts: pieces that a player has pressed and not yet confirmed.

Several small decisions in a row (colonists, payment, goods) are staged together: pieces are pressed in any order, and
`plan` finds the order in which the engine asks for them. What is legal is never worked out here: the engine plays the
draft in a game that the seat cannot tell from the real one.
"""

from __future__ import annotations

from collections import Counter

from boriken.engine import Action, Game, NotYourTurn

from .imagined import decision_number, imagined, once
from .presenter import Plan, Rearranging
from .presenters import PRESENTERS
from .words import not_possible

PASS = "pass"
TAKE_OFF = "-"
"""Before a piece's text: take it out of the draft again."""
_CALL_OFF = "call-off"  # a draft is dropped instead


@once
def plan(game: Game, seat: int, draft: tuple[str, ...] = ()) -> Plan:
    """What a draft comes to. A draft that no longer fits the game counts as empty."""
    if game.turn != seat:
        return Plan((), (), False, frozenset())
    rearranging = rearranging_in(game)
    if rearranging is not None:
        return rearranging.plan(game, seat, draft)
    batch = _batch(game)
    guess = imagined(game, seat)
    if batch is None:
        legal = frozenset(action.text for action in guess.legal_actions)
        draft = draft if len(draft) == 1 and draft[0] in legal else ()
        return Plan(draft, draft, bool(draft), legal)
    return _plan_batch(guess, seat, batch, draft)


def press(game: Game, seat: int, draft: tuple[str, ...], piece: str) -> tuple[str, ...]:
    """The draft after a piece was pressed; raises UnknownAction, IllegalAction or NotYourTurn."""
    if game.turn != seat:
        raise NotYourTurn("it is not your turn")
    rearranging = rearranging_in(game)
    if rearranging is not None:
        return rearranging.press(game, seat, draft, piece)
    present = plan(game, seat, draft)
    if piece.startswith(TAKE_OFF):
        return _without(present.draft, piece.removeprefix(TAKE_OFF))
    game.rules.actions[piece]  # is it an action at all?
    if _batch(game) is None:
        if piece not in present.offered:
            raise not_possible(game, piece)
        return () if present.draft == (piece,) else (piece,)
    if piece == PASS or present.draft == (PASS,):
        return (piece,) if piece in plan(game, seat).offered and present.draft != (piece,) else ()
    if piece not in present.offered:
        if piece in present.draft:
            return _without(present.draft, piece)
        raise not_possible(game, piece)
    return (*present.draft, piece)


def may_be_regretted(game: Game, seat: int, draft: tuple[str, ...]) -> bool:
    """Whether a role that is staged could be taken back once it is played: then nothing is lost by playing it at once.

    The seat itself must be asked next, so that nobody can play meanwhile, and must have been shown nothing.
    """
    if len(draft) != 1 or not draft[0].startswith("role:"):
        return False
    after = game.copy()
    after.play(draft[0], seat)
    return after.turn == seat and after.may_take_back(seat)


def _without(draft: tuple[str, ...], piece: str) -> tuple[str, ...]:
    """A draft less one piece; without its building, nothing is left to pay for."""
    if piece not in draft or piece.startswith("build:"):
        return ()
    pieces = list(draft)
    pieces.remove(piece)
    return tuple(pieces)


def rearranging_in(game: Game) -> Rearranging | None:
    """How pieces are moved on and off, if that is what is asked."""
    rearranging = PRESENTERS[game.rules.name].rearranging
    return rearranging if rearranging is not None and rearranging.is_asked(game) else None


def _batch(game: Game) -> frozenset[int] | None:
    """The decisions that are confirmed together with the one at hand."""
    return PRESENTERS[game.rules.name].batches.get(decision_number(game))


def _plan_batch(guess: Game, seat: int, batch: frozenset[int], draft: tuple[str, ...]) -> Plan:
    first = frozenset(action.text for action in guess.legal_actions)
    if draft == (PASS,) and PASS in first:
        return Plan(draft, draft, True, first)
    actions = guess.rules.actions
    wanted = Counter(actions[text] for text in draft)
    completed = _complete(guess, seat, batch, wanted)
    if completed is None:
        return _plan_batch(guess, seat, batch, ()) if draft else Plan((), (), False, frozenset())
    exact = _complete(guess, seat, batch, wanted, nothing_else=True) if draft else None
    if exact is not None and exact[-1][0].text != PASS and not _unasked(exact, wanted):
        return Plan(draft, _choices(exact), True, frozenset())  # no room for more
    offered = set() if draft else set(first)
    if decision_number(guess) in PRESENTERS[guess.rules.name].passing_on:
        offered.discard(PASS)
    for text in PRESENTERS[guess.rules.name].candidates(guess, seat, draft):
        if text in offered:
            continue
        if _complete(guess, seat, batch, wanted + Counter([actions[text]])) is not None:
            offered.add(text)
    if exact is not None and not (offered and _unasked(exact, wanted)):
        return Plan(draft, _choices(exact), True, frozenset(offered))
    pieces = [action for played in completed for action in played if action.text != PASS]
    return Plan(draft, _choices(completed), False, frozenset(offered), max(len(pieces) - len(draft), 0))


def _unasked(steps: list[list[Action]], wanted: Counter[Action]) -> bool:
    """Whether the engine's order would force pieces that were not pressed, where others could be pressed instead."""
    played = Counter(action for step in steps for action in step)
    return any(any(_same_kind(action, other) for other in wanted) for action in played - wanted)


def _choices(steps: list[list[Action]]) -> tuple[str, ...]:
    """What must be chosen: the rest of each step is forced."""
    return tuple(played[0].text for played in steps)


def _complete(
    game: Game, seat: int, batch: frozenset[int], wanted: Counter[Action], nothing_else: bool = False
) -> list[list[Action]] | None:
    """Choices that contain all that is wanted (or nothing else), as short as can be; None if there are none.

    Each comes with the actions that it forces upon the seat. The engine asks for pieces of a kind in their order, so
    nothing that is wanted may be skipped.
    """
    asked = decision_number(game)
    if game.turn != seat or asked not in batch:
        return [] if not wanted else None
    presenter = PRESENTERS[game.rules.name]
    if len(batch) > 1 and any(presenter.answered_at.get(_kind(action), asked) < asked for action in wanted):
        return None  # the question that this piece answers is over
    legal = game.legal_actions
    passes_alone = asked in presenter.passing_alone
    here = [action for action in legal if wanted[action]]
    if here:
        tries = here[:1]
        if not nothing_else:
            tries += [a for a in legal if a < here[0] and _same_kind(a, here[0])]
    else:
        tries = [a for a in legal if a.text == PASS and not passes_alone]
        if not nothing_else:
            tries += [a for a in legal if a.text not in (PASS, _CALL_OFF) and not _skips(a, wanted)]
    for action in tries:
        twin = game.copy()
        before = len(twin.actions)
        twin.play(action)
        played = _played(twin, seat, before)
        rest = _complete(twin, seat, batch, wanted - Counter(played), nothing_else)
        if rest is not None:
            return [played, *rest]
    return None


def _played(game: Game, seat: int, first: int) -> list[Action]:
    """What a seat has played from there on, forced actions included."""
    return [a for a, p in zip(game.actions[first:], game.played_by[first:], strict=True) if p == seat]


def _kind(action: Action) -> str:
    return action.text.partition(":")[0]


def _same_kind(one: Action, other: Action) -> bool:
    return _kind(one) == _kind(other)


def _skips(action: Action, wanted: Counter[Action]) -> bool:
    return any(other < action and _same_kind(action, other) for other in wanted)

"""From a game to a scene: everything one seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from boriken.engine import Game

from . import colonists
from .chronicle import LOG_LINES, Chronicle, read_by
from .drafts import plan
from .effects import building_prices, effects_of, next_harvest
from .scene import Hint, Scene, Table


def make_scene(
    table: Table,
    game: Game,
    seat: int | None,
    *,
    draft: tuple[str, ...] = (),
    may_undo: bool = False,
    hint: Hint | None = None,
    notice: str = "",
    chronicle: Chronicle | None = None,
) -> Scene:
    """The scene of a table as a seat sees it (None: an onlooker)."""
    chronicle = chronicle or Chronicle()
    chronicle.follow(game)
    past = chronicle.past(seat)
    view = game.view(seat)
    scene = Scene(
        table=table,
        view=view,
        seat=seat,
        turn=game.turn,
        number=len(game.actions),
        points=points_in_sight(game, seat),
        past=past,
        log=past + tuple(read_by(line, seat) for line in chronicle.lines[chronicle.round_begins :]),
        may_undo=may_undo,
        notice=notice,
        reasons=tuple(game.rules.reason_words[reason] for reason in view["triggers"]),
    )
    if game.over:
        return _with_result(scene, game, chronicle)
    if seat is not None and seat == game.turn:
        return _with_choices(replace(scene, hint=hint), game, seat, draft)
    return scene


def replay_scene(
    table: Table, game: Game, at: int, seat: int | Literal["all"] | None, chronicle: Chronicle | None = None
) -> Scene:
    """The table as it was after so many actions, with one seat's eyes, everybody's, or an onlooker's."""
    chronicle = chronicle or Chronicle()
    chronicle.follow(game)
    eyes = None if seat == "all" else seat
    view = dict(game.view_after(at, eyes))
    if seat == "all":
        view["players"] = [game.view_after(at, p)["players"][p] for p in range(game.players)]
    lines = [line for line in chronicle.lines if line.at <= at]
    shown = [read_by(line, line.seat if seat == "all" else eyes) for line in lines[-LOG_LINES:]]
    return Scene(
        table=table,
        view=view,
        seat=eyes,
        turn=view["turn"],
        number=at,
        log=tuple(shown),
        points=(None,) * game.players,
    )


def points_in_sight(game: Game, seat: int | None) -> tuple[int | None, ...]:
    """Points by seat as if the game ended now; None where this seat may not know them."""
    known: list[int | None] = []
    for p, score in enumerate(game.scores()):
        open_to_all = game.over or p == seat or not _has_secrets(game)
        known.append(score["total"] if open_to_all else None)
    return tuple(known)


def _has_secrets(game: Game) -> bool:
    """Whether points of others are hidden: chips by option, cards under chapels and banks."""
    return game.rules.name == "san-juan" or bool(game.options.get("hidden_vp"))


def _with_choices(scene: Scene, game: Game, seat: int, draft: tuple[str, ...]) -> Scene:
    planned = plan(game, seat, draft)
    base: Mapping[str, Any] | None = None
    effects = effects_of(game, seat, planned.actions) if planned.draft or planned.ready else ()
    if colonists.is_asked(game):
        base = {"before": colonists.before(game, seat)}
        placed, in_hand = colonists.target(game, seat, planned.draft)
        base = base | {"placed": placed, "in_hand": in_hand}
        if planned.ready:
            effects = (*next_harvest(game, seat, planned.actions), *effects)
    legal = game.legal_actions
    texts = [action.text for action in legal]
    more = [text for text in sorted(planned.offered) if text not in texts and not text.startswith(colonists.LIFT)]
    return replace(
        scene,
        legal=tuple(texts),
        meanings={text: game.rules.actions[text].meaning for text in (*texts, *more, *_actions_in(planned.draft))},
        draft=planned.draft,
        offered=planned.offered,
        ready=planned.ready,
        needs=planned.needs,
        effects=effects,
        prices=building_prices(game, seat),
        base=base,
    )


def _actions_in(draft: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(piece for piece in draft if not piece.startswith(colonists.LIFT))


def _with_result(scene: Scene, game: Game, chronicle: Chronicle) -> Scene:
    outcome = game.outcome
    assert outcome is not None
    return replace(
        scene,
        winners=outcome.winners,
        sheet=tuple(game.scores()),
        tie_break=outcome.tie_break,
        curve=tuple(zip(*chronicle.curve, strict=True)),
        rounds=tuple(chronicle.rounds),
    )

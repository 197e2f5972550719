"""From a game to a scene: everything one seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from boriken.engine import Game

from .chronicle import LOG_LINES, Chronicle, read_by, scores_after
from .drafts import plan, rearranging_in
from .effects import building_prices, buildings_bring, effects_of, roles_bring
from .presenters import PRESENTERS
from .scene import Hint, Scene, TableShown


def make_scene(
    table: TableShown,
    game: Game,
    seat: int | None,
    *,
    draft: tuple[str, ...] = (),
    may_undo: bool = False,
    hint: Hint | None = None,
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
        moves=len(game.actions),
        points=points_in_sight(game),
        past=past,
        log=past + tuple(read_by(line, seat) for line in chronicle.lines[chronicle.round_begins :]),
        may_undo=may_undo,
        reasons=tuple(game.rules.reason_words[reason] for reason in view["triggers"]),
    )
    if game.over:
        return _with_result(scene, game, chronicle)
    if seat is not None and seat == game.turn:
        return _with_choices(replace(scene, hint=hint), game, seat, draft)
    return scene


def restaged(scene: Scene, game: Game, draft: tuple[str, ...]) -> Scene:
    """The same table with other pieces staged by whoever looks."""
    if scene.seat is None or scene.seat != scene.turn:
        return scene
    return _with_choices(scene, game, scene.seat, draft)


def replay_scene(
    table: TableShown, game: Game, at: int, seat: int | Literal["all"] | None, chronicle: Chronicle | None = None
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
        moves=at,
        log=tuple(shown),
        points=points_in_sight(game, at),
    )


def points_in_sight(game: Game, at: int | None = None) -> tuple[int, ...]:
    """Points by seat as if the game ended now (or had ended after so many actions), as far as everybody can see them.

    So they are the same thing for all: what only a seat itself knows counts for none.
    """
    scores = game.scores() if at is None else scores_after(game, at)
    unseen = PRESENTERS[game.rules.name].unseen_sources

    def in_sight(p: int, score: dict[str, int]) -> int:
        hidden = sum(score.get(source, 0) for source in unseen)
        return score["total"] - (hidden if hidden and not game.knows(None, p) else 0)

    return tuple(in_sight(p, score) for p, score in enumerate(scores))


def _with_choices(scene: Scene, game: Game, seat: int, draft: tuple[str, ...]) -> Scene:
    planned = plan(game, seat, draft)
    base: Mapping[str, Any] | None = None
    brings = roles_bring(game, seat)
    effects = effects_of(game, seat, planned.actions) if not brings and (planned.draft or planned.ready) else ()
    rearranging = rearranging_in(game)
    moved: tuple[str, ...] = (*sorted(planned.offered), *planned.draft)
    if rearranging is not None:
        base = rearranging.base(game, seat, planned.draft)
        moved = tuple(text for text in moved if not text.startswith(rearranging.take_off))
        if planned.ready:
            effects = (*rearranging.effects(game, seat, planned.actions), *effects)
    texts = [action.text for action in game.legal_actions]
    return replace(
        scene,
        legal=tuple(texts),
        meanings={text: game.rules.actions[text].meaning for text in (*texts, *moved)},
        draft=planned.draft,
        offered=planned.offered,
        ready=planned.ready,
        needs=planned.needs,
        effects=effects,
        prices=building_prices(game, seat),
        built=buildings_bring(game, seat),
        brings=brings,
        base=base,
    )


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

"""A review as data, for JSON, and back: docs/analysis.md says what each field means."""

from __future__ import annotations

from typing import Any

from boriken.engine import Action, Rules

from .judging import Choice, Judgement
from .race import Estimate
from .reviewing import Decision, Review

FORMAT = "boriken-review-1"


def told(review: Review, seats: list[str], seed: int) -> dict[str, Any]:
    """The whole review; seats are named by who sat there."""
    return {
        "format": FORMAT,
        "game": review.game.rules.name,
        "players": review.game.players,
        "seats": seats,
        "trees": review.trees,
        "seed": seed,
        "winners": None if review.outcome is None else list(review.outcome.winners),
        "accuracy": [None if accuracy is None else round(accuracy, 1) for accuracy in review.accuracy],
        "verdicts": [
            {str(verdict): n for verdict, n in review.counts(seat).items()} for seat in range(review.game.players)
        ],
        "turning_points": [
            {"decision": turn.decision.number, "seat": turn.seat, "change": _share(turn.change)}
            for turn in review.turning_points
        ],
        "decisions": [told_decision(decision) for decision in review.decisions],
    }


def told_decision(decision: Decision) -> dict[str, Any]:
    """A row of the review."""
    best, played = decision.best, decision.played
    return {
        "decision": decision.number,
        "after": decision.after,
        "round": decision.round,
        "seat": decision.seat,
        "asked": decision.asked,
        "played": str(played.action),
        "best": str(best.action),
        "verdict": str(decision.verdict),
        "loss": _share(decision.loss),
        "loss_interval": _interval(played.loss),
        "chances": [_share(chance) for chance in best.chances],
        "chances_after": [_share(chance) for chance in played.chances],
        "points": [round(points, 1) for points in best.all_points],
        "points_after": [round(points, 1) for points in played.all_points],
        "choices": [_choice(choice) for choice in decision.judgement.choices],
        "open_cards": None if decision.open_cards is None else [_choice(one) for one in decision.open_cards.choices],
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "action": str(choice.action),
        "chance": _share(choice.chance.mean),
        "interval": _interval(choice.chance),
        "loss": _share(choice.loss.mean),
        "loss_interval": _interval(choice.loss),
        "points": round(choice.points, 1),
        "group": choice.group,
        "trees": choice.trees,
        "same_as": _text(choice.same_as),
    }


def heard_decision(row: dict[str, Any], rules: Rules) -> Decision:
    """The decision of which such a row tells, as precisely as it does.

    Of choices that were neither best nor played, other seats' chances and points are not told: they have none. Rows of
    older versions say nothing of open cards.
    """
    seat = row["seat"]
    judged = Judgement(seat, tuple(_heard_choice(told, row, rules) for told in row["choices"]))
    opened = row.get("open_cards")
    return Decision(
        row["decision"],
        row["after"],
        row["round"],
        row["asked"],
        judged.of(rules.actions[row["played"]]),
        judged,
        None if opened is None else Judgement(seat, tuple(_heard_choice(told, {}, rules) for told in opened)),
    )


def _heard_choice(told: dict[str, Any], row: dict[str, Any], rules: Rules) -> Choice:
    by_action = {row.get("played"): ("chances_after", "points_after"), row.get("best"): ("chances", "points")}
    chances, points = by_action.get(told["action"], ("", ""))
    return Choice(
        action=rules.actions[told["action"]],
        chance=Estimate(told["chance"], *told["interval"]),
        loss=Estimate(told["loss"], *told["loss_interval"]),
        points=told["points"],
        chances=tuple(row.get(chances, ())),
        all_points=tuple(row.get(points, ())),
        group=told["group"],
        trees=told["trees"],
        same_as=None if told["same_as"] is None else rules.actions[told["same_as"]],
    )


def _text(action: Action | None) -> str | None:
    return None if action is None else str(action)


def _share(share: float) -> float:
    return round(share, 4)


def _interval(estimate: Estimate) -> list[float]:
    return [_share(estimate.low), _share(estimate.high)]

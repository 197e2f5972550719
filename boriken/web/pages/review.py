"""The review of a finished game as a page: what was decided, what else there was, and how the chances went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from boriken.analysis import Choice, Decision, Review, Verdict
from boriken.analysis.explaining import in_words
from boriken.analysis.reviewing import MISTAKE
from boriken.analysis.trees import SAMPLES
from boriken.engine import Action, Game
from boriken.games import GAMES

from ..reviewed import Progress, Reviewed
from .chances import Chart
from .chronicle import Chronicle, read_by
from .options import with_open_cards
from .render import environment, page_of, table_parts
from .scene import Line, LogPiece, Scene, TableShown, Words
from .scene_of_game import replay_scene
from .words import spoken_name

_MINUS = "\u2212"
BAD = (Verdict.DOUBTFUL, Verdict.MISTAKE)


@dataclass(frozen=True)
class ReviewWish:
    """What somebody wants to see of a review."""

    at: int | None = None
    """After so many actions; None: where it is worth looking first."""
    who: int | None = None
    """Whose decisions are listed; None: everybody's."""
    only_bad: bool = False
    """Whether only those that were doubtful or mistakes are."""

    def address(self, base: str, **changes: Any) -> str:
        """The same with changes, as a link."""
        wish = replace(self, **changes)
        fields = {"at": wish.at, "who": wish.who, "show": "bad" if wish.only_bad else None}
        query = urlencode({name: value for name, value in fields.items() if value is not None})
        return f"{base}?{query}" if query else base


class ReviewShown:
    """A review before the eyes of somebody: all that the template needs."""

    def __init__(
        self,
        table: TableShown,
        game: Game,
        chronicle: Chronicle,
        reviewed: Reviewed,
        wish: ReviewWish,
        me: int | None,
    ) -> None:
        self.table = table
        self.me = me
        self.progress: Progress = reviewed.progress
        self.review: Review = reviewed.review
        self.base = f"/tables/{table.id}"
        self.address = f"{self.base}/review"
        self.last = len(game.actions)
        self._game = game
        self._reviewed = reviewed
        chronicle.follow(game)
        self._chronicle = chronicle
        self.at = min(self._first_look() if wish.at is None else wish.at, self.last)
        self.wish = replace(wish, at=self.at)
        self.decision = reviewed.by_place.get(self.at)
        self.chart = Chart(self.review, chronicle.rounds, me)

    def _first_look(self) -> int:
        """The largest turn of the game, else its end."""
        turns = self.review.turning_points
        return max(turns, key=lambda turn: abs(turn.change)).decision.after if turns else self.last

    # --- who moves, who reads -----------------------------------------------------------------------------------------

    @property
    def mover(self) -> int | None:
        """Whose move it is that is looked at."""
        return self._game.played_by[self.at] if self.at < self.last else None

    @cached_property
    def scene(self) -> Scene:
        """The table as whoever moves saw it; at the end, as whoever reads did."""
        eyes = self.me if self.mover is None else self.mover
        return replay_scene(self.table, self._game, self.at, eyes, self._chronicle)

    @cached_property
    def reader(self) -> Scene:
        """The same for sentences: `you` is whoever reads."""
        return replace(self.scene, seat=self.me)

    def name(self, seat: int, inside: bool = False) -> str:
        """Who that is, at the beginning of a sentence or inside one."""
        return ("you" if inside else "You") if seat == self.me else self.table.seats[seat].name

    # --- what was done ------------------------------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> Mapping[tuple[int, int], Line]:
        """The first line that the log has of each action, by how many went before and who acted."""
        found: dict[tuple[int, int], Line] = {}
        for line in self._chronicle.lines:
            if line.seat is not None:
                found.setdefault((line.at - 1, line.seat), read_by(line, line.seat))
        return found

    def words(self, at: int) -> Words:
        """What was done after so many actions."""
        seat, action = self._game.played_by[at], self._game.actions[at]
        if action.text.startswith("role:"):  # a heading in the log, no sentence
            role = spoken_name(action.text.partition(":")[2])
            return LogPiece("seat", n=seat), LogPiece("verb", "takes"), "the ", LogPiece("name", role)
        line = self._lines.get((at, seat))
        return line.words if line is not None else (LogPiece("seat", n=seat), f"· {action.meaning}")

    @property
    def done(self) -> Words:
        """What was done at the moment that is looked at."""
        if self.at < self.last:
            return self.words(self.at)
        return ("The game is over",) if self._game.over else ("The record ends here",)

    @property
    def forced(self) -> bool:
        """Whether there was nothing to decide at this moment."""
        return self.at < self.last and self.at not in self._places

    @cached_property
    def _places(self) -> frozenset[int]:
        return frozenset(self._game.decisions)

    @property
    def round(self) -> int:
        return int(self.scene.view["round"])

    @property
    def rounds(self) -> int:
        return len(self._chronicle.rounds)

    def why(self) -> list[str]:
        """Why, in the game's terms: who gets what by what was played, and by the best instead."""
        if self.decision is None:
            return []
        decision, brings = self.decision, self._reviewed.brings.get(self.decision.number, {})
        played, best = str(decision.played.action), str(decision.best.action)
        sentences = [self._brought(brings.get(played, ()), decision.seat)]
        if decision.played.group and best in brings:
            instead = self._brought(brings[best], decision.seat, would=True)
            label = decision.best.action.meaning
            sentences.append(f"Better: {label}. {instead}" if instead else f"Better: {label}.")
        return [sentence for sentence in sentences if sentence]

    def _brought(self, changes: Sequence[Mapping[str, int]], seat: int, would: bool = False) -> str:
        """`Mangle gets 5 barrels, you get 3 barrels.`: whoever decides, and of the others who gets most."""
        rivals = [p for p in range(len(changes)) if p != seat and changes[p]]
        most = sorted(rivals, key=lambda p: -_weight(changes[p]))[:1]  # one sentence is read, a list is not
        seats = [p for p in (seat, *most) if changes and changes[p]]
        told = [self._gets(p, changes[p], would, inside=p != seats[0]) for p in seats]
        return f"{', '.join(told)}." if told else ""

    def _gets(self, seat: int, changes: Mapping[str, int], would: bool, inside: bool) -> str:
        loses = max(changes.values()) < 0
        verb = "lose" if loses else "get"
        verb = f"would {verb}" if would else verb if seat == self.me else f"{verb}s"
        things = in_words({name: -n for name, n in changes.items()}) if loses else in_words(changes)
        return f"{self.name(seat, inside)} {verb} {things}"

    # --- choices ------------------------------------------------------------------------------------------------------

    def groups(self) -> list[dict[str, Any]]:
        """The choices, best first, in groups between which a difference is shown."""
        if self.decision is None:
            return []
        choices = self.decision.judgement.choices
        low = min(choice.chance.low for choice in choices)
        high = max(choice.chance.high for choice in choices)
        groups: list[dict[str, Any]] = []
        for choice in choices:
            name = _group_name(choice, len([c for c in choices if not c.group]))
            if not groups or groups[-1]["name"] != name:
                groups.append({"name": name, "best": not choice.group, "rows": []})
            groups[-1]["rows"].append(self._choice(choice, low, max(high - low, 0.02)))
        return groups

    def _choice(self, choice: Choice, low: float, width: float) -> dict[str, Any]:
        assert self.decision is not None

        def place(chance: float) -> str:
            return f"{100 * min(max((chance - low) / width, 0), 1):.1f}%"

        return {
            "name": _capital(choice.action.meaning),
            "same_as": choice.same_as.meaning if choice.same_as is not None else "",
            "played": choice is self.decision.played,
            "chance": _percent(choice.chance.mean),
            "doubt": max(round(50 * (choice.chance.high - choice.chance.low)), 1),
            "points": f"{choice.points:.1f}",
            "from": place(choice.chance.low),
            "to": place(choice.chance.high),
            "at": place(choice.chance.mean),
            "open_cards": self._open_cards.get(choice.action, ""),
        }

    @cached_property
    def _open_cards(self) -> Mapping[Action, str]:
        """Of the best choice and the one that was played: the chance as everything lay."""
        opened = self.decision.open_cards if self.decision is not None else None
        return {} if opened is None else {one.action: with_open_cards(one.chance) for one in opened.choices}

    @property
    def has_open_cards(self) -> bool:
        return bool(self._open_cards)

    @property
    def samples(self) -> int:
        """That the best choice has had."""
        return self.decision.best.trees * SAMPLES if self.decision is not None else 0

    # --- all decisions ------------------------------------------------------------------------------------------------

    def listed(self) -> list[dict[str, Any]]:
        """The decisions that were judged, by round, as far as they are wanted."""
        rounds: dict[int, list[dict[str, Any]]] = {}
        for decision in self.review.decisions:
            if self.wish.who in (None, decision.seat) and (not self.wish.only_bad or decision.verdict in BAD):
                rounds.setdefault(decision.round, []).append(self._row(decision))
        return [{"round": number, "rows": rows} for number, rows in rounds.items()]

    def _row(self, decision: Decision) -> dict[str, Any]:
        return {
            "href": self.wish.address(self.address, at=decision.after),
            "at": decision.after,
            "seat": decision.seat,
            "words": self.words(decision.after),
            "verdict": str(decision.verdict),
            "loss": _percent(decision.loss),
            "current": decision is self.decision,
        }

    def accuracy(self) -> list[dict[str, Any]]:
        """Of each seat: how well it played, and how many of its decisions got which verdict."""
        return [
            {
                "seat": seat,
                "name": self.name(seat),
                "accuracy": None if accuracy is None else round(accuracy),
                "counts": list(self.review.counts(seat).values()),
                "me": seat == self.me,
                "href": self.wish.address(self.address, who=seat),
            }
            for seat in self.chart.order
            for accuracy in [self.review.accuracy[seat]]
        ]

    def turning_points(self) -> list[dict[str, Any]]:
        """Where a seat's chance changed most, in the order of the game."""
        return [
            {
                "href": self.wish.address(self.address, at=turn.decision.after),
                "at": turn.decision.after,
                "round": turn.decision.round,
                "seat": turn.decision.seat,
                "words": self.words(turn.decision.after),
                "change": _signed(turn.change),
                "up": turn.change > 0,
                "whose": self.name(turn.seat),
            }
            for turn in self.review.turning_points
            if _percent(turn.change)
        ]

    def bad_of_mine(self) -> list[Decision]:
        """What of mine was doubtful or a mistake; of everybody, for onlookers."""
        whose = self.wish.who if self.wish.who is not None else self.me
        return [d for d in self.review.decisions if d.verdict in BAD and whose in (None, d.seat)]

    # --- where else a moment leads ------------------------------------------------------------------------------------

    @property
    def explore(self) -> str:
        return f"/explore/tables/{self.table.id}?at={self.at}"

    def mistakes(self) -> str | None:
        """Where the seat that is looked at, else whoever reads, is asked about its mistakes; None: it has none."""
        whose = self.wish.who if self.wish.who is not None else self.me
        if whose is None or not self.bad_of_mine():
            return None
        return f"/mistakes/{self.table.id}?seat={whose}"

    # --- the chart and the way ----------------------------------------------------------------------------------------

    def bands(self) -> Markup:
        return self.chart.bands(f"Chance to win over {self.last} moves, by seat. {self.now_said()}")

    def pins(self) -> Markup:
        return self.chart.pins([d for d in self.review.decisions if d.seat == self.me])

    def now(self) -> list[dict[str, Any]]:
        """Everybody's chances after the move that is looked at."""
        chances = self._chances_now()
        if chances is None:
            return []
        return [
            {"seat": seat, "name": self.name(seat), "chance": _percent(chances[seat]), "me": seat == self.me}
            for seat in self.chart.order
        ]

    def _chances_now(self) -> tuple[float, ...] | None:
        if self.decision is not None:
            return self.decision.played.chances
        if self.at >= self.last:
            return self.chart.result()
        before = [decision for decision in self.review.decisions if decision.after <= self.at]
        return before[-1].played.chances if before else None

    def now_said(self) -> str:
        """The same in a sentence."""
        told = ", ".join(f"{row['name']} {row['chance']} percent" for row in self.now())
        return f"After move {self.at + 1} of {self.last}: {told}." if told else f"Move {self.at + 1} of {self.last}."

    def steps(self) -> list[tuple[str, str, str, str | None]]:
        """The keys: where each leads, if anywhere. They go from decision to decision; forced moves have no key."""
        places = [*self._game.decisions, self.last]
        back = max((place for place in places if place < self.at), default=None)
        on = min((place for place in places if place > self.at), default=None)
        ways = (
            ("first", "u-first", "First decision", places[0] if self.at > places[0] else None),
            ("prev", "u-prev", "One decision back", back),
            ("next", "u-next", "One decision on", on),
            ("last", "u-last", "The end", self.last if self.at < self.last else None),
        )
        return [
            (name, icon, words, None if at is None else self.wish.address(self.address, at=at))
            for name, icon, words, at in ways
        ]

    def next_bad(self) -> str | None:
        """The next decision that was doubtful or a mistake."""
        at = next((d.after for d in self.bad_of_mine() if d.after > self.at), None)
        return None if at is None else self.wish.address(self.address, at=at)

    def working(self) -> str:
        """How far it is, in words; nothing once it is done."""
        p = self.progress
        if p.done:
            return ""
        if p.failed:
            return "This game could not be reviewed."
        if p.looked_at < p.decisions:
            return f"from the end: {p.looked_at} of {p.decisions} decisions"
        return f"all looked at; made sure: {p.final} of {p.decisions}"


def review_page(shown: ReviewShown) -> str:
    """The review at one moment."""
    parts = table_parts(shown.scene)
    title = f"Review · {shown.table.title} · Boriken"
    return page_of(shown.scene, parts, title, template="review.html", shown=shown, game_title=_game_title(shown.table))


def ask_for_review_page(table: TableShown, moves: int) -> str:
    """Nobody has asked for this review yet."""
    template = environment().get_template("review_ask.html")
    return template.render(table=table, game_title=_game_title(table), moves=moves)


def _game_title(table: TableShown) -> str:
    return f"{GAMES[table.game].title}, {len(table.seats)} players"


def _group_name(choice: Choice, best: int) -> str:
    if not choice.group:
        return "no clear difference" if best > 1 else "best"
    return "clearly behind" if choice.loss.mean < MISTAKE else "far behind"


def _weight(changes: Mapping[str, int]) -> int:
    """How much somebody gets, for telling who gets most: points say more than things."""
    return sum(n * (3 if name == "point" else 1) for name, n in changes.items())


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _percent(share: float) -> int:
    return round(100 * share)


def _signed(share: float) -> str:
    """`+21 %`, or with a real minus."""
    return f"{'+' if share > 0 else _MINUS}{abs(_percent(share))} %"

"""Who solves which puzzles: first answers, and ratings of solvers and of puzzles.

An answer is a game between the solver and the puzzle, rated by openskill's model of Plackett and Luce, as the arena
rates bots. A puzzle begins where the bots that miss it have put it (`boriken.analysis.mining.first_rating`), and soon
moves little; a solver begins in the middle.
"""

from __future__ import annotations

import hashlib
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from boriken.analysis.puzzles import Posed, shipped_puzzles

from .models import PuzzleAnswer, PuzzleSolver, PuzzleTried, now
from .pages.puzzle_scene import MIDDLE, Answer, Solver, Tried
from .storage import Storage

DOUBT = 350.0
"""About the rating of a newcomer, as a standard deviation."""
PUZZLE_DOUBT = 120.0
_BETA = DOUBT / 2
"""How much chance there is in an answer; in this proportion as openskill has it."""
_DRIFT = 5.0
"""People learn: their rating never gets quite sure."""
_LEAST_DOUBT = 45.0


class Rating(NamedTuple):
    """How well somebody solves, or how hard a puzzle is."""

    rating: float
    doubt: float


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MIDDLE, sigma=DOUBT, beta=_BETA, tau=_DRIFT)


def duel(solver: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """Both after an answer.

    >>> up, _ = duel(Rating(1500, 350), Rating(1500, 120), True)
    >>> down, _ = duel(Rating(1500, 350), Rating(1500, 120), False)
    >>> round(up.rating) > 1500 > round(down.rating)
    True
    """
    model = _model()
    teams = [[model.rating(mu=each.rating, sigma=each.doubt)] for each in (solver, puzzle)]
    rated = model.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    first, second = (Rating(row[0].mu, max(_LEAST_DOUBT, row[0].sigma)) for row in rated)
    return first, second


def today(game: str, day: date) -> Posed | None:
    """The puzzle of a day: the same for everybody."""
    puzzles = [*shipped_puzzles(game).values()]
    if not puzzles:
        return None
    digest = hashlib.blake2b(f"{game} {day.isoformat()}".encode(), digest_size=8).digest()
    return puzzles[int.from_bytes(digest, "little") % len(puzzles)]


class Solvers:
    """First answers and ratings, in the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def solver(self, person: str | None, game: str) -> Solver:
        """What is known of somebody; nothing of strangers."""
        if person is None:
            return Solver()
        return await self._storage.read(lambda connection: _solver(connection, person, game))

    async def tried(self, posed: Posed) -> Tried:
        """How a puzzle has fared."""
        row = await self._storage.read(lambda connection: _tried(connection, posed.key))
        return Tried(posed.puzzle.rating) if row is None else Tried(row.rating, row.tried, row.solved)

    async def answer(self, person: str, posed: Posed, action: str | None) -> None:
        """Keep an answer, if it is this person's first to the puzzle: others do not count."""
        right = action is not None and posed.choice(action).best
        for _ in range(3):
            try:
                await self._storage.write(lambda connection: _answer(connection, person, posed, action, right))
                return
            except IntegrityError:  # somebody answered at the same moment, perhaps the same person in another tab
                continue


def _solver(connection: Connection, person: str, game: str) -> Solver:
    rating = connection.execute(
        select(PuzzleSolver.rating).where(PuzzleSolver.person == person, PuzzleSolver.game == game)
    ).scalar()
    query = select(PuzzleAnswer.puzzle, PuzzleAnswer.action, PuzzleAnswer.right, PuzzleAnswer.change)
    mine = (PuzzleAnswer.person == person, PuzzleAnswer.game == game)
    rows = connection.execute(query.where(*mine).order_by(PuzzleAnswer.created, PuzzleAnswer.puzzle))
    return Solver(MIDDLE if rating is None else rating, tuple(Answer(*row) for row in rows))


def _tried(connection: Connection, puzzle: str) -> Any:
    return connection.execute(select(PuzzleTried.__table__).where(PuzzleTried.puzzle == puzzle)).first()


def _answer(connection: Connection, person: str, posed: Posed, action: str | None, right: bool) -> None:
    mine = (PuzzleAnswer.person == person, PuzzleAnswer.puzzle == posed.key)
    if connection.execute(select(PuzzleAnswer.puzzle).where(*mine)).first() is not None:
        return
    game = posed.rules.name
    me = (PuzzleSolver.person == person, PuzzleSolver.game == game)
    solver = connection.execute(select(PuzzleSolver.rating, PuzzleSolver.doubt).where(*me)).first()
    tried = _tried(connection, posed.key)
    before = Rating(MIDDLE, DOUBT) if solver is None else Rating(*solver)
    hard = Rating(posed.puzzle.rating, PUZZLE_DOUBT) if tried is None else Rating(tried.rating, tried.doubt)
    after, harder = duel(before, hard, right)
    if solver is None:
        connection.execute(insert(PuzzleSolver).values(person=person, game=game, **after._asdict()))
    else:
        connection.execute(update(PuzzleSolver).where(*me).values(**after._asdict()))
    if tried is None:
        counts = {"tried": 1, "solved": int(right)}
        connection.execute(insert(PuzzleTried).values(puzzle=posed.key, **harder._asdict(), **counts))
    else:
        counts = {"tried": tried.tried + 1, "solved": tried.solved + right}
        here = PuzzleTried.puzzle == posed.key
        connection.execute(update(PuzzleTried).where(here).values(**harder._asdict(), **counts))
    change = round(after.rating) - round(before.rating)
    row = {"game": game, "action": action, "right": right, "change": change, "created": now()}
    connection.execute(insert(PuzzleAnswer).values(person=person, puzzle=posed.key, **row))

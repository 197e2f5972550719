"""Making puzzles: games of strong bots, searched for positions with one clearly best choice that a plain player misses.

Each step is dearer than the one before, and few positions come that far:

1. `search:64` plays a game. A decision counts where a plain player, the heuristic or the learned one, would choose
   otherwise.
2. A look at those choices alone, a few trees each: the better one must be well ahead.
3. A race between all choices, as in a review: one must be shown to be ahead of every other.
4. The same between it and all that came near, in trees of ten times the samples and with another seed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from boriken.engine import Action, Game, Rules, derived_seed
from boriken.players import choose, make_player
from boriken.players.matches import warm_up
from boriken.puerto_rico.options import ALL_FOUR

from .explaining import brings
from .judging import Choice, Judgement, desk_for, judgement
from .puzzles import PARTS_OF_AN_ANSWER, MinedGame, Option, Puzzle, theme_of
from .race import HANDFUL, ROUND, Race
from .reviewing import moments
from .trees import SAMPLES, new_desk

STRONG = "search:64"
"""Who plays the games: in Puerto Rico the level *hard*."""
PLAIN = ("heuristic", "learned")
"""Who must miss it, one of them at least."""
AHEAD = 0.05
"""By so much the best choice wins more often than any other, at least."""
NEAR = 0.08
"""Choices that are no farther behind are looked at again when a puzzle is confirmed."""
TREES = 96
"""Of the race between all choices, at most."""
TEN_TIMES = 10 * SAMPLES
LONGEST = 1000
"""Decisions of a game that are played and searched."""
APART = 12
"""Two puzzles of a game lie at least so many decisions apart."""

Table = tuple[int, dict[str, Any]]
TABLES: dict[str, Sequence[Table]] = {
    "puerto-rico": ((4, {}), (3, {}), (5, {}), (2, {}), (4, {}), (3, dict(ALL_FOUR)), (3, {}), (4, dict(ALL_FOUR))),
    "san-juan": ((2, {}), (3, {}), (4, {}), (3, {})),
}
"""For each game the tables that take turns: players and options."""

LADDER = ("heuristic:2", "heuristic", "learned", "search:64")
TRIES = 4
EASIEST, STEP, CHOICES = 1000.0, 250.0, 40.0
"""A puzzle's first rating: `first_rating` says how they are used."""


def tables_of(rules: Rules) -> Sequence[Table]:
    """The tables that take turns; of a game that is not named, one of each size."""
    return TABLES.get(rules.name) or [(players, {}) for players in rules.players]


def mine(
    rules: Rules, numbers: Sequence[int], seed: int, tables: Sequence[Table], threads: int, theme: str | None = None
) -> Iterator[MinedGame]:
    """Search the games of these numbers, in order. Number, seed and theme alone say what is played and found."""
    for players, options in tables:
        _get_ready(rules, players, options)
    search = partial(mine_game, rules, seed, tables, theme=theme)
    if threads == 1:
        yield from map(search, numbers)
        return
    with ThreadPoolExecutor(threads, thread_name_prefix="puzzles") as pool:
        yield from pool.map(search, numbers)


def _get_ready(rules: Rules, players: int, options: dict[str, Any]) -> None:
    """Compile, before threads begin."""
    warm_up(rules, players, options, [*LADDER, STRONG])
    new_desk(Game(rules, players, 0, options))


def mine_game(rules: Rules, seed: int, tables: Sequence[Table], number: int, theme: str | None = None) -> MinedGame:
    """Play one game, and search it; with a theme only the positions that have it."""
    players, options = tables[number % len(tables)]
    own = derived_seed(seed, number)
    game = Game(rules, players, own, options)
    _play(game, [derived_seed(own, seat) for seat in range(players)])
    puzzles: list[Puzzle] = []
    parts = PARTS_OF_AN_ANSWER.get(rules.name, frozenset())
    last = -APART
    for decision, before in enumerate(moments(game)):
        if decision - last < APART or before.view(before.turn)["decision"] in parts:
            continue
        if theme is not None and theme not in theme_of(before):
            continue
        played = game.actions[game.decisions[decision]]
        puzzle = puzzle_at(before, played, derived_seed(own, decision))
        if puzzle is not None:
            puzzles.append(puzzle)
            last = decision
    return MinedGame(number, game, tuple(puzzles))


def _play(game: Game, seeds: Sequence[int]) -> None:
    """Let strong bots play, to the end unless that never comes: four of them may trade in San Juan for ever."""
    players = [make_player(STRONG, seed) for seed in seeds]
    while (seat := game.turn) is not None and len(game.decisions) < LONGEST:
        game.play(choose(players[seat], game, seeds[seat] ^ len(game.decisions)))


def puzzle_at(game: Game, played: Action, seed: int) -> Puzzle | None:
    """The puzzle that a position is, if it is one."""
    plain = {choose(make_player(spec, seed), game, seed) for spec in PLAIN}
    if plain == {played} or not _worth_a_look(game, {played, *plain}, seed):
        return None
    judged = raced(game, seed)
    if not _stands_out(judged) or all(judged.of(action).group == 0 for action in plain):
        return None
    return _confirmed(game, judged, derived_seed(seed))


def _worth_a_look(game: Game, among: set[Action], seed: int) -> bool:
    """Whether it matters, at a glance, which of these is chosen."""
    race = Race(game, seed, among)
    if len(race.chances) == 1:
        return False
    race.run(desk_for(game), ROUND * len(race.chances))
    return any(race.lead(race.best, other).mean() > AHEAD for other in race.chances)


def raced(game: Game, seed: int) -> Judgement:
    """All choices of a position judged, from what the seat to move knows."""
    race = Race(game, seed)
    desk = desk_for(game)
    race.run(desk, HANDFUL * len(race.chances))
    if _is_open(race):
        return judgement(race)
    race.run(desk, TREES)
    return judgement(race)


def _is_open(race: Race) -> bool:
    """Whether another choice is so near to the best that more trees would not make it a puzzle."""
    return any(race.lead(race.best, other).mean() < AHEAD / 2 for other in race.chances if other != race.best)


def _stands_out(judged: Judgement) -> bool:
    """Whether one choice is shown to be ahead of all others; those that come to the same as it are no others."""
    others = [choice for choice in judged.choices if _runner(choice) != _runner(judged.best)]
    return bool(others) and all(choice.group > 0 and choice.loss.mean >= AHEAD for choice in others)


def _runner(choice: Choice) -> Action:
    return choice.action if choice.same_as is None else choice.same_as


def _confirmed(game: Game, judged: Judgement, seed: int) -> Puzzle | None:
    """The puzzle, if ten times the search says the same."""
    near = {_runner(choice) for choice in judged.choices if choice.loss.mean < NEAR}
    if len(near) == 1:
        near.add(next(_runner(choice) for choice in judged.choices if choice.group))
    race = Race(game, seed, near)
    race.run(desk_for(game, TEN_TIMES), HANDFUL * len(race.chances))
    again = judgement(race)
    if _runner(again.best) != _runner(judged.best) or not _stands_out(again):
        return None
    surest = {choice.action: choice for choice in again.choices}
    choices = [surest.get(_runner(choice), choice) for choice in judged.choices]
    imagined = game.determinize(judged.seat, seed)
    options = tuple(
        Option.of(
            choice.action, found, _runner(choice) == _runner(judged.best), brings(imagined, choice.action, judged.seat)
        )
        for choice, found in zip(judged.choices, choices, strict=True)
    )
    missed = misses(game, {option.action for option in options if option.best}, seed)
    return Puzzle(
        after=len(game.decisions),
        seat=judged.seat,
        round=game.view(judged.seat)["round"],
        themes=theme_of(game),
        rating=first_rating(missed, len({_runner(choice) for choice in judged.choices})),
        missed=missed,
        choices=tuple(sorted(options, key=lambda option: (not option.best, -option.chance))),
    )


def misses(game: Game, best: set[str], seed: int) -> tuple[float, ...]:
    """For each bot of the ladder the share of tries in which it does not find the best choice."""
    shares = []
    for spec in LADDER:
        tries = [choose(make_player(spec, derived_seed(seed, i)), game, derived_seed(seed, i)) for i in range(TRIES)]
        shares.append(sum(str(action) not in best for action in tries) / TRIES)
    return tuple(shares)


def first_rating(missed: Sequence[float], choices: int) -> int:
    """How hard a puzzle is, before anybody has tried it: by which bots miss it, and how many choices there are.

    Each bot of the ladder that misses it makes it 250 harder, each doubling of the choices 40.

    >>> first_rating((1.0, 1.0, 0.0, 0.0), 4), first_rating((1.0, 1.0, 1.0, 0.5), 16)
    (1540, 1995)
    """
    return round(EASIEST + STEP * sum(missed) + CHOICES * math.log2(choices / 2))

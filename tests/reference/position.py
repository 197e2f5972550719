"""Positions of the reference implementation, set up directly, and single roles played from there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .puerto_rico import PuertoRico
from .puerto_rico_boards import Play, Player
from .puerto_rico_tables import PLANTATIONS


def table(players: int = 3, **options: Any) -> PuertoRico:
    """A new game in which chance always draws the first thing there is."""
    return PuertoRico(players, lambda n: 0, **options)


def board(
    game: PuertoRico,
    seat: int,
    *,
    works: Iterable[str] = (),
    nobles_on: Iterable[str] = (),
    empty: Iterable[str] = (),
    persons: dict[str, int] | None = None,
    occupied: dict[str, int] | None = None,
    tiles: dict[str, int] | None = None,
    forests: int = 0,
    goods: dict[str, int] | None = None,
    **fields: Any,
) -> Player:
    """A seat's board with exactly this on it.

    Buildings with one person each (a colonist; a noble), without anybody, with so many persons; occupied tiles and
    others; forests, each over another kind; barrels; and the board's other numbers by their names.
    """
    player = game.players[seat] = Player(**fields)
    for name in (*works, *nobles_on, *empty, *(persons or {})):
        player.take_building(name)
    for name in works:
        player.put_person_on(name)
    for name in nobles_on:
        player.put_person_on(name, noble=True)
        player.nobles += 1
    for name, number in (persons or {}).items():
        player.city[name] = number
    for kind, number in (occupied or {}).items():
        player.tiles[kind] += number
        player.tile_persons[kind] += number
    for kind, number in (tiles or {}).items():
        player.tiles[kind] += number
    for number in range(forests):
        player.forests[PLANTATIONS[number % len(PLANTATIONS)]] += 1
    player.goods.update(goods or {})
    return player


def bare_boards(game: PuertoRico) -> None:
    for seat in range(game.number_of_players):
        board(game, seat)


def face_up(game: PuertoRico, **tiles: int) -> None:
    """Exactly these tiles lie face up."""
    game.face_up = {kind: tiles.get(kind, 0) for kind in PLANTATIONS}


def in_house(game: PuertoRico, **barrels: int) -> None:
    """These barrels lie in the trading house."""
    game.trading_house.update(barrels)


def start(game: PuertoRico, flow: Play) -> None:
    """Play from here on only this part of a game; the game is `over` when the part is."""
    game.over = False
    game.flow = flow
    game.next_decision(None)
    game.play_forced_actions()


def role(game: PuertoRico, name: str, *texts: str, by: int = 0) -> None:
    """A seat plays a role; then come these actions."""
    start(game, game.play_role(by, name))
    play(game, *texts)


def play(game: PuertoRico, *texts: str) -> None:
    for text in texts:
        game.play(text)


def decline(game: PuertoRico) -> None:
    """Say no to whatever is asked, or the first thing where no is no answer, until the part is over."""
    while not game.over:
        decline_one(game)


def decline_to(game: PuertoRico, kind: str) -> None:
    """The same until a question of this kind comes."""
    while not game.over and asked(game) != kind:
        decline_one(game)


def decline_one(game: PuertoRico) -> None:
    game.play("pass" if "pass" in game.legal() else game.legal()[0])


def asked(game: PuertoRico) -> str:
    return "over" if game.decision is None else game.decision.kind


def offered(game: PuertoRico, verb: str) -> set[str]:
    """What may be answered with this verb: the words after the colon, or the verb itself."""
    return {text.removeprefix(verb + ":") for text in game.legal() if text.split(":")[0] == verb}

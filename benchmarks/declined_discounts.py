"""How often a builder of San Juan could gain by declining a discount without a poor house, which nobody is asked for.

    python -m benchmarks.declined_discounts [--games N]

With a black market, a well and hardly an empty plant, somebody might pay goods beyond the price, so that two plants are
empty when he next produces and the well draws a card. Heuristic players play; counted are buildings at which that could
have been so, whatever the goods would have been worth elsewhere. (docs/decisions-san-juan.md)
"""

from __future__ import annotations

import argparse
from collections import Counter

from boriken import Game
from boriken.players import choose, make_player
from boriken.san_juan.components import BLACK_MARKET_GOODS, GOODS, NONE, PRODUCTION_KINDS, Card
from boriken.san_juan.state import cost

_WELL_GOODS = 2
"""Whoever produces so many draws a card for the well."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="of each number of players (300)")
    games = parser.parse_args().games
    print("players  games  buildings  with black market and well  could have declined")
    for players in (2, 3, 4):
        found = Counter[str]()
        for seed in range(games):
            found += counted(Game.new("san-juan", players=players, seed=seed))
        print(f"{players:7}  {games:5}  {found['built']:9}  {found['owned']:26}  {found['could']:19}", flush=True)


def counted(game: Game) -> Counter[str]:
    """What one game has of each."""
    found = Counter[str]()
    bot = make_player("heuristic", 0)
    seat, paid = NONE, list[str]()
    while not game.over:
        if game.turn is not None and game.view(None)["decision"] == "builder":
            seat, paid = game.turn, []
        paid += [action.text for action in game.play(choose(bot, game, len(game.actions)))]
        if seat != NONE and game.state.building == NONE:
            if paid[0].startswith("build:") and "call-off" not in paid:
                found["built"] += 1
                found["owned"] += _owned(game, seat)
                found["could"] += _could_decline(game, seat, paid)
            seat = NONE
    return found


def _owned(game: Game, p: int) -> bool:
    """Whether both were there before this building."""
    built = game.state.built[p]
    return all(game.state.city[p, card] and built != card for card in (Card.BLACK_MARKET, Card.WELL))


def _could_decline(game: Game, p: int, paid: list[str]) -> bool:
    """Whether more goods, up to the price without discounts, would have left two plants empty that are not."""
    if not _owned(game, p):
        return False
    s = game.state
    price = cost(s, _card(paid[0]))
    price -= sum(cost(s, _card(text)) for text in paid if text.startswith("cover:"))
    goods = sum(text.startswith("pay-good:") for text in paid)
    cards = sum(text.startswith("pay:") for text in paid)
    empty = sum(int(s.city[p, kind] - s.goods[p, kind]) for kind in range(PRODUCTION_KINDS))
    there = sum(int(s.goods[p, good]) for good in range(GOODS))
    more = min(price - goods - cards, BLACK_MARKET_GOODS - goods, there)
    return empty < _WELL_GOODS <= empty + more


def _card(text: str) -> Card:
    """`cover:indigo-plant+good` as the card."""
    return Card[text.partition(":")[2].partition("+")[0].upper().replace("-", "_")]


if __name__ == "__main__":
    main()

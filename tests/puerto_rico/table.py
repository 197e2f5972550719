"""A table with a position of one's choosing: the rulebook tests set pieces out with it, play, and look.

Pieces come from where they belong: a barrel given to a player leaves the supply, a colonist the colonist supply, a
building its stack. Only the methods named after a supply (`barrels`, `colonists`, `stacks`, ...) conjure pieces or make
them vanish. Once a phase has begun, play goes through `Game.play` alone.
"""

from __future__ import annotations

from typing import Any

from boriken import Game
from boriken.puerto_rico.components import (
    BIT,
    COPIES,
    COPIES_FOR_TWO,
    COUNTED_AT,
    NONE,
    SPACES,
    TILES,
    Building,
    Good,
    Role,
    Tile,
    bits,
)
from boriken.puerto_rico.state import Trigger

ANNA, BOB, CHRIS, DAVID, EMMA = range(5)
"""The players of the rulebook's examples, in clockwise order, and a fifth."""

_QUIET_ROLES = ("prospector", "prospector-2", "settler", "trader", "builder", "craftsman", "mayor", "captain")


def enum_name(text: str) -> str:
    """`small-market` as the enums write it."""
    return text.upper().replace("-", "_")


class Table:
    """A game, with words for setting a position up and for looking at it."""

    def __init__(self, players: int = 4, seed: int = 1, **options: Any) -> None:
        self.game = Game.new("puerto-rico", players=players, seed=seed, **options)

    # --- a player's board ---------------------------------------------------------------------------------------------

    def give(
        self,
        seat: int,
        doubloons: int | None = None,
        goods: dict[str, int] | None = None,
        vp: int | None = None,
        san_juan: int | None = None,
    ) -> None:
        """The seat now has exactly this; what is not named stays as it is."""
        s = self.game.state
        if doubloons is not None:
            s.doubloons[seat] = doubloons
        if goods is not None:
            for good in Good:
                new = goods.get(good.name.lower(), 0)
                s.supply[good] += s.goods[seat, good] - new
                s.goods[seat, good] = new
                assert s.supply[good] >= 0, f"there is not that much {good.name.lower()}"
        if vp is not None:
            s.vp_pool += s.vp[seat] - vp
            s.vp[seat] = vp
            assert s.vp_pool >= 0, "there are not that many chips"
        if san_juan is not None:
            s.colonist_supply += s.san_juan[seat] - san_juan
            s.san_juan[seat] = san_juan
        self.game.refresh()

    def island(self, seat: int, **tiles: tuple[int, int]) -> None:
        """The seat's island is exactly this: for each kind the number of tiles, and of colonists on them."""
        s = self.game.state
        for tile in Tile:
            count, colonists = tiles.get(tile.name.lower(), (0, 0))
            assert colonists <= count
            if tile == Tile.QUARRY:
                s.quarries += s.island[seat, tile] - count
                assert s.quarries >= 0, "there are not that many quarries"
            else:
                s.face_down[tile] += s.island[seat, tile] - count
                assert s.face_down[tile] >= 0, f"there are not that many {tile.name.lower()} plantations face down"
            s.island[seat, tile] = count
            self._man(seat, tile, colonists)
        self.game.refresh()

    def owns(self, seat: int, *buildings: str, colonists: int = 1) -> None:
        """The seat has built these as well, with that many colonists in each."""
        s = self.game.state
        for name in buildings:
            building = Building[enum_name(name)]
            assert s.copies[building] > 0, f"no {name} is left"
            s.copies[building] -= 1
            s.built[seat] |= BIT[building]
            s.spaces[seat] += SPACES[building]
            self._man(seat, TILES + building, colonists)
        self.game.refresh()

    def fill_city(self, seat: int, spaces: int) -> None:
        """Small violet buildings and production buildings, unoccupied, until that many city spaces are in use."""
        city = self.player(seat)["city"]
        for building in reversed(Building):
            name = building.name.lower().replace("_", "-")
            fits = name in self.view["buildings"] and SPACES[building] == 1 and name not in city
            if self.game.state.spaces[seat] < spaces and fits:
                self.owns(seat, name, colonists=0)
        assert self.game.state.spaces[seat] == spaces

    def _man(self, seat: int, place: int, colonists: int) -> None:
        s = self.game.state
        s.colonist_supply += s.colonists[seat, place] - colonists
        s.colonists[seat, place] = colonists

    # --- the middle of the table --------------------------------------------------------------------------------------

    def ship(self, capacity: int, good: str, barrels: int) -> None:
        """A cargo ship with barrels on it."""
        s = self.game.state
        at = s.ship_capacity.tolist().index(capacity)
        kind = Good[good.upper()]
        s.ship_good[at] = kind if barrels else NONE
        s.ship_barrels[at] = barrels
        s.supply[kind] -= barrels
        self.game.refresh()

    def full_ships(self) -> None:
        """Three full ships, as in the middle of a captain phase: nobody can load anything any more."""
        for capacity, good in zip(self.game.state.ship_capacity.tolist(), ("corn", "indigo", "sugar"), strict=True):
            self.ship(capacity, good, capacity)

    def trading_house(self, *goods: str) -> None:
        """These barrels lie in the trading house."""
        s = self.game.state
        for good in goods:
            s.trading_house[Good[good.upper()]] += 1
            s.supply[Good[good.upper()]] -= 1
        self.game.refresh()

    def face_up(self, *tiles: str) -> None:
        """Exactly these plantations lie face up; the others go back among the face-down tiles."""
        s = self.game.state
        s.face_down += s.face_up
        s.face_up[:] = 0
        for tile in tiles:
            s.face_up[Tile[tile.upper()]] += 1
            s.face_down[Tile[tile.upper()]] -= 1
        self.game.refresh()

    def stacks(self, face_down: dict[str, int], discards: dict[str, int]) -> None:
        """Exactly these tiles lie face down and on the discard stack."""
        s = self.game.state
        for good in Good:
            s.face_down[good] = face_down.get(good.name.lower(), 0)
            s.discards[good] = discards.get(good.name.lower(), 0)
        self.game.refresh()

    def barrels(self, **supply: int) -> None:
        """That many barrels are left in the supply, of the kinds that are named."""
        for good, barrels in supply.items():
            self.game.state.supply[Good[good.upper()]] = barrels
        self.game.refresh()

    def colonists(self, supply: int | None = None, ship: int | None = None) -> None:
        """That many colonists are left in the colonist supply, and lie on the colonist ship."""
        s = self.game.state
        s.colonist_supply = s.colonist_supply if supply is None else supply
        s.colonist_ship = s.colonist_ship if ship is None else ship
        self.game.refresh()

    def quarries(self, left: int) -> None:
        self.game.state.quarries = left
        self.game.refresh()

    def vp_pool(self, left: int) -> None:
        self.game.state.vp_pool = left
        self.game.refresh()

    def sold_out(self, building: str) -> None:
        self.game.state.copies[Building[enum_name(building)]] = 0
        self.game.refresh()

    def role_doubloons(self, role: str, doubloons: int) -> None:
        self.game.state.role_doubloons[Role[enum_name(role)]] = doubloons
        self.game.refresh()

    def last_round(self) -> None:
        """As if the colonists had run out: the game ends with this round."""
        self.game.state.triggers = Trigger.COLONISTS
        self.game.refresh()

    # --- playing ------------------------------------------------------------------------------------------------------

    def take(self, role: str, by: int = 0) -> None:
        """It is this seat's turn to take a role, and it takes this one. (The governor remains who he is.)"""
        assert self.decision == "role"
        self.game.state.turn = by
        self.game.refresh()
        self.play(f"role:{role}")

    def play(self, *actions: str) -> list[str]:
        """Play these; returns the last one with the forced actions that followed it."""
        played: list[str] = []
        for action in actions:
            played = [str(a) for a in self.game.play(action)]
        return played

    def until(self, decision: str, seat: int | None = None) -> None:
        """Everybody passes, or does the first thing there is, until this is asked (of that seat)."""
        while not (self.decision == decision and seat in (None, self.turn)):
            assert not self.game.over, f"{decision} is never asked"
            self._play_quietly()

    def finish_phase(self) -> None:
        """Everybody passes, or does the first thing there is, until the next role is to be taken."""
        while self.decision not in ("role", "over"):
            self._play_quietly()

    def finish_round(self) -> None:
        """Play on quietly to the end of the round."""
        now = self.view["round"]
        while not self.game.over and self.view["round"] == now:
            self._play_quietly()

    def _play_quietly(self) -> None:
        quiet = ["pass", *(f"role:{role}" for role in _QUIET_ROLES)]
        legal = [str(action) for action in self.game.legal_actions]
        self.game.play(next((action for action in quiet if action in legal), legal[0]))

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        """What everybody sees."""
        return self.game.view(None)

    @property
    def turn(self) -> int | None:
        return self.game.turn

    @property
    def decision(self) -> str:
        """What is being asked: a row of the table in docs/decisions-puerto-rico.md."""
        return str(self.view["decision"])

    @property
    def legal(self) -> set[str]:
        """What the seat to move may choose."""
        return {str(action) for action in self.game.legal_actions}

    def player(self, seat: int) -> dict[str, Any]:
        """A player's board."""
        board: dict[str, Any] = self.view["players"][seat]
        return board

    def doubloons(self, seat: int) -> int:
        return int(self.player(seat)["doubloons"])

    def vp(self, seat: int) -> int:
        """Victory point chips, and points noted on paper."""
        return int(self.player(seat)["vp"])

    def goods(self, seat: int) -> dict[str, int]:
        """The barrels on the seat's windrose."""
        return _some(self.player(seat)["goods"])

    def tiles(self, seat: int) -> dict[str, int]:
        """The tiles on the seat's island."""
        return _some({tile: count for tile, (count, _) in self.player(seat)["island"].items()})

    def workers(self, seat: int) -> dict[str, int]:
        """Where the seat's colonists stand, San Juan left out."""
        island = {tile: colonists for tile, (_, colonists) in self.player(seat)["island"].items()}
        return _some(island | self.player(seat)["city"])

    def all_colonists(self, seat: int) -> int:
        """San Juan included."""
        return sum(self.workers(seat).values()) + int(self.player(seat)["san_juan"])

    def on_ship(self, capacity: int) -> tuple[str | None, int]:
        """What a cargo ship carries."""
        ship = next(ship for ship in self.view["ships"] if ship["capacity"] == capacity)
        return ship["good"], ship["barrels"]

    def middle(self, name: str) -> dict[str, int]:
        """What lies face up, in the trading house, ... without the zeros."""
        return _some(self.view[name])

    def score(self, seat: int) -> dict[str, int]:
        """The seat's points by source, as if the game ended now."""
        return self.game.scores()[seat]


class BigTable(Table):
    """With expansions. The buildings of all boxes are on sale, so that any of them may meet."""

    def __init__(self, players: int = 4, seed: int = 1, **options: Any) -> None:
        super().__init__(players, seed, **{"new_buildings": "base", **options})
        s = self.game.state
        for building in Building:
            if not int(s.in_game) >> building & 1:
                s.copies[building] = COPIES_FOR_TWO[building] if players == 2 else COPIES[building]
        s.in_game = bits(list(Building))
        self.game.refresh()

    def noble_in(self, seat: int, *buildings: str) -> None:
        """The seat has built these as well, with a noble in each."""
        s = self.game.state
        for name in buildings:
            building = Building[enum_name(name)]
            self.owns(seat, name, colonists=0)
            self._take_nobles(seat, 1)
            s.colonists[seat, TILES + building] = 1
            if COUNTED_AT[building] != NONE:
                s.nobles_at[seat, COUNTED_AT[building]] = 1
        self.game.refresh()

    def noble_guest(self, seat: int) -> None:
        """A noble more in the seat's guest house."""
        s = self.game.state
        self._take_nobles(seat, 1)
        s.colonists[seat, TILES + Building.GUEST_HOUSE] += 1
        s.nobles_at[seat, COUNTED_AT[Building.GUEST_HOUSE]] += 1
        self.game.refresh()

    def nobles_in_san_juan(self, seat: int, nobles: int) -> None:
        """So many more."""
        self._take_nobles(seat, nobles)
        self.game.state.san_juan[seat] += nobles
        self.game.refresh()

    def _take_nobles(self, seat: int, nobles: int) -> None:
        s = self.game.state
        assert s.noble_supply >= nobles, "play with nobles"
        s.noble_supply -= nobles
        s.nobles[seat] += nobles

    def nobles(self, supply: int) -> None:
        """That many nobles are left in the supply."""
        self.game.state.noble_supply = supply
        self.game.refresh()

    def aboard(self, colonists: int, nobles: int = 0) -> None:
        """That many persons lie on the colonist ship."""
        self.game.state.noble_ship = nobles
        self.colonists(ship=colonists)

    def forests(self, seat: int, **tiles: int) -> None:
        """The seat's forests are exactly these, by the plantation underneath."""
        s = self.game.state
        for good in Good:
            count = tiles.get(good.name.lower(), 0)
            s.face_down[good] += s.forests[seat, good] - count
            s.forests[seat, good] = count
            assert s.face_down[good] >= 0, f"there are not that many {good.name.lower()} plantations face down"
        self.game.refresh()

    def island_of(self, seat: int, tiles: int) -> None:
        """That many unoccupied plantations, of the kinds of which most are left."""
        self.island(seat)
        left = self.game.state.face_down.copy()
        counts = [0] * len(Good)
        for _ in range(tiles):
            most = int(left.argmax())
            left[most] -= 1
            counts[most] += 1
        self.island(seat, **{good.name.lower(): (counts[good], 0) for good in Good})

    def festival(self, plantation: str | None = None, goods: str | None = None, building: str | None = None) -> None:
        """These are the goals (barrels as in `corn corn indigo`); what is not named stays as it was drawn."""
        s = self.game.state
        if plantation is not None:
            s.face_down[s.festival_plantation] += 1
            s.festival_plantation = Tile[plantation.upper()]
            s.face_down[s.festival_plantation] -= 1
        if goods is not None:
            for good in Good:
                barrels = goods.split().count(good.name.lower())
                s.supply[good] += s.festival_goods[good] - barrels
                s.festival_goods[good] = barrels
        if building is not None:
            locked = 0 if self.game.players == 2 else 1
            s.copies[s.festival_building] += locked
            s.festival_building = Building[enum_name(building)]
            s.copies[s.festival_building] -= locked
        self.game.refresh()

    def forests_of(self, seat: int) -> dict[str, int]:
        """By the plantation underneath."""
        return _some(self.player(seat)["forests"])

    def persons(self, seat: int) -> tuple[int, int]:
        """The seat's colonists and its nobles, wherever they stand."""
        nobles = int(self.player(seat)["nobles"])
        return self.all_colonists(seat) - nobles, nobles

    def ship_and_supply(self) -> tuple[int, int, int, int]:
        """Colonists and nobles aboard, colonists and nobles in the supply."""
        view = self.view
        return view["colonist_ship"], view["noble_ship"], view["colonist_supply"], view["noble_supply"]


def _some(counts: dict[str, int]) -> dict[str, int]:
    return {name: n for name, n in counts.items() if n}

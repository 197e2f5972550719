"""Puerto Rico, the base game for two to five players, written to be checked against the rulebook line by line.

The game is a generator that reads like the rulebook: whenever a seat has something to decide it yields a Decision and
gets back the chosen text. The class PuertoRico at the end drives it and plays forced actions by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

# ----------------------------------------------------------------------------------------------------------------------
# Components
# ----------------------------------------------------------------------------------------------------------------------

# Goods and the plantations they grow on share their names. The order is the order in which things are offered.
GOODS = ["corn", "indigo", "sugar", "tobacco", "coffee"]
PLANTATIONS = GOODS
QUARRY = "quarry"
ISLAND_TILES = [*PLANTATIONS, QUARRY]

PRICES = {"corn": 0, "indigo": 1, "sugar": 2, "tobacco": 3, "coffee": 4}

ISLAND_SPACES = 12
CITY_SPACES = 12
TRADING_HOUSE_SPACES = 4


@dataclass(frozen=True)
class Building:
    """What is printed on a building tile, and where it lies on the game board."""

    cost: int
    points: int
    circles: int
    column: int  # also the most quarries that may lower its cost
    copies: int  # with three or more players
    spaces: int = 1
    violet: bool = True


BUILDINGS = {
    # production buildings     cost, points, circles, column, copies
    "small-indigo-plant": Building(1, 1, 1, 1, 4, violet=False),
    "small-sugar-mill": Building(2, 1, 1, 1, 4, violet=False),
    "indigo-plant": Building(3, 2, 3, 2, 3, violet=False),
    "sugar-mill": Building(4, 2, 3, 2, 3, violet=False),
    "tobacco-storage": Building(5, 3, 3, 3, 3, violet=False),
    "coffee-roaster": Building(6, 3, 2, 3, 3, violet=False),
    # small violet buildings
    "small-market": Building(1, 1, 1, 1, 2),
    "hacienda": Building(2, 1, 1, 1, 2),
    "construction-hut": Building(2, 1, 1, 1, 2),
    "small-warehouse": Building(3, 1, 1, 1, 2),
    "hospice": Building(4, 2, 1, 2, 2),
    "office": Building(5, 2, 1, 2, 2),
    "large-market": Building(5, 2, 1, 2, 2),
    "large-warehouse": Building(6, 2, 1, 2, 2),
    "factory": Building(7, 3, 1, 3, 2),
    "university": Building(8, 3, 1, 3, 2),
    "harbor": Building(8, 3, 1, 3, 2),
    "wharf": Building(9, 3, 1, 3, 2),
    # large violet buildings
    "guild-hall": Building(10, 4, 1, 4, 1, spaces=2),
    "residence": Building(10, 4, 1, 4, 1, spaces=2),
    "fortress": Building(10, 4, 1, 4, 1, spaces=2),
    "customs-house": Building(10, 4, 1, 4, 1, spaces=2),
    "city-hall": Building(10, 4, 1, 4, 1, spaces=2),
}

# Where a good is made. Corn is missing on purpose: it needs no building.
PRODUCTION_BUILDINGS = {
    "indigo": ["small-indigo-plant", "indigo-plant"],
    "sugar": ["small-sugar-mill", "sugar-mill"],
    "tobacco": ["tobacco-storage"],
    "coffee": ["coffee-roaster"],
}
SMALL_PRODUCTION_BUILDINGS = ["small-indigo-plant", "small-sugar-mill"]
LARGE_PRODUCTION_BUILDINGS = ["indigo-plant", "sugar-mill", "tobacco-storage", "coffee-roaster"]

# Doubloons of the factory by number of kinds produced.
FACTORY_INCOME = {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 5: 5}

# Everything that has circles for colonists, in the order in which colonists are placed.
PLACES = [*ISLAND_TILES, *BUILDINGS]


@dataclass(frozen=True)
class SetUp:
    """The numbers that depend on the number of players."""

    doubloons: int
    starting_tiles: list[str]  # from the governor clockwise
    victory_points: int
    colonists: int  # in the supply, not counting those on the ship
    roles: list[str]
    cargo_ships: list[int]
    roles_each: int = 1


SIX_ROLES = ["settler", "mayor", "builder", "craftsman", "trader", "captain"]
SEVEN_ROLES = [*SIX_ROLES, "prospector"]
EIGHT_ROLES = [*SEVEN_ROLES, "prospector-2"]

SET_UPS = {
    2: SetUp(3, ["indigo", "corn"], 65, 40, SEVEN_ROLES, [4, 6], roles_each=3),
    3: SetUp(2, ["indigo", "indigo", "corn"], 75, 55, SIX_ROLES, [4, 5, 6]),
    4: SetUp(3, ["indigo", "indigo", "corn", "corn"], 100, 75, SEVEN_ROLES, [5, 6, 7]),
    5: SetUp(4, ["indigo", "indigo", "indigo", "corn", "corn"], 122, 95, EIGHT_ROLES, [6, 7, 8]),
}

# Two players use fewer tiles and barrels than three to five.
ALL_PLANTATIONS = {"corn": 10, "indigo": 12, "sugar": 11, "tobacco": 9, "coffee": 8}
ALL_QUARRIES = 8
ALL_BARRELS = {"corn": 10, "indigo": 11, "sugar": 11, "tobacco": 9, "coffee": 9}
TWO_PLAYER_PLANTATIONS = {"corn": 7, "indigo": 9, "sugar": 8, "tobacco": 6, "coffee": 5}
TWO_PLAYER_QUARRIES = 5
TWO_PLAYER_BARRELS = {"corn": 8, "indigo": 9, "sugar": 9, "tobacco": 7, "coffee": 7}
TWO_PLAYER_VIOLET_COPIES = 1
TWO_PLAYER_PRODUCTION_COPIES = 2


# ----------------------------------------------------------------------------------------------------------------------
# Pieces that change during the game
# ----------------------------------------------------------------------------------------------------------------------


def none_of_each(kinds: list[str]) -> dict[str, int]:
    """A count of zero for every kind."""
    return dict.fromkeys(kinds, 0)


@dataclass
class CargoShip:
    """A cargo ship; it carries one kind of good."""

    capacity: int
    good: str | None = None
    barrels: int = 0

    def room(self) -> int:
        return self.capacity - self.barrels

    def is_full(self) -> bool:
        return self.room() == 0


@dataclass
class RoleCard:
    """A role card with the doubloons lying on it."""

    doubloons: int = 0
    taken_by: int | None = None


@dataclass
class Player:
    """A player board: windrose, island, city and San Juan."""

    doubloons: int = 0
    points: int = 0  # victory point chips and points noted on paper
    goods: dict[str, int] = field(default_factory=lambda: none_of_each(GOODS))
    tiles: dict[str, int] = field(default_factory=lambda: none_of_each(ISLAND_TILES))
    tile_colonists: dict[str, int] = field(default_factory=lambda: none_of_each(ISLAND_TILES))
    city: dict[str, int] = field(default_factory=dict)  # building -> colonists on it
    san_juan: int = 0

    def island_is_full(self) -> bool:
        return sum(self.tiles.values()) == ISLAND_SPACES

    def free_city_spaces(self) -> int:
        return CITY_SPACES - sum(BUILDINGS[building].spaces for building in self.city)

    def uses(self, building: str) -> bool:
        """A building works only with a colonist on it."""
        return self.city.get(building, 0) > 0

    def barrels(self) -> int:
        return sum(self.goods.values())

    def kinds_owned(self) -> list[str]:
        return [good for good in GOODS if self.goods[good] > 0]

    def all_colonists(self) -> int:
        return sum(self.tile_colonists.values()) + sum(self.city.values()) + self.san_juan

    def free_circles(self, place: str) -> int:
        """Empty circles on a building, or on all tiles of one kind (every tile has a single circle)."""
        if place in ISLAND_TILES:
            return self.tiles[place] - self.tile_colonists[place]
        if place in self.city:
            return BUILDINGS[place].circles - self.city[place]
        return 0

    def free_building_circles(self) -> int:
        return sum(self.free_circles(building) for building in self.city)

    def put_colonist_on(self, place: str) -> None:
        if place in ISLAND_TILES:
            self.tile_colonists[place] += 1
        else:
            self.city[place] += 1

    def lift_all_colonists(self) -> None:
        """Take every colonist in hand; those in hand are counted in San Juan."""
        self.san_juan = self.all_colonists()
        self.tile_colonists = none_of_each(ISLAND_TILES)
        for building in self.city:
            self.city[building] = 0


@dataclass(frozen=True)
class Decision:
    """Something a seat is asked: which row of the table of decisions, who, and what may be answered."""

    kind: str
    seat: int
    texts: list[str]


# A part of the game that asks for decisions: yields Decision, is sent the chosen text.
Play = Generator[Decision, str, None]


# ----------------------------------------------------------------------------------------------------------------------
# The game
# ----------------------------------------------------------------------------------------------------------------------


class PuertoRico:
    """One game. legal() says what may be played, play() plays it."""

    def __init__(
        self,
        players: int,
        below: Callable[[int], int],
        *,
        swap: bool = False,
        corn_start: bool = False,
        governor: int | None = 0,
    ) -> None:
        if players not in SET_UPS:
            raise ValueError(f"2 to 5 players, not {players}")
        if governor is not None and not 0 <= governor < players:
            raise ValueError(f"no such seat: {governor}")
        self.below = below
        self.number_of_players = players
        self.set_up = SET_UPS[players]
        self.prepare(swap, corn_start, governor)

        self.over = False
        self.turn: int | None = None
        self.played: list[str] = []
        self.decision: Decision | None = None
        self.flow = self.whole_game()
        self.next_decision(None)
        self.play_forced_actions()

    # ------------------------------------------------------------------------------------------------------------------
    # Preparation
    # ------------------------------------------------------------------------------------------------------------------

    def prepare(self, swap: bool, corn_start: bool, governor: int | None) -> None:
        set_up = self.set_up
        two_players = self.number_of_players == 2

        self.round = 1
        self.chooser: int | None = None
        self.end_reasons: set[str] = set()
        self.governor = self.below(self.number_of_players) if governor is None else governor

        self.costs = {name: building.cost for name, building in BUILDINGS.items()}
        if swap:
            self.costs["factory"] = 8
            self.costs["university"] = 7

        self.buildings = {name: building.copies for name, building in BUILDINGS.items()}
        if two_players:
            for name, building in BUILDINGS.items():
                self.buildings[name] = TWO_PLAYER_VIOLET_COPIES if building.violet else TWO_PLAYER_PRODUCTION_COPIES

        self.roles = {role: RoleCard() for role in set_up.roles}
        self.goods = dict(TWO_PLAYER_BARRELS if two_players else ALL_BARRELS)
        self.trading_house = none_of_each(GOODS)
        self.ships = [CargoShip(capacity) for capacity in set_up.cargo_ships]
        self.colonist_supply = set_up.colonists
        self.colonist_ship = self.number_of_players
        self.point_pool = set_up.victory_points

        self.quarries = TWO_PLAYER_QUARRIES if two_players else ALL_QUARRIES
        self.face_down = dict(TWO_PLAYER_PLANTATIONS if two_players else ALL_PLANTATIONS)
        self.face_up = none_of_each(PLANTATIONS)
        self.discards = none_of_each(PLANTATIONS)

        self.players = [Player(doubloons=set_up.doubloons) for _ in range(self.number_of_players)]
        self.deal_starting_tiles(corn_start)
        self.draw_face_up_tiles()

    def deal_starting_tiles(self, corn_start: bool) -> None:
        # The governor gets the first tile of the list, the others follow clockwise. The tiles carry no colonist.
        for seat, tile in zip(self.clockwise_from(self.governor), self.set_up.starting_tiles, strict=True):
            self.face_down[tile] -= 1
            self.players[seat].tiles[tile] += 1
            if corn_start and tile == "corn":
                self.players[seat].doubloons -= 1

    def clockwise_from(self, seat: int) -> list[int]:
        """Every seat once, beginning with the given one."""
        return [(seat + step) % self.number_of_players for step in range(self.number_of_players)]

    # ------------------------------------------------------------------------------------------------------------------
    # Plantation tiles
    # ------------------------------------------------------------------------------------------------------------------

    def tile_can_be_drawn(self) -> bool:
        return sum(self.face_down.values()) + sum(self.discards.values()) > 0

    def draw_tile(self) -> str | None:
        """Draw a face-down tile; the discards come back only when a tile is wanted and none is face down."""
        if sum(self.face_down.values()) == 0:
            for kind in PLANTATIONS:
                self.face_down[kind] += self.discards[kind]
                self.discards[kind] = 0
        tiles = sum(self.face_down.values())
        if tiles == 0:
            return None
        number = self.below(tiles)
        for kind in PLANTATIONS:
            if number < self.face_down[kind]:
                self.face_down[kind] -= 1
                return kind
            number -= self.face_down[kind]
        raise ValueError("below(n) must give a number from 0 to n - 1")

    def draw_face_up_tiles(self) -> None:
        # One more than there are players; fewer when even the discards are used up.
        for _ in range(self.number_of_players + 1):
            tile = self.draw_tile()
            if tile is not None:
                self.face_up[tile] += 1

    # ------------------------------------------------------------------------------------------------------------------
    # Rounds and roles
    # ------------------------------------------------------------------------------------------------------------------

    def whole_game(self) -> Play:
        while True:
            yield from self.play_round()
            # A trigger lets the round be finished, then the game is over without preparing another round.
            if self.end_reasons:
                return
            self.prepare_next_round()

    def play_round(self) -> Play:
        # From the governor clockwise, one role each; two players go on in turn until both have three.
        for _ in range(self.set_up.roles_each):
            for seat in self.clockwise_from(self.governor):
                yield from self.take_role(seat)

    def prepare_next_round(self) -> None:
        for card in self.roles.values():
            if card.taken_by is None:
                card.doubloons += 1
            card.taken_by = None
        self.governor = (self.governor + 1) % self.number_of_players
        self.round += 1

    def free_roles(self) -> list[str]:
        free = [role for role, card in self.roles.items() if card.taken_by is None]
        # Two free prospectors with equally much on them are the same choice.
        if (
            "prospector" in free
            and "prospector-2" in free
            and self.roles["prospector"].doubloons == self.roles["prospector-2"].doubloons
        ):
            free.remove("prospector-2")
        return free

    def take_role(self, seat: int) -> Play:
        text = yield Decision("role", seat, ["role:" + role for role in self.free_roles()])
        role = text.removeprefix("role:")
        card = self.roles[role]
        card.taken_by = seat
        self.players[seat].doubloons += card.doubloons
        card.doubloons = 0

        self.chooser = seat
        if role == "settler":
            yield from self.settler_phase(seat)
        elif role == "mayor":
            yield from self.mayor_phase(seat)
        elif role == "builder":
            yield from self.builder_phase(seat)
        elif role == "craftsman":
            yield from self.craftsman_phase(seat)
        elif role == "trader":
            yield from self.trader_phase(seat)
        elif role == "captain":
            yield from self.captain_phase(seat)
        else:
            self.prospector(seat)
        self.chooser = None

    # ------------------------------------------------------------------------------------------------------------------
    # Settler
    # ------------------------------------------------------------------------------------------------------------------

    def settler_phase(self, settler: int) -> Play:
        for seat in self.clockwise_from(settler):
            yield from self.settler_turn(seat, settler)
        # Whatever nobody took is discarded before the new tiles are drawn.
        for kind in PLANTATIONS:
            self.discards[kind] += self.face_up[kind]
            self.face_up[kind] = 0
        self.draw_face_up_tiles()

    def settler_turn(self, seat: int, settler: int) -> Play:
        player = self.players[seat]
        hacienda_used = False
        while not player.island_is_full():
            texts = self.tiles_to_settle(player, privilege=seat == settler)
            # The face-down tile comes before the normal turn, so at most once and never after a settle.
            if player.uses("hacienda") and not hacienda_used and self.tile_can_be_drawn():
                texts.append("hacienda")
            if not texts:
                return
            texts.append("pass")
            text = yield Decision("settler", seat, texts)
            if text == "pass":
                return
            if text == "hacienda":
                # It must be placed, and it never brings a hospice colonist.
                hacienda_used = True
                tile = self.draw_tile()
                assert tile is not None
                player.tiles[tile] += 1
            else:
                tile = text.removeprefix("settle:")
                self.settle(player, tile)
                yield from self.hospice(seat, tile)
                return

    def tiles_to_settle(self, player: Player, privilege: bool) -> list[str]:
        texts = ["settle:" + kind for kind in PLANTATIONS if self.face_up[kind] > 0]
        if self.quarries > 0 and (privilege or player.uses("construction-hut")):
            texts.append("settle:" + QUARRY)
        return texts

    def settle(self, player: Player, tile: str) -> None:
        if tile == QUARRY:
            self.quarries -= 1
        else:
            self.face_up[tile] -= 1
        player.tiles[tile] += 1

    def hospice(self, seat: int, tile: str) -> Play:
        player = self.players[seat]
        if player.uses("hospice") and self.single_colonist_available():
            text = yield Decision("hospice", seat, ["hospice", "pass"])
            if text == "hospice":
                self.take_single_colonist()
                player.put_colonist_on(tile)

    def single_colonist_available(self) -> bool:
        return self.colonist_supply > 0 or self.colonist_ship > 0

    def take_single_colonist(self) -> None:
        """For hospice and university: from the supply, and only when that is empty from the ship."""
        if self.colonist_supply > 0:
            self.colonist_supply -= 1
        else:
            self.colonist_ship -= 1

    # ------------------------------------------------------------------------------------------------------------------
    # Mayor
    # ------------------------------------------------------------------------------------------------------------------

    def mayor_phase(self, mayor: int) -> Play:
        yield from self.mayor_privilege(mayor)
        self.deal_out_colonist_ship(mayor)
        for seat in self.clockwise_from(mayor):
            yield from self.place_colonists(seat)
        self.refill_colonist_ship()

    def mayor_privilege(self, mayor: int) -> Play:
        # From the supply only, never from the ship.
        if self.colonist_supply > 0:
            text = yield Decision("mayor", mayor, ["privilege:colonist", "pass"])
            if text == "privilege:colonist":
                self.colonist_supply -= 1
                self.players[mayor].san_juan += 1

    def deal_out_colonist_ship(self, mayor: int) -> None:
        seat = mayor
        while self.colonist_ship > 0:
            self.colonist_ship -= 1
            self.players[seat].san_juan += 1
            seat = (seat + 1) % self.number_of_players

    def place_colonists(self, seat: int) -> Play:
        player = self.players[seat]
        player.lift_all_colonists()
        # Colonists are alike, so only one order is offered: never back to a place before that of the last colonist.
        first = 0
        while player.san_juan > 0:
            if player.san_juan >= self.circles_from(player, first):
                # Nothing to choose: no circle may stay empty while there are colonists for it.
                self.fill_circles_from(player, first)
                return
            places = []
            for index in range(first, len(PLACES)):
                enough_circles = self.circles_from(player, index) >= player.san_juan
                if player.free_circles(PLACES[index]) > 0 and enough_circles:
                    places.append(PLACES[index])
            text = yield Decision("place", seat, ["place:" + place for place in places])
            place = text.removeprefix("place:")
            player.san_juan -= 1
            player.put_colonist_on(place)
            first = PLACES.index(place)

    def circles_from(self, player: Player, first: int) -> int:
        return sum(player.free_circles(place) for place in PLACES[first:])

    def fill_circles_from(self, player: Player, first: int) -> None:
        for place in PLACES[first:]:
            while player.free_circles(place) > 0:
                player.san_juan -= 1
                player.put_colonist_on(place)

    def refill_colonist_ship(self) -> None:
        # One for each empty circle on buildings (the island does not count), at least one for each player.
        wanted = max(sum(player.free_building_circles() for player in self.players), self.number_of_players)
        if self.colonist_supply < wanted:
            self.end_reasons.add("colonists")
        loaded = min(wanted, self.colonist_supply)
        self.colonist_supply -= loaded
        self.colonist_ship += loaded

    # ------------------------------------------------------------------------------------------------------------------
    # Builder
    # ------------------------------------------------------------------------------------------------------------------

    def builder_phase(self, builder: int) -> Play:
        for seat in self.clockwise_from(builder):
            yield from self.builder_turn(seat, builder)

    def builder_turn(self, seat: int, builder: int) -> Play:
        player = self.players[seat]
        privilege = seat == builder
        possible = [name for name in BUILDINGS if self.can_build(player, name, privilege)]
        if not possible:
            return
        text = yield Decision("builder", seat, ["build:" + name for name in possible] + ["pass"])
        if text == "pass":
            return
        name = text.removeprefix("build:")
        player.doubloons -= self.cost_for(player, name, privilege)
        self.buildings[name] -= 1
        player.city[name] = 0
        if player.free_city_spaces() == 0:
            self.end_reasons.add("city")
        yield from self.university(seat, name)

    def can_build(self, player: Player, name: str, privilege: bool) -> bool:
        # Tiles may be moved within the city, so a large building only needs two free spaces anywhere.
        return (
            self.buildings[name] > 0
            and name not in player.city
            and BUILDINGS[name].spaces <= player.free_city_spaces()
            and self.cost_for(player, name, privilege) <= player.doubloons
        )

    def cost_for(self, player: Player, name: str, privilege: bool) -> int:
        occupied_quarries = player.tile_colonists[QUARRY]
        cost = self.costs[name] - min(occupied_quarries, BUILDINGS[name].column)
        if privilege:
            cost -= 1
        return max(cost, 0)

    def university(self, seat: int, name: str) -> Play:
        player = self.players[seat]
        if player.uses("university") and self.single_colonist_available():
            text = yield Decision("university", seat, ["university", "pass"])
            if text == "university":
                self.take_single_colonist()
                player.put_colonist_on(name)

    # ------------------------------------------------------------------------------------------------------------------
    # Craftsman
    # ------------------------------------------------------------------------------------------------------------------

    def craftsman_phase(self, craftsman: int) -> Play:
        kinds_of_craftsman: list[str] = []
        for seat in self.clockwise_from(craftsman):
            kinds = self.produce(self.players[seat])
            if seat == craftsman:
                kinds_of_craftsman = kinds
        yield from self.craftsman_privilege(craftsman, kinds_of_craftsman)

    def produce(self, player: Player) -> list[str]:
        """Take all goods the player makes and the supply still has; the kinds really taken."""
        kinds = []
        for good in GOODS:
            amount = min(self.production_ability(player, good), self.goods[good])
            if amount > 0:
                self.goods[good] -= amount
                player.goods[good] += amount
                kinds.append(good)
        if player.uses("factory"):
            player.doubloons += FACTORY_INCOME[len(kinds)]
        return kinds

    def production_ability(self, player: Player, good: str) -> int:
        occupied_plantations = player.tile_colonists[good]
        if good == "corn":
            return occupied_plantations
        workers = sum(player.city.get(building, 0) for building in PRODUCTION_BUILDINGS[good])
        return min(occupied_plantations, workers)

    def craftsman_privilege(self, craftsman: int, kinds: list[str]) -> Play:
        # One more of a kind just produced, after everybody had theirs. The factory does not count it.
        in_supply = [good for good in kinds if self.goods[good] > 0]
        if not in_supply:
            return
        text = yield Decision("craftsman", craftsman, ["privilege:" + good for good in in_supply] + ["pass"])
        if text != "pass":
            good = text.removeprefix("privilege:")
            self.goods[good] -= 1
            self.players[craftsman].goods[good] += 1

    # ------------------------------------------------------------------------------------------------------------------
    # Trader
    # ------------------------------------------------------------------------------------------------------------------

    def trader_phase(self, trader: int) -> Play:
        for seat in self.clockwise_from(trader):
            yield from self.trader_turn(seat, trader)
        # With fewer than four barrels the house keeps them for the next trader phase.
        if self.trading_house_is_full():
            for good in GOODS:
                self.goods[good] += self.trading_house[good]
                self.trading_house[good] = 0

    def trading_house_is_full(self) -> bool:
        return sum(self.trading_house.values()) == TRADING_HOUSE_SPACES

    def trader_turn(self, seat: int, trader: int) -> Play:
        player = self.players[seat]
        sellable = [good for good in player.kinds_owned() if self.can_sell(player, good)]
        if not sellable:
            return
        text = yield Decision("trader", seat, ["sell:" + good for good in sellable] + ["pass"])
        if text == "pass":
            return
        good = text.removeprefix("sell:")
        player.goods[good] -= 1
        self.trading_house[good] += 1
        player.doubloons += PRICES[good]
        if seat == trader:
            player.doubloons += 1
        if player.uses("small-market"):
            player.doubloons += 1
        if player.uses("large-market"):
            player.doubloons += 2

    def can_sell(self, player: Player, good: str) -> bool:
        # The office allows a kind that is already there, but makes no room in a full house.
        if self.trading_house_is_full():
            return False
        return self.trading_house[good] == 0 or player.uses("office")

    # ------------------------------------------------------------------------------------------------------------------
    # Captain
    # ------------------------------------------------------------------------------------------------------------------

    def captain_phase(self, captain: int) -> Play:
        yield from self.load_ships(captain)
        for seat in self.clockwise_from(captain):
            yield from self.store_goods(seat)
        self.unload_full_ships()

    def load_ships(self, captain: int) -> Play:
        self.captain_has_loaded = False
        self.wharf_used = [False for _ in self.players]
        turns_without_load = 0
        seat = captain
        # A whole lap without a load ends the phase. Then nobody can load a ship, and no wharf owner wants to.
        while turns_without_load < self.number_of_players:
            ship_texts = self.ship_loads(seat)
            wharf_texts = self.wharf_loads(seat)
            text = "pass"
            if ship_texts:
                # Loading is a duty, the wharf a way to fulfil it.
                text = yield Decision("captain", seat, ship_texts + wharf_texts)
            elif wharf_texts:
                # Nobody is made to use a building.
                text = yield Decision("captain", seat, [*wharf_texts, "pass"])
            if text == "pass":
                turns_without_load += 1
            else:
                self.load(seat, captain, text)
                turns_without_load = 0
            seat = (seat + 1) % self.number_of_players

    def ship_loads(self, seat: int) -> list[str]:
        player = self.players[seat]
        texts = []
        for good in player.kinds_owned():
            for ship in self.ships_for(good, player.goods[good]):
                texts.append(f"load:{good}@{ship.capacity}")
        return texts

    def ships_for(self, good: str, barrels: int) -> list[CargoShip]:
        """The ships on which this many barrels of a kind may be loaded."""
        for ship in self.ships:
            if ship.good == good:
                # Two ships never carry the same kind: there or nowhere.
                return [] if ship.is_full() else [ship]
        # Among the empty ships only those that leave the fewest barrels behind.
        empty = [ship for ship in self.ships if ship.good is None]
        most = max((min(barrels, ship.capacity) for ship in empty), default=0)
        return [ship for ship in empty if min(barrels, ship.capacity) == most]

    def wharf_loads(self, seat: int) -> list[str]:
        player = self.players[seat]
        if not player.uses("wharf") or self.wharf_used[seat]:
            return []
        return ["wharf:" + good for good in player.kinds_owned()]

    def load(self, seat: int, captain: int, text: str) -> None:
        player = self.players[seat]
        if text.startswith("wharf:"):
            # The imaginary ship takes all barrels of the kind, straight into the supply.
            good = text.removeprefix("wharf:")
            loaded = player.goods[good]
            self.goods[good] += loaded
            self.wharf_used[seat] = True
        else:
            good, capacity = text.removeprefix("load:").split("@")
            ship = self.ship_of_capacity(int(capacity))
            loaded = min(player.goods[good], ship.room())
            ship.good = good
            ship.barrels += loaded
        player.goods[good] -= loaded

        points = loaded
        if player.uses("harbor"):
            points += 1
        if seat == captain and not self.captain_has_loaded:
            points += 1
            self.captain_has_loaded = True
        self.give_points(player, points)

    def ship_of_capacity(self, capacity: int) -> CargoShip:
        return next(ship for ship in self.ships if ship.capacity == capacity)

    def give_points(self, player: Player, points: int) -> None:
        # When the chips do not suffice the rest is noted on paper and counts as well.
        player.points += points
        self.point_pool = max(self.point_pool - points, 0)
        if self.point_pool == 0:
            self.end_reasons.add("victory-points")

    def store_goods(self, seat: int) -> Play:
        player = self.players[seat]
        if player.barrels() <= 1:
            return

        # Kinds in the warehouses are kept whole.
        kinds_left_to_store = 0
        if player.uses("small-warehouse"):
            kinds_left_to_store += 1
        if player.uses("large-warehouse"):
            kinds_left_to_store += 2
        stored: list[str] = []
        while kinds_left_to_store > 0 and self.barrels_outside(player, stored) >= 2:
            later = self.kinds_after(player, stored)
            if not later:
                break
            text = yield Decision("warehouse", seat, ["store:" + good for good in later] + ["pass"])
            if text == "pass":
                break
            stored.append(text.removeprefix("store:"))
            kinds_left_to_store -= 1

        # Of the other kinds a single barrel may stay on the windrose.
        kept: str | None = None
        not_stored = [good for good in player.kinds_owned() if good not in stored]
        if self.barrels_outside(player, stored) == 1:
            kept = not_stored[0]
        elif not_stored:
            text = yield Decision("windrose", seat, ["keep:" + good for good in not_stored])
            kept = text.removeprefix("keep:")

        for good in not_stored:
            stays = 1 if good == kept else 0
            self.goods[good] += player.goods[good] - stays
            player.goods[good] = stays

    def barrels_outside(self, player: Player, stored: list[str]) -> int:
        return sum(player.goods[good] for good in GOODS if good not in stored)

    def kinds_after(self, player: Player, stored: list[str]) -> list[str]:
        """The player's kinds that come later in the order than the last one stored."""
        if not stored:
            return player.kinds_owned()
        last = GOODS.index(stored[-1])
        return [good for good in player.kinds_owned() if GOODS.index(good) > last]

    def unload_full_ships(self) -> None:
        for ship in self.ships:
            if ship.good is not None and ship.is_full():
                self.goods[ship.good] += ship.barrels
                ship.good = None
                ship.barrels = 0

    # ------------------------------------------------------------------------------------------------------------------
    # Prospector
    # ------------------------------------------------------------------------------------------------------------------

    def prospector(self, seat: int) -> None:
        self.players[seat].doubloons += 1

    # ------------------------------------------------------------------------------------------------------------------
    # Scoring
    # ------------------------------------------------------------------------------------------------------------------

    def scores(self) -> list[dict[str, int]]:
        """The points of each seat as if the game ended now."""
        return [self.score(player) for player in self.players]

    def score(self, player: Player) -> dict[str, int]:
        score = {
            "chips": player.points,
            "buildings": sum(BUILDINGS[name].points for name in player.city),  # also without a colonist
            "guild-hall": self.guild_hall_bonus(player) if player.uses("guild-hall") else 0,
            "residence": self.residence_bonus(player) if player.uses("residence") else 0,
            "fortress": player.all_colonists() // 3 if player.uses("fortress") else 0,
            "customs-house": player.points // 4 if player.uses("customs-house") else 0,
            "city-hall": self.city_hall_bonus(player) if player.uses("city-hall") else 0,
        }
        score["total"] = sum(score.values())
        score["tie_break"] = player.doubloons + player.barrels()
        return score

    def guild_hall_bonus(self, player: Player) -> int:
        small = sum(1 for name in player.city if name in SMALL_PRODUCTION_BUILDINGS)
        large = sum(1 for name in player.city if name in LARGE_PRODUCTION_BUILDINGS)
        return small + 2 * large

    def residence_bonus(self, player: Player) -> int:
        filled_spaces = sum(player.tiles.values())
        return {10: 5, 11: 6, 12: 7}.get(filled_spaces, 4)

    def city_hall_bonus(self, player: Player) -> int:
        return sum(1 for name in player.city if BUILDINGS[name].violet)

    def winners(self) -> list[int]:
        """The seats with the best score; doubloons and barrels decide ties, and who is still equal wins together."""
        ranks = [(score["total"], score["tie_break"]) for score in self.scores()]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def reasons(self) -> list[str]:
        return sorted(self.end_reasons)

    # ------------------------------------------------------------------------------------------------------------------
    # Playing from outside
    # ------------------------------------------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        return [] if self.decision is None else list(self.decision.texts)

    def play(self, text: str) -> list[str]:
        """Play the action and all forced ones after it."""
        if text not in self.legal():
            raise ValueError(f"not a legal action now: {text!r}")
        before = len(self.played)
        self.played.append(text)
        self.next_decision(text)
        self.play_forced_actions()
        return self.played[before:]

    def play_forced_actions(self) -> None:
        while self.decision is not None and len(self.decision.texts) == 1:
            text = self.decision.texts[0]
            self.played.append(text)
            self.next_decision(text)

    def next_decision(self, text: str | None) -> None:
        """Let the game go on with the answer (None: begin) until it asks again or is over."""
        try:
            self.decision = next(self.flow) if text is None else self.flow.send(text)
            self.turn = self.decision.seat
        except StopIteration:
            self.decision = None
            self.turn = None
            self.over = True

    def dump(self) -> dict[str, Any]:
        """The whole state in plain values."""
        return {
            "round": self.round,
            "governor": self.governor,
            "decision": "over" if self.decision is None else self.decision.kind,
            "turn": self.turn,
            "chooser": self.chooser,
            "roles": {
                role: {"doubloons": card.doubloons, "taken_by": card.taken_by} for role, card in self.roles.items()
            },
            "face_up": dict(self.face_up),
            "face_down": dict(self.face_down),
            "discards": dict(self.discards),
            "quarries": self.quarries,
            "goods": dict(self.goods),
            "trading_house": dict(self.trading_house),
            "ships": [{"capacity": ship.capacity, "good": ship.good, "barrels": ship.barrels} for ship in self.ships],
            "colonist_supply": self.colonist_supply,
            "colonist_ship": self.colonist_ship,
            "vp_pool": self.point_pool,
            "buildings": dict(self.buildings),
            "players": [self.dump_player(player) for player in self.players],
        }

    def dump_player(self, player: Player) -> dict[str, Any]:
        return {
            "doubloons": player.doubloons,
            "vp": player.points,
            "goods": dict(player.goods),
            "island": {tile: [player.tiles[tile], player.tile_colonists[tile]] for tile in ISLAND_TILES},
            "city": dict(player.city),
            "san_juan": player.san_juan,
        }

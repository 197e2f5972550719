"""Puerto Rico's preparation: options, which buildings are in the game, the stocks, the festival's goals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle

from .puerto_rico_boards import CargoShip, Decision, Festival, Kidnapping, Play, Player, RoleCard, none_of_each
from .puerto_rico_tables import (
    ALL_BARRELS,
    ALL_COLONISTS,
    ALL_NOBLES,
    ALL_PLANTATIONS,
    ALL_QUARRIES,
    BASE_BUILDINGS,
    BUCCANEER,
    BUILDINGS,
    FESTIVAL_BARRELS,
    FESTIVAL_BARRELS_OF_EACH,
    FESTIVAL_COLUMN,
    FESTIVAL_LEFT_OUT,
    GOODS,
    NEW_BUILDINGS,
    NOBLES_BUILDINGS,
    PLANTATIONS,
    PRODUCTION_BUILDINGS,
    SET_UPS,
    TWO_PLAYER_BARRELS,
    TWO_PLAYER_PLANTATIONS,
    TWO_PLAYER_QUARRIES,
    copies_of,
)


@dataclass(frozen=True)
class Options:
    """What may be agreed before a game. The defaults are the base game."""

    swap: bool = False
    corn_start: bool = False
    governor: int | None = 0  # None: drawn
    new_buildings: str | Sequence[str] = "off"  # or draft, random, new, base, or 17 names
    pairs: str = "rulebook"
    nobles: bool = False
    nobles_drafted: bool = False
    all_colonists: bool = False
    buccaneer: bool = False
    kidnapped: str = "alone"  # or all
    festival: bool = False

    def check(self, players: int) -> None:
        if players not in SET_UPS:
            raise ValueError(f"2 to 5 players, not {players}")
        if self.governor is not None and not 0 <= self.governor < players:
            raise ValueError(f"no such seat: {self.governor}")
        if isinstance(self.new_buildings, str) and self.new_buildings not in ("off", "draft", "random", *GIVEN):
            raise ValueError(f"no such way to choose buildings: {self.new_buildings}")
        if self.pairs not in BARRED_PAIRS:
            raise ValueError(f"no such choice of pairs: {self.pairs}")
        if self.kidnapped not in ("alone", "all"):
            raise ValueError(f"a kidnapped role is played alone or by all, not {self.kidnapped}")


# ----------------------------------------------------------------------------------------------------------------------
# Which buildings are in
# ----------------------------------------------------------------------------------------------------------------------

# The board's spaces for violet buildings, by cost.
SPACES = {1: 1, 2: 2, 3: 1, 4: 1, 5: 2, 6: 1, 7: 1, 8: 2, 9: 1, 10: 5}

HACIENDA_PAIR = ("hacienda", "forest-house")
OFFICE_PAIR = ("office", "trading-post")
FACTORY_PAIR = ("factory", "specialty-factory")
VILLA_PAIR = ("villa", "jeweler")
# Kinds that are never both in the game.
BARRED_PAIRS = {
    "free": [],
    "rulebook": [HACIENDA_PAIR],
    "advised": [HACIENDA_PAIR, OFFICE_PAIR],
    "club": [HACIENDA_PAIR, OFFICE_PAIR, FACTORY_PAIR, VILLA_PAIR],
}

BASE_VIOLET = [name for name, building in BASE_BUILDINGS.items() if building.violet]
# Selections with a name.
GIVEN = {
    "base": BASE_VIOLET,
    "new": [*NEW_BUILDINGS, "guild-hall", "customs-house", "city-hall"],
}


class Selection:
    """The kinds named so far for the spaces of the board."""

    def __init__(self, candidates: list[str], costs: dict[str, int], barred: list[tuple[str, str]]) -> None:
        self.candidates = candidates
        self.costs = costs
        self.barred = barred
        self.named: list[str] = []

    def possible(self) -> list[str]:
        return [name for name in self.candidates if self.why_not(name) is None]

    def why_not(self, name: str) -> str | None:
        """Why a kind cannot be named now."""
        if name not in self.candidates:
            return f"{name} is no candidate"
        if name in self.named:
            return f"{name} is named already"
        cost = self.costs[name]
        if sum(1 for other in self.named if self.costs[other] == cost) == SPACES[cost]:
            return f"no space of cost {cost} is left for {name}"
        for one, other in self.barred:
            if (name == one and other in self.named) or (name == other and one in self.named):
                return f"{one} and {other} are never both in the game"
        return None

    def choices(self, cost: int) -> list[tuple[str, ...]]:
        """What may fill all spaces of a cost, beside what is named already."""
        of_this_cost = [name for name in self.possible() if self.costs[name] == cost]
        return [
            choice
            for choice in combinations(of_this_cost, SPACES[cost])
            if not any(one in choice and other in choice for one, other in self.barred)
        ]

    def check(self, names: Sequence[str]) -> None:
        """Name all these kinds; refuse, with the reason, if they do not fill the board."""
        for name in names:
            reason = self.why_not(name)
            if reason is not None:
                raise ValueError(reason)
            self.named.append(name)
        if len(self.named) < sum(SPACES.values()):
            empty = [cost for cost, spaces in SPACES.items() if len(self.of_cost(cost)) < spaces]
            raise ValueError(f"a space of cost {empty[0]} is left empty")

    def of_cost(self, cost: int) -> list[str]:
        return [name for name in self.named if self.costs[name] == cost]


# ----------------------------------------------------------------------------------------------------------------------
# The table
# ----------------------------------------------------------------------------------------------------------------------


class Table:
    """Everything that lies on the table, and how it gets there."""

    def __init__(self, players: int, below: Callable[[int], int], options: Options) -> None:
        options.check(players)
        self.options = options
        self.below = below
        self.number_of_players = players
        self.set_up = SET_UPS[players]
        two_players = players == 2

        self.round = 1
        self.chooser: int | None = None
        self.alone = False  # whether the chooser plays a kidnapped role alone
        self.library_doubles = False  # two players: whether the library was called upon for this role
        self.end_reasons: set[str] = set()
        self.governor = below(players) if options.governor is None else options.governor

        self.costs = {name: building.cost for name, building in BUILDINGS.items()}
        if options.swap:
            self.costs["factory"] = 8
            self.costs["university"] = 7

        self.roles = {role: RoleCard() for role in self.set_up.roles}
        if options.buccaneer:
            self.roles[BUCCANEER] = RoleCard()
        self.portrait: int | None = None
        self.kidnapped: Kidnapping | None = None
        self.festival: Festival | None = None

        self.goods = dict(TWO_PLAYER_BARRELS if two_players else ALL_BARRELS)
        self.trading_house = none_of_each(GOODS)
        self.ships = [CargoShip(capacity) for capacity in self.set_up.cargo_ships]
        self.colonist_supply = ALL_COLONISTS - players if options.all_colonists else self.set_up.colonists
        self.colonist_ship = players
        self.noble_supply = 0
        self.noble_ship = 0
        if options.nobles:
            # A noble in place of a colonist, who stays in the supply.
            self.colonist_supply += 1
            self.colonist_ship -= 1
            self.noble_supply = ALL_NOBLES - 1
            self.noble_ship = 1
        self.point_pool = self.set_up.victory_points

        self.quarries = TWO_PLAYER_QUARRIES if two_players else ALL_QUARRIES
        self.face_down = dict(TWO_PLAYER_PLANTATIONS if two_players else ALL_PLANTATIONS)
        self.face_up = none_of_each(PLANTATIONS)
        self.discards = none_of_each(PLANTATIONS)
        self.drawn_tile: str | None = None  # seen, and not yet placed

        self.players = [Player(doubloons=self.set_up.doubloons) for _ in range(players)]
        self.deal_starting_tiles(options.corn_start)
        self.lay_out_buildings()

    def clockwise_from(self, seat: int) -> list[int]:
        """Every seat once, beginning with the given one."""
        return [(seat + step) % self.number_of_players for step in range(self.number_of_players)]

    def deal_starting_tiles(self, corn_start: bool) -> None:
        # The governor gets the first tile of the list, the others follow clockwise. The tiles carry no colonist.
        for seat, tile in zip(self.clockwise_from(self.governor), self.set_up.starting_tiles, strict=True):
            self.face_down[tile] -= 1
            self.players[seat].tiles[tile] += 1
            if corn_start and tile == "corn":
                self.players[seat].doubloons -= 1

    # ------------------------------------------------------------------------------------------------------------------
    # Buildings
    # ------------------------------------------------------------------------------------------------------------------

    def lay_out_buildings(self) -> None:
        """Put out all that needs neither chance nor a draft."""
        options = self.options
        selected = options.new_buildings != "off"
        barred = BARRED_PAIRS[options.pairs]
        candidates = [*BASE_VIOLET, *NEW_BUILDINGS]

        self.buildings: dict[str, int] = {}
        self.put_out(PRODUCTION_BUILDINGS)
        if options.nobles:
            if options.nobles_drafted and selected:
                candidates += NOBLES_BUILDINGS
            else:
                # They are in besides the others. Of a barred pair among them the second stays away.
                left_out = VILLA_PAIR[1] if VILLA_PAIR in barred else None
                self.put_out([name for name in NOBLES_BUILDINGS if name != left_out])

        candidates.sort(key=list(BUILDINGS).index)
        self.selection = Selection(candidates, self.costs, barred)
        if not selected:
            self.put_out(BASE_VIOLET)
        elif options.new_buildings not in ("draft", "random"):
            names = options.new_buildings
            self.selection.check(GIVEN[names] if isinstance(names, str) else names)
            self.put_out(self.selection.named)

    def put_out(self, names: Sequence[str]) -> None:
        for name in names:
            self.buildings[name] = copies_of(name, self.number_of_players)

    def select_buildings(self) -> Play:
        if self.options.new_buildings == "random":
            for cost in SPACES:
                choices = self.selection.choices(cost)
                self.selection.named += choices[self.below(len(choices))]
            self.put_out(self.selection.named)
        elif self.options.new_buildings == "draft":
            # From the governor clockwise, one kind at a time, until every space is taken.
            for seat in cycle(self.clockwise_from(self.governor)):
                possible = self.selection.possible()
                if not possible:
                    return
                text = yield Decision("draft", seat, ["draft:" + name for name in possible])
                name = text.removeprefix("draft:")
                self.selection.named.append(name)
                self.put_out([name])

    # ------------------------------------------------------------------------------------------------------------------
    # Festival
    # ------------------------------------------------------------------------------------------------------------------

    def draw_festival(self) -> None:
        """Draw the three goals; their pieces are locked until the goal is met."""
        plantation = PLANTATIONS[self.below(len(PLANTATIONS))]
        self.face_down[plantation] -= 1

        heap = dict.fromkeys(GOODS, FESTIVAL_BARRELS_OF_EACH)
        goods: dict[str, int] = {}
        for _ in range(FESTIVAL_BARRELS):
            good = self.draw_from(heap)
            goods[good] = goods.get(good, 0) + 1
            self.goods[good] -= 1

        left_out = FESTIVAL_LEFT_OUT.get(plantation)
        kinds = [
            name
            for name, building in BUILDINGS.items()
            if name in self.buildings and building.column == FESTIVAL_COLUMN and name != left_out
        ]
        building = kinds[self.below(len(kinds))]
        if self.festival_locks_the_building():
            self.buildings[building] -= 1
        self.festival = Festival(plantation, goods, building)

    def festival_locks_the_building(self) -> bool:
        # With two players it may be the only copy: it stays on sale.
        return self.number_of_players > 2

    # ------------------------------------------------------------------------------------------------------------------
    # Plantation tiles
    # ------------------------------------------------------------------------------------------------------------------

    def draw_from(self, heap: dict[str, int]) -> str:
        """Draw a piece from a heap that is counted kind by kind."""
        number = self.below(sum(heap.values()))
        for kind in heap:
            if number < heap[kind]:
                heap[kind] -= 1
                return kind
            number -= heap[kind]
        raise ValueError("below(n) must give a number from 0 to n - 1")

    def tile_can_be_drawn(self) -> bool:
        return sum(self.face_down.values()) + sum(self.discards.values()) > 0

    def draw_tile(self) -> str | None:
        """Draw a face-down tile; the discards come back only when a tile is wanted and none is face down."""
        if sum(self.face_down.values()) == 0:
            for kind in PLANTATIONS:
                self.face_down[kind] += self.discards[kind]
                self.discards[kind] = 0
        if sum(self.face_down.values()) == 0:
            return None
        return self.draw_from(self.face_down)

    def draw_face_up_tiles(self) -> None:
        # One more than there are players; fewer when even the discards are used up.
        for _ in range(self.number_of_players + 1):
            tile = self.draw_tile()
            if tile is not None:
                self.face_up[tile] += 1

    # ------------------------------------------------------------------------------------------------------------------
    # What several roles share
    # ------------------------------------------------------------------------------------------------------------------

    def seats_from(self, chooser: int) -> list[int]:
        """The seats that act in a phase: all, or the one that plays a kidnapped role alone."""
        return [chooser] if self.alone else self.clockwise_from(chooser)

    def library_works(self, seat: int) -> bool:
        called_upon = self.number_of_players > 2 or self.library_doubles
        return seat == self.chooser and called_upon and self.players[seat].uses("library")

    def privilege(self, seat: int) -> int:
        """How often a seat has the privilege of the role being played: the chooser once, with the library twice."""
        if seat != self.chooser:
            return 0
        return 2 if self.library_works(seat) else 1

    def give_points(self, player: Player, points: int) -> None:
        # When the chips do not suffice the rest is noted on paper and counts as well.
        player.points += points
        self.point_pool = max(self.point_pool - points, 0)
        if self.point_pool == 0:
            self.end_reasons.add("victory-points")

    def single_colonist_available(self) -> bool:
        return self.colonist_supply > 0 or self.colonist_ship > 0

    def take_single_colonist(self) -> None:
        """For hospice and university: from the supply, and only when that is empty from the ship. Never a noble."""
        if self.colonist_supply > 0:
            self.colonist_supply -= 1
        else:
            self.colonist_ship -= 1

    # ------------------------------------------------------------------------------------------------------------------
    # Guests
    # ------------------------------------------------------------------------------------------------------------------

    def guest_moves(self, seat: int, places: list[str]) -> list[str]:
        """The moves of a guest to an empty circle of one of these places."""
        player = self.players[seat]
        if not player.uses("guest-house"):
            return []
        return ["guest:" + place for place in places if player.free_circles(place) > 0]

    def move_guest(self, seat: int, text: str) -> Play:
        player = self.players[seat]
        noble = player.has_noble_on("guest-house")
        if noble and player.has_colonist_on("guest-house"):
            answer = yield Decision("guest_is", seat, ["guest-is:colonist", "guest-is:noble"])
            noble = answer == "guest-is:noble"
        player.take_person_from("guest-house", noble)
        player.put_person_on(text.removeprefix("guest:"), noble)

    def ask_guests(self, seat: int, places: list[str]) -> Play:
        """A question of its own: guests may move to these places, one after the other."""
        while moves := self.guest_moves(seat, places):
            text = yield Decision("guest", seat, [*moves, "pass"])
            if text == "pass":
                return
            yield from self.move_guest(seat, text)

    def library_for_guests(self, seat: int) -> list[str]:
        """The library as a place for guests in the middle of a role; two players decide when the role is taken."""
        return ["library"] if seat == self.chooser and self.number_of_players > 2 else []

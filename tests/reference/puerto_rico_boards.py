"""Puerto Rico's pieces that change during the game, and what a question is."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from .puerto_rico_tables import (
    BUILDINGS,
    CITY_SPACES,
    GOODS,
    ISLAND_SPACES,
    ISLAND_TILES,
    NOBLES_TRACKED,
    PLACES,
    PLANTATIONS,
)


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
class Kidnapping:
    """A role card that lies before the buccaneer, and whether somebody has taken it since."""

    role: str
    by: int
    paid: bool = False


@dataclass
class Festival:
    """The festival's three goals, and who has met them."""

    plantation: str
    goods: dict[str, int]
    building: str
    plantation_met: int | None = None
    goods_met: int | None = None
    building_met: int | None = None


@dataclass
class Player:
    """A player board: windrose, island, city and San Juan. A person is a colonist or a noble."""

    doubloons: int = 0
    points: int = 0  # victory point chips and points noted on paper
    goods: dict[str, int] = field(default_factory=lambda: none_of_each(GOODS))
    tiles: dict[str, int] = field(default_factory=lambda: none_of_each(ISLAND_TILES))
    tile_persons: dict[str, int] = field(default_factory=lambda: none_of_each(ISLAND_TILES))
    forests: dict[str, int] = field(default_factory=lambda: none_of_each(PLANTATIONS))  # by the kind underneath
    city: dict[str, int] = field(default_factory=dict)  # building -> persons on it
    san_juan: int = 0
    nobles: int = 0  # among all persons
    nobles_in: dict[str, int] = field(default_factory=dict)  # known to stand there: dual buildings and guest house
    library_used: bool = False  # this round, with two players

    def island_spaces(self) -> int:
        """Spaces that are still empty."""
        return ISLAND_SPACES - sum(self.tiles.values()) - self.all_forests()

    def island_is_full(self) -> bool:
        return self.island_spaces() == 0

    def all_forests(self) -> int:
        return sum(self.forests.values())

    def free_city_spaces(self) -> int:
        return CITY_SPACES - sum(BUILDINGS[building].spaces for building in self.city)

    def uses(self, building: str) -> bool:
        """A building works only with a person on it."""
        return self.city.get(building, 0) > 0

    def has_noble_on(self, building: str) -> bool:
        return self.nobles_in.get(building, 0) > 0

    def has_colonist_on(self, building: str) -> bool:
        return self.city.get(building, 0) > self.nobles_in.get(building, 0)

    def barrels(self) -> int:
        return sum(self.goods.values())

    def kinds_owned(self) -> list[str]:
        return [good for good in GOODS if self.goods[good] > 0]

    def persons(self) -> int:
        return sum(self.tile_persons.values()) + sum(self.city.values()) + self.san_juan

    def persons_on(self, place: str) -> int:
        if place == "san-juan":
            return self.san_juan
        return self.tile_persons[place] if place in ISLAND_TILES else self.city.get(place, 0)

    def free_circles(self, place: str) -> int:
        """Empty circles on a building, or on all tiles of one kind (every tile has a single circle)."""
        if place in ISLAND_TILES:
            return self.tiles[place] - self.tile_persons[place]
        if place in self.city:
            return BUILDINGS[place].circles - self.city[place]
        return 0

    def free_building_circles(self) -> int:
        return sum(self.free_circles(building) for building in self.city)

    def take_building(self, name: str) -> None:
        self.city[name] = 0
        if name in NOBLES_TRACKED:
            self.nobles_in[name] = 0

    def put_person_on(self, place: str, noble: bool = False) -> None:
        if place == "san-juan":
            self.san_juan += 1
        elif place in ISLAND_TILES:
            self.tile_persons[place] += 1
        else:
            self.city[place] += 1
        if noble and place in NOBLES_TRACKED:
            self.nobles_in[place] += 1

    def take_person_from(self, place: str, noble: bool = False) -> None:
        if place == "san-juan":
            self.san_juan -= 1
        elif place in ISLAND_TILES:
            self.tile_persons[place] -= 1
        else:
            self.city[place] -= 1
        if noble and place in NOBLES_TRACKED:
            self.nobles_in[place] -= 1

    def lift_all_persons(self) -> None:
        """Take everybody in hand; those in hand are counted in San Juan."""
        self.san_juan = self.persons()
        self.tile_persons = none_of_each(ISLAND_TILES)
        for building in self.city:
            self.city[building] = 0
        for building in self.nobles_in:
            self.nobles_in[building] = 0

    def discard_tile(self, kind: str) -> None:
        """Give up a tile, an unoccupied one if there is one; the person on it goes to San Juan."""
        self.tiles[kind] -= 1
        if self.tile_persons[kind] > self.tiles[kind]:
            self.tile_persons[kind] -= 1
            self.san_juan += 1

    def places_of(self, noble: bool) -> list[str]:
        """Where a noble (or a colonist) can stand, as far as is known of the persons on this board."""
        nobles_elsewhere = self.nobles - sum(self.nobles_in.values())
        persons_elsewhere = self.persons() - sum(self.city[building] for building in self.nobles_in)
        elsewhere = nobles_elsewhere if noble else persons_elsewhere - nobles_elsewhere
        places = []
        for place in [*PLACES, "san-juan"]:
            if place in self.nobles_in:
                known = self.has_noble_on(place) if noble else self.has_colonist_on(place)
            else:
                known = elsewhere > 0
            if known and self.persons_on(place) > 0:
                places.append(place)
        return places


@dataclass(frozen=True)
class Decision:
    """Something a seat is asked: which row of the table of decisions, who, and what may be answered."""

    kind: str
    seat: int
    texts: list[str]


# A part of the game that asks for decisions: yields Decision, is sent the chosen text.
Play = Generator[Decision, str, None]
# The same, with an answer to whoever started it.
PlayAndTell = Generator[Decision, str, bool]

"""Puerto Rico's settler, mayor and builder."""

from __future__ import annotations

from itertools import cycle

from .puerto_rico_boards import Decision, Play, Player
from .puerto_rico_setup import Table
from .puerto_rico_tables import (
    BUILDINGS,
    DUAL_BUILDINGS,
    FESTIVAL_REWARD,
    FESTIVAL_TILES,
    PLACES,
    PLANTATIONS,
    QUARRY,
)


class Settler(Table):
    """Tiles for the island, and what is discarded from it."""

    def settler_phase(self, settler: int) -> Play:
        for seat in self.seats_from(settler):
            yield from self.settler_turn(seat)
        yield from self.second_tile(settler)
        for seat in self.seats_from(settler):
            yield from self.hunting_lodge(seat)
        # Whatever nobody took is discarded before the new tiles are drawn.
        for kind in PLANTATIONS:
            self.discards[kind] += self.face_up[kind]
            self.face_up[kind] = 0
        self.draw_face_up_tiles()

    def settler_turn(self, seat: int) -> Play:
        player = self.players[seat]
        hacienda_used = False
        while not player.island_is_full():
            texts = self.tiles_to_settle(player, privilege=seat == self.chooser)
            # The face-down tile comes before the normal turn, so at most once and never after a settle.
            if player.uses("hacienda") and not hacienda_used and self.tile_can_be_drawn():
                texts.append("hacienda")
            texts += self.guest_moves(seat, self.places_for_settling(seat, hacienda_used))
            if not texts:
                return
            text = yield Decision("settler", seat, [*texts, "pass"])
            if text == "pass":
                return
            if text.startswith("guest:"):
                yield from self.move_guest(seat, text)
            elif text == "hacienda":
                # It must be placed, and it never brings a hospice colonist.
                hacienda_used = True
                yield from self.place_drawn_tile(seat)
            else:
                self.settle(seat, text)
                yield from self.hospice(seat, text)
                return

    def places_for_settling(self, seat: int, hacienda_used: bool) -> list[str]:
        places = self.places_for_one_tile(privilege=seat == self.chooser) + self.library_for_guests(seat)
        if not hacienda_used and self.tile_can_be_drawn():
            places.append("hacienda")
        if self.single_colonist_available():
            places.append("hospice")
        return places

    def places_for_one_tile(self, privilege: bool) -> list[str]:
        """Where a guest makes more tiles possible."""
        places = []
        if self.quarries > 0 and not privilege:
            places.append("construction-hut")
        if sum(self.face_up.values()) > 0:
            places.append("forest-house")
        return places

    def tiles_to_settle(self, player: Player, privilege: bool) -> list[str]:
        face_up = [kind for kind in PLANTATIONS if self.face_up[kind] > 0]
        texts = ["settle:" + kind for kind in face_up]
        if self.quarries > 0 and (privilege or player.uses("construction-hut")):
            texts.append("settle:" + QUARRY)
        if player.uses("forest-house"):
            texts += ["settle:forest-" + kind for kind in face_up]
        return texts

    def settle(self, seat: int, text: str) -> None:
        tile = text.removeprefix("settle:")
        if tile == QUARRY:
            self.quarries -= 1
            self.players[seat].tiles[QUARRY] += 1
            return
        kind = tile.removeprefix("forest-")
        self.face_up[kind] -= 1
        self.place_tile(seat, kind, as_forest=tile != kind)

    def place_tile(self, seat: int, kind: str, as_forest: bool) -> None:
        player = self.players[seat]
        if as_forest:
            player.forests[kind] += 1
        else:
            player.tiles[kind] += 1
        self.check_festival_plantation(seat)

    def check_festival_plantation(self, seat: int) -> None:
        # Face-up tiles only, occupied or not. As many colonists as the supply has.
        festival = self.festival
        if festival is None or festival.plantation_met is not None:
            return
        player = self.players[seat]
        if player.tiles[festival.plantation] >= FESTIVAL_TILES:
            festival.plantation_met = seat
            self.discards[festival.plantation] += 1
            colonists = min(FESTIVAL_REWARD, self.colonist_supply)
            self.colonist_supply -= colonists
            player.san_juan += colonists

    def place_drawn_tile(self, seat: int) -> Play:
        """Hacienda and land office: draw a face-down tile; a forest house may lay it face down again, as a forest."""
        self.drawn_tile = self.draw_tile()
        assert self.drawn_tile is not None
        text = "pass"
        if self.players[seat].uses("forest-house"):
            text = yield Decision("drawn_tile", seat, ["forest", "pass"])
        kind, self.drawn_tile = self.drawn_tile, None
        self.place_tile(seat, kind, as_forest=text == "forest")

    def hospice(self, seat: int, settled: str) -> Play:
        player = self.players[seat]
        if player.uses("hospice") and self.single_colonist_available():
            text = yield Decision("hospice", seat, ["hospice", "pass"])
            if text == "hospice":
                self.take_single_colonist()
                tile = settled.removeprefix("settle:")
                # A forest has no circle.
                player.put_person_on("san-juan" if tile.startswith("forest-") else tile)

    def second_tile(self, settler: int) -> Play:
        """The library's: no quarry by privilege this time, and no hospice colonist."""
        if not self.library_works(settler):
            return
        player = self.players[settler]
        while not player.island_is_full():
            texts = self.tiles_to_settle(player, privilege=False)
            texts += self.guest_moves(settler, self.places_for_one_tile(privilege=False))
            if not texts:
                return
            text = yield Decision("second_tile", settler, [*texts, "pass"])
            if text == "pass":
                return
            if text.startswith("guest:"):
                yield from self.move_guest(settler, text)
            else:
                self.settle(settler, text)
                return

    def hunting_lodge(self, seat: int) -> Play:
        player = self.players[seat]
        if moves := self.guest_moves(seat, ["hunting-lodge"]):
            text = yield Decision("hunting_lodge", seat, [*moves, "pass"])
            if text != "pass":
                yield from self.move_guest(seat, text)
        if player.has_noble_on("hunting-lodge"):
            others = [other for other in self.players if other is not player]
            if all(player.island_spaces() > other.island_spaces() for other in others):
                self.give_points(player, 2)
        elif player.has_colonist_on("hunting-lodge"):
            if texts := self.tiles_to_discard(player):
                text = yield Decision("hunting_lodge", seat, [*texts, "pass"])
                if text != "pass":
                    self.discard(player, text)

    def tiles_to_discard(self, player: Player) -> list[str]:
        texts = ["discard:" + kind for kind in PLANTATIONS if player.tiles[kind] > 0]
        if player.all_forests() > 0:
            texts.append("discard:forest")
        return texts

    def discard(self, player: Player, text: str) -> None:
        kind = text.removeprefix("discard:")
        if kind == "forest":
            # Forests look alike; of those there are the kind that comes first goes.
            kind = next(kind for kind in PLANTATIONS if player.forests[kind] > 0)
            player.forests[kind] -= 1
        else:
            player.discard_tile(kind)
        self.discards[kind] += 1


class Mayor(Settler):
    """Persons: colonists and nobles."""

    def mayor_phase(self, mayor: int) -> Play:
        seats = self.seats_from(mayor)
        yield from self.mayor_privilege(mayor)
        for seat in seats:
            self.villa(self.players[seat])
        yield from self.deal_out_ship(seats)
        for seat in seats:
            yield from self.place_persons(seat)
            yield from self.place_nobles(seat)
        self.refill_ship()

    def mayor_privilege(self, mayor: int) -> Play:
        # Colonists from the supply only, never from the ship.
        for _ in range(self.privilege(mayor)):
            if self.colonist_supply == 0:
                return
            text = yield Decision("mayor", mayor, ["privilege:colonist", "pass"])
            if text == "pass":
                return
            self.colonist_supply -= 1
            self.players[mayor].san_juan += 1

    def villa(self, player: Player) -> None:
        if not player.uses("villa"):
            return
        if self.noble_supply > 0:
            self.noble_supply -= 1
            player.nobles += 1
            player.san_juan += 1
        elif self.colonist_supply > 0:
            self.colonist_supply -= 1
            player.san_juan += 1

    def deal_out_ship(self, seats: list[int]) -> Play:
        # One person at a time. Whoever gets them all has nothing to choose.
        for seat in cycle(seats):
            if self.persons_aboard() == 0:
                return
            noble = self.colonist_ship == 0
            if self.colonist_ship > 0 and self.noble_ship > 0 and len(seats) > 1:
                text = yield Decision("ship", seat, ["take:colonist", "take:noble"])
                noble = text == "take:noble"
            self.take_from_ship(noble)
            self.players[seat].san_juan += 1
            self.players[seat].nobles += noble

    def persons_aboard(self) -> int:
        return self.colonist_ship + self.noble_ship

    def take_from_ship(self, noble: bool) -> None:
        if noble:
            self.noble_ship -= 1
        else:
            self.colonist_ship -= 1

    def place_persons(self, seat: int) -> Play:
        player = self.players[seat]
        player.lift_all_persons()
        # Persons are alike here, so only one order is offered: never back to a place before that of the last one.
        first = 0
        while player.san_juan > 0:
            if player.san_juan >= self.circles_from(player, first):
                # Nothing to choose: no circle may stay empty while there are persons for it.
                self.fill_circles_from(player, first)
                return
            places = []
            for index in range(first, len(PLACES)):
                if player.free_circles(PLACES[index]) > 0 and self.circles_from(player, index) >= player.san_juan:
                    places.append(PLACES[index])
            text = yield Decision("place", seat, ["place:" + place for place in places])
            place = text.removeprefix("place:")
            player.san_juan -= 1
            player.put_person_on(place)
            first = PLACES.index(place)

    def circles_from(self, player: Player, first: int) -> int:
        return sum(player.free_circles(place) for place in PLACES[first:])

    def fill_circles_from(self, player: Player, first: int) -> None:
        for place in PLACES[first:]:
            while player.free_circles(place) > 0:
                player.san_juan -= 1
                player.put_person_on(place)

    def place_nobles(self, seat: int) -> Play:
        """Who of those placed is a noble, where a rule asks for it."""
        player = self.players[seat]
        nobles = player.nobles
        colonists = player.persons() - nobles
        for building in DUAL_BUILDINGS:
            if not player.uses(building):
                continue
            noble = colonists == 0
            if nobles > 0 and colonists > 0:
                text = yield Decision("noble", seat, ["noble:" + building, "pass"])
                noble = text != "pass"
            player.nobles_in[building] = int(noble)
            nobles -= noble
            colonists -= not noble

        # The guests: no noble, one, or two. After the first colonist among them the others are colonists, too.
        guests = player.city.get("guest-house", 0)
        while guests > 0 and nobles > 0:
            if colonists > 0:
                texts = ["noble:guest-house"]
                if colonists >= guests:
                    texts.append("pass")
                text = yield Decision("noble", seat, texts)
                if text == "pass":
                    return
            player.nobles_in["guest-house"] += 1
            nobles -= 1
            guests -= 1

    def refill_ship(self) -> None:
        # One for each empty circle on buildings (the island does not count), at least one for each player.
        wanted = max(sum(player.free_building_circles() for player in self.players), self.number_of_players)
        # With nobles the game does not end for want of colonists.
        if not self.options.nobles and self.colonist_supply < wanted:
            self.end_reasons.add("colonists")
        nobles = min(1, self.noble_supply)
        colonists = min(wanted - nobles, self.colonist_supply)
        self.noble_supply -= nobles
        self.noble_ship += nobles
        self.colonist_supply -= colonists
        self.colonist_ship += colonists


class Builder(Mayor):
    """Buildings and their price."""

    def builder_phase(self, builder: int) -> Play:
        for seat in self.seats_from(builder):
            yield from self.builder_turn(seat)

    def builder_turn(self, seat: int) -> Play:
        player = self.players[seat]
        places = [QUARRY, "black-market", "church", "zoning-office", *self.library_for_guests(seat)]
        if self.single_colonist_available():
            places.append("university")
        while player.free_city_spaces() > 0:
            texts = ["build:" + name for name in BUILDINGS if self.can_build(seat, name)]
            texts += self.guest_moves(seat, places)
            if not texts:
                return
            text = yield Decision("builder", seat, [*texts, "pass"])
            if text == "pass":
                return
            if text.startswith("guest:"):
                yield from self.move_guest(seat, text)
            else:
                yield from self.build(seat, text.removeprefix("build:"))
                return

    def can_build(self, seat: int, name: str) -> bool:
        # Tiles may be moved within the city, so a large building only needs two free spaces anywhere.
        player = self.players[seat]
        return (
            self.buildings.get(name, 0) > 0
            and name not in player.city
            and BUILDINGS[name].spaces <= player.free_city_spaces()
            and self.cost_for(seat, name) <= player.doubloons + self.black_market_worth(player)
        )

    def cost_for(self, seat: int, name: str) -> int:
        player = self.players[seat]
        column = BUILDINGS[name].column
        cost = self.costs[name]
        cost -= min(player.tile_persons[QUARRY], column)
        cost -= self.privilege(seat)
        cost -= player.all_forests() // 2
        if column < 4 and player.has_colonist_on("zoning-office"):
            cost -= 1
        if column == 4 and player.has_noble_on("zoning-office"):
            cost -= 2
        return max(cost, 0)

    def build(self, seat: int, name: str) -> Play:
        player = self.players[seat]
        cost = self.cost_for(seat, name)
        # Whoever stands there when the price is worked out helps with this building, also if he then pays for it.
        church = player.uses("church")
        university = player.uses("university")

        short = max(cost - player.doubloons, 0)
        player.doubloons -= cost - short
        self.buildings[name] -= 1
        player.take_building(name)
        if player.free_city_spaces() == 0:
            self.end_reasons.add("city")

        yield from self.pay_on_black_market(seat, short)
        if church:
            self.church(player, name)
        self.check_festival_building(seat, name)
        if university:
            yield from self.university(seat, name)

    def church(self, player: Player, name: str) -> None:
        points = {1: 0, 2: 1, 3: 1, 4: 2}[BUILDINGS[name].column]
        if points > 0:
            self.give_points(player, points)

    def check_festival_building(self, seat: int, name: str) -> None:
        festival = self.festival
        if festival is None or festival.building_met is not None or name != festival.building:
            return
        festival.building_met = seat
        if self.festival_locks_the_building():
            self.buildings[name] += 1
        self.give_points(self.players[seat], FESTIVAL_REWARD)

    def university(self, seat: int, name: str) -> Play:
        player = self.players[seat]
        if player.free_circles(name) > 0 and self.single_colonist_available():
            text = yield Decision("university", seat, ["university", "pass"])
            if text == "university":
                self.take_single_colonist()
                player.put_person_on(name)

    # ------------------------------------------------------------------------------------------------------------------
    # Black market
    # ------------------------------------------------------------------------------------------------------------------

    def black_market_worth(self, player: Player) -> int:
        """What a player could give up instead of doubloons: a chip, a barrel and a person, each worth one."""
        if not player.uses("black-market"):
            return 0
        return (player.points > 0) + (player.barrels() > 0) + self.can_give_person(player)

    def can_give_person(self, player: Player) -> bool:
        return len(self.places_to_give_from(player, noble=False) + self.places_to_give_from(player, noble=True)) > 0

    def places_to_give_from(self, player: Player, noble: bool) -> list[str]:
        return [place for place in player.places_of(noble) if place != "black-market"]

    def pay_on_black_market(self, seat: int, short: int) -> Play:
        """Make up for the doubloons that are short; what comes later may be kept for later."""
        player = self.players[seat]
        if short > 0 and player.points > 0:
            later = (player.barrels() > 0) + self.can_give_person(player)
            text = yield Decision("pay_chip", seat, ["pay:vp"] + ["pass"] * (later >= short))
            if text == "pay:vp":
                player.points -= 1
                self.point_pool += 1
                short -= 1
        if short > 0 and player.barrels() > 0:
            later = int(self.can_give_person(player))
            texts = ["pay:" + good for good in player.kinds_owned()]
            text = yield Decision("pay_barrel", seat, texts + ["pass"] * (later >= short))
            if text != "pass":
                good = text.removeprefix("pay:")
                player.goods[good] -= 1
                self.goods[good] += 1
                short -= 1
        if short > 0:
            yield from self.pay_person(seat)

    def pay_person(self, seat: int) -> Play:
        player = self.players[seat]
        texts = []
        if self.places_to_give_from(player, noble=False):
            texts.append("pay:colonist")
        if self.places_to_give_from(player, noble=True):
            texts.append("pay:noble")
        text = yield Decision("pay_person", seat, texts)
        noble = text == "pay:noble"
        places = self.places_to_give_from(player, noble)
        text = yield Decision("pay_from", seat, ["from:" + place for place in places])
        player.take_person_from(text.removeprefix("from:"), noble)
        if noble:
            player.nobles -= 1
            self.noble_supply += 1
        else:
            self.colonist_supply += 1

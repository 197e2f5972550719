"""Puerto Rico's craftsman, trader and captain."""

from __future__ import annotations

from itertools import cycle

from .puerto_rico_boards import CargoShip, Decision, Play, PlayAndTell, Player, none_of_each
from .puerto_rico_land import Builder
from .puerto_rico_tables import (
    AQUEDUCT_PLANTS,
    FACTORY_INCOME,
    FESTIVAL_REWARD,
    GOODS,
    MAKERS,
    PRICES,
    TRADING_HOUSE_SPACES,
)


class Craftsman(Builder):
    """Barrels from the supply."""

    def craftsman_phase(self, craftsman: int) -> Play:
        seats = self.seats_from(craftsman)
        # What each seat gets in this phase, and which kinds the craftsman makes himself.
        self.barrels_got = [none_of_each(GOODS) for _ in self.players]
        kinds_of_craftsman: list[str] = []
        for seat in seats:
            yield from self.ask_guests(seat, self.places_before_production(seat))
            kinds = self.produce(seat)
            if seat == craftsman:
                kinds_of_craftsman = kinds
        yield from self.craftsman_privilege(craftsman, kinds_of_craftsman)
        for seat in seats:
            self.specialty_factory(seat)

    def places_before_production(self, seat: int) -> list[str]:
        player = self.players[seat]
        places = ["corn", "factory", "specialty-factory", "chapel", *self.library_for_guests(seat)]
        for good, makers in MAKERS.items():
            if player.tiles[good] > 0 and any(maker in player.city for maker in makers):
                places += [good, *makers]
        if any(plant in player.city for plant in AQUEDUCT_PLANTS.values()):
            places.append("aqueduct")
        if player.nobles > 0:
            places.append("jeweler")
        return places

    def produce(self, seat: int) -> list[str]:
        """Give the goods the seat makes and the supply still has, and all that comes with it; the kinds made."""
        player = self.players[seat]
        for good in GOODS:
            self.give_barrels(seat, good, self.production_ability(player, good))
        kinds = [good for good in GOODS if self.barrels_got[seat][good] > 0]
        if player.uses("aqueduct"):
            for good, plant in AQUEDUCT_PLANTS.items():
                if good in kinds and player.uses(plant):
                    self.give_barrels(seat, good, 1)
        self.check_festival_goods(seat)

        if player.uses("factory"):
            player.doubloons += FACTORY_INCOME[len(kinds)]
        if player.has_noble_on("chapel"):
            self.give_points(player, 1)
        elif player.has_colonist_on("chapel"):
            player.doubloons += 1
        if player.uses("jeweler"):
            player.doubloons += player.nobles
        return kinds

    def production_ability(self, player: Player, good: str) -> int:
        occupied_plantations = player.tile_persons[good]
        if good == "corn":
            return occupied_plantations
        workers = sum(player.city.get(building, 0) for building in MAKERS[good])
        return min(occupied_plantations, workers)

    def give_barrels(self, seat: int, good: str, wanted: int) -> None:
        amount = min(wanted, self.goods[good])
        self.goods[good] -= amount
        self.players[seat].goods[good] += amount
        self.barrels_got[seat][good] += amount

    def check_festival_goods(self, seat: int) -> None:
        festival = self.festival
        if festival is None or festival.goods_met is not None:
            return
        if all(self.barrels_got[seat][good] >= wanted for good, wanted in festival.goods.items()):
            festival.goods_met = seat
            for good, barrels in festival.goods.items():
                self.goods[good] += barrels
            self.players[seat].doubloons += FESTIVAL_REWARD

    def craftsman_privilege(self, craftsman: int, kinds: list[str]) -> Play:
        # One more of a kind just produced, after everybody had theirs. The factory does not count it.
        for _ in range(self.privilege(craftsman)):
            in_supply = [good for good in kinds if self.goods[good] > 0]
            if not in_supply:
                return
            text = yield Decision("craftsman", craftsman, ["privilege:" + good for good in in_supply] + ["pass"])
            if text == "pass":
                return
            self.give_barrels(craftsman, text.removeprefix("privilege:"), 1)
            self.check_festival_goods(craftsman)

    def specialty_factory(self, seat: int) -> None:
        player = self.players[seat]
        if player.uses("specialty-factory"):
            most = max(self.barrels_got[seat][good] for good in GOODS if good != "corn")
            player.doubloons += max(most - 1, 0)


class Trader(Craftsman):
    """Sales, and the land office."""

    def trader_phase(self, trader: int) -> Play:
        for seat in self.seats_from(trader):
            yield from self.trader_turn(seat)
        # With fewer than four barrels the house keeps them for the next trader phase.
        if self.trading_house_is_full():
            self.empty_trading_house()

    def trading_house_is_full(self) -> bool:
        return sum(self.trading_house.values()) == TRADING_HOUSE_SPACES

    def empty_trading_house(self) -> None:
        for good in GOODS:
            self.goods[good] += self.trading_house[good]
            self.trading_house[good] = 0

    def trader_turn(self, seat: int) -> Play:
        player = self.players[seat]
        sold = False
        office_used = False
        while True:
            texts: list[str] = []
            places: list[str] = []
            if not sold and player.barrels() > 0:
                texts += self.sales(player)
                places += ["trading-post", *self.library_for_guests(seat)]
                if not self.trading_house_is_full():
                    places += ["small-market", "large-market", "office"]
            if not office_used:
                texts += self.land_office_actions(player)
                places.append("land-office")
                if player.has_colonist_on("land-office"):
                    places.append("forest-house")
            texts += self.guest_moves(seat, places)
            if not texts:
                return
            text = yield Decision("trader", seat, [*texts, "pass"])
            if text == "pass":
                return
            if text.startswith("guest:"):
                yield from self.move_guest(seat, text)
            elif text == "land-office":
                office_used = True
                player.doubloons -= 1
                yield from self.place_drawn_tile(seat)
            elif text.startswith("discard:"):
                office_used = True
                self.discard(player, text)
                player.doubloons += 1
            else:
                sold = True
                self.sell(seat, text)

    def sales(self, player: Player) -> list[str]:
        texts = ["sell:" + good for good in player.kinds_owned() if self.can_sell(player, good)]
        if player.uses("trading-post"):
            texts += ["post:" + good for good in player.kinds_owned()]
        return texts

    def can_sell(self, player: Player, good: str) -> bool:
        # The office allows a kind that is already there, but makes no room in a full house.
        if self.trading_house_is_full():
            return False
        return self.trading_house[good] == 0 or player.uses("office")

    def sell(self, seat: int, text: str) -> None:
        player = self.players[seat]
        buyer, good = text.split(":")
        player.goods[good] -= 1
        player.doubloons += PRICES[good] + self.privilege(seat)
        if buyer == "post":
            # Straight to the supply, and no market has a share in it.
            self.goods[good] += 1
            return
        self.trading_house[good] += 1
        if player.uses("small-market"):
            player.doubloons += 1
        if player.uses("large-market"):
            player.doubloons += 2

    def land_office_actions(self, player: Player) -> list[str]:
        if player.has_noble_on("land-office"):
            return self.tiles_to_discard(player)
        if player.has_colonist_on("land-office"):
            if player.doubloons > 0 and not player.island_is_full() and self.tile_can_be_drawn():
                return ["land-office"]
        return []


class Captain(Trader):
    """Loading, and what stays on the windrose."""

    def captain_phase(self, captain: int) -> Play:
        if self.players[captain].uses("lighthouse"):
            self.players[captain].doubloons += 1
        yield from self.load_ships(captain)
        for seat in self.seats_from(captain):
            yield from self.store_goods(seat)
        self.unload_full_ships()

    def load_ships(self, captain: int) -> Play:
        self.captain_has_loaded = False
        self.wharf_used = [False for _ in self.players]
        self.small_wharf_used = [False for _ in self.players]
        seats = self.seats_from(captain)
        turns_without_load = 0
        for turn, seat in enumerate(cycle(seats)):
            # A whole lap without a load ends the phase. Then nobody can load a ship, and no wharf owner wants to.
            if turns_without_load == len(seats):
                return
            if turn < len(seats):
                yield from self.before_first_load(seat)
            loaded = yield from self.loading_turn(seat)
            turns_without_load = 0 if loaded else turns_without_load + 1

    def before_first_load(self, seat: int) -> Play:
        player = self.players[seat]
        if player.barrels() == 0:
            return
        yield from self.ask_guests(seat, ["union-hall"] + ["royal-supplier"] * (player.nobles > 0))
        if player.uses("union-hall"):
            pairs = sum(barrels // 2 for barrels in player.goods.values())
            if pairs > 0:
                self.give_points(player, pairs)
        if player.uses("royal-supplier"):
            yield from self.royal_supplier(seat)

    def royal_supplier(self, seat: int) -> Play:
        """A barrel to the court for each noble, no two of a kind. That is no load."""
        player = self.players[seat]
        given: list[str] = []
        while len(given) < player.nobles:
            later = self.kinds_after(player, given)
            if not later:
                return
            text = yield Decision("supplier", seat, ["supplier:" + good for good in later] + ["pass"])
            if text == "pass":
                return
            good = text.removeprefix("supplier:")
            player.goods[good] -= 1
            self.goods[good] += 1
            self.give_points(player, 1)
            given.append(good)

    def loading_turn(self, seat: int) -> PlayAndTell:
        """Whether the seat has loaded anything."""
        player = self.players[seat]
        while player.barrels() > 0:
            ship_texts = self.ship_loads(player)
            texts = ship_texts + self.wharf_loads(seat) + self.guest_moves(seat, self.places_for_loading(seat))
            if not texts:
                return False
            # Loading is a duty, the wharves a way to fulfil it. Nobody is made to use a building.
            text = yield Decision("captain", seat, texts + ["pass"] * (not ship_texts))
            if text == "pass":
                return False
            if text.startswith("guest:"):
                yield from self.move_guest(seat, text)
                continue
            if text.startswith("small-wharf:"):
                yield from self.load_small_wharf(seat, text)
            elif text.startswith("wharf:"):
                self.load_wharf(seat, text)
            else:
                self.load_ship(seat, text)
            return True
        return False

    def places_for_loading(self, seat: int) -> list[str]:
        places = ["harbor", "lighthouse"]
        if not self.wharf_used[seat]:
            places.append("wharf")
        if not self.small_wharf_used[seat]:
            places.append("small-wharf")
        if not self.captain_has_loaded:
            places += self.library_for_guests(seat)
        return places

    def ship_loads(self, player: Player) -> list[str]:
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
        texts = []
        if player.uses("wharf") and not self.wharf_used[seat]:
            texts += ["wharf:" + good for good in player.kinds_owned()]
        if player.uses("small-wharf") and not self.small_wharf_used[seat]:
            texts += ["small-wharf:" + good for good in player.kinds_owned()]
        return texts

    def load_ship(self, seat: int, text: str) -> None:
        player = self.players[seat]
        good, capacity = text.removeprefix("load:").split("@")
        ship = self.ship_of_capacity(int(capacity))
        loaded = min(player.goods[good], ship.room())
        ship.good = good
        ship.barrels += loaded
        player.goods[good] -= loaded
        self.reward_load(seat, loaded)

    def load_wharf(self, seat: int, text: str) -> None:
        # The imaginary ship takes all barrels of the kind, straight into the supply.
        player = self.players[seat]
        good = text.removeprefix("wharf:")
        loaded = player.goods[good]
        self.goods[good] += loaded
        player.goods[good] = 0
        self.wharf_used[seat] = True
        self.reward_load(seat, loaded)

    def load_small_wharf(self, seat: int, text: str) -> Play:
        # Any number of barrels of any kinds, straight into the supply. They are alike, so only one order is offered.
        player = self.players[seat]
        loaded = 0
        while text != "pass":
            good = text.removeprefix("small-wharf:")
            player.goods[good] -= 1
            self.goods[good] += 1
            loaded += 1
            more = [kind for kind in self.same_or_later(good) if player.goods[kind] > 0]
            if not more:
                break
            text = yield Decision("small_wharf", seat, ["small-wharf:" + kind for kind in more] + ["pass"])
        self.small_wharf_used[seat] = True
        self.reward_load(seat, loaded // 2)

    def reward_load(self, seat: int, points: int) -> None:
        player = self.players[seat]
        if player.uses("harbor"):
            points += 1
        if seat == self.chooser and not self.captain_has_loaded:
            points += self.privilege(seat)
            self.captain_has_loaded = True
        if player.uses("lighthouse"):
            player.doubloons += 1
        if points > 0:
            self.give_points(player, points)

    def ship_of_capacity(self, capacity: int) -> CargoShip:
        return next(ship for ship in self.ships if ship.capacity == capacity)

    # ------------------------------------------------------------------------------------------------------------------
    # Storage
    # ------------------------------------------------------------------------------------------------------------------

    def store_goods(self, seat: int) -> Play:
        player = self.players[seat]
        loose = dict(player.goods)  # neither stored nor kept so far
        stored: list[str] = []  # whole kinds, in the warehouses
        kept: list[str] = []  # single barrels, in the order of goods
        warehouses_closed = False
        places = ["small-warehouse", "large-warehouse", "storehouse"]
        while True:
            singles = 1 + 3 * player.uses("storehouse") - len(kept)
            open_kinds = self.same_or_later(kept[-1]) if kept else GOODS
            if sum(loose[good] for good in open_kinds) <= singles:
                for good in open_kinds:
                    loose[good] = 0
                break

            guests = self.guest_moves(seat, places)
            spaces = player.uses("small-warehouse") + 2 * player.uses("large-warehouse") - len(stored)
            later = self.kinds_after(player, stored)
            if spaces > 0 and later and not warehouses_closed:
                text = yield Decision("warehouse", seat, ["store:" + good for good in later] + guests + ["pass"])
            elif singles > 0:
                texts = ["keep:" + good for good in self.kinds_to_keep(loose, open_kinds, singles)]
                text = yield Decision("windrose", seat, texts + guests)
            else:
                break

            if text.startswith("guest:"):
                yield from self.move_guest(seat, text)
                continue
            # Guests come before the first answer. Warehouses are left for good by going on to the single barrels.
            places = []
            verb, _, good = text.partition(":")
            if verb == "store":
                stored.append(good)
                loose[good] = 0
            else:
                warehouses_closed = True
                if verb == "keep":
                    kept.append(good)
                    loose[good] -= 1
        for good, barrels in loose.items():
            player.goods[good] -= barrels
            self.goods[good] += barrels

    def kinds_to_keep(self, loose: dict[str, int], kinds: list[str], singles: int) -> list[str]:
        """Only so far that enough barrels are left from there on: nothing that can be kept is given up."""
        return [
            good
            for good in kinds
            if loose[good] > 0 and sum(loose[later] for later in self.same_or_later(good)) >= singles
        ]

    def same_or_later(self, good: str) -> list[str]:
        return GOODS[GOODS.index(good) :]

    def kinds_after(self, player: Player, used: list[str]) -> list[str]:
        """The player's kinds that come later in the order than the last one used."""
        if not used:
            return player.kinds_owned()
        return [good for good in player.kinds_owned() if GOODS.index(good) > GOODS.index(used[-1])]

    def unload_full_ships(self) -> None:
        for ship in self.ships:
            if ship.good is not None and ship.is_full():
                self.unload(ship)

    def unload(self, ship: CargoShip) -> None:
        """Put what a ship carries back into the supply."""
        if ship.good is not None:
            self.goods[ship.good] += ship.barrels
            ship.good = None
            ship.barrels = 0

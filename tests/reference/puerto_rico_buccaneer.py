"""Puerto Rico's buccaneer: piracy, plunder, raid and kidnapping."""

from __future__ import annotations

from .puerto_rico_boards import Decision, Kidnapping, Play
from .puerto_rico_goods import Captain
from .puerto_rico_tables import BUCCANEER, LOOT, PLACES


class Buccaneer(Captain):
    """Only the chooser acts, and does one of four things."""

    def buccaneer_phase(self, buccaneer: int) -> Play:
        texts = [f"piracy:{ship.capacity}" for ship in self.ships if ship.barrels > 0]
        if sum(self.trading_house.values()) > 0:
            texts.append("plunder")
        if self.persons_aboard() > self.number_of_players:
            texts.append("raid")
        texts += ["kidnap:" + role for role in self.cards_to_kidnap()]
        if not texts:
            return
        text = yield Decision("buccaneer", buccaneer, [*texts, "pass"])
        if text.startswith("piracy:"):
            yield from self.piracy(buccaneer, int(text.removeprefix("piracy:")))
        elif text == "plunder":
            self.plunder(buccaneer)
        elif text == "raid":
            yield from self.raid(buccaneer)
        elif text.startswith("kidnap:"):
            self.kidnap(buccaneer, text.removeprefix("kidnap:"))

    def piracy(self, buccaneer: int, capacity: int) -> Play:
        ship = self.ship_of_capacity(capacity)
        assert ship.good is not None
        texts = [f"loot:{barrels}" for barrels in range(min(LOOT, ship.barrels) + 1)]
        text = yield Decision("loot", buccaneer, texts)
        loot = int(text.removeprefix("loot:"))
        self.players[buccaneer].goods[ship.good] += loot
        ship.barrels -= loot
        self.unload(ship)

    def plunder(self, buccaneer: int) -> None:
        points = sum(self.trading_house.values())
        self.empty_trading_house()
        self.give_points(self.players[buccaneer], points)

    def raid(self, buccaneer: int) -> Play:
        """Cut the ship to one person for each player. Up to three are kept and placed at once, the others go."""
        player = self.players[buccaneer]
        for _ in range(LOOT):
            places = ["place:" + place for place in PLACES if player.free_circles(place) > 0]
            if self.persons_aboard() == self.number_of_players or not places:
                break
            noble = self.colonist_ship == 0
            if self.colonist_ship > 0 and self.noble_ship > 0:
                text = yield Decision("raid_take", buccaneer, ["take:colonist", "take:noble", "pass"])
                if text == "pass":
                    break
                noble = text == "take:noble"
                text = yield Decision("raid_place", buccaneer, places)
            else:
                text = yield Decision("raid_place", buccaneer, [*places, "pass"])
                if text == "pass":
                    break
            self.take_from_ship(noble)
            player.nobles += noble
            player.put_person_on(text.removeprefix("place:"), noble)
        yield from self.return_the_rest(buccaneer)

    def return_the_rest(self, buccaneer: int) -> Play:
        if self.persons_aboard() > self.number_of_players and self.noble_ship > 0 and self.colonist_ship > 0:
            text = yield Decision("raid_return", buccaneer, ["return:noble", "pass"])
            if text == "return:noble":
                self.noble_ship -= 1
                self.noble_supply += 1
        # There is never more than one noble aboard, so these are colonists.
        surplus = self.persons_aboard() - self.number_of_players
        self.colonist_ship -= surplus
        self.colonist_supply += surplus

    # ------------------------------------------------------------------------------------------------------------------
    # Kidnapping
    # ------------------------------------------------------------------------------------------------------------------

    def cards_to_kidnap(self) -> list[str]:
        return [role for role, card in self.roles.items() if card.taken_by is None and role != BUCCANEER]

    def kidnap(self, buccaneer: int, role: str) -> None:
        card = self.roles[role]
        self.players[buccaneer].doubloons += card.doubloons
        card.doubloons = 0
        self.kidnapped = Kidnapping(role, buccaneer)

    def is_kidnapped(self, role: str) -> bool:
        return self.kidnapped is not None and self.kidnapped.role == role

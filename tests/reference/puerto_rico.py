"""Puerto Rico for two to five players, with its four expansions, written to be checked against the rules line by line.

The game is a generator that reads like the rulebook: whenever a seat has something to decide it yields a Decision and
gets back the chosen text. The class PuertoRico drives it and plays forced actions by itself. The other modules:

- `puerto_rico_tables`: the components;
- `puerto_rico_boards`: player boards and other pieces that change;
- `puerto_rico_setup`: options, the choice of buildings, the festival's goals, and what all roles share (guests);
- `puerto_rico_land`: settler, mayor, builder;
- `puerto_rico_goods`: craftsman, trader, captain;
- `puerto_rico_buccaneer`: the buccaneer.

Which questions are asked, when and in which words, is in docs/decisions-puerto-rico.md. Read here what the rules of the
expansions and that page leave open:

Set-up
 1. The villa and the jeweler of `pairs: club` bar each other where nobles' buildings are drafted; where they are not,
    the jeweler stays away, also without the New Buildings.
 2. `nobles_drafted` means nothing without nobles, and nothing if `new_buildings` is off (nobles' buildings are all in).
    With `base`, `new` and a list it means that nobles' buildings are in only if the list names them.
 3. A list must respect `pairs`.
Guests
 4. There is no second tile with a full island, and so no guests for it. It is there only if the library is occupied
    when all others have had their turn.
 5. In storage nothing is asked if all barrels are kept as singles (one; with the storehouse four). Otherwise guests
    stand beside the first `store:` or `keep:`, also if the warehouses suffice for everything.
 6. A guest's move is no answer: after it the next guest may still move.
 7. At the game's end the guests are asked from the governor of the last round clockwise.
Nobles
 8. The person on the black market is colonist or noble as the numbers allow, like all in untracked places.
 9. The raid leaves a person aboard until it is placed. A noble placed on a dual building or in the guest house is
    known to be there.
Builder
10. A chip given up goes to the pool, also if the pool was empty before.
Captain
11. Each barrel for the small wharf goes to the supply with its action; points come when it sails.
Kidnapping
12. Two prospectors are one choice of role only if neither was kidnapped.
13. A kidnapped card is free (taken by nobody) until somebody takes it or it is played; when the kidnapper plays it, it
    is taken by him. It is played also in the last round.
14. The hunting lodge of who plays the settler alone compares with all islands.
15. Kidnapping and the library's use are cleared when the next round is prepared, so not at the game's end.
Festival
16. The plantation's reward comes from the supply, never from the ship.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from .puerto_rico_boards import Decision, Play, Player
from .puerto_rico_buccaneer import Buccaneer
from .puerto_rico_setup import Options
from .puerto_rico_tables import (
    BUCCANEER,
    BUILDINGS,
    CLOISTER_POINTS,
    ISLAND_SPACES,
    ISLAND_TILES,
    LARGE_BUILDINGS,
    LARGE_PRODUCTION_BUILDINGS,
    RANSOM,
    SMALL_PRODUCTION_BUILDINGS,
)


class PuertoRico(Buccaneer):
    """One game. legal() says what may be played, play() plays it."""

    def __init__(self, players: int, below: Callable[[int], int], **options: Any) -> None:
        super().__init__(players, below, Options(**options))
        self.over = False
        self.turn: int | None = None
        self.played: list[str] = []
        self.decision: Decision | None = None
        self.flow = self.whole_game()
        self.next_decision(None)
        self.play_forced_actions()

    # ------------------------------------------------------------------------------------------------------------------
    # Rounds and roles
    # ------------------------------------------------------------------------------------------------------------------

    def whole_game(self) -> Play:
        yield from self.select_buildings()
        if self.options.festival:
            self.draw_festival()
        self.draw_face_up_tiles()
        while True:
            yield from self.play_round()
            # A trigger lets the round be finished, then the game is over without preparing another round.
            if self.end_reasons:
                break
            self.prepare_next_round()
        # A guest may still occupy a large building, so that it scores.
        for seat in self.clockwise_from(self.governor):
            yield from self.ask_guests(seat, LARGE_BUILDINGS)

    def play_round(self) -> Play:
        # From the governor clockwise, one role each; two players go on in turn until both have three.
        for _ in range(self.set_up.roles_each):
            for seat in self.clockwise_from(self.governor):
                yield from self.take_role(seat)
        yield from self.play_kidnapped_role()

    def prepare_next_round(self) -> None:
        for role, card in self.roles.items():
            if card.taken_by is None and role != BUCCANEER:
                card.doubloons += 1
            card.taken_by = None
        for player in self.players:
            player.library_used = False
        self.kidnapped = None
        self.governor = (self.governor + 1) % self.number_of_players
        self.round += 1

    def roles_for(self, seat: int) -> list[str]:
        free = [role for role, card in self.roles.items() if card.taken_by is None]
        # Two free prospectors with equally much on them are the same choice.
        if (
            "prospector" in free
            and "prospector-2" in free
            and self.roles["prospector"].doubloons == self.roles["prospector-2"].doubloons
            and not self.is_kidnapped("prospector")
            and not self.is_kidnapped("prospector-2")
        ):
            free.remove("prospector-2")
        if self.portrait == seat and BUCCANEER in free:
            free.remove(BUCCANEER)
        if self.kidnapped is not None and self.kidnapped.by == seat and self.kidnapped.role in free:
            free.remove(self.kidnapped.role)
        return free

    def take_role(self, seat: int) -> Play:
        text = yield Decision("role", seat, ["role:" + role for role in self.roles_for(seat)])
        role = text.removeprefix("role:")
        card = self.roles[role]
        card.taken_by = seat
        self.players[seat].doubloons += card.doubloons
        card.doubloons = 0
        if role == BUCCANEER:
            self.portrait = seat
        if self.kidnapped is not None and self.kidnapped.role == role:
            self.players[self.kidnapped.by].doubloons += RANSOM
            self.kidnapped.paid = True
        yield from self.play_role(seat, role)

    def play_kidnapped_role(self) -> Play:
        """A kidnapped card that nobody has taken is played by the kidnapper at the round's end."""
        if self.kidnapped is None or self.kidnapped.paid:
            return
        self.roles[self.kidnapped.role].taken_by = self.kidnapped.by
        self.alone = self.options.kidnapped == "alone"
        yield from self.play_role(self.kidnapped.by, self.kidnapped.role)
        self.alone = False

    def play_role(self, seat: int, role: str) -> Play:
        self.chooser = seat
        if role != BUCCANEER:
            yield from self.before_phase(seat, role)
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
        elif role == BUCCANEER:
            yield from self.buccaneer_phase(seat)
        else:
            self.players[seat].doubloons += self.privilege(seat)  # prospector
        self.library_doubles = False
        self.chooser = None

    def before_phase(self, seat: int, role: str) -> Play:
        """Guests where it counts that somebody is there when the phase starts; two players decide on the library."""
        player = self.players[seat]
        villa = ["villa"] if role == "mayor" and self.noble_supply + self.colonist_supply > 0 else []
        places = list(villa)
        if role == "captain":
            places.append("lighthouse")
        if self.library_when_taking(role, player):
            places.append("library")
        yield from self.ask_guests(seat, places)
        if self.number_of_players == 2 and player.uses("library") and not player.library_used:
            text = yield Decision("library", seat, ["library", "pass"])
            if text == "library":
                self.library_doubles = True
                player.library_used = True
        if role == "mayor":
            for other in self.seats_from(seat)[1:]:
                yield from self.ask_guests(other, villa)

    def library_when_taking(self, role: str, player: Player) -> bool:
        """Whether guests may go to the library now; with three to five players most roles have time for it later."""
        if self.number_of_players == 2:
            return not player.library_used
        return role == "mayor" or role.startswith("prospector")

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
            "fortress": player.persons() // 3 if player.uses("fortress") else 0,
            "customs-house": player.points // 4 if player.uses("customs-house") else 0,
            "city-hall": self.city_hall_bonus(player) if player.uses("city-hall") else 0,
            "cloister": self.cloister_bonus(player) if player.uses("cloister") else 0,
            "royal-garden": player.nobles if player.uses("royal-garden") else 0,
            "nobles": player.nobles,
        }
        score["total"] = sum(score.values())
        score["tie_break"] = player.doubloons + player.barrels()
        return score

    def guild_hall_bonus(self, player: Player) -> int:
        small = sum(1 for name in player.city if name in SMALL_PRODUCTION_BUILDINGS)
        large = sum(1 for name in player.city if name in LARGE_PRODUCTION_BUILDINGS)
        return small + 2 * large

    def residence_bonus(self, player: Player) -> int:
        filled_spaces = ISLAND_SPACES - player.island_spaces()
        return {10: 5, 11: 6, 12: 7}.get(filled_spaces, 4)

    def city_hall_bonus(self, player: Player) -> int:
        return sum(1 for name in player.city if BUILDINGS[name].violet)

    def cloister_bonus(self, player: Player) -> int:
        # Sets of three equal tiles; forests are alike, whatever lies underneath.
        sets = sum(tiles // 3 for tiles in [*player.tiles.values(), player.all_forests()])
        return CLOISTER_POINTS[sets]

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
            "decision": "over" if self.decision is None else self.decision.kind.replace("_", "-"),
            "turn": self.turn,
            "chooser": self.chooser,
            "roles": {
                role: {"doubloons": card.doubloons, "taken_by": card.taken_by} for role, card in self.roles.items()
            },
            "portrait": self.portrait,
            "kidnapped": None if self.kidnapped is None else asdict(self.kidnapped),
            "festival": None if self.festival is None else asdict(self.festival),
            "face_up": dict(self.face_up),
            "face_down": dict(self.face_down),
            "discards": dict(self.discards),
            "quarries": self.quarries,
            "goods": dict(self.goods),
            "trading_house": dict(self.trading_house),
            "ships": [{"capacity": ship.capacity, "good": ship.good, "barrels": ship.barrels} for ship in self.ships],
            "colonist_supply": self.colonist_supply,
            "colonist_ship": self.colonist_ship,
            "noble_supply": self.noble_supply,
            "noble_ship": self.noble_ship,
            "vp_pool": self.point_pool,
            "buildings": dict(self.buildings),
            "players": [self.dump_player(player) for player in self.players],
        }

    def dump_player(self, player: Player) -> dict[str, Any]:
        return {
            "doubloons": player.doubloons,
            "vp": player.points,
            "goods": dict(player.goods),
            "island": {tile: [player.tiles[tile], player.tile_persons[tile]] for tile in ISLAND_TILES},
            "forests": dict(player.forests),
            "city": dict(player.city),
            "nobles": player.nobles,
            "nobles_in": dict(player.nobles_in),
            "san_juan": player.san_juan,
            "library_used": player.library_used,
        }

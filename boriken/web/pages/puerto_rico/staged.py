"""The question in the bar: what is staged, in words, and what depends on the table."""

from __future__ import annotations

from boriken.engine import counted

from ..presenter import Staged
from ..scene import Effect, Scene
from ..words import spoken_name
from .buildings import BUILDINGS
from .words import GOODS

_WORDS = {
    "hacienda": ("Take the", "first?"),
    "land-office": ("Buy the", "for a doubloon?"),
    "sell": ("Sell", "?"),
    "post": ("Sell", "at your trading post?"),
    "privilege": ("Take", "?"),
    "supplier": ("Give", "to the court for a point?"),
    "wharf": ("Ship", "over your wharf?"),
    "small-wharf": ("Put", "aboard your small wharf?"),
    "guest": ("Send a guest", "?"),
    "place": ("Put them", "?"),
    "discard": ("Discard", "?"),
    "piracy": ("Empty the", "and keep up to 3 barrels?"),
    "plunder": ("Empty the", "for a point a barrel?"),
    "raid": ("Take persons off the", "?"),
    "kidnap": ("Kidnap the", "?"),
}
"""What stands before and after the piece."""
_PIECES = {
    "hacienda": "top face-down plantation",
    "land-office": "top face-down plantation",
    "plunder": "trading house",
    "raid": "colonist ship",
}
_BLACK_MARKET = ("pay-chip", "pay-barrel", "pay-person", "pay-from")
_NOTHING = {"builder": "Build nothing?", "trader": "Sell nothing?"}


def staged(scene: Scene) -> Staged:
    """What is staged, in words."""
    if scene.base is not None:
        in_hand = scene.base["in_hand"]
        return Staged("Place your colonists:", f"{in_hand} still in hand" if in_hand else "all placed")
    if scene.view["decision"] in _BLACK_MARKET:
        return _paid(scene)
    if not scene.draft:
        return _asked(scene)
    verb, _, what = scene.draft[0].partition(":")
    name = spoken_name(what.split("@")[0])
    match verb:
        case "pass":
            return Staged(_NOTHING.get(scene.view["decision"], "Pass?"))
        case "role":
            lying = scene.brings[what].doubloons
            return Staged("Take the", name, f"and {counted(lying, 'doubloon')}?" if lying else "?")
        case "draft":
            return Staged("Put the", name, "into the game?", Effect(BUILDINGS[what]["icon"], BUILDINGS[what]["text"]))
        case "build":
            return Staged("Build the", name, f"for {_price(scene, what)}?")
        case "settle":
            return Staged("Take", _settled(what), "?")
        case "load":
            return Staged("Load", name, f"onto the ship for {what.split('@')[1]}?")
        case "store" | "keep":
            return _kept(scene)
    if verb not in _WORDS:  # a yes that needs no piece
        return _asked(scene)
    before, after = _WORDS[verb]
    return Staged(before, _piece(verb, what), after)


def _asked(scene: Scene) -> Staged:
    """Questions that name a piece, or an amount, of the table as it is."""
    if not scene.legal:
        return Staged()
    view, first = scene.view, scene.legal[0]
    match view["decision"]:
        case "trader" if any(text.startswith(("land-office", "discard:")) for text in scene.legal):
            return Staged("Sell a barrel, or use your land office")
        case "drawn-tile":
            return Staged("Lay the", f"{view['drawn_tile']} tile", "face down, as a forest?")
        case "noble":
            building = BUILDINGS[first.partition(":")[2]]
            note = Effect(building["icon"], building["text"])
            return Staged("Who stands in the", building["name"].lower(), "?", note)
    return Staged()


def _paid(scene: Scene) -> Staged:
    """How much of what is missing is given, and whether it is said who leaves."""
    owed = scene.view["shortfall"]
    given = sum(piece.startswith("pay:") for piece in scene.draft)
    if scene.view["decision"] == "pay-from" or (given >= owed and scene.needs):
        return Staged("Who leaves?", "", "Press where the person stands.")
    return Staged("Pay in kind:", f"{given} of {owed}")


def _price(scene: Scene, building: str) -> str:
    """Doubloons, and what must be paid otherwise."""
    price = scene.prices.get(building)
    if price is None or scene.seat is None:
        return "its price"
    doubloons = scene.view["players"][scene.seat]["doubloons"]
    if price <= doubloons:
        return counted(price, "doubloon")
    return f"{counted(doubloons, 'doubloon')} and {price - doubloons} in kind"


def _settled(tile: str) -> str:
    if tile.startswith("forest-"):
        return f"the {tile.removeprefix('forest-')} tile as a forest"
    return "the quarry" if tile == "quarry" else f"the {tile} plantation"


def _piece(verb: str, what: str) -> str:
    if verb in _PIECES:
        return _PIECES[verb]
    if verb == "piracy":
        return f"ship for {what}"
    if verb in ("guest", "place", "from"):
        return _where(verb, what)
    if verb == "discard":
        return "a forest" if what == "forest" else f"the {what} plantation"
    if verb == "wharf":
        return f"all {what}"
    if verb == "privilege":
        return f"1 more {what}"
    if what in GOODS:
        return f"1 {what}"
    return spoken_name(what)


def _where(verb: str, place: str) -> str:
    if place == "san-juan":
        return "in San Juan"
    on_island = place in (*GOODS, "quarry")
    at = "to the" if verb == "guest" else "on the" if on_island else "in the"
    return f"{at} {place} plantation" if place in GOODS else f"{at} {spoken_name(place)}"


def _kept(scene: Scene) -> Staged:
    """Goods that a warehouse keeps, and single barrels."""
    kept = []
    for piece in dict.fromkeys(scene.draft):
        verb, _, good = piece.partition(":")
        kept.append(f"all {good}" if verb == "store" else f"{scene.draft.count(piece)} {good}")
    more = f"and choose {scene.needs} more" if scene.needs else "and lose the rest?"
    return Staged("Keep", " and ".join(kept), more)

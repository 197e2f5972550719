"""A view as text, for a terminal and for str(game)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boriken.engine import counted, wrapped, written

from .components import BUILDING_TABLE, CITY_SPACES, COST, ISLAND_SPACES, LARGE_COLUMN, TRADING_HOUSE_SPACES, Building

ASKED = {
    "role": "takes a role",
    "settler": "may place a plantation",
    "hospice": "may take a colonist for the new tile",
    "mayor": "may take a colonist from the supply",
    "place": "places colonists",
    "builder": "may build",
    "university": "may take a colonist for the new building",
    "craftsman": "may take one barrel more",
    "trader": "may sell a barrel",
    "captain": "loads goods",
    "warehouse": "stores goods in a warehouse",
    "windrose": "keeps a single barrel",
    # expansions
    "draft": "puts a building into the game",
    "library": "may use the library for this role",
    "drawn-tile": "may lay the drawn tile as a forest",
    "second-tile": "may place a second tile",
    "hunting-lodge": "may discard a tile",
    "ship": "takes a colonist or a noble",
    "noble": "says where nobles stand",
    "pay-chip": "may pay with a victory point",
    "pay-barrel": "may pay with a barrel",
    "pay-person": "pays with a person",
    "pay-from": "says who leaves",
    "supplier": "may give a barrel to the court",
    "small-wharf": "loads the small wharf",
    "buccaneer": "robs, raids or kidnaps",
    "loot": "keeps barrels of the ship",
    "raid-take": "may take somebody off the ship",
    "raid-place": "puts somebody on a circle",
    "raid-return": "says who leaves the ship",
    "guest": "may move a guest",
    "guest-is": "says which guest moves",
}
"""What the seat to move does, by decision: a row for each."""


def board(view: dict[str, Any], names: Sequence[str]) -> str:
    """The whole table, some 30 lines of at most 100 characters."""
    lines = [_headline(view, names), "", *_table(view, names), ""]
    for seat, name in enumerate(names):
        lines += _player(view, seat, name)
    return "\n".join(lines)


def _headline(view: dict[str, Any], names: Sequence[str]) -> str:
    start = f"Round {view['round']}, {names[view['governor']]} is governor."
    if view["turn"] is None:
        return f"{start} The game is over."
    ending = " Last round!" if view["triggers"] else ""
    return f"{start}{ending} {names[view['turn']]} {ASKED[view['decision']]}."


def _table(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    ships = [
        f"{ship['good']} {ship['barrels']}/{ship['capacity']}" if ship["good"] else f"empty 0/{ship['capacity']}"
        for ship in view["ships"]
    ]
    sold = sum(view["trading_house"].values())
    return [
        f"roles      {_roles(view, names)}",
        f"tiles      {_listed(view['face_up'])}; quarries {view['quarries']}; "
        f"face down {sum(view['face_down'].values())}",
        f"colonists  {view['colonist_ship']} on the ship, {view['colonist_supply']} in the supply",
        *_nobles(view),
        f"ships      {', '.join(ships)}",
        f"trading    {_listed(view['trading_house'])} ({sold} of {TRADING_HOUSE_SPACES})",
        f"supply     {_listed(view['goods'])}; {view['vp_pool']} victory points",
        *_buccaneer(view, names),
        *_festival(view, names),
        *_market(view["buildings"], view["swap"]),
    ]


def _roles(view: dict[str, Any], names: Sequence[str]) -> str:
    words = []
    for role, card in view["roles"].items():
        if card["taken_by"] is not None:
            words.append(f"[{role}: {names[card['taken_by']]}]")
        else:
            words.append(f"{role} +{card['doubloons']}" if card["doubloons"] else role)
    return ", ".join(words)


def _nobles(view: dict[str, Any]) -> list[str]:
    if not view.get("noble_ship", 0) + view.get("noble_supply", 0) and not any(
        p.get("nobles") for p in view["players"]
    ):
        return []
    return [f"nobles     {view['noble_ship']} on the ship, {view['noble_supply']} in the supply"]


def _buccaneer(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Who holds the portrait, and the card that lies before its kidnapper."""
    if view.get("portrait") is None:
        return []
    words = [f"{names[view['portrait']]} has the portrait"]
    if view["kidnapped"] is not None:
        paid = ", ransom paid" if view["kidnapped"]["paid"] else ""
        words.append(f"{names[view['kidnapped']['by']]} has kidnapped the {view['kidnapped']['role']}{paid}")
    return [f"buccaneer  {'; '.join(words)}"]


def _festival(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The three goals, each with whoever has met it."""
    goals = view.get("festival")
    if goals is None:
        return []
    shown = [
        (f"3 {goals['plantation']} plantations", goals["plantation_met"]),
        (_listed(goals["goods"]), goals["goods_met"]),
        (goals["building"], goals["building_met"]),
    ]
    words = [goal if met is None else f"[{goal}: {names[met]}]" for goal, met in shown]
    return [f"festival   {'; '.join(words)}"]


def _market(left: Mapping[str, int], swap: bool) -> list[str]:
    """What can still be built, a line for each column of the board: name, printed price, copies left."""
    lines = []
    for column in range(1, LARGE_COLUMN + 1):
        kinds = [b for b, row in BUILDING_TABLE.items() if row.column == column and left.get(written(b))]
        words = [f"{written(b)} {COST[int(swap), b]} x{left[written(b)]}" for b in kinds]
        lines += wrapped(f"column {column}   ", words) if words else [f"column {column}   sold out"]
    return lines


def _player(view: dict[str, Any], seat: int, name: str) -> list[str]:
    p = view["players"][seat]
    points = "hidden points" if p["vp"] is None else counted(p["vp"], "point")
    forests = sum(p.get("forests", {}).values())
    tiles = sum(tiles for tiles, _ in p["island"].values()) + forests
    spaces = sum(2 if BUILDING_TABLE[_kind(b)].column == LARGE_COLUMN else 1 for b in p["city"])
    island = [f"{tile} {colonists}/{count}" for tile, (count, colonists) in p["island"].items() if count]
    if forests:
        island.append(counted(forests, "forest"))
    city = [_building(b, colonists, p.get("nobles_in", {}).get(b, 0)) for b, colonists in p["city"].items()]
    waiting = f", {p['san_juan']} in San Juan" if p["san_juan"] else ""
    if p.get("nobles"):
        waiting += f", {counted(p['nobles'], 'noble')} in all"
    return [
        f"{'>' if seat == view['turn'] else ' '} {name}: {counted(p['doubloons'], 'doubloon')}, {points}, "
        f"{_listed(p['goods'])}{waiting}",
        *wrapped(f"    island {tiles:2}/{ISLAND_SPACES}  ", island),
        *wrapped(f"    city   {spaces:2}/{CITY_SPACES}  ", city),
    ]


def _building(name: str, persons: int, nobles: int) -> str:
    """`chapel 1/1 noble`: who stands there is said where it matters."""
    words = f"{name} {persons}/{BUILDING_TABLE[_kind(name)].circles}"
    return f"{words} {'noble' if nobles == 1 else counted(nobles, 'noble')}" if nobles else words


def _kind(name: str) -> Building:
    return Building[name.upper().replace("-", "_")]


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in counts.items() if n) or "nothing"

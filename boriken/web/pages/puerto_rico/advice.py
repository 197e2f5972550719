"""What to tell beginners at a table of Puerto Rico, and when it is true."""

from __future__ import annotations

from boriken.engine import written
from boriken.puerto_rico.components import BUILDING_TABLE, ISLAND_SPACES, NONE

from ..advice import Advice, Board, View

_MAKES_GOODS = {written(kind) for kind, row in BUILDING_TABLE.items() if row.makes != NONE}
_FEW_CHIPS = 12
_FEW_COLONISTS = 12
_MANY_BARRELS = 3
_MUCH_MONEY = 4


def _is_free(view: View, role: str) -> bool:
    return role in view["roles"] and view["roles"][role]["taken_by"] is None


def _doubloons_lie(view: View, mine: Board) -> bool:
    return any(role["doubloons"] and role["taken_by"] is None for role in view["roles"].values())


def _idle_circles(mine: Board) -> bool:
    return any(n > on for n, on in mine["island"].values()) or 0 in mine["city"].values()


def _could_sell(view: View, mine: Board) -> bool:
    return any(n and not view["trading_house"][good] for good, n in mine["goods"].items() if good != "corn")


def _has_plant(mine: Board) -> bool:
    return any(name in _MAKES_GOODS for name in mine["city"])


def _has_land(mine: Board) -> bool:
    return bool(sum(n for n, _ in mine["island"].values()) < ISLAND_SPACES)


def _end_is_near(view: View, mine: Board) -> bool:
    return bool(view["triggers"]) or view["vp_pool"] < _FEW_CHIPS or view["colonist_supply"] < _FEW_COLONISTS


ADVICE = (
    Advice(
        "role",
        "Doubloons on a role",
        "On a role that is still free lie doubloons: they are yours with the card. Two of them are worth taking a "
        "role that you need less.",
        _doubloons_lie,
    ),
    Advice(
        "role",
        "Empty circles",
        "Some of your circles are empty, and what is there does nothing. The mayor brings colonists, one more for "
        "whoever takes that role.",
        lambda view, mine: _is_free(view, "mayor") and _idle_circles(mine),
    ),
    Advice(
        "role",
        "Something to sell",
        "You have a good that the trading house does not hold yet. The trader turns it into doubloons, one more for "
        "whoever takes that role.",
        lambda view, mine: _is_free(view, "trader") and _could_sell(view, mine),
    ),
    Advice(
        "role",
        "Barrels for the ships",
        "Your barrels are many. As the captain you load first and get a point more; if another is, your goods may "
        "find no room and be lost.",
        lambda view, mine: _is_free(view, "captain") and sum(mine["goods"].values()) >= _MANY_BARRELS,
    ),
    Advice(
        "role",
        "Money to build",
        "Money is worth nothing at the end. The builder pays a doubloon less: look what you could build.",
        lambda view, mine: _is_free(view, "builder") and mine["doubloons"] >= _MUCH_MONEY,
    ),
    Advice(
        "role",
        "Goods to make",
        "Your fields and plants are manned. The craftsman makes goods for all: look who gets more, and who could "
        "sell or ship right after you.",
        lambda view, mine: _is_free(view, "craftsman") and _has_plant(mine) and not _idle_circles(mine),
    ),
    Advice(
        "role",
        "Land",
        "Your island has room. As the settler you may take a quarry, which makes every building cheaper.",
        lambda view, mine: _is_free(view, "settler") and view["quarries"] > 0 and _has_land(mine),
    ),
    Advice(
        "role",
        "The end is near",
        "Look at the counters above. Soon only points count: ship what you have, build what is worth most, and fill "
        "your large buildings.",
        _end_is_near,
    ),
    Advice(
        "builder",
        "A first plant",
        "The number on the coin is what you pay. A small plant for a crop that you grow comes first: without one "
        "there is nothing to sell.",
        lambda view, mine: not _has_plant(mine),
    ),
    Advice(
        "builder",
        "A large building",
        "With ten doubloons, less what your quarries save, you can have a large building. Take one that counts what "
        "you have: the points come at the end, if a colonist is inside.",
        lambda view, mine: mine["doubloons"] + mine["island"]["quarry"][1] >= 10,
    ),
)

"""The games that the environments are tried with."""

from ..walk import ALL_FOUR, VARIANTS, Variant

EXPANDED = [
    *ALL_FOUR,
    Variant("puerto-rico", 3, expansions=("new_buildings",)),
    Variant("puerto-rico", 4, expansions=("nobles",)),
    Variant("puerto-rico", 5, expansions=("buccaneer", "festival")),
]
TRIED = VARIANTS + EXPANDED

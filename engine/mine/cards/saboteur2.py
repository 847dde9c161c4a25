"""The cards that Saboteur 2 adds, one row a kind: with the box in hand, a row can be corrected here.

Numbers are frozen: commitments and old logs are made of them.  Printed orientation, portrait.
"""

from engine.mine.cards.card import Card

# fmt: off
TUNNELS = (
    #     key                         number  kind  copies  tunnels
    Card("bridge",                      27, "path",   2, ("NS", "EW")),
    Card("double-curve-left",           28, "path",   1, ("NW", "ES")),
    Card("double-curve-right",          29, "path",   1, ("NE", "SW")),
    Card("ladder-single-long",          30, "ladder", 1, ("S",), ladder=True),
    Card("ladder-single-short",         31, "ladder", 1, ("W",), ladder=True),
    Card("ladder-curve-left",           32, "ladder", 1, ("NW",), ladder=True),
    Card("ladder-curve-right",          33, "ladder", 1, ("NE",), ladder=True),
    Card("blue-door-straight-long",     34, "path",   1, ("NS",), door="blue"),
    Card("blue-door-straight-short",    35, "path",   1, ("EW",), door="blue"),
    Card("blue-door-curve-right",       36, "path",   1, ("SW",), door="blue"),
    Card("green-door-straight-long",    37, "path",   1, ("NS", "E"), door="green"),
    Card("green-door-straight-short",   38, "path",   1, ("EW",), door="green"),
    Card("green-door-curve-left",       39, "path",   1, ("ES",), door="green"),
    Card("crystal-dead-single-long",    40, "path",   1, ("S",), crystals=1),
    Card("crystal-dead-single-short",   41, "path",   1, ("W",), crystals=1),
    Card("crystal-cross",               42, "path",   1, ("NESW",), crystals=1),
    Card("crystal-tee-short",           43, "path",   3, ("ESW",), crystals=1),
    Card("crystal-tee-long",            44, "path",   1, ("NES",), crystals=1),
    Card("crystal-tee-long-stub",       45, "path",   1, ("NSW", "E"), crystals=1),
    Card("crystal-tee-short-stub",      46, "path",   1, ("ESW", "N"), crystals=1),
    Card("crystal-straight-short-stub", 47, "path",   1, ("EW", "S"), crystals=1),
    Card("straight-long-stub",          48, "path",   1, ("NS", "E")),
    Card("straight-long-stubs",         49, "path",   1, ("NS", "E", "W")),
    Card("straight-short-stubs",        50, "path",   1, ("EW", "N", "S")),
    Card("curve-left-stub",             51, "path",   2, ("ES", "N")),
    Card("curve-right-stub",            52, "path",   1, ("NE", "S")),
)

ACTIONS = (
    #     key                         number  kind        copies
    Card("theft",                      112, "theft",        4),
    Card("hands-off",                  113, "hands-off",    3),
    Card("prison",                     114, "prison",       3),
    Card("freedom",                    115, "freedom",      4),
    Card("inspection",                 116, "inspection",   2),
    Card("swap-hats",                  117, "swap-hats",    2),
    Card("swap-hands",                 118, "swap-hands",   2),
)

ROLES = (
    Card("blue-digger",                203, "role",         4),
    Card("green-digger",               204, "role",         4),
    Card("boss",                       205, "role",         1),
    Card("profiteer",                  206, "role",         1),
    Card("geologist",                  207, "role",         2),
    Card("saboteur-2",                 208, "role",         3),
)

# The 21st action card is the base game's rockfall once more: the same face, so the same row (B1.2).
MORE_COPIES = {"rockfall": 1}

HAND_SIZE = 6
SET_ASIDE = 10
# fmt: on

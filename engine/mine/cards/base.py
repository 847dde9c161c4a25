"""The cards of the base game, one row a kind: with the box in hand, a row can be corrected here.

Numbers are frozen: commitments and old logs are made of them.  Printed orientation, portrait.
"""

from engine.mine.cards.card import Card

# fmt: off
START = Card("start", 1, "start", 1, ("NESW",), ladder=True)

GOALS = (
    #     key                    number  kind    copies  tunnels
    Card("treasure",             2,  "goal",    1, ("NESW",)),
    Card("stone-a",              3,  "goal",    1, ("SW",)),
    Card("stone-b",              4,  "goal",    1, ("NW",)),
)

TUNNELS = (
    Card("cross",                11, "path",    5, ("NESW",)),
    Card("tee-long",             12, "path",    5, ("NES",)),
    Card("tee-short",            13, "path",    5, ("ESW",)),
    Card("straight-long",        14, "path",    4, ("NS",)),
    Card("straight-short",       15, "path",    3, ("EW",)),
    Card("curve-right",          16, "path",    5, ("NE",)),
    Card("curve-left",           17, "path",    4, ("NW",)),
    Card("dead-cross",           18, "path",    1, ("N", "E", "S", "W")),
    Card("dead-tee-long",        19, "path",    1, ("N", "E", "S")),
    Card("dead-tee-short",       20, "path",    1, ("E", "S", "W")),
    Card("dead-straight-long",   21, "path",    1, ("N", "S")),
    Card("dead-straight-short",  22, "path",    1, ("E", "W")),
    Card("dead-curve-right",     23, "path",    1, ("N", "E")),
    Card("dead-curve-left",      24, "path",    1, ("N", "W")),
    Card("dead-single-long",     25, "path",    1, ("S",)),
    Card("dead-single-short",    26, "path",    1, ("W",)),
)

ACTIONS = (
    #     key                    number  kind      copies  tools
    Card("broken-pick",          101, "break",    3, tools=("pick",)),
    Card("broken-lantern",       102, "break",    3, tools=("lantern",)),
    Card("broken-cart",          103, "break",    3, tools=("cart",)),
    Card("repair-pick",          104, "repair",   2, tools=("pick",)),
    Card("repair-lantern",       105, "repair",   2, tools=("lantern",)),
    Card("repair-cart",          106, "repair",   2, tools=("cart",)),
    Card("repair-pick-lantern",  107, "repair",   1, tools=("pick", "lantern")),
    Card("repair-pick-cart",     108, "repair",   1, tools=("pick", "cart")),
    Card("repair-lantern-cart",  109, "repair",   1, tools=("lantern", "cart")),
    Card("rockfall",             110, "rockfall", 3),
    Card("map",                  111, "map",      6),
)

ROLES = (
    Card("digger",               201, "role",     7),
    Card("saboteur",             202, "role",     4),
)

GOLD = (
    Card("gold-1",               211, "gold",    16, nuggets=1),
    Card("gold-2",               212, "gold",     8, nuggets=2),
    Card("gold-3",               213, "gold",     4, nuggets=3),
)

GOAL_CELLS = ((8, 2), (8, 0), (8, -2))

ROLE_DECKS = {
    # players: (saboteurs, diggers); one card more than players (A2.1)
    3: (1, 3), 4: (1, 4), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (3, 6), 9: (3, 7), 10: (4, 7),
}

HAND_SIZES = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
# fmt: on

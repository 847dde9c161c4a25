"""The cards of the minis (D), one row a kind.  Numbers are frozen.

The printed texts say neither the shapes of the new goals and of the covers nor where the postcard and the chests lie:
these rows are a choice of this project.  With the box in hand, a row can be corrected here.
"""

from engine.mine.cards.card import Card

# fmt: off
NEW_GOALS = (
    #     key                    number  kind    copies  tunnels
    Card("treasure",             2,   "goal",    1, ("NESW",)),
    Card("stone-a",              3,   "goal",    1, ("SW",)),
    Card("stone-b",              4,   "goal",    1, ("NW",)),
    Card("bag-1-a",              5,   "goal",    1, ("SW",), nuggets=1),
    Card("bag-1-b",              6,   "goal",    1, ("NW",), nuggets=1),
    Card("bag-2",                7,   "goal",    1, ("SW",), nuggets=2),
    Card("dragon",               8,   "goal",    1, ("NW",)),
    Card("spider",               9,   "goal",    1, ("SW",)),
)
NEW_GOAL_CELLS = ((8, 4), (8, 2), (8, 0), (8, -2), (8, -4))

COVERS = (
    Card("cover-cross",          61,  "cover",   1, ("NESW",)),
    Card("cover-tee-long",       62,  "cover",   2, ("NES",)),
    Card("cover-tee-short",      63,  "cover",   2, ("ESW",)),
    Card("cover-curve-right",    64,  "cover",   1, ("NE",)),
    Card("cover-curve-left",     65,  "cover",   1, ("NW",)),
)

CHESTS = (
    #     key                    number  kind    copies
    Card("chest-nugget",         301, "chest",   1, nuggets=1),
    Card("chest-map-ban",        302, "chest",   1),
    Card("chest-no-draw",        303, "chest",   1),
    Card("chest-extra-draw",     304, "chest",   1),
    Card("chest-goal-moves",     305, "chest",   1),
    Card("chest-robbery",        306, "chest",   1),
    Card("chest-choice-of-3",    307, "chest",   1),
    Card("chest-role",           308, "chest",   1),
    Card("chest-discard-5",      309, "chest",   1),
    Card("chest-lost-5",         310, "chest",   1),
)
CHEST_CELLS = {
    "standard": ((3, 1), (3, -1), (6, 2), (6, -2)),
    "square": ((3, -1), (3, 1), (5, -1), (5, 1)),
    "diamond": ((2, 0), (4, -2), (4, 2), (6, 0)),
    "wide": ((2, -2), (2, 2), (6, -2), (6, 2)),
    "zigzag": ((2, 1), (3, -1), (5, 1), (6, -1)),
}

POSTCARD = Card("postcard",      66,  "postcard", 1, ("NESW",))
POSTCARD_CELL = (4, 0)
# fmt: on

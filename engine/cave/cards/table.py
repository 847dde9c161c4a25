"""The cards of the Dark Cave, one row a kind: with the box in hand, a row can be corrected here.

Numbers are frozen: commitments and old logs are made of them.  Printed orientation, portrait.  Which shapes and spaces
are in the box is not known here: shapes, copies by level and spaces are this project's own choice.
"""

from engine.cave.cards.card import EXIT, LADDER, LAIR, VEIN, Card

# fmt: off
START = Card("start", 301, "start", 1, tunnels=("NESW",), symbol=LADDER)

GOALS = (
    #     key               number  kind    copies  tunnels
    Card("exit",              302, "goal",    1, tunnels=("SW",), symbol=EXIT,   at="centre", spaces=("S-centre-W",)),
    Card("goal-lair",         303, "goal",    1, tunnels=("NW",), symbol=LAIR,   at="centre", spaces=("N-centre-W",)),
    Card("goal-ladder",       304, "goal",    1, tunnels=("SW",), symbol=LADDER, at="centre", spaces=("S-centre-W",)),
    Card("goal-vein",         305, "goal",    1, tunnels=("NW",), symbol=VEIN,   at="centre", spaces=("N-centre-W",)),
)

PATHS = (
    #     key                   number  kind   copies  level
    Card("cross-1",              311, "path",    2, 1, tunnels=("NESW",)),
    Card("tee-long-1",           312, "path",    3, 1, tunnels=("NES",)),
    Card("tee-short-1",          313, "path",    3, 1, tunnels=("ESW",)),
    Card("straight-long-1",      314, "path",    1, 1, tunnels=("NS",)),
    Card("straight-short-1",     315, "path",    1, 1, tunnels=("EW",)),
    Card("curve-right-1",        316, "path",    2, 1, tunnels=("NE",)),
    Card("curve-left-1",         317, "path",    1, 1, tunnels=("NW",)),
    Card("ladder-curve-right-1", 318, "path",    1, 1, tunnels=("NE",),   symbol=LADDER),
    Card("ladder-curve-left-1",  319, "path",    1, 1, tunnels=("NW",),   symbol=LADDER),
    Card("lair-long-1",          320, "path",    1, 1, tunnels=("S",),    symbol=LAIR),
    Card("lair-short-1",         321, "path",    1, 1, tunnels=("E",),    symbol=LAIR),
    Card("lair-tee-long-1",      322, "path",    1, 1, tunnels=("NES",),  symbol=LAIR),
    Card("vein-tee-short-1",     323, "path",    1, 1, tunnels=("ESW",),  symbol=VEIN),

    Card("cross-2",              331, "path",    1, 2, tunnels=("NESW",)),
    Card("tee-long-2",           332, "path",    1, 2, tunnels=("NES",)),
    Card("tee-short-2",          333, "path",    1, 2, tunnels=("ESW",)),
    Card("straight-long-2",      334, "path",    1, 2, tunnels=("NS",)),
    Card("straight-short-2",     335, "path",    1, 2, tunnels=("EW",)),
    Card("curve-right-2",        336, "path",    1, 2, tunnels=("NE",)),
    Card("curve-left-2",         337, "path",    1, 2, tunnels=("NW",)),
    Card("ladder-tee-long-2",    338, "path",    1, 2, tunnels=("NES",),  symbol=LADDER),
    Card("lair-long-2",          339, "path",    1, 2, tunnels=("S",),    symbol=LAIR),
    Card("lair-short-2",         340, "path",    1, 2, tunnels=("E",),    symbol=LAIR),
    Card("lair-tee-short-2",     341, "path",    1, 2, tunnels=("ESW",),  symbol=LAIR),
    Card("bridge-long-2",        342, "path",    1, 2, tunnels=("NS", "EW"), wood="NS"),
    Card("bridge-short-2",       343, "path",    1, 2, tunnels=("NS", "EW"), wood="EW"),
    Card("double-curve-left-2",  344, "path",    2, 2, tunnels=("NW", "ES"), passage=True),
    Card("double-curve-right-2", 345, "path",    1, 2, tunnels=("NE", "SW"), passage=True),
    Card("vein-tee-long-2",      346, "path",    1, 2, tunnels=("NES",),  symbol=VEIN),

    Card("tee-long-3",           352, "path",    1, 3, tunnels=("NES",)),
    Card("tee-short-3",          353, "path",    1, 3, tunnels=("ESW",)),
    Card("straight-long-3",      354, "path",    1, 3, tunnels=("NS",)),
    Card("straight-short-3",     355, "path",    1, 3, tunnels=("EW",)),
    Card("curve-right-3",        356, "path",    1, 3, tunnels=("NE",)),
    Card("curve-left-3",         357, "path",    1, 3, tunnels=("NW",)),
    Card("ladder-tee-short-3",   358, "path",    1, 3, tunnels=("ESW",),  symbol=LADDER),
    Card("lair-long-3",          359, "path",    1, 3, tunnels=("S",),    symbol=LAIR),
    Card("lair-short-3",         360, "path",    1, 3, tunnels=("E",),    symbol=LAIR),
    Card("lair-cross-3",         361, "path",    1, 3, tunnels=("NESW",), symbol=LAIR),
    Card("bridge-long-3",        362, "path",    1, 3, tunnels=("NS", "EW"), wood="NS"),
    Card("bridge-short-3",       363, "path",    1, 3, tunnels=("NS", "EW"), wood="EW"),
    Card("double-curve-left-3",  364, "path",    1, 3, tunnels=("NW", "ES"), passage=True),
    Card("double-curve-right-3", 365, "path",    1, 3, tunnels=("NE", "SW"), passage=True),
)

ACTIONS = (
    #     key                 number  kind        copies  by level
    Card("secret-information", 371, "secret-information", 5, by_level=(2, 2, 1)),
    Card("cave-in",            372, "cave-in",    3, by_level=(1, 1, 1)),
    Card("card-swap",          373, "card-swap",  2, by_level=(0, 1, 1)),
    Card("cobweb-circle",      374, "cobweb",     1, by_level=(0, 1, 0)),
    Card("cobweb-triangle",    375, "cobweb",     1, by_level=(0, 0, 1)),
    Card("cobweb-diamond",     376, "cobweb",     1, by_level=(0, 0, 1)),
    Card("boots",              377, "boots",      3, by_level=(2, 1, 0)),
    Card("battle-axe",         378, "battle-axe", 3, by_level=(1, 1, 1)),
    Card("rat",                379, "monster",    5, by_level=(2, 1, 2), monster="rat"),
    Card("crawler",            380, "monster",    4, by_level=(1, 1, 2), monster="crawler"),
    Card("goblin",             381, "monster",    4, by_level=(1, 1, 2), monster="goblin"),
)

CLANS = (
    #     key                number  kind   copies
    Card("blue-loyal",         391, "clan",    3, clan="blue", works_for="blue"),
    Card("blue-saboteur",      392, "clan",    2, clan="blue", works_for="yellow"),
    Card("yellow-loyal",       393, "clan",    3, clan="yellow", works_for="yellow"),
    Card("yellow-saboteur",    394, "clan",    2, clan="yellow", works_for="blue"),
)

CLANS_USED = {
    # players: by clan card, how many are used; what is not dealt of them lies aside (F3.2)
    2: (1, 0, 1, 0), 3: (2, 2, 0, 0), 4: (2, 2, 0, 0),
    5: (3, 1, 3, 1), 6: (3, 1, 3, 1), 7: (3, 1, 3, 1), 8: (3, 1, 3, 1),
}

HANDS = {
    # players: cards of level I, II and III in each hand (F3.5)
    2: (5, 0, 0), 3: (5, 0, 0), 4: (5, 0, 0), 5: (4, 1, 0), 6: (4, 1, 0), 7: (3, 2, 0), 8: (3, 2, 0),
}

CORNERS = {2: 4, 3: 4, 4: 4, 5: 4, 6: 3, 7: 3, 8: 3}
"""By number of players: how far the goals are from the start (F3.1)."""
# fmt: on

REMOVED = 5
"""Cards of each level that are out of the game (F3.5)."""
NUGGETS = 3
MOVES = 3
MONSTERS = {"rat": 3, "crawler": 4, "goblin": 5}
"""The monsters in the order in which they attack, each with its moves (F6.8, HF28)."""
SIDES = ("blue", "yellow")

DECK = (*PATHS, *ACTIONS)
CARDS = (START, *GOALS, *DECK, *CLANS)

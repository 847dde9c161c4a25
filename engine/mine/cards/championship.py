"""The cards of the championships 2016 to 2023, one row a kind (C).  Numbers are frozen."""

from engine.mine.cards.card import Card

# fmt: off
GREEDY_DWARF = Card("greedy-dwarf",  209, "role",      1)  # of two: the second is for the Tournament

ACTIONS = (
    #     key                    number  kind          copies
    Card("goal-swap",            121, "goal-swap",     1),
    Card("treasury",             122, "treasury",      1),
    Card("veto",                 123, "veto",          1),
    Card("change-of-direction",  124, "direction",     1),
    Card("master-craftsman",     125, "repair",        1, tools=("pick", "lantern", "cart")),
    Card("trailblazer",          126, "trailblazer",   1),
    Card("diversion",            127, "diversion",     1),
)
# fmt: on

GOAL_SWAP, TREASURY, VETO, DIRECTION, CRAFTSMAN, TRAILBLAZER, DIVERSION = ACTIONS

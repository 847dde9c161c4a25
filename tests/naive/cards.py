"""Every card of the base game, and the order in which cards come from the dealer."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

Group: TypeAlias = frozenset[str]  # open edges of a card that are joined inside it (0.4)

OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}

# fmt: off
TUNNELS = {  # the groups of every tunnel card as it is printed, and its copies
    "cross":               (("NESW",),            5),
    "tee-long":            (("NES",),             5),
    "tee-short":           (("ESW",),             5),
    "straight-long":       (("NS",),              4),
    "straight-short":      (("EW",),              3),
    "curve-right":         (("NE",),              5),
    "curve-left":          (("NW",),              4),
    "dead-cross":          (("N", "E", "S", "W"), 1),
    "dead-tee-long":       (("N", "E", "S"),      1),
    "dead-tee-short":      (("E", "S", "W"),      1),
    "dead-straight-long":  (("N", "S"),           1),
    "dead-straight-short": (("E", "W"),           1),
    "dead-curve-right":    (("N", "E"),           1),
    "dead-curve-left":     (("N", "W"),           1),
    "dead-single-long":    (("S",),               1),
    "dead-single-short":   (("W",),               1),
}
LANDMARKS = {  # the path cards that are never held in a hand
    "start":    ("NESW",),
    "treasure": ("NESW",),
    "stone-a":  ("SW",),
    "stone-b":  ("NW",),
}
BREAKS = {"broken-pick": "pick", "broken-lantern": "lantern", "broken-cart": "cart"}
REPAIRS = {
    "repair-pick":         ("pick",),
    "repair-lantern":      ("lantern",),
    "repair-cart":         ("cart",),
    "repair-pick-lantern": ("pick", "lantern"),
    "repair-pick-cart":    ("pick", "cart"),
    "repair-lantern-cart": ("lantern", "cart"),
}
ACTION_COPIES = {
    **dict.fromkeys(BREAKS, 3),
    **{key: 2 if len(tools) == 1 else 1 for key, tools in REPAIRS.items()},
    "rockfall": 3,
    "map": 6,
}
GOLD_COPIES = {"gold-1": 16, "gold-2": 8, "gold-3": 4}
NUGGETS = {"gold-1": 1, "gold-2": 2, "gold-3": 3}

# by the number of seats (A2.1)
SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
DIGGERS   = {3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 6, 9: 7, 10: 7}
HAND_SIZE = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}

# by the number of saboteurs in play (A9.5, G1)
SABOTEUR_PAY = {"4332": {1: 4, 2: 3, 3: 3, 4: 2}, "432": {1: 4, 2: 3, 3: 2, 4: 2}}
# fmt: on


def _shape(groups: Iterable[str], turned: int) -> frozenset[Group]:
    """The groups of a card that lies as printed or turned by half (0.3)."""
    if turned:
        return frozenset(frozenset(OPPOSITE[edge] for edge in group) for group in groups)
    return frozenset(frozenset(group) for group in groups)


PRINTED = {key: groups for key, (groups, _) in TUNNELS.items()} | LANDMARKS
SHAPES = {(key, turned): _shape(PRINTED[key], turned) for key in PRINTED for turned in (0, 180)}
OPENINGS = {way: frozenset[str]().union(*groups) for way, groups in SHAPES.items()}


def turns(key: str) -> list[int]:
    """The ways a path card may lie that really differ (HA1)."""
    return [0] if SHAPES[key, 0] == SHAPES[key, 180] else [0, 180]


class RoundDeal(NamedTuple):
    """The order in which one round's cards come from the dealer."""

    roles: Sequence[str]  # seat i gets the i-th, the last one is left over (A2.2)
    goals: Sequence[str]  # for the cells of GOALS, in that order (A2.3)
    deck: Sequence[str]  # seat 0's hand, seat 1's hand, ..., then the draw pile (A2.5)


class Deals(NamedTuple):
    """All the chance of a game; it lasts as many rounds as are given."""

    rounds: Sequence[RoundDeal]
    gold: Sequence[str]  # one pile for the whole game (HA27)
    starter: int = 0


def pack(copies: Mapping[str, int]) -> list[str]:
    return [key for key, number in copies.items() for _ in range(number)]


def unshuffled_round(seats: int) -> RoundDeal:
    """All the cards of a round (A1, A2.1)."""
    tunnels = {key: copies for key, (_, copies) in TUNNELS.items()}
    return RoundDeal(
        roles=pack({"saboteur": SABOTEURS[seats], "digger": DIGGERS[seats]}),
        goals=["treasure", "stone-a", "stone-b"],
        deck=pack(tunnels | ACTION_COPIES),
    )


def shuffled_deals(seats: int, rng: Random) -> Deals:
    """Three rounds, the gold pile and the first starter by chance (A2, HA22)."""

    def shuffled(cards: Sequence[str]) -> list[str]:
        return rng.sample(cards, len(cards))

    rounds = [RoundDeal(*map(shuffled, unshuffled_round(seats))) for _ in range(3)]
    return Deals(rounds, shuffled(pack(GOLD_COPIES)), rng.randrange(seats))

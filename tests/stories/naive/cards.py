"""Every card of the base game and of Saboteur 2, and the order in which cards come from the dealer."""

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

# what Saboteur 2 adds (B1.1)
TUNNELS_2 = {
    "bridge":                      (("NS", "EW"),     2),
    "double-curve-left":           (("NW", "SE"),     1),
    "double-curve-right":          (("NE", "SW"),     1),
    "ladder-single-long":          (("S",),           1),
    "ladder-single-short":         (("W",),           1),
    "ladder-curve-left":           (("NW",),          1),
    "ladder-curve-right":          (("NE",),          1),
    "blue-door-straight-long":     (("NS",),          1),
    "blue-door-straight-short":    (("EW",),          1),
    "blue-door-curve-right":       (("SW",),          1),
    "green-door-straight-long":    (("NS", "E"),      1),
    "green-door-straight-short":   (("EW",),          1),
    "green-door-curve-left":       (("ES",),          1),
    "crystal-dead-single-long":    (("S",),           1),
    "crystal-dead-single-short":   (("W",),           1),
    "crystal-cross":               (("NESW",),        1),
    "crystal-tee-short":           (("ESW",),         3),
    "crystal-tee-long":            (("NES",),         1),
    "crystal-tee-long-stub":       (("NSW", "E"),     1),
    "crystal-tee-short-stub":      (("ESW", "N"),     1),
    "crystal-straight-short-stub": (("EW", "S"),      1),
    "straight-long-stub":          (("NS", "E"),      1),
    "straight-long-stubs":         (("NS", "E", "W"), 1),
    "straight-short-stubs":        (("EW", "N", "S"), 1),
    "curve-left-stub":             (("ES", "N"),      2),
    "curve-right-stub":            (("NE", "S"),      1),
}
LADDERS = {key for key in TUNNELS_2 if key.startswith("ladder-")}
ACTION_COPIES_2 = {
    "theft": 4, "hands-off": 3, "prison": 3, "freedom": 4, "inspection": 2, "swap-hats": 2, "swap-hands": 2,
    "rockfall": 1,  # B1.2
}
ROLES_2 = {"blue-digger": 4, "green-digger": 4, "boss": 1, "profiteer": 1, "geologist": 2, "saboteur-2": 3}
HAND_SIZE_2, SET_ASIDE = 6, 10

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


PRINTED = {key: groups for key, (groups, _) in (TUNNELS | TUNNELS_2).items()} | LANDMARKS
SHAPES = {(key, turned): _shape(PRINTED[key], turned) for key in PRINTED for turned in (0, 180)}
OPENINGS = {way: frozenset[str]().union(*groups) for way, groups in SHAPES.items()}


def turns(key: str) -> list[int]:
    """The ways a path card may lie that really differ (HA1)."""
    return [0] if SHAPES[key, 0] == SHAPES[key, 180] else [0, 180]


class RoundDeal(NamedTuple):
    """The order in which one round's cards come from the dealer."""

    roles: Sequence[str]  # seat i gets the i-th; what is left over lies in a pile, its top first (A2.2, B3.4)
    goals: Sequence[str]  # for the cells of GOALS, in that order (A2.3)
    deck: Sequence[str]  # seat 0's hand, seat 1's hand, ..., then the draw pile (A2.5); B3.2 sets ten aside first


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


def unshuffled_round_2() -> RoundDeal:
    """All the cards of a round of Saboteur 2, whatever the number of seats (B1.1, B3)."""
    tunnels = {key: copies for key, (_, copies) in (TUNNELS | TUNNELS_2).items()}
    return RoundDeal(
        roles=pack(ROLES_2),
        goals=["treasure", "stone-a", "stone-b"],
        deck=[*pack(tunnels | ACTION_COPIES), *pack(ACTION_COPIES_2)],
    )


def shuffled_deals(seats: int, rng: Random) -> Deals:
    """Three rounds, the gold pile and the first starter by chance (A2, HA22)."""
    rounds = [_shuffled_round(unshuffled_round(seats), rng) for _ in range(3)]
    return Deals(rounds, _shuffled(pack(GOLD_COPIES), rng), rng.randrange(seats))


def shuffled_deals_2(seats: int, rng: Random) -> Deals:
    """The same for Saboteur 2, which has no gold cards (B3, B13.1)."""
    return Deals([_shuffled_round(unshuffled_round_2(), rng) for _ in range(3)], [], rng.randrange(seats))


def _shuffled_round(deal: RoundDeal, rng: Random) -> RoundDeal:
    return RoundDeal(*(_shuffled(cards, rng) for cards in deal))


def _shuffled(cards: Sequence[str], rng: Random) -> list[str]:
    return rng.sample(cards, len(cards))

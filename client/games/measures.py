"""How sure a figure is: 95 % intervals of shares and of means, from whole numbers that may be added in any order.

A share of independent trials, such as rounds, has Wilson's interval.
Most figures are not that: the seats of a game win and lose together.  They are ratios of two sums over games, and a
game is the unit: its spread is known from the sums of the squares and products of both, which are counted beside them.
"""

from collections import Counter
from collections.abc import Iterable
from math import inf, sqrt
from typing import Literal, TypeAlias

from engine.records import record

Tally: TypeAlias = Counter[str]
"""Counts by name.  Whole numbers only: their sum does not depend on the order of the games."""
_SURE = 1.96


@record
class Ratio:
    """Two names of a tally, and how they belong together.

    The part counts independent "trials" of the whole; or those of its "seats", whose results hang together; or it is
    a sum of anything, of which a "mean" is made.
    """

    part: str
    whole: str
    kind: Literal["trials", "seats", "mean"] = "mean"


@record
class Measured:
    value: float
    interval: tuple[float, float] | None
    """None where too little was counted to say."""


def with_products(tally: Tally, ratios: Iterable[Ratio]) -> Tally:
    """The tally of one game, with what its spread among others is reckoned from."""
    for ratio in ratios:
        if ratio.kind == "trials":
            continue
        part, whole = tally[ratio.part], tally[ratio.whole]
        for name, product in zip(_products(ratio), (part * part, part * whole, whole * whole), strict=True):
            tally[name] = product
    return tally


def measured(tally: Tally, ratio: Ratio) -> Measured:
    part, whole = tally[ratio.part], tally[ratio.whole]
    if ratio.kind == "trials" or not whole:
        return share_of(part, whole)
    return _rounded(part / whole, _among_games(tally, ratio, part / whole))


def share_of(part: int, whole: int) -> Measured:
    """Of independent trials."""
    return _rounded(part / whole, _wilson(part / whole, whole)) if whole else Measured(0.0, None)


def _rounded(value: float, interval: tuple[float, float] | None) -> Measured:
    return Measured(round(value, 4), interval and (round(interval[0], 4), round(interval[1], 4)))


def _wilson(share: float, trials: int) -> tuple[float, float]:
    square = _SURE**2
    middle = share + square / (2 * trials)
    reach = _SURE * sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    return max(0.0, middle - reach) / (1 + square / trials), min(1.0, (middle + reach) / (1 + square / trials))


def _among_games(tally: Tally, ratio: Ratio, value: float) -> tuple[float, float] | None:
    games = tally["games"]
    if games < 2:
        return None
    parts, both, wholes = (tally[name] for name in _products(ratio))
    squares = max(0.0, parts - 2 * value * both + value * value * wholes)
    reach = _SURE * sqrt(squares * games / (games - 1)) / tally[ratio.whole]
    most = 1.0 if ratio.kind == "seats" else inf
    return max(0.0, value - reach), min(most, value + reach)


def _products(ratio: Ratio) -> tuple[str, str, str]:
    part, whole = ratio.part, ratio.whole
    return f"{part} * {part}", f"{part} * {whole}", f"{whole} * {whole}"

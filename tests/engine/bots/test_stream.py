"""The stream of chance: frozen, without bias, and silent where there is nothing to decide."""

from collections import Counter
from hashlib import shake_256

import pytest

from protocol.keys.stream import Stream

VECTORS = {
    (b"", 2): [1, 0, 0, 1, 1, 0, 1, 1],
    (b"", 3): [0, 1, 0, 1, 2, 0, 0, 0],
    (b"", 67): [64, 11, 64, 60, 40, 58, 52, 35],
    (b"", 2**31 + 1): [
        151492840, 1926862176, 78122395, 1234347137, 1179853710, 1369650483, 132440563, 1966067221,
    ],
    (b"undermine", 2): [0, 1, 0, 1, 1, 1, 1, 0],
    (b"undermine", 3): [2, 1, 1, 0, 2, 1, 2, 2],
    (b"undermine", 67): [19, 50, 39, 58, 21, 15, 26, 33],
    (b"undermine", 2**31 + 1): [
        1933428631, 2098859679, 1446766067, 1245885218, 754314660, 1158869320, 788702307, 396602640,
    ],
}  # fmt: skip
CHI_SQUARE = {2: 10.8, 3: 13.8, 67: 107.3, 100: 148.2}
"""By number of values: what chance exceeds once in a thousand times, for one degree of freedom less."""


def words(seed: bytes, count: int) -> list[int]:
    """The 32-bit numbers behind a stream, read in another way: block after block, four bytes at a time."""
    blocks = (shake_256(seed + number.to_bytes(8, "little")).digest(256) for number in range(count // 64 + 1))
    whole = b"".join(blocks)
    return [int.from_bytes(whole[at : at + 4], "little") for at in range(0, 4 * count, 4)]


@pytest.mark.parametrize(("seed", "below"), VECTORS)
def test_the_first_draws_never_change(seed: bytes, below: int) -> None:
    stream = Stream(seed)
    assert [stream.draw(below) for _ in range(8)] == VECTORS[seed, below]


@pytest.mark.parametrize("below", [2, 3, 67, 1000, 2**31 + 1, 2**32 - 1, 2**32])
def test_draws_are_the_words_that_are_not_thrown_away(below: int) -> None:
    """Over several blocks of 64 numbers."""
    kept = [word % below for word in words(b"seed", 400) if word < 2**32 // below * below]
    stream = Stream(b"seed")
    assert [stream.draw(below) for _ in kept] == kept
    assert len(kept) > 150


def test_words_are_thrown_away_where_they_would_bring_a_bias() -> None:
    """Below 2**31 + 1 nearly every second word is in the incomplete stretch; below a power of two none is."""
    kept = [word for word in words(b"seed", 400) if word < 2**31 + 1]
    assert 150 < len(kept) < 250
    stream = Stream(b"seed")
    assert [stream.draw(2**31 + 1) for _ in kept] == kept


def test_nothing_is_consumed_where_there_is_nothing_to_decide() -> None:
    plain, mixed = Stream(b"seed"), Stream(b"seed")
    for _ in range(100):
        assert mixed.draw(1) == 0
        assert mixed.draw(67) == plain.draw(67)


@pytest.mark.parametrize("below", CHI_SQUARE)
def test_every_value_comes_up_as_often(below: int) -> None:
    """Chi-square with a fixed seed: it cannot fail by chance, only by a change."""
    stream, draws = Stream(b"uniform"), 100 * below
    counts = Counter(stream.draw(below) for _ in range(draws))
    assert set(counts) == set(range(below))
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < CHI_SQUARE[below]


def test_the_chi_square_would_notice_a_bias() -> None:
    """The lower half a little more often, as a remainder without rejection would make it."""
    stream = Stream(b"biased")
    counts = Counter(stream.draw(300) % 200 % 100 for _ in range(10_000))
    skewed = Counter({value: count + (10 if value < 50 else -10) for value, count in counts.items()})
    assert sum((count - 100) ** 2 / 100 for count in skewed.values()) > CHI_SQUARE[100]


def test_seeds_that_differ_give_streams_that_differ() -> None:
    """Also where one seed is the beginning of the other, and where the counter could be taken for a part of it."""
    seeds = (b"", b"\0", b"\0" * 8, b"\1", b"seed", b"seed\0", b"seeds")
    drawn = {seed: tuple(Stream(seed).draw(2**32) for _ in range(1)) for seed in seeds}
    assert len(set(drawn.values())) == len(seeds)

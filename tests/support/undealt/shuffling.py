"""Shuffles that anybody can check: cut and choose, with as many rounds as a body has room for."""

from collections.abc import Sequence

from engine.slots import shuffled
from protocol.keys.hashing import digest
from tests.support.undealt.group import SIZE, Cipher, Q, chance, from_bytes, masked, number, to_bytes

ROUNDS = 16
"""Of a hundred cards a proof has 40 KiB then."""


def laid(cards: Sequence[Cipher]) -> bytes:
    """Cards as bytes."""
    return to_bytes(*(value for card in cards for value in card))


def taken(data: bytes) -> list[Cipher]:
    """The same back."""
    values = from_bytes(data)
    return list(zip(values[::2], values[1::2], strict=True))


def _moved(cards: Sequence[Cipher], key: int, order: Sequence[int], masks: Sequence[int]) -> list[Cipher]:
    return [masked(cards[at], key, mask) for at, mask in zip(order, masks, strict=True)]


def shuffle(cards: Sequence[Cipher], key: int, secret: int, context: bytes) -> tuple[list[Cipher], bytes]:
    """The cards in a secret order and in other ciphertexts, with the proof that they are the same cards.

    What is secret follows from the seat's key and from the statement, so that nothing repeats for another one.
    """
    statement = digest("toy/statement", laid(cards), context)
    ways = [_way(len(cards), secret, statement, number_) for number_ in range(ROUNDS + 1)]
    order, masks = ways[0]
    after = _moved(cards, key, order, masks)
    middles = [_moved(cards, key, *way) for way in ways[1:]]
    proof = b"".join(map(laid, middles))
    for (to, more), bit in zip(ways[1:], _bits(cards, after, proof, context), strict=True):
        if bit:  # from the middle to the end
            place = {at: number_ for number_, at in enumerate(to)}
            way = [place[at] for at in order]
            extra = [(mask - more[place[at]]) % Q for at, mask in zip(order, masks, strict=True)]
        else:
            way, extra = list(to), list(more)
        proof += bytes(way) + to_bytes(*extra)
    return after, proof


def _way(count: int, secret: int, statement: bytes, round_: int) -> tuple[tuple[int, ...], list[int]]:
    parts = to_bytes(secret), statement, bytes([round_])
    masks = [number("mask", *parts, bytes([at])) for at in range(count)]
    return shuffled(range(count), chance("order", *parts).draw), masks


def _bits(before: Sequence[Cipher], after: Sequence[Cipher], middles: bytes, context: bytes) -> list[int]:
    hashed = digest("toy/cut", laid(before), laid(after), middles, context)
    return [hashed[at // 8] >> at % 8 & 1 for at in range(ROUNDS)]


def is_shuffle(before: Sequence[Cipher], after: Sequence[Cipher], key: int, proof: bytes, context: bytes) -> bool:
    """Whether these are the same cards."""
    count = len(before)
    size, opened = 2 * SIZE * count, (1 + SIZE) * count
    if len(after) != count or len(proof) != ROUNDS * (size + opened):
        return False
    middles, ways = proof[: ROUNDS * size], proof[ROUNDS * size :]
    for round_, bit in enumerate(_bits(before, after, middles, context)):
        middle = taken(middles[round_ * size : (round_ + 1) * size])
        way = ways[round_ * opened : (round_ + 1) * opened]
        order, masks = list(way[:count]), from_bytes(way[count:])
        if sorted(order) != list(range(count)):
            return False
        start, end = (middle, list(after)) if bit else (list(before), middle)
        if _moved(start, key, order, masks) != end:
            return False
    return True

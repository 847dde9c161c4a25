"""What a player adds to the chance of a table, whatever its mode: a seed, promised before any other is shown."""

from protocol.keys.hashing import digest


def player_commitment(seat_key: bytes, nonce: bytes, seed: bytes) -> bytes:
    """The commitment to a player's seed, as JOIN shows it."""
    return digest("undermine/1/seed-commit", seat_key, nonce, seed)

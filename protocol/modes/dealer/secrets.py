"""What the server of one table keeps to itself: its seeds, and the key that secret choices are sealed to.

Everything else of a dealer is a function of these and of the log.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from protocol.modes.dealer import part
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS, homes, server_commitment
from protocol.modes.mode import Fresh

_SEED = 32


@dataclass(frozen=True, slots=True, repr=False)  # a repr ends up in logs, and these bytes give every card
class Secrets:
    """One for each table, made before its TABLE."""

    nonce: bytes
    """Public with TABLE."""
    box_secret: bytes
    seeds: dict[tuple[int, int], bytes]
    """By round from 0 and by class."""

    @classmethod
    def make(cls, fresh: Fresh, rounds: int) -> "Secrets":
        """New ones, for a game of so many rounds."""
        seeds = {(round_, class_): fresh(f"server seed {round_} {class_}") for round_, class_ in homes(rounds)}
        return cls(fresh("server nonce"), fresh("server box key"), seeds)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Secrets":
        """As they were stored."""
        nonce, box_secret, *seeds = (data[at : at + _SEED] for at in range(0, len(data), _SEED))
        return cls(nonce, box_secret, dict(zip(homes(len(seeds) // 2), seeds, strict=True)))

    def to_bytes(self) -> bytes:
        """The nonce, the key, and the seeds by round and class."""
        return self.nonce + self.box_secret + b"".join(seed for _, seed in sorted(self.seeds.items()))

    @property
    def reading(self) -> X25519PrivateKey:
        """What opens the boxes for the dealer."""
        return X25519PrivateKey.from_private_bytes(self.box_secret)

    @property
    def reading_public(self) -> bytes:
        """The dealer's key, as TABLE shows it."""
        return self.reading.public_key().public_bytes_raw()

    def commitments(self, server_key: bytes) -> list[bytes]:
        """What TABLE says of the seeds."""
        return [server_commitment(server_key, self.nonce, *at, seed) for at, seed in sorted(self.seeds.items())]

    def opened(self, rounds_open: Collection[int], choices: Iterable[part.ChoiceOpening] = ()) -> part.GamePart:
        """Every seed that is not open yet, and the secret choices of the round that did not end."""
        rounds = sorted({round_ for round_, _ in self.seeds})
        closed = [round_ for round_ in rounds if round_ and round_ not in rounds_open]
        return part.GamePart(
            seeds=[self.seeds[round_, GAME_CLASS] for round_ in rounds],
            round_seeds=[self.seeds[round_, ROUND_CLASS] for round_ in closed],
            choices=list(choices),
        )

"""Tables that share something: the same people with the same JOINs, or seeds that no chance gives."""

from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.modes.mode import Fresh

_OF_PEOPLE = ("person ", "nonce ", "name ")


def same_people(seed: str, *, own: tuple[str, ...] = ()) -> Fresh:
    """A server with new seeds, and always the same people with the same nonces; ``own`` is new, too."""

    def fresh(label: str) -> bytes:
        shared = label == "server" or (label.startswith(_OF_PEOPLE) and label not in own)
        return from_seed(b"shared" if shared else seed.encode())(label)

    return fresh


def table(fresh: Fresh) -> SelfPlay:
    return SelfPlay(parse("base"), 3, [BOTS["random"]], fresh)


def other_joins(seats: range) -> tuple[str, ...]:
    """The labels of what these seats bring."""
    return tuple(f"nonce {seat}" for seat in seats)

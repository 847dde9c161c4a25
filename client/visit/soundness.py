"""Whether what a server tells of a gathering makes sense: nothing of it is proved, and it may be anything."""

from protocol.wire.lobby import Gathering


def is_sound(gathering: Gathering, own: int) -> bool:
    """Whether everybody who is spoken of sits there, and there are seats for all."""
    return max(own, gathering.host) < len(gathering.sitters) <= gathering.wishes.seats

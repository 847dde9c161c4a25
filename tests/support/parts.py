"""Bodies whose fields are partly the dealer mode's: made and read in one go."""

from collections.abc import Iterable

from protocol.log import bodies
from protocol.log.records import Entry
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer import part
from protocol.wire.codec import decode, encode

_LONGEST = 1 << 16
NO_BOX = bytes(81)
NO_CHOICE = part.ChoicePart(commitment=bytes(32), to_dealer=NO_BOX, to_seat=NO_BOX)


def round_open(round_: int, seed: bytes, choices: Iterable[part.ChoiceOpening] = ()) -> bodies.RoundOpen:
    """A ROUND_OPEN with this seed of class R and these secret choices."""
    return bodies.RoundOpen(round=round_, part=encode(part.RoundPart(seed=seed, choices=list(choices))))


def round_part(body: bodies.RoundOpen) -> part.RoundPart:
    """What a ROUND_OPEN opens."""
    return part.read(part.RoundPart, body.part)


def game_open(
    seeds: Iterable[bytes], round_seeds: Iterable[bytes] = (), choices: Iterable[part.ChoiceOpening] = ()
) -> bodies.GameOpen:
    """A GAME_OPEN with these seeds of class G and R and these secret choices."""
    opened = part.GamePart(seeds=list(seeds), round_seeds=list(round_seeds), choices=list(choices))
    return bodies.GameOpen(part=encode(opened))


def game_part(body: bodies.GameOpen) -> part.GamePart:
    """What a GAME_OPEN opens."""
    return part.read(part.GamePart, body.part)


def choice(made: part.ChoicePart = NO_CHOICE) -> dealer_bodies.Choice:
    """A CHOICE with this commitment and these boxes."""
    return dealer_bodies.Choice(part=encode(made))


def choice_part(body: dealer_bodies.Choice) -> part.ChoicePart:
    """The commitment and the boxes of a CHOICE."""
    return part.read(part.ChoicePart, body.part)


def choice_of(entry: Entry) -> part.ChoicePart:
    """The commitment and the boxes in an entry of kind CHOICE."""
    return choice_part(decode(dealer_bodies.Choice, entry.body, _LONGEST))


def close(seq: int, head: bytes) -> bodies.Close:
    """A CLOSE that says nothing more than what was seen."""
    return bodies.Close(seq=seq, head=head, unlogged=[], times=[], part=b"")


def protest(header: bytes, body: bytes = b"") -> bodies.Protest:
    """A PROTEST about one thing that was not logged."""
    return bodies.Protest(unlogged=[bodies.Unlogged(header=header, body=body)], times=[])


def table_part(table: bodies.Table) -> part.TablePart:
    """What a TABLE says of the dealer."""
    return part.read(part.TablePart, table.mode.part)


def mode(made: part.TablePart) -> bodies.Mode:
    """The mode of a TABLE with this part."""
    return bodies.Mode(name=part.NAME, rev=part.REV, part=encode(made))


def join_part(join: bodies.Join) -> part.JoinPart:
    """What a JOIN says to the dealer."""
    return part.read(part.JoinPart, join.part)

"""Logs held against each other: two of one table must be prefixes of each other, and one JOIN serves one TABLE."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from protocol.audit.story import Story
from protocol.keys.identity import Purpose, verify
from protocol.log import bodies
from protocol.log.faults import Code, Finding
from protocol.log.records import Entry, Kind
from protocol.wire.codec import BadFrame, decode

_SHORT = 8


def all_clashes(stories: Sequence[Story]) -> Iterator[tuple[int, int, Finding]]:
    """Every contradiction among logs, with the places of two that prove it."""
    for one, other in _pairs(stories):
        for finding in clashes(stories[one], stories[other]):
            yield one, other, finding


def _pairs(stories: Sequence[Story]) -> Iterator[tuple[int, int]]:
    """Those that have something in common: a table, or a key of a seat.

    Of one table each is held against the longest, for prefixes of one log do not differ from it.
    """
    longest: dict[bytes, int] = {}
    for at, story in enumerate(stories):
        best = longest.setdefault(story.tid, at)
        if story.signed > stories[best].signed:
            longest[story.tid] = at
    yield from ((longest[story.tid], at) for at, story in enumerate(stories) if longest[story.tid] != at)
    tables: dict[bytes, dict[int, None]] = {}
    for at in longest.values():
        for _seat, join in stories[at].joins():
            tables.setdefault(join.seat_key, {})[at] = None
    shared = (tuple(places) for places in tables.values())
    yield from dict.fromkeys(pair for places in shared for pair in combinations(places, 2))


def clashes(one: Story, other: Story) -> Iterator[Finding]:
    """Why these two cannot both be honest; each finding is proved by the two alone."""
    if one.tid != other.tid:
        yield from _reused(one, other)
    elif at := _difference(one, other):
        evidence = f"the server signed two logs of one table: they differ from entry {at} on"
        yield Finding(Code.FORKED, at, one.table.server_key, evidence)


def _difference(one: Story, other: Story) -> int:
    """The first entry that differs in what is signed in both; 0 if there is none."""
    both = min(one.signed, other.signed) + 1
    return next((at for at in range(both) if one.heads[at] != other.heads[at]), 0)


def _reused(one: Story, other: Story) -> Iterator[Finding]:
    """A TABLE without the seat's own SEAL counts for nothing: any server can copy a JOIN that it was sent."""
    there = {join.seat_key: seat for seat, join in other.joins()}
    for seat, join in one.joins():
        again = there.get(join.seat_key)
        if again is None:
            continue
        sealed, sealed_again = seal_of(one, seat, join.seat_key), seal_of(other, again, join.seat_key)
        if sealed and sealed_again:
            tables = f"{one.tid.hex()[:_SHORT]} and {other.tid.hex()[:_SHORT]}"
            told = f"this key has sealed two tables with one JOIN, {tables}"
            gain = "the server, which knows its seed since the first, may have gained by it"
            yield Finding(Code.REUSED, sealed, join.seat_key, f"{told}; {gain}")


def seal_of(story: Story, seat: int, key: bytes) -> int:
    """The entry in which the seat has sealed the table, if the server has signed it; 0 if there is none."""
    for entry in story.entries[: story.signed]:
        if entry.kind == Kind.SEAL and entry.actor == seat and _holds(story, entry, key):
            return entry.seq
    return 0


def _holds(story: Story, entry: Entry, key: bytes) -> bool:
    try:
        seal = decode(bodies.Seal, entry.body, len(entry.body))
    except BadFrame:
        return False
    return verify(key, seal.signature, Purpose.SEAL, story.tid)


def only_in_one(one: Story, other: Story) -> list[Entry]:
    """The entries that both logs of a table have, and of which the first alone has the text."""
    both = zip(one.entries, other.entries, strict=False)
    return [here for here, there in both if here.header() == there.header() and there.removed and not here.removed]

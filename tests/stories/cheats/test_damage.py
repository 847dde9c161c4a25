"""A file that was cut or damaged: never VERIFIED, never an exception, and no accusation.

No bit of a log is without consequence: whichever is turned, what stands from there on counts for nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from protocol.audit.audit import Report, Verdict, Why, audit
from protocol.log.records import MAGIC, TEXTS, Entry, HeadRecord, Kind, RecordType, record, records
from tests.stories.cheats.games import Forge, entries_of, every_kind, first, game_with_gold
from tests.stories.cheats.remembering import remembering
from tests.stories.cheats.tiny import tiny_mine
from tests.support.dealing import ALL_KINDS, kind_of
from tests.support.threats import threat

QUICK_FLIPS, LONG_FLIPS = 80, 2000
STRIDE = 31
"""Quick: every thirty-first byte of the short log, one bit of it."""


@cache
def short() -> bytes:
    """A game of not even a hundred entries that holds every kind of them; LET_PASS is for tables with one person."""
    _, log = every_kind()
    with tiny_mine():
        assert audit(log).verdict is Verdict.VERIFIED
    assert {kind_of(entry) for entry in entries_of(log)} == set(ALL_KINDS) - {Kind.HANDOVER, Kind.LET_PASS}
    return log


@cache
def bounds(log: bytes) -> list[int]:
    """Where records begin and end."""
    ends = [len(MAGIC)]
    for _, payload in records(log):
        ends.append(ends[-1] + 5 + len(payload))
    assert ends[-1] == len(log)
    return ends


@cache
def heads(log: bytes) -> list[tuple[int, int]]:
    """Where each HEAD ends, and up to which entry it vouches."""
    there = zip(bounds(log)[1:], records(log), strict=True)
    return [(end, HeadRecord.from_bytes(payload).seq) for end, (kind, payload) in there if kind == RecordType.HEAD]


def vouched(log: bytes, at: int) -> int:
    """The last entry under a HEAD that ends before this byte."""
    return max((seq for end, seq in heads(log) if end <= at), default=0)


@contextmanager
def in_short() -> Iterator[bytes]:
    """The short log, ready to be read many times."""
    with tiny_mine(), remembering(short()):
        yield short()


def test_what_is_remembered_is_what_would_be_found() -> None:
    bits = range(0, 8 * len(short()), 999)
    with in_short() as log:
        assert audit(log).verdict is Verdict.VERIFIED
        fast = [(report.verdict, report.reason, report.findings) for report in (flipped(log, bit) for bit in bits)]
    with tiny_mine():
        slow = [(report.verdict, report.reason, report.findings) for report in (flipped(log, bit) for bit in bits)]
    assert fast == slow


# cut


def check_cut(log: bytes, length: int) -> None:
    """What is left proves nothing; only what stands under a HEAD was looked at."""
    report = audit(log[:length])
    between = length in bounds(log)[1:]
    expected = Verdict.UNPROVEN if between or vouched(log, length) else Verdict.UNREADABLE
    assert report.verdict is expected, (length, report.verdict)
    assert (report.why is Why.DAMAGED) == (not between and length > bounds(log)[1]), (length, report.why)
    assert report.entries == vouched(log, length)
    assert report.reason
    assert not report.findings


@threat("log-cut")
def test_a_short_log_cut_at_every_record() -> None:
    with in_short() as log:
        for end in bounds(log)[:-1]:
            check_cut(log, end)


def test_a_short_log_cut_within_every_record() -> None:
    random = Random(1)
    with in_short() as log:
        for start, end in pairwise([0, *bounds(log)]):
            check_cut(log, start + 1)
            check_cut(log, random.randrange(start + 1, end))
            check_cut(log, end - 1)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(4))
def test_a_short_log_cut_at_every_byte(part: int) -> None:
    with in_short() as log:
        for length in range(part, len(log), 4):
            check_cut(log, length)


def test_a_whole_game_cut_somewhere() -> None:
    _, log = game_with_gold()
    random = Random(2)
    with remembering(log):
        for end in random.sample(bounds(log)[:-1], 30):
            check_cut(log, end)
        for length in random.sample(range(len(log)), 15):
            check_cut(log, length)


def test_what_people_say_after_the_end_may_be_missing() -> None:
    """Where the END stands under a HEAD of its own, a file without the people's words is whole."""
    game, log = every_kind()
    entries = entries_of(log)
    with tiny_mine():
        for more in range(4):
            report = audit(Forge(game).write(entries[: first(entries, Kind.END) + 1 + more]))
            assert (report.verdict, report.closed_by) == (Verdict.VERIFIED, tuple(range(more)))
        assert audit(Forge(game).write(entries[: first(entries, Kind.END)])).verdict is Verdict.UNPROVEN


def test_nothing_may_stand_behind_the_end() -> None:
    with in_short() as log:
        for more in (b"\0", b"\3", b"\4\0\0\0\0", log[len(MAGIC) :], log):
            assert audit(log + more).verdict is Verdict.UNPROVEN


def test_a_record_taken_out_or_said_twice() -> None:
    """Every record but a HEAD, without which the next one vouches for more."""
    with in_short() as log:
        for number, (start, end) in enumerate(pairwise(bounds(log))):
            without = audit(log[:start] + log[end:]).verdict
            twice = audit(log[:end] + log[start:]).verdict
            if log[start] != RecordType.HEAD:
                assert without is not Verdict.VERIFIED, number
            assert twice is not Verdict.VERIFIED, number


def test_texts_may_be_removed_and_nothing_else() -> None:
    """The header of an entry stays, the chain holds; a log without talk and names is still verified, with a note."""
    with in_short() as log:
        for start, (kind, payload) in zip(bounds(log), records(log), strict=False):
            if kind != RecordType.ENTRY:
                continue
            bare = record(RecordType.HEADER, payload[:116])
            report = audit(log[:start] + bare + log[start + 5 + len(payload) :])
            if Entry.from_bytes(payload).kind in TEXTS:
                assert report.verdict is Verdict.VERIFIED
                assert report.removed
            else:
                entry = Entry.from_bytes(payload)
                assert report.verdict is (Verdict.UNPROVEN if report.entries else Verdict.UNREADABLE)
                assert report.damage
                assert (report.damage.first, report.damage.last) == (entry.seq, entry.seq)


# damaged


def flipped(log: bytes, bit: int) -> Report:
    """The audit of a file with one bit turned, and all that may be said about it.

    What stands under a HEAD before the bit still counts, and nothing after it.  No seat is accused: the holder of
    the file could have turned the bit.
    """
    at = bit // 8
    damaged = bytearray(log)
    damaged[at] ^= 1 << bit % 8
    report = audit(bytes(damaged))
    assert report.findings == [], bit
    if at in bounds(log) and bit % 8 == 7 and log[at] == RecordType.HEAD:
        return report  # now it is a record of a later version, as if the HEAD had been taken out
    assert report.reason, bit
    assert report.entries == vouched(log, at), bit
    assert report.verdict is (Verdict.UNPROVEN if report.entries else Verdict.UNREADABLE), bit
    if at >= bounds(log)[2]:  # behind the table and the cards
        assert report.why is Why.DAMAGED, bit
        assert report.damage, bit
        there = sum(log[start] == RecordType.ENTRY for start in bounds(log)[:-1] if start <= at)
        assert report.damage.first <= there + 1, bit
        assert report.damage.last >= there - 1, bit  # an entry that became a later record is not counted
    return report


@threat("log-damaged")
def test_one_bit_in_a_short_log() -> None:
    random = Random(3)
    with in_short() as log:
        for at in range(random.randrange(STRIDE), len(log), STRIDE):
            flipped(log, 8 * at + random.randrange(8))


def test_every_bit_of_the_headers_of_records_and_of_one_entry() -> None:
    """The lengths, the types, and the numbers of an entry: what the parser goes by."""
    with in_short() as log:
        for start in bounds(log)[2:-1:6]:
            for bit in range(8 * 5):
                flipped(log, 8 * start + bit)
        start = bounds(log)[12]
        for bit in range(8 * 5, 8 * (5 + 20)):
            flipped(log, 8 * start + bit)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("bit", range(8))
def test_every_bit_of_a_short_log(bit: int) -> None:
    """This bit of every byte: the whole audit, on every one of these files."""
    with in_short() as log:
        for at in range(len(log)):
            flipped(log, 8 * at + bit)


def check_flips(seed: int, count: int) -> None:
    """Bits anywhere in a whole game."""
    _, log = game_with_gold()
    random = Random(seed)
    with remembering(log):
        for _ in range(count):
            flipped(log, random.randrange(8 * len(log)))


def test_one_bit_in_a_whole_game() -> None:
    check_flips(4, QUICK_FLIPS)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("part", range(4))
def test_one_bit_in_a_whole_game_many_times(part: int) -> None:
    check_flips(5 + part, LONG_FLIPS // 4)


def test_noise_is_no_log() -> None:
    random = Random(6)
    for _ in range(300):
        noise = random.randbytes(random.randrange(200))
        assert audit(noise).verdict is Verdict.UNREADABLE
        assert audit(MAGIC + noise).verdict is Verdict.UNREADABLE

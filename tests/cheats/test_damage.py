"""A file that was cut or damaged: never VERIFIED, and never an exception."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest
from cheats.games import EveryKind, entries_of, game_with_gold, tiny_mine

from protocol.audit import Report, Verdict, audit
from protocol.log import MAGIC, Entry, Kind, RecordType, record, records

QUICK_FLIPS, LONG_FLIPS = 200, 2000
STRIDE = 13
"""Quick: every thirteenth byte of the short log, one bit of it."""


@cache
def short() -> bytes:
    """A game of fifty entries that holds every kind of them."""
    with tiny_mine():
        log = EveryKind().play()
        assert audit(log).verdict is Verdict.VERIFIED
    assert {entry.kind for entry in entries_of(log)} == set(Kind)
    return log


def bounds(log: bytes) -> list[int]:
    """Where records begin and end."""
    ends = [len(MAGIC)]
    for _, payload in records(log):
        ends.append(ends[-1] + 5 + len(payload))
    assert ends[-1] == len(log)
    return ends


def proven_from(log: bytes) -> int:
    """Where a file ends that holds the END under a HEAD: from there on only people's words are missing."""
    ended = False
    for end, (kind, payload) in zip(bounds(log)[1:], records(log), strict=True):
        ended |= kind == RecordType.ENTRY and Entry.from_bytes(payload).kind == Kind.END
        if ended and kind == RecordType.HEAD:
            return end
    raise AssertionError("the log does not end")


def check_cut(log: bytes, length: int) -> None:
    """What is left proves nothing, unless nothing but the words of people after the end was cut."""
    report = audit(log[:length])
    if length == proven_from(log):
        assert report.verdict is Verdict.VERIFIED
        assert report.closed_by == ()
        return
    expected = {Verdict.UNREADABLE} if length < len(MAGIC) else {Verdict.UNPROVEN, Verdict.UNREADABLE}
    assert report.verdict in expected, (length, report.verdict)
    assert report.reason
    assert not report.findings


def test_a_short_log_cut_at_every_record() -> None:
    log = short()
    with tiny_mine():
        for end in bounds(log)[:-1]:
            check_cut(log, end)


def test_a_short_log_cut_within_every_record() -> None:
    log, random = short(), Random(1)
    ends = bounds(log)
    with tiny_mine():
        for start, end in zip([0, *ends], ends, strict=False):
            check_cut(log, start + 1)
            check_cut(log, random.randrange(start + 1, end))
            check_cut(log, end - 1)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_short_log_cut_at_every_byte() -> None:
    log = short()
    with tiny_mine():
        for length in range(len(log)):
            check_cut(log, length)


def test_a_whole_game_cut_somewhere() -> None:
    _, log = game_with_gold()
    random = Random(2)
    for end in random.sample(bounds(log)[:-1], 30):
        check_cut(log, end)
    for length in random.sample(range(len(log)), 15):
        check_cut(log, length)


def test_nothing_may_stand_behind_the_end() -> None:
    log = short()
    with tiny_mine():
        for more in (b"\0", b"\3", b"\4\0\0\0\0", log[len(MAGIC) :], log):
            assert audit(log + more).verdict is not Verdict.VERIFIED


def test_a_record_taken_out_or_said_twice() -> None:
    """Every record but a HEAD, without which the next one vouches for more."""
    log = short()
    ends = bounds(log)
    with tiny_mine():
        for number, (start, end) in enumerate(pairwise(ends)):
            without = audit(log[:start] + log[end:]).verdict
            twice = audit(log[:end] + log[start:]).verdict
            is_head = log[start] == RecordType.HEAD
            assert is_head or without is not Verdict.VERIFIED, number
            assert is_head or twice is not Verdict.VERIFIED, number


def test_texts_may_be_removed_and_nothing_else() -> None:
    """The header of an entry stays, the chain holds; a log without its talk is still verified, with a note."""
    log = short()
    with tiny_mine():
        for start, (kind, payload) in zip(bounds(log), records(log), strict=False):
            if kind != RecordType.ENTRY:
                continue
            bare = record(RecordType.HEADER, payload[:116])
            report = audit(log[:start] + bare + log[start + 5 + len(payload) :])
            if Entry.from_bytes(payload).kind == Kind.TALK:
                assert report.verdict is Verdict.VERIFIED
                assert report.notes
            else:
                assert report.verdict is Verdict.REFUTED


def flipped(log: bytes, bit: int) -> Report:
    """The audit of a file with one bit turned."""
    damaged = bytearray(log)
    damaged[bit // 8] ^= 1 << bit % 8
    report = audit(bytes(damaged))
    assert report.verdict is not Verdict.VERIFIED, bit
    assert report.reason, bit
    return report


def test_one_bit_in_a_short_log() -> None:
    log, random = short(), Random(3)
    with tiny_mine():
        for at in range(random.randrange(STRIDE), len(log), STRIDE):
            flipped(log, 8 * at + random.randrange(8))


def test_every_bit_of_the_headers_of_records_and_of_one_entry() -> None:
    """The lengths, the types, and the numbers of an entry: what the parser goes by."""
    log = short()
    with tiny_mine():
        for start in bounds(log)[2:-1:6]:
            for bit in range(8 * 5):
                flipped(log, 8 * start + bit)
        start = bounds(log)[12]
        for bit in range(8 * 5, 8 * (5 + 20)):
            flipped(log, 8 * start + bit)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_every_bit_of_a_short_log() -> None:
    log = short()
    with tiny_mine():
        for bit in range(8 * len(log)):
            flipped(log, bit)


def check_flips(seed: int, count: int) -> None:
    """Bits anywhere in a whole game."""
    _, log = game_with_gold()
    random = Random(seed)
    for _ in range(count):
        flipped(log, random.randrange(8 * len(log)))


def test_one_bit_in_a_whole_game() -> None:
    check_flips(4, QUICK_FLIPS)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_one_bit_in_a_whole_game_many_times() -> None:
    check_flips(5, LONG_FLIPS)


def test_noise_is_no_log() -> None:
    random = Random(6)
    for _ in range(300):
        noise = random.randbytes(random.randrange(200))
        assert audit(noise).verdict is Verdict.UNREADABLE
        assert audit(MAGIC + noise).verdict in {Verdict.UNREADABLE, Verdict.REFUTED}

"""Frames out of a stream, however the network cuts it."""

import tracemalloc
from random import Random

import pytest

from protocol.wire.codec import BadFrame
from protocol.wire.framing import Frames, framed

BODIES = [b"a", b"bc" * 50, b"\x00", b"d" * 300]
STREAM = b"".join(map(framed, BODIES))


def test_a_frame_is_its_length_and_its_bytes() -> None:
    assert framed(b"abc") == b"\x03\x00\x00\x00abc"


def test_many_frames_in_one_piece() -> None:
    assert list(Frames(300).feed(STREAM)) == BODIES


def test_a_byte_at_a_time() -> None:
    """The worst network there is."""
    frames = Frames(300)
    assert [body for byte in STREAM for body in frames.feed(bytes([byte]))] == BODIES


def test_pieces_of_any_length() -> None:
    random = Random(1)
    for _ in range(200):
        cuts = sorted(random.choices(range(len(STREAM) + 1), k=5))
        pieces = [STREAM[low:high] for low, high in zip([0, *cuts], [*cuts, len(STREAM)], strict=True)]
        frames = Frames(300)
        assert [body for piece in pieces for body in frames.feed(piece)] == BODIES


def test_a_frame_comes_with_its_last_byte_and_not_before() -> None:
    frames = Frames(10)
    assert list(frames.feed(framed(b"abc")[:-1])) == []
    assert list(frames.feed(b"")) == []
    assert list(frames.feed(b"c")) == [b"abc"]


@pytest.mark.parametrize("length", [0, 11, 2**31, 2**32 - 1])
def test_a_bad_length_is_refused_as_soon_as_it_is_known(length: int) -> None:
    frames = Frames(10)
    header = length.to_bytes(4, "little")
    assert list(frames.feed(header[:3])) == []
    with pytest.raises(BadFrame):
        list(frames.feed(header[3:]))


def test_the_longest_frame_passes() -> None:
    assert list(Frames(10).feed(framed(b"x" * 10))) == [b"x" * 10]


def test_the_good_frames_before_a_bad_length_come_out_and_nothing_behind_it() -> None:
    frames = Frames(10)
    coming = frames.feed(framed(b"good") + framed(b"x" * 11) + framed(b"late"))
    assert next(coming) == b"good"
    with pytest.raises(BadFrame):
        next(coming)
    assert list(coming) == []


def test_after_a_bad_length_nothing_is_read_any_more() -> None:
    frames = Frames(10)
    with pytest.raises(BadFrame):
        list(frames.feed(bytes(4)))
    for _ in range(3):
        with pytest.raises(BadFrame):
            list(frames.feed(framed(b"good")))


def test_the_limit_may_be_raised_between_two_frames_of_one_piece() -> None:
    """The login and what follows it may come in one segment."""
    frames, found = Frames(5), []
    for body in frames.feed(framed(b"login") + framed(b"x" * 100)):
        found.append(body)
        frames.limit = 100
    assert found == [b"login", b"x" * 100]


def test_frames_that_were_not_fetched_are_not_lost() -> None:
    frames = Frames(10)
    frames.feed(framed(b"first"))
    assert next(frames.feed(framed(b"second"))) == b"first"
    assert list(frames.feed(b"")) == [b"second"]


def test_a_length_alone_takes_no_memory() -> None:
    frames = Frames(2**32 - 1)
    tracemalloc.start()
    try:
        assert list(frames.feed(b"\xff\xff\xff\x7f")) == []
        assert tracemalloc.get_traced_memory()[1] < 4096
    finally:
        tracemalloc.stop()


def test_what_comes_out_is_bytes() -> None:
    (body,) = Frames(10).feed(framed(b"abc"))
    assert type(body) is bytes


def test_an_empty_frame_is_not_made() -> None:
    with pytest.raises(ValueError, match="empty"):
        framed(b"")

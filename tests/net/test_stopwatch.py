"""The own clock beside the server's."""

import pytest
from twisted.internet.task import Clock

from client.net.stopwatch import Stopwatch
from protocol.log.records import Entry, Kind

SOMETHING: list[object] = ["an event"]


def entry(kind: Kind, dt_ms: int) -> Entry:
    return Entry(1, dt_ms, kind, 255, 0, 0, 1, bytes(64), b"")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def watch(clock: Clock) -> Stopwatch:
    """A question was just opened."""
    made = Stopwatch(clock)
    assert not made.cut_short(entry(Kind.ACT, 100), SOMETHING, live=True)
    return made


@pytest.mark.parametrize(("waited", "claimed", "cut"), [(60, 60, 0), (59, 60, 0), (50, 60, 10), (80, 60, 0)])
def test_a_limit_that_was_cut_is_noticed(
    watch: Stopwatch, clock: Clock, waited: float, claimed: int, cut: float
) -> None:
    clock.advance(waited)
    assert watch.cut_short(entry(Kind.TIMEOUT, claimed * 1000), SOMETHING, live=True) == cut


def test_all_that_the_server_says_about_one_question_counts(watch: Stopwatch, clock: Clock) -> None:
    for _ in range(3):
        clock.advance(10)
        assert not watch.cut_short(entry(Kind.TALK, 20_000), [], live=True)
    assert watch.cut_short(entry(Kind.TIMEOUT, 0), SOMETHING, live=True) == 30


def test_only_time_outs_are_noticed(watch: Stopwatch) -> None:
    assert not watch.cut_short(entry(Kind.ACT, 60_000), SOMETHING, live=True)


def test_what_was_not_measured_is_not_judged(watch: Stopwatch, clock: Clock) -> None:
    watch.stop()
    assert not watch.cut_short(entry(Kind.TIMEOUT, 60_000), SOMETHING, live=False)
    assert not watch.cut_short(entry(Kind.TIMEOUT, 60_000), SOMETHING, live=True)
    clock.advance(10)
    assert watch.cut_short(entry(Kind.TIMEOUT, 60_000), SOMETHING, live=True) == 50

"""What a seat has signed, across refusals and new starts: no counter is used for two things."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from client.net.drawer import Drawer
from client.net.open_joins import OpenJoins
from client.net.table.agenda import Make
from client.net.table.log_file import LogFile
from client.net.table.voice import Voice
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from tests.support.tables_at_play import AtPlay, small_mine, turn_of

SEAT = 1


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    with small_mine():
        yield


class Desk:
    """One seat, its files, and a voice that may be taken up again by a program that was started again."""

    def __init__(self, folder: Path) -> None:
        self.table = AtPlay().until(turn_of(SEAT))
        self.joins = OpenJoins(self.table.joinings[SEAT].identity, "Ann", Drawer(folder), bytes)
        self.file = LogFile(folder / "game.umlog")
        self.voice = self.taken_up()

    @property
    def follower(self) -> SeatFollower:
        found = self.table.people[SEAT]
        assert isinstance(found, SeatFollower)
        return found

    def taken_up(self) -> Voice:
        """From key, log and drawer."""
        self.follower._counter = 0
        self.voice = Voice(self.follower, self.joins, self.file.sync, Clock())
        self.voice.remember()
        return self.voice

    def word(self) -> Make:
        return partial(self.follower.say, Kind.TALK, bodies.Talk(salt=bytes(16), text="hello"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.file.close()


def test_what_is_on_its_way_is_the_same_after_a_new_start(desk: Desk) -> None:
    said = desk.voice.sign(desk.word())
    assert desk.taken_up().flying == said


def test_what_was_seen_in_a_log_that_is_lost_again_is_still_on_its_way(desk: Desk) -> None:
    """The entry was followed, and the batch that it came in was not kept."""
    said = desk.voice.sign(desk.word())
    desk.voice.follow(said, [], None)
    assert desk.voice.flying is None
    assert desk.taken_up().flying == said


def give_up(desk: Desk, said: Entry, how: str) -> Entry | None:
    """The server refuses it, or the log goes on without it."""
    if how == "refused":
        return desk.voice.refused(said.counter, "entry/stale")
    counters = desk.follower.signatures.counters
    counters[SEAT] += said.counter
    lost = desk.voice.went_on()
    counters[SEAT] -= said.counter
    return lost and lost[0]


@pytest.mark.parametrize("how", ["refused", "passed over"])
def test_what_is_not_waited_for_is_not_sent_again_and_its_counter_is_not_used_again(desk: Desk, how: str) -> None:
    said = desk.voice.sign(desk.word())
    assert give_up(desk, said, how) == said
    again = desk.taken_up()
    assert again.flying is None
    assert again.sign(desk.word()).counter == said.counter + 1


def test_a_disk_that_keeps_nothing_lets_it_be_sent_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    said = desk.voice.sign(desk.word())

    def full(*_given: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Drawer, "keep_sent", full)
    assert desk.voice.refused(said.counter, "entry/stale") == said
    assert desk.taken_up().flying == said


def test_what_stands_in_the_log_is_over(desk: Desk) -> None:
    said = desk.voice.sign(desk.word())
    desk.follower.signatures.counters[SEAT] = said.counter
    assert desk.taken_up().flying is None
    assert desk.voice.sign(desk.word()).counter == said.counter + 1


def test_nothing_is_given_up_twice_or_by_another_number(desk: Desk) -> None:
    said = desk.voice.sign(desk.word())
    assert desk.voice.refused(said.counter + 1, "entry/stale") is None
    assert desk.voice.flying == said
    desk.voice.refused(said.counter, "entry/stale")
    assert desk.voice.refused(said.counter, "entry/stale") is None
    assert desk.voice.went_on() is None

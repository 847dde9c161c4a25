"""A slow bot at a table: nothing waits for it but its own question, and when it acts tells nothing of the choice."""

from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.logger import globalLogPublisher

from engine.task import worked_out
from protocol.audit.audit import Verdict, audit
from protocol.follow.ending import STOPPED
from protocol.log import bodies
from protocol.log.records import Kind
from server.server_messages import observer
from server.store.journal import NO_PACE, Pace
from tests.server.tables import at_room
from tests.server.tables.at_room import at_play, begun
from tests.server.tables.test_room_pace import acts_of_bots, to_end, until
from tests.support.hall import Hall
from tests.support.reading import now
from tests.support.slow_bots import slow_bots

small = at_room.small  # a fixture; pytest finds it by this name
WELL = pytest.mark.parametrize("well", [True, False], ids=["decided", "failed"])
"""How a thought ends that nothing depends on any more."""
BOT = bodies.BotSeat(bot="slow", rev=1)


class Thoughts:
    """What rooms have bots think about; a test says when they have decided."""

    def __init__(self) -> None:
        self.begun: list[tuple[bytes, Deferred[int]]] = []
        self.count = 0
        self.at_once = False

    def think(self, task: bytes) -> Deferred[int]:
        thought: Deferred[int] = Deferred()
        self.begun.append((task, thought))
        self.count += 1
        if self.at_once:
            self.decide()
        return thought

    def decide(self, *, well: bool = True) -> None:
        """The oldest one is thought through, or ends in a mistake."""
        task, thought = self.begun.pop(0)
        if well:
            thought.callback(worked_out(task))
        else:
            thought.errback(ValueError("the card is 17"))


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with slow_bots():
        yield


@pytest.fixture
def thoughts() -> Thoughts:
    return Thoughts()


@pytest.fixture
def hall(thoughts: Thoughts) -> Iterator[Hall]:
    made = Hall(think=thoughts.think)
    yield made
    made.rooms.stop()
    assert made.clock.getDelayedCalls() == [], "a timer was left behind"


def to_bot(hall: Hall, pace: Pace = NO_PACE, **how: Any) -> int:
    """A slow bot thinks; the last entry before its act."""
    begun(hall, pace=pace, **{"seats": 3, "bots": 2, "bot": "slow", **how})
    hall.play(hall.host.bot_is_next)
    hall.tick()
    return hall.last()


def thinking(hall: Hall) -> bool:
    return hall.host._task is not None


@pytest.mark.parametrize(
    ("bot_ms", "ready", "acts"),
    [
        (0, 0, 500),
        (0, 10, 500),
        (0, 499, 500),
        (0, 502, 1000),
        (0, 1730, 2000),
        (700, 10, 700),
        (700, 699, 700),
        (700, 702, 1200),
        (1000, 600, 1000),
        (1000, 1600, 2000),
    ],
)
def test_it_acts_when_its_wait_is_over_or_at_a_step_behind_it(
    hall: Hall, thoughts: Thoughts, bot_ms: int, ready: int, acts: int
) -> None:
    last = to_bot(hall, Pace(bot_ms=bot_ms))
    hall.clock.advance(ready / 1000)
    thoughts.decide()
    hall.tick()
    for _ in range(3000 - ready):
        if hall.last() > last:
            break
        hall.clock.advance(0.001)
    [(seq, ms), *_] = [act for act in acts_of_bots(hall) if act[0] > last]
    assert seq == last + 1
    assert acts <= ms <= acts + 1


@pytest.mark.parametrize("ready", [10, 200, 400])
@pytest.mark.parametrize(("hurried", "acts"), [(5, 500), (300, 500), (450, 500), (700, 1000)])
def test_who_hurries_it_learns_nothing_of_when_it_had_decided(
    hall: Hall, thoughts: Thoughts, ready: int, hurried: int, acts: int
) -> None:
    last = to_bot(hall, Pace(bot_ms=1000))
    for ms in range(1, 2000):
        hall.clock.advance(0.001)
        if ms == ready:
            thoughts.decide()
        if ms == hurried:
            hall.room.hurry(hall.people[0])
        if hall.last() > last:
            break
    [(_, took), *_] = [act for act in acts_of_bots(hall) if act[0] > last]
    assert acts <= took <= acts + 1


def test_the_table_hears_its_players_while_a_bot_thinks(hall: Hall, thoughts: Thoughts) -> None:
    last = to_bot(hall)
    (eva,) = hall.people
    hall.clock.advance(0.2)
    follower = eva.mind.follower
    assert follower is not None
    hall.room.submit(eva, follower.say(Kind.TALK, bodies.Talk(salt=bytes(16), text="hm")))
    assert hall.last() == last + 1
    assert thinking(hall)
    thoughts.decide()
    hall.clock.advance(0.301)
    assert acts_of_bots(hall)[-1][0] == last + 2
    assert thoughts.count == 1 + len(thoughts.begun), "talk is no reason to think again"


def test_other_tables_go_on_while_a_bot_thinks(hall: Hall, thoughts: Thoughts) -> None:
    last = to_bot(hall)
    first, people = hall.tid, hall.people
    begun(hall, seats=3)
    hall.play()
    assert hall.host.follower.ended is not None
    hall.tid, hall.people = first, people
    assert hall.last() == last
    assert thinking(hall)


def test_whole_games_are_verified(hall: Hall, thoughts: Thoughts) -> None:
    thoughts.at_once = True
    begun(hall, seats=4, bots=2, bot="slow")
    to_end(hall)
    report = audit(hall.people[0].mind.log)
    assert (report.verdict, report.findings, report.bots_checked) == (Verdict.VERIFIED, [], True)
    assert {ms // 10 for _, ms in acts_of_bots(hall)} == {50}


@WELL
def test_a_person_who_comes_back_takes_the_move_from_the_bot_that_thinks(
    hall: Hall, thoughts: Thoughts, *, well: bool
) -> None:
    """What it finds then is thrown away, and it thinks about one thing at a time however often the person comes."""
    at_play(hall, seats=3, absent=BOT, turn_seconds=20, bank_seconds=0)
    gone = next(one for one in hall.people if one.seat in hall.room._asked())
    hall.room.submit(gone, gone.mind.follower.say(Kind.LEAVE, bodies.Nothing()))  # type: ignore[union-attr]
    gone.mind.due = lambda: None  # type: ignore[method-assign]
    until(hall, lambda: thinking(hall))
    for _ in range(3):
        for kind in (Kind.BACK, Kind.LEAVE):
            follower = gone.mind.follower
            assert follower is not None
            hall.room.submit(gone, follower.say(kind, bodies.Nothing()))
            hall.tick()
    assert len(thoughts.begun) == 1
    last = hall.last()
    with at_room.errors() as told:
        thoughts.decide(well=well)
    assert not told
    hall.clock.advance(0.6)
    assert hall.last() == last, "the bot was asked about this before the person came"
    thoughts.at_once = True
    thoughts.decide()
    del gone.mind.due
    to_end(hall)
    assert audit(hall.people[0].mind.log).verdict is Verdict.VERIFIED


def lost(hall: Hall) -> None:
    """The journal refuses an entry, and the table begins again from what it has."""
    hall.journal.trouble = OSError("the disk is full")
    (eva,) = hall.people
    assert eva.mind.follower is not None
    with at_room.errors():
        hall.room.submit(eva, eva.mind.follower.say(Kind.TALK, bodies.Talk(salt=bytes(16), text="hm")))
    hall.journal.trouble = None


def restarted(hall: Hall) -> None:
    hall.go()
    hall.restart()
    hall.come()


def parked(hall: Hall) -> None:
    hall.go()
    hall.rooms.park(at_once=True)
    assert len(hall.rooms) == 0
    hall.come()


@WELL
@pytest.mark.parametrize("how", [lost, restarted, parked], ids=lambda how: how.__name__)
def test_a_table_that_begins_again_in_mid_thought_thinks_again(
    hall: Hall, thoughts: Thoughts, how: Callable[[Hall], None], *, well: bool
) -> None:
    """What comes of the first thought is nothing, also if that is a mistake."""
    to_bot(hall)
    how(hall)
    with at_room.errors() as told:
        thoughts.decide(well=well)
    assert not told
    thoughts.at_once = True
    if thoughts.begun:
        thoughts.decide()
    to_end(hall)
    assert audit(hall.people[0].mind.log).verdict is Verdict.VERIFIED


def test_a_table_whose_bot_cannot_decide_is_stopped_and_what_was_played_stays(hall: Hall, thoughts: Thoughts) -> None:
    last = to_bot(hall)
    told = StringIO()
    operator = observer(told, "text", "info")
    globalLogPublisher.addObserver(operator)
    for _ in range(3):
        until(hall, lambda: thoughts.begun)
        thoughts.decide(well=False)
    hall.play()
    globalLogPublisher.removeObserver(operator)
    assert told.getvalue().count("a mistake of this program") == 3
    assert "the card" not in told.getvalue()
    assert hall.host.follower.ended is not None
    assert hall.host.follower.ended.reason == STOPPED
    assert hall.last() > last
    assert not acts_of_bots(hall)


def test_while_no_player_is_there_no_bot_acts(hall: Hall, thoughts: Thoughts) -> None:
    last = to_bot(hall)
    hall.go()
    thoughts.decide()
    hall.clock.advance(100)
    assert hall.last() == last
    hall.come()
    hall.clock.advance(0.5)
    assert acts_of_bots(hall)[-1][0] == last + 1


def test_a_bot_that_decides_in_a_pause_acts_behind_it(hall: Hall, thoughts: Thoughts) -> None:
    last = to_bot(hall)
    at_room.ask_pause(hall, *hall.people)
    hall.tick()
    assert now(lambda: hall.host.follower.absence.paused)
    thoughts.decide()
    hall.clock.advance(10)
    assert not acts_of_bots(hall)
    at_room.ask_pause(hall, *hall.people, on=False)
    hall.clock.advance(0.5)
    assert not hall.host.follower.absence.paused
    assert acts_of_bots(hall)[-1][0] > last
    assert thoughts.count == 1 + len(thoughts.begun)

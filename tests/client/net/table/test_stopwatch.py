"""This computer's clock beside the server's: every question, in both directions, also over lost connections."""

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.task import Clock

from client.net.table.stopwatch import Mistimed, Stopwatch, tolerance_ms
from engine.slots import TABLE
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from tests.support.reacting import STOP, reacting
from tests.support.tables_at_play import MAP, SECOND, AtPlay, small_mine, talk, turn_of


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    with small_mine():
        yield


class Beside:
    """A table whose server counts as it likes, and the clock of seat 0 beside it."""

    def __init__(self, *, live: bool = True, **options: Any) -> None:
        self.at = AtPlay(**{"turn_seconds": 60, "bank_seconds": 0, "absent_after": 99, **options})
        self.clock = Clock()
        self.asleep = 0.0
        self.watch = Stopwatch(self.clock, lambda: self.clock.seconds() + self.asleep)
        self.found: list[Mistimed] = []
        self.at.host.watchers.append(self._follow)
        if live:
            self.watch.run()
        self.at.until(turn_of(1))
        self.at.host.settle()
        self.at.commit()
        self.found.clear()

    def _follow(self, entry: Entry, events: list[object]) -> None:
        found = self.watch.follow(entry, events, self.at.people[0])
        if found is not None:
            self.found.append(found)

    def wait(self, own: float, log: float | None = None) -> "Beside":
        """So long nothing happens, by this computer's clock and by the server's."""
        self.clock.advance(own)
        self.at.clock.wait(int((own if log is None else log) * SECOND))
        return self

    def says(self, kind: int = Kind.TALK) -> "Beside":
        """A seat says something that answers nothing."""
        self.at.host.submit(self.at.people[2].say(kind, talk()))
        self.at.commit()
        return self

    def answer(self) -> list[tuple[int, int, int]]:
        """The seat acts; whose question took another time than the log says, by this clock and by the log's, in ms."""
        due = self.at.due()
        assert due is not None
        self.at.host.submit(due)
        return [(one.took.seat, one.own_ms, one.took.ms) for one in self.found]

    def time_up(self) -> list[tuple[int, int, int]]:
        self.at.host.time_up()
        return [(one.took.seat, one.own_ms, one.took.ms) for one in self.found]


@pytest.mark.parametrize(("own", "log"), [(30, 30), (30, 31.9), (31.9, 30), (0, 0)])
def test_clocks_and_networks_may_differ_a_little(own: float, log: float) -> None:
    assert Beside().wait(own, log).answer() == []


@pytest.mark.parametrize(("own", "log"), [(5, 40), (30, 32.1), (32.1, 30), (7200, 10)])
def test_every_answer_is_measured_in_both_directions(own: float, log: float) -> None:
    """Extra time that is burnt by a false figure, and a seat that thinks for hours."""
    assert Beside().wait(own, log).answer() == [(1, round(own * 1000), round(log * 1000))]


def test_a_time_out_that_comes_too_early_is_noticed() -> None:
    beside = Beside().wait(10, 60)
    assert beside.time_up() == [(1, 10_000, 60_000)]
    assert beside.found[0].took.ms - beside.found[0].own_ms == 50_000


@pytest.mark.parametrize(("limit", "tolerance"), [(60_000, 2000), (8000, 2000), (3000, 750), (1000, 250), (0, 2000)])
def test_of_a_short_limit_only_a_quarter_may_be_missing(limit: int, tolerance: int) -> None:
    assert tolerance_ms(limit) == tolerance


def test_a_short_limit_that_was_cut_is_noticed() -> None:
    assert Beside(turn_seconds=2).wait(1.6, 2).time_up() == []
    assert Beside(turn_seconds=2).wait(1.4, 2).time_up() == [(1, 1400, 2000)]


def test_all_that_the_server_says_about_one_question_counts() -> None:
    beside = Beside()
    for _ in range(3):
        beside.wait(10, 20).says()
    assert beside.time_up() == [(1, 30_000, 60_000)]


def test_talk_that_is_said_to_take_no_time_begins_no_question() -> None:
    beside = Beside()
    for _ in range(3):
        beside.wait(100, 0).says()
    assert beside.answer() == [(1, 300_000, 0)]


def test_the_next_question_begins_with_the_answer() -> None:
    beside = Beside().wait(10)
    assert beside.answer() == []
    beside.at.until(turn_of(2))
    assert beside.wait(3, 30).answer() == [(2, 3000, 30_000)]


# windows


@pytest.mark.parametrize(("own", "found"), [(3, []), (2.4, []), (1, [(TABLE, 1000, 3000)]), (9, [(TABLE, 9000, 3000)])])
def test_a_window_of_three_seconds_lasts_three_seconds(own: float, found: list[tuple[int, int, int]]) -> None:
    with small_mine((STOP,) * 10 + (MAP,) * 2, rounds=1, hand_size=2, change=reacting()):
        beside = Beside(window_seconds=3)
        assert beside.answer() == []
        while beside.at.window is None:
            beside.at.host.settle()
        beside.wait(own, 3)
        assert beside.time_up() == found


# pauses


def test_a_pause_belongs_to_no_question() -> None:
    beside = Beside()
    beside.wait(20)
    for person in beside.at.people:
        beside.at.host.submit(person.say(Kind.ASK_PAUSE, bodies.AskPause(on=True)))
    beside.at.host.settle()
    beside.wait(500)
    beside.at.host.submit(beside.at.people[0].say(Kind.ASK_PAUSE, bodies.AskPause(on=False)))
    assert beside.wait(40).answer() == []


def test_the_question_that_opens_anew_after_a_pause_is_measured() -> None:
    beside = Beside(resume_seconds=60)
    for person in beside.at.people:
        beside.at.host.submit(person.say(Kind.ASK_PAUSE, bodies.AskPause(on=True)))
    beside.at.host.settle()
    beside.wait(500, 0)
    beside.at.host.submit(beside.at.people[0].say(Kind.ASK_PAUSE, bodies.AskPause(on=False)))
    assert beside.wait(30, 120).time_up() == [(1, 30_000, 120_000)]


# lost connections


def cut(beside: Beside, before: float, during: float) -> Beside:
    """The line is lost in the middle of a question."""
    beside.wait(before, 0)
    beside.watch.stop()
    return beside.wait(during, 0)


@pytest.mark.parametrize("log", [8.1, 10, 15, 20, 21.9])
def test_an_answer_in_a_cut_may_have_come_at_any_moment_of_it(log: float) -> None:
    """Ten seconds with a connection, ten without."""
    assert cut(Beside(), 10, 10).wait(0, log).answer() == []


@pytest.mark.parametrize(("log", "own"), [(7, 10_000), (23, 20_000)])
def test_and_at_no_other(log: float, own: int) -> None:
    assert cut(Beside(), 10, 10).wait(0, log).answer() == [(1, own, log * 1000)]


def test_a_false_time_out_after_a_cut_line_is_noticed() -> None:
    beside = cut(Beside(), 5, 2)
    beside.watch.run()
    assert beside.wait(3, 60).time_up() == [(1, 10_000, 60_000)]


@pytest.mark.parametrize("log", [8.1, 10, 20, 21.9])
def test_a_server_at_which_no_player_is_counts_no_time(log: float) -> None:
    beside = cut(Beside(), 5, 10)
    beside.watch.run()
    assert beside.wait(5, log).answer() == []


def test_a_question_that_opened_in_a_cut_may_have_opened_at_any_moment_of_it() -> None:
    for log, found in ((4, []), (13.5, []), (16.5, [(2, 14_000, 16_500)])):
        beside = cut(Beside(), 5, 10)
        beside.answer()
        beside.at.until(turn_of(2))
        beside.found.clear()
        beside.watch.run()
        assert beside.wait(4, log).answer() == found


def test_a_line_that_was_dead_before_it_was_given_up_was_cut_when_it_was_heard_last() -> None:
    for heard, found in ((None, [(1, 60_000, 10_000)]), (5.0, [])):
        beside = Beside()
        beside.wait(60, 0)
        beside.watch.stop(heard)
        assert beside.wait(5, 10).answer() == found


def test_what_was_there_before_the_program_is_not_judged() -> None:
    beside = Beside(live=False).wait(10, 60)
    assert beside.time_up() == []


def test_but_a_question_lasts_at_least_as_long_as_the_program_has_seen_it_open() -> None:
    beside = Beside(live=False)
    beside.watch.run()
    assert beside.wait(7200, 10).answer() == [(1, 7_200_000, 10_000)]


# sleep


@pytest.mark.parametrize("log", [10, 50, 600, 610])
def test_a_computer_that_sleeps_measures_nothing_meanwhile(log: float) -> None:
    beside = Beside().wait(5, 0)
    beside.asleep = 600
    assert beside.wait(5, log).answer() == []


def test_what_comes_when_it_wakes_may_have_come_at_any_moment_of_its_sleep() -> None:
    beside = Beside()
    beside.wait(5, 5).says()
    beside.asleep = 600
    beside.wait(0.1, 100)
    beside.answer()
    beside.at.until(turn_of(2))
    assert beside.wait(4, 300).answer() == []

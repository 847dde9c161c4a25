"""Questions that several seats answer at once: n answers in flight, in any order, are one and the same."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

import pytest

from engine.events import TimeRanOut
from engine.mine.state import mine_state
from engine.slots import Seat
from engine.wants import Act, Want
from protocol.audit.audit import Verdict, audit
from protocol.log.faults import Code
from protocol.log.records import Entry, Kind
from tests.support.tables_at_play import SERVER, AtPlay, small_mine, talk
from tests.support.voting import Vote, voting

LIMIT = 1000 * (30 + 120)


def left_to_answer(seats: tuple[Seat, ...]) -> Want:
    """Who has answered is not asked any more."""
    return Act(seats, must=True, what="vote", concurrent=True)


def all_of_them(seats: tuple[Seat, ...]) -> Want:
    """The question stays as it is until it closes."""
    return Act((0, 1, 2), must=True, what="vote", concurrent=True)


def one_by_one(seats: tuple[Seat, ...]) -> Want:
    """A question that is not asked of all at once, for comparison."""
    return Act(seats, must=True, what="vote")


@pytest.fixture(params=[left_to_answer, all_of_them])
def _vote(request: pytest.FixtureRequest) -> Iterator[None]:
    with small_mine((11,) * 4, rounds=1, change=voting(request.param)):
        yield


def voting_table() -> AtPlay:
    """All are asked."""
    return AtPlay().until(lambda table: table.host.follower.state.stage == "vote" and not _owed(table))


def _owed(table: AtPlay) -> bool:
    return bool(table.host.follower.state.owed)


def play_on(table: AtPlay) -> bytes:
    """All who have not voted do, one after the other, and the game goes on to its end."""
    state = mine_state(table.host.follower.state)
    while state.stage == "vote":
        seat = next(seat for seat in range(3) if seat not in state.winners)
        table.host.submit(table.people[seat].act(Vote(seat, 0)))
    return table.play()


def in_flight(table: AtPlay) -> list[Entry]:
    """All have answered, and no seat has seen an answer of another."""
    return [person.act(Vote(person.seat, (person.seat * 2) % 3)) for person in table.people]


@pytest.mark.usefixtures("_vote")
def test_answers_in_any_order_give_the_same_state() -> None:
    seen = None
    for order in permutations(range(3)):
        table = voting_table()
        answers = in_flight(table)
        for seat in order:
            table.host.submit(answers[seat])
        state = mine_state(table.host.follower.state)
        assert seen is None or state == seen
        seen = state.copy()
        assert all(person.state == state for person in table.people)
        assert audit(play_on(table)).verdict is Verdict.VERIFIED
    assert seen is not None
    assert seen.nuggets == [10, 10, 10]


@pytest.mark.usefixtures("_vote")
def test_talk_between_the_question_and_the_answers() -> None:
    table = voting_table()
    answers = in_flight(table)
    table.host.submit(table.people[0].say(Kind.TALK, talk()))
    for seat in (2, 1):
        table.host.submit(answers[seat])
    # seat 0 has spoken since, so its old answer is older than its own last word
    assert table.refused(replace(answers[0], seq=table.host.next_seq)) == (Code.STALE, SERVER)
    table.host.submit(table.people[0].act(Vote(0, 0)))
    assert audit(play_on(table)).verdict is Verdict.VERIFIED


def test_an_answer_cannot_be_kept_for_the_next_question() -> None:
    """The server lets the clock answer, and would like to use what it kept back for the question that follows."""
    with small_mine((11,) * 4, rounds=1, change=voting(left_to_answer)):
        table = voting_table()
        kept = table.people[0].act(Vote(0, 1))
        for seat in (1, 2):
            table.host.submit(table.people[seat].act(Vote(seat, 0)))
        table.host.take(table.said(Kind.TIMEOUT, table.timeout(0), dt_ms=LIMIT))
        assert table.host.follower.state.stage == "vote"
        assert table.refused(replace(kept, seq=table.host.next_seq)) == (Code.STALE, SERVER)
        assert audit(play_on(table)).verdict is Verdict.VERIFIED


@pytest.mark.usefixtures("_vote")
def test_a_second_answer_is_the_players_fault_if_the_first_was_seen() -> None:
    table = voting_table()
    table.host.submit(table.people[0].act(Vote(0, 1)))
    table.commit()
    assert table.refused(table.people[0].act(Vote(0, 2))) == (Code.ILLEGAL, "seat 0")
    assert audit(play_on(table)).verdict is Verdict.VERIFIED


@pytest.mark.usefixtures("_vote")
def test_a_server_cannot_blame_an_answer_that_it_put_behind_the_time_out() -> None:
    """Signed in time, logged after the clock had answered: the player could not know."""
    table = voting_table()
    answer = table.people[0].act(Vote(0, 1))
    assert table.refused(table.said(Kind.TIMEOUT, table.timeout(0))) == (Code.EARLY, SERVER)
    events = table.host.take(table.said(Kind.TIMEOUT, table.timeout(0), dt_ms=LIMIT))
    assert TimeRanOut(0) in events
    assert table.refused(replace(answer, seq=table.host.next_seq)) == (Code.ILLEGAL, SERVER)
    for seat in (2, 1):
        table.host.submit(table.people[seat].act(Vote(seat, 0)))
    assert audit(play_on(table)).verdict is Verdict.VERIFIED


@pytest.mark.usefixtures("_vote")
def test_an_illegal_answer_to_the_question_as_it_was_asked_names_the_player() -> None:
    table = voting_table()
    assert table.refused(table.people[1].act(Vote(1, 3))) == (Code.ILLEGAL, "seat 1")


def test_another_question_is_a_new_one_although_it_asks_no_other_seats() -> None:
    def asked(seats: tuple[Seat, ...]) -> Want:
        return Act(seats, must=True, what=f"vote of {len(seats)}", concurrent=True)

    with small_mine((11,) * 4, rounds=1, change=voting(asked)):
        table = voting_table()
        answers = in_flight(table)
        table.host.submit(answers[1])
        assert table.host.follower.asked_at == table.host.next_seq - 1
        assert table.refused(replace(answers[0], seq=table.host.next_seq)) == (Code.STALE, SERVER)


def test_a_question_that_is_not_concurrent_is_answered_one_by_one() -> None:
    with small_mine((11,) * 4, rounds=1, change=voting(one_by_one)):
        table = voting_table()
        answers = in_flight(table)
        table.host.submit(answers[1])
        assert table.refused(replace(answers[0], seq=table.host.next_seq)) == (Code.STALE, SERVER)


@pytest.mark.usefixtures("_vote")
def test_each_answer_starts_the_clock_of_the_others_again_and_opens_no_other_question() -> None:
    table = voting_table()
    asked_at = table.host.follower.asked_at
    table.clock.wait(LIMIT - 1)
    table.host.submit(table.people[1].act(Vote(1, 0)))
    table.commit()
    assert table.host.follower.asked_at == asked_at
    early = table.said(Kind.TIMEOUT, table.timeout(0), dt_ms=LIMIT - 1)
    assert table.refused(early) == (Code.EARLY, SERVER)
    table.host.take(table.said(Kind.TIMEOUT, table.timeout(0), dt_ms=LIMIT))

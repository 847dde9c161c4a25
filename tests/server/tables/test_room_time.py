"""Time in a room: when a turn is over, who is away and who plays for them, and when all clocks stand still."""

from unittest.mock import patch

from engine.bots import BOTS
from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.records import Kind
from protocol.wire.messages import Presence
from tests.server.tables import at_room
from tests.server.tables.at_room import ask_pause, asked, at_play, begun, kinds
from tests.support.hall import Hall
from tests.support.reading import now

BOT = bodies.BotSeat(bot="random", rev=BOTS["random"].rev)
hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names


# time


def test_a_turn_is_over_exactly_when_its_time_is(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    last = hall.last()
    hall.clock.advance(19.999)
    assert hall.last() == last
    hall.clock.advance(0.002)
    entry = hall.room.host.entries[last]
    assert (entry.kind, entry.dt_ms) in [(Kind.TIMEOUT, 20_000), (Kind.TIMEOUT, 20_001)]


def test_the_extra_time_is_used_up_once(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=30)
    seat, last = asked(hall).seat, hall.last()
    hall.clock.advance(49)
    assert hall.last() == last
    hall.clock.advance(1.1)
    assert hall.room.host.entries[last].kind == Kind.TIMEOUT
    assert hall.room.host.follower.absence.bank_ms[seat] == 0
    hall.play(lambda: hall.room._asked() == {seat})
    last = hall.last()
    hall.clock.advance(20.1)
    assert hall.room.host.entries[last].kind == Kind.TIMEOUT


def test_who_misses_turns_is_away_and_a_bot_plays_until_they_are_back(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0, absent_after=2, absent=BOT)
    gone = asked(hall)
    gone.deaf = True
    hall.room.part(gone)
    assert hall.people[(gone.seat + 1) % 3].presence().seats[gone.seat] == "lost"
    while gone.seat not in hall.room.host.follower.absence.out:
        if not hall.step():
            hall.clock.advance(20.1)
    assert kinds(hall.stored).count(Kind.TIMEOUT) == 2
    assert kinds(hall.stored).count(Kind.SEAT_OUT) == 1
    acts = [entry for entry in hall.room.host.entries if entry.kind == Kind.ACT and entry.actor == gone.seat]
    hall.play(lambda: hall.room.host.follower.state.round > 1 or hall.room.host.follower.ended is not None)
    later = [entry for entry in hall.room.host.entries if entry.kind == Kind.ACT and entry.actor == gone.seat]
    assert len(later) > len(acts)
    assert all(not any(entry.signature) for entry in later[len(acts) :])
    gone.deaf = False
    hall.come(gone)
    hall.play()
    assert kinds(hall.stored).count(Kind.BACK) == 1
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_without_a_bot_nobody_waits_for_who_is_away(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0, absent_after=1)
    gone = asked(hall)
    gone.deaf = True
    hall.room.part(gone)
    hall.clock.advance(20.1)
    assert Kind.SEAT_OUT in kinds(hall.stored)
    started = hall.clock.seconds()
    hall.play()
    assert hall.room.host.follower.ended
    assert hall.clock.seconds() == started, "no more time was spent on an empty seat"
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_who_says_that_they_go_is_away_at_once(hall: Hall) -> None:
    at_play(hall, absent=BOT)
    gone = hall.people[0]
    assert gone.mind.follower is not None
    hall.room.submit(gone, gone.mind.follower.say(Kind.LEAVE, bodies.Nothing()))
    gone.deaf = True
    hall.room.part(gone)
    assert hall.people[1].presence().seats == ("left", "here", "here")
    assert kinds(hall.stored)[-2:] == [Kind.LEAVE, Kind.SEAT_OUT]
    hall.play()
    assert hall.room.host.follower.ended
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_when_all_have_left_the_game_is_given_up(hall: Hall) -> None:
    at_play(hall)
    for one in hall.people:
        assert one.mind.follower is not None
        hall.room.submit(one, one.mind.follower.say(Kind.LEAVE, bodies.Nothing()))
    ended = hall.room.host.follower.ended
    assert ended is not None
    assert ended.reason == "abandoned"
    hall.play()
    assert audit(hall.stored).verdict is Verdict.UNFINISHED


def test_a_start_that_not_everybody_agrees_to_is_dissolved_in_time(hall: Hall) -> None:
    begun(hall, step_seconds=30)
    for one in hall.people[:2]:
        hall.play(lambda one=one: one.mind.follower.agreement.missing == {2})  # type: ignore[misc]
        hall.people[2].deaf = True
    hall.clock.advance(29)
    assert now(lambda: hall.room.host.follower.ended) is None
    hall.clock.advance(1.1)
    ended = hall.room.host.follower.ended
    assert ended is not None
    assert (ended.reason, list(ended.seats)) == ("dissolved", [2])
    hall.people[2].deaf = False
    hall.come(hall.people[2])
    hall.play()
    assert audit(hall.stored).verdict is Verdict.UNFINISHED


def test_nobody_is_there_and_no_clock_runs(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    last, slow = hall.last(), asked(hall)
    hall.clock.advance(12)
    hall.go()
    assert hall.clock.getDelayedCalls() == []
    hall.clock.advance(86_400)
    other = next(one for one in hall.people if one is not slow)
    hall.come(other)
    assert 7_000 <= other.presence().left_ms <= 8_000
    hall.clock.advance(7.9)
    assert hall.last() == last, "the time in which no client was there counts for no seat"
    hall.clock.advance(0.2)
    assert hall.room.host.entries[last].kind == Kind.TIMEOUT


def test_a_restart_gives_time_and_takes_none(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    last = hall.last()
    hall.clock.advance(15)
    hall.go()
    hall.restart()
    hall.clock.advance(3600)
    hall.come()
    hall.clock.advance(19.9)
    assert hall.last() == last
    hall.clock.advance(0.2)
    assert hall.room.host.entries[last].kind == Kind.TIMEOUT


def test_a_day_that_passes_at_once_takes_nobody_elses_time(hall: Hall) -> None:
    """A computer that was asleep: the clock jumps, and the seat that was waited for is late, once."""
    at_play(hall, turn_seconds=20, bank_seconds=0, absent_after=5)
    last = hall.last()
    hall.clock.advance(86_400)
    new = hall.room.host.entries[last:]
    assert [entry.kind for entry in new].count(Kind.TIMEOUT) == 1
    assert new[0].dt_ms == 86_400_000
    assert hall.people[0].mind.follower is not None
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_a_clock_that_goes_back_is_a_clock_that_stands(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    hall.clock.rightNow -= 500
    assert hall.step()
    assert all(entry.dt_ms < 1000 for entry in hall.room.host.entries)
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


# pauses


def test_clocks_stand_still_when_all_who_are_in_want_it_and_run_when_one_does(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0, resume_seconds=60)
    ask_pause(hall, *hall.people[:2])
    assert hall.people[2].presence().pause_wanted == (0, 1)
    assert not hall.people[2].presence().paused
    hall.go(hall.people[2])
    assert Kind.PAUSE not in kinds(hall.stored), "a connection that is lost wants nothing"
    hall.come(hall.people[2])
    ask_pause(hall, hall.people[2])
    assert kinds(hall.stored)[-1] is Kind.PAUSE
    assert hall.people[0].presence().paused
    last = hall.last()
    hall.clock.advance(3000)
    assert hall.last() == last
    ask_pause(hall, hall.people[1], on=False)
    assert not hall.people[0].presence().paused
    assert hall.people[0].presence().pause_wanted == ()
    hall.clock.advance(79.9)
    assert hall.last() == last + 1, "the question opens anew, with more time"
    hall.clock.advance(0.2)
    assert Kind.TIMEOUT in kinds(hall.stored)
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_a_pause_that_was_wanted_by_all_who_stay_begins_when_the_others_leave(hall: Hall) -> None:
    at_play(hall)
    ask_pause(hall, *hall.people[:2])
    leaver = hall.people[2]
    assert leaver.mind.follower is not None
    hall.room.submit(leaver, leaver.mind.follower.say(Kind.LEAVE, bodies.Nothing()))
    assert kinds(hall.stored)[-2:] == [Kind.SEAT_OUT, Kind.PAUSE]


def test_an_act_ends_a_pause(hall: Hall) -> None:
    at_play(hall)
    ask_pause(hall, *hall.people)
    assert now(lambda: hall.room.host.follower.absence.paused)
    assert hall.step()
    assert not hall.room.host.follower.absence.paused
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_what_clients_sign_by_themselves_ends_no_pause(hall: Hall) -> None:
    at_play(hall)
    ask_pause(hall, *hall.people)
    follower = hall.people[0].mind.follower
    assert follower is not None
    last = follower.chain.last
    hall.room.submit(hall.people[0], follower.say(Kind.ACK, bodies.Ack(seq=last, head=follower.chain.heads[last])))
    assert kinds(hall.stored)[-1] is Kind.ACK
    assert hall.room.host.follower.absence.paused


def test_a_pause_ends_by_itself(hall: Hall) -> None:
    at_play(hall, pause_most=3600)
    ask_pause(hall, *hall.people)
    last = hall.last()
    hall.clock.advance(3599)
    assert hall.last() == last
    hall.clock.advance(2)
    assert hall.room.host.entries[last].kind == Kind.PAUSE
    assert not hall.room.host.follower.absence.paused


def test_where_no_pauses_are_allowed_there_are_none(hall: Hall) -> None:
    at_play(hall, pause_most=0)
    ask_pause(hall, *hall.people)
    assert all(one.codes() == ["entry/out-of-place"] for one in hall.people)


def test_before_the_first_card_and_after_the_end_there_are_no_pauses(hall: Hall) -> None:
    begun(hall)
    ask_pause(hall, *hall.people)
    assert Kind.PAUSE not in kinds(hall.stored)
    hall.play()
    ask_pause(hall, hall.people[0])
    assert hall.people[0].codes() == ["entry/out-of-place"]


def test_a_pause_that_was_wanted_is_not_tried_after_the_end(hall: Hall) -> None:
    at_play(hall)
    ask_pause(hall, hall.people[0])
    hall.play()
    assert hall.room.host.follower.ended
    with patch.object(hall.room.host, "say") as say:
        for one in hall.people[1:]:
            hall.go(one)
    say.assert_not_called()


def test_no_pause_is_announced_before_it_is_stored(hall: Hall) -> None:
    at_play(hall)
    hall.journal.slow = True
    ask_pause(hall, *hall.people)
    assert not any(isinstance(told, Presence) and told.paused for one in hall.people for told in one.told)
    while hall.journal.asked:
        hall.journal.answer()
    assert all(one.presence().paused for one in hall.people)

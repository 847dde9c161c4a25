"""The time that bots take in a room, and the break between rounds: what ends it, and that nothing ever hangs."""

from collections.abc import Callable

import pytest

from engine.bots import BOTS
from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.records import Kind
from protocol.wire.messages import BetweenRounds
from server.store.journal import Pace
from tests.server.tables import at_room
from tests.server.tables.at_room import at_play, begun
from tests.support.hall import Hall, Person
from tests.support.reading import now

hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names
SLOW, BREAK = Pace(bot_ms=400), Pace(break_seconds=20)
BOT = bodies.BotSeat(bot="random", rev=BOTS["random"].rev)


def until(hall: Hall, there: Callable[[], object], step: float = 0.1) -> None:
    """People speak, and time passes, until something is so."""
    for _ in range(2000):
        if there():
            return
        if not hall.step():
            hall.clock.advance(step)
    raise AssertionError("it did not come about")


def to_end(hall: Hall) -> None:
    """The game is over, and all have signed that they saw it."""
    until(hall, lambda: hall.host.follower.ended)
    hall.play()


# bots


def acts_of_bots(hall: Hall) -> list[tuple[int, int]]:
    """By act of a bot: its number, and how long after the entry before it it came."""
    return [
        (entry.seq, entry.dt_ms) for entry in hall.host.entries if entry.kind == Kind.ACT and not any(entry.signature)
    ]


def to_bot(hall: Hall, pace: Pace = SLOW, **how: object) -> Hall:
    """One person who has acted, so that a bot is next."""
    begun(hall, pace=pace, **{"seats": 3, "bots": 2, **how})
    hall.play(hall.host.bot_is_next)
    return hall


def test_a_bot_acts_when_its_time_is_over_and_no_sooner(hall: Hall) -> None:
    last = to_bot(hall).last()
    hall.clock.advance(0.399)
    assert hall.last() == last
    hall.clock.advance(0.002)
    assert acts_of_bots(hall)[-1] in [(last + 1, 400), (last + 1, 401)]


def test_without_a_wish_a_bot_acts_at_once(hall: Hall) -> None:
    begun(hall, seats=3, bots=2)
    hall.play(lambda: len(acts_of_bots(hall)) > 3)
    assert {ms for _, ms in acts_of_bots(hall)} == {0}


def test_talk_makes_no_bot_wait_longer(hall: Hall) -> None:
    to_bot(hall)
    (eva,) = hall.people
    hall.clock.advance(0.3)
    assert eva.mind.follower is not None
    hall.room.submit(eva, eva.mind.follower.say(Kind.TALK, bodies.Talk(salt=bytes(16), text="hm")))
    last = hall.last()
    hall.clock.advance(0.101)
    assert acts_of_bots(hall)[-1] in [(last + 1, 100), (last + 1, 101)]


def test_no_bot_waits_longer_than_half_of_its_limit(hall: Hall) -> None:
    last = to_bot(hall, Pace(bot_ms=1000), turn_seconds=1, bank_seconds=0).last()
    hall.clock.advance(0.501)
    assert acts_of_bots(hall)[-1][0] == last + 1
    assert hall.host.follower.absence.timeouts == [0, 0, 0]


def test_a_bot_decides_before_it_waits(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it thinks, its act comes when the wait is over."""
    to_bot(hall)
    assert now(lambda: hall.host._decided) is None
    hall.tick()
    assert now(lambda: hall.host._decided) is not None
    monkeypatch.setattr(hall.host, "_chosen", None)
    last = hall.last()
    hall.clock.advance(0.401)
    assert acts_of_bots(hall)[-1][0] == last + 1


def test_whole_games_with_waits_are_verified_with_every_move_of_the_bots(hall: Hall) -> None:
    begun(hall, pace=SLOW, seats=4, bots=2)
    to_end(hall)
    report = audit(hall.people[0].mind.log)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert max(ms for _, ms in acts_of_bots(hall)) <= 500


def test_a_person_who_comes_back_takes_the_move_from_the_bot_that_has_decided(hall: Hall) -> None:
    """The bot's chance is not used up by that: the audit works its moves out again."""
    at_play(hall, pace=SLOW, seats=3, absent=BOT, turn_seconds=20, bank_seconds=0)
    gone = next(one for one in hall.people if one.seat in hall.room._asked())
    hall.room.submit(gone, gone.mind.follower.say(Kind.LEAVE, bodies.Nothing()))  # type: ignore[union-attr]
    gone.mind.due = lambda: None  # type: ignore[method-assign]
    decided = 0
    while decided < 2:
        until(hall, hall.host.bot_is_next)
        hall.tick()
        assert now(lambda: hall.host._decided) is not None
        decided += 1
        for kind in (Kind.BACK, Kind.LEAVE):
            follower = gone.mind.follower
            assert follower is not None
            hall.room.submit(gone, follower.say(kind, bodies.Nothing()))
            assert now(lambda: hall.host._decided) is None
        hall.clock.advance(0.401)
    del gone.mind.due
    to_end(hall)
    assert audit(hall.people[0].mind.log).verdict is Verdict.VERIFIED


# hurry


def test_the_only_person_ends_the_wait_that_is_on_and_nothing_else(hall: Hall) -> None:
    last = to_bot(hall).last()
    (eva,) = hall.people
    hall.room.hurry(eva)
    hall.tick()
    assert acts_of_bots(hall)[-1] == (last + 1, 0)
    if hall.host.bot_is_next():
        last = hall.last()
        hall.clock.advance(0.399)
        assert hall.last() == last, "a hurry is not kept for the next wait"


def test_hurry_is_nothing_while_a_person_is_waited_for(hall: Hall) -> None:
    begun(hall, pace=SLOW, seats=3, bots=2)
    hall.people[0].mind._move = lambda follower: None  # type: ignore[method-assign]
    until(hall, lambda: hall.room._asked() == {0} and hall.host.follower.agreement.all_revealed)
    last = hall.last()
    hall.room.hurry(hall.people[0])
    hall.clock.advance(0.1)
    assert hall.last() == last


def test_nobody_hurries_bots_that_two_people_watch(hall: Hall) -> None:
    last = to_bot(hall, bots=1).last()
    for one in hall.people:
        hall.room.hurry(one)
    hall.tick()
    assert hall.last() == last


def test_a_spectator_hurries_no_bot_and_goes_on_for_no_seat(hall: Hall) -> None:
    last = to_bot(hall).last()
    watcher = Person(hall.people[0].mind.joining, hall.tid)
    watcher.identity = bytes(32)
    hall.come(watcher)
    hall.room.hurry(watcher)
    hall.tick()
    assert hall.last() == last


# between rounds


def to_break(hall: Hall, pace: Pace = BREAK, **how: object) -> Hall:
    """The first round is over."""
    begun(hall, pace=pace, **{"seats": 3, **how})
    until(hall, lambda: hall.room._break.on)
    hall.play()  # CLOSE is signed at once
    return hall


def told(one: Person) -> list[BetweenRounds]:
    return [message for message in one.told if isinstance(message, BetweenRounds)]


def is_dealt(hall: Hall) -> bool:
    return hall.host.follower.state.round == 2


def test_the_deal_waits_until_all_have_gone_on(hall: Hall) -> None:
    to_break(hall)
    assert {entry.actor for entry in hall.host.entries if entry.kind == Kind.CLOSE} == {0, 1, 2}
    assert hall.host.follower.play.waiting() is None
    for one in hall.people:
        hall.clock.advance(1)
        assert not is_dealt(hall)
        hall.room.go_on(one, 1)
        hall.tick()
    assert is_dealt(hall)
    gone_on = [(message.gone_on, message.awaited) for message in told(hall.people[0])]
    assert gone_on == [((), (0, 1, 2)), ((0,), (1, 2)), ((0, 1), (2,)), ((0, 1, 2), ())]
    assert told(hall.people[0])[1].left_ms == 19_000


def test_the_deal_comes_when_the_time_is_over(hall: Hall) -> None:
    to_break(hall)
    left = told(hall.people[0])[-1].left_ms
    assert left == 20_000
    hall.clock.advance(19.9)
    assert not is_dealt(hall)
    hall.clock.advance(0.2)
    assert is_dealt(hall)


def test_games_with_breaks_are_verified_without_a_note(hall: Hall) -> None:
    to_break(hall)
    hall.clock.advance(20.1)
    to_end(hall)
    for one in hall.people:
        report = audit(one.mind.log)
        assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert not hall.host.follower.absence.slow, "what a seat is owed behind a round is not held back with the deal"


def test_alone_with_bots_it_lasts_until_the_person_goes_on(hall: Hall) -> None:
    to_break(hall, bots=2)
    (eva,) = hall.people
    assert told(eva)[-1].left_ms is None
    hall.clock.advance(100_000)
    assert not is_dealt(hall)
    hall.room.go_on(eva, 1)
    hall.tick()
    assert is_dealt(hall)


def test_without_a_wish_there_is_no_break(hall: Hall) -> None:
    begun(hall, seats=3)
    hall.play()
    assert hall.host.follower.ended is not None
    assert not [message for one in hall.people for message in told(one)]


def test_a_program_without_the_feature_is_told_nothing_and_counts_as_having_gone_on(hall: Hall) -> None:
    begun(hall, pace=BREAK, seats=3)
    old, *others = hall.people
    old.features = frozenset()
    until(hall, lambda: hall.room._break.on)
    hall.play()
    assert not told(old)
    assert told(others[0])[-1].awaited == (1, 2)
    for one in others:
        hall.room.go_on(one, 1)
    hall.tick()
    assert is_dealt(hall)


def test_only_old_programs_have_no_break(hall: Hall) -> None:
    begun(hall, pace=BREAK, seats=3)
    for one in hall.people:
        one.features = frozenset()
    hall.play()
    assert hall.host.follower.ended is not None


def test_only_a_seat_goes_on_and_only_for_this_break(hall: Hall) -> None:
    to_break(hall)
    stranger = Person(hall.people[0].mind.joining, hall.tid)
    stranger.identity = bytes(32)
    for one, round_ in [(stranger, 1), *((one, wrong) for one in hall.people for wrong in (2, 3, 99))]:
        hall.room.go_on(one, round_)
    hall.tick()
    assert hall.room._break.gone_on == set()
    assert not is_dealt(hall)
    assert len(told(hall.people[0])) == 1


def test_one_seat_cannot_go_on_for_all(hall: Hall) -> None:
    to_break(hall)
    for _ in range(50):
        hall.room.go_on(hall.people[1], 1)
    hall.tick()
    assert not is_dealt(hall)
    assert len(told(hall.people[0])) == 2, "what is no news is not told"


def test_what_is_said_before_the_break_counts_for_nothing(hall: Hall) -> None:
    at_play(hall, pace=BREAK)
    for one in hall.people:
        hall.room.go_on(one, 1)
    until(hall, lambda: hall.room._break.on)
    hall.play()
    assert not is_dealt(hall)
    assert told(hall.people[0])[-1].gone_on == ()
    hall.clock.advance(20.1)


def test_a_connection_that_was_replaced_says_nothing_for_its_seat(hall: Hall) -> None:
    to_break(hall)
    eva = hall.people[0]
    newer = Person(eva.mind.joining, hall.tid)
    hall.come(newer)
    hall.room.go_on(eva, 1)
    assert hall.room._break.gone_on == set()
    hall.room.go_on(newer, 1)
    assert hall.room._break.gone_on == {0}


def test_a_player_who_goes_is_not_waited_for_and_one_who_comes_is(hall: Hall) -> None:
    to_break(hall)
    eva, ben, cleo = hall.people
    hall.go(cleo)
    assert told(eva)[-1].awaited == (0, 1)
    hall.room.go_on(eva, 1)
    hall.come(cleo)
    assert told(cleo)[-1].awaited == (1, 2)
    hall.room.go_on(ben, 1)
    hall.tick()
    assert not is_dealt(hall)
    hall.go(cleo)
    hall.tick()
    assert is_dealt(hall)


def test_a_seat_that_has_gone_on_has_gone_on_also_on_a_new_connection(hall: Hall) -> None:
    to_break(hall)
    eva = hall.people[0]
    hall.room.go_on(eva, 1)
    hall.go(eva)
    hall.come(eva)
    assert told(eva)[-1].gone_on == (0,)


def test_a_player_who_leaves_in_the_break_is_not_waited_for(hall: Hall) -> None:
    to_break(hall, absent=BOT)
    for one in hall.people[1:]:
        hall.room.go_on(one, 1)
    eva = hall.people[0].mind.follower
    assert eva is not None
    hall.room.submit(hall.people[0], eva.say(Kind.LEAVE, bodies.Nothing()))
    hall.tick()
    assert is_dealt(hall)
    assert 0 in hall.host.follower.absence.out


def test_when_all_leave_in_the_break_the_game_is_abandoned(hall: Hall) -> None:
    to_break(hall)
    for one in hall.people:
        assert one.mind.follower is not None
        hall.room.submit(one, one.mind.follower.say(Kind.LEAVE, bodies.Nothing()))
    hall.play()
    assert hall.host.follower.ended is not None
    assert hall.host.follower.ended.reason == "abandoned"


def test_while_no_player_is_there_the_break_stands_still(hall: Hall) -> None:
    to_break(hall)
    hall.clock.advance(15)
    hall.go()
    hall.clock.advance(1000)
    assert not is_dealt(hall)
    hall.come()
    assert told(hall.people[0])[-1].left_ms == 5_000
    hall.clock.advance(5.1)
    assert is_dealt(hall)


def test_a_pause_that_is_wanted_in_the_break_harms_nothing(hall: Hall) -> None:
    """What is owed is the deal: a pause cannot begin before it."""
    to_break(hall)
    at_room.ask_pause(hall, *hall.people)
    hall.tick()
    assert not hall.host.follower.absence.paused
    hall.clock.advance(20.1)
    assert is_dealt(hall)


@pytest.mark.parametrize("how", ["restart", "park"])
def test_a_break_goes_on_after_a_restart_and_in_a_parked_table(hall: Hall, how: str) -> None:
    """The pace is kept in the journal; what was said in the break is said again."""
    to_break(hall, Pace(bot_ms=400, break_seconds=20))
    for one in hall.people[:2]:
        hall.room.go_on(one, 1)
    hall.go()
    if how == "restart":
        hall.restart()
    else:
        hall.rooms.park(at_once=True)
    assert len(hall.rooms) == 0
    assert hall.room.pace == Pace(bot_ms=400, break_seconds=20)
    hall.come()
    assert not is_dealt(hall)
    assert told(hall.people[0])[-1].awaited == (0, 1, 2)
    for one in hall.people:
        hall.room.go_on(one, 1)
    hall.tick()
    assert is_dealt(hall)


def test_a_journal_that_fails_at_the_deal_loses_nothing_of_the_break(hall: Hall) -> None:
    to_break(hall)
    hall.journal.trouble = OSError("the disk is full")
    for one in hall.people:
        hall.room.go_on(one, 1)
    with at_room.errors():
        hall.tick()
    assert not is_dealt(hall)
    hall.journal.trouble = None
    hall.clock.advance(5.1)
    hall.tick()
    assert is_dealt(hall)

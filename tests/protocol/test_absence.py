"""Time and absence: when the clock may answer, when a seat counts as away, and who plays for it then."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.front import choices, shows_card, view
from engine.mine.rules.turn.passing import Pass
from engine.mine.state import mine_state
from engine.slots import TABLE
from engine.wants import Act, Choose, Window
from protocol.audit.audit import Verdict, audit
from protocol.follow.absence import Absence
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.codec import decode
from tests.support import parts
from tests.support.clocks import BANK, STEP, TURN, act, late, let_run_out, say, seen_now, time_out
from tests.support.dealing import AUTOMATIC, act_body, dealer_of, kind_of, owed
from tests.support.tables_at_play import (
    CROSS,
    MAP,
    SECOND,
    SERVER,
    AtPlay,
    a_turn,
    asking,
    goal_slots,
    small_mine,
    talk,
    turn_of,
)
from tests.support.threats import threat

SEAT = 1
BOT = bodies.BotSeat(bot="random", rev=1)


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine():
        yield


# limits


@pytest.mark.parametrize(("turn", "bank"), [(60, 120), (60, 0), (1, 0), (7, 1)])
def test_a_turn_lasts_its_limit_and_the_extra_time(turn: int, bank: int) -> None:
    table = AtPlay(turn_seconds=turn, bank_seconds=bank, step_seconds=86400).until(a_turn)
    time_out(table, SECOND * (turn + bank))


def test_any_other_question_has_the_limit_of_a_step() -> None:
    with small_mine((CROSS,) * 40, near=True):
        table = AtPlay(rules="base+gold-draw=players", turn_seconds=86400)
        table.until(lambda table: table.host.follower.state.stage == "pick-gold" and not _owed(table))
        time_out(table, STEP + BANK)


def _owed(table: AtPlay) -> bool:
    return bool(table.host.follower.state.owed)


def test_a_secret_choice_has_the_limit_of_a_step() -> None:
    with small_mine(change=asking(goal_slots, 6)):
        table = AtPlay(turn_seconds=86400)
        table.until(lambda table: isinstance(table.host.follower.play.waiting(), Choose) and not _owed(table))
        time_out(table, STEP + BANK)


def test_a_window_is_open_for_its_time_and_takes_nobody_extra_time() -> None:
    table = AtPlay()
    absence = Absence(table.setting)
    window = Window((0, 1), "veto")
    absence.open_question(window)
    assert absence.left_ms(TABLE, window) == SECOND * table.options.window_seconds
    assert absence.left_ms(0, Act((0,), must=True, what="turn")) == TURN + BANK
    assert absence.left_ms(0, Act((0,), must=True, what="gold")) == STEP + BANK
    assert absence.left_ms(0, Choose(0, 2, "order")) == STEP + BANK
    reaction = Entry(1, 10**6, Kind.ACT, 0, 0, 1, 1, b"\1" * 64, b"")
    absence.follow(reaction, [object()], window)
    assert absence.bank_ms == [BANK] * 3


def test_the_time_is_the_sum_of_what_every_entry_says() -> None:
    table = AtPlay().until(a_turn)
    for waited in (50_000, 1, 99_999):
        table.clock.wait(waited)
        say(table, 2, Kind.TALK, talk())
    time_out(table, TURN + BANK - 150_000)


def test_the_clock_starts_with_the_question() -> None:
    """What passed before the turn of a seat began is not its time."""
    table = AtPlay().until(a_turn)
    act(table, TURN - 1)
    time_out(table, TURN + BANK)


def test_the_clock_of_a_seat_starts_with_the_card_that_it_is_shown() -> None:
    """Else a server could keep the box back until the time is nearly over."""
    with small_mine((MAP,) * 20, hand_size=1):
        table = AtPlay().until(a_turn)
        table.host.submit(table.people[table.asked].act(table.chosen_act(table.asked)))
        asked_at = table.host.follower.asked_at
        assert table.host.follower.state.owed
        while table.host.follower.state.owed:
            table.clock.wait(TURN + BANK - 1)
            [want, *_] = owed(table.host.follower)
            table.host.say(*dealer_of(table.host).answer(want, table.host.follower.state, table.host.next_seq))
        table.commit()
        assert table.host.entries[-1].kind == DealerKind.SHOW
        assert table.host.follower.asked_at == asked_at == table.places(Kind.ACT)[-1]
        time_out(table, TURN + BANK)


def test_the_clock_answers_the_question_that_stands_open() -> None:
    """Else one entry could be said to end a question that was opened before, or later."""
    table = AtPlay().until(a_turn)
    asked_at = table.host.follower.asked_at
    for about in (1, asked_at - 1, asked_at + 1, 2**32 - 1):
        wrong = bodies.Timeout(seat=table.asked, about=about)
        assert table.refused(table.said(Kind.TIMEOUT, wrong, dt_ms=10**7)) == (Code.ABOUT, SERVER)
    table.host.submit(table.people[table.asked].say(Kind.TALK, talk()))  # the question is still the same
    assert table.host.follower.asked_at == asked_at
    table.host.take(late(table, 10**7))


def test_the_clock_of_a_seat_that_is_not_asked() -> None:
    table = AtPlay().until(a_turn)
    other = (table.asked + 1) % 3
    assert table.refused(late(table, 10**7, other)) == (Code.ILLEGAL, SERVER)
    for nobody in (3, 11):
        assert table.refused(late(table, 10**7, nobody)) == (Code.WRONG_ACTOR, SERVER)


def test_a_wait_longer_than_the_log_can_say_is_the_longest_that_it_can() -> None:
    table = AtPlay().until(a_turn)
    table.clock.wait(2**33)
    assert table.host.elapsed() == 2**32 - 1


@pytest.mark.parametrize("nobody", [3, 11, 254])
def test_no_entry_is_of_a_seat_that_is_not_there(nobody: int) -> None:
    table = AtPlay().until(a_turn)
    own = table.people[SEAT].say(Kind.TALK, talk())
    assert table.refused(replace(own, actor=nobody)) == (Code.WRONG_ACTOR, SERVER)


def test_nobody_is_late_while_the_dealer_is() -> None:
    """While a random value is missing no seat is asked anything."""
    table = AtPlay()
    table.until(lambda table: table.host.follower.agreement.all_revealed)
    want = owed(table.host.follower)[0]
    table.host.say(*dealer_of(table.host).answer(want, table.host.follower.state, table.host.next_seq))
    table.commit()
    code, who = table.refused(late(table, 10**7, 0))
    assert who == SERVER
    assert code in {Code.ILLEGAL, Code.OWED}


def test_the_servers_own_clock_writes_nothing_too_early() -> None:
    table = AtPlay().until(a_turn)
    before = table.host.next_seq
    table.clock.wait(TURN + BANK - 1)
    table.host.time_up()
    assert table.host.next_seq == before
    table.clock.wait(1)
    table.host.time_up()
    assert table.host.entries[-1].kind == Kind.TIMEOUT
    assert table.host.entries[-1].dt_ms == TURN + BANK
    assert audit(table.play()).verdict is Verdict.VERIFIED


# extra time


def test_extra_time_is_spent_exactly() -> None:
    table = AtPlay().until(a_turn)
    seat, absence = table.asked, table.host.follower.absence
    act(table, TURN)
    assert absence.bank_ms == [BANK] * 3
    table.until(turn_of(seat)).until(a_turn)
    act(table, TURN + 1)
    assert absence.bank_ms[seat] == BANK - 1
    table.until(turn_of(seat)).until(a_turn)
    act(table, TURN + 50_000)
    assert absence.bank_ms == [BANK - 50_001 if other == seat else BANK for other in range(3)]
    table.until(turn_of(seat)).until(a_turn)
    time_out(table, TURN + BANK - 50_001)
    assert absence.bank_ms[seat] == 0


def test_extra_time_is_there_once_also_for_whoever_lets_it_run_out() -> None:
    """A seat that waits for the clock each time takes the others no more than once the extra time."""
    table = AtPlay(absent_after=99).until(a_turn)
    seat = table.asked
    time_out(table, TURN + BANK)
    assert table.host.follower.absence.bank_ms == [0 if other == seat else BANK for other in range(3)]
    table.until(turn_of(seat)).until(a_turn)
    time_out(table, TURN)


def test_extra_time_is_never_owed() -> None:
    """A server need not count at once; a seat that acts before it does has spent no more than there was."""
    table = AtPlay().until(a_turn)
    seat = table.asked
    act(table, 10 * (TURN + BANK))
    assert table.host.follower.absence.bank_ms[seat] == 0
    table.until(turn_of(seat)).until(a_turn)
    time_out(table, TURN)


def test_a_secret_choice_may_take_extra_time() -> None:
    with small_mine(change=asking(goal_slots, 6)):
        table = AtPlay()
        table.until(lambda table: isinstance(table.host.follower.play.waiting(), Choose) and not _owed(table))
        table.clock.wait(STEP + 3)
        table.host.submit(table.people[0].choose(1))
        assert table.host.follower.absence.bank_ms == [BANK - 3, BANK, BANK]


def test_talk_and_the_time_of_others_cost_no_extra_time() -> None:
    table = AtPlay().until(a_turn)
    table.clock.wait(TURN + 5)
    say(table, (table.asked + 1) % 3, Kind.TALK, talk())
    assert table.host.follower.absence.bank_ms == [BANK] * 3


@threat("chance-shifted")
def test_time_outs_of_others_do_not_change_what_chance_takes_from_a_seat() -> None:
    """Else a server that knows the stream would let its friends time out until it gives the card that it wants."""

    def lost(others: int) -> list[bytes]:
        """What three time-outs of the seat cost it, where some of the others have played and some have timed out."""
        table = AtPlay(absent_after=99)
        for _ in range(3):
            table.until(a_turn)
            while table.asked != SEAT:
                if table.asked < others:
                    table.host.take(late(table, 10**7))
                else:
                    table.host.submit(table.people[table.asked].act(Pass(table.asked, _first_card(table))))
                table.until(a_turn)
            table.host.take(late(table, 10**7))
        table.until(a_turn)
        drawn = [table.host.entries[at - 1].body for at in table.places(DealerKind.RANDOM)]
        return [body for body in drawn if decode(dealer_bodies.RandomValue, body, 99).subject == SEAT]

    with small_mine((MAP,) * 60, hand_size=6):
        values = lost(others=0)
        assert len(set(values)) == len(values) == 3
        assert lost(others=1) == lost(others=3) == values


def _first_card(table: AtPlay) -> tuple[int, ...]:
    return (mine_state(table.host.follower.state).hands[table.asked][0],)


# overtime


@threat("clock-overtime")
@pytest.mark.parametrize(("beyond_ms", "counted"), [(-1, 0), (0, 0), (2000, 0), (2001, 1), (10**7, 1)])
def test_an_answer_beyond_all_time_is_counted_as_overtime(beyond_ms: int, counted: int) -> None:
    """A server that does not let the clock answer for a friend leaves a trace of it."""
    table = AtPlay().until(a_turn)
    seat = table.asked
    act(table, TURN + BANK + beyond_ms)
    overtime = [counted if other == seat else 0 for other in range(3)]
    assert table.host.follower.absence.overtime == overtime
    report = audit(table.play())
    assert report.verdict is Verdict.VERIFIED
    assert report.follower is not None
    assert report.follower.absence.overtime == overtime


def test_overtime_is_counted_from_what_is_left_of_the_extra_time() -> None:
    table = AtPlay().until(a_turn)
    seat, absence = table.asked, table.host.follower.absence
    act(table, TURN + BANK)
    table.until(turn_of(seat)).until(a_turn)
    act(table, TURN + 2001)
    assert absence.overtime[seat] == 1
    table.until(turn_of(seat)).until(a_turn)
    act(table, TURN + 2000)
    assert absence.overtime[seat] == 1


def test_the_clock_that_answers_late_counts_no_overtime() -> None:
    table = AtPlay().until(a_turn)
    table.host.take(late(table, 10**7))
    assert table.host.follower.absence.overtime == [0, 0, 0]
    assert sum(table.host.follower.absence.timeouts) == 1


def test_a_secret_choice_can_take_overtime_too() -> None:
    with small_mine(change=asking(goal_slots, 6)):
        table = AtPlay()
        table.until(lambda table: isinstance(table.host.follower.play.waiting(), Choose) and not _owed(table))
        table.clock.wait(STEP + BANK + 2001)
        table.host.submit(table.people[0].choose(1))
        assert table.host.follower.absence.overtime == [1, 0, 0]


# going out


def out(table: AtPlay, seat: int = SEAT) -> Entry:
    """The server says that a seat is away."""
    return table.said(Kind.SEAT_OUT, bodies.SeatOut(seat=seat))


def test_a_seat_is_not_out_before_its_time_ran_out() -> None:
    table = AtPlay(absent_after=2).until(a_turn)
    assert table.refused(out(table)) == (Code.ABSENCE, SERVER)
    let_run_out(table, SEAT)
    assert table.refused(out(table)) == (Code.ABSENCE, SERVER)
    let_run_out(table, SEAT)
    assert table.refused(out(table, 0)) == (Code.ABSENCE, SERVER)
    table.host.take(out(table))
    assert table.refused(out(table)) == (Code.ABSENCE, SERVER)
    assert table.host.follower.absence.out == {SEAT}


@pytest.mark.parametrize("absent_after", [1, 3])
def test_the_table_says_after_how_many_times(absent_after: int) -> None:
    with small_mine((CROSS,) * 20):
        table = AtPlay(absent_after=absent_after).until(a_turn)
        for _ in range(absent_after):
            assert table.refused(out(table)) == (Code.ABSENCE, SERVER)
            let_run_out(table, SEAT)
        table.host.settle()
        assert table.host.follower.absence.out == {SEAT}
        assert table.host.follower.absence.history == [(table.places(Kind.SEAT_OUT)[0], SEAT, Kind.SEAT_OUT)]


@pytest.mark.parametrize("kind", [Kind.TALK, Kind.NOTE, Kind.ASK_PAUSE, Kind.BACK, Kind.ACT])
def test_a_person_who_says_something_in_between_is_not_away(kind: int) -> None:
    said: dict[int, Any] = {
        Kind.TALK: talk(),
        Kind.NOTE: bodies.Note(salt=bytes(16), what="mood", data=b""),
        Kind.ASK_PAUSE: bodies.AskPause(on=True),
        Kind.BACK: bodies.Nothing(),
    }
    with small_mine((CROSS,) * 20):
        table = AtPlay(absent_after=2)
        let_run_out(table, SEAT)
        if kind == Kind.ACT:
            table.until(turn_of(SEAT)).until(a_turn)
            act(table)
        else:
            say(table, SEAT, kind, said[kind])
        let_run_out(table, SEAT)
        assert table.refused(out(table)) == (Code.ABSENCE, SERVER)


@threat("seat-acks")
@pytest.mark.parametrize("kind", sorted(AUTOMATIC - {Kind.LET_PASS}))  # which needs a window
def test_what_a_program_signs_by_itself_does_not_keep_its_seat_present(kind: int) -> None:
    """Else an ACK in each round of turns would keep a table waiting for a seat without a person for ever."""
    with small_mine((CROSS,) * 3):  # a round is three turns
        table = AtPlay(absent_after=2)
        let_run_out(table, SEAT)
        if kind == Kind.CLOSE:
            table.until(lambda table: len(table.places(Kind.CLOSE)) == 3)
        else:
            lost = table.people[SEAT].say(Kind.TALK, talk())
            said: dict[int, Any] = {
                Kind.ACK: seen_now(table),
                DealerKind.COMPLAINT: dealer_bodies.Complaint(seq=_box(table)),
                Kind.PROTEST: parts.protest(lost.header()),
            }
            say(table, SEAT, kind, said[kind])
        let_run_out(table, SEAT)
        table.host.take(out(table))
        assert table.host.follower.absence.out == {SEAT}
        assert audit(table.play()).verdict is Verdict.VERIFIED


def _box(table: AtPlay) -> int:
    """The last box for the seat."""
    shows = (table.host.entries[at - 1] for at in reversed(table.places(DealerKind.SHOW)))
    return next(entry.seq for entry in shows if decode(dealer_bodies.Show, entry.body, 9999).seat == SEAT)


@threat("seat-out-owed", Code.OUT_OWED)
@pytest.mark.parametrize("why", ["left", "timed out"])
def test_a_server_that_does_not_say_that_a_seat_is_away(why: str) -> None:
    """Else it could choose, turn by turn, whether a bot plays for the seat or the table waits for it."""
    table = AtPlay(absent=BOT, absent_after=1).until(turn_of(SEAT)).until(a_turn)
    if why == "left":
        table.host.submit(table.people[SEAT].say(Kind.LEAVE, bodies.Nothing()))
    else:
        table.host.take(late(table, 10**7))
    table.commit()
    other = (SEAT + 1) % 3
    for entry in (
        table.said(Kind.TIMEOUT, bodies.Timeout(seat=SEAT, about=1), dt_ms=10**7),
        table.said(Kind.PAUSE, bodies.Pause(on=True)),
        table.people[other].say(Kind.TALK, talk()),
        table.people[other].say(Kind.ACK, seen_now(table)),
        table.people[SEAT].say(Kind.BACK, bodies.Nothing()),
    ):
        assert table.refused(entry) == (Code.OUT_OWED, SERVER), kind_of(entry)
    if why == "left":
        assert table.refused(table.people[SEAT].act(table.chosen_act(SEAT))) == (Code.OUT_OWED, SERVER)
    table.host.take(out(table))
    table.commit()
    table.host.submit(table.people[other].say(Kind.TALK, talk()))
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_a_log_may_end_although_a_seat_counts_as_away() -> None:
    table = AtPlay(absent=BOT, absent_after=1).until(turn_of(SEAT)).until(a_turn)
    table.host.take(late(table, 10**7))
    table.host.end("stopped")
    table.commit()
    assert audit(table.file).findings == []


def test_of_several_seats_the_lowest_is_said_to_be_away_first() -> None:
    """Two people leave before the first card: there is one way to write what follows."""
    table = AtPlay()
    for person in table.people:
        table.host.submit(person.seal())
    table.commit()
    for seat in (2, 1):
        table.host.submit(table.people[seat].say(Kind.LEAVE, bodies.Nothing()))
    for person in table.people:
        table.host.submit(person.reveal())
    table.commit()
    assert table.refused(out(table, 2)) == (Code.OUT_OWED, SERVER)
    assert table.refused(out(table, 0)) == (Code.ABSENCE, SERVER)
    for seat in (1, 2):
        table.host.take(out(table, seat))
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_a_seat_is_out_at_once_when_its_player_leaves() -> None:
    table = AtPlay().until(a_turn)
    table.host.submit(table.people[SEAT].say(Kind.LEAVE, bodies.Nothing()))
    table.host.take(out(table))
    assert table.host.follower.absence.out == {SEAT}
    say(table, SEAT, Kind.BACK)
    assert table.host.follower.absence.out == set()
    assert table.refused(out(table)) == (Code.ABSENCE, SERVER)
    assert [(seat, kind) for _, seat, kind in table.host.follower.absence.history] == [
        (SEAT, Kind.LEAVE),
        (SEAT, Kind.SEAT_OUT),
        (SEAT, Kind.BACK),
    ]


def test_nobody_can_leave_for_another() -> None:
    table = AtPlay().until(a_turn)
    own = table.people[2].say(Kind.LEAVE, bodies.Nothing())
    assert table.refused(replace(own, actor=SEAT))[1] == SERVER
    assert table.refused(table.said(Kind.LEAVE, bodies.Nothing(), actor=SEAT))[1] == SERVER


def test_a_bots_seat_cannot_go_out_and_neither_can_one_that_is_not_there() -> None:
    table = AtPlay(server_bots=1, absent_after=1, absent=BOT).until(a_turn)
    for seat in (2, 3, 11):
        assert table.refused(out(table, seat)) == (Code.ABSENCE, SERVER)
    assert audit(table.play(), bots=True).verdict is Verdict.VERIFIED


@threat("bot-timed-out", Code.BOT_SILENT)
def test_a_server_that_lets_its_own_bot_time_out() -> None:
    """It could replace every decision of its bot that it does not like; a bot always answers."""
    table = AtPlay(server_bots=1).until(a_turn)
    while table.asked != 2:
        act(table)
    assert table.refused(late(table, 10**7)) == (Code.BOT_SILENT, SERVER)
    table.host.advance()
    assert audit(table.play(), bots=True).verdict is Verdict.VERIFIED


@threat("bot-timed-out", Code.BOT_SILENT)
def test_a_server_that_lets_the_bot_of_an_absent_seat_time_out() -> None:
    table = with_bot().until(turn_of(SEAT))
    assert table.refused(late(table, 10**7)) == (Code.BOT_SILENT, SERVER)
    say(table, SEAT, Kind.BACK)
    table.host.take(late(table, 10**7))  # the person is there, and has time to let run out


def test_the_secret_choice_of_a_bot_is_left_to_chance() -> None:
    with small_mine(change=asking(goal_slots, 6, seat=2)):
        table = AtPlay(server_bots=1)
        table.until(lambda table: isinstance(table.host.follower.play.waiting(), Choose) and not _owed(table))
        table.host.take(late(table, 0))
        assert audit(table.play()).verdict is Verdict.VERIFIED


# no seat plays


def test_without_a_bot_the_clock_passes_at_once() -> None:
    table = AtPlay().until(a_turn)
    say(table, SEAT, Kind.LEAVE)
    table.until(turn_of(SEAT)).until(a_turn)
    time_out(table, 0)
    table.until(turn_of(SEAT)).until(a_turn)
    say(table, SEAT, Kind.BACK)
    assert table.refused(late(table, TURN + BANK - 1)) == (Code.EARLY, SERVER)
    act(table)
    report = audit(table.play())
    assert (report.verdict, report.played_by_bots) == (Verdict.VERIFIED, ())
    assert report.follower is not None
    assert report.follower.absence.bank_ms == [BANK] * 3


def test_without_a_bot_nobody_may_play_for_a_seat() -> None:
    table = AtPlay().until(a_turn)
    say(table, SEAT, Kind.LEAVE)
    table.until(turn_of(SEAT)).until(a_turn)
    code, who = table.refused(for_seat(table))
    assert who == SERVER
    assert code in {Code.STALE, Code.SIGNATURE}


# a bot plays


def for_seat(table: AtPlay, seat: int = SEAT, number: int = 0) -> Entry:
    """A legal act of the seat that its player did not sign; ``number`` counts the acts."""
    own = choices(view(table.host.follower.state, seat, table.people[seat].notebook))
    made = own[number % len(own)]
    salt = dealer_of(table.host).opening(made.slot).salt if shows_card(made) else None
    return table.said(Kind.ACT, act_body(table.host.follower.state.book, made, salt), actor=seat)


def with_bot(**changes: Any) -> AtPlay:
    """The player of a seat has left, and a bot plays for it."""
    table = AtPlay(absent=BOT, **changes).until(a_turn)
    say(table, SEAT, Kind.LEAVE)
    return table


def test_a_bot_plays_for_a_seat_only_while_it_is_out() -> None:
    table = AtPlay(absent=BOT).until(turn_of(SEAT)).until(a_turn)
    assert table.refused(for_seat(table)) == (Code.STALE, SERVER)
    forged = replace(for_seat(table), seen=table.host.next_seq - 1, counter=99)
    assert table.refused(forged) == (Code.SIGNATURE, SERVER)
    say(table, SEAT, Kind.LEAVE)
    assert table.host.bot_is_next()
    say(table, SEAT, Kind.BACK)
    assert not table.host.bot_is_next()
    assert table.refused(for_seat(table)) == (Code.STALE, SERVER)


def test_a_bot_acts_and_says_nothing() -> None:
    table = with_bot().until(turn_of(SEAT))
    chain = table.host.follower.chain
    seen = bodies.Ack(seq=chain.last, head=chain.heads[-1])
    for kind, body in (
        (Kind.TALK, talk()),
        (Kind.LEAVE, bodies.Nothing()),
        (Kind.BACK, bodies.Nothing()),
        (Kind.ACK, seen),
        (Kind.CLOSE, parts.close(chain.last, chain.heads[-1])),
        (DealerKind.CHOICE, parts.choice()),
        (DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=table.places(DealerKind.SHOW)[0])),
    ):
        assert table.refused(table.said(kind, body, actor=SEAT)) == (Code.WRONG_ACTOR, SERVER), kind
    honest = for_seat(table)
    for wrong in (replace(honest, seen=1), replace(honest, counter=1)):
        assert table.refused(wrong) == (Code.WRONG_ACTOR, SERVER)


def test_the_bots_moves_are_checked_like_those_of_any_bot() -> None:
    table = with_bot()
    log = table.play()
    assert table.places(Kind.BACK) == []
    report = audit(log, bots=True)
    assert (report.verdict, report.bots_checked, report.played_by_bots) == (Verdict.VERIFIED, True, (SEAT,))
    played = [entry for entry in table.host.entries if entry.kind == Kind.ACT and entry.actor == SEAT]
    assert played
    assert not any(any(entry.signature) for entry in played)


@threat("bot-better", Code.BOT)
def test_a_better_move_in_the_place_of_the_bots_own_is_found() -> None:
    """One of the legal moves is the bot's; every other one is a finding, once the bots are asked again."""
    verdicts = []
    for number in range(_legal(_bots_turn())):
        table = _bots_turn()
        at = table.host.next_seq
        dealer_of(table.host).bot_chance(SEAT)
        table.host.take(for_seat(table, number=number))
        log = table.play()
        assert audit(log, bots=False).verdict is Verdict.VERIFIED
        report = audit(log)
        verdicts.append(report.verdict)
        assert table.findings(report) == ([] if report.verdict is Verdict.VERIFIED else [(Code.BOT, at, SERVER)])
    assert verdicts.count(Verdict.VERIFIED) == 1
    assert verdicts.count(Verdict.REFUTED) >= 3


def _bots_turn() -> AtPlay:
    return with_bot().until(lambda table: table.host.bot_is_next() and not _owed(table))


def _legal(table: AtPlay) -> int:
    return len(choices(view(table.host.follower.state, SEAT, table.people[SEAT].notebook)))


def test_the_person_takes_up_what_the_bot_has_seen() -> None:
    """All of it was sealed to the seat: what the bot looked at, and the cards that it drew."""
    with small_mine((MAP,) * 14):
        table = with_bot(seed=b"maps")
        person = table.people[SEAT]

        def looked(table: AtPlay) -> bool:
            state = mine_state(table.host.follower.state)
            return any(slot in person.notebook.shown for slot in state.goals.values()) and a_turn(table)

        table.until(looked)
        assert any(entry.kind == Kind.ACT and entry.actor == SEAT for entry in table.host.entries)
        say(table, SEAT, Kind.BACK)
        state = mine_state(table.host.follower.state)
        again = SeatFollower(table.setting, SEAT, person._keys)
        for entry in table.host.entries:
            again.signed_up_to = entry.seq
            again.take(entry)
        assert again.notebook == person.notebook
        known = {slot: face for slot, face in again.notebook.shown.items() if slot in state.goals.values()}
        assert known == {slot: dealer_of(table.host).opening(slot).face for slot in known} != {}
        assert {slot: again.notebook.shown[slot] for slot in state.hands[SEAT]} == dict.fromkeys(state.hands[SEAT], MAP)
        # and plays on, with the salts of the cards that the bot drew
        table.until(turn_of(SEAT)).until(a_turn)
        act(table)
        assert any(table.host.entries[at - 1].signature != bytes(64) for at in table.places(Kind.ACT)[-1:])
        assert audit(table.play(), bots=True).verdict is Verdict.VERIFIED


def test_what_is_shown_to_a_seat_that_is_out_is_sealed_to_its_player() -> None:
    with small_mine((MAP,) * 14):  # whatever the bot does, its seat draws a card
        table = with_bot().until(lambda table: table.host.bot_is_next() and not _owed(table))
        table.host.bot_step()
        [(_, slots), *_] = [owed for owed in table.host.follower.state.owed if owed[0] == SEAT]
        empty = dealer_bodies.Show(seat=SEAT, slots=list(slots), box=b"")
        assert table.refused(table.said(DealerKind.SHOW, empty)) == (Code.BOX, SERVER)


def test_leaving_twice_and_coming_back_twice() -> None:
    with small_mine((MAP,) * 14):
        table = with_bot().until(lambda table: table.host.bot_is_next())
        table.host.advance()
        for _ in range(2):
            say(table, SEAT, Kind.BACK)
            table.until(turn_of(SEAT)).until(a_turn)
            act(table)
            say(table, SEAT, Kind.LEAVE)
            table.until(lambda table: table.host.bot_is_next())
            table.host.advance()
        report = audit(table.play(), bots=True)
        assert (report.verdict, report.bots_checked) == (Verdict.VERIFIED, True)
        assert len(table.places(Kind.SEAT_OUT)) == 3

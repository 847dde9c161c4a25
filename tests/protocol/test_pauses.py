"""Pauses: they stand on what every seat has signed, last no longer than the table says, and cost no seat its time."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.bots import BOTS
from engine.front import shows_card
from engine.wants import Choose
from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.codec import Body
from tests.protocol.test_starts import over
from tests.support import parts
from tests.support.clocks import BANK, STEP, TURN, act, ask_pause, late, say, seen_now, settle, time_out
from tests.support.dealing import act_body, dealer_of, ledger_of
from tests.support.tables_at_play import SECOND, SERVER, AtPlay, a_turn, asking, goal_slots, small_mine, talk, turn_of

MOST, RESUME = 3600 * SECOND, 60 * SECOND
EVERY = (0, 1, 2)


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine():
        yield


def pause(table: AtPlay, *, on: bool = True, dt_ms: int = 0) -> Entry:
    """The server says that the clocks stand still, or run."""
    return table.said(Kind.PAUSE, bodies.Pause(on=on), dt_ms=dt_ms)


def wished(*seats: int, **how: Any) -> AtPlay:
    """A turn at which these seats have asked for a pause, and the server has not answered."""
    table = AtPlay(**how).until(a_turn)
    for seat in seats:
        table.host.submit(table.people[seat].say(Kind.ASK_PAUSE, bodies.AskPause(on=True)))
    table.commit()
    return table


def paused(**how: int) -> AtPlay:
    """A turn in a pause that all have asked for."""
    table = wished(*EVERY, **how)
    settle(table)
    assert table.host.follower.absence.paused
    assert table.host.entries[-1].kind == Kind.PAUSE
    return table


def verified(table: AtPlay) -> bool:
    """The game goes on to its end, and an audit has nothing to say."""
    return audit(table.play(), bots=True).verdict is Verdict.VERIFIED


# what a pause stands on


def test_a_pause_that_no_seat_asked_for() -> None:
    table = AtPlay().until(a_turn)
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)


@pytest.mark.parametrize("missing", EVERY)
def test_a_pause_that_all_but_one_seat_asked_for(missing: int) -> None:
    table = wished(*(seat for seat in EVERY if seat != missing))
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)
    settle(table)
    assert not table.places(Kind.PAUSE)
    ask_pause(table, missing)
    assert table.host.follower.absence.paused
    assert verified(table)


def test_a_pause_that_all_have_asked_for() -> None:
    table = wished(*EVERY)
    table.host.take(pause(table))
    assert table.host.follower.absence.paused


def test_bots_and_seats_that_are_away_are_not_asked() -> None:
    table = AtPlay(server_bots=1).until(a_turn)
    ask_pause(table, 0)
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)
    say(table, 1, Kind.LEAVE)
    assert table.host.follower.absence.paused


def test_a_table_without_people_has_no_pauses() -> None:
    table = AtPlay(server_bots=3).until(a_turn)
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)


def test_a_table_may_allow_no_pauses() -> None:
    table = AtPlay(pause_most=0).until(a_turn)
    wish = table.people[0].say(Kind.ASK_PAUSE, bodies.AskPause(on=True))
    assert table.refused(wish) == (Code.OUT_OF_PLACE, SERVER)
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)


def test_only_the_server_says_that_the_clocks_stand_still() -> None:
    table = wished(*EVERY)
    assert table.refused(table.people[0].say(Kind.PAUSE, bodies.Pause(on=True))) == (Code.WRONG_ACTOR, SERVER)


def test_no_seat_asks_for_another() -> None:
    table = wished(0, 1)
    wish = table.said(Kind.ASK_PAUSE, bodies.AskPause(on=True), actor=2)
    assert table.refused(wish)[1] == SERVER


def test_there_is_nothing_to_pause_before_the_first_card() -> None:
    """Else a server could wait for a seal for ever."""
    table = AtPlay()
    for person in table.people:
        table.host.submit(person.say(Kind.ASK_PAUSE, bodies.AskPause(on=True)))
    assert table.refused(pause(table)) == (Code.OUT_OF_PLACE, SERVER)


def test_no_pause_begins_while_the_server_has_something_to_say() -> None:
    """A box that is owed, or the seed of a round: with it the pause would be over at once."""
    dealt = AtPlay().until(a_turn)
    dealt.host.submit(dealt.people[dealt.asked].act(dealt.chosen_act(dealt.asked)))
    ended = over(opened_round=False)
    assert (bool(dealt.host.follower.play.owing), dealt.host.follower.round_to_open) == (True, 0)
    assert (bool(ended.host.follower.play.owing), ended.host.follower.round_to_open) == (False, 2)
    for table in (dealt, ended):
        for person in table.people:
            table.host.submit(person.say(Kind.ASK_PAUSE, bodies.AskPause(on=True)))
        assert table.refused(pause(table)) == (Code.PAUSE, SERVER)


def test_a_pause_begins_once() -> None:
    table = paused()
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)


# wishes that count no more


@pytest.mark.parametrize("kind", [Kind.TALK, Kind.NOTE, Kind.LEAVE, Kind.BACK])
def test_a_wish_lapses_when_its_person_says_something_else(kind: int) -> None:
    """The person is there, and has forgotten the wish."""
    said: dict[int, Body] = {Kind.TALK: talk(), Kind.NOTE: bodies.Note(salt=bytes(16), what="mood", data=b"")}
    table = wished(0, 1)
    say(table, 0, kind, said.get(kind))
    if kind == Kind.LEAVE:
        say(table, 0, Kind.BACK)
    ask_pause(table, 2)
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)
    assert table.host.follower.absence.pause.asked == {1, 2}
    ask_pause(table, 0)
    assert table.host.follower.absence.paused


@pytest.mark.parametrize("kind", [Kind.ACK, Kind.PROTEST, DealerKind.COMPLAINT])
def test_a_wish_does_not_lapse_by_what_a_program_signs(kind: int) -> None:
    table = wished(0, 1)
    lost = table.people[0].say(Kind.TALK, talk())
    boxes = [claim.seq for claim in ledger_of(table.host.follower).claims if getattr(claim, "seat", None) == 0]
    said: dict[int, Body] = {Kind.ACK: seen_now(table), Kind.PROTEST: parts.protest(lost.header())}
    say(table, 0, kind, said.get(kind, dealer_bodies.Complaint(seq=boxes[-1])))
    ask_pause(table, 2)
    assert table.host.follower.absence.paused


def test_what_others_say_changes_nothing_of_a_wish() -> None:
    table = wished(0, 1)
    say(table, 2, Kind.TALK, talk())
    ask_pause(table, 2)
    assert table.host.follower.absence.paused


def test_a_wish_lapses_when_the_game_goes_on() -> None:
    """Else a wish of an hour ago would stop the clocks in a moment that suits the server."""
    table = AtPlay().until(turn_of(2)).until(a_turn)
    ask_pause(table, 0, 1)
    act(table)
    ask_pause(table, 2)
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)
    assert table.host.follower.absence.pause.asked == {2}


def test_a_wish_lapses_when_the_clock_answers() -> None:
    table = wished(0, 1)
    table.host.take(late(table, 10**7))
    settle(table)
    ask_pause(table, 2)
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)


def test_a_wish_can_be_taken_back() -> None:
    table = wished(0, 1)
    ask_pause(table, 0, on=False)
    ask_pause(table, 2)
    assert table.refused(pause(table)) == (Code.PAUSE, SERVER)


# in a pause


def test_no_time_runs_out_in_a_pause_and_afterwards_it_starts_anew() -> None:
    table = AtPlay().until(a_turn)
    table.clock.wait(TURN + BANK - 1)
    ask_pause(table, *EVERY)
    assert table.refused(late(table, 10**8)) == (Code.EARLY, SERVER)
    table.clock.wait(MOST - 1)
    table.host.time_up()
    say(table, 0, Kind.TALK, talk())
    assert table.host.entries[-1].kind == Kind.TALK
    ask_pause(table, 1, on=False)
    assert not table.host.follower.absence.paused
    time_out(table, TURN + BANK + RESUME)
    assert verified(table)


def test_no_bot_acts_in_a_pause() -> None:
    table = AtPlay(server_bots=1).until(a_turn)
    while table.asked != 2:
        act(table)
    ask_pause(table, 0, 1)
    assert not table.host.bot_is_next()
    made = table.host._bots[0].choose(2, lambda below: 0)
    assert made is not None
    salt = dealer_of(table.host).opening(made.slot).salt if shows_card(made) else None
    entry = table.said(Kind.ACT, act_body(table.host.follower.state.book, made, salt), actor=2, dt_ms=10**7)
    assert table.refused(entry) == (Code.EARLY, SERVER)
    ask_pause(table, 0, on=False)
    assert table.host.bot_is_next()
    table.host.advance()
    assert verified(table)


def test_no_bot_of_an_absent_seat_acts_in_a_pause() -> None:
    table = AtPlay(absent=bodies.BotSeat(bot="random", rev=BOTS["random"].rev)).until(turn_of(0)).until(a_turn)
    ask_pause(table, *EVERY)
    say(table, 0, Kind.LEAVE)
    assert table.host.follower.absence.paused
    assert not table.host.bot_is_next()
    ask_pause(table, 1, on=False)
    assert table.host.bot_is_next()
    assert verified(table)


def test_talk_and_what_programs_sign_do_not_end_a_pause() -> None:
    table = paused()
    say(table, 0, Kind.TALK, talk())
    say(table, 1, Kind.ACK, seen_now(table))
    ask_pause(table, 0)
    assert table.host.follower.absence.paused


# its end


@pytest.mark.parametrize("seat", EVERY)
def test_one_seat_that_wants_to_go_on_ends_a_pause(seat: int) -> None:
    table = paused()
    ask_pause(table, seat, on=False)
    assert not table.host.follower.absence.paused
    assert table.host.follower.absence.pause.history == [(table.places(Kind.PAUSE)[0], table.host.next_seq - 1)]
    ask_pause(table, seat)
    assert not table.host.follower.absence.paused  # the wishes of before are over
    assert verified(table)


def test_an_act_ends_a_pause() -> None:
    table = paused()
    act(table, 10**6)
    assert not table.host.follower.absence.paused
    assert table.host.follower.absence.bank_ms == [BANK] * 3
    assert verified(table)


def test_the_question_after_an_act_in_a_pause_has_more_time() -> None:
    table = paused()
    act(table)
    time_out(table, TURN + BANK + RESUME)
    table.until(a_turn)
    time_out(table, TURN + BANK)


def test_a_pause_lasts_no_longer_than_the_table_says() -> None:
    """A seat that is not there any more could else keep its table for ever; a server cannot end it before."""
    table = paused()
    say(table, 0, Kind.TALK, talk())
    assert table.refused(pause(table, on=False, dt_ms=MOST - 1)) == (Code.PAUSE, SERVER)
    table.clock.wait(MOST - 10)
    say(table, 1, Kind.TALK, talk())
    assert table.refused(pause(table, on=False, dt_ms=9)) == (Code.PAUSE, SERVER)
    table.clock.wait(10)
    say(table, 1, Kind.TALK, talk())
    table.host.time_up()
    assert table.host.entries[-1].kind == Kind.PAUSE
    assert not table.host.follower.absence.paused
    settle(table)
    assert len(table.places(Kind.PAUSE)) == 2  # the wishes of before are over
    time_out(table, TURN + BANK + RESUME)
    assert verified(table)


def test_no_pause_ends_that_has_not_begun() -> None:
    table = AtPlay().until(a_turn)
    assert table.refused(pause(table, on=False, dt_ms=10**8)) == (Code.PAUSE, SERVER)
    table = wished(*EVERY)
    assert table.refused(pause(table, on=False, dt_ms=10**8)) == (Code.PAUSE, SERVER)


@pytest.mark.parametrize("resume", [0, 1, 600])
def test_the_question_that_opens_anew_has_more_time_once(resume: int) -> None:
    table = paused(resume_seconds=resume)
    before = table.host.follower.asked_at
    ask_pause(table, 0, on=False)
    assert table.host.follower.asked_at == table.host.next_seq - 1 > before
    wrong = bodies.Timeout(seat=table.asked, about=before)
    assert table.refused(table.said(Kind.TIMEOUT, wrong, dt_ms=10**8)) == (Code.ABOUT, SERVER)
    time_out(table, TURN + BANK + resume * SECOND)
    table.until(a_turn)
    time_out(table, TURN + BANK)


def test_the_added_time_is_no_extra_time() -> None:
    """An answer within it costs nothing of the bank, and one beyond it what it is late."""
    table = paused()
    seat, absence = table.asked, table.host.follower.absence
    ask_pause(table, 0, on=False)
    act(table, TURN + RESUME + 7)
    assert absence.bank_ms[seat] == BANK - 7
    assert absence.took[table.places(Kind.ACT)[-1]].limit_ms == TURN + RESUME + BANK


def test_a_secret_choice_opens_anew_after_a_pause() -> None:
    with small_mine(change=asking(goal_slots, 6)):
        table = AtPlay()
        table.until(
            lambda table: isinstance(table.host.follower.play.waiting(), Choose) and not table.host.follower.state.owed
        )
        ask_pause(table, *EVERY)
        table.clock.wait(MOST - 1)
        ask_pause(table, 2, on=False)
        time_out(table, STEP + BANK + RESUME)


def test_a_pause_costs_no_seat_extra_time() -> None:
    table = AtPlay().until(a_turn)
    ask_pause(table, *EVERY)
    table.clock.wait(10**9)
    say(table, 0, Kind.TALK, talk())
    act(table, 10**9)
    assert table.host.follower.absence.bank_ms == [BANK] * 3
    assert table.host.follower.absence.overtime == [0] * 3
    assert verified(table)


def test_two_pauses_one_after_the_other_are_listed() -> None:
    table = paused()
    ask_pause(table, 1, on=False)
    ask_pause(table, *EVERY)
    act(table)
    first, second = table.places(Kind.PAUSE)
    ends = table.host.follower.absence.pause.history
    assert ends == [(first, table.places(Kind.ASK_PAUSE)[3]), (second, table.places(Kind.ACT)[-1])]
    report = audit(table.play())
    assert report.follower is not None
    assert report.follower.absence.pause.history == ends

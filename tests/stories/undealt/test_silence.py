"""Seats that owe something and do not say it: the clock, who pays instead, and what is told of it."""

from dataclasses import replace

import pytest

from client.audit.notes import notes_of
from protocol.audit.audit import Verdict, audit
from protocol.audit.report import Why
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import NOBODY, Entry, Kind
from protocol.modes.mode import Said
from protocol.wire.codec import decode, encode
from tests.support.nights import thinned
from tests.support.tables_at_play import talk
from tests.support.undealt import entries
from tests.support.undealt.entries import Toy
from tests.support.undealt.games import ToyGame

SECOND = 1000


def owing(step: str, seat: int = 1, rules: str = "base", seats: int = 3, seed: bytes = b"silent") -> ToyGame:
    """A game in which the seat owes this, and nothing else is left to be said."""
    game = ToyGame(rules, seats, "steady" if rules == "cave" else "random", seed)
    game.begin()
    if step == "share":
        game.until("act")  # the first cards were drawn
    game.until(step, seat)
    game.silent.add(seat)
    while any(person.seat != seat and person.party.due() is not None for person in game.people):
        game.pay()
    assert game.owes(step, seat)
    return game


def timeout(game: ToyGame, step: str, seat: int = 1) -> Entry:
    """The clock answers for the debt of a seat."""
    [debt] = [debt for debt in game.host.follower.debts if debt.step == step and seat in debt.debtors]
    body = encode(bodies.Timeout(seat=seat, about=debt.about))
    follower = game.host.follower
    return Entry(game.host.next_seq, 0, Kind.TIMEOUT, NOBODY, 0, 0, follower.state.round, bytes(64), body)


@pytest.mark.parametrize("step", thinned(["shuffle", "agree", "share"], 3))
def test_the_server_pays_for_a_seat_when_its_time_is_up_and_not_before(step: str) -> None:
    game = owing(step)
    early = timeout(game, step)
    finding = game.refused(replace(early, dt_ms=game.options.step_seconds * SECOND - 1))
    assert (finding.code, finding.key) == (Code.EARLY, game.host.setting.server_key)
    game.silent.clear()
    game.wait(game.options.step_seconds * SECOND)
    game.host.time_up()
    game.host.settle()
    said = game.host.entries[-2:]
    assert [entry.kind for entry in said] == [Kind.TIMEOUT, {"shuffle": 65, "agree": 66, "share": 68}[step]]
    assert [entry.actor for entry in said] == [NOBODY, NOBODY]
    assert not game.owes(step, 1)
    report = audit(game.finish())
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert game.host.follower.absence.timeouts[1] == 1
    assert report.follower is not None
    assert [note.seat for note in notes_of(report, report.follower) if note.code == "timeouts"] == [1]


def test_a_debt_whose_time_is_up_is_overdue_until_the_clock_says_so() -> None:
    game = owing("share")
    game.wait(game.options.step_seconds * SECOND)
    game.host.submit(game.people[2].say(Kind.TALK, talk()))
    game.host.take(timeout(game, "share"))
    assert not any(1 in debt.debtors for debt in game.host.follower.debts if debt.step == "share")


def test_no_time_of_a_debt_runs_in_a_pause() -> None:
    """Only what a seat announces can be owed in one."""
    game = ToyGame(seed=b"paused")
    game.begin()
    while game.pay():
        pass
    for person in game.people:
        game.host.submit(person.say(Kind.ASK_PAUSE, bodies.AskPause(on=True)))
    game.host.settle()
    waiting = game.host.follower.play.waiting()
    assert waiting is not None
    [seat] = waiting.seats
    act = game._choose(seat)
    assert act is not None
    game.host.submit(game.people[seat].act(act))
    assert (game.host.follower.absence.paused, game.host.follower.debts_left()) == (True, [])
    for person in game.people:
        game.wait(SECOND)
        game.host.submit(person.say(Kind.TALK, talk()))
    game.host.submit(game.people[0].say(Kind.ASK_PAUSE, bodies.AskPause(on=False)))
    assert not game.host.follower.absence.paused
    [left] = [left for left, debt, _ in game.host.follower.debts_left() if debt.step == "act"]
    assert left == game.options.step_seconds * SECOND


def test_talk_may_stand_between_an_announcement_and_its_act() -> None:
    game = ToyGame(seed=b"announced")
    game.begin()
    game.until("act")
    game.host.submit(game.people[0].say(Kind.TALK, talk()))
    assert game.owes("act")


def test_an_act_that_was_announced_and_not_done_is_forgotten() -> None:
    game = ToyGame(seed=b"announced")
    game.begin()
    game.until("act")
    [seat] = [seat for debt in game.host.follower.debts if debt.step == "act" for seat in debt.debtors]
    game.silent.add(seat)
    game.pay()
    assert game.host.entries[-1].kind == Kind.TIMEOUT
    assert not game.owes("act", seat)
    waiting = game.host.follower.play.waiting()
    assert waiting is not None
    assert waiting.seats == (seat,), "its turn still runs"
    game.silent.clear()
    assert audit(game.finish()).verdict is Verdict.VERIFIED


def test_no_act_of_another_seat_comes_between_an_announcement_and_its_act() -> None:
    game = ToyGame(seed=b"announced")
    game.begin()
    game.until("act")
    [seat] = [seat for debt in game.host.follower.debts if debt.step == "act" for seat in debt.debtors]
    body, other = game.holder(seat)._announced(), (seat + 1) % 3
    finding = game.refused(game.said(Said(Kind.ACT, body, other), other))
    assert (finding.code, finding.key) == (Code.OWED, game.host.setting.server_key)
    game.host.take(game.said(Said(Kind.ACT, body, seat), seat))
    assert not game.owes("act", seat)


def test_a_seat_that_has_left_pays_nothing_and_one_that_is_back_pays_again() -> None:
    game = owing("share")
    person = game.people[1]
    game.host.take(person.say(Kind.LEAVE, bodies.Nothing()))
    game.host.settle()
    out, paid = game.host.entries[-2:]
    assert [(entry.kind, entry.actor) for entry in (out, paid)] == [(Kind.SEAT_OUT, NOBODY), (Toy.SHARES, NOBODY)]
    assert decode(entries.Shares, paid.body, 9999).seat == 1
    game.host.take(person.say(Kind.BACK, bodies.Nothing()))
    game.silent.clear()
    before = game.host.next_seq
    log = game.finish()
    mine = {entry.kind for entry in game.host.entries[before:] if entry.actor == 1}
    assert mine >= {Toy.SHARES, Kind.ACT}
    fallbacks = [entry for entry in game.host.entries[before:] if entry.actor == NOBODY and entry.kind >= Toy.KEY]
    assert fallbacks == []
    assert audit(log).verdict is Verdict.VERIFIED


def test_a_returning_seat_reads_everything_that_was_opened_to_it_meanwhile() -> None:
    game = ToyGame(seed=b"back")
    game.begin()
    game.until("act")
    person = game.people[1]
    game.host.take(person.say(Kind.LEAVE, bodies.Nothing()))
    game.host.settle()
    while game.host.follower.state.round == 1:
        waiting = game.host.follower.play.waiting()
        if not game.pay() and waiting is not None and waiting.seats == (1,):
            game.host.time_up()  # an absent seat passes at once
            game.host.advance()
        elif waiting is not None and waiting.seats != (1,):
            game.move()
    assert any(entry.kind == Kind.TIMEOUT for entry in game.host.entries)
    drawn = {slot for slot, reader in game.ledger.seen if reader == 1}
    assert drawn <= person.notebook.shown.keys()
    game.host.take(person.say(Kind.BACK, bodies.Nothing()))
    assert audit(game.finish()).verdict is Verdict.VERIFIED


def test_a_stopped_game_names_the_seat_that_owed_something() -> None:
    game = owing("share")
    game.host.end("stopped")
    game.commit()
    report = audit(game.host.file)
    assert (report.verdict, report.why, report.findings) == (Verdict.UNFINISHED, Why.ENDED, [])
    assert report.follower is not None
    assert [note.seat for note in notes_of(report, report.follower) if note.code == "owing"] == [1]


@pytest.mark.parametrize("leaves", [False, True])
def test_a_key_that_does_not_come_stops_the_game_and_the_seat_is_named(leaves: bool) -> None:
    """No other can make it, and without it there are no cards."""
    game = ToyGame(seed=b"no key")
    game.begin()
    game.silent.add(1)
    if leaves:
        game.host.take(game.people[1].say(Kind.LEAVE, bodies.Nothing()))
        game.host.settle()
    else:
        while game.host.follower.ended is None:
            assert game.pay()
    game.commit()
    said = [entry.kind for entry in game.host.entries if entry.kind != Kind.CLOSE]
    assert said[-3:] == [Kind.SEAT_OUT if leaves else Kind.TIMEOUT, Kind.GAME_OPEN, Kind.END]
    assert game.host.follower.ended == bodies.End(reason="stopped", seats=[])
    report = audit(game.host.file)
    assert (report.verdict, report.why, report.findings) == (Verdict.UNFINISHED, Why.ENDED, [])
    assert report.follower is not None
    owing = {note.seat for note in notes_of(report, report.follower) if note.code == "owing"}
    assert owing == ({0, 1, 2} if leaves else {1})


def test_who_answered_a_question_and_does_not_prove_it_at_the_end_leaves_the_game_unproven() -> None:
    game = ToyGame("cave", 6, "steady", b"c3", 1)
    deliver = game.host.watchers.pop()

    def hear(entry: Entry, events: list[object]) -> None:
        if entry.kind == Kind.END:
            for person in game.people:
                person.take(entry)
        else:
            deliver(entry, events)

    game.host.watchers.append(hear)
    log = game.play()
    judges = sorted({one.judge for one in game.ledger.answers})
    report = audit(log)
    assert (report.verdict, report.why) == (Verdict.UNPROVEN, Why.UNTOLD)
    assert report.detail == ", ".join(f"seat {judge}: answer" for judge in judges)

"""What seats say that the log does not: what they signed and is not there, and questions that took another time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from engine.slots import TABLE
from protocol.audit.audit import Report, Verdict, audit
from protocol.follow.absence import Took
from protocol.follow.follower import Follower
from protocol.follow.grievances import Mistimed, Withheld
from protocol.follow.seat import SeatFollower
from protocol.keys.hashing import digest
from protocol.keys.identity import Purpose, sign
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Entry, Kind, act_parts
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.mode import SERVER as LATE_SERVER
from protocol.wire.codec import encode
from tests.support import parts
from tests.support.clocks import act, late, say, seen_now, settle
from tests.support.reacting import reacting
from tests.support.tables_at_play import MAP, SECOND, SERVER, AtPlay, a_turn, small_mine, talk, turn_of
from tests.support.threats import threat

SEAT, OTHER = 1, 2
STEP = 30 * SECOND


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine():
        yield


def protest(table: AtPlay, missing: Entry, seat: int = SEAT, body: bytes = b"") -> Entry:
    """About something that was not logged."""
    return table.people[seat].say(Kind.PROTEST, parts.protest(missing.header(), body))


def timed(*times: tuple[int, int]) -> bodies.Protest:
    """A PROTEST about questions that took another time."""
    return bodies.Protest(unlogged=[], times=list(times))


def closing(
    table: AtPlay, unlogged: Sequence[tuple[Entry, bytes]] = (), times: Sequence[tuple[int, int]] = ()
) -> Entry:
    """The CLOSE of a seat over the last end, with what it has to tell."""
    end = max(table.places(Kind.ROUND_OPEN) + table.places(Kind.END))
    missing = [bodies.Unlogged(header=entry.header(), body=body) for entry, body in unlogged]
    head = table.host.follower.chain.heads[end]
    body = bodies.Close(seq=end, head=head, unlogged=missing, times=list(times), part=b"")
    return table.people[SEAT].say(Kind.CLOSE, body)


def act_of(table: AtPlay, seat: int) -> Entry:
    """A signed act, which may or may not reach the log."""
    return table.people[seat].act(table.chosen_act(seat))


def judged(report: Report, verdict: Verdict = Verdict.VERIFIED) -> Follower:
    """What the log amounts to; what seats say is beside the verdict."""
    assert (report.verdict, report.findings) == (verdict, [])
    assert report.follower is not None
    return report.follower


# signed, and not logged


def test_an_act_that_the_server_did_not_log() -> None:
    table = AtPlay().until(turn_of(SEAT))
    withheld = act_of(table, SEAT)
    table.clock.wait(10**6)
    table.host.time_up()
    table.host.settle()
    table.host.submit(protest(table, withheld))
    at = table.places(Kind.PROTEST)[0]
    told = judged(audit(table.play())).grievances
    assert told.withheld == [Withheld(at, SEAT, Entry.without_body(withheld.header()))]
    assert (told.unproved, told.mistimed) == ([], [])


def false_protests(table: AtPlay) -> dict[str, Entry]:
    """What a seat could say to make an honest server look bad."""
    person = table.people[SEAT]
    mine = [entry for entry in table.host.entries if entry.actor == SEAT and entry.kind in {Kind.SEAL, Kind.REVEAL}]
    theirs = [entry for entry in table.host.entries if entry.actor == OTHER]
    withheld = act_of(table, SEAT)
    keys = person._keys
    heads = [digest("another log"), *table.host.follower.chain.heads[1:]]

    def signed(entry: Entry, tid: bytes, head: bytes) -> Entry:
        return replace(entry, signature=sign(keys.signing, Purpose.ACT, *act_parts(tid, head, entry)))

    at_zero, later = replace(withheld, seen=0), replace(withheld, seen=table.host.next_seq)
    tid = table.setting.tid
    return {
        "stands in the log": mine[-1],
        "stood in the log before": mine[0],
        "of another seat": theirs[-1],
        "said to be of another seat": replace(withheld, actor=OTHER),
        "not signed": replace(withheld, signature=bytes(64)),
        "with another body": replace(withheld, body=b"\x80"),
        "in another round": replace(withheld, round=2),
        "signed with another purpose": replace(
            withheld, signature=sign(keys.signing, Purpose.SEAL, *act_parts(tid, person.chain.heads[-1], withheld))
        ),
        "over another log": signed(at_zero, tid, heads[0]),
        "over another table": signed(withheld, bytes(32), person.chain.heads[-1]),
        "over what nobody has seen yet": signed(later, tid, heads[-1]),
        "what only the server says": signed(replace(withheld, kind=Kind.TIMEOUT), tid, person.chain.heads[-1]),
        "no kind at all": signed(replace(withheld, kind=99), tid, person.chain.heads[-1]),
        "with the counter of the protest": signed(
            replace(withheld, counter=withheld.counter + 1), tid, person.chain.heads[-1]
        ),
        "with a later counter": signed(replace(withheld, counter=99), tid, person.chain.heads[-1]),
    }


FALSE = [
    "stands in the log",
    "stood in the log before",
    "of another seat",
    "said to be of another seat",
    "not signed",
    "with another body",
    "in another round",
    "signed with another purpose",
    "over another log",
    "over another table",
    "over what nobody has seen yet",
    "what only the server says",
    "no kind at all",
    "with the counter of the protest",
    "with a later counter",
]


@pytest.mark.parametrize("why", FALSE)
def test_a_false_protest_is_a_note_about_its_seat_and_no_fault(why: str) -> None:
    """Neither the server nor the seat is refuted by words that prove nothing."""
    table = AtPlay().until(turn_of(SEAT))
    table.host.submit(protest(table, false_protests(table)[why]))
    at = table.places(Kind.PROTEST)[0]
    told = judged(audit(table.play())).grievances
    assert (told.withheld, told.unproved) == ([], [(at, SEAT)])


def test_what_holds_is_heard_beside_what_does_not() -> None:
    """One item that does not hold spoils no other."""
    table = AtPlay().until(turn_of(SEAT))
    withheld = act_of(table, SEAT)
    items = [withheld, *(false_protests(table)[why] for why in ("not signed", "of another seat")), withheld]
    unlogged = [bodies.Unlogged(header=entry.header(), body=b"") for entry in items]
    say(table, SEAT, Kind.PROTEST, bodies.Protest(unlogged=unlogged, times=[]))
    told = table.host.follower.grievances
    assert [one.entry.counter for one in told.withheld] == [withheld.counter] * 2
    assert len(told.unproved) == 2


@pytest.mark.parametrize("wrong", ["of another entry", "cut", "of another kind", "of an act"])
def test_only_a_reveal_is_told_with_its_body(wrong: str) -> None:
    """A body would show what its hash hides: a card that never reached the log."""
    table = AtPlay()
    for person in table.people:
        table.host.submit(person.seal())
    table.commit()
    lost = table.people[SEAT].reveal()
    body = {"of another entry": table.people[OTHER].reveal().body, "cut": lost.body[:-1]}.get(wrong, lost.body)
    if wrong == "of another kind":
        lost = table.people[SEAT].signed(Kind.ACK, body)
    if wrong == "of an act":
        table.until(lambda table: turn_of(SEAT)(table) and hasattr(table.chosen_act(SEAT), "face"))
        lost = act_of(table, SEAT)
        body = lost.body[:64]
    table.host.submit(protest(table, lost, body=body))
    assert len(table.host.follower.grievances.unproved) == 1


@threat("seed-dropped")
def test_a_seed_that_was_dropped_is_told_with_its_body() -> None:
    """A server names an honest seat for a dissolved start: the CLOSE of that seat shows that it had sent its seed."""
    table = AtPlay()
    for person in table.people:
        table.host.submit(person.seal())
    table.commit()
    dropped = table.people[SEAT].reveal()
    for seat in (0, OTHER):
        table.host.submit(table.people[seat].reveal())
    table.clock.wait(STEP)
    table.host.time_up()
    assert table.host.follower.ended == bodies.End(reason="dissolved", seats=[SEAT])
    table.commit()
    table.host.submit(closing(table, [(dropped, dropped.body)]))
    table.commit()
    report = audit(table.file)
    assert report.findings == []
    assert report.follower is not None
    [told] = report.follower.grievances.withheld
    assert (told.seat, told.entry.kind, told.seed) == (SEAT, Kind.REVEAL, True)
    assert report.follower.grievances.unproved == []


def test_a_seed_that_was_not_the_promised_one_proves_nothing() -> None:
    """The seat has signed it, but the server was right not to log it."""
    table = AtPlay()
    for person in table.people:
        table.host.submit(person.seal())
    table.commit()
    other = table.people[SEAT].say(Kind.REVEAL, bodies.Reveal(seed=bytes(32)))
    table.clock.wait(STEP)
    table.host.time_up()
    table.commit()
    table.host.submit(closing(table, [(other, other.body)]))
    told = table.host.follower.grievances
    assert (told.withheld, len(told.unproved)) == ([], 1)


def test_a_seed_told_without_its_body_is_withheld_and_no_more() -> None:
    table = AtPlay()
    for person in table.people:
        table.host.submit(person.seal())
    table.commit()
    dropped = table.people[SEAT].reveal()
    table.host.submit(protest(table, dropped))
    [told] = table.host.follower.grievances.withheld
    assert not told.seed


# what is told at the end


def at_the_end(table: AtPlay) -> AtPlay:
    """The log has ended, and only CLOSE may come."""
    return table.until(lambda table: table.host.follower.ended is not None)


@threat("clock-last")
def test_what_was_dropped_before_the_end_is_told_in_the_close() -> None:
    """The last TIMEOUT and END come in one batch: no PROTEST could stand between them."""
    table = AtPlay().until(lambda table: turn_of(SEAT)(table) and a_turn(table))
    dropped = act_of(table, SEAT)
    table.host.take(late(table, 10**7))
    table.host.end("stopped")
    table.commit()
    table.host.submit(closing(table, [(dropped, b"")]))
    table.commit()
    report = audit(table.file)
    assert report.findings == []
    assert report.follower is not None
    [told] = report.follower.grievances.withheld
    assert (told.seq, told.seat, told.entry.body_hash) == (table.places(Kind.CLOSE)[-1], SEAT, dropped.body_hash)


@threat("log-refused")
def test_a_protest_that_was_dropped_is_told_in_the_close() -> None:
    """With the act that it was about, and counted as two gaps."""
    table = AtPlay().until(turn_of(SEAT))
    dropped = act_of(table, SEAT)
    refused = protest(table, dropped)
    at_the_end(table)
    table.host.submit(closing(table, [(dropped, b""), (refused, b"")]))
    table.commit()
    follower = judged(audit(table.file))
    assert [told.entry.kind for told in follower.grievances.withheld] == [Kind.ACT, Kind.PROTEST]
    assert follower.signatures.gaps[SEAT] == 2


@pytest.mark.parametrize("why", FALSE)
def test_what_does_not_hold_in_a_close_is_a_note(why: str) -> None:
    table = AtPlay().until(turn_of(SEAT))
    told = false_protests(table)[why]
    at_the_end(table)
    table.host.submit(closing(table, [(told, b"")]))
    table.commit()
    grievances = judged(audit(table.file)).grievances
    assert (grievances.withheld, grievances.unproved) == ([], [(table.host.next_seq - 1, SEAT)])


def test_what_was_logged_after_all_is_no_grievance() -> None:
    """The seat had no answer when it signed, and the server logged the entry before the CLOSE."""
    table = at_the_end(AtPlay())
    logged = [entry for entry in table.host.entries if entry.actor == SEAT and entry.kind == Kind.ACT]
    table.host.submit(closing(table, [(entry, b"") for entry in logged[:2]]))
    table.commit()
    told = judged(audit(table.file)).grievances
    assert (told.withheld, len(told.unproved)) == ([], len(logged[:2]))


def test_eight_things_are_told_at_most() -> None:
    table = at_the_end(AtPlay())
    lost = table.people[SEAT].say(Kind.TALK, talk())
    with pytest.raises(ValueError, match="length"):
        closing(table, [(lost, b"")] * 9)
    with pytest.raises(ValueError, match="length"):
        closing(table, times=[(1, 0)] * 9)
    table.host.submit(closing(table, [(lost, b"")] * 8, [(1, 0)] * 8))
    told = table.host.follower.grievances
    assert (len(told.withheld), len(told.unproved)) == (8, 8)


def test_a_close_has_no_part_in_this_mode() -> None:
    table = at_the_end(AtPlay())
    chain, end = table.host.follower.chain, table.places(Kind.END)[0]
    body = bodies.Close(seq=end, head=chain.heads[end], unlogged=[], times=[], part=b"more")
    assert table.refused(table.people[SEAT].say(Kind.CLOSE, body)) == (Code.MALFORMED, f"seat {SEAT}")


# times


@threat("clock-false")
def test_a_question_that_took_another_time_is_told_with_both_figures() -> None:
    table = AtPlay().until(a_turn)
    seat = table.asked
    act(table, 5_000)
    [at] = table.places(Kind.ACT)
    took = table.host.follower.absence.took
    assert took[at] == Took(seat, 5_000, 180_000)
    assert {one.seat for about, one in took.items() if about != at} == {LATE_SERVER}, "else the server was waited for"
    say(table, SEAT, Kind.PROTEST, timed((at, 61_000)))
    [told] = judged(audit(table.play())).grievances.mistimed
    assert told == Mistimed(table.places(Kind.PROTEST)[0], SEAT, at, 61_000, 5_000)


def test_the_clock_that_answered_is_told_of_as_well() -> None:
    table = AtPlay().until(a_turn)
    table.host.take(late(table, 10**6))
    settle(table)
    [at] = table.places(Kind.TIMEOUT)
    say(table, OTHER, Kind.PROTEST, timed((at, 900)))
    assert table.host.follower.grievances.mistimed == [Mistimed(table.host.next_seq - 1, OTHER, at, 900, 10**6)]


@threat("clock-false")
def test_a_window_is_told_of_in_the_close() -> None:
    """It has no seat; in a PROTEST the haste of a seat would name the holder of a card."""
    with small_mine((MAP,) * 8, change=reacting()):
        table = AtPlay().until(lambda table: table.window is not None)
        table.clock.wait(8 * SECOND)
        table.host.time_up()
        [at] = table.places(Kind.TIMEOUT)
        assert table.host.follower.absence.took[at] == Took(TABLE, 8 * SECOND, 8 * SECOND)
        table.until(lambda table: bool(table.places(Kind.ROUND_OPEN)))
        table.host.submit(closing(table, times=[(at, 1_000)]))
        [told] = table.host.follower.grievances.mistimed
        assert (told.about, told.own_ms, told.log_ms) == (at, 1_000, 8 * SECOND)


def test_times_of_entries_that_ended_no_question_are_notes() -> None:
    table = AtPlay().until(a_turn)
    act(table, 5_000)
    [at] = table.places(Kind.ACT)
    entries = [1, table.places(DealerKind.DECK_COMMIT)[0], table.host.next_seq, 2**32 - 1]
    say(table, SEAT, Kind.PROTEST, timed(*((entry, 7) for entry in entries), (at, 7)))
    told = table.host.follower.grievances
    assert ([one.about for one in told.mistimed], len(told.unproved)) == ([at], len(entries))
    judged(audit(table.play()))


def test_a_seat_tells_of_the_last_entry_that_it_has_seen() -> None:
    table = AtPlay().until(a_turn)
    table.host.submit(act_of(table, table.asked))
    at = table.host.next_seq - 1
    table.host.submit(table.people[SEAT].say(Kind.PROTEST, timed((at, 7))))
    assert [one.about for one in table.host.follower.grievances.mistimed] == [at]


def test_what_a_seat_has_confirmed_is_what_it_had_seen() -> None:
    table = AtPlay()
    signatures = table.host.follower.signatures
    assert signatures.confirmed == [0, 0, 0]
    for person in table.people:
        table.host.submit(person.seal())
    assert signatures.confirmed == [0, 1, 2]


def test_a_seat_tells_nothing_of_what_it_had_not_seen() -> None:
    """Else a server could log a PROTEST behind another entry, and make it speak of that one."""
    table = AtPlay().until(a_turn)
    at = table.host.next_seq
    early = table.people[OTHER if table.asked != OTHER else 0].say(Kind.PROTEST, timed((at, 7)))
    table.host.submit(table.people[table.asked].act(table.chosen_act(table.asked)))
    assert at in table.host.follower.absence.took
    table.host.submit(early)
    told = table.host.follower.grievances
    assert (told.mistimed, len(told.unproved)) == ([], 1)


def test_a_protest_about_nothing_is_none() -> None:
    with pytest.raises(ValueError, match="nothing"):
        timed()
    table = AtPlay().until(a_turn)
    body = encode(timed((1, 7))).replace(b"\x91\x92\x01\x07", b"\x90")
    assert table.refused(table.people[SEAT].signed(Kind.PROTEST, body)) == (Code.MALFORMED, f"seat {SEAT}")


# gaps


@threat("log-dropped")
def test_counters_that_are_passed_over_are_counted() -> None:
    """Signed, and not logged: whether the server dropped it or the seat never sent it, the log cannot tell."""
    table = AtPlay().until(a_turn)
    gaps = table.host.follower.signatures.gaps
    before = list(gaps)
    for lost in (0, 1, 3):
        for _ in range(lost):
            table.people[SEAT].say(Kind.TALK, talk())
        say(table, SEAT, Kind.TALK, talk())
        before[SEAT] += lost
        assert gaps == before
    follower = judged(audit(table.play()))
    assert follower.signatures.gaps[SEAT] >= 4
    assert follower.signatures.gaps == table.host.follower.signatures.gaps


def test_the_first_counter_may_be_zero_or_one_and_what_lies_below_a_higher_one_is_a_gap() -> None:
    """A client counts from 1 on: an honest seat has no gap."""
    table = AtPlay()
    person = table.people[SEAT]
    person._counter = -1
    assert person._next_counter == 0
    table.host.submit(person.say(Kind.NAME, table.joinings[SEAT].name))
    assert table.host.follower.signatures.gaps == [0, 0, 0]
    table.host.submit(table.people[0].say(Kind.NAME, table.joinings[0].name))
    assert table.host.follower.signatures.gaps == [0, 0, 0]
    other = next(seat for seat in range(1, 3) if seat != SEAT)
    table.people[other].say(Kind.TALK, talk())
    table.host.submit(table.people[other].say(Kind.NAME, table.joinings[other].name))
    assert table.host.follower.signatures.gaps[other] == 1


# about the same thing twice


def test_a_server_cannot_make_an_honest_protest_false_by_logging_the_act_after_it_was_signed() -> None:
    table = AtPlay().until(turn_of(SEAT))
    act = act_of(table, SEAT)
    protested = protest(table, act)
    table.host.submit(act)
    code, who = table.refused(replace(protested, seq=table.host.next_seq))
    assert (code, who) == (Code.STALE, SERVER)


def test_what_was_protested_about_cannot_be_logged_any_more() -> None:
    """Its counter is used up."""
    table = AtPlay().until(turn_of(SEAT))
    act = act_of(table, SEAT)
    table.host.submit(protest(table, act))
    table.commit()
    code, who = table.refused(replace(act, seq=table.host.next_seq))
    assert (code, who) == (Code.STALE, SERVER)


@threat("log-late", Code.STALE)
@pytest.mark.parametrize("kind", [Kind.LEAVE, Kind.BACK])
def test_what_was_refused_and_overtaken_by_an_ack_cannot_be_logged_any_more(kind: int) -> None:
    """Else a server could send a seat out an hour after its person wanted to go."""
    table = AtPlay().until(a_turn)
    refused = table.people[SEAT].say(kind, bodies.Nothing())
    say(table, SEAT, Kind.ACK, seen_now(table))
    assert table.refused(replace(refused, seq=table.host.next_seq)) == (Code.STALE, SERVER)


def test_what_was_sent_before_a_new_start_is_not_logged_beside_what_comes_after_it() -> None:
    """From key file and log the counter goes on where the log ends, so only one of the two finds a place."""
    table = AtPlay().until(turn_of(SEAT))
    act = act_of(table, SEAT)
    again = SeatFollower(table.setting, SEAT, table.people[SEAT]._keys)
    for entry in table.host.entries:
        again.signed_up_to = entry.seq
        again.take(entry)
    made = again.say(Kind.TALK, talk())
    assert made.counter == act.counter
    table.host.submit(made)
    table.commit()
    assert table.refused(replace(act, seq=table.host.next_seq))[1] == SERVER

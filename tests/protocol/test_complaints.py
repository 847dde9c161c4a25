"""Boxes that cannot be read, and complaints that are not true."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.mine.state import mine_state
from engine.wants import Open, Renew
from protocol.audit.audit import Verdict, audit
from protocol.log.faults import Code, Fault
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.kinds import MOST_COMPLAINTS, DealerKind
from protocol.wire.codec import decode
from tests.support.dealing import dealer_of, ledger_of, owed, party_of
from tests.support.tables_at_play import (
    CROSS,
    SECOND,
    SERVER,
    AtPlay,
    a_turn,
    a_turn_of_round,
    asking,
    goal_slots,
    small_mine,
    talk,
    turn_of,
)
from tests.support.threats import threat

SEAT, OTHER = 1, 2


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine():
        yield


# boxes


def garbage(dealer: HoldingDealer, honest: Callable[[], dealer_bodies.Show]) -> bytes:
    """Nothing that anybody can open."""
    return b"\7" * len(honest().box)


def one_bit(dealer: HoldingDealer, honest: Callable[[], dealer_bodies.Show]) -> bytes:
    """The right box, damaged."""
    box = honest().box
    return box[:40] + bytes([box[40] ^ 1]) + box[41:]


def another_face(dealer: HoldingDealer, honest: Callable[[], dealer_bodies.Show]) -> bytes:
    """A box that opens, and says something else than was committed to."""
    slot = honest().slots[-1]
    face = dealer._deals.faces[slot]
    dealer._deals.faces[slot] = face + 1
    box = honest().box
    dealer._deals.faces[slot] = face
    return box


def no_point(dealer: HoldingDealer, honest: Callable[[], dealer_bodies.Show]) -> bytes:
    """The ephemeral key is of low order."""
    return bytes(32) + honest().box[32:]


Garbler = Callable[[HoldingDealer, Callable[[], dealer_bodies.Show]], bytes]


def garbling(how: Garbler, times: int = 1, *, after: int = 0) -> type[HoldingDealer]:
    """A dealer that puts something else into that many boxes of one seat."""

    class Garbling(HoldingDealer):
        made = 0

        def answer(self, want: object, state: Any, seq: int) -> tuple[int, Any]:
            """The box of an opening to the seat."""
            kind, body = super().answer(want, state, seq)
            if isinstance(want, Open) and want.to == SEAT:
                self.made += 1
                if after < self.made <= after + times:

                    def honest() -> dealer_bodies.Show:
                        again: Any = HoldingDealer.answer(self, want, state, seq)[1]
                        return again  # type: ignore[no-any-return]

                    assert isinstance(body, dealer_bodies.Show)
                    body = dealer_bodies.Show(seat=body.seat, slots=body.slots, box=how(self, honest))
            return kind, body

    return Garbling


def boxes_for(table: AtPlay, seat: int) -> list[int]:
    """The entries of all boxes for a seat."""
    shows = [
        (at, decode(dealer_bodies.Show, table.host.entries[at - 1].body, 9999)) for at in table.places(DealerKind.SHOW)
    ]
    return [at for at, show in shows if show.seat == seat]


def complain(table: AtPlay, seat: int, about: int) -> Entry:
    """True or not."""
    return table.people[seat].say(DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=about))


@pytest.mark.parametrize("how", [garbage, one_bit, another_face, no_point])
def test_a_box_that_cannot_be_read_is_sealed_again_and_found_out_at_the_end(how: Garbler) -> None:
    table = AtPlay(dealer=garbling(how))
    table.until(lambda table: a_turn(table) and not party_of(table.people[SEAT]).unread)
    bad, good = boxes_for(table, SEAT)
    assert table.places(DealerKind.COMPLAINT) == [good - 1]
    assert decode(dealer_bodies.Show, table.host.entries[bad - 1].body, 9999).slots == (
        decode(dealer_bodies.Show, table.host.entries[good - 1].body, 9999).slots
    )
    state, shown = mine_state(table.host.follower.state), table.people[SEAT].notebook.shown
    assert {slot: shown[slot] for slot in (state.roles[SEAT], *state.hands[SEAT])} == {
        slot: dealer_of(table.host).opening(slot).face for slot in (state.roles[SEAT], *state.hands[SEAT])
    }
    assert party_of(table.people[SEAT]).unread == {}
    report = audit(table.play())
    assert report.verdict is Verdict.REFUTED
    assert table.findings(report) == [(Code.BOX, bad, SERVER)]
    assert report.follower is not None
    assert ledger_of(report.follower).complaints == [(good - 1, SEAT, bad)]


def test_a_box_that_nobody_complains_about_is_found_out_too() -> None:
    class Patient(AtPlay):
        def _about_the_log(self) -> Entry | None:
            """Says nothing, and passes what it has not seen."""
            party_of(self.people[SEAT]).unread.clear()
            return super()._about_the_log()

    table = Patient(dealer=garbling(garbage))
    report = audit(table.play())
    assert table.findings(report) == [(Code.BOX, boxes_for(table, SEAT)[0], SERVER)]


@threat("box-blamed")
def test_a_false_complaint_changes_nothing_and_is_listed() -> None:
    table = AtPlay().until(a_turn)
    [box] = boxes_for(table, SEAT)
    before = dict(table.people[SEAT].notebook.shown)
    table.host.submit(complain(table, SEAT, box))
    report = audit(table.play())
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert report.follower is not None
    assert ledger_of(report.follower).complaints == [(table.places(DealerKind.COMPLAINT)[0], SEAT, box)]
    again = decode(dealer_bodies.Show, table.host.entries[boxes_for(table, SEAT)[1] - 1].body, 9999)
    first = decode(dealer_bodies.Show, table.host.entries[box - 1].body, 9999)
    assert (again.slots, len(again.box)) == (first.slots, len(first.box))
    assert again.box[:32] != first.box[:32]
    assert before.items() <= table.people[SEAT].notebook.shown.items()


def test_nobody_else_learns_anything_from_a_complaint() -> None:
    """The answer is a box for the same seat: a seat cannot use it to prove its role to the table."""
    table = AtPlay().until(a_turn)
    before = [(dict(person.notebook.shown), list(person.notebook.pools)) for person in table.people]
    public = dict(table.host.follower.state.faces)
    table.host.submit(complain(table, SEAT, boxes_for(table, SEAT)[0]))
    table.until(a_turn)
    assert [(person.notebook.shown, person.notebook.pools) for person in table.people] == before
    assert table.host.follower.state.faces == public


def test_three_complaints_in_a_round_and_three_in_the_next() -> None:
    table = AtPlay().until(a_turn)
    for round_ in (1, 2):
        table.until(a_turn_of_round(round_))
        for _ in range(MOST_COMPLAINTS):
            table.host.submit(complain(table, SEAT, boxes_for(table, SEAT)[-1]))
            table.host.settle()
        table.commit()
        assert table.refused(complain(table, SEAT, boxes_for(table, SEAT)[-1])) == (Code.CAP, SERVER)
        table.host.submit(complain(table, OTHER, boxes_for(table, OTHER)[-1]))
        table.host.settle()
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_a_server_that_never_seals_it_right_is_refused_by_the_seat_itself() -> None:
    """After its last complaint the seat takes no further box that it cannot read."""
    table = AtPlay(dealer=garbling(garbage, times=9))
    with pytest.raises(Fault) as caught:
        table.play()
    assert (caught.value.finding.code, table.who(caught.value.finding.key)) == (Code.BOX, SERVER)
    assert len(table.places(DealerKind.COMPLAINT)) == MOST_COMPLAINTS
    assert audit(table.file).verdict is Verdict.UNPROVEN
    # the end of the game shows who was right
    table.host.watchers.clear()
    table.host.end("stopped")
    table.commit()
    report = audit(table.file)
    assert table.findings(report) == [(Code.BOX, at, SERVER) for at in boxes_for(table, SEAT)]


@pytest.mark.parametrize("what", ["another's box", "a talk", "a deal", "nothing yet", "its own complaint", "itself"])
def test_a_complaint_about_something_that_is_no_box_for_this_seat(what: str) -> None:
    table = AtPlay().until(a_turn)
    table.host.submit(table.people[SEAT].say(Kind.TALK, talk()))
    table.host.submit(complain(table, SEAT, boxes_for(table, SEAT)[0]))
    table.host.settle()
    about = {
        "another's box": boxes_for(table, OTHER)[0],
        "a talk": table.places(Kind.TALK)[0],
        "a deal": table.places(DealerKind.DECK_COMMIT)[0],
        "nothing yet": 2**32 - 1,
        "its own complaint": table.places(DealerKind.COMPLAINT)[0],
        "itself": table.host.next_seq,
    }[what]
    assert table.refused(complain(table, SEAT, about)) == (Code.MALFORMED, f"seat {SEAT}")


def test_a_complaint_about_a_box_of_an_earlier_round() -> None:
    table = AtPlay().until(a_turn)
    old = boxes_for(table, SEAT)[0]
    early = complain(table, SEAT, old)
    table.until(lambda table: a_turn(table) and table.host.follower.state.round == 2)
    assert table.refused(complain(table, SEAT, old)) == (Code.MALFORMED, f"seat {SEAT}")
    late = replace(early, seq=table.host.next_seq)
    code, who = table.refused(late)  # signed in time, and put in late: not the player's fault
    assert (code, who) == (Code.WRONG_ROUND, SERVER)


def test_a_bot_cannot_complain() -> None:
    table = AtPlay(server_bots=1).until(a_turn)
    entry = table.said(DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=boxes_for(table, 2)[0]), actor=2)
    assert table.refused(entry) == (Code.WRONG_ACTOR, SERVER)


# the answer is owed


def unanswered(seat: int | None = None) -> AtPlay:
    """A table at a turn, whose player has complained and was not answered."""
    table = AtPlay().until(a_turn)
    if seat is not None:
        table.until(turn_of(seat))
    table.host.submit(complain(table, table.asked, boxes_for(table, table.asked)[-1]))
    table.commit()
    return table


def test_a_seat_cannot_act_while_its_complaint_is_unanswered() -> None:
    table = unanswered()
    act = table.people[table.asked].act(table.chosen_act(table.asked))
    assert table.refused(act) == (Code.OWED, SERVER)
    table.host.settle()
    table.host.submit(table.people[table.asked].act(table.chosen_act(table.asked)))
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_a_seat_cannot_be_timed_out_while_its_complaint_is_unanswered() -> None:
    table = unanswered()
    limit = SECOND * (table.options.turn_seconds + table.options.bank_seconds)
    seat = table.asked
    assert table.refused(table.said(Kind.TIMEOUT, table.timeout(seat), dt_ms=10 * limit)) == (Code.OWED, SERVER)
    table.host.settle()
    table.host.take(table.said(Kind.TIMEOUT, table.timeout(seat), dt_ms=limit))
    assert audit(table.play()).verdict is Verdict.VERIFIED


@threat("clock-complaint")
def test_a_complaint_stops_no_clock() -> None:
    """Neither the complaint nor the box that is sealed again: else three complaints would be three more turns."""
    table = AtPlay().until(a_turn)
    limit = SECOND * (table.options.turn_seconds + table.options.bank_seconds)
    seat, asked_at = table.asked, table.host.follower.asked_at
    for waited in (10, 1000, limit - 2000):
        table.clock.wait(waited)
        table.host.submit(complain(table, seat, boxes_for(table, seat)[-1]))
        table.clock.wait(5)
        table.host.settle()
    table.commit()
    assert table.host.follower.asked_at == asked_at
    left = limit - (10 + 1000 + limit - 2000 + 3 * 5)
    early = table.said(Kind.TIMEOUT, table.timeout(seat), dt_ms=left - 1)
    assert table.refused(early) == (Code.EARLY, SERVER)
    table.clock.wait(left)
    table.host.time_up()
    assert table.host.entries[-1].kind == Kind.TIMEOUT
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_other_seats_play_on_while_a_complaint_is_unanswered() -> None:
    table = AtPlay().until(turn_of(OTHER))
    table.until(a_turn)
    if table.asked != OTHER:
        table.until(turn_of(OTHER))
    table.host.submit(complain(table, SEAT, boxes_for(table, SEAT)[-1]))
    table.host.submit(table.people[OTHER].act(table.chosen_act(OTHER)))
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_each_complaint_is_answered_once_with_the_box_it_is_about() -> None:
    table = unanswered(SEAT)
    about = decode(dealer_bodies.Show, table.host.entries[boxes_for(table, SEAT)[-1] - 1].body, 9999)
    size = len(about.box)
    more = dealer_bodies.Show(seat=SEAT, slots=[*about.slots, max(about.slots) + 1], box=bytes(size + 34))
    other = dealer_bodies.Show(seat=OTHER, slots=about.slots, box=bytes(size))
    for wrong in (more, other):
        assert table.refused(table.said(DealerKind.SHOW, wrong)) == (Code.ILLEGAL, SERVER)
    short = dealer_bodies.Show(seat=SEAT, slots=about.slots, box=about.box[:-1])
    assert table.refused(table.said(DealerKind.SHOW, short)) == (Code.BOX, SERVER)
    table.host.settle()
    table.commit()
    again = dealer_of(table.host).answer(Open(tuple(about.slots), SEAT), table.host.follower.state, table.host.next_seq)
    assert table.refused(table.said(*again)) == (Code.ILLEGAL, SERVER)  # no seat asked for a third box


def test_a_box_that_nobody_asked_for() -> None:
    table = AtPlay().until(a_turn)
    state = mine_state(table.host.follower.state)
    own = (state.roles[SEAT], *state.hands[SEAT])
    goal = (min(state.goals.values()),)
    for slots in (own, goal):
        again = dealer_of(table.host).answer(Open(slots, SEAT), state, table.host.next_seq)
        assert table.refused(table.said(*again)) == (Code.ILLEGAL, SERVER)


def test_the_box_of_a_bot_is_empty() -> None:
    table = AtPlay(server_bots=1)
    table.until(lambda table: table.host.follower.agreement.all_revealed)
    table.host.say(DealerKind.DECK_COMMIT, dealer_of(table.host).answer(_first(table), table.host.follower.state, 0)[1])
    state = mine_state(table.host.follower.state)
    slots = [state.roles[2], *state.hands[2]]
    full = dealer_bodies.Show(seat=2, slots=slots, box=bytes(48 + 34 * len(slots)))
    assert table.refused(table.said(DealerKind.SHOW, full)) == (Code.BOX, SERVER)


def _first(table: AtPlay) -> object:
    return owed(table.host.follower)[0]


# what dies in between


def at_the_gold() -> AtPlay:
    """The treasure is found: the first picker has seen the gold and is asked."""
    table = AtPlay(rules="base+gold-draw=players")
    return table.until(
        lambda table: table.host.follower.state.stage == "pick-gold" and not table.host.follower.state.owed
    )


@pytest.fixture
def near() -> Iterator[None]:
    with small_mine((CROSS,) * 40, near=True):
        yield


@pytest.mark.usefixtures("near")
def test_only_what_lives_of_a_box_is_sealed_again() -> None:
    """A seat that has picked gold may look at its card again, and not at those that were passed on."""
    table = at_the_gold()
    picker, state = table.asked, mine_state(table.host.follower.state)
    box = boxes_for(table, picker)[-1]
    early = complain(table, picker, box)
    table.host.submit(table.people[picker].act(table.chosen_act(picker)))
    table.host.settle()
    table.commit()
    assert table.refused(replace(early, seq=table.host.next_seq)) == (Code.STALE, SERVER)
    table.host.submit(complain(table, picker, box))
    [kept] = state.gold[picker]
    assert owed(table.host.follower) == [Open((kept,), picker)]
    report = audit(table.play())
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


def chooser_and_other() -> AtPlay:
    """Two seats have seen a goal, and one of them is about to lay all goals again."""
    return AtPlay().until(lambda table: table.host.follower.state.stage == "choosing" and not _owed(table))


def _owed(table: AtPlay) -> bool:
    return bool(table.host.follower.state.owed)


def test_a_box_whose_cards_are_all_dead_is_not_sealed_again() -> None:
    """The server may not log such a complaint; the player may have made it while the cards still lived."""
    with small_mine(change=asking(goal_slots, 6)):
        table = chooser_and_other()
        early = complain(table, SEAT, boxes_for(table, SEAT)[-1])
        table.host.submit(table.people[0].choose(1))
        table.host.settle()
        table.commit()
        late = complain(table, SEAT, boxes_for(table, SEAT)[-1])
        assert table.refused(late) == (Code.OUT_OF_PLACE, SERVER)
        assert table.refused(replace(early, seq=table.host.next_seq)) == (Code.OUT_OF_PLACE, SERVER)
        assert audit(table.play()).verdict is Verdict.VERIFIED


def test_a_complaint_dies_with_the_cards_that_it_is_about() -> None:
    with small_mine(change=asking(goal_slots, 6)):
        table = chooser_and_other()
        table.host.submit(complain(table, SEAT, boxes_for(table, SEAT)[-1]))
        table.host.submit(table.people[0].choose(1))
        assert [type(want) for want in owed(table.host.follower)] == [Renew, Open]
        table.host.settle()
        assert len(boxes_for(table, SEAT)) == 2
        report = audit(table.play())
        assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


def test_a_box_about_dead_cards_is_forgotten_by_the_seat_that_could_not_read_it() -> None:
    with small_mine(change=asking(goal_slots, 6)):
        table = AtPlay(dealer=garbling(garbage, after=1)).until(lambda table: bool(party_of(table.people[SEAT]).unread))
        table.host.submit(table.people[0].choose(1))
        table.host.settle()
        assert party_of(table.people[SEAT]).unread == {}
        report = audit(table.play())
        assert table.findings(report) == [(Code.BOX, boxes_for(table, SEAT)[1], SERVER)]
        assert table.places(DealerKind.COMPLAINT) == []


def test_a_seat_complains_of_each_box_once_and_of_the_oldest_first() -> None:
    """What another seat complains about is another matter."""
    with small_mine(change=asking(goal_slots, 6)):
        table = AtPlay(dealer=garbling(garbage, times=2))
        table.until(lambda table: len(party_of(table.people[SEAT]).unread) == 2)
        table.host.submit(complain(table, OTHER, boxes_for(table, OTHER)[0]))
        person, told = table.people[SEAT], []
        while (said := person.party.due()) is not None:
            table.host.submit(person.write(said))
            told.append(table.host.follower.ledger.complaints[-1])
        boxes = boxes_for(table, SEAT)
        assert told == [(table.host.next_seq - 2, SEAT, boxes[0]), (table.host.next_seq - 1, SEAT, boxes[1])]


def test_what_could_not_be_read_in_a_round_does_not_keep_a_seat_from_complaining_in_the_next() -> None:
    """The last box of a round came too late to complain about; the first of the next round is bad too."""

    class Late(AtPlay):
        def _about_the_log(self) -> Entry | None:
            """Does not complain in the first round."""
            unread, person = party_of(self.people[SEAT]).unread, self.people[SEAT]
            if person.state.round == 1:
                party_of(person).unread = {}
            entry = super()._about_the_log()
            if person.state.round == 1:
                party_of(person).unread = unread
            return entry

    with small_mine((CROSS,) * 3):  # one box for each seat and round
        table = Late(dealer=garbling(garbage, times=2))
        table.until(lambda table: bool(table.places(DealerKind.COMPLAINT)))
        assert table.host.follower.state.round == 2
        first, second, *_ = boxes_for(table, SEAT)
        assert ledger_of(table.host.follower).complaints == [(table.host.next_seq - 1, SEAT, second)]
        assert table.findings(audit(table.play())) == [(Code.BOX, first, SERVER), (Code.BOX, second, SERVER)]

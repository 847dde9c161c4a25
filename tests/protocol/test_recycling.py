"""A card that lay open and goes back into a hand is one card still: showing it again accuses no one.

No game has such a rule; here a map that was read comes back, once, as a new slot.
"""

from bisect import insort
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.front import shows_card
from engine.machine import Stage
from engine.mine.book import Book
from engine.mine.state import State
from engine.records import record
from engine.slots import Seat, Slot
from protocol.audit.audit import Verdict, audit
from protocol.log.faults import Code
from protocol.log.records import Kind
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.commitments import Committed
from protocol.modes.dealer.kinds import DealerKind
from tests.support.dealing import read_act
from tests.support.tables_at_play import CROSS, MAP, SERVER, AtPlay, small_mine
from tests.support.threats import threat

DECK = (MAP,) + (CROSS,) * 7


@record
class TakenBack:
    """The card on the discard goes back into a hand."""

    seat: Seat
    slot: Slot


def recycling(book: Book) -> Book:
    """A map that was dealt and read is taken up again in the place of the next card."""
    dealt = sum(len(pile.faces) for pile in book.piles)
    draw = book.stages["finish-turn"].follow
    assert draw is not None

    def finish(state: State) -> tuple[object, ...]:
        last = state.discard[-1] if state.discard else dealt
        if last < dealt and state.faces.get(last) == MAP:
            return (TakenBack(state.active, last),)
        return draw(state)

    def taken(state: State, event: TakenBack) -> None:
        state.discard.remove(event.slot)
        del state.faces[event.slot]
        insort(state.hands[event.seat], event.slot)
        state.draws = 0
        state.renew((event.slot,), then="draw", show_to=event.seat)

    return replace(
        book,
        evolve={**book.evolve, TakenBack: taken},
        stages={**book.stages, "finish-turn": Stage(follow=finish), "draw": Stage(follow=draw)},
    )


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine(DECK, rounds=1, change=recycling):
        yield


def shown(table: AtPlay) -> list[tuple[Slot, int]]:
    """Slot and face of every card that was played."""
    book = table.host.follower.state.book
    acts = (read_act(book, entry.actor, entry.body)[0] for entry in table.host.entries if entry.kind == Kind.ACT)
    return [(act.slot, act.face) for act in acts if shows_card(act)]


def twice() -> AtPlay:
    """A game in which the one map is read twice."""
    for number in range(100):
        table = AtPlay(seed=b"recycled %d" % number)
        table.play()
        if [face for _, face in shown(table)].count(MAP) == 2:
            return table
    raise AssertionError("there is no such game")


@threat("card-recycled")
def test_a_card_that_was_taken_back_and_played_again_accuses_no_one() -> None:
    """The pile has one such card, and it is shown in two slots, one after the other."""
    table = twice()
    [first, second] = [slot for slot, face in shown(table) if face == MAP]
    assert first < second
    assert len(table.places(DealerKind.RENEW)) == 1
    report = audit(table.file)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


class OnlyMaps(HoldingDealer):
    """Deals maps where other cards should lie."""

    def _committed(self, slots: list[Slot]) -> list[bytes]:
        faces = self._deals.faces
        faces.update((slot, MAP) for slot, face in faces.items() if face == CROSS)
        return super()._committed(slots)


@threat("deal-copies", Code.COPIES)
def test_one_copy_too_many_in_living_slots_is_the_servers_fault() -> None:
    """Each map is taken back once; from then on two of them lie open at a time, and there is one."""
    table = AtPlay(dealer=OnlyMaps)
    [(code, at, who)] = table.found()
    assert (code, who) == (Code.COPIES, SERVER)
    assert table.host.tried.kind == Kind.ACT
    assert at == table.host.next_seq
    assert [face for _, face in shown(table)].count(MAP) > 1


def committed() -> Committed:
    """Slots of a deck with one map."""
    table = AtPlay()
    made = Committed(table.setting.tid, table.host.follower.state.book)
    made.publish(0, 1, [bytes(32)] * 20)
    return made


ROLES, DECK_PILE = 1, 3


def too_many(made: Committed, *slots: Slot) -> str:
    """Whether maps in these slots are too many."""
    return made.too_many([(slot, DECK_PILE, MAP) for slot in slots])


def test_a_face_in_a_living_slot_counts_once() -> None:
    made = committed()
    assert not too_many(made, 0)
    made.shown(0, DECK_PILE, MAP)
    made.shown(0, DECK_PILE, MAP)
    assert not too_many(made, 0)
    assert not too_many(made, 0, 0)
    assert "only 1" in too_many(made, 1)
    assert "only 1" in too_many(made, 0, 1)


def test_faces_that_are_opened_together_are_counted_together() -> None:
    made = committed()
    assert too_many(made, 0, 1)
    assert not too_many(made, 0, 0)


def test_a_face_in_a_buried_slot_counts_no_more() -> None:
    made = committed()
    made.shown(0, DECK_PILE, MAP)
    made.bury([0, 5])
    assert not too_many(made, 1)
    made.shown(1, DECK_PILE, MAP)
    assert too_many(made, 2)
    made.bury([0])  # a slot dies once
    assert too_many(made, 2)


def test_a_new_deal_buries_what_lay_open() -> None:
    made = committed()
    made.shown(7, DECK_PILE, MAP)
    made.begin_round([DECK_PILE] * 20, 20)
    made.publish(20, 2, [bytes(32)] * 20)
    assert not too_many(made, 21)
    assert made.problem(7, MAP, bytes(32)) == (Code.DEAD_SLOT, "slot 7 is dead: it must stay closed until the end")


class OneTeam(HoldingDealer):
    """Deals every seat the same role."""

    def _committed(self, slots: list[Slot]) -> list[bytes]:
        faces, roles = self._deals.faces, set(self._deals._book.piles[ROLES].faces)
        faces.update((slot, min(roles)) for slot, face in faces.items() if face in roles)
        return super()._committed(slots)


@threat("deal-copies", Code.COPIES)
def test_one_copy_too_many_that_is_opened_to_all_is_the_servers_fault_at_once() -> None:
    """Not only when the seed of the round shows it: a server that cheats may never open that seed."""
    with small_mine(rounds=1):
        table = AtPlay(dealer=OneTeam)
        assert table.found() == [(Code.COPIES, table.host.next_seq, SERVER)]
        assert table.host.tried.kind == DealerKind.OPEN

"""Secret choices: committed before anybody knows them, opened with the round, and followed by the cards."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from engine.mine.state import mine_state
from engine.notebook import Pool
from engine.slots import TABLE, in_order
from engine.wants import Choose, Renew
from protocol.audit.audit import Verdict, audit
from protocol.follow.seat import SeatFollower
from protocol.keys.identity import SeatKeys
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer import choices
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.choices import TO_DEALER, TO_SEAT, Where
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.part import ChoiceOpening, ChoicePart
from protocol.modes.dealer.sealing import Place, Unreadable, seal
from protocol.modes.dealer.seeds import ROUND_CLASS, Root
from protocol.modes.mode import Unusable
from protocol.wire.codec import decode, encode
from tests.support import parts
from tests.support.dealing import dealer_of, owed, promised
from tests.support.tables_at_play import SECOND, SERVER, AtPlay, a_turn, asking, goal_slots, small_mine, talk
from tests.support.threats import threat

CHOOSER, OTHER, WAYS = 0, 1, 6
"""Of three goals in any order; the other seat has seen the first of them too."""


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine(change=asking(goal_slots, WAYS, CHOOSER)):
        yield


def is_asked(table: AtPlay) -> bool:
    """The chooser has seen a goal and is asked."""
    return isinstance(table.host.follower.play.waiting(), Choose) and not owed(table.host.follower)


def asked(**changes: Any) -> AtPlay:
    """A table that waits for the secret choice of the first round."""
    return AtPlay(**changes).until(is_asked)


def chosen_by(table: AtPlay) -> ChoicePart:
    """The first choice in the log."""
    return parts.choice_of(table.host.entries[table.places(DealerKind.CHOICE)[0] - 1])


def opened_in(entry: Entry) -> list[ChoiceOpening]:
    """The choices that the opening of a round or of the game tells."""
    if entry.kind == Kind.ROUND_OPEN:
        return parts.round_part(decode(bodies.RoundOpen, entry.body, 9999)).choices
    return parts.game_part(decode(bodies.GameOpen, entry.body, 9999)).choices


def keys_of(table: AtPlay, seat: int) -> SeatKeys:
    """From the key file and the nonce of the JOIN."""
    return table.joinings[seat].identity.seat(table.joinings[seat].nonce)


# what is written


@pytest.mark.parametrize("way", range(WAYS))
def test_the_cards_lie_as_the_chooser_wants_and_the_audit_agrees(way: int) -> None:
    table = asked()
    table.way = way
    before = goal_slots(mine_state(table.host.follower.state))
    faces = [dealer_of(table.host).opening(slot).face for slot in before]
    table.until(a_turn)
    after = goal_slots(mine_state(table.host.follower.state))
    assert [dealer_of(table.host).opening(slot).face for slot in after] == list(in_order(way, faces))
    report = audit(table.play())
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    opened = [opened_in(table.host.entries[at - 1]) for at in table.places(Kind.ROUND_OPEN)]
    assert [[choice.choice for choice in one] for one in opened] == [[way], [way]]
    assert [[choice.seq for choice in one] for one in opened] == [[at] for at in table.places(DealerKind.CHOICE)]


def test_every_choice_looks_alike() -> None:
    """The same seat, at the same place: lengths, and everything but commitment and boxes, are the same."""
    made = [parts.choice_of(asked().people[CHOOSER].choose(way)) for way in range(WAYS)]
    assert {(len(one.commitment), len(one.to_dealer), len(one.to_seat)) for one in made} == {(32, 81, 81)}
    assert len({one.commitment for one in made}) == WAYS
    assert len({one.to_dealer[32:] for one in made}) == WAYS
    assert len({encode(one)[:10] for one in made}) == 1


def test_the_commitment_is_bound_to_table_round_seat_and_counter() -> None:
    where, nonce = Where(bytes(32), 1, 2, 3), bytes(range(32))
    others = [
        replace(where, tid=b"\1" + bytes(31)),
        replace(where, round=2),
        replace(where, seat=1),
        replace(where, counter=4),
    ]
    found = {one.commitment(1, nonce) for one in (where, *others)}
    found |= {where.commitment(0, nonce), where.commitment(1, bytes(32))}
    assert len(found) == 7


def test_the_nonce_cannot_be_told_from_the_seed_which_is_public() -> None:
    """A commitment to one of few ways is a public fact for those who know the nonce."""
    table = asked()
    keys = keys_of(table, CHOOSER)
    where = Where(table.setting.tid, 1, CHOOSER, 4)
    honest = choices.make(keys, where, 1, promised(table.setting).table.x25519)
    known = replace(keys, choosing=keys.seed)
    assert choices.make(known, where, 1, promised(table.setting).table.x25519).commitment != honest.commitment
    other = choices.make(keys, replace(where, counter=5), 1, promised(table.setting).table.x25519)
    assert (
        choices.read(keys.reading, replace(where, counter=5), other, TO_SEAT)[1]
        != (choices.read(keys.reading, where, honest, TO_SEAT)[1])
    )


def test_a_box_is_read_by_its_reader_at_its_place_only() -> None:
    table = asked()
    table.until(a_turn)
    body = chosen_by(table)
    entry = table.host.entries[table.places(DealerKind.CHOICE)[0] - 1]
    where = Where(table.setting.tid, 1, CHOOSER, entry.counter)
    dealer, own, other = table.server.secrets.reading, keys_of(table, CHOOSER).reading, keys_of(table, OTHER).reading
    assert choices.read(dealer, where, body, TO_DEALER) == choices.read(own, where, body, TO_SEAT)
    swapped = ChoicePart(commitment=body.commitment, to_dealer=body.to_seat, to_seat=body.to_dealer)
    wrong: list[tuple[Any, Where, ChoicePart, int]] = [
        (other, where, body, TO_SEAT),
        (other, where, body, TO_DEALER),
        (own, where, body, TO_DEALER),
        (own, where, swapped, TO_DEALER),
        (dealer, where, swapped, TO_SEAT),
        (dealer, replace(where, seat=OTHER), body, TO_DEALER),
        (dealer, replace(where, counter=entry.counter + 1), body, TO_DEALER),
        (dealer, replace(where, round=2), body, TO_DEALER),
    ]
    for reading, place, choice, reader in wrong:
        with pytest.raises(Unreadable):
            choices.read(reading, place, choice, reader)


# who learns what


def test_the_chooser_follows_its_own_choice_and_the_other_knows_only_that_the_card_is_there() -> None:
    table = asked()
    before = goal_slots(mine_state(table.host.follower.state))
    seen = table.people[CHOOSER].notebook.shown[before[0]]
    assert table.people[OTHER].notebook.shown[before[0]] == seen
    table.way = 4  # the third card first
    table.until(a_turn)
    after = goal_slots(mine_state(table.host.follower.state))
    at = after[list(in_order(4, before)).index(before[0])]
    shown = table.people[CHOOSER].notebook.shown
    assert shown[at] == seen == dealer_of(table.host).opening(at).face
    assert not set(before) & shown.keys()
    assert table.people[CHOOSER].notebook.chosen is None
    assert not set(after) & table.people[OTHER].notebook.shown.keys()
    assert table.people[OTHER].notebook.pools == [Pool(frozenset(after), (seen,))]
    assert table.people[2].notebook.pools == []
    assert not set(after) & table.people[2].notebook.shown.keys()


def test_key_file_and_log_give_the_own_choice_back() -> None:
    table = asked()
    table.way = 3
    table.until(lambda table: bool(table.places(DealerKind.CHOICE)))
    again = SeatFollower(table.setting, CHOOSER, keys_of(table, CHOOSER))
    for entry in table.host.entries:
        again.signed_up_to = entry.seq
        again.take(entry)
    assert again.notebook.chosen == (CHOOSER, 3)
    assert again.notebook == table.people[CHOOSER].notebook
    table.until(a_turn)
    for entry in table.host.entries[again.chain.last :]:
        again.take(entry)
    assert again.notebook == table.people[CHOOSER].notebook
    assert again.notebook.chosen is None


def test_a_garbled_own_box_costs_only_the_own_knowledge() -> None:
    """The dealer cannot read it, so it is logged; the chooser knows no more than the other seat then."""
    table = asked()
    person = table.people[CHOOSER]
    body = parts.choice_of(person.choose(2))
    garbled = parts.choice(ChoicePart(commitment=body.commitment, to_dealer=body.to_dealer, to_seat=bytes(81)))
    entry = person.signed(DealerKind.CHOICE, encode(garbled))
    with pytest.raises(Unusable):  # the counter is another one now, and the boxes belong to the old one
        table.host.submit(entry)
    counter = entry.counter + 1
    where = Where(table.setting.tid, 1, CHOOSER, counter)
    body = choices.make(keys_of(table, CHOOSER), where, 2, promised(table.setting).table.x25519)
    garbled = parts.choice(ChoicePart(commitment=body.commitment, to_dealer=body.to_dealer, to_seat=bytes(81)))
    table.host.submit(person.signed(DealerKind.CHOICE, encode(garbled)))
    assert person.notebook.chosen is None
    table.until(a_turn)
    assert person.notebook.pools == table.people[OTHER].notebook.pools != []
    assert audit(table.play()).verdict is Verdict.VERIFIED


# what the dealer refuses before it is logged


def unusable(table: AtPlay) -> dict[str, ChoicePart]:
    """Choices that could not be opened later, for the next entry of the chooser."""
    person, keys = table.people[CHOOSER], keys_of(table, CHOOSER)
    where = Where(table.setting.tid, 1, CHOOSER, person.signatures.counters[CHOOSER] + 1)
    dealer = promised(table.setting).table.x25519
    good = choices.make(keys, where, 1, dealer)
    other = choices.make(keys, where, 2, dealer)
    beyond = choices.make(keys, where, WAYS, dealer)

    def changed(**instead: bytes) -> ChoicePart:
        values = {name: getattr(good, name) for name in ("commitment", "to_dealer", "to_seat")}
        return ChoicePart(**values | instead)

    def box(plain: bytes, place: Place) -> bytes:
        return seal(keys.choosing, place, dealer, plain)

    nonce = choices.read(keys.reading, where, good, TO_SEAT)[1]
    return {
        "garbage": changed(to_dealer=bytes(81)),
        "a bit": changed(to_dealer=good.to_dealer[:-1] + bytes([good.to_dealer[-1] ^ 1])),
        "for the seat": changed(to_dealer=good.to_seat),
        "of another choice": changed(to_dealer=other.to_dealer),
        "another commitment": changed(commitment=other.commitment),
        "says another choice": changed(to_dealer=box(b"\2" + nonce, where.place(good.commitment, TO_DEALER))),
        "says another nonce": changed(to_dealer=box(b"\1" + bytes(32), where.place(good.commitment, TO_DEALER))),
        "out of range": beyond,
        "for another counter": choices.make(keys, replace(where, counter=where.counter + 1), 1, dealer),
        "for another round": choices.make(keys, replace(where, round=2), 1, dealer),
    }


@pytest.mark.parametrize(
    "why",
    [
        "garbage",
        "a bit",
        "for the seat",
        "of another choice",
        "another commitment",
        "says another choice",
        "says another nonce",
        "out of range",
        "for another counter",
        "for another round",
    ],
)
def test_the_dealer_refuses_what_it_could_not_open(why: str) -> None:
    table = asked()
    before = table.file
    with pytest.raises(Unusable):
        table.host.submit(table.people[CHOOSER].say(DealerKind.CHOICE, parts.choice(unusable(table)[why])))
    assert table.file == before
    assert is_asked(table)
    assert audit(table.play()).verdict is Verdict.VERIFIED


@pytest.mark.parametrize("body", [b"", b"\x80", bytes(81)])
def test_what_is_no_choice_at_all_is_refused_in_the_same_way(body: bytes) -> None:
    table = asked()
    with pytest.raises(Unusable):
        table.host.submit(table.people[CHOOSER].signed(DealerKind.CHOICE, body))
    assert audit(table.play()).verdict is Verdict.VERIFIED


def not_the_choosers(table: AtPlay) -> dict[str, Entry]:
    """What the dealer can read, and what no log may hold: anybody can seal something to the dealer."""
    good = table.people[CHOOSER].choose(5)
    by_other = table.people[OTHER].choose(5)
    dealer = promised(table.setting).table.x25519
    where = Where(table.setting.tid, 1, CHOOSER, good.counter)
    stranger = choices.make(keys_of(table, OTHER), where, 5, dealer)
    return {
        "not signed": replace(good, signature=bytes(64)),
        "signed by another": replace(good, signature=by_other.signature, body=encode(parts.choice(stranger))),
        "of another seat": by_other,
        "stale": replace(good, seen=0),
    }


@pytest.mark.parametrize("why", ["not signed", "signed by another", "of another seat", "stale"])
def test_a_refused_choice_leaves_no_trace_with_the_dealer(why: str) -> None:
    """Else its sender could make an honest server open a choice that no seat made."""
    table = asked()
    with pytest.raises(Fault):
        table.host.submit(not_the_choosers(table)[why])
    table.host.submit(table.people[2].say(Kind.TALK, talk()))
    table.way = 2
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_a_choice_where_none_is_asked_for_names_the_player() -> None:
    table = asked().until(a_turn)
    assert table.refused(table.people[CHOOSER].choose(1)) == (Code.ILLEGAL, f"seat {CHOOSER}")


def test_a_choice_of_another_seat_names_the_player() -> None:
    table = asked()
    assert table.refused(table.people[OTHER].choose(1)) == (Code.ILLEGAL, f"seat {OTHER}")


def test_nobody_but_the_chooser_may_act_meanwhile() -> None:
    table = asked()
    goals = goal_slots(mine_state(table.host.follower.state))
    for kind, body, code in (
        (DealerKind.RANDOM, dealer_bodies.RandomValue(kind=4, subject=CHOOSER, below=WAYS, value=0), Code.NOT_DRAWN),
        (DealerKind.RENEW, dealer_bodies.Renew(slots=goals, by=CHOOSER, commitments=[bytes(32)] * 3), Code.NOT_RENEWED),
    ):
        assert table.refused(table.said(kind, body)) == (code, SERVER)


@threat("renewal-other", Code.NOT_RENEWED)
@pytest.mark.parametrize("by", [OTHER, 11, 12, TABLE])
def test_a_renewal_names_the_seat_that_orders_it(by: int) -> None:
    """An auditor without the rules learns from it whether a choice or chance gave the order."""
    table = asked()
    table.host.submit(table.people[CHOOSER].choose(3))
    [want, *_] = owed(table.host.follower)
    assert isinstance(want, Renew)
    kind, body = dealer_of(table.host).answer(want, table.host.follower.state, table.host.next_seq)
    assert isinstance(body, dealer_bodies.Renew)
    assert (kind, body.by) == (DealerKind.RENEW, CHOOSER)
    wrong = dealer_bodies.Renew(slots=body.slots, by=by, commitments=body.commitments)
    assert table.refused(table.said(kind, wrong)) == (Code.NOT_RENEWED, SERVER)
    table.host.say(kind, body)
    assert audit(table.play()).verdict is Verdict.VERIFIED


# the clock


def test_the_clock_chooses_by_the_event_stream() -> None:
    table = asked()
    before = goal_slots(mine_state(table.host.follower.state))
    faces = [dealer_of(table.host).opening(slot).face for slot in before]
    limit = SECOND * (table.options.step_seconds + table.options.bank_seconds)
    early = table.said(Kind.TIMEOUT, table.timeout(CHOOSER), dt_ms=limit - 1)
    assert table.refused(early) == (Code.EARLY, SERVER)
    table.clock.wait(limit)
    table.host.time_up()
    table.until(a_turn)
    root = Root.mix(table.setting.tid, 1, ROUND_CLASS, table.server.secrets.seeds[1, ROUND_CLASS], _seeds(table))
    due = root.event(4, CHOOSER, 0).draw(WAYS)
    after = goal_slots(mine_state(table.host.follower.state))
    assert [dealer_of(table.host).opening(slot).face for slot in after] == list(in_order(due, faces))
    pool = Pool(frozenset(after), (dealer_of(table.host).opening(after[in_order(due, [0, 1, 2]).index(0)]).face,))
    assert table.people[CHOOSER].notebook.pools == table.people[OTHER].notebook.pools == [pool]
    report = audit(table.play())
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert opened_in(table.host.entries[table.places(Kind.ROUND_OPEN)[0] - 1]) == []


def _seeds(table: AtPlay) -> list[bytes]:
    return [keys_of(table, seat).seed for seat in range(3)]


def test_a_bot_of_the_server_chooses_by_the_clock() -> None:
    with small_mine(change=asking(goal_slots, WAYS, 2)):
        table = AtPlay(server_bots=1)
        report = audit(table.play(), bots=True)
        assert (report.verdict, report.bots_checked) == (Verdict.VERIFIED, True)
        assert len(table.places(Kind.TIMEOUT)) == 2


def test_a_server_that_orders_otherwise_than_the_clock_chose() -> None:
    class Chooses(HoldingDealer):
        def choose_by_chance(self, seat: int, below: int) -> None:
            """Chance is asked, and not listened to."""
            super().choose_by_chance(seat, below)
            self._deals.choose(seat, (self._deals._chosen[seat] + 1) % below)

    table = asked(dealer=Chooses)
    table.clock.wait(SECOND * (table.options.step_seconds + table.options.bank_seconds))
    table.host.time_up()
    assert table.found() == [(Code.RENEWAL, table.places(DealerKind.RENEW)[0], SERVER)]


# a server that cheats


class Opens(HoldingDealer):
    """Opens other choices than were made."""

    def open_round(self, round_: int) -> bodies.RoundOpen:
        """The seed is the right one."""
        opened = parts.round_part(super().open_round(round_))
        return parts.round_open(round_, opened.seed, self.instead(opened.choices))

    def open_game(self) -> bodies.GameOpen:
        """The same where the round does not come to its end."""
        opened = parts.game_part(super().open_game())
        return parts.game_open(opened.seeds, opened.round_seeds, self.instead(opened.choices))

    def instead(self, made: list[ChoiceOpening]) -> list[ChoiceOpening]:
        """What is opened."""
        return made


class Otherwise(Opens):
    """Another choice with the right nonce."""

    def instead(self, made: list[ChoiceOpening]) -> list[ChoiceOpening]:
        """One more."""
        return [ChoiceOpening(seq=one.seq, choice=one.choice + 1, nonce=one.nonce) for one in made]


class Beyond(Opens):
    """A choice that no seat had."""

    def instead(self, made: list[ChoiceOpening]) -> list[ChoiceOpening]:
        """The largest number."""
        return [ChoiceOpening(seq=one.seq, choice=255, nonce=one.nonce) for one in made]


class OtherNonce(Opens):
    """The choice with another nonce."""

    def instead(self, made: list[ChoiceOpening]) -> list[ChoiceOpening]:
        """Zeros."""
        return [ChoiceOpening(seq=one.seq, choice=one.choice, nonce=bytes(32)) for one in made]


class Omits(Opens):
    """Opens nothing."""

    def instead(self, made: list[ChoiceOpening]) -> list[ChoiceOpening]:
        """Nothing."""
        return []


class Invents(Opens):
    """Opens a choice that no seat made."""

    def instead(self, made: list[ChoiceOpening]) -> list[ChoiceOpening]:
        """In the entry after."""
        return [*made, *(ChoiceOpening(seq=one.seq + 1, choice=0, nonce=bytes(32)) for one in made)]


class Twice(Opens):
    """Opens a choice in two ways, the right one last."""

    def instead(self, made: list[ChoiceOpening]) -> list[ChoiceOpening]:
        """The wrong one first."""
        return [*(ChoiceOpening(seq=one.seq, choice=1, nonce=bytes(32)) for one in made), *made]


class Elsewhere(Opens):
    """Opens the choice in another entry."""

    def instead(self, made: list[ChoiceOpening]) -> list[ChoiceOpening]:
        """One before."""
        return [ChoiceOpening(seq=one.seq - 1, choice=one.choice, nonce=one.nonce) for one in made]


OPENING_OTHERWISE = [Otherwise, Beyond, OtherNonce, Omits, Invents, Twice, Elsewhere]


@pytest.mark.parametrize("dealer", OPENING_OTHERWISE)
def test_a_server_that_opens_another_choice_than_was_made(dealer: type[HoldingDealer]) -> None:
    table = asked(dealer=dealer)
    [(code, _, who)] = table.found()
    assert (code, who) == (Code.CHOICE, SERVER)


@pytest.mark.parametrize("bots", [False, True])
@pytest.mark.parametrize("dealer", OPENING_OTHERWISE)
def test_a_server_that_stops_and_opens_another_choice_than_was_made(dealer: type[HoldingDealer], bots: bool) -> None:
    table = AtPlay(server_bots=1, dealer=dealer).until(a_turn)
    with pytest.raises(Fault) as caught:
        table.host.end("stopped")
    assert table.host.tried.kind == Kind.GAME_OPEN
    report = audit(table.forced(table.host.tried), bots=bots)
    assert (report.verdict, report.findings) == (Verdict.REFUTED, [caught.value.finding])
    [(code, _, who)] = table.findings(report)
    assert (code, who) == (Code.CHOICE, SERVER)


class Lays(HoldingDealer):
    """Lays the cards in another order than was chosen, and goes on with them."""

    def answer(self, want: object, state: Any, seq: int) -> tuple[int, Any]:
        """The choice is exchanged before the renewal."""
        if isinstance(want, Renew) and want.by is not None:
            self._deals.choose(want.by, 5)
        return super().answer(want, state, seq)


def test_a_server_that_lays_the_cards_in_another_order() -> None:
    table = asked(dealer=Lays)
    table.way = 0
    found = table.found()
    assert {(code, who) for code, _, who in found} == {(Code.RENEWAL, SERVER)}
    assert found[0][1] == table.places(DealerKind.RENEW)[0]


def test_a_dealer_that_lets_a_choice_out_of_range_pass() -> None:
    class Lenient(HoldingDealer):
        def _read(self, choice: Entry, below: int) -> ChoiceOpening:
            return super()._read(choice, 256)

    with small_mine(change=asking(goal_slots, 2, CHOOSER)):
        table = asked(dealer=Lenient)
        table.way = 4
        [(code, at, who)] = table.found()
        assert (code, at, who) == (Code.CHOICE, table.places(DealerKind.CHOICE)[0], SERVER)


def test_a_choice_about_cards_that_open_with_the_game_is_checked_with_them() -> None:
    """The chooser's own hand: class G, so the round's end says nothing of it, and the end of the game does."""

    def hand(state: Any) -> list[int]:
        return list(state.hands[CHOOSER])

    with small_mine((11, 12, 13, 14, 15, 16, 17, 111), hand_size=2, change=asking(hand, 2, CHOOSER, own=True)):
        report = audit(AtPlay().play())
        assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])

        class Lays2(HoldingDealer):
            def answer(self, want: object, state: Any, seq: int) -> tuple[int, Any]:
                """Not as it was chosen."""
                if isinstance(want, Renew) and want.by is not None:
                    self._deals.choose(want.by, 0)
                return super().answer(want, state, seq)

        table = AtPlay(dealer=Lays2)
        report = audit(table.play())
        assert report.verdict is Verdict.REFUTED
        assert table.findings(report)[0] == (Code.RENEWAL, table.places(DealerKind.RENEW)[0], SERVER)


# a game that stops


def stopped(table: AtPlay, *, bots: bool = False) -> list[int]:
    """An honest server stops here and everything is proved; the choices that the end of the game has opened."""
    table.host.end("stopped")
    table.commit()
    report = audit(table.file, bots=bots)
    assert (report.verdict, report.findings) == (Verdict.UNFINISHED, [])
    [at] = table.places(Kind.GAME_OPEN)
    return [one.seq for one in opened_in(table.host.entries[at - 1])]


@pytest.mark.parametrize("bots", [False, True])
def test_a_game_that_stops_after_a_choice_is_no_fault_of_the_server(bots: bool) -> None:
    table = AtPlay(server_bots=1).until(a_turn)
    assert stopped(table, bots=bots) == table.places(DealerKind.CHOICE)
    assert len(table.places(DealerKind.CHOICE)) == 1


def test_a_game_that_stops_before_the_choice_has_none_to_open() -> None:
    assert stopped(asked()) == []


def test_a_game_that_stops_at_once_behind_the_choice_opens_it() -> None:
    """Before the cards are laid as it says."""
    table = asked()
    table.host.submit(table.people[CHOOSER].choose(3))
    assert stopped(table) == table.places(DealerKind.CHOICE)
    assert not table.places(DealerKind.RENEW)


def test_a_game_that_stops_between_the_end_of_a_round_and_its_opening_opens_the_choice() -> None:
    """As a server does that stopped there and starts again."""
    table = asked()
    with patch.object(table.host, "settle", table.host._step):
        table.until(lambda table: bool(table.host.follower.round_to_open))
    assert stopped(table) == table.places(DealerKind.CHOICE)
    assert not table.places(Kind.ROUND_OPEN)


def test_a_game_that_stops_in_the_second_round_opens_the_choice_of_that_round_alone() -> None:
    table = asked().until(lambda table: len(table.places(DealerKind.CHOICE)) == 2)
    _, second = table.places(DealerKind.CHOICE)
    assert stopped(table) == [second]


def test_a_game_that_stops_between_two_rounds_opens_no_choice_twice() -> None:
    table = asked().until(lambda table: bool(table.places(Kind.ROUND_OPEN)))
    assert stopped(table) == []


def test_a_choice_that_the_clock_made_is_opened_by_nobody() -> None:
    table = asked()
    table.clock.wait(SECOND * (table.options.step_seconds + table.options.bank_seconds))
    table.host.time_up()
    assert stopped(table.until(a_turn)) == []

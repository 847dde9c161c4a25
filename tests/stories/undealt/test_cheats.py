"""Who cheats at a table without a dealer is found, and named by the right key."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from engine.front import choices, shows_card
from engine.wants import Ask
from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import NOBODY, Entry, Kind
from protocol.modes.mode import Said
from protocol.wire.codec import encode
from tests.support.nights import thinned
from tests.support.undealt import entries
from tests.support.undealt.entries import Toy
from tests.support.undealt.games import ToyGame
from tests.support.undealt.group import G, P, Q, masked, prove, to_bytes
from tests.support.undealt.holder import Holder

Cheat = Callable[[ToyGame], tuple[Entry, int]]


def due(game: ToyGame, step: str, seat: int) -> Said:
    """What an honest seat would say now."""
    game.until(step, seat)
    while (said := game.people[seat].party.due()) is not None:
        kind = {"share": Toy.SHARES, "shuffle": Toy.SHUFFLE, "agree": Toy.AGREE, "mask": Toy.MASK, "renew": Toy.RENEW}
        if said.kind == kind[step]:
            return said
        game.host.take(game.people[seat].write(said))
    raise AssertionError(f"seat {seat} owes no {step!r}")


def a_false_share(game: ToyGame) -> tuple[Entry, int]:
    said = due(game, "share", 1)
    assert isinstance(said.body, entries.Shares)
    first, *rest = said.body.shares
    spoilt = changed(first, share=to_bytes(4))
    return game.said(replace(said, body=changed(said.body, shares=[spoilt, *rest])), 1), 1


def a_share_with_the_proof_of_another_card(game: ToyGame) -> tuple[Entry, int]:
    said = due(game, "share", 1)
    assert isinstance(said.body, entries.Shares)
    first, second, *rest = said.body.shares
    swapped = [changed(first, share=second.share, proof=second.proof), second, *rest]
    return game.said(replace(said, body=changed(said.body, shares=swapped)), 1), 1


def a_card_twice_in_the_deck(game: ToyGame) -> tuple[Entry, int]:
    said = due(game, "shuffle", 1)
    assert isinstance(said.body, entries.Shuffle)
    cards = said.body.cards
    return game.said(replace(said, body=changed(said.body, cards=cards[:16] + cards[:16] + cards[32:])), 1), 1


def a_shuffle_of_another_deck(game: ToyGame) -> tuple[Entry, int]:
    said = due(game, "shuffle", 1)
    holder = game.holder(1)
    deck = [list(reversed(pile)) for pile in game.ledger.deck(1)]
    cards, proof = holder._shuffled(deck)
    assert isinstance(said.body, entries.Shuffle)
    return game.said(replace(said, body=changed(said.body, cards=cards, proof=proof)), 1), 1


def a_deck_that_was_not_shuffled_so(game: ToyGame) -> tuple[Entry, int]:
    said = due(game, "agree", 1)
    assert isinstance(said.body, entries.Agree)
    return game.said(replace(said, body=changed(said.body, hash=bytes(32))), 1), 1


def another_act_than_was_announced(game: ToyGame) -> tuple[Entry, int]:
    game.until("act")
    [seat] = [seat for debt in game.host.follower.debts if debt.step == "act" for seat in debt.debtors]
    game.host.take(game.said(Said(Kind.ACT, game.holder(seat)._announced(), seat), seat))
    while not game.owes("act"):
        game.move()
    [seat] = [seat for debt in game.host.follower.debts if debt.step == "act" for seat in debt.debtors]
    first = next(entry for entry in game.host.entries if entry.kind == Kind.ACT)
    return game.said(Said(Kind.ACT, first.body, seat), seat), seat


def a_face_that_the_card_does_not_show(game: ToyGame) -> tuple[Entry, int]:
    """Announced, and then done."""
    game.until("act")
    game.move()
    while game.pay():
        pass
    waiting = game.host.follower.play.waiting()
    assert waiting is not None
    [seat] = waiting.seats
    person = game.people[seat]
    act: Any = next(act for act in choices(person.view) if shows_card(act))
    other = next(face for face in person.notebook.shown.values() if face != act.face)
    game.host.take(person.write(game.holder(seat).announce(replace(act, face=other))))
    return game.said(Said(Kind.ACT, game.holder(seat)._announced(), seat), seat), seat


def a_card_that_was_masked_as_another(game: ToyGame) -> tuple[Entry, int]:
    game.until("mask")
    said = due(game, "mask", game.owing("mask"))
    assert isinstance(said.body, entries.Mask)
    other = next(slot for slot in game.ledger.cards if slot != said.body.slot)
    false = to_bytes(*masked(game.ledger.cards[other], game.ledger.key, 7))
    return game.said(replace(said, body=changed(said.body, card=false)), said.actor), said.actor


def a_zone_renewed_with_a_card_twice(game: ToyGame) -> tuple[Entry, int]:
    game.until("renew")
    said = due(game, "renew", game.owing("renew"))
    assert isinstance(said.body, entries.Renew)
    cards = said.body.cards
    twice = cards[:16] + cards[:16] + cards[32:]
    return game.said(replace(said, body=changed(said.body, cards=twice)), said.actor), said.actor


def a_key_that_its_seat_does_not_have(game: ToyGame) -> tuple[Entry, int]:
    said = game.people[1].party.due()
    assert said is not None
    assert isinstance(said.body, entries.Key)
    other = game.holder(0).key()
    return game.said(replace(said, body=changed(said.body, key=other.key)), 1), 1


CHEATS: dict[Cheat, Code] = {
    a_false_share: Code.OPENING,
    a_share_with_the_proof_of_another_card: Code.OPENING,
    a_card_twice_in_the_deck: Code.STACKED,
    a_shuffle_of_another_deck: Code.STACKED,
    a_deck_that_was_not_shuffled_so: Code.COMMITMENTS,
    another_act_than_was_announced: Code.OPENING,
    a_face_that_the_card_does_not_show: Code.OPENING,
    a_key_that_its_seat_does_not_have: Code.KEYS,
    a_card_that_was_masked_as_another: Code.OPENING,
    a_zone_renewed_with_a_card_twice: Code.RENEWAL,
}
WITH_GOLD = ("base", 4, "steady", b"gold 1")
GAMES: dict[Cheat, tuple[str, int, str, bytes]] = {
    a_card_that_was_masked_as_another: WITH_GOLD,
    a_zone_renewed_with_a_card_twice: WITH_GOLD,
}


@pytest.mark.parametrize("cheat", thinned(CHEATS, 3), ids=lambda cheat: cheat.__name__)
def test_a_seat_that_cheats_is_found_at_once_and_named(cheat: Cheat) -> None:
    """The host refuses the entry; in a log of a server that writes it all the same, an audit finds the same."""
    game = ToyGame(*GAMES.get(cheat, ("base", 3, "random", b"cheat")))
    game.begin()
    entry, seat = cheat(game)
    finding = game.refused(entry)
    assert (finding.code, finding.key) == (CHEATS[cheat], game.host.setting.seat_keys[seat])
    report = audit(game.forced(entry))
    assert (report.verdict, report.findings) == (Verdict.REFUTED, [finding])


def test_what_the_server_says_for_a_seat_that_is_not_silent_is_its_own_fault() -> None:
    game = ToyGame(seed=b"cheat")
    game.begin()
    said = due(game, "share", 1)
    body = encode(said.body)  # type: ignore[arg-type]
    entry = Entry(game.host.next_seq, 0, said.kind, NOBODY, 0, 0, game.host.follower.state.round, bytes(64), body)
    finding = game.refused(entry)
    assert (finding.code, finding.key) == (Code.OUT_OF_PLACE, game.host.setting.server_key)


class Miser(Holder):
    """A seat that seals another secret to the server than that of its key."""

    @property
    def sealed(self) -> int:
        return (self._secret + 1) % Q


def sealed_falsely(seat: int = 1) -> ToyGame:
    """A table at which a seat does that."""
    game = ToyGame(seed=b"miser")
    party = game.people[seat].party
    party.holder = Miser(game.people[seat], seat, game.holder(seat)._secret)  # type: ignore[attr-defined]
    game.begin()
    return game


def test_a_false_secret_is_proved_by_blame_and_stops_the_game() -> None:
    game = sealed_falsely()
    log = game.finish()
    kinds = [entry.kind for entry in game.host.entries]
    assert Toy.BLAME in kinds
    assert game.host.follower.ended is not None
    assert game.host.follower.ended.reason == "stopped"
    report = audit(log)
    [finding] = report.findings
    assert (report.verdict, finding.code, finding.key) == (
        Verdict.REFUTED,
        Code.BOX,
        game.host.setting.seat_keys[1],
    )
    assert game.host.entries[finding.at - 1].kind == Toy.KEY


def test_false_blame_falls_back_on_the_server() -> None:
    game = ToyGame(seed=b"false blame")
    game.begin()
    game.until("shuffle")
    secrets = game.server.secrets
    seq, key = game.ledger.escrowed[1]
    bases = G, int.from_bytes(key.ephemeral, "little")
    proof = prove(secrets.escrow, bases, game.ledger.tid)
    body = entries.Blame(seq=seq, share=to_bytes(pow(bases[1], secrets.escrow, P)), proof=proof)
    entry = Entry(game.host.next_seq, 0, Toy.BLAME, NOBODY, 0, 0, 0, bytes(64), encode(body))
    finding = game.refused(entry)
    assert (finding.code, finding.key) == (Code.BOX, game.host.setting.server_key)
    report = audit(game.forced(entry))
    assert (report.verdict, report.findings) == (Verdict.REFUTED, [finding])


def test_a_false_answer_is_found_when_it_is_proved() -> None:
    class Liar(Holder):
        """Says the contrary."""

        def truth(self, want: Ask) -> bool:
            return not super().truth(want)

    game = ToyGame("cave", 6, "steady", b"c3", 1)
    for person in game.people:
        liar = Liar(person, person.seat, game.holder(person.seat)._secret)
        person.party.holder = liar  # type: ignore[attr-defined]
    report = audit(game.play())
    first = game.ledger.answers[0]
    assert report.verdict is Verdict.REFUTED
    assert (report.findings[0].code, report.findings[0].at) == (Code.ANSWER, first.seq)
    assert report.findings[0].key == game.host.setting.seat_keys[first.judge]


def test_a_bot_that_does_not_stand_in_for_a_person_in_this_mode() -> None:
    class WithStandIn(ToyGame):
        options = changed(ToyGame.options, absent=bodies.BotSeat(bot="random", rev=1))

    with pytest.raises(Fault) as caught:
        WithStandIn()
    assert caught.value.finding.code is Code.TABLE

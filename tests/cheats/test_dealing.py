"""A dealer that deals otherwise than the seeds say: found when they open, and by the reader of a box at once."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from cheats.games import EAGER, EveryKind, Forge, Game, entries_of, first, follow, refuted, tiny_mine, whole_game

from engine import wants
from engine.slots import Slot
from protocol import bodies, sealing
from protocol.audit import Verdict, audit
from protocol.codec import Body, decode, encode
from protocol.dealer import HoldingDealer
from protocol.deals import Deals
from protocol.faults import Code, Fault, Finding
from protocol.follower import Follower
from protocol.log import Kind
from protocol.seat import SeatFollower
from protocol.seeds import GAME_CLASS

DIGGER, SABOTEUR = 201, 202


def played(deals: type[Deals] = Deals, dealer: type[HoldingDealer] = HoldingDealer, **options: Any) -> list[Finding]:
    """A whole game with another dealer; what the audit finds."""
    game = Game(**options)
    game.deals_type, game.dealer_type = deals, dealer
    findings = refuted(game.play())
    assert {finding.key for finding in findings} == {game.server.identity.public}
    return findings


def caught_when_the_round_ends(make: Callable[[], Game], code: Code) -> Finding:
    """A cheat with what opens at the end of a round: every client stops there, and an audit finds the same.

    To have a log that holds the cheat, everybody at the table must look away.
    """
    with pytest.raises(Fault) as caught:
        make().play()
    assert caught.value.finding.code is code
    game = make()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Follower, "_check_round", lambda follower, round_, seed: None)
        log = game.play()
    [finding] = refuted(log)
    assert (finding.code, finding.key) == (code, game.server.identity.public)
    return finding


def dealt_by(deals: type[Deals] = Deals, dealer: type[HoldingDealer] = HoldingDealer) -> Callable[[], Game]:
    """A game with another dealer, as often as one likes."""

    def make() -> Game:
        game = Game()
        game.deals_type, game.dealer_type = deals, dealer
        return game

    return make


def codes(findings: list[Finding]) -> set[Code]:
    """What was found."""
    return {finding.code for finding in findings}


class Swapping(Deals):
    """Swaps the faces of two slots of a pile, unseen."""

    pile, round = "gold", 1

    def deal(self, round_: int, first: Slot) -> list[Slot]:
        """Deal, then look for two cards that differ, from the end of the pile."""
        slots = super().deal(round_, first)
        if round_ == self.round:
            end = first
            for pile in self._book.piles_of(round_):
                end += len(pile.faces)
                if pile.name == self.pile:
                    self.swap(end - len(pile.faces), end)
        return slots

    def swap(self, start: Slot, end: Slot) -> None:
        """Which two."""
        other = next(slot for slot in range(end - 2, start - 1, -1) if self.faces[slot] != self.faces[end - 1])
        self.faces[end - 1], self.faces[other] = self.faces[other], self.faces[end - 1]


def test_two_gold_cards_that_nobody_ever_draws() -> None:
    """Nobody was shown them, nothing depends on them, and still they are found: those two slots and no other."""
    findings = played(Swapping)
    assert [finding.code for finding in findings] == [Code.STACKED] * 2
    assert len({finding.evidence for finding in findings}) == 2


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_two_cards_of_the_deck(round_: int) -> None:
    class Stacked(Swapping):
        pile, round = "deck", round_

    findings = played(Stacked)
    assert [finding.code for finding in findings].count(Code.STACKED) == 2
    assert codes(findings) <= {Code.STACKED, Code.BOX}


def test_the_first_card_of_a_hand_for_the_last_of_the_pile() -> None:
    class Stacked(Swapping):
        pile = "deck"

        def swap(self, start: Slot, end: Slot) -> None:
            other = next(slot for slot in range(end - 1, start, -1) if self.faces[slot] != self.faces[start])
            self.faces[start], self.faces[other] = self.faces[other], self.faces[start]

    findings = played(Stacked)
    assert [finding.code for finding in findings].count(Code.STACKED) == 2
    assert Code.BOX in codes(findings)


def test_a_role_that_was_chosen() -> None:
    class Stacked(Swapping):
        pile = "roles"

        def swap(self, start: Slot, end: Slot) -> None:
            saboteur = next(slot for slot in range(start, end) if self.faces[slot] == SABOTEUR)
            other = next(slot for slot in range(start, end) if self.faces[slot] == DIGGER)
            self.faces[saboteur], self.faces[other] = DIGGER, SABOTEUR

    caught_when_the_round_ends(dealt_by(Stacked), Code.STACKED)


def test_the_place_of_the_treasure() -> None:
    class Stacked(Swapping):
        pile = "goals"

    caught_when_the_round_ends(dealt_by(Stacked), Code.STACKED)


def test_a_deal_made_without_one_players_seed() -> None:
    class Deaf(Deals):
        def __init__(self, tid: bytes, book: Any, server_seeds: Any, seeds: Sequence[bytes]) -> None:
            super().__init__(tid, book, server_seeds, [b"", *seeds[1:]])

    caught_when_the_round_ends(dealt_by(Deaf), Code.STACKED)


def test_a_deal_from_another_rounds_seed() -> None:
    class Lazy(Deals):
        def __init__(self, tid: bytes, book: Any, server_seeds: Any, seeds: Sequence[bytes]) -> None:
            super().__init__(tid, book, server_seeds, seeds)
            self._roots[2, GAME_CLASS] = self._roots[1, GAME_CLASS]

    findings = played(Lazy)
    assert codes(findings) == {Code.STACKED, Code.BOX}
    assert len([finding for finding in findings if finding.code is Code.STACKED]) == 67


def test_a_salt_that_was_chosen() -> None:
    """The card is the right one; a chosen salt would still be a channel, and a way to commit to two cards."""

    class Salted(Deals):
        def salt(self, slot: Slot) -> bytes:
            return bytes(32) if slot == 27 else super().salt(slot)

    assert [finding.code for finding in played(Salted)] == [Code.STACKED]


class Lucky(HoldingDealer):
    """Chooses who begins."""

    def answer(self, want: object, state: Any, seq: int) -> tuple[Kind, Body]:
        """One more than chance says."""
        kind, body = super().answer(want, state, seq)
        if isinstance(want, wants.Random) and isinstance(body, bodies.RandomValue):
            return kind, bodies.RandomValue(value=(body.value + 1) % want.below)
        return kind, body


def test_a_random_value_that_was_chosen() -> None:
    assert "first-player" in caught_when_the_round_ends(dealt_by(dealer=Lucky), Code.RANDOM).evidence


def test_a_card_lost_to_the_clock_that_was_chosen() -> None:
    def make() -> Game:
        game = EveryKind()
        game.dealer_type = Lucky
        return game

    with tiny_mine():
        caught_when_the_round_ends(make, Code.RANDOM)


def test_a_renewal_in_another_order() -> None:
    class Ordered(Deals):
        def renew(self, old: Sequence[Slot], first: Slot) -> list[Slot]:
            slots = super().renew(old, first)
            faces = [self.faces[slot] for slot in slots]
            self.faces.update(zip(slots, [*faces[1:], faces[0]], strict=True))
            return slots

    with tiny_mine():
        found = played(Ordered, bot=EAGER, seed=b"tiny")
    assert Code.RENEWAL in codes(found)
    assert codes(found) <= {Code.RENEWAL, Code.BOX}


def test_a_card_exchanged_during_a_renewal() -> None:
    class Thief(Deals):
        def renew(self, old: Sequence[Slot], first: Slot) -> list[Slot]:
            slots = super().renew(old, first)
            self.faces[slots[0]] = 211 if self.faces[slots[0]] != 211 else 213
            return slots

    with tiny_mine():
        game = Game(bot=EAGER, seed=b"tiny")
        game.deals_type = Thief
        with pytest.raises(Fault) as fault:  # at the end there are more nuggets on the table than cards
            game.play()
        assert fault.value.finding.code is Code.ILLEGAL


def test_another_goal_than_the_one_that_was_committed() -> None:
    class Juggler(HoldingDealer):
        def opening(self, slot: Slot) -> bodies.Opening:
            true = super().opening(slot)
            return bodies.Opening(slot=slot, face=3 if true.face == 4 else 4, salt=true.salt)

    game = Game()
    game.dealer_type = Juggler
    with pytest.raises(Fault) as fault:
        game.play()
    assert fault.value.finding.code is Code.OPENING
    assert fault.value.finding.key == game.server.identity.public


def test_more_treasures_than_there_are_in_the_box() -> None:
    """The commitments are to what is opened: the count of copies tells it at once, long before the seeds."""

    class Generous(Deals):
        def deal(self, round_: int, first: Slot) -> list[Slot]:
            slots = super().deal(round_, first)
            self.faces.update({slot: 2 for slot in slots if self.faces[slot] in {3, 4}})
            return slots

    game = Game()
    game.deals_type = Generous
    with pytest.raises(Fault) as fault:
        game.play()
    assert fault.value.finding.code is Code.ILLEGAL


def test_seeds_that_are_not_the_committed_ones() -> None:
    game = Game()
    game.server.seeds[1, 0] = bytes(32)
    with pytest.raises(Fault) as fault:
        game.play()
    assert fault.value.finding.code is Code.SEED
    assert fault.value.finding.key == game.server.identity.public


# boxes

Forger = Callable[[Game, sealing.Place, bytes, list[tuple[int, bytes]]], bytes]


def _sealed(game: Game, place: sealing.Place, reader: bytes, openings: list[tuple[int, bytes]]) -> bytes:
    return sealing.seal(bytes(32), place, reader, sealing.plaintext(openings))


def _garbage(game: Game, place: sealing.Place, reader: bytes, openings: list[tuple[int, bytes]]) -> bytes:
    return bytes(range(48)) + bytes(34 * len(openings))


def _wrong_face(game: Game, place: sealing.Place, reader: bytes, openings: list[tuple[int, bytes]]) -> bytes:
    (face, salt), *rest = openings
    return _sealed(game, place, reader, [(face ^ 3, salt), *rest])


def _wrong_salt(game: Game, place: sealing.Place, reader: bytes, openings: list[tuple[int, bytes]]) -> bytes:
    (face, _), *rest = openings
    return _sealed(game, place, reader, [(face, bytes(32)), *rest])


def _another_slot(game: Game, place: sealing.Place, reader: bytes, openings: list[tuple[int, bytes]]) -> bytes:
    other = game.dealer.opening(place.slots[0] + 1)
    return _sealed(game, place, reader, [(other.face, other.salt), *openings[1:]])


def _another_order(game: Game, place: sealing.Place, reader: bytes, openings: list[tuple[int, bytes]]) -> bytes:
    return _sealed(game, place, reader, openings[::-1])


def _another_number(game: Game, place: sealing.Place, reader: bytes, openings: list[tuple[int, bytes]]) -> bytes:
    return _sealed(game, replace(place, seq=place.seq + 1), reader, openings)


def _another_reader(game: Game, place: sealing.Place, reader: bytes, openings: list[tuple[int, bytes]]) -> bytes:
    return _sealed(game, place, game.keys[(place.seat + 1) % 3].reading_public, openings)


BOXES: dict[str, tuple[Code, Forger]] = {
    "garbage": (Code.BOX, _garbage),
    "a wrong face": (Code.OPENING, _wrong_face),
    "a wrong salt": (Code.OPENING, _wrong_salt),
    "another slot": (Code.OPENING, _another_slot),
    "another order": (Code.OPENING, _another_order),
    "another number": (Code.BOX, _another_number),
    "another reader": (Code.BOX, _another_reader),
}


def boxed(name: str, at: int, game: Game, log: bytes) -> bytes:
    """The log with another box in one place."""
    entries = entries_of(log)
    body = decode(bodies.Show, entries[at].body, 1 << 16)
    place = sealing.Place(game.host.setting.tid, at + 1, body.seat, tuple(body.slots))
    openings = [(opening.face, opening.salt) for opening in map(game.dealer.opening, body.slots)]
    box = BOXES[name][1](game, place, game.keys[body.seat].reading_public, openings)
    changed = encode(bodies.Show(seat=body.seat, slots=body.slots, box=box))
    entries[at] = replace(entries[at], body=changed)
    return Forge(game).write(entries)


@pytest.mark.parametrize("name", BOXES)
def test_a_bad_box_is_found_by_its_reader_at_once(name: str) -> None:
    game, log = whole_game()
    at = first(entries_of(log), Kind.SHOW)
    entries = entries_of(boxed(name, at, game, log))
    seat = decode(bodies.Show, entries[at].body, 1 << 16).seat
    reader = SeatFollower(game.host.setting, seat, game.keys[seat])
    follow(reader, entries[:at])
    with pytest.raises(Fault) as fault:
        reader.take(entries[at])
    assert fault.value.finding.code is BOXES[name][0]
    assert fault.value.finding.key == game.server.identity.public
    assert fault.value.finding.at == at + 1


@pytest.mark.parametrize("name", BOXES)
def test_a_bad_box_is_nothing_to_others_until_the_seeds_open(name: str) -> None:
    game, log = whole_game()
    at = first(entries_of(log), Kind.SHOW)
    entries = entries_of(boxed(name, at, game, log))
    seat = (decode(bodies.Show, entries[at].body, 1 << 16).seat + 1) % 3
    other = SeatFollower(game.host.setting, seat, game.keys[seat])
    follow(other, entries)


@pytest.mark.parametrize("name", BOXES)
def test_a_bad_box_is_found_by_everybody_at_the_end(name: str) -> None:
    game, log = whole_game()
    at = first(entries_of(log), Kind.SHOW)
    findings = refuted(boxed(name, at, game, log))
    assert [(finding.code, finding.at) for finding in findings] == [(Code.BOX, at + 1)]
    assert findings[0].key == game.server.identity.public


def test_a_box_that_says_the_truth_in_another_way() -> None:
    """Made with a key of the dealer's choice: its reader is content, but the bytes could carry a message."""
    game, log = whole_game()
    BOXES["the truth"] = Code.BOX, _sealed
    at = first(entries_of(log), Kind.SHOW, after=40)
    findings = refuted(boxed("the truth", at, game, log))
    del BOXES["the truth"]
    assert [(finding.code, finding.at) for finding in findings] == [(Code.BOX, at + 1)]


def test_an_honest_dealer_of_this_file_is_believed() -> None:
    assert audit(Game().play()).verdict is Verdict.VERIFIED
    with tiny_mine():
        assert audit(Game(bot=EAGER, seed=b"tiny").play()).verdict is Verdict.VERIFIED

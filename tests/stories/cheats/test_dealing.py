"""A dealer that deals otherwise than the seeds say: found when they open, and by the reader of a box at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from msgspec import structs

from engine import wants
from engine.slots import Seat, Slot
from protocol.audit.audit import Verdict, audit, recount
from protocol.follow.follower import Follower
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.ledger import DealerLedger
from protocol.modes.dealer.seeds import GAME_CLASS
from protocol.wire.codec import Body
from tests.stories.cheats.games import (
    EveryKind,
    Forge,
    Game,
    dealing,
    entries_of,
    first,
    follow,
    refuted,
    telling_seed,
    tiny_game,
)
from tests.stories.cheats.tiny import EAGER, tiny_mine
from tests.support.threats import threat

DIGGER, SABOTEUR = 201, 202
LAST_GOLD = 27
"""The slot of a gold card; the roles lie behind it."""


def table_of(dealer: type[HoldingDealer], kind: type[Game] = Game) -> type[Game]:
    """The tables where this dealer deals."""

    class Crooked(kind):  # type: ignore[misc, valid-type]
        author_of = dealer

    return Crooked


def tiny(dealer: type[HoldingDealer]) -> Callable[[], Game]:
    """A game in the tiny mine with another dealer, as often as one likes."""
    return partial(table_of(dealer), bot=EAGER, seed=telling_seed(tiny_game))


def played(dealer: type[HoldingDealer], **options: Any) -> list[Finding]:
    """A whole game with another dealer; what an audit finds, and a client with it, once the seeds are open."""
    game = table_of(dealer)(**options)
    log = game.play()
    findings = refuted(log)
    assert {finding.key for finding in findings} == {game.server.identity.public}
    assert list(recount(game.host.follower)) == findings
    entries = entries_of(log)
    before = Forge(game).write(entries[: first(entries, Kind.GAME_OPEN)], signing=lambda entry: False)
    assert audit(before).verdict is Verdict.UNPROVEN
    return findings


def caught_when_the_round_ends(make: Callable[[], Game], code: Code) -> Finding:
    """A cheat with what opens at the end of a round: every client stops there, not before, and an audit finds the same.

    To have a log that holds the cheat, every follower at the table must look away.
    """
    with pytest.raises(Fault) as caught:
        make().play()
    assert caught.value.finding.code is code
    game = make()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DealerLedger, "_check_round", lambda ledger, round_, opened: None)
        log = game.play()
    [finding] = refuted(log)
    assert (finding.code, finding.key) == (code, game.server.identity.public)
    client, entries = Follower(game.host.setting), entries_of(log)
    with pytest.raises(Fault) as live:
        follow(client, entries)
    assert (live.value.finding, entries[client.chain.last].kind) == (finding, Kind.ROUND_OPEN)
    return finding


def stopped_at_once(make: Callable[[], Game], code: Code) -> None:
    """A cheat that shows without the seeds: every client stops there and then."""
    game = make()
    with pytest.raises(Fault) as caught:
        game.play()
    assert (caught.value.finding.code, caught.value.finding.key) == (code, game.server.identity.public)


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


@threat("deal-deck", Code.STACKED)
def test_two_gold_cards_that_nobody_ever_draws() -> None:
    """No seat was shown them, nothing depends on them, and still they are found: those two slots and no other."""
    findings = played(dealing(Swapping))
    assert [finding.code for finding in findings] == [Code.STACKED] * 2
    assert len({finding.evidence for finding in findings}) == 2


@threat("deal-deck", Code.STACKED)
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_two_cards_of_the_deck(round_: int) -> None:
    class Stacked(Swapping):
        pile, round = "deck", round_

    findings = played(dealing(Stacked))
    assert [finding.code for finding in findings].count(Code.STACKED) == 2
    assert codes(findings) <= {Code.STACKED, Code.BOX}


def test_the_first_card_of_a_hand_for_the_last_of_the_pile() -> None:
    class Stacked(Swapping):
        pile = "deck"

        def swap(self, start: Slot, end: Slot) -> None:
            other = next(slot for slot in range(end - 1, start, -1) if self.faces[slot] != self.faces[start])
            self.faces[start], self.faces[other] = self.faces[other], self.faces[start]

    findings = played(dealing(Stacked))
    assert [finding.code for finding in findings].count(Code.STACKED) == 2
    assert Code.BOX in codes(findings)


@threat("deal-roles", Code.STACKED)
def test_a_role_that_was_chosen() -> None:
    class Stacked(Swapping):
        pile = "roles"

        def swap(self, start: Slot, end: Slot) -> None:
            saboteur = next(slot for slot in range(start, end) if self.faces[slot] == SABOTEUR)
            other = next(slot for slot in range(start, end) if self.faces[slot] == DIGGER)
            self.faces[saboteur], self.faces[other] = DIGGER, SABOTEUR

    caught_when_the_round_ends(table_of(dealing(Stacked)), Code.STACKED)


@threat("deal-roles", Code.STACKED)
def test_the_place_of_the_treasure() -> None:
    class Stacked(Swapping):
        pile = "goals"

    caught_when_the_round_ends(table_of(dealing(Stacked)), Code.STACKED)


def test_a_deal_made_without_one_players_seed() -> None:
    class Deaf(Deals):
        def __init__(self, tid: bytes, book: Any, server_seeds: Any, seeds: Sequence[bytes]) -> None:
            super().__init__(tid, book, server_seeds, [b"", *seeds[1:]])

    caught_when_the_round_ends(table_of(dealing(Deaf)), Code.STACKED)


def test_a_deal_from_another_rounds_seed() -> None:
    class Lazy(Deals):
        def __init__(self, tid: bytes, book: Any, server_seeds: Any, seeds: Sequence[bytes]) -> None:
            super().__init__(tid, book, server_seeds, seeds)
            self._roots[2, GAME_CLASS] = self._roots[1, GAME_CLASS]

    findings = played(dealing(Lazy))
    assert codes(findings) == {Code.STACKED, Code.BOX}
    assert len([finding for finding in findings if finding.code is Code.STACKED]) == 67


@threat("deal-salt", Code.STACKED)
def test_a_salt_that_was_chosen() -> None:
    """The card is the right one; a chosen salt would still be a channel, and a way to commit to two cards."""

    class Salted(Deals):
        def salt(self, slot: Slot) -> bytes:
            return bytes(32) if slot == LAST_GOLD else super().salt(slot)

    assert [finding.code for finding in played(dealing(Salted))] == [Code.STACKED]


@threat("deal-salt", Code.STACKED)
def test_a_salt_of_a_role_that_was_chosen() -> None:
    class Salted(Deals):
        def salt(self, slot: Slot) -> bytes:
            return bytes(32) if slot == LAST_GOLD + 1 else super().salt(slot)

    caught_when_the_round_ends(table_of(dealing(Salted)), Code.STACKED)


class Lucky(HoldingDealer):
    """Chooses who begins."""

    def answer(self, want: object, state: Any, seq: int) -> tuple[int, Body]:
        """One more than chance says."""
        kind, body = super().answer(want, state, seq)
        if isinstance(want, wants.Random) and isinstance(body, dealer_bodies.RandomValue):
            return kind, structs.replace(body, value=(body.value + 1) % want.below)
        return kind, body


@threat("chance-value", Code.RANDOM)
def test_a_random_value_that_was_chosen() -> None:
    assert "first-player" in caught_when_the_round_ends(table_of(Lucky), Code.RANDOM).evidence


@threat("chance-value", Code.RANDOM)
def test_a_card_lost_to_the_clock_that_was_chosen() -> None:
    with tiny_mine():
        caught_when_the_round_ends(partial(table_of(Lucky, EveryKind), seed=b"tiny"), Code.RANDOM)


class Ordered(Deals):
    """Lays renewed cards in another order."""

    by_choice = False

    def renew(self, old: Sequence[Slot], piles: Sequence[int], first: Slot, by: Seat | None) -> list[Slot]:
        """The first card comes last."""
        slots = super().renew(old, piles, first, by)
        if self.by_choice == (by is not None):
            faces = [self.faces[slot] for slot in slots]
            self.faces.update(zip(slots, [*faces[1:], faces[0]], strict=True))
        return slots


@threat("renewal-order", Code.RENEWAL)
def test_a_renewal_in_another_order() -> None:
    with tiny_mine():
        found = played(dealing(Ordered), bot=EAGER, seed=telling_seed(tiny_game))
    assert Code.RENEWAL in codes(found)
    assert codes(found) <= {Code.RENEWAL, Code.BOX}


@threat("renewal-order", Code.RENEWAL)
def test_a_secret_choice_that_was_not_followed() -> None:
    """The goals stay where they are although the player swapped them; the seeds of the round show it."""

    class Stubborn(Ordered):
        by_choice = True

    with tiny_mine():
        caught_when_the_round_ends(tiny(dealing(Stubborn)), Code.RENEWAL)


def test_a_choice_of_chance_that_was_not_followed() -> None:
    """The clock chose; the dealer would rather have had it otherwise."""

    class Choosy(Deals):
        def choose_by_chance(self, seat: Seat, below: int) -> None:
            super().choose_by_chance(seat, below)
            self.choose(seat, (self._chosen[seat] + 1) % below)

    with tiny_mine():
        make = partial(table_of(dealing(Choosy), EveryKind), seed=telling_seed(EveryKind))
        caught_when_the_round_ends(make, Code.RENEWAL)


@threat("answer-false", Code.ANSWER)
def test_a_false_answer() -> None:
    """The goals open with the round, and then it shows."""

    class Liar(Deals):
        def truth(self, question: str, subject: Seat | None, slots: Sequence[Slot]) -> bool | None:
            return not super().truth(question, subject, slots)

    with tiny_mine():
        caught_when_the_round_ends(tiny(dealing(Liar)), Code.ANSWER)


def test_a_card_exchanged_during_a_renewal() -> None:
    """At the end there are more nuggets on the table than cards."""

    class Thief(Deals):
        def renew(self, old: Sequence[Slot], piles: Sequence[int], first: Slot, by: Seat | None) -> list[Slot]:
            slots = super().renew(old, piles, first, by)
            if by is None:
                self.faces.update(dict.fromkeys(slots, 211))
            return slots

    with tiny_mine():
        stopped_at_once(tiny(dealing(Thief)), Code.COPIES)


def test_another_goal_than_the_one_that_was_committed() -> None:
    class Juggler(HoldingDealer):
        def opening(self, slot: Slot) -> dealer_bodies.Opening:
            true = super().opening(slot)
            return dealer_bodies.Opening(slot=slot, face=3 if true.face == 4 else 4, salt=true.salt)

    stopped_at_once(table_of(Juggler), Code.OPENING)


def test_more_treasures_than_there_are_in_the_box() -> None:
    """The commitments are to what is opened: the count of copies tells it at once, long before the seeds."""

    class Generous(Deals):
        def deal(self, round_: int, first: Slot) -> list[Slot]:
            slots = super().deal(round_, first)
            self.faces.update({slot: 2 for slot in slots if self.faces[slot] in {3, 4}})
            return slots

    stopped_at_once(table_of(dealing(Generous)), Code.COPIES)


def test_seeds_that_are_not_the_committed_ones() -> None:
    game = Game()
    game.server.secrets.seeds[1, 0] = bytes(32)
    stopped_at_once(lambda: game, Code.SEED)


def test_an_honest_dealer_of_this_file_is_believed() -> None:
    assert audit(Game().play()).verdict is Verdict.VERIFIED
    with tiny_mine():
        assert audit(tiny_game(b"tiny").play()).verdict is Verdict.VERIFIED

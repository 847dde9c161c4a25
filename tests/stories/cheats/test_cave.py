"""The cave in the log: whole games are verified, and a dealer that cheats in one is found."""

from collections.abc import Sequence
from functools import cache

import pytest

from engine.slots import Seat, Slot
from protocol.audit.audit import Verdict, audit
from protocol.log.faults import Code, Fault
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.codec import decode
from tests.stories.cheats.games import Game, dealing, entries_of, whole_game

FACES_OF_A_CLAN = {391: 392, 392: 391, 393: 394, 394: 393}


@cache
def seed_with(kind: int, seats: int) -> bytes:
    """A game whose log has an entry of that kind."""
    for number in range(30):
        seed = b"cave %d" % number
        _, log = whole_game("cave", seats, "steady", seed)
        if any(entry.kind == kind for entry in entries_of(log)):
            return seed
    raise AssertionError(f"no game with {seats} seats has {kind}")


@pytest.mark.parametrize("seats", [2, 4, 5, 8])
def test_a_whole_game_is_verified(seats: int) -> None:
    _, log = whole_game("cave", seats, "steady", b"verified")
    report = audit(log)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_with_bots_of_the_server_is_verified(seats: int) -> None:
    _, log = whole_game("cave", seats, "steady", b"bots", server_bots=1)
    assert audit(log).verdict is Verdict.VERIFIED


def test_an_answer_about_a_side_is_proved_when_the_clan_cards_open() -> None:
    """HF16: a game in which the table asked is verified, and its answers are those of the cards."""
    _, log = whole_game("cave", 6, "steady", seed_with(DealerKind.ANSWER, 6))
    assert audit(log).verdict is Verdict.VERIFIED


def test_a_dealer_that_lies_about_a_side_is_found() -> None:
    """HF16: a false yes ends the game, a false no lets it go on; both show when the clan cards open."""

    class Liar(Deals):
        def truth(self, question: str, subject: Seat | None, slots: Sequence[Slot]) -> bool | None:
            return not super().truth(question, subject, slots)

    class Crooked(Game):
        author_of = dealing(Liar)

    seed = seed_with(DealerKind.ANSWER, 6)
    with pytest.raises(Fault) as caught:
        Crooked("cave", 6, "steady", seed).play()
    assert caught.value.finding.code is Code.ANSWER


def test_a_clan_card_that_is_opened_as_another_is_found_at_once() -> None:
    class Juggler(HoldingDealer):
        def opening(self, slot: Slot) -> dealer_bodies.Opening:
            true = super().opening(slot)
            return dealer_bodies.Opening(slot=slot, face=FACES_OF_A_CLAN.get(true.face, true.face), salt=true.salt)

    class Crooked(Game):
        author_of = Juggler

    with pytest.raises(Fault) as caught:
        Crooked("cave", 5, "steady", b"juggler").play()
    assert caught.value.finding.code in (Code.OPENING, Code.COPIES)


def test_a_dealer_that_chose_who_works_for_whom_is_found_at_the_end() -> None:
    """The clan cards lie otherwise than the seeds say: it shows when their seed opens."""

    class Chosen(Deals):
        def deal(self, round_: int, first: Slot) -> list[Slot]:
            slots = super().deal(round_, first)
            loyal, saboteur = (next(slot for slot in slots if self.faces[slot] == face) for face in (391, 392))
            self.faces[loyal], self.faces[saboteur] = 392, 391
            return slots

    class Crooked(Game):
        author_of = dealing(Chosen)

    with pytest.raises(Fault) as caught:
        Crooked("cave", 5, "steady", b"chosen").play()
    assert caught.value.finding.code is Code.STACKED


def test_every_draw_of_chance_in_the_log_has_a_frozen_number() -> None:
    """The clans, the first player and the cards that are lost (HF1, HF4, HF24)."""
    _, log = whole_game("cave", 5, "random", b"chance")
    drawn = [entry for entry in entries_of(log) if entry.kind == DealerKind.RANDOM]
    kinds = {decode(dealer_bodies.RandomValue, entry.body, len(entry.body)).kind for entry in drawn}
    assert {1, 101} <= kinds <= {1, 2, 101, 102}


def test_an_order_of_the_clans_that_was_chosen_is_found_at_the_end() -> None:
    """HF24: the order is chance's, and the seeds say what chance said."""

    class Lucky(Deals):
        def random(self, kind: str, subject: Seat | None, below: int) -> int:
            value = super().random(kind, subject, below)
            return (value + 1) % below if kind == "clans" else value

    class Crooked(Game):
        author_of = dealing(Lucky)

    with pytest.raises(Fault) as caught:
        Crooked("cave", 5, "random", b"lucky").play()
    assert caught.value.finding.code is Code.RANDOM

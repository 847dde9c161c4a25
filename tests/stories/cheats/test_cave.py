"""The cave in the log: whole games are verified, and a dealer that cheats in one is found."""

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial

import pytest

from engine.front import setup
from engine.machine import Book
from engine.rules import parse
from engine.slots import Seat, Slot
from protocol.audit.audit import Verdict, audit
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS
from protocol.wire.codec import decode
from tests.stories.cheats import test_dealing
from tests.stories.cheats.games import dealing, entries_of, first, whole_game
from tests.stories.cheats.scenes import Scene
from tests.stories.cheats.test_dealing import Swapping, caught_when_the_round_ends, codes, table_of

FACES_OF_A_CLAN = {391: 392, 392: 391, 393: 394, 394: 393}
RULES, SEATS, SEED = "cave", 5, b"cave 9"
"""A game in which the table asks twice and hears no, then yes; two hands are swapped, and cards are lost by chance."""
CLANS, BEGINS, LOST = 101, 1, 102
"""The numbers of what chance decides."""
OUT_OF_THE_GAME = 5
LONG = pytest.mark.long


def scene() -> Scene:
    """That game, to be rewritten."""
    game, log = whole_game(RULES, SEATS, "steady", SEED)
    return Scene(game, entries_of(log))


@cache
def drawn() -> Counter[int]:
    """By kind: how often chance spoke in it."""
    there = scene().entries
    bodies_ = [
        decode(dealer_bodies.RandomValue, entry.body, 1 << 16) for entry in there if entry.kind == DealerKind.RANDOM
    ]
    return Counter(body.kind for body in bodies_)


def played(dealer: type[HoldingDealer]) -> list[Finding]:
    """That game with another dealer, and what is found once all seeds are open."""
    return test_dealing.played(dealer, rules=RULES, seats=SEATS, bot="steady", seed=SEED)


def with_dealer(dealer: type[HoldingDealer]) -> Code:
    """That game with another dealer, and what every client stops at."""
    with pytest.raises(Fault) as caught:
        table_of(dealer)(RULES, SEATS, "steady", SEED).play()
    return caught.value.finding.code


# honest games


@pytest.mark.parametrize("seats", [2, 4, 5, 8])
def test_a_whole_game_is_verified(seats: int) -> None:
    _, log = whole_game(RULES, seats, "steady", b"verified")
    report = audit(log)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_with_bots_of_the_server_is_verified(seats: int) -> None:
    _, log = whole_game(RULES, seats, "steady", b"bots", server_bots=1)
    assert audit(log).verdict is Verdict.VERIFIED


def test_the_game_that_is_cheated_in_has_all_of_it() -> None:
    """HF1, HF4, HF16, HF24, F6.4: and honestly played it is verified."""
    there = scene()
    answers = [
        decode(dealer_bodies.Answer, entry.body, 1 << 16) for entry in there.entries if entry.kind == DealerKind.ANSWER
    ]
    assert [answer.yes for answer in answers] == [False, True]
    assert drawn() == {CLANS: 1, BEGINS: 1, LOST: 3}
    assert sum(entry.kind == DealerKind.RENEW for entry in there.entries) == 4
    assert audit(whole_game(RULES, SEATS, "steady", SEED)[1]).verdict is Verdict.VERIFIED


# clan cards, goals, hands and piles


def test_a_clan_card_that_is_opened_as_another_is_found_at_once() -> None:
    class Juggler(HoldingDealer):
        def opening(self, slot: Slot) -> dealer_bodies.Opening:
            true = super().opening(slot)
            return dealer_bodies.Opening(slot=slot, face=FACES_OF_A_CLAN.get(true.face, true.face), salt=true.salt)

    assert with_dealer(Juggler) in (Code.OPENING, Code.COPIES)


def test_a_goal_that_is_opened_as_another_is_found_at_once() -> None:
    """F8.4: as the exit, where a dwarf has come to another one."""

    class Juggler(HoldingDealer):
        def opening(self, slot: Slot) -> dealer_bodies.Opening:
            true = super().opening(slot)
            face = 302 if true.face in (303, 304, 305) else true.face
            return dealer_bodies.Opening(slot=slot, face=face, salt=true.salt)

    assert with_dealer(Juggler) is Code.OPENING


def test_a_dealer_that_chose_who_works_for_whom_is_found_when_the_clan_cards_open() -> None:
    """The clan cards lie otherwise than the seeds say."""

    class Chosen(Swapping):
        pile = "blue"

    caught_when_the_round_ends(partial(table_of(dealing(Chosen)), RULES, SEATS, "steady", SEED), Code.STACKED)


@pytest.mark.parametrize(
    "stacked", ["goals", "level-1", *(pytest.param(f"level-{level}", marks=LONG) for level in (2, 3))]
)
def test_a_stacked_pile_is_found_at_the_end(stacked: str) -> None:
    """F3.1, F3.5: the exit in another corner, or two cards of a level in each other's place."""

    class Stacked(Swapping):
        pile = stacked

    found = played(dealing(Stacked))
    assert [finding.code for finding in found].count(Code.STACKED) == 2
    assert codes(found) <= {Code.STACKED, Code.BOX, Code.RENEWAL}


@pytest.mark.parametrize("level", [1, *(pytest.param(level, marks=LONG) for level in (2, 3))])
def test_two_cards_that_are_out_of_the_game_are_missed_too(level: int) -> None:
    """F3.5: no seat ever sees them, nothing depends on them; those two slots and no other."""

    class Stacked(Swapping):
        pile = f"level-{level}"

        def swap(self, start: Slot, end: Slot) -> None:
            super().swap(start, start + OUT_OF_THE_GAME)

    assert [finding.code for finding in played(dealing(Stacked))] == [Code.STACKED] * 2


def test_a_card_under_the_back_of_another_level_is_found_by_its_reader_at_once() -> None:
    """F1.2, I4: the level of every card in a hand is public, so a hand holds what its backs say."""

    class Smuggler(Deals):
        def deal(self, round_: int, first: Slot) -> list[Slot]:
            slots = super().deal(round_, first)
            low, high = _of_pile(self._book, "level-1", first), _of_pile(self._book, "level-3", first)
            one, other = low[OUT_OF_THE_GAME], high[0]
            self.faces[one], self.faces[other] = self.faces[other], self.faces[one]
            return slots

    assert with_dealer(dealing(Smuggler)) in (Code.COPIES, Code.BOX)


def _of_pile(book: Book, name: str, first: Slot) -> range:
    """The slots of a pile, as dealt."""
    for pile in book.piles:
        if pile.name == name:
            return range(first, first + len(pile.faces))
        first += len(pile.faces)
    raise AssertionError(name)


@pytest.mark.parametrize("how", ["in their old order", "in an order of the dealer's"])
def test_a_swapped_hand_is_mixed_by_chance(how: str) -> None:
    """F6.4: level by level, so that no card changes its back."""

    class Ordered(Deals):
        def renew(self, old: Sequence[Slot], piles: Sequence[int], first: Slot, by: Seat | None) -> list[Slot]:
            slots = super().renew(old, piles, first, by)
            faces = [self.faces[slot] for slot in (old if how == "in their old order" else slots)]
            if how != "in their old order":
                for one, other in ((at, other) for at in range(len(faces)) for other in range(at)):
                    if piles[one] == piles[other]:
                        faces[one], faces[other] = faces[other], faces[one]
            self.faces.update(zip(slots, faces, strict=True))
            return slots

    found = codes(played(dealing(Ordered)))
    assert Code.RENEWAL in found
    assert found <= {Code.RENEWAL, Code.BOX}


def test_a_card_that_comes_into_a_hand_while_it_is_swapped_is_found_at_once() -> None:
    """There is one more of it then than there are."""

    class Juggler(Deals):
        def renew(self, old: Sequence[Slot], piles: Sequence[int], first: Slot, by: Seat | None) -> list[Slot]:
            slots = super().renew(old, piles, first, by)
            faces = {self.faces[slot] for slot in slots}
            self.faces[slots[0]] = next(face for face in self._book.copies[piles[0]] if face not in faces)
            return slots

    assert with_dealer(dealing(Juggler)) is Code.COPIES


# chance


@pytest.mark.parametrize("what", ["clans", "first-player", "lost-card"])
def test_what_a_dealer_chose_instead_of_chance_is_found_when_the_clan_cards_open(what: str) -> None:
    """HF1, HF4, HF24: the order of the clans, who begins, and which card a rat or a bridge takes."""

    class Lucky(Deals):
        def random(self, kind: str, subject: Seat | None, below: int) -> int:
            value = super().random(kind, subject, below)
            return (value + 1) % below if kind == what else value

    caught_when_the_round_ends(partial(table_of(dealing(Lucky)), RULES, SEATS, "steady", SEED), Code.RANDOM)


def losses(seeds: Sequence[bytes], *, between: Sequence[tuple[str, Seat | None, int]] = ()) -> list[int]:
    """Which cards of five the second seat loses one after the other; other things happen before each."""
    book = setup(parse(RULES), SEATS).book
    servers = {(1, ROUND_CLASS): bytes(32), (1, GAME_CLASS): bytes(32), (0, GAME_CLASS): bytes(32)}
    deals = Deals(b"table", book, servers, seeds)
    deals.deal(1, 0)
    found = []
    for _ in range(40):
        for kind, subject, below in between:
            deals.random(kind, subject, below)
        found.append(deals.random("lost-card", 1, 5))
    return found


def test_what_the_victim_does_has_no_part_in_which_card_it_loses() -> None:
    """HF4: neither what happens to others, nor which turns the victim lets pass; and every seat's seed has a part."""
    seeds = [bytes([seat]) * 32 for seat in range(SEATS)]
    without = losses(seeds)
    assert set(without) == set(range(5))
    assert losses(seeds, between=[("lost-card", 0, 5), ("pass-by-chance", 1, 5), ("lost-card", 2, 3)]) == without
    for seat in range(SEATS):
        others = [bytes(32) if other == seat + 1 else seed for other, seed in enumerate(seeds, start=1)]
        assert seat == 0 or losses(others) != without


# questions


@pytest.mark.parametrize("truth", [False, True], ids=["a false yes", "a false no"])
def test_a_dealer_that_lies_about_a_side_is_found(*, truth: bool) -> None:
    """HF16: a false yes ends the game, a false no lets it go on; both show when the clan cards open."""

    class Liar(Deals):
        def truth(self, question: str, subject: Seat | None, slots: Sequence[Slot]) -> bool | None:
            true = super().truth(question, subject, slots)
            return not true if true is truth else true

    assert with_dealer(dealing(Liar)) is Code.ANSWER


def test_a_question_that_is_not_answered_is_found_at_once() -> None:
    """HF16: the table asks after every exit that leaves it open; the log cannot go on without."""
    there = scene()
    at = there.place(DealerKind.ANSWER)
    [finding] = audit(there.until(at, *there.entries[at + 1 : at + 2])).findings
    assert finding.code is Code.ILLEGAL


def test_an_answer_about_other_cards_is_found_at_once() -> None:
    there = scene()
    at = there.place(DealerKind.ANSWER)
    body = there.body(at, dealer_bodies.Answer)
    other = dealer_bodies.Answer(
        question=body.question, subject=body.subject, slots=body.slots[:-1] or [0], yes=body.yes
    )
    [finding] = audit(there.with_body(at, other)).findings
    assert finding.code is Code.QUESTION


def test_an_answer_that_no_rule_asked_for_is_found_at_once() -> None:
    there = scene()
    answer, turn = there.place(DealerKind.ANSWER), first(there.entries, Kind.ACT, after=30)
    [finding] = audit(there.until(turn, there.entries[answer])).findings
    assert finding.code is Code.QUESTION

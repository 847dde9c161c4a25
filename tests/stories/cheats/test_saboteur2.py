"""Saboteur 2 in the log: whole games are verified, and every cheat in one ends in its own finding."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec import structs

from engine import wants
from engine.bots.bot import Bot
from engine.front import choices
from engine.mine.cards.saboteur2 import SET_ASIDE
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.prison import Imprison
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.state import mine_state
from engine.placing import PlacePath
from engine.slots import Draw, Seat, Slot
from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import NO_SIGNATURE, Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.ledger import DealerLedger
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS
from protocol.wire.codec import Body, decode, encode
from tests.stories.cheats.games import Game, dealing, entries_of, refuted
from tests.stories.cheats.scenes import SERVER, Cheats, Scene
from tests.support.dealing import dealer_of, read_act
from tests.support.parts import game_open, game_part, round_open, round_part
from tests.support.threats import threat

SIZES = (2, 6, 12)


# games in which much happens


def _of_any_kind(memory: object, view: Any, chance: Draw) -> Any:
    acts = choices(view)
    kinds = sorted({type(act).__name__ for act in acts})
    kind = kinds[chance(len(kinds))]
    there = [act for act in acts if type(act).__name__ == kind]
    return there[chance(len(there))]


LIVELY = Bot("lively", 1, lambda seat, book: None, lambda memory, event, view: None, _of_any_kind)
"""Plays cards of all kinds; a bot that takes any act would pass most of the time."""


class LostTurns(Game):
    """A game in which the clock takes a turn now and then, and every second theft."""

    def move(self) -> None:
        """Every thirtieth wait is lost."""
        waiting = self.host.follower.play.waiting()
        assert isinstance(waiting, wants.Act)
        number = self.host.next_seq
        if number % 30 == 0 or (waiting.what == "theft" and number % 2):
            self.clock(waiting.seats[0], 1000 * (self.options.turn_seconds + self.options.bank_seconds))
        else:
            super().move()


@cache
def lively_game(seats: int, rules: str = "saboteur2", seed: bytes = b"lively") -> tuple[Game, bytes]:
    """An honest game and its log; both are shared, so no test may change them."""
    game = Game(rules, seats, LIVELY, seed)
    return game, game.play()


@pytest.mark.parametrize("seats", SIZES)
def test_a_whole_game_is_verified(seats: int) -> None:
    """B3, B13.1: three rounds; small tables and large ones."""
    check_game(seats)


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 13))
def test_a_whole_game_is_verified_at_every_size(seats: int) -> None:
    """The same, for the night."""
    check_game(seats)


def check_game(seats: int) -> None:
    """Every signature, every box, every card."""
    _, log = lively_game(seats)
    report = audit(log)
    assert (report.verdict, report.findings, report.reason) == (Verdict.VERIFIED, [], "")


@pytest.mark.parametrize("flag", ["solo-must-finish=yes", "swap-hats-old=aside", "must-connect=no"])
def test_a_game_with_another_reading_is_verified(flag: str) -> None:
    _, log = lively_game(4, f"saboteur2+{flag}")
    assert audit(log).verdict is Verdict.VERIFIED


def test_a_game_with_lost_turns_and_bots_of_the_server_is_verified() -> None:
    """HA25: turns and thefts are lost to the clock, and the log shows it."""
    game = LostTurns("saboteur2", 5, LIVELY, b"late")
    log = game.play()
    assert audit(log).verdict is Verdict.VERIFIED
    assert any(entry.kind == Kind.TIMEOUT for entry in entries_of(log))
    assert audit(Game("saboteur2", 4, "random", b"bots", server_bots=2).play()).verdict is Verdict.VERIFIED


def test_the_games_hold_what_only_saboteur_2_has() -> None:
    """Else the cheats below would prove little."""
    played: set[type] = set()
    wanted = {SwapHands, SwapHats, InspectRole, LayTheft, Imprison, DiscardTwo, Steal, StealNothing, PlacePath}
    for number, seats in product(range(3), SIZES):
        game, log = lively_game(seats, seed=b"lively %d" % number if number else b"lively")
        played |= {type(act) for act in acts_of(game, entries_of(log))}
        if played >= wanted:
            return
    pytest.fail(f"never played: {wanted - played}")


# where to cheat


def acts_of(game: Game, entries: Iterable[Entry]) -> list[Any]:
    """What players did."""
    book = game.host.follower.state.book
    return [read_act(book, entry.actor, entry.body)[0] for entry in entries if entry.kind == Kind.ACT]


def place_of(table: Scene, *kinds: type, after: int = 0) -> int:
    """Where the first act of a kind stands."""
    book = table.game.host.follower.state.book
    for at, entry in enumerate(table.entries):
        if at >= after and entry.kind == Kind.ACT and isinstance(read_act(book, entry.actor, entry.body)[0], kinds):
            return at
    raise AssertionError("no seat did that in this game")


def act_at(table: Scene, at: int) -> Any:
    entry = table.entries[at]
    return read_act(table.game.host.follower.state.book, entry.actor, entry.body)[0]


@cache
def telling_seed() -> bytes:
    """A seed for a game of six in which roles are shown, hands of several cards are renewed and nuggets are stolen."""
    for seed in (b"lively %d" % number for number in (2, *range(50))):  # one that was found before comes first
        game, log = lively_game(6, seed=seed)
        entries = entries_of(log)
        renewed = [
            decode(dealer_bodies.Renew, entry.body, 1 << 16) for entry in entries if entry.kind == DealerKind.RENEW
        ]
        happened = {type(act) for act in acts_of(game, entries)}
        if {SwapHats, InspectRole, LayTheft, Steal} <= happened and any(len(body.commitments) > 1 for body in renewed):
            return seed
    raise AssertionError("there is no such game")


def scene() -> Scene:
    """An honest game of Saboteur 2."""
    game, log = lively_game(6, seed=telling_seed())
    return Scene(game, entries_of(log))


def after_act(table: Scene, kind: int, act: type) -> int:
    """Where the first entry of a kind stands after an act."""
    return table.place(kind, after=place_of(table, act))


def box_after(table: Scene, act: type, seat: Callable[[Any], Seat]) -> int:
    """Where the box stands that an act owes to a seat; a card drawn in the turn is shown in another."""
    at = place_of(table, act)
    reader = seat(act_at(table, at))
    places = (place for place in range(at, len(table.entries)) if table.entries[place].kind == DealerKind.SHOW)
    return next(place for place in places if table.body(place, dealer_bodies.Show).seat == reader)


cheat = Cheats()


# cards that are not what was dealt


@cheat(Code.OPENING, SERVER, scene)
def a_role_that_is_opened_as_another_one(table: Scene) -> bytes:
    """B2: the roles lie open when the round ends."""
    at = table.place(DealerKind.OPEN)
    one, *rest = table.body(at, dealer_bodies.Open).openings
    other = dealer_bodies.Opening(slot=one.slot, face=203 if one.face != 203 else 204, salt=one.salt)
    return table.with_body(at, dealer_bodies.Open(openings=[other, *rest]))


@cheat(Code.OPENING, SERVER, scene)
def an_undealt_role_with_another_salt(table: Scene) -> bytes:
    at = table.place(DealerKind.OPEN)
    *rest, last = table.body(at, dealer_bodies.Open).openings
    other = dealer_bodies.Opening(slot=last.slot, face=last.face, salt=bytes(32))
    return table.with_body(at, dealer_bodies.Open(openings=[*rest, other]))


@cheat(Code.OPENING, None, scene)
def a_theft_that_is_another_card(table: Scene) -> bytes:
    """The player says Theft and holds something else."""
    at = table.own_turn()
    seat = table.entries[at].actor
    slot = next(slot for slot in mine_state(table.follower(at).state).hands[seat] if table.game.face(slot) != 112)
    return table.act_of(at, LayTheft(seat, slot, 112), dealer_of(table.game.host).opening(slot).salt)


@cheat(Code.ILLEGAL, SERVER, scene)
def a_card_set_aside_that_is_opened(table: Scene) -> bytes:
    """B3.2, HB23: no rule asked for it."""
    at = table.own_turn()
    opening = dealer_of(table.game.host).opening(mine_state(table.follower(at).state).set_aside[0])
    return table.server_says(DealerKind.OPEN, dealer_bodies.Open(openings=[opening]), at)


# what is shown, and to whom


def _other_reader(table: Scene, at: int) -> bytes:
    body = table.body(at, dealer_bodies.Show)
    seat = (body.seat + 1) % len(table.game.keys)
    return table.with_body(at, dealer_bodies.Show(seat=seat, slots=body.slots, box=body.box))


@cheat(Code.ILLEGAL, SERVER, scene)
def an_inspected_role_shown_to_somebody_else(table: Scene) -> bytes:
    """B6.5."""
    return _other_reader(table, box_after(table, InspectRole, lambda act: act.seat))


@cheat(Code.ILLEGAL, SERVER, scene)
def a_new_hat_shown_to_somebody_else(table: Scene) -> bytes:
    """B6.6."""
    return _other_reader(table, box_after(table, SwapHats, lambda act: act.target))


@cheat(Code.ILLEGAL, SERVER, scene)
def a_swapped_hand_shown_to_its_old_owner(table: Scene) -> bytes:
    """HB19: the two new hands change their readers."""
    renewed = after_act(table, DealerKind.RENEW, SwapHands)
    return _other_reader(table, table.place(DealerKind.SHOW, after=renewed))


@cheat(Code.BOX, SERVER, scene)
def an_inspection_with_an_empty_box(table: Scene) -> bytes:
    at = box_after(table, InspectRole, lambda act: act.seat)
    body = table.body(at, dealer_bodies.Show)
    return table.with_body(at, dealer_bodies.Show(seat=body.seat, slots=body.slots, box=b""))


def test_a_box_with_another_role_is_found_when_the_seeds_open() -> None:
    """B6.5: a box like any other to all but its reader; only this box is wrong."""
    table = scene()
    at = box_after(table, InspectRole, lambda act: act.seat)
    body = table.body(at, dealer_bodies.Show)
    entries = list(table.entries)
    entries[at] = replace(
        entries[at], body=encode(dealer_bodies.Show(seat=body.seat, slots=body.slots, box=body.box[:-1] + b"\0"))
    )
    [finding] = refuted(table.forge.write(entries))
    assert (finding.code, finding.at, finding.key) == (Code.BOX, at + 1, table.game.server.identity.public)


# hands that change owners


@cheat(Code.NOT_RENEWED, SERVER, scene)
def a_swap_with_a_card_too_few(table: Scene) -> bytes:
    at = _large_renewal(table)
    true = table.body(at, dealer_bodies.Renew)
    return table.with_body(at, structs.replace(true, commitments=true.commitments[:-1]))


def _large_renewal(table: Scene) -> int:
    places = (at for at, entry in enumerate(table.entries) if entry.kind == DealerKind.RENEW)
    return next(at for at in places if len(table.body(at, dealer_bodies.Renew).commitments) > 1)


@cheat(Code.ILLEGAL, SERVER, scene)
def a_swap_without_a_renewal(table: Scene) -> bytes:
    """The old slots are shown to their new owner, so that the old owner could follow them."""
    at = after_act(table, DealerKind.RENEW, SwapHands)
    state = mine_state(table.follower(at).state)
    seat = act_at(table, place_of(table, SwapHands)).seat
    slots = state.hands[seat] or state.hands[act_at(table, place_of(table, SwapHands)).target]
    return table.server_says(
        DealerKind.SHOW, dealer_bodies.Show(seat=seat, slots=slots, box=bytes(48 + 34 * len(slots))), at
    )


@cheat(Code.DEAD_SLOT, SERVER, scene)
def a_card_opened_under_its_number_before_the_swap(table: Scene) -> bytes:
    """HB19: a seat that knew the slot would know where the card is now."""
    at = _large_renewal(table)
    old = _renewed_slots(table, at)[0]
    body = dealer_bodies.Open(openings=[dealer_of(table.game.host).opening(old)])
    later = table.place(Kind.ACT, after=at)
    return table.server_says(DealerKind.OPEN, body, later)


def _renewed_slots(table: Scene, at: int) -> list[Slot]:
    """The slots that die with a renewal."""
    renewing = mine_state(table.follower(at).state).renewing
    assert renewing is not None
    return list(renewing.slots)


@threat("card-dead", Code.DEAD_SLOT)
def test_a_card_played_under_its_number_before_the_swap() -> None:
    """Its true face and its true salt, but the slot is dead; the player who signed it is named."""
    table = scene()
    at = _large_renewal(table)
    old = _renewed_slots(table, at)[0]
    later = table.place(Kind.ACT, after=at)
    seat = table.entries[later].actor
    opening = dealer_of(table.game.host).opening(old)
    [finding] = refuted(table.act_of(later, LayTheft(seat, old, opening.face), opening.salt))
    assert (finding.code, finding.key) == (Code.DEAD_SLOT, table.game.keys[seat].public)


# moves that the rules of Saboteur 2 forbid


def _refused(table: Scene, at: int, act: Any) -> bytes:
    return table.act_of(at, act)


@cheat(Code.ILLEGAL, None, scene)
def four_cards_passed_at_once(table: Scene) -> bytes:
    """B4."""
    at = table.own_turn()
    seat = table.entries[at].actor
    return _refused(table, at, Pass(seat, tuple(mine_state(table.follower(at).state).hands[seat][:4])))


@cheat(Code.ILLEGAL, None, scene)
def two_cards_for_one_that_lies_before_nobody(table: Scene) -> bytes:
    """HB20."""
    at = table.own_turn()
    seat = table.entries[at].actor
    one, other, third, *_ = mine_state(table.follower(at).state).hands[seat]
    return _refused(table, at, DiscardTwo(seat, (one, other), third))


@cheat(Code.ILLEGAL, None, scene)
def a_theft_out_of_turn(table: Scene) -> bytes:
    """B11.1: the thief who is asked is another one."""
    at = place_of(table, Steal, StealNothing)
    seat = (table.entries[at].actor + 1) % len(table.game.keys)
    return _refused(table, at, Steal(seat, table.entries[at].actor))


@cheat(Code.ILLEGAL, None, scene)
def a_thief_who_robs_himself(table: Scene) -> bytes:
    """B11.2."""
    at = place_of(table, Steal, StealNothing)
    seat = table.entries[at].actor
    return _refused(table, at, Steal(seat, seat))


@cheat(Code.ILLEGAL, None, scene)
def a_theft_in_the_middle_of_a_round(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    return _refused(table, at, Steal(seat, (seat + 1) % len(table.game.keys)))


# entries that are forged, repeated, left out or in another order


@cheat(Code.SIGNATURE, None, scene)
def a_theft_that_the_server_signed(table: Scene) -> bytes:
    at = place_of(table, LayTheft)
    return table.signed_by(table.game.server.identity.key, at, table.entries[at])


@cheat(Code.SIGNATURE, None, scene)
def an_inspection_of_somebody_else_under_a_players_signature(table: Scene) -> bytes:
    at = place_of(table, InspectRole)
    act = act_at(table, at)
    other = next(seat for seat in range(len(table.game.keys)) if seat not in (act.seat, act.target))
    salt = dealer_of(table.game.host).opening(act.slot).salt
    entry = replace(table.entries[at], signature=table.entries[at].signature)
    made = table.act_of(at, replace(act, target=other), salt)
    body = entries_of(made)[-1].body
    return table.unsigned(at, replace(entry, body=body))


@cheat(Code.SIGNATURE, None, scene)
def a_theft_without_a_signature(table: Scene) -> bytes:
    at = place_of(table, LayTheft)
    return table.unsigned(at, replace(table.entries[at], signature=NO_SIGNATURE))


@cheat(Code.REPLAYED, None, scene)
def a_theft_that_is_laid_twice(table: Scene) -> bytes:
    at = place_of(table, LayTheft)
    return table.until(at + 1, table.entries[at])


@cheat(Code.NOT_RENEWED, SERVER, scene)
def a_swap_of_hands_left_out_before_its_renewal(table: Scene) -> bytes:
    at = after_act(table, DealerKind.RENEW, SwapHands)
    assert table.entries[at - 1].kind == Kind.ACT
    return table.unsigned(at - 1, table.entries[at])


@cheat(Code.ILLEGAL, SERVER, scene)
def the_box_of_a_swapped_hand_before_its_renewal(table: Scene) -> bytes:
    at = after_act(table, DealerKind.RENEW, SwapHands)
    shown = table.place(DealerKind.SHOW, after=at)
    return table.until(at, table.entries[shown])


@cheat(Code.OUT_OF_PLACE, SERVER, scene)
def the_opening_of_a_round_left_out(table: Scene) -> bytes:
    at = table.place(Kind.ROUND_OPEN)
    return table.until(at, *table.entries[at + 1 : at + 2])


@cheat(Code.OUT_OF_PLACE, SERVER, scene)
def the_opening_of_the_game_left_out(table: Scene) -> bytes:
    at = table.place(Kind.GAME_OPEN)
    return table.until(at, table.entries[at + 1])


@cheat(Code.SEED, SERVER, scene)
def the_seed_of_another_round(table: Scene) -> bytes:
    at = table.place(Kind.ROUND_OPEN)
    seed = table.game.server.secrets.seeds[2, ROUND_CLASS]
    true = table.body(at, bodies.RoundOpen)
    return table.with_body(at, round_open(true.round, seed, round_part(true).choices))


@cheat(Code.SEED, SERVER, scene)
def too_few_seeds_of_the_game(table: Scene) -> bytes:
    at = table.place(Kind.GAME_OPEN)
    true = game_part(table.body(at, bodies.GameOpen))
    return table.with_body(at, game_open(true.seeds[:-1], true.round_seeds, true.choices))


# the clock


@cheat(Code.EARLY, SERVER, scene)
def a_theft_lost_to_a_clock_that_runs_fast(table: Scene) -> bytes:
    at = place_of(table, Steal, StealNothing)
    return table.until(at, table.timeout(at, table.entries[at].actor))


@cheat(Code.ILLEGAL, SERVER, scene)
def a_theft_lost_to_the_clock_of_somebody_else(table: Scene) -> bytes:
    at = place_of(table, Steal, StealNothing)
    seat = (table.entries[at].actor + 1) % len(table.game.keys)
    return table.until(at, table.timeout(at, seat, 10**6))


def test_there_are_enough() -> None:
    assert len(cheat) >= 28


@pytest.mark.parametrize("name", cheat)
def test_it_ends_in_its_own_finding(name: str) -> None:
    cheat.check(name)


# a dealer that deals otherwise than the seeds say


def crooked(dealer: type[HoldingDealer]) -> type[Game]:
    """The tables where this dealer deals."""

    class Crooked(Game):
        author_of = dealer

    return Crooked


def played(dealer: type[HoldingDealer]) -> list[Finding]:
    """A whole game with another dealer, in which hands are swapped; what the audit finds."""
    game = crooked(dealer)("saboteur2", 6, LIVELY, telling_seed())
    findings = refuted(game.play())
    assert {finding.key for finding in findings} == {game.server.identity.public}
    return findings


def caught_when_the_round_ends(dealer: type[HoldingDealer], code: Code) -> None:
    """Every client stops at the end of the round; if all of them look away, an audit finds the same."""
    table = crooked(dealer)
    with pytest.raises(Fault) as caught:
        table("saboteur2", 3, LIVELY, b"lively").play()
    assert caught.value.finding.code is code
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DealerLedger, "_check_round", lambda ledger, round_, opened: None)
        log = table("saboteur2", 3, LIVELY, b"lively").play()
    assert {finding.code for finding in refuted(log)} == {code}


class Swapping(Deals):
    """Swaps the faces of two slots of a pile, unseen."""

    pile = "deck"

    def deal(self, round_: int, first: Slot) -> list[Slot]:
        """Deal, then exchange two cards in the first round."""
        slots = super().deal(round_, first)
        at = first
        for pile in self._book.piles_of(round_):
            if pile.name == self.pile and round_ == 1:
                one, other = self.two(range(at, at + len(pile.faces)))
                self.faces[one], self.faces[other] = self.faces[other], self.faces[one]
            at += len(pile.faces)
        return slots

    def two(self, slots: range) -> tuple[Slot, Slot]:
        """Which two: the first, and the next that differs."""
        return slots[0], next(slot for slot in slots[1:] if self.faces[slot] != self.faces[slots[0]])


def test_two_of_the_cards_set_aside() -> None:
    """B3.2: no seat ever sees them, nothing depends on them, and still they are found: those two slots and no other."""

    class Stacked(Swapping):
        def two(self, slots: range) -> tuple[Slot, Slot]:
            return super().two(slots[:SET_ASIDE])

    assert [finding.code for finding in played(dealing(Stacked))] == [Code.STACKED] * 2


def test_a_card_set_aside_for_one_of_a_hand() -> None:
    class Stacked(Swapping):
        def two(self, slots: range) -> tuple[Slot, Slot]:
            hand = next(slot for slot in slots[SET_ASIDE:] if self.faces[slot] != self.faces[slots[0]])
            return slots[0], hand

    codes = [finding.code for finding in played(dealing(Stacked))]
    assert codes.count(Code.STACKED) == 2
    assert set(codes) == {Code.STACKED, Code.BOX}


def test_an_undealt_role_for_a_dealt_one() -> None:
    """B3.4: the roles of the round lie open with its seed."""

    class Stacked(Swapping):
        pile = "roles"

        def two(self, slots: range) -> tuple[Slot, Slot]:
            return slots[0], next(slot for slot in reversed(slots) if self.faces[slot] != self.faces[slots[0]])

    caught_when_the_round_ends(dealing(Stacked), Code.STACKED)


def test_a_deal_from_another_rounds_seed() -> None:
    class Lazy(Deals):
        def __init__(self, tid: bytes, book: Any, server_seeds: Any, seeds: Sequence[bytes]) -> None:
            super().__init__(tid, book, server_seeds, seeds)
            self._roots[2, GAME_CLASS] = self._roots[1, GAME_CLASS]

    findings = played(dealing(Lazy))
    assert len([finding for finding in findings if finding.code is Code.STACKED]) == 118
    assert {finding.code for finding in findings} <= {Code.STACKED, Code.BOX, Code.RENEWAL}


def test_a_first_player_that_was_chosen() -> None:
    class Lucky(HoldingDealer):
        def answer(self, want: object, state: Any, seq: int) -> tuple[int, Body]:
            kind, body = super().answer(want, state, seq)
            if isinstance(want, wants.Random) and isinstance(body, dealer_bodies.RandomValue):
                return kind, structs.replace(body, value=(body.value + 1) % want.below)
            return kind, body

    caught_when_the_round_ends(Lucky, Code.RANDOM)


def test_a_swapped_hand_in_an_order_that_was_chosen() -> None:
    """HB19: in the order in which they lay, so that the old owner knows which is which."""

    class Ordered(Deals):
        def renew(self, old: Sequence[Slot], piles: Sequence[int], first: Slot, by: Seat | None) -> list[Slot]:
            slots = super().renew(old, piles, first, by)
            self.faces.update({new: self.faces[slot] for new, slot in zip(slots, old, strict=True)})
            return slots

    codes = {finding.code for finding in played(dealing(Ordered))}
    assert Code.RENEWAL in codes
    assert codes <= {Code.RENEWAL, Code.BOX}


def test_a_card_exchanged_while_hands_are_swapped() -> None:
    """One of the cards set aside comes out of a hand in which it never was."""

    class Juggler(Deals):
        aside = range(0)

        def deal(self, round_: int, first: Slot) -> list[Slot]:
            slots = super().deal(round_, first)
            end = first + len(slots)
            self.aside = range(end - 118, end - 118 + SET_ASIDE)
            return slots

        def renew(self, old: Sequence[Slot], piles: Sequence[int], first: Slot, by: Seat | None) -> list[Slot]:
            slots = super().renew(old, piles, first, by)
            other = next(slot for slot in self.aside if self.faces[slot] != self.faces[slots[0]])
            self.faces[slots[0]], self.faces[other] = self.faces[other], self.faces[slots[0]]
            return slots

    codes = {finding.code for finding in played(dealing(Juggler))}
    assert Code.RENEWAL in codes
    assert codes <= {Code.RENEWAL, Code.BOX}

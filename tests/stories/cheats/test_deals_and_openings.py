"""A server that deals, opens or shows cards otherwise than the rules ask for it."""

from dataclasses import replace

import pytest

from engine.mine.state import mine_state
from protocol.log.faults import Code
from protocol.log.records import Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.claims import Renewed
from protocol.modes.dealer.kinds import DealerKind
from tests.stories.cheats.scenes import SERVER, Cheats, Scene, scene, scene_with_bot, tiny_scene
from tests.support.dealing import dealer_of, ledger_of
from tests.support.threats import threat

cheat = Cheats()


# the deal


@threat("deal-twice", Code.OUT_OF_PLACE)
@cheat(Code.OUT_OF_PLACE, SERVER)
def a_second_deal(table: Scene) -> bytes:
    at = table.place(DealerKind.DECK_COMMIT)
    return table.until(at + 1, replace(table.entries[at], round=1))


@threat("deal-twice", Code.ILLEGAL)
@cheat(Code.ILLEGAL, SERVER)
def a_second_deal_after_the_game(table: Scene) -> bytes:
    deals = [entry for entry in table.entries if entry.kind == DealerKind.DECK_COMMIT]
    return table.until(table.place(Kind.GAME_OPEN), replace(deals[-1], round=3))


def _one_slot(table: Scene, more: int) -> bytes:
    at = table.place(DealerKind.DECK_COMMIT)
    there = table.body(at, dealer_bodies.DeckCommit).commitments
    return table.with_body(at, dealer_bodies.DeckCommit(commitments=there[:-1] if more < 0 else [*there, bytes(32)]))


@threat("deal-size", Code.COMMITMENTS)
@cheat(Code.COMMITMENTS, SERVER)
def a_slot_too_few(table: Scene) -> bytes:
    return _one_slot(table, -1)


@threat("deal-size", Code.COMMITMENTS)
@cheat(Code.COMMITMENTS, SERVER)
def a_slot_too_many(table: Scene) -> bytes:
    return _one_slot(table, 1)


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_deal_before_all_seals(table: Scene) -> bytes:
    return table.until(table.place(Kind.SEAL, 2), table.entries[table.place(DealerKind.DECK_COMMIT)])


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_deal_before_all_seeds(table: Scene) -> bytes:
    return table.until(table.place(Kind.REVEAL, 2), table.entries[table.place(DealerKind.DECK_COMMIT)])


# openings


def _opened(table: Scene) -> tuple[int, list[dealer_bodies.Opening]]:
    at = table.place(DealerKind.OPEN)
    return at, table.body(at, dealer_bodies.Open).openings


@threat("card-changed", Code.OPENING)
@cheat(Code.OPENING, SERVER)
def a_card_changed_after_the_deal(table: Scene) -> bytes:
    at, (one, *rest) = _opened(table)
    other = dealer_bodies.Opening(slot=one.slot, face=one.face ^ 3, salt=one.salt)
    return table.with_body(at, dealer_bodies.Open(openings=[other, *rest]))


@cheat(Code.OPENING, SERVER)
def a_wrong_salt(table: Scene) -> bytes:
    at, (one, *rest) = _opened(table)
    other = dealer_bodies.Opening(slot=one.slot, face=one.face, salt=bytes(32))
    return table.with_body(at, dealer_bodies.Open(openings=[other, *rest]))


@cheat(Code.OPENING, SERVER)
def a_slot_that_does_not_exist(table: Scene) -> bytes:
    at, _ = _opened(table)
    return table.with_body(at, dealer_bodies.Open(openings=[dealer_bodies.Opening(slot=65535, face=1, salt=bytes(32))]))


@cheat(Code.ILLEGAL, SERVER)
def an_opening_that_nobody_asked_for(table: Scene) -> bytes:
    _, openings = _opened(table)
    return table.server_says(DealerKind.OPEN, dealer_bodies.Open(openings=openings[:1]), table.own_turn())


@cheat(Code.ILLEGAL, SERVER)
def the_same_opening_twice(table: Scene) -> bytes:
    at, openings = _opened(table)
    return table.with_body(at, dealer_bodies.Open(openings=[openings[0], openings[0]]))


def _shown(table: Scene) -> tuple[int, dealer_bodies.Show]:
    at = table.place(DealerKind.SHOW)
    return at, table.body(at, dealer_bodies.Show)


@cheat(Code.ILLEGAL, SERVER)
def a_hand_shown_to_somebody_else(table: Scene) -> bytes:
    at, body = _shown(table)
    return table.with_body(at, dealer_bodies.Show(seat=(body.seat + 1) % 3, slots=body.slots, box=body.box))


@cheat(Code.BOX, SERVER)
def a_hand_shown_to_nobody(table: Scene) -> bytes:
    at, body = _shown(table)
    return table.with_body(at, dealer_bodies.Show(seat=3, slots=body.slots, box=body.box))


@cheat(Code.ILLEGAL, SERVER)
def a_hand_shown_twice(table: Scene) -> bytes:
    """Only after a complaint."""
    at, _ = _shown(table)
    return table.until(at + 1, table.entries[at])


@cheat(Code.ILLEGAL, SERVER)
def a_part_of_a_hand(table: Scene) -> bytes:
    at, body = _shown(table)
    return table.with_body(at, dealer_bodies.Show(seat=body.seat, slots=body.slots[:-1], box=body.box[:-34]))


@cheat(Code.BOX, SERVER)
def a_box_of_another_length(table: Scene) -> bytes:
    at, body = _shown(table)
    return table.with_body(at, dealer_bodies.Show(seat=body.seat, slots=body.slots, box=body.box[:-1]))


@cheat(Code.BOX, SERVER)
def an_empty_box_for_a_person(table: Scene) -> bytes:
    at, body = _shown(table)
    return table.with_body(at, dealer_bodies.Show(seat=body.seat, slots=body.slots, box=b""))


@cheat(Code.BOX, SERVER, scene_with_bot)
def a_full_box_for_a_bot(table: Scene) -> bytes:
    places = (at for at, entry in enumerate(table.entries) if entry.kind == DealerKind.SHOW)
    at = next(at for at in places if table.body(at, dealer_bodies.Show).seat == 2)
    slots = table.body(at, dealer_bodies.Show).slots
    return table.with_body(at, dealer_bodies.Show(seat=2, slots=slots, box=bytes(48 + 34 * len(slots))))


@threat("box-owed", Code.OWED)
@cheat(Code.OWED, SERVER)
def a_turn_of_a_player_who_was_shown_nothing(table: Scene) -> bytes:
    at = table.place(Kind.ACT)
    places = (place for place, entry in enumerate(table.entries) if entry.kind == DealerKind.SHOW)
    box = next(place for place in places if table.body(place, dealer_bodies.Show).seat == table.entries[at].actor)
    return table.forge.write([*table.entries[:box], *table.entries[box + 1 : at + 1]])


@threat("box-owed", Code.OWED)
@cheat(Code.OWED, SERVER)
def a_time_out_of_a_player_who_was_shown_nothing(table: Scene) -> bytes:
    at = table.place(DealerKind.SHOW)
    return table.until(at, table.timeout(at, table.entries[table.place(Kind.ACT)].actor, 10**6))


@cheat(Code.OWED, SERVER, tiny_scene)
def a_complaint_without_an_answer(table: Scene) -> bytes:
    """The clock takes the turn of a player whose box was not sealed again."""
    at = table.place(DealerKind.COMPLAINT)
    return table.until(at + 1, table.timeout(at + 1, 0, 10**6))


def test_there_are_enough() -> None:
    assert len(cheat) >= 20


@pytest.mark.parametrize("name", cheat)
def test_it_ends_in_its_own_finding(name: str) -> None:
    cheat.check(name)


# slots that are dead


def dead(table: Scene, slot: int, at: int) -> None:
    """The true face of the slot with its true salt, and still it must not be shown."""
    with table.mine():
        body = dealer_bodies.Open(openings=[dealer_of(table.game.host).opening(slot)])
        cheat = Cheats()
        cheat(Code.DEAD_SLOT, SERVER, lambda: table)(lambda there: there.server_says(DealerKind.OPEN, body, at))
        [name] = cheat
        cheat.check(name)


@threat("card-dead", Code.DEAD_SLOT)
@pytest.mark.parametrize("by_choice", [True, False])
def test_a_renewed_slot_is_dead(by_choice: bool) -> None:
    """The face that the first picker saw cannot be shown again under its old number, nor can a goal."""
    table = tiny_scene()
    with table.mine():
        claims = ledger_of(table.follower(len(table.entries))).claims
        renewed = next(claim for claim in claims if isinstance(claim, Renewed) and (claim.by is not None) == by_choice)
    dead(table, renewed.old[0], renewed.seq)


def test_a_slot_of_the_last_round_is_dead() -> None:
    table = scene()
    at = table.place(Kind.ACT, after=table.place(Kind.ROUND_OPEN))
    dead(table, mine_state(table.follower(100).state).pile[0], at)

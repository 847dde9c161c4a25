"""Moves that the rules do not allow, or with cards that are not the player's."""

import pytest

from engine.mine.rules.turn.passing import Pass
from engine.mine.state import mine_state
from engine.placing import PlacePath
from protocol.log.faults import Code
from protocol.log.records import Kind
from tests.stories.cheats.scenes import SERVER, Cheats, Scene, scene_with_bot
from tests.support.dealing import dealer_of
from tests.support.threats import threat

cheat = Cheats()
DECK = 3
"""The number of the pile of cards that are played."""


@cheat(Code.ILLEGAL, None)
def a_card_of_somebody_else_passed(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    slot = mine_state(table.follower(at).state).hands[(seat + 1) % 3][0]
    return table.act_of(at, Pass(seat, (slot,)))


@threat("act-illegal", Code.ILLEGAL)
@cheat(Code.ILLEGAL, None)
def a_turn_out_of_turn(table: Scene) -> bytes:
    at = table.own_turn()
    seat = (table.entries[at].actor + 1) % 3
    return table.act_of(at, Pass(seat, (mine_state(table.follower(at).state).hands[seat][0],)))


@cheat(Code.ILLEGAL, None)
def two_cards_passed_at_once(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    return table.act_of(at, Pass(seat, tuple(mine_state(table.follower(at).state).hands[seat][:2])))


def _held_path(table: Scene, at: int, seat: int) -> tuple[int, int]:
    face, state = table.game.face, mine_state(table.follower(at).state)
    return next((slot, face(slot)) for slot in state.hands[seat] if face(slot) < 100)


@cheat(Code.ILLEGAL, None)
def a_tunnel_in_the_air(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    slot, face = _held_path(table, at, seat)
    return table.act_of(at, PlacePath(seat, slot, face, 256 * 50, 0), dealer_of(table.game.host).opening(slot).salt)


@threat("act-illegal", Code.ILLEGAL)
@cheat(Code.ILLEGAL, None)
def the_card_of_somebody_else_with_its_true_face(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    slot, face = _held_path(table, at, (seat + 1) % 3)
    return table.act_of(at, PlacePath(seat, slot, face, 256, 0), dealer_of(table.game.host).opening(slot).salt)


@threat("act-false-card", Code.OPENING)
@cheat(Code.OPENING, None)
def a_card_that_is_another_one(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    slot, face = _held_path(table, at, seat)
    other = 11 if face != 11 else 12
    return table.act_of(at, PlacePath(seat, slot, other, 256, 0), dealer_of(table.game.host).opening(slot).salt)


@threat("act-illegal", Code.ILLEGAL)
@cheat(Code.ILLEGAL, None)
def a_card_that_was_played_already(table: Scene) -> bytes:
    at = table.own_turn()
    seat, state = table.entries[at].actor, table.follower(at).state
    slot, face = next((slot, face) for slot, face in state.faces.items() if state.pile_of[slot] == DECK and face < 100)
    return table.act_of(at, PlacePath(seat, slot, face, 256, 0), dealer_of(table.game.host).opening(slot).salt)


@cheat(Code.OPENING, None)
def a_card_whose_face_the_player_cannot_know(table: Scene) -> bytes:
    at = table.own_turn()
    seat = table.entries[at].actor
    return table.act_of(at, PlacePath(seat, mine_state(table.follower(at).state).pile[0], 11, 256, 0), bytes(32))


@cheat(Code.ILLEGAL, SERVER, scene_with_bot)
def a_bot_that_passes_the_card_of_a_person(table: Scene) -> bytes:
    at = table.place(Kind.ACT, 2)
    return table.act_of(at, Pass(2, (mine_state(table.follower(at).state).hands[0][0],)))


@cheat(Code.OPENING, SERVER, scene_with_bot)
def a_bot_with_another_card_than_it_was_dealt(table: Scene) -> bytes:
    at = table.place(Kind.ACT, 2)
    slot, face = _held_path(table, at, 2)
    other = 11 if face != 11 else 12
    return table.act_of(at, PlacePath(2, slot, other, 256, 0), dealer_of(table.game.host).opening(slot).salt)


def test_there_are_enough() -> None:
    assert len(cheat) >= 10


@pytest.mark.parametrize("name", cheat)
def test_it_ends_in_its_own_finding(name: str) -> None:
    cheat.check(name)

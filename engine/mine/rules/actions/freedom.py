"""Rule: Freedom takes away a Prison that lies in front of any player (B6.4)."""

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.hands import require_seat
from engine.machine import Rule
from engine.mine.in_front import lying_before, take_away
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

NOT_IMPRISONED = Reason("freedom/not-imprisoned", "B6.4")


@record
class FreePlayer:
    """Take the Prison away that lies in front of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class PlayerFreed:
    """A Prison is gone; both cards are discarded."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat
    removed: Slot


def decide(state: State, act: FreePlayer) -> tuple[object, ...]:
    """Any imprisoned player, oneself included."""
    require(state, act.seat, act.slot, act.face, "freedom")
    require_seat(state, act.target)
    removed = lying_before(state, act.target, "prison")
    if removed is None:
        raise Illegal(NOT_IMPRISONED)
    return (PlayerFreed(act.seat, act.slot, act.face, act.target, removed),)


def freed(state: State, event: PlayerFreed) -> None:
    """The Prison goes on the discard pile first, then Freedom (HA17)."""
    leave_hand(state, event.seat, event.slot, event.face)
    take_away(state, event.target, event.removed)
    state.discard += (event.removed, event.slot)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """The imprisoned seats, clockwise from the player."""
    for target in state.book.clockwise[seat]:
        if state.imprisoned[target]:
            acts.append(FreePlayer(seat, slot, face, target))


RULE = Rule(
    inputs={FreePlayer: decide},
    events={PlayerFreed: freed},
    offers={"freedom": offer},
    acts=(ActRow(FreePlayer, "freedom", card="freedom"),),
    reasons=(NO_SUCH_SEAT, NOT_IMPRISONED),
)

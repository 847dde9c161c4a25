"""Rule: a battle axe lies in front of a player, one's own or another's, who may use it later (F6.7)."""

from engine.acts import ActRow
from engine.cave.flow import begin_walk, leave_hand
from engine.cave.state import State
from engine.errors import NO_SUCH_SEAT
from engine.hands import require, require_seat
from engine.machine import Rule
from engine.records import record
from engine.slots import Face, Seat, Slot


@record
class LayAxe:
    """Lay the battle axe in front of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class AxeLaid:
    """A battle axe lies in front of a seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


def decide(state: State, act: LayAxe) -> tuple[object, ...]:
    """A player may have any number of them (HF19)."""
    require(state, act.seat, act.slot, act.face, "battle-axe")
    require_seat(state, act.target)
    return (AxeLaid(act.seat, act.slot, act.face, act.target),)


def laid(state: State, event: AxeLaid) -> None:
    """It can be used from now on, in this turn too (HF8)."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.front[event.target].append(event.slot)
    begin_walk(state)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every player, clockwise from this one."""
    acts += [LayAxe(seat, slot, face, target) for target in state.book.clockwise[seat]]


RULE = Rule(
    inputs={LayAxe: decide},
    events={AxeLaid: laid},
    offers={"battle-axe": offer},
    acts=(ActRow(LayAxe, "lay-axe", card="battle-axe"),),
    reasons=(NO_SUCH_SEAT,),
)

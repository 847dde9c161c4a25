"""Rule: boots lie in front of a player, one's own or another's, and give that player's dwarf a move more (F6.6)."""

from engine.acts import ActRow
from engine.cave.flow import begin_walk, leave_hand
from engine.cave.state import State
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.hands import require, require_seat
from engine.machine import Rule
from engine.records import record
from engine.slots import Face, Seat, Slot

HAS_BOOTS = Reason("boots/has-boots", "F6.6")


@record
class LayBoots:
    """Lay the boots in front of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class BootsLaid:
    """Boots lie in front of a seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


def decide(state: State, act: LayBoots) -> tuple[object, ...]:
    """At most one pair for each player; those who are out count like all others (HF19, HF38)."""
    require(state, act.seat, act.slot, act.face, "boots")
    require_seat(state, act.target)
    if state.in_front(act.target, "boots"):
        raise Illegal(HAS_BOOTS)
    return (BootsLaid(act.seat, act.slot, act.face, act.target),)


def laid(state: State, event: BootsLaid) -> None:
    """They count from this turn on (HF31)."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.front[event.target].append(event.slot)
    begin_walk(state)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every player without boots, clockwise from this one."""
    targets = (target for target in state.book.clockwise[seat] if not state.in_front(target, "boots"))
    acts += [LayBoots(seat, slot, face, target) for target in targets]


RULE = Rule(
    inputs={LayBoots: decide},
    events={BootsLaid: laid},
    offers={"boots": offer},
    acts=(ActRow(LayBoots, "lay-boots", card="boots"),),
    reasons=(NO_SUCH_SEAT, HAS_BOOTS),
)

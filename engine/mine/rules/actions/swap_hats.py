"""Rule: Swap Hats makes any player take the top card of the undealt roles for the one they had (B6.6, HB18)."""

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.hands import require_seat
from engine.machine import Rule
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

NO_ROLE_LEFT = Reason("swap-hats/no-role-left", "HB18")


@record
class SwapHats:
    """Let that seat have another role."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class HatsSwapped:
    """A seat gave up its role unseen and took the top one of the undealt."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat
    old: Slot
    new: Slot


def decide(state: State, act: SwapHats) -> tuple[object, ...]:
    """Any player, oneself included, as long as there is a role to take."""
    require(state, act.seat, act.slot, act.face, "swap-hats")
    require_seat(state, act.target)
    if not state.spare_roles:
        raise Illegal(NO_ROLE_LEFT)
    old, new = state.roles[act.target], state.spare_roles[0]
    return (HatsSwapped(act.seat, act.slot, act.face, act.target, old, new),)


def swapped(state: State, event: HatsSwapped) -> None:
    """Only its new owner may look at the new role, and only now; the old one goes where G29 says."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    del state.spare_roles[0]
    state.book.put_role_away(state, event.old)
    state.roles[event.target] = event.new
    state.owed.append((event.target, (event.new,)))


def under_the_pile(state: State, old: Slot) -> None:
    """G29: it may come back."""
    state.spare_roles.append(old)


def out_of_the_round(state: State, old: Slot) -> None:
    """G29: no seat has this role any more until the next deal."""
    state.roles_aside.append(old)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """All seats, clockwise from the player."""
    if not state.spare_roles:
        return
    for target in state.book.clockwise[seat]:
        acts.append(SwapHats(seat, slot, face, target))


RULE = Rule(
    inputs={SwapHats: decide},
    events={HatsSwapped: swapped},
    offers={"swap-hats": offer},
    acts=(ActRow(SwapHats, "swap-hats", card="swap-hats"),),
    reasons=(NO_SUCH_SEAT, NO_ROLE_LEFT),
)

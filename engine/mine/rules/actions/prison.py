"""Rule: a Prison lies in front of another player, who may place no path card and gets no gold (B6.3, B12)."""

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.hands import require_other
from engine.machine import Rule
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

OWN_PRISON = Reason("prison/oneself", "B6.3")
ALREADY_IMPRISONED = Reason("prison/already-imprisoned", "B6.8")


@record
class Imprison:
    """Lay this Prison in front of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class PlayerImprisoned:
    """A Prison lies in front of a seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


def decide(state: State, act: Imprison) -> tuple[object, ...]:
    """Another player (G31), who is free; broken tools do not matter (HB16)."""
    require(state, act.seat, act.slot, act.face, "prison")
    require_other(state, act.seat, act.target, OWN_PRISON)
    if state.imprisoned[act.target]:
        raise Illegal(ALREADY_IMPRISONED)
    return (PlayerImprisoned(act.seat, act.slot, act.face, act.target),)


def imprisoned(state: State, event: PlayerImprisoned) -> None:
    """The card stays there until it is taken away."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.front[event.target].append(event.slot)
    state.imprisoned[event.target] = True


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every other player who is free, clockwise."""
    for target in state.book.clockwise[seat][1:]:
        if not state.imprisoned[target]:
            acts.append(Imprison(seat, slot, face, target))


RULE = Rule(
    inputs={Imprison: decide},
    events={PlayerImprisoned: imprisoned},
    offers={"prison": offer},
    acts=(ActRow(Imprison, "prison", card="prison"),),
    reasons=(NO_SUCH_SEAT, OWN_PRISON, ALREADY_IMPRISONED),
)

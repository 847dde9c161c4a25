"""Rule: a player extends the tunnel as ever, unless a Prison lies in front of that player (A4, B6.3)."""

from engine.errors import Illegal, Reason
from engine.machine import Rule
from engine.mine.rules.placing import place_path
from engine.mine.rules.turn.turn import require_path
from engine.mine.state import State
from engine.placing import PathPlaced, PlacePath
from engine.slots import Face, Seat, Slot

PATH_IMPRISONED = Reason("path/imprisoned", "B6.3")


def decide(state: State, act: PlacePath) -> tuple[object, ...]:
    """The clauses of A4 come first, then the Prison."""
    require_path(state, act.seat, act.slot, act.face, "path")
    if not place_path.fits(state, act) and (reason := place_path.refusal(state, act)):
        raise Illegal(reason)
    if state.imprisoned[act.seat]:
        raise Illegal(PATH_IMPRISONED)
    return (PathPlaced(act.seat, act.slot, act.face, act.cell, act.turned),)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every cell where the card fits; nothing from a prison."""
    if not state.imprisoned[seat]:
        place_path.offer(state, seat, slot, face, acts)


RULE = Rule(
    inputs={PlacePath: decide},
    events={PathPlaced: place_path.placed},
    offers={"path": offer},
    acts=place_path.ACTS,
    reasons=(*place_path.REASONS, PATH_IMPRISONED),
)

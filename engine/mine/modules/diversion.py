"""Diversion, the card of 2023: the path card that was placed last is moved to another place (C8, HC8, HB9)."""

from typing import Any

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.grid.cells import Cell, Groups
from engine.machine import Rule
from engine.mine.board import Board
from engine.mine.cards.championship import DIVERSION
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module
from engine.mine.rules.placing.goals import CROSSWISE
from engine.mine.rules.placing.place_ladder import LADDER_BESIDE_GOAL, LADDER_NOT_JOINED
from engine.mine.rules.placing.place_path import (
    CELL_TAKEN,
    EDGE_MISMATCH,
    NO_NEIGHBOUR,
    NOT_CONNECTED,
    edges_of,
    misfit,
)
from engine.mine.rules.placing.reaching import stage_after_change
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Face, Seat, Slot

NOTHING_TO_DIVERT = Reason("diversion/no-card", "HC8")
SAME_CELL = Reason("diversion/same-cell", "HC8")


@record
class DivertPath:
    """Lay the path card that was placed last on this cell; ``turned`` is in degrees, as when it was placed."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    turned: int


@record
class PathDiverted:
    """A path card lies elsewhere; ``moved`` shows the face ``path`` and lay on ``origin``."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    turned: int
    origin: Cell
    moved: Slot
    path: Face


def placed_last(state: State) -> Cell | None:
    """Where the card lies that was placed last of those still there; what the setup laid does not count (HC8).

    A network keeps its cards in the order in which they were laid.
    """
    kinds, faces = state.book.kinds, state.faces
    return next(
        (
            at
            for at, slot in reversed(state.board.network.slots.items())
            if slot not in state.set_out and kinds.get(faces.get(slot, 0)) in ("path", "ladder")
        ),
        None,
    )


def lifted(state: State, at: Cell) -> Board:
    """The board without that card."""

    def lift() -> Board:
        board = state.board.copy()
        board.remove(at)
        return board

    return state.board.noted("lifted", lift)


def decide(state: State, act: DivertPath) -> tuple[object, ...]:
    """Where a path card could be placed, but not where it lies; tools and prisons do not matter."""
    require(state, act.seat, act.slot, act.face, "diversion")
    origin = placed_last(state)
    if origin is None:
        raise Illegal(NOTHING_TO_DIVERT)
    moved = state.board.network.slots[origin]
    path = state.faces[moved]
    if reason := _refusal(state, act, origin, path):
        raise Illegal(reason)
    return (PathDiverted(act.seat, act.slot, act.face, act.cell, act.turned, origin, moved, path),)


def _refusal(state: State, act: DivertPath, origin: Cell, path: Face) -> Reason | None:
    """The first clause that it breaks: of A4, or of those for ladders."""
    if act.cell == origin:
        return SAME_CELL
    network = lifted(state, origin).network
    edges = edges_of(state, path, act.turned)
    if reason := misfit(network, act.cell, edges, act.turned):
        return reason
    if path not in state.book.ladders:
        return None if network.fits[act.cell] >> edges & 1 else NOT_CONNECTED
    if not network.joins(act.cell, edges):
        return LADDER_NOT_JOINED
    return LADDER_BESIDE_GOAL if act.cell in state.beside_goals() else None


def diverted(state: State, event: PathDiverted) -> None:
    """The player placed the last path card, and may be the finisher."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.board.remove(event.origin)
    lay = state.board.lay_root if event.path in state.book.ladders else state.board.lay
    lay(event.cell, event.moved, state.book.groups[event.path][event.turned == 180], event.turned)
    state.last_path = event.seat
    state.stage = stage_after_change(state)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every other cell where the card fits, upright, then turned if that is another card."""
    origin = placed_last(state)
    if origin is None:
        return
    path = state.faces[state.board.network.slots[origin]]
    network = lifted(state, origin).network
    for turned, edges in zip((0, 180), state.book.masks[path], strict=True):
        if edges >= 0:
            ladder = path in state.book.ladders
            cells = network.joining_places(edges, state.beside_goals()) if ladder else network.places(edges)
            acts += [DivertPath(seat, slot, face, at, turned) for at in cells if at != origin]


RULE = Rule(
    inputs={DivertPath: decide},
    events={PathDiverted: diverted},
    offers={"diversion": offer},
    acts=(ActRow(DivertPath, "divert", kind="diversion"),),
    reasons=(
        NOTHING_TO_DIVERT,
        SAME_CELL,
        CELL_TAKEN,
        NO_NEIGHBOUR,
        EDGE_MISMATCH,
        CROSSWISE,
        NOT_CONNECTED,
        LADDER_NOT_JOINED,
        LADDER_BESIDE_GOAL,
    ),
)


def worth(player: Any, act: DivertPath) -> float:
    """A saboteur undoes a good card, a digger lays a bad one where it helps; less than a card is not worth it."""
    nearer = gain(player, act)
    if player.alone and player.missing - nearer > _REACHED:
        return -1.0
    if player.spoils:
        return _UNDONE - 6 * nearer if nearer < -_A_CARD and player.near else -1.0
    return float(player.of_change(nearer)) if nearer > _A_CARD else -1.0


_REACHED, _A_CARD = 0.4, 0.7
_UNDONE = 4.0


def gain(player: Any, act: DivertPath) -> float:
    """How many cards nearer the treasure is then."""
    state = player.state
    origin = placed_last(state)
    assert origin is not None
    path = state.faces[state.board.network.slots[origin]]
    groups = state.book.groups[path][act.turned == 180]
    board = lifted(state, origin)
    if path not in state.book.ladders:
        return float(player.gain_with(board, act.cell, groups))
    return float(player.gain_on(board.noted(("ladder", act.cell, groups), lambda: _with_ladder(board, act, groups))))


def _with_ladder(board: Board, act: DivertPath, groups: Groups) -> Board:
    after = board.copy()
    after.lay_root(act.cell, -1, groups, act.turned)
    return after


def note(memory: Any, event: PathDiverted, view: View) -> None:
    """It speaks for or against the seat, as a card does that is laid."""
    memory.moved(event, view)


MODULE = Module(
    name="diversion",
    rev=1,
    rule="C8",
    meaning="One card that moves the path card which was placed last. Who moves it counts as having placed it.",
    card_sets=CARD_SET_NAMES,
    rules=(RULE,),
    deck=(DIVERSION,),
    worth={DivertPath: worth},
    kept={"diversion": 2.5},
    notes={PathDiverted: note},
)

"""A collector is brought in at an open end, and leaves when the card on which it stands is gone (D1.2, HD4)."""

from engine.acts import CELL, ActRow, Field
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.grid.cells import SIDES, Cell
from engine.machine import Rule
from engine.mine.modules.toll.state import COLLECTORS, Collector, TollState
from engine.mine.rules.turn.turn import NOT_HELD, require_held
from engine.mine.state import State
from engine.records import record
from engine.slots import Seat, Slot

NO_COLLECTOR_LEFT = Reason("toll/no-collector-left", "D1.3")
NO_OPEN_END = Reason("toll/no-open-end", "HD1")


@record
class BringCollector:
    """Discard a card face down, and stand a collector on the card on ``host``, facing the empty cell."""

    seat: Seat
    slot: Slot
    cell: Cell
    host: Cell


@record
class CollectorBrought:
    """A collector blocks a cell; the discarded card stays hidden."""

    seat: Seat
    slot: Slot
    cell: Cell
    host: Cell
    number: int


@record
class CollectorLeft:
    """The card on which the collector stood is gone, and it goes aside for the round (HD4)."""

    seat: Seat
    number: int
    cell: Cell


def decide_bring(state: TollState, act: BringCollector) -> tuple[object, ...]:
    """The first collector that was not used in this round, at any open end (D1.2, HD19)."""
    require_held(state, act.seat, (act.slot,))
    if state.brought == COLLECTORS:
        raise Illegal(NO_COLLECTOR_LEFT)
    if (act.cell, act.host) not in open_ends(state):
        raise Illegal(NO_OPEN_END)
    return (CollectorBrought(act.seat, act.slot, act.cell, act.host, state.brought + 1),)


def open_ends(state: State) -> list[tuple[Cell, Cell]]:
    """Every empty cell that an open edge faces, with the card that has the edge, by x, then y."""
    return state.board.noted("open-ends", lambda: _open_ends(state))


def _open_ends(state: State) -> list[tuple[Cell, Cell]]:
    network = state.board.network
    ends = ((at + step, at) for at, edges in network.edges.items() for side, step, _ in SIDES if edges & side)
    return sorted(end for end in ends if end[0] not in network.edges and end[0] not in network.hidden)


def brought(state: TollState, event: CollectorBrought) -> None:
    """No card is drawn: the hand stays smaller for the round."""
    state.hands[event.seat].remove(event.slot)
    state.discard.append(event.slot)
    state.last_used = event.seat
    slot = state.board.network.slots[event.host]
    state.collectors.append(Collector(event.number, event.seat, event.host, slot, event.cell))
    state.brought = event.number
    state.stage = "finish-turn"


def left(state: TollState, event: CollectorLeft) -> None:
    """It does not come back in this round."""
    state.collectors = [collector for collector in state.collectors if collector.number != event.number]


RULE = Rule(
    inputs={BringCollector: decide_bring},
    events={CollectorBrought: brought, CollectorLeft: left},
    acts=(ActRow(BringCollector, "collector", (Field("host", CELL, key="on", says="on {}"),)),),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NOT_HELD, NO_COLLECTOR_LEFT, NO_OPEN_END),
)

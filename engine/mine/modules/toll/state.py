"""What a table with toll collectors keeps: who brought them in, where they stand, who agreed to pay (D1)."""

from collections.abc import Mapping
from typing import Annotated, cast

from engine.fields import Value
from engine.grid.cells import Cell
from engine.mine.rules.round.paying import PayingState
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat, Slot

COLLECTORS = 2


@record
class Collector:
    """A figure on a card, ``host``, that blocks the empty cell at an open end of it; its owner has the token."""

    number: int
    owner: Seat
    host: Cell
    slot: Slot
    """Of the card on which it stands."""
    cell: Cell


class TollState(PayingState):
    """What a table keeps of collectors."""

    collectors: Annotated[list[Collector], Value(list)]
    """Those that were brought in and have not gone."""
    brought: Annotated[int, Value(0)]
    """How many were brought in this round."""
    toll_asked: Annotated[list[Seat], Value(list)]
    """Who was asked to pay in this turn, the last one perhaps still thinking."""
    toll_agreed: Annotated[list[Seat], Value(list)]
    """Who said yes; it holds to the end of the turn."""
    toll_payers: Annotated[dict[int, Seat], Value(dict)]
    """By number of a collector: who pays it if a card is placed there in this turn."""


def of_toll(view: View) -> TollState:
    """The state behind a view, at a table with collectors."""
    return cast(TollState, view.state)


def start(state: State, slots: Mapping[str, list[Slot]]) -> None:
    """Every player has a nugget, once a game (D1.1)."""
    if state.round == 1:
        state.nuggets = [nuggets + 1 for nuggets in state.nuggets]


def standing(state: TollState) -> list[Collector]:
    """The collectors whose card still lies where they stand."""
    if not state.collectors:
        return []
    slots = state.board.network.slots
    return [collector for collector in state.collectors if slots.get(collector.host) == collector.slot]


def foreign(state: TollState, seat: Seat) -> list[Collector]:
    """The collectors that another seat owns."""
    return [collector for collector in standing(state) if collector.owner != seat]

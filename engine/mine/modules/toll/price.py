"""What a card costs where a collector stands: the nugget moves, and the collector leaves, when it is placed (D1.4)."""

from dataclasses import replace
from functools import cache
from typing import Any

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.grid.cells import Cell
from engine.machine import Decide, Rule, Stage
from engine.mine.modules.toll.state import TollState, of_toll, standing
from engine.mine.rules.round.paying import sure
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat

NOT_PAID = Reason("toll/not-paid", "D1.4")


@record
class TollPaid:
    """The collector goes aside for the round; its owner, ``target``, has the nugget, unless it is the payer."""

    seat: Seat
    target: Seat
    number: int
    cell: Cell


def is_blocked(state: TollState, at: Cell) -> bool:
    """Whether a collector stands at the empty cell."""
    return any(collector.cell == at for collector in standing(state))


def toll(state: TollState, seat: Seat, at: Cell, lifted: Cell | None = None) -> tuple[TollPaid, ...] | None:
    """What a placement at this cell costs that seat, all of it; None if it is not sure who pays, or that it is paid.

    An owner places free and leaves (HD2), and an owner who agreed lets the card be placed free (HD3).  A collector
    on a card that is lifted for it asks for nothing (HD4).
    """
    asking = [one for one in standing(state) if one.cell == at and one.host != lifted]
    payers = [seat if one.owner == seat else state.toll_payers.get(one.number, -1) for one in asking]
    if -1 in payers:
        return None
    own = [sure(state, payer) for payer in range(state.book.seats)] if asking else []
    for collector, payer in zip(asking, payers, strict=True):
        if payer != collector.owner:
            own[payer] -= 1
            own[collector.owner] += 1
            if own[payer] < 0:
                return None
    return tuple(
        TollPaid(payer, collector.owner, collector.number, at) for collector, payer in zip(asking, payers, strict=True)
    )


def lays(act: type[Any]) -> bool:
    """Whether an act lays a card on a cell: it says where, and how it is turned."""
    return {"cell", "turned"} <= act.__annotations__.keys()


_lays = cache(lays)
"""Asked for every kind of act that a turn offers."""


def around(row: ActRow, decide: Decide) -> Decide:
    """Every act that lays a card pays first, when it takes effect: a play that is stopped pays nothing (HC4)."""
    if not lays(row.act):
        return decide

    def tolled(state: TollState, act: Any) -> tuple[object, ...]:
        events = decide(state, act)
        paid = toll(state, act.seat, act.cell, _lifted(state, row.act))
        if paid is None:
            raise Illegal(NOT_PAID)
        return (*paid, *events)

    return tolled


def _lifted(state: State, act: type[Any]) -> Cell | None:
    lift = state.book.lifts.get(act)
    return lift(state) if lift else None


def without_unpaid(stage: Stage) -> Stage:
    """Where cards are laid, none is offered at a collector that is not paid."""

    def choices(view: View) -> list[Any]:
        acts = stage.choices(view)
        return affordable(view, acts) if acts else acts

    return replace(stage, choices=choices)


def affordable(view: View, acts: list[Any]) -> list[Any]:
    """The acts without those that lay a card where a toll is not paid."""
    state, seat = of_toll(view), view.seat
    assert seat is not None
    cells = {collector.cell for collector in standing(state)}
    if not cells:
        return acts

    shut = {
        kind: {at for at in cells if toll(state, seat, at, _lifted(state, kind)) is None}
        for kind in set(map(type, acts))
        if _lays(kind)
    }
    return [act for act in acts if type(act) not in shut or act.cell not in shut[type(act)]]


def paid(state: TollState, event: TollPaid) -> None:
    """Figure and token go aside for the round."""
    state.collectors = [collector for collector in state.collectors if collector.number != event.number]
    state.nuggets[event.seat] -= 1
    state.nuggets[event.target] += 1


RULE = Rule(
    events={TollPaid: paid},
    reasons=(NOT_PAID,),
    around=around,
    around_stages={"trail": without_unpaid},
)

"""Before a card is placed at a collector, the active player names who pays it: itself, or a seat that agreed (HD3)."""

from engine.acts import SEAT, ActRow, Field, Integer
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.grid.cells import Cell
from engine.machine import Rule
from engine.mine.modules.toll.state import COLLECTORS, Collector, TollState, foreign, standing
from engine.mine.rules.round.paying import sure
from engine.mine.rules.turn.turn import require_held
from engine.records import record
from engine.slots import Seat

NO_SUCH_COLLECTOR = Reason("toll/no-such-collector", "HD3")
OWN_COLLECTOR = Reason("toll/own-collector", "HD2")
NAMED_ALREADY = Reason("toll/payer-named", "HD3")
NO_CONSENT = Reason("toll/no-consent", "HD3")
NO_NUGGET = Reason("toll/no-nugget", "HD17")


@record
class NamePayer:
    """If a card is placed at this collector in this turn, that seat pays it."""

    seat: Seat
    number: int
    target: Seat


@record
class PayerNamed:
    """It is said who pays a collector; nothing is paid yet."""

    seat: Seat
    number: int
    target: Seat
    cell: Cell


def decide_name(state: TollState, act: NamePayer) -> tuple[object, ...]:
    """Oneself, or a seat that agreed; one that pays must have something, but for the owner (HD3)."""
    require_held(state, act.seat, ())
    collector = next((one for one in standing(state) if one.number == act.number), None)
    if collector is None:
        raise Illegal(NO_SUCH_COLLECTOR)
    if collector.owner == act.seat:
        raise Illegal(OWN_COLLECTOR)
    if act.number in state.toll_payers:
        raise Illegal(NAMED_ALREADY)
    if act.target != act.seat and act.target not in state.toll_agreed:
        raise Illegal(NO_CONSENT)
    if not _can_pay(state, collector, act.target):
        raise Illegal(NO_NUGGET)
    return (PayerNamed(act.seat, act.number, act.target, collector.cell),)


def _can_pay(state: TollState, collector: Collector, payer: Seat) -> bool:
    return payer == collector.owner or sure(state, payer) > 0


def named(state: TollState, event: PayerNamed) -> None:
    """Nothing is paid before a card is placed there."""
    state.toll_payers[event.number] = event.target


def nameable(state: TollState, seat: Seat) -> list[object]:
    """Every payer that the active seat may name."""
    return [
        NamePayer(seat, one.number, payer)
        for one in foreign(state, seat)
        if one.number not in state.toll_payers
        for payer in (seat, *state.toll_agreed)
        if _can_pay(state, one, payer)
    ]


RULE = Rule(
    inputs={NamePayer: decide_name},
    events={PayerNamed: named},
    acts=(ActRow(NamePayer, "pay-toll", (Field("number", Integer(1, COLLECTORS)), Field("target", SEAT, key="by"))),),
    reasons=(
        NOT_WANTED,
        NOT_YOUR_TURN,
        NO_SUCH_COLLECTOR,
        OWN_COLLECTOR,
        NAMED_ALREADY,
        NO_CONSENT,
        NO_NUGGET,
    ),
)

"""Before a card is shown, another player may be asked to pay a toll, and says yes or no (D1.5, HD3)."""

from engine.acts import SEAT, ActRow, Field
from engine.errors import NO_SUCH_SEAT, NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.hands import require_other
from engine.machine import Rule, Stage
from engine.mine.modules.toll.state import TollState, foreign, of_toll
from engine.mine.rules.round.paying import turn_ups
from engine.mine.rules.turn.turn import require_held
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat
from engine.wants import Act, Want

NOTHING_TO_PAY = Reason("toll/nothing-to-pay", "HD3")
ASKED_ONESELF = Reason("toll/oneself", "HD3")
ASKED_ALREADY = Reason("toll/asked-already", "HD3")


@record
class AskToll:
    """Ask that seat to pay a toll."""

    seat: Seat
    target: Seat


@record
class AgreeToll:
    """Say yes, to the end of the turn."""

    seat: Seat


@record
class RefuseToll:
    """Say no."""

    seat: Seat


@record
class TollAsked:
    """The target says yes or no."""

    seat: Seat
    target: Seat


@record
class TollAgreed:
    """The seat will pay, if it is named."""

    seat: Seat


@record
class TollRefused:
    """The seat will not pay."""

    seat: Seat
    by_clock: bool = False


def decide_ask(state: TollState, act: AskToll) -> tuple[object, ...]:
    """Each other seat at most once a turn, as long as there is something to pay."""
    require_held(state, act.seat, ())
    require_other(state, act.seat, act.target, ASKED_ONESELF)
    if act.target in state.toll_asked:
        raise Illegal(ASKED_ALREADY)
    if not foreign(state, act.seat):
        raise Illegal(NOTHING_TO_PAY)
    return (TollAsked(act.seat, act.target),)


def asked(state: TollState, event: TollAsked) -> None:
    """The table waits for the answer."""
    state.toll_asked.append(event.target)
    state.stage = "toll-consent"


def decide_agree(state: TollState, act: AgreeToll) -> tuple[object, ...]:
    """A yes moves no nugget yet."""
    _require_asked(state, act.seat)
    return (TollAgreed(act.seat),)


def decide_refuse(state: TollState, act: RefuseToll) -> tuple[object, ...]:
    """No player must pay for another."""
    _require_asked(state, act.seat)
    return (TollRefused(act.seat),)


def _require_asked(state: TollState, seat: Seat) -> None:
    if state.stage != "toll-consent":
        raise Illegal(NOT_WANTED)
    if seat != state.toll_asked[-1]:
        raise Illegal(NOT_YOUR_TURN)


def agreed(state: TollState, event: TollAgreed) -> None:
    """The turn goes on."""
    state.toll_agreed.append(event.seat)
    state.stage = "turn"


def refused(state: TollState, event: TollRefused) -> None:
    """The turn goes on."""
    state.stage = "turn"


def wants_consent(state: TollState) -> tuple[Want, ...]:
    """The seat that was asked may agree."""
    return (Act((state.toll_asked[-1],), must=False, what="toll"),)


def consent_choices(view: View) -> list[object]:
    """Yes or no; or a gold card that shows that the seat can pay."""
    state, seat = of_toll(view), view.seat
    if seat is None or seat != state.toll_asked[-1]:
        return []
    return [AgreeToll(seat), RefuseToll(seat), *turn_ups(state, seat)]


def consent_time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: no."""
    return (TollRefused(seat, by_clock=True),)


def most_to_pay(state: TollState, seat: Seat) -> int:
    """What a seat that agrees may have to pay in this turn."""
    if seat != state.toll_asked[-1]:
        return 0
    return sum(one.owner != seat for one in foreign(state, state.active))


RULE = Rule(
    inputs={AskToll: decide_ask, AgreeToll: decide_agree, RefuseToll: decide_refuse},
    events={TollAsked: asked, TollAgreed: agreed, TollRefused: refused},
    stages={"toll-consent": Stage(wants=wants_consent, choices=consent_choices, time_up=consent_time_up)},
    acts=(
        ActRow(AskToll, "ask-toll", (Field("target", SEAT, says="of seat {}"),)),
        ActRow(AgreeToll, "toll", word="yes"),
        ActRow(RefuseToll, "toll", word="no"),
    ),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NO_SUCH_SEAT, ASKED_ONESELF, ASKED_ALREADY, NOTHING_TO_PAY),
)

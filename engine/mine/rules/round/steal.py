"""Rule: after the division each player with a Theft may take a nugget from another player, unless imprisoned (B11)."""

from engine.acts import SEAT, ActRow, Field
from engine.errors import NO_SUCH_SEAT, NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.events import RoundClosed
from engine.hands import require_other
from engine.machine import Rule, Stage
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat
from engine.wants import Act, Want

OWN_NUGGET = Reason("steal/oneself", "B11.2")
NOTHING_TO_STEAL = Reason("steal/no-nugget", "HB17")


@record
class Steal:
    """Take a nugget from that seat."""

    seat: Seat
    target: Seat


@record
class StealNothing:
    """Take nothing (G33)."""

    seat: Seat


@record
class TheftBegan:
    """This seat may steal now."""

    seat: Seat


@record
class NuggetStolen:
    """A nugget changed owners."""

    seat: Seat
    target: Seat


@record
class NothingStolen:
    """The thief took nothing."""

    seat: Seat
    by_clock: bool = False


def next_thief(state: State) -> tuple[object, ...]:
    """In their order (B11.1); a thief with no one to rob is not asked."""
    for seat in state.thieves:
        if victims(state, seat):
            return (TheftBegan(seat),)
    return (RoundClosed(state.round, state.book.next_starter(state)),)


def victims(state: State, thief: Seat) -> list[Seat]:
    """The others who own a nugget, of whatever round, clockwise; a prison protects none (HB17)."""
    return [seat for seat in state.book.clockwise[thief][1:] if state.nuggets[seat]]


def began(state: State, event: TheftBegan) -> None:
    """Play waits for the thief; a thief who was passed over is not asked again."""
    state.thieves = state.thieves[state.thieves.index(event.seat) :]
    state.stage = "steal"


def decide(state: State, act: Steal) -> tuple[object, ...]:
    """Another player who has something."""
    _require(state, act.seat)
    require_other(state, act.seat, act.target, OWN_NUGGET)
    if not state.nuggets[act.target]:
        raise Illegal(NOTHING_TO_STEAL)
    return (NuggetStolen(act.seat, act.target),)


def decide_nothing(state: State, act: StealNothing) -> tuple[object, ...]:
    """A thief need not steal."""
    _require(state, act.seat)
    return (NothingStolen(act.seat),)


def _require(state: State, seat: Seat) -> None:
    if state.stage != "steal":
        raise Illegal(NOT_WANTED)
    if seat != state.thieves[0]:
        raise Illegal(NOT_YOUR_TURN)


def stolen(state: State, event: NuggetStolen) -> None:
    """The next thief may rob this one."""
    state.nuggets[event.target] -= 1
    state.nuggets[event.seat] += 1
    _leave(state)


def not_stolen(state: State, event: NothingStolen) -> None:
    """The Theft is used up all the same."""
    _leave(state)


def _leave(state: State) -> None:
    state.thieves = state.thieves[1:]
    state.stage = "thefts"


def choices(view: View) -> list[object]:
    """Every victim, clockwise from the thief; or nothing."""
    state, seat = view.state, view.seat
    if seat is None or seat != state.thieves[0]:
        return []
    return [*(Steal(seat, target) for target in victims(state, seat)), StealNothing(seat)]


def time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: no."""
    return (NothingStolen(seat, by_clock=True),)


def wants(state: State) -> tuple[Want, ...]:
    """The thief may steal."""
    return (Act((state.thieves[0],), must=False, what="theft"),)


RULE = Rule(
    inputs={Steal: decide, StealNothing: decide_nothing},
    events={TheftBegan: began, NuggetStolen: stolen, NothingStolen: not_stolen},
    stages={
        "thefts": Stage(follow=next_thief),
        "steal": Stage(wants=wants, choices=choices, time_up=time_up),
    },
    acts=(
        ActRow(Steal, "steal", (Field("target", SEAT, says="from seat {}"),)),
        ActRow(StealNothing, "steal", word="nothing"),
    ),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NO_SUCH_SEAT, OWN_NUGGET, NOTHING_TO_STEAL),
)

"""Rule: once a turn, before anything else, a player may propose to end the game; all others must agree (HF17)."""

from engine.acts import ActRow
from engine.cave.rules.turn.ending import CaveClosed
from engine.cave.state import State
from engine.cave.view import View
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.hands import require_turn
from engine.machine import Rule, Stage
from engine.records import record
from engine.slots import Seat
from engine.wants import Act, Want

PROPOSED_ALREADY = Reason("vote/proposed-already", "HF17")


@record
class ProposeEnd:
    """Ask all others to end the game now."""

    seat: Seat


@record
class AgreeToEnd:
    """Say yes."""

    seat: Seat


@record
class RefuseEnd:
    """Say no."""

    seat: Seat


@record
class EndProposed:
    """The others are asked, clockwise."""

    seat: Seat


@record
class VoteCast:
    """A seat said yes or no."""

    seat: Seat
    yes: bool
    by_clock: bool = False


def propose(state: State, act: ProposeEnd) -> tuple[object, ...]:
    """Before step 1, once a turn."""
    require_turn(state, act.seat)
    if state.proposed:
        raise Illegal(PROPOSED_ALREADY)
    return (EndProposed(act.seat),)


def proposed(state: State, event: EndProposed) -> None:
    """Play waits for the others."""
    state.proposed = True
    state.voters = state.book.clockwise[event.seat][1:]
    state.stage = "vote"


def agree(state: State, act: AgreeToEnd) -> tuple[object, ...]:
    """The last yes ends the game."""
    _require_vote(state, act.seat)
    cast = VoteCast(act.seat, yes=True)
    return (cast, CaveClosed("vote")) if len(state.voters) == 1 else (cast,)


def refuse(state: State, act: RefuseEnd) -> tuple[object, ...]:
    """The first no ends the vote."""
    _require_vote(state, act.seat)
    return (VoteCast(act.seat, yes=False),)


def _require_vote(state: State, seat: Seat) -> None:
    if state.stage != "vote":
        raise Illegal(NOT_WANTED)
    if seat != state.voters[0]:
        raise Illegal(NOT_YOUR_TURN)


def cast(state: State, event: VoteCast) -> None:
    """After a no the turn goes on."""
    state.voters = state.voters[1:] if event.yes else ()
    if not event.yes:
        state.stage = "turn"


def offer_proposal(state: State, seat: Seat, acts: list[object]) -> None:
    """Once a turn."""
    if not state.proposed:
        acts.append(ProposeEnd(seat))


def choices(view: View) -> list[object]:
    """Yes or no."""
    seat = view.seat
    return [AgreeToEnd(seat), RefuseEnd(seat)] if seat is not None and seat == view.state.voters[0] else []


def time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: no."""
    return (VoteCast(seat, yes=False, by_clock=True),)


def wants(state: State) -> tuple[Want, ...]:
    """The next seat says yes or no."""
    return (Act((state.voters[0],), must=True, what="vote"),)


RULE = Rule(
    inputs={ProposeEnd: propose, AgreeToEnd: agree, RefuseEnd: refuse},
    events={EndProposed: proposed, VoteCast: cast},
    stages={"vote": Stage(wants=wants, choices=choices, time_up=time_up)},
    acts=(
        ActRow(ProposeEnd, "propose", word="end"),
        ActRow(AgreeToEnd, "vote", word="yes"),
        ActRow(RefuseEnd, "vote", word="no"),
    ),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, PROPOSED_ALREADY),
)

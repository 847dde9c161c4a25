"""Rule: a turn is upkeep, one card or a discard, the dwarf's way, and the draw (F4)."""

from engine.cave.flow import send_home, take_web
from engine.cave.rules.turn.discarding import offer_discards
from engine.cave.rules.turn.ending import CaveClosed
from engine.cave.rules.turn.vote import offer_proposal
from engine.cave.rules.walk.chop_web import offer_chops
from engine.cave.state import NO_SEAT, Cobweb, State
from engine.cave.view import View
from engine.errors import NOT_WANTED, NOT_YOUR_TURN
from engine.hands import NOT_HELD, WRONG_KIND, CardDrawn, SeatSkipped, TurnBegan, drawn, offered, pass_by_chance
from engine.machine import Rule, Stage
from engine.records import record
from engine.slots import Seat
from engine.wants import Want


@record
class MonsterLeft:
    """A monster whose card lay in front of the seat goes back to the bank (F6.11)."""

    seat: Seat
    monster: int


@record
class CobwebAged:
    """A cobweb of the seat was turned from its side 2 to its side 1, or is gone."""

    seat: Seat
    border: int
    side: int


@record
class DwarfStoodUp:
    """The seat's dwarf stands again, and does not move in this turn."""

    seat: Seat


def upkeep(state: State, seat: Seat) -> tuple[object, ...]:
    """F4.0, also for a seat that is skipped or out (HF9)."""
    events: list[object] = [MonsterLeft(seat, monster) for monster, owner in enumerate(state.owners) if owner == seat]
    if state.webs:
        events += [CobwebAged(seat, at, web.side - 1) for at, web in sorted(state.webs.items()) if web.seat == seat]
    if state.lying[seat]:
        events.append(DwarfStoodUp(seat))
    return tuple(events)


def left(state: State, event: MonsterLeft) -> None:
    """Its card is discarded."""
    send_home(state, event.monster)


def aged(state: State, event: CobwebAged) -> None:
    """F4.0b."""
    if event.side:
        web = state.webs[event.border]
        state.webs[event.border] = Cobweb(web.seat, web.slot, event.side)
    else:
        take_web(state, event.border)


def stood_up(state: State, event: DwarfStoodUp) -> None:
    """F4.0c."""
    state.lying[event.seat] = False
    state.kept = event.seat


def began(state: State, event: TurnBegan) -> None:
    """Step 1 comes next."""
    _turn_to(state, event.seat)
    state.proposed = False
    state.stage = "turn"


def skipped(state: State, event: SeatSkipped) -> None:
    """A seat without cards neither plays nor moves nor draws (F4.4, HF32)."""
    _turn_to(state, event.seat)


def _turn_to(state: State, seat: Seat) -> None:
    state.active = state.drawer = seat
    state.draws = 0
    if state.kept != seat:
        state.kept = NO_SEAT


def finish(state: State) -> tuple[object, ...]:
    """Step 3: draw, unless the pile is empty (F4.3); then the next seat, or the end if no card is left (F9.1)."""
    after = state.book.clockwise[state.active][1]
    if state.draws and state.pile:
        draw = CardDrawn(state.drawer, state.pile[-1])
        return (draw, *turn_of(state, after)) if state.draws == 1 and state.hands[after] else (draw,)
    if not any(state.hands):
        return (CaveClosed("exhausted"),)
    return turn_of(state, after)


def turn_of(state: State, seat: Seat) -> tuple[object, ...]:
    """The upkeep of a seat, and then its turn, if it has a card."""
    return (*upkeep(state, seat), TurnBegan(seat) if state.hands[seat] else SeatSkipped(seat))


def exhausted(state: State) -> tuple[object, ...]:
    """HF15: at once."""
    return (CaveClosed("exhausted"),)


def choices(view: View) -> list[object]:
    """What each card in hand offers, by slot; discards; what an axe can do; last, to propose the end."""
    state, seat = view.state, view.seat
    if seat is None or seat != state.active:
        return []
    acts = offered(view)
    offer_discards(state, seat, acts)
    offer_chops(state, seat, acts)
    offer_proposal(state, seat, acts)
    return acts


def wants(state: State) -> tuple[Want, ...]:
    """The player must use a card or discard."""
    return state.book.turn_wants[state.active]


RULE = Rule(
    events={
        MonsterLeft: left,
        CobwebAged: aged,
        DwarfStoodUp: stood_up,
        TurnBegan: began,
        SeatSkipped: skipped,
        CardDrawn: drawn,
    },
    stages={
        "turn": Stage(wants=wants, choices=choices, time_up=pass_by_chance),
        "finish-turn": Stage(follow=finish),
        "exhausted": Stage(follow=exhausted),
    },
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NOT_HELD, WRONG_KIND),
)

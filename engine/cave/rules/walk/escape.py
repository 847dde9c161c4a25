"""Rule: a dwarf on the exit is out and its clan card shown; a side whose dwarfs are all out ends the game (F8.5, F9).

Whether a side is complete is asked only where the open cards leave it open (HF16).
"""

from engine.cave.board import NOWHERE
from engine.cave.cards.table import CLANS, SIDES
from engine.cave.flow import go_on
from engine.cave.rules.turn.ending import CaveClosed
from engine.cave.scoring import complete_by_what_is_open, hidden_inside, is_complete
from engine.cave.state import State
from engine.machine import Question, Rule, Stage
from engine.records import record
from engine.slots import Seat, Slot

_WORKS_FOR = {card.number: SIDES.index(card.works_for) for card in CLANS}


@record
class DwarfEscaped:
    """The seat's dwarf has left the cave."""

    seat: Seat


@record
class UndealtSeen:
    """The first one out looks at the clan cards that no seat was dealt."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class SideAsked:
    """The table asks whether all who work for a side are out; these hidden cards decide it."""

    side: int
    slots: tuple[Slot, ...]


@record
class SearchGoesOn:
    """No side is complete: the game goes on after the exit of the seat's dwarf."""

    seat: Seat


def escape(state: State) -> tuple[object, ...]:
    """At once, after what was met there (HF13)."""
    return (DwarfEscaped(state.active),)


def escaped(state: State, event: DwarfEscaped) -> None:
    """Nothing is found out before the clan card is open."""
    seat = event.seat
    state.dwarfs[seat] = NOWHERE
    state.escaped = (*state.escaped, seat)
    state.lying[seat] = False
    state.moves = 0
    state.unsure = tuple(range(len(SIDES)))
    state.stage = "escaped"
    if state.clans[seat] not in state.faces:
        state.open_to_all([state.clans[seat]], then="escaped")


def find_out(state: State) -> tuple[object, ...]:
    """The look of the first one out, then side by side what the open cards decide and what must be asked."""
    if state.undealt and not state.looked:
        return (UndealtSeen(state.active, tuple(state.undealt)),)
    return _of_sides(state)


def _of_sides(state: State) -> tuple[object, ...]:
    for side in state.unsure:
        complete = complete_by_what_is_open(state, side)
        if complete:
            return (CaveClosed("side"),)
        if complete is None:
            return (SideAsked(side, tuple(hidden_inside(state))),)
    return (SearchGoesOn(state.active),)


def seen(state: State, event: UndealtSeen) -> None:
    """No other seat sees them."""
    state.looked = True
    state.owed.append((event.seat, event.slots))
    state.stage = "escaped"


def asked(state: State, event: SideAsked) -> None:
    """Each side is asked about once."""
    state.unsure = tuple(side for side in state.unsure if side > event.side)
    state.ask("side-complete", event.side, event.slots, then="told")


def told(state: State) -> tuple[object, ...]:
    """A yes ends the game."""
    return (CaveClosed("side"),) if state.answer else _of_sides(state)


def went_on(state: State, event: SearchGoesOn) -> None:
    """The turn goes on with the draw: the dwarf is out."""
    state.unsure = ()
    go_on(state)


RULE = Rule(
    events={DwarfEscaped: escaped, UndealtSeen: seen, SideAsked: asked, SearchGoesOn: went_on},
    stages={
        "escape": Stage(follow=escape),
        "escaped": Stage(follow=find_out),
        "told": Stage(follow=told),
    },
    questions={"side-complete": Question(101, lambda side, faces: is_complete(_WORKS_FOR, side, faces))},
)

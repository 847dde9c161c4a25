"""Rule: an axe turns a cobweb at the space of its player's dwarf to its side 1, or removes it there (F6.7a, HF8)."""

from engine.acts import ActRow, Field, Integer
from engine.cave.board import border, cell_of
from engine.cave.flow import go_on, take_web, webs_at_hand
from engine.cave.state import Cobweb, State
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.machine import Rule
from engine.records import record
from engine.slots import Seat, Slot

NO_AXE = Reason("chop/no-axe", "F6.7")
NO_WEB_THERE = Reason("chop/no-web", "F6.7")

EDGES = (("N", 0), ("E", 1), ("S", 2), ("W", 3))
EDGE = Field("edge", Integer(0, 3), says="at {}", words=EDGES)


@record
class ChopWeb:
    """Discard an axe in front of oneself, against the cobweb at that edge of the dwarf's card."""

    seat: Seat
    edge: int


@record
class WebChopped:
    """The axe in that slot has turned a cobweb to its side 1, or removed it (side 0)."""

    seat: Seat
    slot: Slot
    border: int
    side: int


def decide(state: State, act: ChopWeb) -> tuple[object, ...]:
    """Before step 1, between two steps or after the last one, also if the dwarf may not move."""
    if state.stage not in ("turn", "walk"):
        raise Illegal(NOT_WANTED)
    if act.seat != state.active:
        raise Illegal(NOT_YOUR_TURN)
    axes = state.in_front(act.seat, "battle-axe")
    if not axes:
        raise Illegal(NO_AXE)
    if act.edge not in webs_at_hand(state):
        raise Illegal(NO_WEB_THERE)
    where = border(cell_of(state.dwarfs[act.seat]), act.edge)
    return (WebChopped(act.seat, axes[0], where, state.webs[where].side - 1),)


def chopped(state: State, event: WebChopped) -> None:
    """It costs no move, and the way goes on (HF8)."""
    state.front[event.seat].remove(event.slot)
    state.discard.append(event.slot)
    web = state.webs[event.border]
    if event.side:
        state.webs[event.border] = Cobweb(web.seat, web.slot, event.side)
    else:
        take_web(state, event.border)
    if state.stage == "walk":
        go_on(state)


def offer_chops(state: State, seat: Seat, acts: list[object]) -> None:
    """Every cobweb at the dwarf's space, by edge."""
    for edge in webs_at_hand(state):
        acts.append(ChopWeb(seat, edge))


RULE = Rule(
    inputs={ChopWeb: decide},
    events={WebChopped: chopped},
    acts=(ActRow(ChopWeb, "chop", (EDGE,)),),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NO_AXE, NO_WEB_THERE),
)

"""Gremlins: a module that no box has, with one thing of each kind that the boxes will bring.

* *Cry* is a reaction: it stops a card that was announced, before it shows or costs anything.
* *Relay* is a sequence: up to two cards are discarded, one after the other, and replaced at the end of the turn.
* *Hush* is a secret choice: two goals stay or change places, which costs a nugget if there is one.
* A *gremlin* lies hidden on the grid: it is found when a tunnel reaches it, pays a nugget that chance gives to a seat,
  and the table is told whether gold is left among the others.

It lives here alone.  Nothing outside this file names it but its registration.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated

from engine.acts import CELL, ActRow, Field
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.events import ChanceCalled
from engine.fields import Value, Zone
from engine.grid.cells import Cell, cell
from engine.inputs import TimeUp
from engine.machine import Decide, Question, Rule, Stage
from engine.mine.cards.card import Card
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.game import book
from engine.mine.modules import PARTS
from engine.mine.modules.module import Module
from engine.mine.rules.placing.reaching import stage_after_change
from engine.mine.rules.turn import pending
from engine.mine.rules.turn.pending import ANNOUNCED, TAKE_EFFECT, PendingState, announcing, take_pending
from engine.mine.rules.turn.turn import NOT_HELD, WRONG_KIND, leave_hand, require
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import TABLE, Face, Pile, Seat, Slot
from engine.waits import SECRETS, require_window, window
from engine.wants import Act, Want, Window

CRY, RELAY, HUSH, GOLDEN, GREY = 901, 902, 903, 904, 905
DECK = (
    Card("cry", CRY, "cry", 4),
    Card("relay", RELAY, "relay", 4),
    Card("hush", HUSH, "hush", 4),
)
GREMLINS = (
    Card("golden-gremlin", GOLDEN, "gremlin", 2, ("NESW",), nuggets=1),
    Card("grey-gremlin", GREY, "gremlin", 2, ("NESW",)),
)
PILE = Pile("gremlins", 9, (GOLDEN, GOLDEN, GREY, GREY), "round")
CELLS = {"near": ((1, 1), (2, 0)), "far": ((4, 1),)}

NO_TWO_GOALS = Reason("hush/two-goals", "HC2")


class GremlinState(PendingState):
    """What a table with gremlins keeps beside the play that waits."""

    gremlins: Annotated[dict[Cell, Slot], Zone(cells=True)]
    found: Annotated[list[Slot], Zone()]
    relayed: Annotated[int, Value(0)]
    hushed: Annotated[tuple[Cell, ...], Value(())]


# Cry: a reaction


@record
class Cry:
    """Stop the card that was announced."""

    seat: Seat
    slot: Slot
    face: Face


@record
class PlayStopped:
    """The card that was announced has no effect; both cards are discarded."""

    seat: Seat
    slot: Slot
    face: Face
    stopped: Slot


@record
class Silence:
    """The window closed by itself."""


def around(row: ActRow, decide: Decide) -> Decide:
    """Every card that is played from a hand in a turn can be stopped."""
    plays = "face" in row.act.__annotations__ and row.act is not Cry
    return announcing(decide, lambda state: bool(_others(state))) if plays else decide


def _others(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.book.clockwise[state.active][1:] if state.hands[seat])


def decide_cry(state: PendingState, act: Cry) -> tuple[object, ...]:
    """In the window, with the card in hand."""
    require_window(state, act.seat)
    if act.slot not in state.hands[act.seat]:
        raise Illegal(NOT_HELD)
    if act.face != CRY:
        raise Illegal(WRONG_KIND)
    return (PlayStopped(act.seat, act.slot, act.face, state.pending[0]),)


def stopped(state: PendingState, event: PlayStopped) -> None:
    """The stopped card goes on the discard pile first; the turn ends with the draw."""
    state.hands[event.seat].remove(event.slot)
    state.faces[event.slot] = event.face
    state.discard += (take_pending(state), event.slot)
    state.last_used = state.active
    state.draws = 1
    state.stage = "finish-turn"


def passed_by(state: PendingState, event: Silence) -> None:
    """The card takes effect."""
    state.stage = TAKE_EFFECT


def reactions(view: View) -> list[object]:
    """One for each Cry in the hand of a seat that is asked."""
    opened = window(view.state)
    if opened is None or view.seat not in opened.seats:
        return []
    return [Cry(view.seat, slot, CRY) for slot, face in view.hand() if face == CRY]


CRYING = Rule(
    inputs={Cry: decide_cry},
    events={PlayStopped: stopped, Silence: passed_by},
    offers={"cry": lambda state, seat, slot, face, acts: None},
    stages={
        ANNOUNCED: Stage(
            wants=lambda state: (Window(_others(state), "cry"),),
            choices=reactions,
            time_up=lambda state, seat: (Silence(),),
        )
    },
    acts=(ActRow(Cry, "cry", kind="cry"),),
    reasons=(NOT_HELD, WRONG_KIND),
    around=around,
)


# Relay: a sequence of two


@record
class StartRelay:
    """Discard up to two cards, one after the other."""

    seat: Seat
    slot: Slot
    face: Face


@record
class RelayCard:
    """Discard this card."""

    seat: Seat
    slot: Slot


@record
class StopRelay:
    """Discard no more."""

    seat: Seat


@record
class RelayStarted:
    """The player may discard two cards."""

    seat: Seat
    slot: Slot
    face: Face


@record
class CardRelayed:
    """A card was discarded unseen."""

    seat: Seat
    slot: Slot


@record
class RelayEnded:
    """The draw follows."""

    seat: Seat
    cards: int
    by_clock: bool = False


def start(state: State, act: StartRelay) -> tuple[object, ...]:
    """In the turn."""
    require(state, act.seat, act.slot, act.face, "relay")
    return (RelayStarted(act.seat, act.slot, act.face),)


def started(state: GremlinState, event: RelayStarted) -> None:
    """The first wait."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.relayed = 0
    state.stage = "relay" if state.hands[event.seat] else "finish-turn"


def relay(state: GremlinState, act: RelayCard) -> tuple[object, ...]:
    """A card of the player's own; the second ends the sequence."""
    _in_relay(state, act.seat)
    if act.slot not in state.hands[act.seat]:
        raise Illegal(NOT_HELD)
    last = state.relayed == 1 or len(state.hands[act.seat]) == 1
    ended = (RelayEnded(act.seat, state.relayed + 1),) if last else ()
    return (CardRelayed(act.seat, act.slot), *ended)


def stop(state: GremlinState, act: StopRelay) -> tuple[object, ...]:
    """At any time."""
    _in_relay(state, act.seat)
    return (RelayEnded(act.seat, state.relayed),)


def _in_relay(state: State, seat: Seat) -> None:
    if state.stage != "relay":
        raise Illegal(NOT_WANTED)
    if seat != state.active:
        raise Illegal(NOT_YOUR_TURN)


def relayed(state: GremlinState, event: CardRelayed) -> None:
    """The next wait."""
    state.hands[event.seat].remove(event.slot)
    state.discard.append(event.slot)
    state.relayed += 1


def relay_ended(state: GremlinState, event: RelayEnded) -> None:
    """One card for the Relay, and one for each that went."""
    state.draws = 1 + event.cards
    state.stage = "finish-turn"


def relay_choices(view: View) -> list[object]:
    """Every card, or to stop."""
    state, seat = view.state, view.seat
    if seat is None or seat != state.active:
        return []
    return [*(RelayCard(seat, slot) for slot in state.hands[seat]), StopRelay(seat)]


def relay_wants(state: State) -> tuple[Want, ...]:
    """The active player goes on or stops."""
    return (Act((state.active,), must=True, what="relay"),)


RELAYING = Rule(
    inputs={StartRelay: start, RelayCard: relay, StopRelay: stop},
    events={RelayStarted: started, CardRelayed: relayed, RelayEnded: relay_ended},
    offers={"relay": lambda state, seat, slot, face, acts: acts.append(StartRelay(seat, slot, face))},
    stages={
        "relay": Stage(
            wants=relay_wants,
            choices=relay_choices,
            time_up=lambda state, seat: (RelayEnded(seat, state.relayed, by_clock=True),),
        )
    },
    acts=(
        ActRow(StartRelay, "relay", kind="relay"),
        ActRow(RelayCard, "relay-card"),
        ActRow(StopRelay, "stop-relay", word="now"),
    ),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NOT_HELD),
)


# Hush: a secret choice


@record
class Hush:
    """Take up two goals, and put them back in the same places or in each other's."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    other: Cell


@record
class GoalsHushed:
    """Two goals were taken up."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    other: Cell


@record
class GoalsLaid:
    """They lie again, and whether they changed places is the player's secret."""

    seat: Seat


def hush(state: State, act: Hush) -> tuple[object, ...]:
    """Two goals that lie face down."""
    require(state, act.seat, act.slot, act.face, "hush")
    hidden = state.goals.keys() & state.board.network.hidden.keys()
    if act.cell == act.other or not {act.cell, act.other} <= hidden:
        raise Illegal(NO_TWO_GOALS)
    return (GoalsHushed(act.seat, act.slot, act.face, act.cell, act.other),)


def hushed(state: GremlinState, event: GoalsHushed) -> None:
    """It costs a nugget, and the choice is asked for only now."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.nuggets[event.seat] = max(0, state.nuggets[event.seat] - 1)
    state.hushed = (event.cell, event.other)
    state.ask_secretly(event.seat, 2, "hush", then="hush", ways=("stay", "swap"))


def goals_laid(state: GremlinState, event: GoalsLaid) -> None:
    """Also if they stay the slots are new, or their numbers would tell."""
    state.renew([state.goals[at] for at in state.hushed], then="finish-turn", by=event.seat)


def offer_hush(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every pair of goals that lie face down, by x, then y."""
    hidden = sorted(state.goals.keys() & state.board.network.hidden.keys())
    acts += [Hush(seat, slot, face, one, other) for one in hidden for other in hidden if one < other]


HUSHING = Rule(
    inputs={Hush: hush},
    events={GoalsHushed: hushed, GoalsLaid: goals_laid},
    offers={"hush": offer_hush},
    stages={"hush": Stage(follow=lambda state: (GoalsLaid(state.active),))},
    acts=(ActRow(Hush, "hush", (Field("other", CELL, key="and", says="and {}"),), card="hush"),),
    reasons=(NO_TWO_GOALS,),
)


# gremlins: hidden things on the grid


@record
class GremlinReached:
    """A tunnel leads to it: it must be turned up."""

    seat: Seat
    cell: Cell
    by_clock: bool = False


@record
class GremlinFound:
    """It lies face up and is part of the network."""

    seat: Seat
    cell: Cell
    slot: Slot
    face: Face


@record
class GremlinPaid:
    """A nugget for the seat that chance named; a grey one pays nothing."""

    seat: Seat
    nuggets: int


def lay_out(state: GremlinState, slots: Mapping[str, list[Slot]]) -> None:
    """As many as the layout has cells; the others lie aside, unseen."""
    [layout] = [layout for name, layout in state.book.rules.layouts if name == "gremlins"]
    for at, slot in zip((cell(*at) for at in CELLS[layout]), slots["gremlins"], strict=False):
        state.gremlins[at] = slot
        state.board.hide(at, slot)
    state.found = slots["gremlins"][len(state.gremlins) :]


def find(state: State, at: Cell, by_clock: bool) -> tuple[object, ...]:
    """What follows when a gremlin is reached."""
    return (GremlinReached(state.active, at, by_clock),)


def reached(state: GremlinState, event: GremlinReached) -> None:
    """Play waits until it is open."""
    state.choosing = event.cell
    state.open_to_all([state.gremlins[event.cell]], then="turn-gremlin")


def turn_up(state: GremlinState) -> tuple[object, ...]:
    """Chance says whom it pays."""
    assert state.choosing is not None
    slot = state.gremlins[state.choosing]
    found = GremlinFound(state.active, state.choosing, slot, state.faces[slot])
    return (found, ChanceCalled("gremlin", None, state.book.seats))


def turned_up(state: GremlinState, event: GremlinFound) -> None:
    """All four of its sides are open."""
    state.board.lay(event.cell, event.slot, state.book.groups[event.face][0], 0)
    del state.gremlins[event.cell]
    state.choosing = None


def pay(state: GremlinState) -> tuple[object, ...]:
    """The last one that was turned up."""
    golden = state.faces_on_board()[-1][1] == GOLDEN
    return (GremlinPaid(state.number, int(golden)),)


def paid(state: GremlinState, event: GremlinPaid) -> None:
    """Then the table is told whether gold is left among those aside."""
    state.nuggets[event.seat] += event.nuggets
    state.ask("gold-left", None, state.found, then="gremlin-told")


FINDING = Rule(
    events={GremlinReached: reached, GremlinFound: turned_up, GremlinPaid: paid},
    stages={
        "turn-gremlin": Stage(follow=turn_up),
        "gremlin": Stage(follow=pay),
        "gremlin-told": Stage(follow=lambda state: (GremlinsTold(state.answer),)),
    },
    chances={"gremlin": 240},
    questions={"gold-left": Question(240, lambda subject, faces: GOLDEN in faces)},
    finds={"gremlins": find},
    lays_out=lay_out,
    fields=GremlinState,
)


@record
class GremlinsTold:
    """Whether gold is left."""

    gold: bool


def told(state: State, event: GremlinsTold) -> None:
    """The settle loop goes on."""
    state.stage = stage_after_change(state)


TELLING = Rule(events={GremlinsTold: told})


def window_ends() -> TimeUp:
    """The clock's word."""
    return TimeUp(TABLE)


# the module


MODULE = Module(
    name="gremlins",
    rev=1,
    rule="D9",
    meaning="Gremlins hide in the mine, and cry out.",
    card_sets=CARD_SET_NAMES,
    layouts=(("near", "Beside the start."), ("far", "Half way.")),
    cells=CELLS,
    rules=(pending.RULE, CRYING, RELAYING, SECRETS, HUSHING, FINDING, TELLING),
    deck=DECK,
    cards=GREMLINS,
    piles=(PILE,),
    worth={
        Cry: lambda player, act: 0.5,
        StartRelay: lambda player, act: 6.0,
        RelayCard: lambda player, act: 1.0,
        StopRelay: lambda player, act: 0.9,
        Hush: lambda player, act: 5.0,
    },
)


@contextmanager
def gremlins(cries: int = 4) -> Iterator[None]:
    """The module is registered, with so many Cries in its deck."""
    cry, *others = DECK
    PARTS[MODULE.name] = replace(MODULE, deck=(replace(cry, copies=cries), *others))
    if cries != cry.copies:
        book.cache_clear()
    try:
        yield
    finally:
        del PARTS[MODULE.name]
        if cries != cry.copies:
            book.cache_clear()

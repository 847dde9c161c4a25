"""Rule: the diggers pass the drawn gold cards round and keep one each time, in secret (A9.2 to A9.4, HA26)."""

from engine.acts import SLOT, ActRow, Field
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.events import ChanceCalled, RoundClosed
from engine.machine import Rule, Stage
from engine.mine.scoring import pick_order
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat, Slot
from engine.wants import Act, Want

GOLD_NOT_OFFERED = Reason("gold/not-offered", "A9.4")


@record
class TakeGold:
    """Keep this card of those passed on."""

    seat: Seat
    slot: Slot


@record
class GoldDrawn:
    """These cards were drawn from the gold pile; they will be picked in this order of seats."""

    slots: tuple[Slot, ...]
    pickers: tuple[Seat, ...]


@record
class GoldPassed:
    """The cards go to the next picker, who sees them in a new order."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class GoldTaken:
    """A seat kept a card: which slot is public, its worth is not (HA21)."""

    seat: Seat
    slot: Slot
    by_clock: bool = False


def draw_gold(state: State, diggers: list[Seat]) -> GoldDrawn | RoundClosed:
    """As many cards as diggers (A9.2), or as the flag says; the pile is drawn in order (HA27)."""
    count = state.book.gold_to_draw(state.book.seats, len(diggers))
    picking = {seat for seat in diggers if state.book.picks_gold(state, seat)}
    order = pick_order(state.book.order(state, state.finisher), picking)
    if not order:
        return RoundClosed(state.round, state.book.next_starter(state))
    pickers = tuple(order[number % len(order)] for number in range(count))
    return GoldDrawn(tuple(state.gold_pile[:count]), pickers)


def drawn(state: State, event: GoldDrawn) -> None:
    """The cards lie apart from the pile until they are kept."""
    del state.gold_pile[: len(event.slots)]
    state.draft = list(event.slots)
    state.pickers = event.pickers
    state.stage = "pass-gold"


def pass_on(state: State) -> tuple[object, ...]:
    """On to the next picker, until the cards are used up."""
    if state.draft:
        return (GoldPassed(state.pickers[0], tuple(state.draft)),)
    return (RoundClosed(state.round, state.book.next_starter(state)),)


def passed(state: State, event: GoldPassed) -> None:
    """New slots first: an earlier picker must not see who keeps which card."""
    state.renew(event.slots, then="pick-gold" if len(event.slots) > 1 else "last-gold", show_to=event.seat)


def decide(state: State, act: TakeGold) -> tuple[object, ...]:
    """The next picker takes one of the cards passed on."""
    if state.stage != "pick-gold":
        raise Illegal(NOT_WANTED)
    if act.seat != state.pickers[0]:
        raise Illegal(NOT_YOUR_TURN)
    if act.slot not in state.draft:
        raise Illegal(GOLD_NOT_OFFERED)
    return (GoldTaken(act.seat, act.slot),)


def taken(state: State, event: GoldTaken) -> None:
    """The rest goes on."""
    state.draft.remove(event.slot)
    state.gold[event.seat].append(event.slot)
    state.pickers = state.pickers[1:]
    state.stage = "pass-gold"


def take_last(state: State) -> tuple[object, ...]:
    """The last card goes to its owner without a question."""
    return (GoldTaken(state.pickers[0], state.draft[0]),)


def take_by_chance(state: State) -> tuple[object, ...]:
    """HA25: uniformly random."""
    return (GoldTaken(state.pickers[0], state.draft[state.number], by_clock=True),)


def choices(view: View) -> list[object]:
    """Any card of the draft."""
    state = view.state
    return [TakeGold(view.seat, slot) for slot in state.draft] if view.seat == state.pickers[0] else []


def time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: a pick among cards that only the player sees is left to chance."""
    return (ChanceCalled("gold-by-chance", seat, len(state.draft)),)


def wants(state: State) -> tuple[Want, ...]:
    """The next picker keeps a card."""
    return (Act((state.pickers[0],), must=True, what="gold"),)


RULE = Rule(
    inputs={TakeGold: decide},
    events={GoldDrawn: drawn, GoldPassed: passed, GoldTaken: taken},
    stages={
        "pass-gold": Stage(follow=pass_on),
        "pick-gold": Stage(wants=wants, choices=choices, time_up=time_up),
        "last-gold": Stage(follow=take_last),
        "gold-by-chance": Stage(follow=take_by_chance),
    },
    acts=(ActRow(TakeGold, "take-gold", (Field("slot", SLOT, zone="draft"),)),),
    chances={"gold-by-chance": 3},
    reasons=(NOT_WANTED, NOT_YOUR_TURN, GOLD_NOT_OFFERED),
)

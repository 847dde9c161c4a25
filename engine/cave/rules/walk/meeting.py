"""Rule: where dwarfs and a monster meet it attacks, unless an axe drives it away first (F6.7b, F6.10, F8.3)."""

from engine.acts import ActRow
from engine.cave.cards.table import MONSTERS
from engine.cave.flow import bite_done, go_on, send_home
from engine.cave.state import State
from engine.cave.view import View
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal
from engine.events import ChanceCalled
from engine.machine import Rule, Stage
from engine.records import record
from engine.slots import Seat, Slot
from engine.wants import Act, Want

RAT, CRAWLER, GOBLIN = range(len(MONSTERS))


@record
class SwingAxe:
    """Discard an axe in front of oneself, and drive the monster away."""

    seat: Seat


@record
class HoldAxe:
    """Keep the axe."""

    seat: Seat


@record
class AxeAwaited:
    """These seats may use an axe against a monster, one after the other (HF8, HF27)."""

    monster: int
    seats: tuple[Seat, ...]


@record
class MeetingBegan:
    """A monster attacks the dwarfs of these seats, of whom none has an axe."""

    monster: int
    victims: tuple[Seat, ...]


@record
class AxeHeld:
    """A seat keeps its axe."""

    seat: Seat
    monster: int
    by_clock: bool = False


@record
class MonsterDrivenOff:
    """The axe in that slot has driven a monster away before it attacked."""

    seat: Seat
    monster: int
    slot: Slot


@record
class MonsterAttacked:
    """A monster attacks the seat's dwarf, even if there is nothing to lose."""

    seat: Seat
    monster: int


def meet(state: State) -> tuple[object, ...]:
    """Before each monster attacks, those of its victims are asked who have an axe before them."""
    armed = tuple(seat for seat in state.victims if state.in_front(seat, "battle-axe"))
    if armed:
        return (AxeAwaited(state.foes[0], armed),)
    return (MeetingBegan(state.foes[0], state.victims),)


def awaited(state: State, event: AxeAwaited) -> None:
    """Play waits for them."""
    state.asked_for_axe = event.seats
    state.stage = "axe"


def began(state: State, event: MeetingBegan) -> None:
    """No victim has an axe."""
    _attack(state, event.victims)


def _attack(state: State, victims: tuple[Seat, ...]) -> None:
    state.bitten = victims
    state.stage = "attack"


def swing(state: State, act: SwingAxe) -> tuple[object, ...]:
    """The first yes ends the asking; the axe that was laid first is used."""
    _require_asked(state, act.seat)
    return (MonsterDrivenOff(act.seat, state.foes[0], state.in_front(act.seat, "battle-axe")[0]),)


def driven_off(state: State, event: MonsterDrivenOff) -> None:
    """All dwarfs there are spared by this monster."""
    state.front[event.seat].remove(event.slot)
    state.discard.append(event.slot)
    send_home(state, event.monster)
    state.asked_for_axe = ()
    state.foes = state.foes[1:]
    go_on(state)


def hold(state: State, act: HoldAxe) -> tuple[object, ...]:
    """The next one is asked."""
    _require_asked(state, act.seat)
    return (AxeHeld(act.seat, state.foes[0]),)


def _require_asked(state: State, seat: Seat) -> None:
    if state.stage != "axe":
        raise Illegal(NOT_WANTED)
    if seat != state.asked_for_axe[0]:
        raise Illegal(NOT_YOUR_TURN)


def held(state: State, event: AxeHeld) -> None:
    """After the last no the attack follows."""
    state.asked_for_axe = state.asked_for_axe[1:]
    if not state.asked_for_axe:
        _attack(state, state.victims)


def attack(state: State) -> tuple[object, ...]:
    """One dwarf after the other, clockwise from the active player; a rat takes a card that chance names."""
    seat, monster = state.bitten[0], state.foes[0]
    attacked = MonsterAttacked(seat, monster)
    if monster == RAT and state.hands[seat]:
        return (attacked, ChanceCalled("lost-card", seat, len(state.hands[seat])))
    return (attacked,)


def attacked(state: State, event: MonsterAttacked) -> None:
    """A crawler throws the dwarf down, a goblin takes a nugget, if there is one (F6.8)."""
    seat = event.seat
    if event.monster == RAT and state.hands[seat]:
        return  # the loss of the card ends this attack
    if event.monster == CRAWLER:
        state.lying[seat] = True
    elif event.monster == GOBLIN and state.nuggets[seat]:
        state.nuggets[seat] -= 1
    bite_done(state)


def choices(view: View) -> list[object]:
    """To use an axe, or not."""
    seat = view.seat
    return [SwingAxe(seat), HoldAxe(seat)] if seat is not None and seat == view.state.asked_for_axe[0] else []


def time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: no."""
    return (AxeHeld(seat, state.foes[0], by_clock=True),)


def wants(state: State) -> tuple[Want, ...]:
    """The next seat says yes or no."""
    return (Act((state.asked_for_axe[0],), must=True, what="axe"),)


RULE = Rule(
    inputs={SwingAxe: swing, HoldAxe: hold},
    events={
        AxeAwaited: awaited,
        MeetingBegan: began,
        AxeHeld: held,
        MonsterDrivenOff: driven_off,
        MonsterAttacked: attacked,
    },
    stages={
        "meet": Stage(follow=meet),
        "axe": Stage(wants=wants, choices=choices, time_up=time_up),
        "attack": Stage(follow=attack),
    },
    acts=(ActRow(SwingAxe, "axe", word="swing"), ActRow(HoldAxe, "axe", word="hold")),
    reasons=(NOT_WANTED, NOT_YOUR_TURN),
)

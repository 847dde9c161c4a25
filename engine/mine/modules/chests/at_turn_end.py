"""What chests bring at the end of the turn, in the order found: X3, X4, X6 and X7 (D5.5, HD14).

Each of them but X4, and X9 too, uses up one card of the normal draw.  If the round ends first, they lapse.
"""

from bisect import insort
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.events import ChanceCalled
from engine.hands import require_other
from engine.machine import Rule, Stage
from engine.mine.modules.chests.at_once import ChestAsked
from engine.mine.modules.chests.state import CHOICE_OF_3, DISCARD_5, EXTRA_DRAW, NO_DRAW, ROBBERY, ChestState
from engine.mine.rules.actions.keep_one import look_through
from engine.mine.rules.placing.reaching import require_stage
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.turn.turn import CardDrawn, SeatSkipped, TurnBegan
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Face, Seat, Slot
from engine.wants import Act, Want

OWN_HAND = Reason("chest/own-hand", "D5.5")
EMPTY_HAND = Reason("chest/empty-hand", "HD14")

_THREE = 3
_TURN_IS_OVER = (CardDrawn, TurnBegan, SeatSkipped, RoundEnded)


@record
class RobPlayer:
    """Take a card from the hand of that seat."""

    seat: Seat
    target: Seat


@record
class ChestTakesEffect:
    """The turn is over, and a chest that was found in it acts."""

    seat: Seat
    face: Face


@record
class VictimNamed:
    """A card will be taken from that seat, and chance says which."""

    seat: Seat
    target: Seat
    by_clock: bool = False


@record
class CardRobbed:
    """A card changed hands."""

    seat: Seat
    target: Seat
    slot: Slot


@record
class ThreeDrawn:
    """The seat draws cards to keep one of them."""

    seat: Seat
    slots: tuple[Slot, ...]


def around_finish(stage: Stage) -> Stage:
    """Chests act before the draw, and after all that the player still does in the turn."""
    finish = stage.follow
    assert finish is not None

    def finish_with_chests(state: ChestState) -> tuple[object, ...]:
        events = finish(state)
        return act(state) if state.at_end and isinstance(events[0], _TURN_IS_OVER) else events

    return replace(stage, follow=finish_with_chests)


def act(state: ChestState) -> tuple[object, ...]:
    """The one that was found first."""
    face = state.at_end[0]
    return (ChestTakesEffect(state.active, face), *ENDINGS[face](state))


def takes_effect(state: ChestState, event: ChestTakesEffect) -> None:
    """One card more is drawn, or one less."""
    state.at_end = state.at_end[1:]
    state.draws = state.draws + 1 if event.face == EXTRA_DRAW else max(0, state.draws - 1)


def only_the_draw(state: ChestState) -> tuple[object, ...]:
    """Nothing happens besides (X3, X9)."""
    return ()


def draw_one(state: ChestState) -> tuple[object, ...]:
    """X4: if a card is left."""
    return (CardDrawn(state.active, state.pile[-1]),) if state.pile else ()


# X6: a card of another player


def victims(state: State) -> list[Seat]:
    """Every other seat with a card, clockwise."""
    return [seat for seat in state.book.clockwise[state.active][1:] if state.hands[seat]]


def rob(state: ChestState) -> tuple[object, ...]:
    """One victim alone is not asked for; without one nothing is taken."""
    seats = victims(state)
    if len(seats) > 1:
        return (ChestAsked(state.active, "chest-victim"),)
    return _named(state, seats[0]) if seats else ()


def decide_rob(state: ChestState, given: RobPlayer) -> tuple[object, ...]:
    """Another player who has a card."""
    require_stage(state, given.seat, "chest-victim")
    require_other(state, given.seat, given.target, OWN_HAND)
    if not state.hands[given.target]:
        raise Illegal(EMPTY_HAND)
    return _named(state, given.target)


def _named(state: State, target: Seat, *, by_clock: bool = False) -> tuple[object, ...]:
    below = len(state.hands[target])
    return (VictimNamed(state.active, target, by_clock), ChanceCalled("robbery", target, below))


def named(state: ChestState, event: VictimNamed) -> None:
    """Neither seat can steer which card it is."""
    state.victim = event.target


def take(state: ChestState) -> tuple[object, ...]:
    """The slots are counted in ascending order."""
    return (CardRobbed(state.active, state.victim, state.hands[state.victim][state.number]),)


def robbed(state: ChestState, event: CardRobbed) -> None:
    """The thief's hand is renewed, so that the victim cannot follow the card."""
    state.hands[event.target].remove(event.slot)
    hand = state.hands[event.seat]
    insort(hand, event.slot)
    state.renew(hand, then="finish-turn", show_to=event.seat)


def choose_victim(view: View) -> list[object]:
    """Every other seat with a card, clockwise."""
    return [RobPlayer(view.seat, target) for target in victims(view.state)] if view.seat == view.state.active else []


def victim_time_up(state: ChestState, seat: Seat) -> tuple[object, ...]:
    """HA25: the first of the choices."""
    return _named(state, victims(state)[0], by_clock=True)


# X7: one of three


def draw_three(state: ChestState) -> tuple[object, ...]:
    """The top three, or as many as there are."""
    return (ThreeDrawn(state.active, tuple(state.pile[: -_THREE - 1 : -1])),) if state.pile else ()


def three_drawn(state: ChestState, event: ThreeDrawn) -> None:
    """One is kept, the others are discarded unseen."""
    del state.pile[-len(event.slots) :]
    look_through(state, event.slots)


ENDINGS: Mapping[Face, Callable[[ChestState], tuple[object, ...]]] = {
    NO_DRAW: only_the_draw,
    EXTRA_DRAW: draw_one,
    ROBBERY: rob,
    CHOICE_OF_3: draw_three,
    DISCARD_5: only_the_draw,
}
"""By face: what the chest brings when the turn ends, beside its change of the draw."""


def victim_wanted(state: State) -> tuple[Want, ...]:
    """The active player says whom to rob."""
    return (Act((state.active,), must=True, what="chest-victim"),)


RULE = Rule(
    inputs={RobPlayer: decide_rob},
    events={
        ChestTakesEffect: takes_effect,
        VictimNamed: named,
        CardRobbed: robbed,
        ThreeDrawn: three_drawn,
    },
    stages={
        "chest-victim": Stage(wants=victim_wanted, choices=choose_victim, time_up=victim_time_up),
        "robbery": Stage(follow=take),
    },
    acts=(ActRow(RobPlayer, "rob"),),
    chances={"robbery": 16},
    reasons=(NO_SUCH_SEAT, OWN_HAND, EMPTY_HAND),
    around_stages={"finish-turn": around_finish},
)

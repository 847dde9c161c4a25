"""Treasury, the card of 2018: a card out of the top five of the discard pile in place of the draw (C3, HC3).

Most of the five were played for all to see.  They are renewed before the player sees them, so that the others cannot
tell which of them was kept (HD18).
"""

from typing import Any

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.machine import Rule, Stage
from engine.mine.cards.championship import TREASURY
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module
from engine.mine.rules.actions import keep_one
from engine.mine.rules.actions.keep_one import KeepState, look_through
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

NOTHING_DISCARDED = Reason("treasury/nothing-discarded", "HC3")

_FIVE = 5


@record
class OpenTreasury:
    """Look through the top of the discard pile instead of drawing."""

    seat: Seat
    slot: Slot
    face: Face


@record
class TreasuryOpened:
    """These cards of the discard pile are mixed, and the Treasury lies on them."""

    seat: Seat
    slot: Slot
    face: Face
    slots: tuple[Slot, ...]


@record
class TreasuryLookedThrough:
    """The seat looks at them as they lie now."""

    seat: Seat
    slots: tuple[Slot, ...]


def decide(state: State, act: OpenTreasury) -> tuple[object, ...]:
    """Also with an empty draw pile; but something must have been discarded."""
    require(state, act.seat, act.slot, act.face, "treasury")
    if not state.discard:
        raise Illegal(NOTHING_DISCARDED)
    return (TreasuryOpened(act.seat, act.slot, act.face, tuple(state.discard[-_FIVE:])),)


def opened(state: State, event: TreasuryOpened) -> None:
    """The look takes the place of the draw."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.draws = 0
    state.discard.append(event.slot)
    state.renew(event.slots, then="treasury")


def show(state: State) -> tuple[object, ...]:
    """The five below the Treasury, or as many as there are."""
    return (TreasuryLookedThrough(state.active, tuple(state.discard[-1 - _FIVE : -1])),)


def looked_through(state: KeepState, event: TreasuryLookedThrough) -> None:
    """All but one of them go back below the Treasury."""
    del state.discard[-1 - len(event.slots) : -1]
    look_through(state, event.slots, under=1)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """There is nothing to choose before the cards are seen."""
    if state.discard:
        acts.append(OpenTreasury(seat, slot, face))


RULE = Rule(
    inputs={OpenTreasury: decide},
    events={TreasuryOpened: opened, TreasuryLookedThrough: looked_through},
    offers={"treasury": offer},
    stages={"treasury": Stage(follow=show)},
    acts=(ActRow(OpenTreasury, "open-treasury", kind="treasury"),),
    reasons=(NOTHING_DISCARDED,),
)


def worth_of_kept(player: Any, act: keep_one.KeepCard) -> float:
    """The card that would be missed most."""
    face = player.view.notebook.shown.get(act.slot)
    return 0.0 if face is None else float(player.missed(face))


def worth(player: Any, act: OpenTreasury) -> float:
    """The better the cards are that all have seen on the discard pile; more when there is nothing to draw."""
    state = player.state
    seen = (state.faces.get(slot) for slot in state.discard[-_FIVE:])
    best = max((player.missed(face) for face in seen if face is not None), default=0.0)
    return float(player.idle + best) - (_DRAWN if state.pile else 0.0)


_DRAWN = 0.5
"""What it is worth to draw, as in any other turn."""

MODULE = Module(
    name="treasury",
    rev=1,
    rule="C3",
    meaning="One card that lets its player keep one of the five last discarded cards. It takes the place of the draw.",
    card_sets=CARD_SET_NAMES,
    rules=(keep_one.RULE, RULE),
    deck=(TREASURY,),
    worth={OpenTreasury: worth, keep_one.KeepCard: worth_of_kept},
    kept={"treasury": 1.3},
)

"""Veto, the card of 2019: a reaction that stops the path or action card of another player (C4, HC4, HC9 to HC11).

Every such play is announced while the Veto could be in the hand of another seat, whether it is there or not, so that
the wait tells nothing.
"""

from dataclasses import replace
from typing import Annotated, Any, cast

from engine.acts import ActRow
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal
from engine.fields import Value
from engine.machine import Decide, Rule, Stage
from engine.mine.cards.championship import VETO
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.prison import Imprison
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.turn import pending
from engine.mine.rules.turn.pending import (
    ANNOUNCED,
    TAKE_EFFECT,
    PendingState,
    PlayAnnounced,
    announcing,
    take_pending,
)
from engine.mine.rules.turn.turn import NOT_HELD, WRONG_KIND, CardDrawn
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Face, Seat, Slot
from engine.waits import require_window
from engine.wants import Want, Window


class VetoState(State):
    """A state in which a seat may have played a Veto."""

    objector: Annotated[Seat, Value(-1)]
    """Who played it in this turn and has still to draw."""


@record
class PlayVeto:
    """Stop the card that was announced."""

    seat: Seat
    slot: Slot
    face: Face


@record
class PlayVetoed:
    """The card that was announced has no effect; it and the Veto are discarded."""

    seat: Seat
    slot: Slot
    face: Face
    stopped: Slot


@record
class VetoTimeOver:
    """No Veto was played."""


@record
class ObjectorDraws:
    """The active player has drawn: now it is the player of the Veto."""

    seat: Seat


def around(row: ActRow, decide: Decide) -> Decide:
    """Every card that is shown and played in a turn can be stopped, but a Veto (HC4)."""
    shows = "face" in row.act.__annotations__ and row.act is not PlayVeto
    return announcing(decide, could_be_vetoed) if shows else decide


def could_be_vetoed(state: State) -> bool:
    """HC9: another hand has cards, and the Veto does not lie on the discard pile for all to see."""
    return VETO.number not in map(state.faces.get, state.discard) and bool(_others(state))


def _others(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.book.clockwise[state.active][1:] if state.hands[seat])


def decide(state: PendingState, act: PlayVeto) -> tuple[object, ...]:
    """In the time for it, with the card in hand; tools and prisons do not matter."""
    require_window(state, act.seat)
    if act.slot not in state.hands[act.seat]:
        raise Illegal(NOT_HELD)
    if act.face != VETO.number:
        raise Illegal(WRONG_KIND)
    return (PlayVetoed(act.seat, act.slot, act.face, state.pending[0]),)


def vetoed(state: State, event: PlayVetoed) -> None:
    """The stopped card goes on the discard pile first (HA17); it counts as used, and the Veto does not (HC11)."""
    state.hands[event.seat].remove(event.slot)
    state.faces[event.slot] = event.face
    state.discard += (take_pending(cast(PendingState, state)), event.slot)
    state.last_used = state.active
    cast(VetoState, state).objector = event.seat
    state.draws = 1
    state.after_change = "finish-turn"  # also in the middle of a play of several cards
    state.stage = "finish-turn"


def time_over(state: PendingState, event: VetoTimeOver) -> None:
    """The card takes effect."""
    state.stage = TAKE_EFFECT


def around_finish(stage: Stage) -> Stage:
    """The player of the Veto draws after the active player, and then it is the turn of the next (HC4)."""
    finish = stage.follow
    assert finish is not None

    def follow(state: VetoState) -> tuple[object, ...]:
        if state.objector < 0:
            return finish(state)
        if state.draws and state.pile:
            return (CardDrawn(state.drawer, state.pile[-1]),)
        return (ObjectorDraws(state.objector),)

    return replace(stage, follow=follow)


def objector_draws(state: VetoState, event: ObjectorDraws) -> None:
    """One card, if there is one."""
    state.drawer, state.draws, state.objector = event.seat, 1, -1


def choices(view: View) -> list[object]:
    """The Veto, if it is in the hand of a seat that is asked."""
    state, seat = view.state, view.seat
    if seat is None or seat == state.active or state.owed:
        return []
    shown = view.notebook.shown
    return [PlayVeto(seat, slot, VETO.number) for slot in state.hands[seat] if shown.get(slot) == VETO.number]


def wants(state: State) -> tuple[Want, ...]:
    """All other seats with cards; it is the Veto, or the clock."""
    return (Window(_others(state), "veto"),)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Its holder cannot play it in a turn of theirs (HC10)."""


# to a bot


def note(memory: Any, event: PlayAnnounced, view: View) -> None:
    """What may be stopped now."""
    memory.announced = event.act


def worth(player: Any, act: PlayVeto) -> float:
    """It is kept for what hurts, as long as there is something to wait for."""
    return harm(player, player.belief.announced) - (1 + player.idle / 4 if len(player.state.pile) > _MANY else _ENDS)


def harm(player: Any, act: Any) -> float:
    """How much the act of another seat hurts, about in cards."""
    book = player.state.book
    if isinstance(act, BreakTool | Imprison):
        harm = _OF_PRISON if isinstance(act, Imprison) else _OF_BREAK
        return harm if act.target == player.seat else harm * player.likes(act.target) / 2
    if isinstance(act, RepairTool | FreePlayer):
        return 0.0 if act.target == player.seat else -_OF_HELP * player.likes(act.target)
    if isinstance(act, CauseRockfall):
        there = act.cell in player.state.board.network.slots
        return _of_gain(player, player.gain_without(act.cell)) if there else 0.0
    if act.face in book.masks and "turned" in act.__annotations__:
        gain = player.gain(act)
        last = 4.0 if player.spoils and player.missing - gain < 1 else 0.0
        return _of_gain(player, gain) + last
    return 0.0


def _of_gain(player: Any, gain: float) -> float:
    if player.spoils:
        return gain
    return 0.0 if player.hinders else -gain


_ENDS, _MANY = 0.4, 15
_OF_PRISON, _OF_BREAK, _OF_HELP = 4.0, 2.0, 1.5

RULE = Rule(
    inputs={PlayVeto: decide},
    events={PlayVetoed: vetoed, VetoTimeOver: time_over, ObjectorDraws: objector_draws},
    offers={"veto": offer},
    stages={ANNOUNCED: Stage(wants=wants, choices=choices, time_up=lambda state, seat: (VetoTimeOver(),))},
    acts=(ActRow(PlayVeto, "veto", kind="veto"),),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NOT_HELD, WRONG_KIND),
    fields=VetoState,
    around=around,
    around_stages={"finish-turn": around_finish},
)
MODULE = Module(
    name="veto",
    rev=1,
    rule="C4",
    meaning="One card that stops a card of another player. Both players then draw.",
    card_sets=CARD_SET_NAMES,
    rules=(pending.RULE, RULE),
    deck=(VETO,),
    worth={PlayVeto: worth},
    kept={"veto": 4.0},
    notes={PlayAnnounced: note},
)

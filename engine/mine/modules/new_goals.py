"""New Goals: eight goals, of which five lie out; some of them bring or cost a nugget, and one ends the round (D4)."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.acts import ActRow
from engine.grid.cells import Cell, cell
from engine.machine import Rule, Stage
from engine.mine.book import Book, Due
from engine.mine.cards.base import GOALS
from engine.mine.cards.minis import NEW_GOAL_CELLS, NEW_GOALS
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module
from engine.mine.rules.placing.goals import TREASURE
from engine.mine.rules.placing.reaching import require_stage, stage_after_change
from engine.mine.rules.round import paying
from engine.mine.rules.round.paying import NuggetNoted, PayingState, hidden_gold, sure, turn_ups
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Face, Seat
from engine.wants import Act, Want

if TYPE_CHECKING:
    from engine.mine.sets.resolving import Box  # which knows the modules

_BY_KEY = {card.key: card for card in NEW_GOALS}
_IN_BAG = {card.number: card.nuggets for card in NEW_GOALS if card.nuggets}
_BAGS = tuple(card for card in NEW_GOALS if card.nuggets)


@record
class KeepGoldHidden:
    """Turn up no gold card for the dragon; what it is owed is noted."""

    seat: Seat


@record
class BagFound:
    """The seat takes nuggets from the bank."""

    seat: Seat
    nuggets: int


@record
class DragonPaid:
    """The seat pays a nugget to the bank."""

    seat: Seat


@record
class DragonWaits:
    """The seat owns nothing for sure, and has gold cards that it could turn up."""

    seat: Seat


@record
class DragonSpares:
    """The seat owns nothing, and pays nothing."""

    seat: Seat


@record
class DragonNoted:
    """The gold cards stay hidden; the nugget is taken when they prove that there was one."""

    seat: Seat
    by_clock: bool = False


@record
class SpiderFound:
    """A giant spider ends the round."""

    seat: Seat


def bag(nuggets: int) -> Callable[[State], tuple[object, ...]]:
    """So many nuggets at once (HD9)."""
    return lambda state: (BagFound(state.active, nuggets),)


def bag_found(state: State, event: BagFound) -> None:
    """Also a player in prison keeps them (HD20)."""
    state.nuggets[event.seat] += event.nuggets


def dragon(state: State) -> tuple[object, ...]:
    """One nugget at once, of gold in any form (HD9)."""
    seat = state.active
    if sure(state, seat) > 0:
        return (DragonPaid(seat),)
    return (DragonWaits(seat),) if hidden_gold(state, seat) else (DragonSpares(seat),)


def dragon_paid(state: State, event: DragonPaid) -> None:
    """The settle loop goes on."""
    state.nuggets[event.seat] -= 1
    state.stage = stage_after_change(state)


def dragon_waits(state: State, event: DragonWaits) -> None:
    """The player may turn up gold cards (HD17)."""
    state.stage = "dragon-waits"


def dragon_leaves(state: State, event: DragonSpares | DragonNoted) -> None:
    """The settle loop goes on."""
    state.stage = stage_after_change(state)


def decide_hidden(state: State, act: KeepGoldHidden) -> tuple[object, ...]:
    """What a player holds face down is the player's own affair."""
    require_stage(state, act.seat, "dragon-waits")
    return _noted(state, act.seat)


def _noted(state: State, seat: Seat, *, by_clock: bool = False) -> tuple[object, ...]:
    return (NuggetNoted(seat, state.nuggets[seat], len(state.gold[seat])), DragonNoted(seat, by_clock))


def choices(view: View) -> list[object]:
    """Every gold card that lies face down; or none."""
    state, seat = view.state, view.seat
    if seat is None or seat != state.active:
        return []
    return [*turn_ups(state, seat), KeepGoldHidden(seat)]


def time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: no card is turned up."""
    return _noted(state, seat, by_clock=True)


def wants(state: State) -> tuple[Want, ...]:
    """The active player turns up a gold card, or none."""
    return (Act((state.active,), must=True, what="dragon"),)


def spider(state: State) -> tuple[object, ...]:
    """As if the treasure had not been reached (HD10)."""
    return (SpiderFound(state.active), RoundEnded(treasure=False, finisher=None))


def spider_found(state: PayingState, event: SpiderFound) -> None:
    """What was reached besides stays face down (HD11)."""


RULE = Rule(
    inputs={KeepGoldHidden: decide_hidden},
    events={
        BagFound: bag_found,
        DragonPaid: dragon_paid,
        DragonWaits: dragon_waits,
        DragonSpares: dragon_leaves,
        DragonNoted: dragon_leaves,
        SpiderFound: spider_found,
    },
    stages={
        "dragon": Stage(follow=dragon),
        "dragon-waits": Stage(wants=wants, choices=choices, time_up=time_up),
    },
    acts=(ActRow(KeepGoldHidden, "show-gold", word="nothing"),),
)


def repacks(box: "Box", seats: int) -> "Box":
    """The treasure and four of the other seven lie out; all eight are dealt (D4.1)."""
    goals = tuple(card.number for card in NEW_GOALS for _ in range(card.copies))
    shuffles = ((1, len(goals)), (0, len(NEW_GOAL_CELLS)))
    assert goals[0] == TREASURE
    piles = (replace(pile, faces=goals, shuffles=shuffles) if pile.name == "goals" else pile for pile in box.piles)
    return replace(box, piles=tuple(piles))


def amends(book: Book) -> Book:
    """Where the goals lie, and what they bring."""
    effects = {card.number: bag(card.nuggets) for card in _BAGS}
    effects |= {_BY_KEY["dragon"].number: dragon, _BY_KEY["spider"].number: spider}
    return replace(
        book,
        goal_cells=tuple(cell(*at) for at in NEW_GOAL_CELLS),
        goal_effects={**book.goal_effects, **effects},
        dues={**book.dues, "dragon-waits": Due(_of_dragon, then="dragon")},
    )


def lures(player: Any) -> dict[Cell, float]:
    """To a bot: what a goal brings that it knows."""
    known = {at: player.view.goal(at) for at in player.view.hidden_goals()}
    return {at: _of_goal(player, face) for at, face in known.items() if face is not None}


def _of_goal(player: Any, face: Face) -> float:
    if face in _IN_BAG:
        return _PER_NUGGET * _IN_BAG[face]
    if face == _BY_KEY["dragon"].number:
        return -_PER_NUGGET if player.state.nuggets[player.seat] > 0 else 0.0
    if face == _BY_KEY["spider"].number:
        return _OF_ROUND if player.spoils else -_OF_ROUND
    return 0.0


_PER_NUGGET, _OF_ROUND = 4.0, 25.0


def _of_dragon(state: State, seat: Seat) -> int:
    return 1 if seat == state.active else 0


MODULE = Module(
    name="new-goals",
    rev=1,
    rule="D4",
    meaning="Five goals out of eight. Bags give nuggets, a dragon takes one, and the spider ends the round.",
    card_sets=CARD_SET_NAMES,
    rules=(paying.RULE, RULE),
    cards=tuple(card for card in NEW_GOALS if card not in GOALS),
    repacks=repacks,
    amends=amends,
    worth={
        **paying.WORTH,
        KeepGoldHidden: lambda player, act: 0.0,
    },
    lures=lures,
)

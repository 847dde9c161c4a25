"""A turn at a table with collectors: what may be done in it besides, and what is over with it (D1.2, HD3, HD4)."""

from dataclasses import replace
from typing import Any

from engine.machine import Rule, Stage
from engine.mine.modules.toll.collectors import BringCollector, CollectorLeft, open_ends
from engine.mine.modules.toll.consent import AskToll
from engine.mine.modules.toll.payers import nameable
from engine.mine.modules.toll.price import affordable
from engine.mine.modules.toll.scenario import WORDS
from engine.mine.modules.toll.state import COLLECTORS, TollState, foreign, of_toll, standing, start
from engine.mine.rules.round.paying import turn_ups
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat


@record
class ConsentsLapsed:
    """With the turn all that was agreed is over."""


def in_turn(stage: Stage) -> Stage:
    """The turn, with what the toll adds to it."""

    def choices(view: View) -> list[Any]:
        acts = stage.choices(view)
        return [*(affordable(view, acts) if acts else acts), *turn_choices(view)]

    return replace(stage, choices=choices)


def turn_choices(view: View) -> list[object]:
    """What the toll adds to a turn: collectors, then whom to ask, who pays, and gold to pay with."""
    state, seat = of_toll(view), view.seat
    if seat is None or seat != state.active:
        return []
    acts: list[object] = []
    if state.brought < COLLECTORS:
        acts += [BringCollector(seat, slot, *end) for slot in state.hands[seat] for end in open_ends(state)]
    if foreign(state, seat):
        others = state.book.clockwise[seat][1:]
        acts += [AskToll(seat, target) for target in others if target not in state.toll_asked]
        acts += nameable(state, seat)
    return [*acts, *turn_ups(state, seat)]


def ending(stage: Stage) -> Stage:
    """First collectors leave whose card is gone, and what was agreed is over."""
    finish = stage.follow
    assert finish is not None

    def follow(state: TollState) -> tuple[object, ...]:
        still = standing(state)
        gone = [CollectorLeft(one.owner, one.number, one.cell) for one in state.collectors if one not in still]
        if gone or state.toll_asked or state.toll_payers:
            return (*gone, ConsentsLapsed())
        return finish(state)

    return replace(stage, follow=follow)


def lapsed(state: TollState, event: ConsentsLapsed) -> None:
    """The next turn asks again."""
    state.toll_asked, state.toll_agreed, state.toll_payers = [], [], {}


def most_to_pay(state: TollState, seat: Seat) -> int:
    """What the active seat may have to pay in its turn."""
    return len(foreign(state, seat)) if seat == state.active else 0


RULE = Rule(
    events={ConsentsLapsed: lapsed},
    lays_out=start,
    fields=TollState,
    around_stages={"turn": in_turn, "finish-turn": ending},
    scenario=WORDS,
)

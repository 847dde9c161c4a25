"""Costume Department: the first player to reach the postcard must take another role (D2)."""

from typing import Any

from engine.machine import Rule
from engine.mine.cards.minis import POSTCARD
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules import postcard
from engine.mine.modules.module import Module
from engine.mine.rules.placing.reaching import stage_after_change
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat, Slot


@record
class RoleExchanged:
    """A seat gave up its role unseen for one that no seat had."""

    seat: Seat
    old: Slot
    new: Slot


@record
class NoCostumeLeft:
    """No role is undealt: the seat keeps its own (HD5)."""

    seat: Seat


def effect(state: State) -> tuple[object, ...]:
    """The top undealt role, which in the base game is the left-over one (D2.2)."""
    if not state.spare_roles:
        return (NoCostumeLeft(state.active),)
    return (RoleExchanged(state.active, state.roles[state.active], state.spare_roles[0]),)


def exchanged(state: State, event: RoleExchanged) -> None:
    """The old role goes under the pile by every reading (HD26); only its new owner sees the new one."""
    state.spare_roles.remove(event.new)
    state.spare_roles.append(event.old)
    state.roles[event.seat] = event.new
    state.owed.append((event.seat, (event.new,)))
    state.stage = stage_after_change(state)


def kept(state: State, event: NoCostumeLeft) -> None:
    """The settle loop goes on."""
    state.stage = stage_after_change(state)


RULE = Rule(events={RoleExchanged: exchanged, NoCostumeLeft: kept})


def note(memory: Any, event: RoleExchanged, view: View) -> None:
    """What was known of the seat is void."""
    memory.forget((event.seat,))


MODULE = Module(
    name="costume",
    rev=1,
    rule="D2",
    meaning="A postcard lies half way. The first player to reach it must take an unused role instead of their own.",
    card_sets=CARD_SET_NAMES,
    excludes=(("party", "HD7"), ("tournament", "HE2")),
    rules=(postcard.rule(effect), RULE),
    cards=(POSTCARD,),
    piles=(postcard.PILE,),
    amends=postcard.amends,
    lures=postcard.lures,
    notes={RoleExchanged: note},
)

"""Tunnel Party: when the postcard is first reached, the roles of all players are shuffled and dealt again (D3)."""

from typing import Any

from engine.machine import Rule, Stage
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
class RolesCollected:
    """The roles of all players are shuffled, unseen."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class RolesDealt:
    """Every player has one of them; only its owner may look at it."""

    slots: tuple[Slot, ...]


def effect(state: State) -> tuple[object, ...]:
    """Undealt roles take no part (D3.2)."""
    return (RolesCollected(state.active, tuple(state.roles)),)


def collected(state: State, event: RolesCollected) -> None:
    """No seat knows the new order, the one that reached the postcard included (HD6)."""
    state.renew(event.slots, then="party")


def deal(state: State) -> tuple[object, ...]:
    """One each."""
    return (RolesDealt(tuple(state.roles)),)


def dealt(state: State, event: RolesDealt) -> None:
    """Prisons, Thefts and tools stay with the seat (HD23)."""
    for seat, slot in enumerate(event.slots):
        state.owed.append((seat, (slot,)))
    state.stage = stage_after_change(state)


RULE = Rule(
    events={RolesCollected: collected, RolesDealt: dealt},
    stages={"party": Stage(follow=deal)},
)


def note(memory: Any, event: RolesDealt, view: View) -> None:
    """What was known of any seat is void."""
    memory.forget(range(len(event.slots)))


MODULE = Module(
    name="party",
    rev=1,
    rule="D3",
    meaning="A postcard lies half way. When it is first reached, all roles are shuffled and dealt again.",
    card_sets=CARD_SET_NAMES,
    excludes=(("costume", "HD7"), ("tournament", "HE2")),
    rules=(postcard.rule(effect), RULE),
    cards=(POSTCARD,),
    piles=(postcard.PILE,),
    amends=postcard.amends,
    lures=postcard.lures,
    notes={RolesDealt: note},
)

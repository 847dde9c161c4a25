"""Greedy Dwarf, the card of 2016: a role that wins alone, and only by reaching the treasure itself (C1, HC1, G45).

He is neither a gold-digger nor a saboteur, so gold passes him by, and saboteurs are paid without him.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.bots.mind import Worth
from engine.events import RoundClosed
from engine.machine import Rule, Stage
from engine.mine.cards.base import ROLES
from engine.mine.cards.championship import GREEDY_DWARF
from engine.mine.flags import BASE
from engine.mine.modules.module import Module
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.round.round_end import NuggetsPaid
from engine.mine.state import State
from engine.placing import PlacePath
from engine.slots import Pile

if TYPE_CHECKING:
    from engine.mine.sets.resolving import Box  # which knows the modules

PAY = 4
_DIGGER = next(role.number for role in ROLES if role.key == "digger")


def has_won(state: State) -> bool:
    """Whether the finisher is a Greedy Dwarf; roles must lie open."""
    return state.treasure_found and state.faces[state.roles[state.finisher]] == GREEDY_DWARF.number


def pay(state: State) -> tuple[object, ...]:
    """He alone is paid, in nuggets from the bank (HA20, G50)."""
    return (NuggetsPaid(state.finisher, PAY), RoundClosed(state.round, state.book.next_starter(state)))


def around_divide(stage: Stage) -> Stage:
    """Nothing is divided if he has won."""
    divide = stage.follow
    assert divide is not None
    return replace(stage, follow=lambda state: pay(state) if has_won(state) else divide(state))


def in_place_of_a_digger(box: "Box", seats: int) -> "Box":
    """One card of the role deck is exchanged; he may be the role that is left over (HC1)."""
    return replace(box, piles=tuple(_with_dwarf(pile) if pile.name == "roles" else pile for pile in box.piles))


def _with_dwarf(pile: Pile) -> Pile:
    faces = list(pile.faces)
    faces.remove(_DIGGER)
    return replace(pile, faces=tuple(sorted((*faces, GREEDY_DWARF.number))))


# to a bot: he digs like a digger, so that none of the others can tell, and wants to lay the last card himself


def of_path(player: Any, act: PlacePath) -> float:
    """Never the last card but one."""
    if not player.alone:
        return 0.0
    left = player.missing - player.gain(act)
    if left < _REACHED:
        return _LAST
    return -_FOR_ANOTHER if left < _ANY_CARD else 0.0


def of_break(player: Any, act: BreakTool) -> float:
    """Who cannot lay cards cannot come first."""
    return _HARM if player.alone and player.missing < _CLOSE and not player.state.broken[act.target] else 0.0


def of_repair(player: Any, act: RepairTool) -> float:
    """For others only as long as there is more to dig than one card."""
    return -_HARM if player.alone and player.missing < _CLOSE and act.target != player.seat else 0.0


_REACHED, _ANY_CARD, _CLOSE = 0.4, 1.6, 2.6
"""Cards that are missing to the treasure: none, one, or two."""
_LAST, _FOR_ANOTHER, _HARM = 12.0, 16.0, 9.0
SWAYS: dict[type, Worth] = {PlacePath: of_path, BreakTool: of_break, RepairTool: of_repair}

RULE = Rule(around_stages={"divide": around_divide})
MODULE = Module(
    name="greedy-dwarf",
    rev=1,
    rule="C1",
    meaning="A role in place of one gold-digger. He gets 4 nuggets if he reaches the treasure himself, else nothing.",
    card_sets=(BASE,),
    instead="it takes the place of a gold-digger, and 'saboteur2' has roles of its own (C0.1, B2)",
    rules=(RULE,),
    cards=(GREEDY_DWARF,),
    repacks=in_place_of_a_digger,
    sways=SWAYS,
)

"""Sabotaged Dwarf, a variant: a digger with a broken tool gets nothing of the gold that the diggers have won (E1).

All diggers are counted as ever, so that the cards go round among the others, and some of them get more than one.
"""

from dataclasses import replace
from typing import Any

from engine.mine.book import Book
from engine.mine.flags import BASE
from engine.mine.modules.module import Module
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.repair_tool import RepairTool


def amend(book: Book) -> Book:
    """Whose tools are whole takes part in the draft; nothing else changes (HE1, HE3)."""
    return replace(book, picks_gold=lambda state, seat: not state.broken[seat])


# to a bot: near the end a broken tool of another digger is worth a share


def of_break(player: Any, act: BreakTool) -> float:
    """The fewer diggers are left whole, the more gold each of them takes."""
    return _SHARE if _may_gain(player) and not player.state.broken[act.target] else 0.0


def of_repair(player: Any, act: RepairTool) -> float:
    """One's own tools first."""
    if not _close(player):
        return 0.0
    return _SHARE if act.target == player.seat else -_SHARE


def _may_gain(player: Any) -> bool:
    return _close(player) and not player.state.broken[player.seat]


def _close(player: Any) -> bool:
    return player.missing < _LAST_CARD and not player.spoils and not player.alone


_LAST_CARD = 1.6
_SHARE = 5.0

MODULE = Module(
    name="sabotaged-dwarf",
    rev=1,
    rule="E1",
    meaning="A winning digger with a broken tool gets no gold. The cards go to the other diggers.",
    card_sets=(BASE,),
    instead="'saboteur2' divides gold by its own table (B9)",
    excludes=(("tournament", "HE2"),),
    amends=amend,
    sways={BreakTool: of_break, RepairTool: of_repair},
    variant=True,
)

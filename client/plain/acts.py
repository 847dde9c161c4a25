"""Acts as typed commands, both ways: each legal act has one command, and `parse` reads it back."""

import re
from typing import Any

from client.names import GOALS, TOOLS, cell_name, goal_name
from client.plain.people import People
from engine.grid import Cell, cell
from engine.mine.cards import TOOLS as TOOL_BITS
from engine.mine.game import ALL_CARDS
from engine.mine.rules.break_tool import BreakTool
from engine.mine.rules.goals import RotateGoal, TurnGoal
from engine.mine.rules.gold_draft import TakeGold
from engine.mine.rules.passing import Pass
from engine.mine.rules.place_path import PlacePath
from engine.mine.rules.read_map import ReadMap
from engine.mine.rules.repair_tool import RepairTool
from engine.mine.rules.rockfall import CauseRockfall
from engine.mine.view import View
from engine.slots import Slot

_CARDS = {card.number: card for card in ALL_CARDS}
_TOOL_KEYS = {bit: tool for tool, bit in TOOL_BITS.items()}
_CELL = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")
_GOAL_CELLS = {name: cell(*at) for at, name in GOALS.items()}


def command(act: Any, view: View, people: People) -> str:
    """The command that makes this act."""
    match act:
        case PlacePath(slot=slot, cell=at, turned=turned):
            return f"place {number(view, slot)} at {cell_name(at)}{' turned' if turned else ''}"
        case BreakTool(face=face, target=target):
            return f"break {people.name(target)} {_CARDS[face].tools[0]}"
        case RepairTool(target=target, tool=tool, slot=slot):
            return f"repair {people.name(target)} {_TOOL_KEYS[tool]} with {number(view, slot)}"
        case CauseRockfall(cell=at):
            return f"rockfall {cell_name(at)}"
        case ReadMap(cell=at):
            return f"map {goal_name(at)}"
        case Pass(slots=slots):
            return f"pass {' '.join(str(number(view, slot)) for slot in slots)}"
        case TurnGoal(cell=at):
            return f"goal {goal_name(at)}"
        case RotateGoal(turned=turned):
            return "rotate" if turned else "upright"
        case TakeGold(slot=slot):
            return f"take {view.state.draft.index(slot) + 1}"
        case _:
            raise AssertionError(act)


def number(view: View, slot: Slot) -> int:
    """Where a card stands in the hand, counted from one."""
    assert view.seat is not None
    return view.state.hands[view.seat].index(slot) + 1


class NotUnderstood(ValueError):
    """What was typed is no command; the message says what would be."""


def read_goal(word: str) -> Cell:
    """A goal by its place or its cell."""
    begun = [at for name, at in _GOAL_CELLS.items() if name.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    at = read_cell(word)
    if at not in _GOAL_CELLS.values():
        raise NotUnderstood(word)
    return at


def read_cell(word: str) -> Cell:
    """A cell such as 3,-1."""
    match = _CELL.fullmatch(word)
    if not match:
        raise NotUnderstood(word)
    return cell(int(match[1]), int(match[2]))


def read_tool(word: str) -> str:
    """A tool by its name."""
    begun = [key for key, name in TOOLS.items() if key.startswith(word) or name.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    raise NotUnderstood(word)

"""Acts as typed commands: each legal act has one, and `parser` reads it back."""

from collections.abc import Callable
from typing import Any

from client.games.mine.line import CARD, front_word
from client.games.mine.names import cell_name, goal_name
from client.words.people import People
from engine.mine.cards.card import TOOLS as TOOL_BITS
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.hands_off import StopTheft
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.prison import Imprison
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.place_path import PlacePath
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.view import View
from engine.slots import Slot

_TOOL_KEYS = {bit: tool for tool, bit in TOOL_BITS.items()}


def command(act: Any, view: View, people: People) -> str:
    """The command that makes this act."""
    return _WRITERS[type(act)](act, view, people)


def number(view: View, slot: Slot) -> int:
    """Where a card stands in the hand, counted from one."""
    assert view.seat is not None
    return view.state.hands[view.seat].index(slot) + 1


def _numbers(view: View, slots: tuple[Slot, ...]) -> str:
    return " ".join(str(number(view, slot)) for slot in slots)


Writer = Callable[[Any, View, People], str]


def _place(act: PlacePath | PlaceLadder, view: View, people: People) -> str:
    return f"place {number(view, act.slot)} at {cell_name(act.cell)}{' turned' if act.turned else ''}"


def _break(act: BreakTool, view: View, people: People) -> str:
    return f"break {people.name(act.target)} {CARD[act.face].tools[0]}"


def _repair(act: RepairTool, view: View, people: People) -> str:
    return f"repair {people.name(act.target)} {_TOOL_KEYS[act.tool]} with {number(view, act.slot)}"


def _drop(act: DiscardTwo, view: View, people: People) -> str:
    return f"drop {_numbers(view, act.slots)} remove {front_word(view, act.removed)}"


def _at_player(verb: str) -> Writer:
    return lambda act, view, people: f"{verb} {people.name(act.target)}"


_WRITERS: dict[type, Writer] = {
    PlacePath: _place,
    PlaceLadder: _place,
    BreakTool: _break,
    RepairTool: _repair,
    CauseRockfall: lambda act, view, people: f"rockfall {cell_name(act.cell)}",
    ReadMap: lambda act, view, people: f"map {goal_name(act.cell)}",
    LayTheft: lambda act, view, people: "theft",
    StopTheft: _at_player("hands off"),
    Imprison: _at_player("prison"),
    FreePlayer: _at_player("free"),
    InspectRole: _at_player("inspect"),
    SwapHats: _at_player("hats"),
    SwapHands: _at_player("swap"),
    DiscardTwo: _drop,
    Pass: lambda act, view, people: f"pass {_numbers(view, act.slots)}",
    TurnGoal: lambda act, view, people: f"goal {goal_name(act.cell)}",
    RotateGoal: lambda act, view, people: "rotate" if act.turned else "upright",
    TakeGold: lambda act, view, people: f"take {view.state.draft.index(act.slot) + 1}",
    Steal: _at_player("steal"),
    StealNothing: lambda act, view, people: "no",
}

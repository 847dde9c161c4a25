"""Acts as a person would say them, for lists to choose from."""

from collections.abc import Callable
from typing import Any

from client.games.mine.names import TOOLS, card_name, cell_name, goal_name, lying_name
from client.i18n import _, plural
from client.words.people import People
from engine.mine.cards.card import TOOLS as BITS
from engine.mine.game import ALL_CARDS
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

_CARDS = {card.number: card for card in ALL_CARDS}
_TOOL_KEYS = {bit: tool for tool, bit in BITS.items()}
Writer = Callable[[Any, View, People], str]


def act_words(act: Any, view: View, people: People) -> str:
    """What the act does, in a few words."""
    return WRITERS[type(act)](act, view, people)


def _whom(seat: int, people: People) -> str:
    return _("yourself") if seat == people.own else people.name(seat)


def _to(sentence: str) -> Writer:
    """A sentence about one player."""
    return lambda act, view, people: _(sentence, whom=_whom(act.target, people))


def _place(act: PlacePath | PlaceLadder, view: View, people: People) -> str:
    return _("{card} at {cell}", card=lying_name(act.face, act.turned), cell=cell_name(act.cell))


def _break(act: BreakTool, view: View, people: People) -> str:
    tool = TOOLS[_CARDS[act.face].tools[0]]
    return _("Break the {tool} of {whom}", tool=tool, whom=_whom(act.target, people))


def _repair(act: RepairTool, view: View, people: People) -> str:
    return _("Mend the {tool} of {whom}", tool=TOOLS[_TOOL_KEYS[act.tool]], whom=_whom(act.target, people))


def _pass(act: Pass, view: View, people: People) -> str:
    if not view.state.pile:
        return plural("Discard this card", "Discard {count} cards", len(act.slots))
    return plural("Discard this card and draw", "Discard {count} cards and draw", len(act.slots))


def _drop(act: DiscardTwo, view: View, people: People) -> str:
    removed = card_name(view.state.faces[act.removed])
    return _("Discard two cards to be rid of {card}", card=removed)


def _gold(act: TakeGold, view: View, people: People) -> str:
    face = view.face(act.slot)
    return _("a gold card that you have not seen yet") if face is None else card_name(face)


WRITERS: dict[type, Writer] = {
    PlacePath: _place,
    PlaceLadder: _place,
    BreakTool: _break,
    RepairTool: _repair,
    CauseRockfall: lambda act, view, people: _("Bring down the tunnel at {cell}", cell=cell_name(act.cell)),
    ReadMap: lambda act, view, people: _("Look at the {goal} goal", goal=goal_name(act.cell)),
    LayTheft: lambda act, view, people: _("Lay the Theft before you"),
    StopTheft: _to("Take away the Theft of {whom}"),
    Imprison: _to("Imprison {whom}"),
    FreePlayer: _to("Set {whom} free"),
    InspectRole: _to("Look at the role of {whom}"),
    SwapHats: _to("A new role for {whom}"),
    SwapHands: _to("Swap hands with {whom}"),
    DiscardTwo: _drop,
    Pass: _pass,
    TurnGoal: lambda act, view, people: _("The {goal} goal first", goal=goal_name(act.cell)),
    RotateGoal: lambda act, view, people: _("Turned") if act.turned else _("Upright"),
    TakeGold: _gold,
    Steal: _to("Steal a nugget from {whom}"),
    StealNothing: lambda act, view, people: _("Steal nothing"),
}
"""Every kind of act that a rule knows; a test compares them."""

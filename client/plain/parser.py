"""From a typed line to an act, without judging whether the rules allow it."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from client.names import TOOLS
from client.plain.acts import NotUnderstood, read_cell, read_goal, read_tool
from client.plain.people import FILLERS, People
from client.words import _
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
from engine.slots import Face, Slot

_CARDS = {card.number: card for card in ALL_CARDS}


class Line:
    """The words after a verb, taken one by one."""

    def __init__(self, words: list[str], view: View, people: People) -> None:
        self.words = [word for word in words if word not in FILLERS]
        self.view = view
        self.people = people

    def take(self, what: str) -> str:
        """The next word, which should be ``what``."""
        if not self.words:
            raise NotUnderstood(_("{what} is missing.", what=what))
        return self.words.pop(0)

    def end(self) -> None:
        """There should be nothing left."""
        if self.words:
            raise NotUnderstood(_("“{word}” is one word too many.", word=self.words[0]))

    def card(self) -> tuple[Slot, Face]:
        """A card of the hand by its number."""
        word = self.take(_("The number of a card"))
        hand = self.view.hand()
        if not hand:
            raise NotUnderstood(_("You have no cards in your hand."))
        if word not in _numbers(len(hand)):
            raise NotUnderstood(
                _("“{word}” is no card of yours: they are numbered 1 to {most}.", word=word, most=len(hand))
            )
        slot, face = hand[int(word) - 1]
        if face is None:
            raise NotUnderstood(_("You have not seen that card yet."))
        return slot, face

    def player(self) -> int:
        """A player by name."""
        word = self.take(_("The name of a player"))
        seat = self.people.seat(word)
        if seat is None:
            raise NotUnderstood(_("Nobody here is called “{word}”: {names}.", word=word, names=self.people.listed()))
        return seat

    def place(self, read: Callable[[str], int], what: str) -> int:
        """A cell or a goal."""
        word = self.take(what)
        try:
            return read(word)
        except NotUnderstood as error:
            raise NotUnderstood(_("“{word}” is not {what}.", word=word, what=what.lower())) from error

    def tool(self) -> str:
        """A tool by name."""
        word = self.take(_("The tool"))
        try:
            return read_tool(word)
        except NotUnderstood as error:
            names = ", ".join(TOOLS.values())
            raise NotUnderstood(_("“{word}” is no tool: {names}.", word=word, names=names)) from error

    def held(self, *kinds: str, tool: str = "") -> tuple[Slot, Face]:
        """A card of a kind that the hand holds; one that shows a single tool before one that shows two."""
        fitting = [
            (slot, face)
            for slot, face in self.view.hand()
            if face is not None and _CARDS[face].kind in kinds and (not tool or tool in _CARDS[face].tools)
        ]
        if not fitting:
            raise NotUnderstood(_("You have no card for that in your hand."))
        return min(fitting, key=lambda card: len(_CARDS[card[1]].tools))


def _place(line: Line) -> Any:
    slot, face = line.card()
    at = line.place(read_cell, _("A cell such as 3,-1"))
    turned = bool(line.words) and "turned".startswith(line.words[0])
    if turned:
        line.words.pop(0)
    return PlacePath(_seat(line), slot, face, at, 180 if turned else 0)


def _break(line: Line) -> Any:
    target, tool = line.player(), line.tool()
    slot, face = line.held("break", tool=tool)
    return BreakTool(_seat(line), slot, face, target)


def _repair(line: Line) -> Any:
    target, tool = line.player(), line.tool()
    slot, face = line.card() if line.words else line.held("repair", tool=tool)
    return RepairTool(_seat(line), slot, face, target, TOOL_BITS[tool])


def _rockfall(line: Line) -> Any:
    at = line.place(read_cell, _("A cell such as 3,-1"))
    slot, face = line.held("rockfall")
    return CauseRockfall(_seat(line), slot, face, at)


def _map(line: Line) -> Any:
    at = line.place(read_goal, _("A goal (top, middle or bottom)"))
    slot, face = line.held("map")
    return ReadMap(_seat(line), slot, face, at)


def _pass(line: Line) -> Any:
    slots = [line.card()[0]]
    while line.words:
        slots.append(line.card()[0])
    if len(set(slots)) != len(slots):
        raise NotUnderstood(_("You name one card twice."))
    return Pass(_seat(line), tuple(sorted(slots)))


def _goal(line: Line) -> Any:
    return TurnGoal(_seat(line), line.place(read_goal, _("A goal (top, middle or bottom)")))


def _take(line: Line) -> Any:
    word, draft = line.take(_("The number of a gold card")), line.view.state.draft
    if not draft:
        raise NotUnderstood(_("No gold is passed round now."))
    if word not in _numbers(len(draft)):
        raise NotUnderstood(
            _("“{word}” is no card of these: they are numbered 1 to {most}.", word=word, most=len(draft))
        )
    return TakeGold(_seat(line), draft[int(word) - 1])


def _seat(line: Line) -> int:
    assert line.view.seat is not None
    return line.view.seat


def _numbers(most: int) -> set[str]:
    return {str(number) for number in range(1, most + 1)}


ACTS: dict[str, Callable[[Line], Any]] = {
    "place": _place,
    "break": _break,
    "repair": _repair,
    "rockfall": _rockfall,
    "map": _map,
    "pass": _pass,
    "goal": _goal,
    "rotate": lambda line: RotateGoal(_seat(line), 180),
    "upright": lambda line: RotateGoal(_seat(line), 0),
    "take": _take,
}
TALK = ("help", "look", "board", "hand", "moves", "news", "who", "why", "quit")
"""Commands that ask something and change nothing."""


def verb_of(word: str) -> str:
    """The command that a word means: itself, its only beginning, or an error that names the nearest."""
    known = (*ACTS, *TALK)
    if word in known:
        return word
    begun = [verb for verb in known if verb.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise NotUnderstood(
            _("“{word}” could be {verbs}.", word=word, verbs=_(" or ").join(f"“{verb}”" for verb in begun))
        )
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    if near:
        raise NotUnderstood(_("There is no command “{word}”. Did you mean “{near}”?", word=word, near=near[0]))
    raise NotUnderstood(_("There is no command “{word}”. “help” lists them.", word=word))


def parse_act(verb: str, words: list[str], view: View, people: People) -> Any:
    """The act that the words after the verb describe."""
    line = Line(words, view, people)
    act = ACTS[verb](line)
    line.end()
    return act

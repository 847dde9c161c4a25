"""The words of a typed line, taken one by one and looked up: cards, players, cells, goals, tools."""

import re
from collections.abc import Callable

from client.games.game import NotUnderstood
from client.games.line import Line as Plain
from client.games.line import numbers
from client.games.mine.names import CARDS, GOALS, TOOLS
from client.i18n import _
from client.words.people import People
from engine.grid.cells import Cell, cell
from engine.mine.game import ALL_CARDS
from engine.mine.view import View
from engine.slots import Face, Seat, Slot

CARD = {card.number: card for card in ALL_CARDS}
_CELL = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")
_GOAL_CELLS = {name: cell(*at) for at, name in GOALS.items()}


class Line(Plain):
    """The words after a verb, and the seat that typed them."""

    def __init__(self, words: list[str], view: View, people: People) -> None:
        super().__init__(words, people)
        assert view.seat is not None
        self.view = view
        self.seat: Seat = view.seat

    def card(self) -> tuple[Slot, Face]:
        """A card of the hand by its number."""
        word = self.take(_("The number of a card"))
        hand = self.view.hand()
        if not hand:
            raise NotUnderstood(_("You have no cards in your hand."))
        if word not in numbers(len(hand)):
            raise NotUnderstood(
                _("“{word}” is no card of yours: they are numbered 1 to {most}.", word=word, most=len(hand))
            )
        slot, face = hand[int(word) - 1]
        if face is None:
            raise NotUnderstood(_("You have not seen that card yet."))
        return slot, face

    def cards(self) -> tuple[Slot, ...]:
        """One card or several, as long as numbers follow."""
        slots = [self.card()[0]]
        while self.words and self.words[0].isdecimal():
            slots.append(self.card()[0])
        if len(set(slots)) != len(slots):
            raise NotUnderstood(_("You name one card twice."))
        return tuple(sorted(slots))

    def held(self, kind: str, tool: str = "") -> tuple[Slot, Face]:
        """A card of a kind that the hand holds; one that shows a single tool before one that shows two."""
        fitting = [
            (slot, face)
            for slot, face in self.view.hand()
            if face is not None and CARD[face].kind == kind and (not tool or tool in CARD[face].tools)
        ]
        if not fitting:
            raise NotUnderstood(_("You have no card for that in your hand."))
        return min(fitting, key=lambda card: len(CARD[card[1]].tools))

    def in_front(self) -> Slot:
        """An action card in front of the own seat; if only one lies there it need not be named."""
        front = self.view.state.front[self.seat]
        if not front:
            raise NotUnderstood(_("No card lies in front of you."))
        there = {front_word(self.view, slot): slot for slot in front}
        if not self.words and len(front) == 1:
            return front[0]
        word = self.take(_("The card in front of you"))
        begun = [slot for name, slot in there.items() if name.startswith(word)]
        if len(begun) != 1:
            raise NotUnderstood(_("“{word}” does not lie in front of you: {names}.", word=word, names=", ".join(there)))
        return begun[0]

    def cell(self) -> Cell:
        """A cell by its coordinates."""
        return self._place(_read_cell, _("A cell such as 3,-1"))

    def goal(self) -> Cell:
        """A goal by its place or its cell."""
        return self._place(_read_goal, _("A goal (top, middle or bottom)"))

    def _place(self, read: Callable[[str], Cell | None], what: str) -> Cell:
        word = self.take(what)
        at = read(word)
        if at is None:
            raise NotUnderstood(_("“{word}” is not {what}.", word=word, what=what.lower()))
        return at

    def tool(self) -> str:
        """A tool by name."""
        word = self.take(_("The tool"))
        begun = [key for key, name in TOOLS.items() if key.startswith(word) or name.startswith(word)]
        if len(begun) != 1:
            raise NotUnderstood(_("“{word}” is no tool: {names}.", word=word, names=", ".join(TOOLS.values())))
        return begun[0]


def front_word(view: View, slot: Slot) -> str:
    """What an action card in front of a player is called in a command: a tool by its name."""
    card = CARD[view.state.faces[slot]]
    return TOOLS[card.tools[0]] if card.tools else CARDS[card.key].casefold()


def _read_cell(word: str) -> Cell | None:
    match = _CELL.fullmatch(word)
    return cell(int(match[1]), int(match[2])) if match else None


def _read_goal(word: str) -> Cell | None:
    begun = [at for name, at in _GOAL_CELLS.items() if name.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    at = _read_cell(word)
    return at if at in _GOAL_CELLS.values() else None

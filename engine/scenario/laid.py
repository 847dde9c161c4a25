"""Cards on the grid and in hands, as scenarios of every game write them."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.grid.cells import Cell
from engine.grid.network import Network
from engine.machine import Book
from engine.scenario.keys import list_of, one_line, one_of, shown, table_of
from engine.scenario.references import NoSuchCard
from engine.scenario.vocabulary import Check
from engine.scenario.words import Cards, read_cell
from engine.slots import Face, Slot
from engine.tabletop import Tabletop

_LAID = re.compile(r"(?P<at>\S+) (?P<card>\S+)(?: (?P<turned>0|180))?")
_TURNED = re.compile(r"(?P<at>\S+)(?: (?P<turned>0|180))?")
_SEAT_NAME = re.compile(r"[0-9]|1[01]")


def laid(cards: Cards) -> Callable[[Any], tuple[Cell, Face, int]]:
    """A card on a cell, such as ``3,0 curve-left 180``."""

    def read(value: Any) -> tuple[Cell, Face, int]:
        match = _LAID.fullmatch(one_line(value))
        if not match:
            example = '"3,0 curve-left 180"'
            raise ValueError(f"expected a cell, a card and perhaps 180, such as {example}, found {shown(value)}")
        return read_cell(match["at"]), cards.read(match["card"]), int(match["turned"] or 0)

    return read


def read_turned(value: Any) -> tuple[Cell, int]:
    """A goal that lies face up, such as ``8,0 180``."""
    match = _TURNED.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected the cell of a goal and perhaps 180, such as "8,0 180", found {shown(value)}')
    return read_cell(match["at"]), int(match["turned"] or 0)


def cards_of_pile(name: str, cards: Cards) -> Callable[[Book], Callable[[Any], list[Face]]]:
    """Cards of a pile of the table."""

    def reader(book: Book) -> Callable[[Any], list[Face]]:
        faces = next(pile.faces for pile in book.piles if pile.name == name)
        return list_of(one_of({cards.keys[face]: face for face in faces}))

    return reader


def card_name(cards: Cards) -> Callable[[Any], str]:
    """The key of a card."""
    return lambda value: cards.keys[cards.read(value)]


def cell_content(cards: Cards) -> Callable[[Any], str]:
    """What lies on a cell, such as ``curve-left 180``, ``empty`` or ``face down``."""

    def read(value: Any) -> str:
        text = one_line(value)
        if text not in ("empty", "face down"):
            cards.read(text.removesuffix(" 180"))
        return text

    return read


def card_lying(network: Network, faces: Mapping[Slot, Face], cards: Cards, at: Cell) -> str:
    """What lies on a cell, in the same words."""
    if at in network.hidden:
        return "face down"
    if at not in network.slots:
        return "empty"
    slot = network.slots[at]
    key = "start" if slot < 0 else cards.keys[faces[slot]]
    return f"{key} 180" if network.turned[at] == 180 else key


def read_seat_name(value: Any) -> str:
    """The number of a seat, where it is the name of an entry."""
    name = one_line(value)
    if not _SEAT_NAME.fullmatch(name):
        raise ValueError("expected the number of a seat")
    return name


def hand_check(cards: Cards) -> Check:
    """The cards of some hands."""

    def found(table: Tabletop, expected: dict[str, Any]) -> dict[str, list[str]]:
        hands = {str(seat): hand for seat, hand in enumerate(table.state.hands)}
        for seat in expected:
            if seat not in hands:
                raise NoSuchCard(f"after, hand: there is no seat {seat} at this table")
        return {seat: [cards.keys[table.faces[slot]] for slot in hands[seat]] for seat in expected}

    return Check(table_of(read_seat_name, list_of(card_name(cards))), found)


def discard_top_check(cards: Cards) -> Check:
    """The cards on top of the discard pile, the top last: as many as are expected."""

    def found(table: Tabletop, expected: list[str]) -> list[str]:
        discard = table.state.discard
        return [cards.keys[table.faces[slot]] for slot in discard[max(0, len(discard) - len(expected)) :]]

    return Check(list_of(card_name(cards)), found)

"""What ``after`` can look at: each key, how its value is read, and what is found on the table."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine import wants
from engine.front import choices
from engine.front import wants as wants_of
from engine.grid.cells import letters
from engine.mine.cards.card import TOOLS
from engine.mine.state import State
from engine.scenario.keys import between, list_of, one_line, one_of, shown, table_of
from engine.scenario.references import NoSuchCard
from engine.scenario.words import KEYS, cell_text, read_card, read_cell
from engine.tabletop import Tabletop

_WAITS = {
    wants.Deal: "deal",
    wants.Open: "opening",
    wants.Random: "chance",
    wants.Renew: "renewal",
}
_NUMBER = between(0, 999)
_CARD_NAMES = {key: key for key in KEYS.values()}
_SEAT_NAME = re.compile(r"[0-9]|1[01]")


@dataclass(frozen=True, slots=True)
class Check:
    """``read`` makes the expected value of the text; ``found`` takes the table and that value."""

    read: Callable[[Any], Any]
    found: Callable[[Tabletop, Any], Any]


def _wait(table: Tabletop, expected: object) -> str:
    for want in wants_of(table.state):
        if isinstance(want, wants.Act | wants.Window):
            return want.what
        if not (isinstance(want, wants.Open) and want.to is not None):
            return _WAITS[type(want)]
    return "nobody"


def _waits_for(table: Tabletop, expected: object) -> list[int]:
    return [seat for want in wants_of(table.state) if isinstance(want, wants.Act | wants.Window) for seat in want.seats]


def _owed(table: Tabletop, expected: object) -> list[int]:
    return sorted({seat for seat, _ in table.state.owed})


def _cells(read: Callable[[Any], str]) -> Callable[[Any], dict[str, str]]:
    return table_of(lambda at: cell_text(read_cell(at)), read)


def _at_cells(find: Callable[[State, int], str]) -> Callable[[Tabletop, Any], dict[str, str]]:
    return lambda table, expected: {at: find(table.state, read_cell(at)) for at in expected}


def _card_at(state: State, at: int) -> str:
    network = state.board.network
    if at in network.hidden:
        return "face down"
    if at not in network.slots:
        return "empty"
    slot = network.slots[at]
    key = "start" if slot < 0 else KEYS[state.faces[slot]]
    return f"{key} 180" if network.turned[at] == 180 else key


def _outlets(state: State, at: int) -> str:
    return letters(state.board.reach.outlets.get(at, 0))


def _read_cell_content(value: Any) -> str:
    text = one_line(value)
    if text not in ("empty", "face down"):
        read_card(text.removesuffix(" 180"))
    return text


def _read_letters(value: Any) -> str:
    text = one_line(value)
    if "".join(letter for letter in "NESW" if letter in text) != text:
        raise ValueError(f"expected open sides in the order NESW, such as 'NES', found {shown(text)}")
    return text


def _broken(table: Tabletop, expected: object) -> list[list[str]]:
    return [[tool for tool, bit in TOOLS.items() if mask & bit] for mask in table.state.broken]


def _imprisoned(state: State) -> list[int]:
    return [seat for seat, imprisoned in enumerate(state.imprisoned) if imprisoned]


def _discard_top(table: Tabletop, expected: list[str]) -> list[str]:
    top = table.state.discard[max(0, len(table.state.discard) - len(expected)) :]
    return [KEYS[table.faces[slot]] for slot in top]


def _hand(table: Tabletop, expected: dict[str, Any]) -> dict[str, list[str]]:
    hands = {str(seat): hand for seat, hand in enumerate(table.state.hands)}
    for seat in expected:
        if seat not in hands:
            raise NoSuchCard(f"after, hand: there is no seat {seat} at this table")
    return {seat: [KEYS[table.faces[slot]] for slot in hands[seat]] for seat in expected}


def _read_seat_name(value: Any) -> str:
    name = one_line(value)
    if not _SEAT_NAME.fullmatch(name):
        raise ValueError("expected the number of a seat")
    return name


def _scores(table: Tabletop, expected: object) -> list[int]:
    """Also while gold cards still lie face down: the scenario knows them all."""
    state = table.state
    return [
        nuggets + sum(state.book.worth[table.faces[slot]] for slot in held)
        for nuggets, held in zip(state.nuggets, state.gold, strict=True)
    ]


def _legal(table: Tabletop, expected: object) -> int:
    return sum(len(choices(table.view(seat))) for seat in _waits_for(table, expected))


CHECKS: dict[str, Check] = {
    "wait": Check(one_line, _wait),
    "waits-for": Check(list_of(_NUMBER), _waits_for),
    "owed": Check(list_of(_NUMBER), _owed),
    "legal": Check(_NUMBER, _legal),
    "round": Check(_NUMBER, lambda table, expected: table.state.round),
    "turn": Check(_NUMBER, lambda table, expected: table.state.active),
    "starter": Check(_NUMBER, lambda table, expected: table.state.starter),
    "hands": Check(list_of(_NUMBER), lambda table, expected: [len(hand) for hand in table.state.hands]),
    "hand": Check(table_of(_read_seat_name, list_of(one_of(_CARD_NAMES))), _hand),
    "pile": Check(_NUMBER, lambda table, expected: len(table.state.pile)),
    "discard": Check(_NUMBER, lambda table, expected: len(table.state.discard)),
    "set-aside": Check(_NUMBER, lambda table, expected: len(table.state.set_aside)),
    "discard-top": Check(list_of(one_of(_CARD_NAMES)), _discard_top),
    "board": Check(_cells(_read_cell_content), _at_cells(_card_at)),
    "outlets": Check(_cells(_read_letters), _at_cells(_outlets)),
    "broken": Check(list_of(list_of(one_of({tool: tool for tool in TOOLS}))), _broken),
    "prison": Check(list_of(_NUMBER), lambda table, expected: _imprisoned(table.state)),
    "theft": Check(list_of(_NUMBER), lambda table, expected: table.state.thefts),
    "undealt": Check(_NUMBER, lambda table, expected: len(table.state.spare_roles)),
    "roles-aside": Check(_NUMBER, lambda table, expected: len(table.state.roles_aside)),
    "gold-cards": Check(list_of(_NUMBER), lambda table, expected: [len(held) for held in table.state.gold]),
    "gold-pile": Check(_NUMBER, lambda table, expected: len(table.state.gold_pile)),
    "nuggets": Check(list_of(_NUMBER), lambda table, expected: table.state.nuggets),
    "scores": Check(list_of(_NUMBER), _scores),
    "winners": Check(list_of(_NUMBER), lambda table, expected: list(table.state.winners)),
}

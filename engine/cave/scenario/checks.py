"""What ``after`` can look at on a table of the cave: each key, how its value is read, and what is found."""

from collections.abc import Callable
from typing import Any

from engine.cave.board import NOWHERE
from engine.cave.cards.table import MONSTERS
from engine.cave.scenario.words import CARDS, border_text, read_border, read_space, space_text
from engine.cave.state import State, cave_state
from engine.grid.cells import Cell
from engine.scenario.checks import NUMBER
from engine.scenario.keys import list_of, one_line, one_of, table_of
from engine.scenario.laid import card_lying, card_name, cell_content, discard_top_check, hand_check, read_seat_name
from engine.scenario.vocabulary import Check
from engine.scenario.words import cell_text, read_cell
from engine.tabletop import Tabletop

OUT, BANK = "out", "bank"


def _number(found: Callable[[State], int]) -> Check:
    return Check(NUMBER, lambda table, expected: found(cave_state(table.state)))


def _numbers(found: Callable[[State], list[int]]) -> Check:
    return Check(list_of(NUMBER), lambda table, expected: found(cave_state(table.state)))


def _read_place(value: Any) -> str:
    text = one_line(value)
    return text if text in (OUT, BANK) else space_text(read_space(text))


def _dwarfs(table: Tabletop, expected: dict[str, str]) -> dict[str, str]:
    places = cave_state(table.state).dwarfs
    texts = {str(seat): OUT if at == NOWHERE else space_text(at) for seat, at in enumerate(places)}
    return {seat: texts.get(seat, "no such seat") for seat in expected}


def _monsters(table: Tabletop, expected: dict[str, str]) -> dict[str, str]:
    places = dict(zip(MONSTERS, cave_state(table.state).monsters, strict=True))
    return {name: BANK if places[name] == NOWHERE else space_text(places[name]) for name in expected}


def _read_web(value: Any) -> str:
    text = one_line(value)
    place, _, side = text.rpartition(" side ")
    if side not in ("1", "2"):
        raise ValueError(f'expected a cobweb such as "1,0 N side 2", found {text!r}')
    return f"{border_text(read_border(place))} side {side}"


def _webs(table: Tabletop, expected: object) -> list[str]:
    return [f"{border_text(at)} side {web.side}" for at, web in sorted(cave_state(table.state).webs.items())]


def _at_cells(find: Callable[[State, Cell], str]) -> Callable[[Tabletop, Any], dict[str, str]]:
    return lambda table, expected: {at: find(cave_state(table.state), read_cell(at)) for at in expected}


def _card_at(state: State, at: Cell) -> str:
    return card_lying(state.board.network, state.faces, CARDS, at)


def _front(table: Tabletop, expected: dict[str, Any]) -> dict[str, list[str]]:
    state = cave_state(table.state)
    fronts = {str(seat): [CARDS.keys[state.faces[slot]] for slot in front] for seat, front in enumerate(state.front)}
    return {seat: fronts.get(seat, ["no such seat"]) for seat in expected}


def _veins(table: Tabletop, expected: object) -> list[str]:
    return [cell_text(at) for at in sorted(cave_state(table.state).veins)]


def _levels(table: Tabletop, expected: object) -> list[int]:
    """Cards of each level in the draw pile."""
    state = cave_state(table.state)
    names = {pile.number: pile.name for pile in state.book.piles}
    levels = [names[state.pile_of[slot]] for slot in state.pile]
    return [levels.count(f"level-{level}") for level in (1, 2, 3)]


CHECKS: dict[str, Check] = {
    "turn": _number(lambda state: state.active),
    "moves": _number(lambda state: state.moves),
    "hands": _numbers(lambda state: [len(hand) for hand in state.hands]),
    "hand": hand_check(CARDS),
    "pile": _number(lambda state: len(state.pile)),
    "pile-levels": Check(list_of(NUMBER), _levels),
    "discard": _number(lambda state: len(state.discard)),
    "discard-top": discard_top_check(CARDS),
    "removed": _number(lambda state: len(state.removed)),
    "board": Check(table_of(lambda at: cell_text(read_cell(at)), cell_content(CARDS)), _at_cells(_card_at)),
    "dwarfs": Check(table_of(read_seat_name, _read_place), _dwarfs),
    "monsters": Check(table_of(one_of({name: name for name in MONSTERS}), _read_place), _monsters),
    "webs": Check(list_of(_read_web), _webs),
    "veins": Check(list_of(lambda value: cell_text(read_cell(value))), _veins),
    "front": Check(table_of(read_seat_name, list_of(card_name(CARDS))), _front),
    "nuggets": _numbers(lambda state: state.nuggets),
    "lying": _numbers(lambda state: [seat for seat, lies in enumerate(state.lying) if lies]),
    "open": _numbers(lambda state: [seat for seat, clan in enumerate(state.clans) if clan in state.faces]),
    "out": _numbers(lambda state: list(state.escaped)),
    "undealt": _number(lambda state: len(state.undealt)),
    "clans": _numbers(lambda state: [state.clan(seat) for seat in range(state.book.seats)]),
    "winners": _numbers(lambda state: list(state.winners)),
}

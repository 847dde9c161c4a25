"""What ``after`` can look at on a table of the mine: each key, how its value is read, and what is found."""

from collections.abc import Callable
from typing import Any

from engine.grid.cells import letters
from engine.mine.cards.card import TOOLS
from engine.mine.scenario.words import CARDS
from engine.mine.state import State, mine_state
from engine.scenario.checks import NUMBER
from engine.scenario.keys import between, list_of, one_line, one_of, shown, table_of
from engine.scenario.laid import card_lying, cell_content, discard_top_check, hand_check
from engine.scenario.vocabulary import Check
from engine.scenario.words import cell_text, read_cell
from engine.tabletop import Tabletop


def _number(found: Callable[[State], int]) -> Check:
    return Check(NUMBER, lambda table, expected: found(mine_state(table.state)))


def _numbers(found: Callable[[State], list[int]]) -> Check:
    return Check(list_of(NUMBER), lambda table, expected: found(mine_state(table.state)))


def _cells(read: Callable[[Any], str]) -> Callable[[Any], dict[str, str]]:
    return table_of(lambda at: cell_text(read_cell(at)), read)


def _at_cells(find: Callable[[State, int], str]) -> Callable[[Tabletop, Any], dict[str, str]]:
    return lambda table, expected: {at: find(mine_state(table.state), read_cell(at)) for at in expected}


def _card_at(state: State, at: int) -> str:
    return card_lying(state.board.network, state.faces, CARDS, at)


def _outlets(state: State, at: int) -> str:
    return letters(state.board.reach.outlets.get(at, 0))


def _read_letters(value: Any) -> str:
    text = one_line(value)
    if "".join(letter for letter in "NESW" if letter in text) != text:
        raise ValueError(f"expected open sides in the order NESW, such as 'NES', found {shown(text)}")
    return text


def _broken(table: Tabletop, expected: object) -> list[list[str]]:
    return [[tool for tool, bit in TOOLS.items() if mask & bit] for mask in mine_state(table.state).broken]


def _imprisoned(state: State) -> list[int]:
    return [seat for seat, imprisoned in enumerate(state.imprisoned) if imprisoned]


def _scores(table: Tabletop, expected: object) -> list[int]:
    """Also while gold cards still lie face down: the scenario knows them all."""
    state = mine_state(table.state)
    return [
        nuggets + sum(state.book.worth[table.faces[slot]] for slot in held)
        for nuggets, held in zip(state.nuggets, state.gold, strict=True)
    ]


CHECKS: dict[str, Check] = {
    "turn": _number(lambda state: state.active),
    "starter": _number(lambda state: state.starter),
    "hands": _numbers(lambda state: [len(hand) for hand in state.hands]),
    "hand": hand_check(CARDS),
    "pile": _number(lambda state: len(state.pile)),
    "discard": _number(lambda state: len(state.discard)),
    "set-aside": _number(lambda state: len(state.set_aside)),
    "discard-top": discard_top_check(CARDS),
    "board": Check(_cells(cell_content(CARDS)), _at_cells(_card_at)),
    "outlets": Check(_cells(_read_letters), _at_cells(_outlets)),
    "broken": Check(list_of(list_of(one_of({tool: tool for tool in TOOLS}))), _broken),
    "prison": _numbers(_imprisoned),
    "theft": _numbers(lambda state: state.thefts),
    "undealt": _number(lambda state: len(state.spare_roles)),
    "roles-aside": _number(lambda state: len(state.roles_aside)),
    "gold-cards": _numbers(lambda state: [len(held) for held in state.gold]),
    "gold-pile": _number(lambda state: len(state.gold_pile)),
    "nuggets": Check(list_of(between(-99, 999)), lambda table, expected: mine_state(table.state).nuggets),
    "scores": Check(list_of(NUMBER), _scores),
    "winners": _numbers(lambda state: list(state.winners)),
}

"""The words of scenarios for collectors: where they stand, and whose they are."""

import re
from typing import Any

from engine.grid.cells import Cell
from engine.mine.modules.toll.collectors import open_ends
from engine.mine.modules.toll.state import Collector, standing
from engine.scenario.keys import Impossible, list_of, one_line, shown
from engine.scenario.vocabulary import Check, Key, Words
from engine.scenario.words import cell_text, read_cell
from engine.slots import Seat
from engine.tabletop import Tabletop

_STANDS = re.compile(r"(?P<host>\S+) toward (?P<cell>\S+) of (?P<owner>[0-9]|1[01])")


def _read_collector(value: Any) -> tuple[Cell, Cell, Seat]:
    match = _STANDS.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected a card, a cell and a seat, such as "2,0 toward 3,0 of 1", found {shown(value)}')
    return read_cell(match["host"]), read_cell(match["cell"]), int(match["owner"])


def _stand(table: Tabletop, given: list[tuple[Cell, Cell, Seat]]) -> None:
    state = table.state
    for number, (host, at, owner) in enumerate(given, start=1):
        if (at, host) not in open_ends(state):
            raise Impossible("collectors", "a collector stands at an open end of a card that faces an empty cell")
        state.collectors.append(Collector(number, owner, host, state.board.network.slots[host], at))
    state.brought = len(given)


def _standing(table: Tabletop, expected: object) -> list[str]:
    return [f"{cell_text(one.host)} toward {cell_text(one.cell)} of {one.owner}" for one in standing(table.state)]


WORDS = Words(
    position={"collectors": Key(lambda book: list_of(_read_collector), _stand)},
    checks={"collectors": Check(list_of(one_line), _standing)},
)

"""A state as plain values, down to the last field, to see whether anything has changed."""

from typing import Any

from engine.grid.network import Network
from engine.grid.reach import Reach
from engine.mine.board import Board
from engine.mine.state import State

_CACHES = {"found"}
"""What a board has looked up already; it may grow by being asked."""
_LINKS = {"_network"}
"""How a reach finds its network, which has a snapshot too."""


def snapshot(state: State) -> dict[str, Any]:
    """Every field of the state and of its board, copied."""
    fields = {name: _frozen(getattr(state, name)) for name in state.FIELDS if name not in ("book", "board")}
    return fields | {f"board.{name}": value for name, value in board_snapshot(state.board).items()}


def board_snapshot(board: Board) -> dict[str, Any]:
    """Every field of the board, copied."""
    parts = (board.network, Network), (board.reach, Reach)
    return {name: _frozen(getattr(part, name)) for part, kind in parts for name in _own(kind)}


def _own(kind: type[Network] | type[Reach]) -> list[str]:
    return [name for name in kind.__slots__ if name not in (*_CACHES, *_LINKS)]


def _frozen(value: Any) -> Any:
    """Lists and dicts as tuples, in their order."""
    if isinstance(value, dict):
        return ("dict", *((key, _frozen(item)) for key, item in value.items()))
    if isinstance(value, list):
        return ("list", *map(_frozen, value))
    return value


def mutable_parts(state: State) -> dict[int, str]:
    """Everything that could be changed in place, by identity."""
    parts: dict[int, str] = {}
    for name in state.FIELDS:
        if name != "book":
            _collect(getattr(state, name), name, parts)
    for part, kind in ((state.board.network, Network), (state.board.reach, Reach)):
        parts[id(part)] = kind.__name__
        for name in kind.__slots__:
            _collect(getattr(part, name), f"board.{name}", parts)
    return parts


def _collect(value: Any, name: str, parts: dict[int, str]) -> None:
    if isinstance(value, list | dict | Board):
        parts[id(value)] = name
    if isinstance(value, list):
        for item in value:
            _collect(item, name, parts)

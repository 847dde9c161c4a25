"""The file of positions, and each of its positions as a game of a naive program."""

import tomllib
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.stories.naive.box import BoxGame, BoxGame2
from tests.stories.naive.cards import TUNNELS, TUNNELS_2
from tests.stories.naive.mine import DEFAULT_FLAGS, GOALS, Game, position
from tests.stories.naive.network import Cell
from tests.stories.naive.saboteur2 import DEFAULT_FLAGS_2, position_2

FILE = Path(__file__).with_name("positions.toml")
FLAGS_2006 = {"gold-draw": "players", "next-starter": "last-card", "must-connect": "no", "self-sabotage": "yes"}
FLAGS = {"base": DEFAULT_FLAGS, "base-2006": DEFAULT_FLAGS | FLAGS_2006, "saboteur2": DEFAULT_FLAGS_2}


@dataclass
class Counted:
    """One position of the file."""

    name: str
    rules: str
    hands: list[list[str]]
    goals: list[str]
    counts: list[int]
    board: list[tuple[int, int, str, int]] = field(default_factory=list)
    face_up: list[tuple[int, int, int]] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    broken: list[list[str]] = field(default_factory=list)
    prison: list[int] = field(default_factory=list)
    theft: list[int] = field(default_factory=list)
    nuggets: list[int] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    turn: int = 0

    @property
    def preset(self) -> str:
        """The rules without what is changed in them."""
        return self.rules.partition("+")[0]


def read() -> list[Counted]:
    """All positions, in the order of the file."""
    tables: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
    return [Counted(**{key.replace("-", "_"): value for key, value in table.items()}) for table in tables]


def naive_game(one: Counted) -> Game:
    """The position in the naive program of its rules."""
    goals = dict(zip(GOALS, one.goals, strict=True))
    board: dict[Cell, tuple[str, int]] = {(x, y): (key, turned) for x, y, key, turned in one.board}
    assert {key for key, _ in board.values()} <= (TUNNELS | TUNNELS_2).keys()
    for x, y, turned in one.face_up:
        board[x, y] = goals.pop((x, y)), turned
    named = one.rules.split("+")[1:]
    changes = dict(change.split("=") for change in named if "=" in change)
    parts = [change for change in named if "=" not in change]
    common: dict[str, Any] = {
        "board": board,
        "face_down": goals,
        "broken": dict(enumerate(one.broken)),
        "pile": one.pile,
        "turn": one.turn,
        "roles": one.roles or None,
        "flags": FLAGS[one.preset] | changes,
    }
    if one.preset != "saboteur2":
        return position(one.hands, **common, kind=partial(BoxGame, parts=parts))
    front: dict[str, Any] = {"prison": one.prison, "theft": one.theft, "nuggets": one.nuggets or None}
    return position_2(one.hands, **common, **front, kind=partial(BoxGame2, parts=parts))

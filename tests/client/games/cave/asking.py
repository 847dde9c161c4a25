"""Tables of the cave at which seat 0 is asked for everything that the cave asks for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from client.games.cave.words.lexicon import PARTS
from engine.cave.rules.actions.monster import UnleashMonster
from engine.cave.rules.turn.discarding import Discard
from engine.cave.rules.turn.vote import ProposeEnd
from engine.cave.rules.walk.walk import Step
from engine.cave.scenario.position import Position
from engine.front import choices
from engine.grid.cells import cell
from engine.tabletop import Tabletop
from tests.client.games.cave.caves import at, cave, held, lying
from tests.client.screen.local_table import LocalTable

TITLES: dict[str, str] = {what: asked.title for part in PARTS.values() for what, asked in part.questions.items()}
OTHERS = [held(f"tee-long-{level}") for level in (1, 2, 3)]
TWO = lying((1, 0, "cross-2", 0), (0, 1, "lair-long-1", 0))
"""A crossing with four spaces to the right of the start, a lair above it."""


def a_cave(*cards: str, seats: int = 4, **parts: Any) -> Tabletop:
    """Seat 0 holds these cards, and is to move if nothing else is said."""
    hands = [held(*cards), *OTHERS, *([] for _ in range(4, seats))][:seats]
    return cave(Position(**{"board": TWO, "hands": hands, **parts}), seats)


def asked(what: str, folder: Path) -> LocalTable:
    """A table at which the person is asked for this."""
    return LocalTable(_ASKING[what](), folder)


def walking(*cards: str, **parts: Any) -> Tabletop:
    """Seat 0 has discarded a card, and its dwarf may move."""
    table = a_cave(*(cards or ("cross-1", "boots 1")), **parts)
    table.play(Discard(0, tuple(table.state.hands[0][:1])))
    return table


def prowling(**parts: Any) -> Tabletop:
    """Seat 0 moves the Goblin."""
    table = a_cave("goblin 2", "cross-1", **{"dwarfs": {1: at(1, 0, 0)}, **parts})
    legal: list[Any] = choices(table.view(0))
    table.play(next(act for act in legal if isinstance(act, UnleashMonster)))
    return table


def attacked(monster: str = "goblin", **parts: Any) -> Tabletop:
    """The dwarf of seat 0, with an axe before it, has met a monster."""
    table = walking(**{"axes": [0], "monsters": {monster: (at(0, 1), 1)}, **parts})
    table.play(Step(0, cell(0, 1), 0))
    return table


def voting() -> Tabletop:
    """Seat 1 proposes the end; seat 0 is asked last."""
    table = a_cave("cross-1", turn=1)
    table.play(ProposeEnd(1))
    while (want := table.waiting()) and want.seats[0] != 0:
        table.play(choices(table.view(want.seats[0]))[0])
    return table


_ASKING: dict[str, Callable[[], Tabletop]] = {
    "turn": lambda: a_cave("cross-1", "boots 1"),
    "walk": walking,
    "prowl": prowling,
    "axe": attacked,
    "vote": voting,
}

"""Make the pictures in README.md and docs/playing.md: screens of the real program, in the middle of a game.

Run it from the top of the tree with `python -m docs.picture`; tests compare the pages with what it makes.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from client.games.mine.game import read, verbs, write
from client.lines.commands import verb_of
from client.lines.practice import PlainGame
from client.render.charset import BOX
from client.words.people import BOT_NAMES as NAMES
from client.words.people import People
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.grid.cells import cell
from engine.mine.game import ALL_CARDS
from engine.mine.scenario.position import Position, arrange
from engine.rules import parse
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream

ROOT = Path(__file__).parents[1]
SEED, TURNS, SEATS = b"picture 4", 6, 4
_PEOPLE = People(["Mira", *NAMES][:SEATS], 0)
_ASKED = ("board", "who")
_PICTURE = re.compile(r"(?<=<!-- picture -->\n).*?(?=<!-- end of the picture -->)", re.DOTALL)
_NUMBERS = {card.key: card.number for card in ALL_CARDS}


def picture(seed: bytes = SEED, turns: int = TURNS) -> str:
    """The last screen of a game in which a bot types for the person, for so many turns."""
    chance = Stream(seed).draw
    table = Tabletop(parse("base"), SEATS, chance)
    bots = {seat: Sitting(BOTS["steady"], table, seat, chance) for seat in range(SEATS)}
    lines: list[str] = []

    def typed() -> Iterator[str]:
        for _ in range(turns):
            yield write(bots[0].choose(), table.view(0), _PEOPLE)
        yield from _ASKED

    PlainGame(table, _PEOPLE, bots, BOX, lambda *said: lines.extend(said)).play(typed())
    return "\n".join(_last_screen(lines, "place 6 at 6,-2 turned"))


def picture_of_saboteur2() -> str:
    """A screen with the cards of Saboteur 2, from a position that shows many of them."""
    table = Tabletop(parse("saboteur2"), SEATS, Stream(b"saboteur2").draw)
    players = {
        1: Typist(table, 1, "prison cleo"),
        2: Typist(table, 2, "place 1 at 5,0"),
        3: Typist(table, 3, "theft"),
    }
    lines: list[str] = []
    game = PlainGame(table, _PEOPLE, players, BOX, lambda *said: lines.extend(said))
    arrange(table, _a_mine())
    game.play(iter(["inspect bob", *_ASKED]))
    return "\n".join(_last_screen(lines, "hands off cleo"))


def _a_mine() -> Position:
    """Bridge, ladders, a door, double curve, crystals and stubs; it is Mira's turn."""
    board = (
        *((1, 0, "cross", 0), (2, 0, "bridge", 0), (3, 0, "blue-door-straight-short", 0)),
        *((4, 0, "crystal-tee-short", 0), (2, -1, "straight-long-stub", 0), (4, -1, "ladder-single-long", 180)),
        *((1, 1, "double-curve-left", 0), (2, 1, "curve-right", 180)),
        *((5, 2, "crystal-straight-short-stub", 0), (6, 2, "ladder-single-short", 0)),
    )
    hands = (
        ("inspection", "hands-off", "ladder-curve-left", "crystal-cross", "swap-hands", "swap-hats"),
        ("prison", "map"),
        ("green-door-straight-short", "map"),
        ("theft", "map"),
    )
    pile = ("curve-right-stub", "rockfall", "cross", "tee-long", "straight-short", "map", "map")
    return Position(
        board=[(cell(x, y), _NUMBERS[key], turned) for x, y, key, turned in board],
        goals=_faces("stone-a", "treasure", "stone-b"),
        roles=_faces("blue-digger", "boss", "green-digger", "saboteur-2"),
        hands=[_faces(*keys) for keys in hands],
        pile=_faces(*pile),
        broken=[[], ["lantern"], [], []],
        nuggets=[4, 2, 0, 3],
    )


def _faces(*keys: str) -> list[int]:
    return [_NUMBERS[key] for key in keys]


class Typist:
    """A player who types what was written beforehand."""

    def __init__(self, table: Tabletop, seat: int, line: str) -> None:
        self._view = table.view(seat)
        self._line = line

    def choose(self) -> Any:
        """The written command."""
        verb, *words = self._line.split()
        return read(verb_of(verb, verbs(self._view)), words, self._view, _PEOPLE)


def _last_screen(lines: list[str], typed: str) -> list[str]:
    """From the news to what is typed at last; before that the person asks for the board and the players."""
    at = [number + 1 for number, line in enumerate(lines) if line.startswith("Your turn")][-4:]
    news, board, who = (lines[begin:end] for begin, end in pairwise(at))
    return [*news, "> board", *board, "> who", *who, f"> {typed}"]


def with_picture(page: str, screen: str = "") -> str:
    """The page with its picture made again; that of the README if no other is given."""
    return _PICTURE.sub(lambda _: f"\n```text\n{screen or picture()}\n```\n\n", page, count=1)


if __name__ == "__main__":
    for name, screen in (("README.md", picture()), ("docs/playing.md", picture_of_saboteur2())):
        file = ROOT / name
        file.write_text(with_picture(file.read_text("utf-8"), screen), "utf-8")

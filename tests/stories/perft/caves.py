"""The file of positions of the cave, and each of its positions as a game of the naive program."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.stories.naive.cave import CLAN_CARDS, STEP, Border, Card, Cave, Cell, Deal, Laid, Monster, Move, Space, Web
from tests.stories.naive.cave import border as between

FILE = Path(__file__).with_name("caves.toml")


@dataclass
class CountedCave:
    """One position of the file."""

    name: str
    hands: list[list[str]]
    counts: list[int]
    rules: str = "cave"
    board: list[str] = field(default_factory=list)
    goals: list[str] = field(default_factory=lambda: ["goal-vein", "goal-ladder", "goal-lair", "exit"])
    face_up: list[str] = field(default_factory=list)
    clans: list[str] = field(default_factory=list)
    undealt: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    dwarfs: dict[str, str] = field(default_factory=dict)
    out: list[int] = field(default_factory=list)
    lying: list[int] = field(default_factory=list)
    nuggets: list[int] = field(default_factory=list)
    boots: list[int] = field(default_factory=list)
    axes: list[int] = field(default_factory=list)
    webs: list[str] = field(default_factory=list)
    monsters: dict[str, str] = field(default_factory=dict)

    def counted(self, depth: int) -> int:
        """The number of move sequences of exactly that length; the last moves are counted, not played."""
        return self._after([], depth)

    def _after(self, played: list[Move], depth: int) -> int:
        """A game cannot be copied in the middle of a turn: it is played again from the position."""
        game = self.game()
        for move in played:
            game.play(move)
        moves = game.ask[1] if game.ask else []
        if depth == 1:
            return len(moves)
        return sum(self._after([*played, move], depth - 1) for move in moves)

    def game(self) -> Cave:
        """The position in the naive program; the lowest card is lost, so hands that lose cards hold equal ones."""
        flags = dict(flag.split("=") for flag in self.rules.split("+")[1:])
        game = Cave(len(self.hands), flags, self._deal(), lambda seat: min(game.hands[seat]))
        card = _cards()
        self._lay_board(game, card)
        game.hands = [[card(key) for key in hand] for hand in self.hands]
        game.pile = [card(key) for key in self.pile]
        for seat in range(game.seats):
            self._set_up(game, seat, card)
        self._lay_webs(game, card)
        for name, text in self.monsters.items():
            where, _, owner = text.rpartition(" of ")
            game.monsters[name] = Monster(_space(where), int(owner), card(name))
            game.front[int(owner)].append(game.monsters[name].card)
        game.begin_here()
        return game

    def _lay_board(self, game: Cave, card: Callable[[str], Card]) -> None:
        for text in self.board:
            at, key, *turned = text.split()
            game.board[_cell(at)] = Laid(card(key), int(turned[0]) if turned else 0)
        for text in self.face_up:
            at, *turned = text.split()
            goal = game.face_down.pop(_cell(at))
            game.board[_cell(at)] = Laid((-1, goal), int(turned[0]) if turned else 0)
        game.veins = {cell for cell, laid in game.board.items() if "vein" in laid.card[1]}

    def _set_up(self, game: Cave, seat: int, card: Callable[[str], Card]) -> None:
        """What belongs to a seat."""
        if str(seat) in self.dwarfs:
            game.dwarfs[seat] = _space(self.dwarfs[str(seat)])
        if seat in self.out:
            game.dwarfs[seat], game.open[seat] = None, True
            game.out.append(seat)
        if self.nuggets:
            game.nuggets[seat] = self.nuggets[seat]
        game.lying[seat] = seat in self.lying
        game.front[seat] += [card("boots") for _ in range(self.boots.count(seat))]
        game.front[seat] += [card("battle-axe") for _ in range(self.axes.count(seat))]

    def _lay_webs(self, game: Cave, card: Callable[[str], Card]) -> None:
        for text, key in zip(self.webs, ("cobweb-circle", "cobweb-triangle", "cobweb-diamond"), strict=False):
            at, edge, _side, side, _of, owner = text.split()
            web = Web(int(owner), card(key), int(side))
            game.webs[_border(at, edge)] = web
            game.front[web.owner].append(web.card)

    def _deal(self) -> Deal:
        """Any cards at first, and the clan cards of the position, or the loyal ones first."""
        cards = [(number, "cross-1") for number in range(60)]
        used = [
            f"{clan}-{kind}"
            for clan, copies in CLAN_CARDS[len(self.hands)].items()
            for kind, many in zip(("loyal", "saboteur"), copies, strict=True)
            for _ in range(many)
        ]
        clans = [*self.clans, *self.undealt] or used
        assert sorted(clans) == sorted(used)
        told = [(clan, kind == "loyal") for clan, kind in (name.split("-") for name in clans)]
        return Deal((cards, cards, cards), self.goals, told, 0)


def _cards() -> Callable[[str], Card]:
    """Makes a card of some kind, each with a number of its own."""
    numbers = count(1000)
    return lambda key: (next(numbers), key)


def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


def _space(text: str) -> Space:
    at, name = text.split()
    return _cell(at), name


def _border(at: str, edge: str) -> Border:
    (x, y), (right, up) = _cell(at), STEP[edge]
    return between((x, y), (x + right, y + up))


def read() -> list[CountedCave]:
    """All positions, in the order of the file."""
    tables: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
    return [CountedCave(**{key.replace("-", "_"): value for key, value in table.items()}) for table in tables]

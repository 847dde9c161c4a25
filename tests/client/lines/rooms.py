"""A person who types at a plain table, without a terminal: lines in, lines out."""

from collections import Counter
from collections.abc import Iterable
from itertools import cycle
from typing import Any

from client.games.mine.game import read, verbs, write
from client.lines.commands import verb_of
from client.lines.practice import PlainGame
from client.render.charset import BOX, Charset
from client.words.people import People
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.front import choices
from engine.grid.cells import cell
from engine.mine.game import CARD_SETS
from engine.mine.scenario.position import Position, arrange
from engine.mine.sets.catalogue import all_cards
from engine.rules import parse
from engine.slots import Face
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream

NAMES = ["Eva", "Ann", "Bob", "Cleo", "Dirk", "Fritz", "Gus", "Hana", "Ivo", "Jo", "Kim", "Lea"]
NUMBER = {card.key: card.number for card in all_cards()}
GOALS = ["stone-a", "treasure", "stone-b"]
ROLES = {
    "base": ["digger", "saboteur", "digger", "digger", "digger", "saboteur"],
    "saboteur2": ["blue-digger", "saboteur-2", "green-digger", "geologist", "boss", "profiteer"],
}
SEATS = {name: card_set.SEATS for name, card_set in CARD_SETS.items()}
"""By card set: how many can play."""


def stream(*parts: object) -> Stream:
    """A stream of its own for every purpose."""
    return Stream(repr(parts).encode())


def faces(*keys: str) -> list[Face]:
    """Cards by their keys."""
    return [NUMBER[key] for key in keys]


def laid(*cards: tuple[int, int, str, int]) -> list[tuple[int, Face, int]]:
    """Cards on the board: x, y, key, degrees."""
    return [(cell(x, y), NUMBER[key], turned) for x, y, key, turned in cards]


def position(own: Iterable[str], seats: int = 4, card_set: str = "base", **parts: Any) -> Position:
    """Seat 0 to move with these cards; the others hold a map each."""
    hands = [faces(*own), *(faces("map") for _ in range(1, seats))]
    roles = faces(*ROLES[card_set][:seats])
    return Position(**{"goals": faces(*GOALS), "roles": roles, "hands": hands, **parts})


class Curious:
    """Plays anything, and every other time the kind of act that was played least: few games show every card."""

    def __init__(self, *seed: object) -> None:
        self._draw = stream("curious", seed).draw
        self.played: Counter[type] = Counter()

    def choose(self, view: Any) -> Any:
        """Among the acts of a kind any is as good; None where there is none."""
        acts = choices(view)
        if not acts:
            return None
        if self._draw(2):
            rarest = min(self.played[type(act)] for act in acts)
            acts = [act for act in acts if self.played[type(act)] == rarest]
        act = acts[self._draw(len(acts))]
        self.played[type(act)] += 1
        return act


class Room:
    """One table in plain lines; seat 0 types, the others are bots."""

    def __init__(
        self,
        seats: int = 4,
        *,
        laid_out: Position | None = None,
        rules: str = "base",
        bots: str = "random",
        seed: object = 0,
        charset: Charset = BOX,
    ) -> None:
        self.table = Tabletop(parse(rules), seats, stream("deal", seed).draw)
        self.people = People(NAMES[:seats], 0)
        self.said: list[str] = []
        sitting = {
            seat: Sitting(BOTS[name], self.table, seat, stream(seat, seed).draw)
            for seat, name in zip(range(1, seats), cycle(bots.split(",")), strict=False)
        }
        self.game = PlainGame(self.table, self.people, sitting, charset, lambda *lines: self.said.extend(lines))
        if laid_out is not None:
            arrange(self.table, laid_out)

    def type(self, *lines: str) -> bool:
        """Type these lines, then nothing more; True if that ended the game."""
        return self.game.play(iter(lines))

    def answers(self, *lines: str) -> list[str]:
        """What is said between the first question and the last, for lines that play nothing."""
        assert not self.type(*lines)
        asked = [number for number, line in enumerate(self.said) if line in QUESTIONS]
        return self.said[asked[0] + 1 : asked[-1]]


def room2(*own: str, seats: int = 4, rules: str = "saboteur2", **parts: Any) -> Room:
    """A table of Saboteur 2, seat 0 to move with these cards."""
    return Room(seats, rules=rules, laid_out=position(own, seats, "saboteur2", **parts))


def used_up(**parts: Any) -> Room:
    """All have one card left and cannot reach the treasure: saboteur and Profiteer are about to win."""
    return room2("map", seats=3, roles=faces("saboteur-2", "profiteer", "blue-digger"), **parts)


QUESTIONS = (
    "Your turn.",
    "You reach several at once. Which one first? (goal top)",
    "It fits both ways. How should it lie? (upright, or rotate)",
    "Which gold card do you keep? (take 1)",
    "You have a Theft. From whom do you take a nugget? (steal bob, or no)",
    "Which card do you keep? (keep 1)",
    "Do you play your Veto? (veto)",
    "Your trail: which path card do you place? (place 3 at 2,0, or enough)",
    "Do you pay the toll? (agree, or refuse)",
    "The dragon wants a nugget. Show a gold card to pay it? (show 1, or hide)",
    "Which goal moves one cell away? (move top)",
    "Whose role do you look at? (peek bob)",
    "From whom do you take a card? (rob bob)",
)


def read_back(act: Any, view: Any, people: People) -> Any:
    """The act as a command, and what the parser makes of it."""
    words = write(act, view, people).casefold().split()
    return read(verb_of(words[0], verbs(view)), words[1:], view, people)

"""What the acts of modules bring to `steady`: games with and without one of them, on the same cards; also a program.

In every game one seat plays by `steady`, like all others, and then once more without each of the acts that it has
used.  What it never used brings the same, and is not played again.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from client.games.mine.tally import use_of
from engine.bots import steady
from engine.bots.bot import Bot
from engine.bots.match import Sitting, answered
from engine.front import choices
from engine.mine.rules.round.game_end import GameEnded
from engine.rules import Rules, parse
from engine.slots import Draw, Seat
from engine.tabletop import Tabletop
from engine.waits import window
from protocol.keys.stream import Stream

Nuggets = tuple[int, set[str], set[str]]
"""What the seat has in the end, what it could use and what it used."""


def without(use: str) -> Bot:
    """`steady`, but it never does that if it can do something else."""

    def choose(memory: Any, view: Any, chance: Draw) -> Any:
        acts = choices(view)
        others = [act for act in acts if use_of(view.state.book, act) != use]
        return steady.best_of(others if others or window(view.state) else acts, memory, view, chance)

    return replace(steady.BOT, choose=choose)


def played(rules: Rules, seats: int, number: int, use: str = "") -> Nuggets:
    """One game; the seat that is looked at goes round with the number of the game."""
    watched = number % seats
    table = Tabletop(rules, seats, _stream(number, "deal"))
    own = without(use) if use else steady.BOT
    kinds = [own if seat == watched else steady.BOT for seat in range(seats)]
    bots = [Sitting(bot, table, seat, _stream(number, seat)) for seat, bot in enumerate(kinds)]
    scores: list[int] = []
    table.watchers.append(lambda events: scores.extend(_scores(events)))
    could, did = set[str](), set[str]()

    def choose(seat: Seat) -> Any:
        act = bots[seat].choose()
        if seat == watched and not use:
            book = table.state.book
            could.update(use_of(book, each) for each in choices(table.view(seat)))
            did.add(use_of(book, act) if act is not None else "")
        return act

    table.advance()
    while want := table.waiting():
        table.play(answered(want, choose))
    return scores[watched], could - {""}, did - {""}


def _stream(number: int, purpose: object) -> Draw:
    return Stream(f"worth {number} {purpose}".encode()).draw


def _scores(events: list[object]) -> Iterator[int]:
    for event in events:
        if isinstance(event, GameEnded):
            yield from event.scores


class Measured:
    """Sums over games, for every use."""

    def __init__(self) -> None:
        self.could: Counter[str] = Counter()
        self.did: Counter[str] = Counter()
        self.more: Counter[str] = Counter()
        """The nuggets that the seat had more with it than without it."""
        self.squares: Counter[str] = Counter()

    def add(self, rules: Rules, seats: int, number: int, only: Callable[[str], bool]) -> None:
        """One game, and one more for everything that was used in it."""
        with_all, could, did = played(rules, seats, number)
        self.could.update(could)
        self.did.update(did)
        for use in filter(only, sorted(did)):
            more = with_all - played(rules, seats, number, use)[0]
            self.more[use] += more
            self.squares[use] += more * more

    def rows(self, games: int) -> Iterator[str]:
        """A line for each use: share of the games in which it could be used; nuggets a game, and their error."""
        for use in sorted(self.could):
            mean = self.more[use] / games
            error = ((self.squares[use] / games - mean * mean) / games) ** 0.5
            share = self.did[use] / self.could[use]
            yield f"| {use} | {self.could[use]} | {share:.0%} | {mean:+.3f} | {error:.3f} |"


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="base+everything")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", nargs="*", help="measure these, and play no game without the others")
    asked = parser.parse_args(arguments)
    rules, measured = parse(asked.rules), Measured()
    for number in range(asked.games):
        measured.add(rules, asked.players, number, lambda use: asked.only is None or use in asked.only)
    print("| use | games | used | nuggets more | error |", "|---|---|---|---|---|", sep="\n")
    print(*measured.rows(asked.games), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

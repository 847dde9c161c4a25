"""What the acts of modules bring to `steady`: games with and without one of them, on the same cards; also a program.

In every game one seat plays by `steady`, like all others, and then once more without each of the acts that it has
used.  What it never used brings the same, and is not played again.  Every round is dealt from a stream of its own:
what differs in one round leaves the roles and the cards of the next as they are.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from client.games.mine.tally import use_of
from engine.bots import steady
from engine.bots.bot import Bot
from engine.bots.match import Sitting, answered
from engine.front import choices, deal
from engine.mine.rules.round.game_end import GameEnded
from engine.records import record
from engine.rules import Rules, parse
from engine.slots import Draw, Face, Seat
from engine.tabletop import Tabletop
from engine.waits import window
from protocol.keys.stream import Stream

Only = tuple[str, ...]
"""The uses that are measured; none means every one."""


@record
class Pair:
    """One game, and one more for everything that was used in it."""

    number: int
    could: list[str]
    """What the seat could use."""
    did: list[str]
    more: dict[str, int]
    """By what it used: the nuggets that it had more with it than without it."""


class OwnRounds(Tabletop):
    """Each round is dealt from a stream of its own."""

    def __init__(self, rules: Rules, seats: int, number: int) -> None:
        super().__init__(rules, seats, _stream(number, "chance"))
        self._number = number

    def dealt(self) -> Iterable[Face]:
        book = self.state.book
        round_ = self.state.round + 1
        return chain.from_iterable(deal(book.rules, book.seats, round_, _stream(self._number, f"deal {round_}")))


def without(use: str) -> Bot:
    """`steady`, but it never does that if it can do something else."""

    def choose(memory: Any, view: Any, chance: Draw) -> Any:
        acts = choices(view)
        others = [act for act in acts if use_of(view.state.book, act) != use]
        return steady.best_of(others if others or window(view.state) else acts, memory, view, chance)

    return replace(steady.BOT, choose=choose)


def played(rules: Rules, seats: int, number: int, use: str = "") -> tuple[int, set[str], set[str]]:
    """One game: the nuggets of the seat that is looked at, what it could use and what it used.

    Which seat that is goes round with the number of the game.
    """
    watched = number % seats
    table = OwnRounds(rules, seats, number)
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


def pair(rules: Rules, seats: int, only: Only, number: int) -> Pair:
    """A game with everything, and without each of what is measured."""
    with_all, could, did = played(rules, seats, number)
    measured = sorted(did & set(only)) if only else sorted(did)
    more = {use: with_all - played(rules, seats, number, use)[0] for use in measured}
    return Pair(number, sorted(could), sorted(did), more)


class Measured:
    """Sums over games, for every use."""

    def __init__(self) -> None:
        self.games = 0
        self.could: Counter[str] = Counter()
        self.did: Counter[str] = Counter()
        self.more: Counter[str] = Counter()
        self.squares: Counter[str] = Counter()

    def add(self, found: Pair) -> None:
        """One more."""
        self.games += 1
        self.could.update(found.could)
        self.did.update(found.did)
        for use, more in found.more.items():
            self.more[use] += more
            self.squares[use] += more * more

    def rows(self) -> Iterator[str]:
        """A line for each use: in which share of its games it was used, what it brings a game, and half of the 95 %."""
        for use in sorted(self.could):
            share = self.did[use] / self.could[use]
            yield f"| {use} | {self.could[use]} | {share:.0%} | {self.did[use]} | {self._brings(use)} |"

    def _brings(self, use: str) -> str:
        if self.did[use] and use not in self.more:
            return "not measured"
        mean = self.more[use] / self.games
        error = ((self.squares[use] / self.games - mean * mean) / self.games) ** 0.5
        return f"{mean:+.3f} ± {1.96 * error:.3f}"


class Kept:
    """Games that were played before, a line of JSON for each in a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path and path.exists() else []
        self.found = [Pair(**json.loads(line)) for line in lines]

    def add(self, found: Pair) -> None:
        self.found.append(found)
        if self._path:
            with self._path.open("a") as file:
                print(json.dumps(asdict(found)), file=file)


def main(arguments: list[str]) -> int:
    """Play the games that are missing and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="base+everything")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", nargs="*", default=[], help="measure these, and play no game without the others")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--file", type=Path, help="keep the games there, and play none that is there already")
    asked = parser.parse_args(arguments)
    kept, measured = Kept(asked.file), Measured()
    missing = sorted(set(range(asked.games)) - {found.number for found in kept.found})
    play = partial(pair, parse(asked.rules), asked.players, tuple(asked.only))
    with ProcessPoolExecutor(asked.jobs) as pool:
        for found in pool.map(play, missing):
            kept.add(found)
    for found in kept.found:
        if found.number < asked.games:
            measured.add(found)
    print("| use | games | used | pairs | nuggets more |", "|---|---|---|---|---|", sep="\n")
    print(*measured.rows(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

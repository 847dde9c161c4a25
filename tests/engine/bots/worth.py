"""What the acts of modules bring to `steady`: rounds with and without one of them, on the same cards; also a program.

All seats play by `steady`.  When one of them does what is measured for the first time in a round, the table is copied,
and the copy is played to the end of the round by the same bots and the same chance, but that seat does it no more.
What the seat then owns less than at the table itself is what it brought.  Where nothing is done nothing differs, and
nothing is played twice.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from client.games.mine.tally import use_of
from engine.bots import steady
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.front import choices
from engine.records import record
from engine.rules import Rules, parse
from engine.slots import TABLE, Draw, Seat
from engine.tabletop import Tabletop
from engine.waits import window
from protocol.keys.stream import Stream

Only = tuple[str, ...]
"""The uses that are measured; none means every one."""


@record
class Game:
    """What was counted in one game, by use."""

    number: int
    could: dict[str, int]
    """So many seats could use it."""
    did: dict[str, int]
    times: dict[str, int]
    """So often the rest of a round was played without it too."""
    more: dict[str, int]
    """So many nuggets more the seats had with it, all in all."""


class Player:
    """`steady`, which notes what it could do, and does one thing no more if it is told so."""

    def __init__(self) -> None:
        self.could = set[str]()
        self.did = set[str]()
        self.leaves_out = ""

    def choose(self, memory: Any, view: Any, chance: Draw) -> Any:
        acts = choices(view)
        uses = [use_of(view.state.book, act) for act in acts]
        self.could.update(uses)
        others = [act for act, use in zip(acts, uses, strict=True) if not use or use != self.leaves_out]
        return steady.best_of(others if others or window(view.state) else acts, memory, view, chance)


class Seated:
    """A table with its players."""

    def __init__(self, rules: Rules, seats: int, number: int) -> None:
        self.table = Tabletop(rules, seats, _stream(number, "deal"))
        self.players = [Player() for _ in range(seats)]
        bots = [replace(steady.BOT, choose=player.choose) for player in self.players]
        self.bots = [Sitting(bot, self.table, seat, _stream(number, seat)) for seat, bot in enumerate(bots)]
        self.table.advance()

    def answer(self, want: Any) -> Any:
        return answered(want, lambda seat: self.bots[seat].choose())

    def owned(self, seat: Seat) -> int:
        """The nuggets of a seat, with those of its gold cards."""
        state, faces = self.table.state, self.table.faces
        return int(state.nuggets[seat] + sum(state.book.worth[faces[card]] for card in state.gold[seat]))

    def without(self, use: str, seat: Seat) -> int:
        """What the seat owns at the end of the round if it does that no more; the table itself stays as it is."""
        book = self.table.state.book
        copy = deepcopy(self, {id(book): book})
        copy.players[seat].leaves_out = use
        this = copy.table.state.round
        while (want := copy.table.waiting()) and copy.table.state.round == this:
            copy.table.play(copy.answer(want))
        return copy.owned(seat)


def played(rules: Rules, seats: int, only: Only, number: int) -> Game:
    """One game, and the rest of a round for every first use of what is measured."""
    seated = Seated(rules, seats, number)
    table = seated.table
    without: dict[tuple[str, Seat], int] = {}
    """What seats would own at the end of this round."""
    times, more = Counter[str](), Counter[str]()
    while want := table.waiting():
        act: Any = seated.answer(want)
        if act.seat != TABLE and (use := use_of(table.state.book, act)):
            seated.players[act.seat].did.add(use)
            if (use, act.seat) not in without and (not only or use in only):
                without[use, act.seat] = seated.without(use, act.seat)
        this = table.state.round
        table.play(act)
        if table.state.round != this or not table.waiting():
            for (use, seat), owned in without.items():
                times[use] += 1
                more[use] += seated.owned(seat) - owned
            without = {}
    could = Counter(use for player in seated.players for use in player.could if use)
    did = Counter(use for player in seated.players for use in player.did)
    return Game(number, dict(could), dict(did), dict(times), dict(more))


def _stream(number: int, purpose: object) -> Draw:
    return Stream(f"worth {number} {purpose}".encode()).draw


class Measured:
    """Sums over games, for every use."""

    def __init__(self) -> None:
        self.games = 0
        self.tables_could: Counter[str] = Counter()
        self.tables_did: Counter[str] = Counter()
        self.could: Counter[str] = Counter()
        self.did: Counter[str] = Counter()
        self.times: Counter[str] = Counter()
        self.more: Counter[str] = Counter()
        self.squares: Counter[str] = Counter()

    def add(self, game: Game) -> None:
        """One more."""
        self.games += 1
        self.tables_could.update(game.could.keys())
        self.tables_did.update(game.did.keys())
        self.could.update(game.could)
        self.did.update(game.did)
        self.times.update(game.times)
        self.more.update(game.more)
        self.squares.update({use: more * more for use, more in game.more.items()})

    def rows(self) -> Iterator[str]:
        """A line for each use: shares of tables and seats that could and did, and what it brought how often."""
        for use in sorted(self.could):
            tables = self.tables_did[use] / self.tables_could[use]
            seats = self.did[use] / self.could[use]
            yield f"| {use} | {tables:.0%} | {seats:.0%} | {self.times[use]} | {self._brought(use)} |"

    def _brought(self, use: str) -> str:
        """Nuggets each time, and how far the 95 % of chance go; games, not times, are independent of each other."""
        if not self.times[use]:
            return ""
        total = self.more[use]
        error = (self.squares[use] - total * total / self.games) ** 0.5
        return f"{total / self.times[use]:+.2f} ± {1.96 * error / self.times[use]:.2f}"


class Kept:
    """Games that were played before, a line of JSON for each in a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path and path.exists() else []
        self.found = [Game(**json.loads(line)) for line in lines]

    def add(self, game: Game) -> None:
        self.found.append(game)
        if self._path:
            with self._path.open("a") as file:
                print(json.dumps(asdict(game)), file=file)


def main(arguments: list[str]) -> int:
    """Play the games that are missing and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="base+everything")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", nargs="*", default=[], help="measure these, and play nothing without the others")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--file", type=Path, help="keep the games there, and play none that is there already")
    asked = parser.parse_args(arguments)
    kept, measured = Kept(asked.file), Measured()
    missing = sorted(set(range(asked.games)) - {game.number for game in kept.found})
    play = partial(played, parse(asked.rules), asked.players, tuple(asked.only))
    with ProcessPoolExecutor(asked.jobs) as pool:
        for game in pool.map(play, missing):
            kept.add(game)
    for game in kept.found:
        if game.number < asked.games:
            measured.add(game)
    print("| use | at tables | by seats | times | nuggets more |", "|---|---|---|---|---|", sep="\n")
    print(*measured.rows(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

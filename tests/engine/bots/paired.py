"""What a bot takes home more than `steady` in the same seat, over the same deals; also a program.

Every game is played twice: once with the bot in one of the seats, once with `steady` there.  All other seats play by
`steady`, and every round has the same deal both times, also if chance has decided other things before.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from itertools import chain
from pathlib import Path
from time import process_time
from typing import Any

from client.commands.progress import Progress
from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.events import RoundClosed
from engine.front import deal
from engine.mine.sets.catalogue import all_cards
from engine.records import record
from engine.rules import parse
from engine.slots import Draw, Face, Seat
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream

_ROLES = {card.number: card.key.removesuffix("-2") for card in all_cards() if card.kind == "role"}


@record
class Game:
    """One pair; rounds by their order."""

    number: int
    roles: list[str]
    own: list[int]
    """What the bot was paid in each round."""
    steady: list[int]
    """What `steady` was paid in its place."""
    seconds: list[float]
    """How long the bot took for each act in its turns, in processor time."""


class Table(Tabletop):
    """A table whose rounds are dealt by streams of their own."""

    def __init__(self, rules: str, seats: int, number: int) -> None:
        self._number = number
        super().__init__(parse(rules), seats, _stream(number, "chance"))

    def dealt(self) -> Iterator[Face]:
        book, round_ = self.state.book, self.state.round + 1
        return chain.from_iterable(deal(book.rules, book.seats, round_, _stream(self._number, f"deal {round_}")))


def played(rules: str, seats: int, name: str, number: int) -> Game:
    """One pair; the seats take their turns from game to game."""
    seat = number % seats
    seconds: list[float] = []
    roles, paid = _played(rules, seats, name, number, seconds)
    _, paid_steady = _played(rules, seats, "steady", number, [])
    own, steady = ([nuggets[seat] for nuggets in rounds] for rounds in (paid, paid_steady))
    return Game(number, [_ROLES[faces[seat]] for faces in roles], own, steady, seconds)


def _played(
    rules: str, seats: int, name: str, number: int, seconds: list[float]
) -> tuple[list[list[Face]], list[list[int]]]:
    """By round: the roles at its end, and what every seat was paid."""
    table = Table(rules, seats, number)
    names = [name if seat == number % seats else "steady" for seat in range(seats)]
    bots = [Sitting(BOTS[each], table, seat, _stream(number, seat)) for seat, each in enumerate(names)]
    roles: list[list[Face]] = []
    owned = [[0] * seats]

    def watch(events: list[object]) -> None:
        state, faces = table.state, table.faces
        if any(isinstance(event, RoundClosed) for event in events):
            worth = state.book.worth
            gold = [sum(worth[faces[card]] for card in cards) for cards in state.gold]
            roles.append([faces[slot] for slot in state.roles])
            owned.append([public + hidden for public, hidden in zip(state.nuggets, gold, strict=True)])

    def choose(seat: Seat) -> Any:
        began = process_time()
        act = bots[seat].choose()
        if seat == number % seats and table.state.stage == "turn":
            seconds.append(process_time() - began)
        return act

    table.watchers.append(watch)
    table.advance()
    while want := table.waiting():
        table.play(answered(want, choose))
    paid = [[now - then for now, then in zip(*pair, strict=True)] for pair in zip(owned[1:], owned, strict=False)]
    return roles, paid


def _stream(number: int, purpose: object) -> Draw:
    return Stream(f"paired {number} {purpose}".encode()).draw


def rows(games: list[Game]) -> Iterator[str]:
    """Whole games, then the rounds of each role."""
    yield _row("all", "games", [(sum(game.own), sum(game.steady)) for game in games])
    rounds = [each for game in games for each in zip(game.roles, game.own, game.steady, strict=True)]
    for role in sorted({role for role, _, _ in rounds}):
        yield _row(role, "rounds", [(own, steady) for each, own, steady in rounds if each == role])


def _row(label: str, unit: str, pairs: list[tuple[int, int]]) -> str:
    """The two means and their ratio; its interval reckons with the pairs as they belong together."""
    count = len(pairs)
    own, steady = (sum(paid) for paid in zip(*pairs, strict=True))
    ratio = own / steady
    spread = sum((one - ratio * other) ** 2 for one, other in pairs) / (count - 1)
    error = 1.96 * (spread / count) ** 0.5 / (steady / count)
    means = f"{own / count:.3f} | {steady / count:.3f}"
    return f"| {label} | {count} {unit} | {means} | {ratio:.3f} ({ratio - error:.3f} to {ratio + error:.3f}) |"


def pace(games: list[Game]) -> str:
    """How long an act takes."""
    seconds = sorted(chain.from_iterable(game.seconds for game in games))
    median, slow = (1000 * seconds[int(len(seconds) * share)] for share in (0.5, 0.99))
    longest = 1000 * seconds[-1]
    return f"{median:.0f} ms an act (median), {slow:.0f} ms in the slowest of a hundred, {longest:.0f} ms at most"


def main(arguments: list[str]) -> int:
    """Play the pairs that are missing and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="sharp", choices=BOTS)
    parser.add_argument("--rules", default="base")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--file", type=Path, help="keep the pairs there, and play none that is there already")
    asked = parser.parse_args(arguments)
    lines = asked.file.read_text().splitlines() if asked.file and asked.file.exists() else []
    games = [game for line in lines if (game := Game(**json.loads(line))).number < asked.games]
    missing = sorted(set(range(asked.games)) - {game.number for game in games})
    play = partial(played, asked.rules, asked.players, asked.bot)
    with ProcessPoolExecutor(asked.jobs) as pool, Progress(len(missing)) as bar:
        for done, game in enumerate(pool.map(play, missing), 1):
            games.append(game)
            if asked.file:
                with asked.file.open("a") as file:
                    print(json.dumps(asdict(game)), file=file)
            bar.done(done)
    print(f"| role | pairs | {asked.bot} | steady | ratio |", "|---|---|---|---|---|", *rows(games), sep="\n")
    print(pace(games))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

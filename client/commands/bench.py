"""`undermine bench`: how fast the program is on this machine."""

import argparse
import importlib
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from bench import audit as bench_audit
from bench import bots as bench_bots
from bench import screen as bench_client
from bench import server as bench_server
from bench.against import Work, add_options, compare
from bench.worker import random_game
from client.commands.figures import tell_figures
from client.commands.options import add_table_options, positive, rules_of
from client.i18n import _
from engine.rules import Rules, preset

_SELDOM = 10
PEER = Path(__file__).parents[2] / "tests" / "stories" / "naive" / "mine.py"


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser("bench", help=_("measure the speed of the program on this machine"))
    kinds = command.add_subparsers(title=_("what to measure"), metavar="WHAT", required=True)
    engine = kinds.add_parser(
        "engine",
        help=_("random legal play with every choice enumerated at every move"),
        description=_("Whole games of random legal play, every choice enumerated at every move, on one core."),
    )
    engine.add_argument("--games", type=positive, default=200, metavar="N", help=_("how many games (200)"))
    add_table_options(engine, players=5)
    engine.add_argument("--seed", type=int, default=1, metavar="S", help=_("which games are played (1)"))
    add_options(engine)
    engine.add_argument("--json", metavar="FILE", help=_("write the figures as JSON; - is standard output"))
    engine.set_defaults(run=main)
    bench_bots.add(kinds)
    bench_audit.add(kinds)
    bench_server.add(kinds)
    bench_client.add(kinds)


def main(arguments: argparse.Namespace) -> int:
    """Measure, then print a table or write the figures."""
    rules = rules_of(arguments)
    if arguments.against is not None:
        given = (arguments.rules, arguments.players, arguments.games, arguments.seed)
        return compare(Work("engine", *given, "moves_per_second", lambda taken: round(1 / taken)), arguments)
    figures = measure(rules, arguments.players, arguments.games, arguments.seed)
    return tell_figures(figures, arguments.json)


def measure(rules: Rules, players: int, games: int, seed: int) -> dict[str, object]:
    """The figures by name; what is compared is played in turns, so that all meet the same machine."""
    rng = random.Random(seed)
    ours = Pace(lambda: random_game(rules, players, rng)[0])
    others = _compared(players, rng) if str(rules) == "base" else {}
    for number in range(games):
        ours.play()
        if number % _SELDOM == 0:
            for other in others.values():
                other.play()
    figures: dict[str, object] = {
        "rules": str(rules),
        "players": players,
        "games": games,
        "moves_per_game": round(ours.moves / games, 2),
        "moves_per_second": round(ours.speed),
        "games_per_second": round(games / ours.seconds, 1),
    }
    figures |= {f"{name}_moves_per_second": round(other.speed) for name, other in others.items()}
    if "naive" in others:
        figures["ratio_to_naive"] = round(ours.speed / others["naive"].speed, 2)
    return figures


class Pace:
    """How fast one kind of game is played."""

    def __init__(self, game: Callable[[], int]) -> None:
        self._game = game
        self.moves = 0
        self.seconds = 0.0

    def play(self) -> None:
        """One more game."""
        begun = time.perf_counter()
        self.moves += self._game()
        self.seconds += time.perf_counter() - begun

    @property
    def speed(self) -> float:
        """Moves a second, over all games so far."""
        return self.moves / self.seconds


def _compared(players: int, rng: random.Random) -> dict[str, Pace]:
    """What the base game is measured beside: Saboteur 2, and the naive program where there is a checkout."""
    saboteur2, peer = preset("saboteur2"), _peer()
    paces = {"saboteur2": Pace(lambda: random_game(saboteur2, players, rng)[0])}
    if peer:
        paces["naive"] = Pace(lambda: peer.random_game(players, rng))
    return paces


def _peer() -> ModuleType | None:
    """The naive program of the tests, where there is a checkout."""
    if not PEER.exists():
        return None
    sys.path.insert(0, str(PEER.parents[3]))
    try:
        return importlib.import_module("tests.stories.naive.mine")
    finally:
        sys.path.remove(str(PEER.parents[3]))

"""`undermine bench engine` and `undermine bench bots`: whole games in this process, on one core."""

import argparse
import importlib
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import against
from bench.worker import measure_bots, random_game
from client.commands.asked import rules_of
from client.commands.figures import tell_figures
from engine.rules import Rules, preset

_SELDOM = 10
PEER = Path(__file__).parents[1] / "tests" / "stories" / "naive" / "mine.py"


def main(arguments: argparse.Namespace) -> int:
    if arguments.against is not None:
        return against.main(arguments)
    rules, players, games = rules_of(arguments.rules, arguments.players), arguments.players, arguments.games
    figures: dict[str, Any] = {"rules": str(rules), "players": players, "games": games}
    if arguments.what == "engine":
        figures |= _engine(rules, players, games, arguments.seed)
    else:
        measured = measure_bots(str(rules), players, games, arguments.seed)
        figures["games_per_second"] = round(games / float(measured["seconds"]), 2)
        figures["digest"] = measured["digest"]
    return tell_figures(figures, arguments.json)


def _engine(rules: Rules, players: int, games: int, seed: int) -> dict[str, Any]:
    """What is compared is played in turns, so that all meet the same machine."""
    rng = random.Random(seed)
    ours = Pace(lambda: random_game(rules, players, rng)[0])
    others = _compared(players, rng) if str(rules) == "base" else {}
    for number in range(games):
        ours.play()
        if number % _SELDOM == 0:
            for other in others.values():
                other.play()
    figures: dict[str, Any] = {
        "moves_per_game": round(ours.moves / games, 2),
        "moves_per_second": round(ours.speed),
        "games_per_second": round(games / ours.seconds, 1),
    }
    figures |= {f"{name}_moves_per_second": round(other.speed) for name, other in others.items()}
    if "naive" in others:
        figures["ratio_to_naive"] = round(ours.speed / others["naive"].speed, 2)
    return figures


class Pace:
    def __init__(self, game: Callable[[], int]) -> None:
        self._game = game
        self.moves = 0
        self.seconds = 0.0

    def play(self) -> None:
        begun = time.perf_counter()
        self.moves += self._game()
        self.seconds += time.perf_counter() - begun

    @property
    def speed(self) -> float:
        return self.moves / self.seconds


def _compared(players: int, rng: random.Random) -> dict[str, Pace]:
    """What the base game is measured beside: Saboteur 2, and the naive program of the tests in a checkout."""
    saboteur2 = preset("saboteur2")
    paces = {"saboteur2": Pace(lambda: random_game(saboteur2, players, rng)[0])}
    if PEER.exists():
        sys.path.insert(0, str(PEER.parents[3]))
        naive = importlib.import_module("tests.stories.naive.mine")
        sys.path.remove(str(PEER.parents[3]))
        paces["naive"] = Pace(lambda: naive.random_game(players, rng))
    return paces

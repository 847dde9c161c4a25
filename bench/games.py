"""`undermine bench engine` and `undermine bench bots`: whole games in this process, on one core."""

import argparse
import importlib
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import against
from bench.worker import measure_bots, random_game
from client.commands.asked import rules_of
from client.commands.figures import tell_figures
from engine.registry import game_of
from engine.rules import Rules, parse

_SELDOM = 10
_ALL = "saboteur2+everything"
_CAVE = "cave"
PEER = Path(__file__).parents[1] / "tests" / "stories" / "naive" / "mine.py"


def main(arguments: argparse.Namespace) -> int:
    if arguments.against is not None:
        return against.main(arguments)
    rules, players, games = rules_of(arguments.rules, arguments.players), arguments.players, arguments.games
    figures: dict[str, Any] = {"rules": str(rules), "players": players, "games": games}
    if arguments.what == "engine":
        figures |= _engine(rules, players, games, random.Random(arguments.seed))
    else:
        measured = measure_bots(str(rules), players, games, arguments.seed)
        figures["games_per_second"] = round(games / float(measured["seconds"]), 2)
        figures["digest"] = measured["digest"]
    return tell_figures(figures, arguments.json)


def _engine(rules: Rules, players: int, games: int, rng: random.Random) -> dict[str, Any]:
    """What is compared is played in turns, so that all meet the same machine; processor time counts."""
    plays: dict[str, Callable[[], int]] = {"": lambda: random_game(rules, players, rng)[0]}
    plays |= _compared(players, rng) if str(rules) == "base" else {}
    moves: Counter[str] = Counter()
    seconds = dict.fromkeys(plays, 0.0)
    for number in range(games):
        for name, play in plays.items():
            if not name or number % _SELDOM == 0:
                begun = time.process_time()
                moves[name] += play()
                seconds[name] += time.process_time() - begun
    speeds = {name: moves[name] / taken for name, taken in seconds.items()}
    ours = speeds.pop("")
    figures: dict[str, Any] = {
        "moves_per_game": round(moves[""] / games, 2),
        "moves_per_second": round(ours),
        "games_per_second": round(games / seconds[""], 1),
        **{f"{name}_moves_per_second": round(speed) for name, speed in speeds.items()},
    }
    if "naive" in speeds:
        figures["ratio_to_naive"] = round(ours / speeds["naive"], 2)
    if _ALL in speeds:
        figures["ratio_of_everything_to_saboteur2"] = round(speeds[_ALL] / speeds["saboteur2"], 2)
    if _CAVE in speeds:
        figures["ratio_of_cave_to_base"] = round(speeds[_CAVE] / ours, 2)
    return figures


def _compared(players: int, rng: random.Random) -> dict[str, Callable[[], int]]:
    """What the base game is measured beside: other rules, and the naive program of the tests in a checkout."""

    def plays_by(rules: Rules) -> Callable[[], int]:
        return lambda: random_game(rules, players, rng)[0]

    others = {text: parse(text) for text in ("saboteur2", "base+everything", _ALL, _CAVE)}
    plays = {text: plays_by(rules) for text, rules in others.items() if players in game_of(rules).seats(rules)}
    if PEER.exists():
        sys.path.insert(0, str(PEER.parents[3]))
        naive = importlib.import_module("tests.stories.naive.mine")
        sys.path.remove(str(PEER.parents[3]))
        plays["naive"] = lambda: naive.random_game(players, rng)
    return plays

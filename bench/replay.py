"""`undermine bench replay`: what a step back costs, compared with following the whole log once more."""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from client.commands.figures import tell_figures
from client.commands.progress import Progress
from client.games.registry import game_of
from client.render.charset import BOX
from client.replay.opened import opened
from client.replay.table import ReplayedTable
from engine.bots import BOTS
from engine.rules import parse
from protocol.audit.eyes import Eyes
from protocol.host.selfplay import SelfPlay, from_seed

_RULES, _PLAYERS = "base", 10  # about 400 entries
EYES = Eyes(0)
_Made = TypeVar("_Made")


def main(arguments: argparse.Namespace) -> int:
    measured = []
    with Progress(arguments.games) as bar:
        for number in range(arguments.games):
            seed = from_seed(b"bench %d" % number)
            measured.append(_measured(SelfPlay(parse(_RULES), _PLAYERS, [BOTS["random"]], seed).play()))
            bar.done(number + 1)
    entries, open_s, follow_s, steps, mean_s, worst_s = zip(*measured, strict=True)
    figures = {
        "rules": _RULES,
        "players": _PLAYERS,
        "games": arguments.games,
        "entries": sum(entries) // len(entries),
        "open_ms": _ms(open_s),
        "follow_ms": _ms(follow_s),
        "steps": sum(steps) // len(steps),
        "step_back_ms": _ms(mean_s),
        "slowest_step_back_ms": round(max(worst_s) * 1000, 2),
        "ratio": round(sum(mean_s) / sum(follow_s), 4),
    }
    return tell_figures(figures, arguments.json)


def _ms(seconds: tuple[float, ...]) -> float:
    return round(sum(seconds) / len(seconds) * 1000, 2)


def _measured(log: bytes) -> tuple[int, float, float, int, float, float]:
    """Entries; seconds to verify and to follow; steps back, their mean and the slowest, each with its pictures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.umlog"
        path.write_bytes(log)
        open_s, game = _timed(lambda: opened(path))
    follow_s, recording = _timed(lambda: game.recording(EYES))
    table = ReplayedTable(recording)
    table.go(table.last)
    desk = game_of(table.view.state.book.rules).desk(table, BOX)
    taken = []
    while table.entry:
        begun = time.process_time()
        table.step(-1)
        if table.view.state.round:
            desk.refresh()
            desk.board(100, 30)
            desk.hand(100, 8)
        taken.append(time.process_time() - begun)
    return table.last, open_s, follow_s, len(taken), sum(taken) / len(taken), max(taken)


def _timed(work: Callable[[], _Made]) -> tuple[float, _Made]:
    begun = time.process_time()
    made = work()
    return time.process_time() - begun, made

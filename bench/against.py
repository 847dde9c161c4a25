"""`undermine bench ... --against REV`: this checkout and an older one, measured in turns on the same machine."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bench.worker import Measured
from client.commands.figures import check_writable, tell_figures
from client.commands.options import WrongUsage, positive
from client.commands.progress import Progress
from client.i18n import _

ROOT = Path(__file__).resolve().parents[1]
_WORKER = Path(__file__).with_name("worker.py")


@dataclass(frozen=True, slots=True)
class Work:
    """What the worker does in one round, and the figure that comes of it."""

    what: str
    rules: str
    players: int
    games: int
    seed: int
    unit: str
    figure: Callable[[float], float]
    """From the seconds that one takes."""


class Failed(Exception):
    """A checkout could not do the work; the message tells which, and the last that it said."""


def add_options(command: argparse.ArgumentParser) -> None:
    """With which revision to compare."""
    command.add_argument(
        "--against", metavar="REV", help=_("compare with this revision of the program, such as HEAD~1")
    )
    command.add_argument(
        "--rounds", type=positive, default=5, metavar="N", help=_("how often both are measured in turns (5)")
    )


def compare(work: Work, arguments: argparse.Namespace) -> int:
    """Measure both, then print a table or write the figures."""
    commit = _commit(arguments.against)
    check_writable(arguments.json)
    try:
        figures = measure(work, commit, arguments.rounds)
    except Failed as error:
        print(_("undermine bench: {why}", why=error), file=sys.stderr)
        return 1
    return tell_figures(figures, arguments.json)


def measure(work: Work, commit: str, rounds: int) -> dict[str, Any]:
    """The figures by name; of each checkout the round counts that was disturbed least."""
    here, there = [], []
    before = _load()
    with _worktree(commit) as other, Progress(2 * rounds) as bar:
        for number in range(rounds):
            there.append(_run(work, other))
            bar.done(2 * number + 1)
            here.append(_run(work, ROOT))
            bar.done(2 * number + 2)
    ours, theirs = _least(here), _least(there)
    figures: dict[str, Any] = {
        "rules": work.rules,
        "players": work.players,
        "games": work.games,
        "rounds": rounds,
        "against": commit[:12],
        f"here_{work.unit}": work.figure(ours),
        f"there_{work.unit}": work.figure(theirs),
        "ratio": round(theirs / ours, 3),
    }
    if here[0]["digest"]:
        figures |= {"here_digest": here[0]["digest"], "there_digest": there[0]["digest"]}
    return figures | {"load_before": before, "load_after": _load()}


def _load() -> float | None:
    """Of the last minute; Windows counts none."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def _least(measured: list[Measured]) -> float:
    """Seconds of processor time for one move, game or audit."""
    return min(float(each["seconds"]) / float(each["count"]) for each in measured)


def _run(work: Work, checkout: Path) -> Measured:
    """One round in a fresh process, with the packages of that checkout."""
    numbers = map(str, (work.players, work.games, work.seed))
    ran = subprocess.run(
        [sys.executable, "-P", str(_WORKER), work.what, work.rules, *numbers],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if ran.returncode:
        said = ran.stderr.strip().splitlines() or [""]
        where = _("this checkout") if checkout == ROOT else _("the other checkout")
        raise Failed(_("{where} cannot be measured: {why}", where=where, why=said[-1]))
    measured: Measured = json.loads(ran.stdout)
    return measured


def _commit(revision: str) -> str:
    """The commit that the revision names in the repository around this program."""
    git = _git()
    top = git("rev-parse", "--show-toplevel")
    if top.returncode or Path(top.stdout.rstrip("\n")).resolve() != ROOT:
        raise WrongUsage(_("{folder} is no git checkout: there is nothing to compare with", folder=ROOT))
    found = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found.returncode:
        raise WrongUsage(_("{folder} has no revision {name!r}", folder=ROOT, name=revision))
    return found.stdout.strip()


@contextmanager
def _worktree(commit: str) -> Iterator[Path]:
    """A temporary checkout of the commit, removed however the block ends."""
    git = _git()
    with tempfile.TemporaryDirectory(prefix="undermine-bench-") as folder:
        checkout = Path(folder).resolve() / "checkout"
        try:
            added = git("worktree", "add", "--quiet", "--detach", str(checkout), commit)
            if added.returncode:
                raise Failed(_("git makes no second checkout: {why}", why=added.stderr.strip()))
            yield checkout
        finally:
            git("worktree", "remove", "--force", str(checkout))


def _git() -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Git in this checkout, whatever repository the environment names, and without hooks."""
    program = shutil.which("git")
    if program is None:
        raise WrongUsage(_("git is not installed: there is nothing to compare with"))
    return partial(_run_git, program)


def _run_git(program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [program, "-C", str(ROOT), "-c", f"core.hooksPath={os.devnull}", *arguments],
        env={name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )

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
from pathlib import Path
from typing import Any

from bench.worker import Measured
from client.commands.asked import rules_of
from client.commands.ends import WrongUsage
from client.commands.figures import NotMeasured, check_writable, tell_figures
from client.commands.progress import Progress
from client.i18n import _

ROOT = Path(__file__).resolve().parents[1]
_WORKER = Path(__file__).with_name("worker.py")
UNITS: dict[str, tuple[str, Callable[[float], float]]] = {
    "engine": ("moves_per_second", lambda taken: round(1 / taken)),
    "bots": ("games_per_second", lambda taken: round(1 / taken, 2)),
    "audit": ("audit_ms", lambda taken: round(taken * 1000, 2)),
    "server": ("moves_per_core_second", lambda taken: round(1 / taken)),
}
"""By work: the figure that comes of it, from the seconds that one takes."""


_ASKED = ("rules", "players", "games", "tables", "seconds", "rounds")
Run = Callable[[argparse.Namespace, Path], Measured]
"""One round with the packages of a checkout."""


def main(arguments: argparse.Namespace, run: Run | None = None) -> int:
    rules_of(arguments.rules, arguments.players)
    commit = commit_of(arguments.against)
    check_writable(arguments.json)
    return tell_figures(_measure(arguments, commit, run or _run), arguments.json)


def _measure(work: argparse.Namespace, commit: str, run: Run) -> dict[str, Any]:
    """Of each checkout the round counts that was disturbed least."""
    here, there = [], []
    before = _load()
    with worktree(commit) as other, Progress(2 * work.rounds) as bar:
        for number in range(work.rounds):
            there.append(run(work, other))
            bar.done(2 * number + 1)
            here.append(run(work, ROOT))
            bar.done(2 * number + 2)
    ours, theirs = _least(here), _least(there)
    unit, figure = UNITS[work.what]
    figures: dict[str, Any] = {
        **{name: getattr(work, name) for name in _ASKED if hasattr(work, name)},
        "against": commit[:12],
        f"here_{unit}": figure(ours),
        f"there_{unit}": figure(theirs),
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


def _run(work: argparse.Namespace, checkout: Path) -> Measured:
    """One round in a fresh process, with the packages of that checkout."""
    numbers = map(str, (work.players, work.games, work.seed))
    ours = {"PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-P", str(_WORKER), work.what, work.rules, *numbers]
    ran = _ended(command, checkout, {**os.environ, **ours})
    if ran.returncode:
        said = ran.stderr.strip().splitlines() or [""]
        where = _("this checkout") if checkout == ROOT else _("the other checkout")
        raise NotMeasured(_("{where} cannot be measured: {why}", where=where, why=said[-1]))
    measured: Measured = json.loads(ran.stdout)
    return measured


def commit_of(revision: str) -> str:
    """The commit that the revision names in the repository around this program."""
    top = _git("rev-parse", "--show-toplevel")
    if top.returncode or Path(top.stdout.rstrip("\n")).resolve() != ROOT:
        raise WrongUsage(_("{folder} is no git checkout: there is nothing to compare with", folder=ROOT))
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found.returncode:
        raise WrongUsage(_("{folder} has no revision {name!r}", folder=ROOT, name=revision))
    return found.stdout.strip()


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """A temporary checkout of the commit, removed however the block ends."""
    with tempfile.TemporaryDirectory(prefix="undermine-bench-") as folder:
        checkout = Path(folder).resolve() / "checkout"
        try:
            added = _git("worktree", "add", "--quiet", "--detach", str(checkout), commit)
            if added.returncode:
                raise NotMeasured(_("git makes no second checkout: {why}", why=added.stderr.strip()))
            yield checkout
        finally:
            _git("worktree", "remove", "--force", str(checkout))


def _git(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Git in this checkout, whatever repository the environment names, and without hooks."""
    program = shutil.which("git")
    if program is None:
        raise WrongUsage(_("git is not installed: there is nothing to compare with"))
    environ = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return _ended([program, "-c", f"core.hooksPath={os.devnull}", *arguments], ROOT, environ)


def _ended(command: list[str], folder: Path, environ: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, encoding="utf-8", errors="replace", check=False
    )

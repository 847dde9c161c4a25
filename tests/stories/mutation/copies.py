"""Mutants in a copy of the tree: a process for each, which imports the changed file."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.stories.mutation.mutants import ROOT, Mutant

PARTS = ("engine", "client", "protocol", "server", "docs", "tests")
AT_ONCE = 2


def survivors(folder: Path, judges: Sequence[str], chosen: Sequence[Mutant]) -> list[Mutant]:
    """The mutants that no judge notices."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(AT_ONCE):
        copies.put(copy_of_tree(folder / str(number)))

    def is_caught(mutant: Mutant) -> bool:
        copy = copies.get()
        try:
            return catches(copy, judges, mutant)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        caught = list(pool.map(is_caught, chosen))
    return [mutant for mutant, ok in zip(chosen, caught, strict=True) if not ok]


def copy_of_tree(folder: Path) -> Path:
    """All that the tests need, without what was compiled."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def catches(copy: Path, judges: Sequence[str], mutant: Mutant) -> bool:
    """Run the judges on a copy with the mutant in it; what is compiled there is never taken for the mutant."""
    file = copy / mutant.file
    file.write_text(mutant.text, "utf-8")
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *judges]
    ended = subprocess.run(
        command, cwd=copy, capture_output=True, check=False, timeout=600, env={"PATH": "", "PYTHONPATH": str(copy)}
    )
    file.write_text(mutant.source, "utf-8")
    return ended.returncode != 0

"""Random bytes, led by the code that they reach, never bring down what reads them."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.stories.fuzz.fuzzer import TARGETS, kept, target

ROOT = Path(__file__).parents[3]
QUICK = {"messages": 5_000, "log": 250, "audit": 30, "archive": 500, "scenario": 50, "settings": 250}
LONG = {
    "messages": 8_000_000,
    "log": 1_500_000,
    "audit": 50_000,
    "archive": 500_000,
    "scenario": 150_000,
    "settings": 300_000,
}
"""Ten million together: most where an input costs least, and where strangers send it."""
MOST_KEPT = 200

with_atheris = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="atheris has no package for this Python or machine, so the kept inputs are all that is tried",
)
each = pytest.mark.parametrize("name", TARGETS)


@each
def test_the_kept_inputs_and_the_seeds_raise_nothing_that_is_not_declared(name: str) -> None:
    chosen = target(name)
    inputs = [*chosen.seeds(), *(file.read_bytes() for file in kept(name))]
    assert inputs
    for data in inputs:
        chosen.one(data)


@each
def test_the_kept_inputs_are_few_and_short(name: str) -> None:
    sizes = [file.stat().st_size for file in kept(name)]
    assert 0 < len(sizes) <= MOST_KEPT
    assert max(sizes) <= target(name).LONGEST


def test_ten_million_inputs_are_tried_in_the_long_run() -> None:
    assert LONG.keys() == QUICK.keys() == TARGETS.keys()
    assert sum(LONG.values()) >= 10_000_000


@with_atheris
@each
def test_some_new_inputs_raise_nothing_that_is_not_declared(name: str, tmp_path: Path) -> None:
    fuzz(name, QUICK[name], tmp_path)


@with_atheris
@pytest.mark.long
@pytest.mark.timeout(5400)
@each
def test_millions_of_new_inputs_raise_nothing_that_is_not_declared(name: str, tmp_path: Path) -> None:
    fuzz(name, LONG[name], tmp_path)


def fuzz(name: str, runs: int, finds: Path) -> None:
    """A process of its own: what atheris has instrumented stays slow, and libFuzzer ends it."""
    command = [sys.executable, "-m", "tests.stories.fuzz.fuzzer", name, "--runs", str(runs), "--finds", str(finds)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    told = ended.stderr[-4000:]
    assert ended.returncode == 0, told
    tried = re.search(r"stat::number_of_executed_units: (\d+)", told)
    assert tried, told
    assert int(tried[1]) >= runs, told

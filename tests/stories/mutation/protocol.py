"""Every mistake in `protocol/` once: `python -m tests.stories.mutation.protocol --help`.

What no test notices is printed, in the form of `survivors.toml`, which says of each why none could.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from tests.stories.mutation import copies
from tests.stories.mutation.mutants import ROOT, Mutant, mutants_of, with_less, with_mistakes

FILES = sorted(
    {str(file.relative_to(ROOT)) for file in (ROOT / "protocol").rglob("*.py")} - {"protocol/host/selfplay.py"}
)
"""Of games in one process, for tests and measurements, nothing travels: other options or names are other games."""
JUDGES = (
    *("tests/protocol", "tests/stories/frozen", "tests/stories/cheats", "tests/stories/undealt"),
    *("tests/server/net", "tests/server/tables", "tests/client/net", "tests/client/replay"),
)
JUDGES_OF_IMPORTS = (
    *("tests/protocol/test_schemas.py", "tests/protocol/test_log.py", "tests/docs/test_protocol_page.py"),
    *("tests/protocol/test_frozen_bodies.py", "tests/protocol/test_keycheck.py"),
)
"""These look at what a module does when it is imported, or work something out when they are imported themselves."""
SURVIVORS = Path(__file__).parent / "survivors.toml"

Row = dict[str, str]


@cache
def all_mutants() -> list[Mutant]:
    """First the mistakes, then what has a part less."""
    return [*mistakes(), *parts_left_out()]


@cache
def mistakes() -> list[Mutant]:
    """A comparison, a number or a condition that is another."""
    return mutants_of(FILES, with_mistakes)


def some_mistakes(count: int) -> list[Mutant]:
    """So many that a test should notice; they stay the same while other lines change."""
    chosen = [mutant for mutant in mistakes() if not is_explained(mutant)]
    return sorted(chosen, key=lambda mutant: sha256(json.dumps(row_of(mutant)).encode()).digest())[:count]


@cache
def parts_left_out() -> list[Mutant]:
    """What is hashed or signed, with a part less."""
    return mutants_of(FILES, with_less)


def explained() -> list[Row]:
    """The mistakes that no test notices, each with its reason."""
    rows: list[Row] = tomllib.loads(SURVIVORS.read_text("utf-8"))["survivor"]
    return rows


def row_of(mutant: Mutant) -> Row:
    """A mistake as it is written down."""
    was, now = mutant.change
    return {"file": mutant.file, "was": was, "now": now}


def is_explained(mutant: Mutant) -> bool:
    """Whether it is one of those."""
    row = row_of(mutant)
    return any(row.items() <= one.items() for one in explained())


def survivors(
    folder: Path, chosen: Iterable[Mutant], covering: Path | None = None, judges: Sequence[str] = JUDGES
) -> list[Mutant]:
    """Those of the mutants that no test notices: what a fork does not, a process of its own is asked."""
    places = {mutant: number for number, mutant in enumerate(all_mutants())}
    numbers = [places[mutant] for mutant in chosen]
    said = _in_forks(folder, numbers, covering or _covered(folder, judges), judges)
    assert said.keys() == set(numbers), "a run of forks has ended too early"
    left = [all_mutants()[number] for number in numbers if said[number] != "CAUGHT"]
    alive = copies.survivors(folder / "first", JUDGES_OF_IMPORTS, left)
    late = [mutant for mutant in alive if said[places[mutant]] == "LATE"]
    return [mutant for mutant in alive if mutant not in late] + copies.survivors(folder / "then", judges, late)


def _covered(folder: Path, judges: Sequence[str]) -> Path:
    file = folder / "covering.json"
    _pytest("covering", judges, {"COVERING": str(file)})
    return file


def _in_forks(folder: Path, numbers: Sequence[int], covering: Path, judges: Sequence[str]) -> dict[int, str]:
    plan, results = folder / "plan.json", folder / "results.jsonl"
    results.touch()
    said = {number: said for number, said, _ in map(json.loads, results.read_text("utf-8").splitlines())}
    left = [number for number in numbers if number not in said]
    plan.write_text(json.dumps({"numbers": left, "covering": str(covering)}), "utf-8")
    _pytest("forked", judges, {"MUTANTS": str(plan), "RESULTS": str(results)})
    return {number: said for number, said, _ in map(json.loads, results.read_text("utf-8").splitlines())}


def _pytest(plugin: str, judges: Sequence[str], told: dict[str, str]) -> None:
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", f"tests.stories.mutation.{plugin}"]
    command = [sys.executable, "-m", "pytest", *options, *judges]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **told}, stdout=subprocess.DEVNULL, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.stories.mutation.protocol", description=__doc__)
    parser.add_argument("--files", default="", help="only files with this in their path")
    parser.add_argument("--at", nargs="+", metavar="FILE:LINE", help="only these places")
    parser.add_argument("--judges", nargs="+", default=JUDGES, metavar="TESTS", help="only these tests are asked")
    parser.add_argument("--folder", type=Path, help="where results are kept, so that a run that was cut goes on")
    parser.add_argument("--covering", type=Path, help="what an earlier run has found of tests and lines")
    options = parser.parse_args()
    chosen = [one for one in all_mutants() if options.files in one.file and not is_explained(one)]
    if options.at:
        chosen = [one for one in chosen if one.place in options.at]
    with tempfile.TemporaryDirectory() as folder:
        alive = survivors(options.folder or Path(folder), chosen, options.covering, options.judges)
    for mutant in alive:
        print(f"\n[[survivor]] # line {mutant.line}")
        for key, value in row_of(mutant).items():
            print(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    print(f"\n# {len(chosen) - len(alive)} of {len(chosen)} mistakes were noticed", file=sys.stderr)


if __name__ == "__main__":
    main()

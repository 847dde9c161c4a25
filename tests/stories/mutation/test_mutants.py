"""Do the tests notice a broken rule?  Mutants of the engine are played against the rule tests; most must be caught."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

import engine
from tests.stories.mutation.mutants import all_mutants, mutants, with_less

ROOT = Path(engine.__file__).parents[1]
RULES = sorted((ROOT / "engine" / "mine" / "rules").rglob("*.py"))
BOARD = ROOT / "engine" / "mine" / "board.py"
GRID = sorted((ROOT / "engine" / "grid").glob("*.py"))
FILES = [*RULES, ROOT / "engine" / "mine" / "scoring.py", ROOT / "engine" / "waits.py", *GRID, BOARD]
JUDGES = ("tests/stories/scenarios", "tests/stories/perft", "tests/engine")
CAVE = ROOT / "engine" / "cave"
FILES_OF_CAVE = [
    *sorted((CAVE / "rules").rglob("*.py")),
    *(CAVE / name for name in ("board.py", "flow.py", "scoring.py", "cards/chart.py")),
]
JUDGES_OF_CAVE = (
    "tests/stories/scenarios",
    "tests/stories/perft/test_cave_counts.py",
    "tests/stories/properties/test_cave_differential.py",
    "tests/stories/properties/test_cave.py",
    "tests/engine/test_cave_cards.py",
    "tests/engine/test_cave_scoring.py",
)
SAMPLE, LEAST = 120, 0.9
PROTOCOL = sorted((ROOT / "protocol").rglob("*.py"))
JUDGES_OF_PROTOCOL = ("tests/protocol", "tests/stories/frozen", "tests/server/net", "tests/client/net")


def test_a_mutant_differs_from_its_source_in_one_place() -> None:
    source = "def f(a, b):\n    return a == b and a < 3\n"
    assert [text.splitlines()[1].strip() for _, text in mutants(source)] == [
        "return a == b or a < 3",
        "return a != b and a < 3",
        "return a == b and a <= 3",
        "return a == b and a < 4",
    ]


def test_a_part_is_left_out_of_what_is_hashed() -> None:
    source = 'def parts(a):\n    return a, 1\n\n\ndef f(a, b):\n    return digest("undermine/1/card", a, b)\n'
    assert [text.splitlines() for _, text in with_less(source)] == [
        ["def parts(a):", "    return (1,)", "", "def f(a, b):", "    return digest('undermine/1/card', a, b)"],
        ["def parts(a):", "    return (a,)", "", "def f(a, b):", "    return digest('undermine/1/card', a, b)"],
        ["def parts(a):", "    return (a, 1)", "", "def f(a, b):", "    return digest('undermine/1/card', b)"],
        ["def parts(a):", "    return (a, 1)", "", "def f(a, b):", "    return digest('undermine/1/card', a)"],
    ]


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_no_part_of_what_is_hashed_or_signed_can_be_left_out_unnoticed(tmp_path: Path) -> None:
    chosen = [(file, line, text) for file in PROTOCOL for line, text in with_less(file.read_text("utf-8"))]
    assert survivors(tmp_path, JUDGES_OF_PROTOCOL, chosen) == []


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("files", "judges"), [(FILES, JUDGES), (FILES_OF_CAVE, JUDGES_OF_CAVE)], ids=["mine", "cave"])
def test_the_rule_tests_notice_nearly_every_mutant(tmp_path: Path, files: list[Path], judges: tuple[str, ...]) -> None:
    """What survives is listed: some mutants change nothing that can be seen."""
    chosen = Random("mutants").sample(all_mutants(files), SAMPLE)
    lived = survivors(tmp_path, judges, chosen)
    print(f"{len(chosen) - len(lived)} of {len(chosen)} mutants were caught; survivors: {lived}")
    assert len(lived) <= (1 - LEAST) * SAMPLE, lived


def survivors(folder: Path, judges: tuple[str, ...], chosen: list[tuple[Path, int, str]]) -> list[str]:
    """The mutants that no judge notices, by where they differ."""
    with ThreadPoolExecutor(2) as pool:
        caught = list(
            pool.map(lambda numbered: is_caught(folder / str(numbered[0]), judges, *numbered[1]), enumerate(chosen))
        )
    return [f"{file.relative_to(ROOT)}:{line}" for (file, line, _), ok in zip(chosen, caught, strict=True) if not ok]


def is_caught(folder: Path, judges: tuple[str, ...], file: Path, line: int, text: str) -> bool:
    """Run the rule tests on a copy of the tree with the mutant in it."""
    for part in ("engine", "client", "protocol", "server", "docs", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / file.relative_to(ROOT)).write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *judges]
    ended = subprocess.run(
        command, cwd=folder, capture_output=True, check=False, timeout=300, env={"PATH": "", "PYTHONPATH": str(folder)}
    )
    shutil.rmtree(folder)
    return ended.returncode != 0

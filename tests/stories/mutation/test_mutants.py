"""Do the tests notice a broken rule?  Mutants of the engine are played against the rule tests; most must be caught."""

import ast
from pathlib import Path
from random import Random

import pytest

from tests.stories.mutation import copies, protocol
from tests.stories.mutation.mutants import ROOT, Change, mutants_of, plain, with_less, with_mistakes

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
OF_PROTOCOL = 100


def lines(change: Change) -> list[str]:
    """The changed module."""
    return ast.unparse(change[1]).splitlines()


def test_a_mutant_differs_from_its_source_in_one_place() -> None:
    source = "def f(a, b):\n    return a == b and a < 3\n"
    assert [lines(change)[1].strip() for change in with_mistakes(source)] == [
        "return a == b or a < 3",
        "return a != b and a < 3",
        "return a == b and a <= 3",
        "return a == b and a < 4",
    ]


def test_a_part_is_left_out_of_what_is_hashed() -> None:
    source = 'def parts(a):\n    return a, 1\n\n\ndef f(a, b):\n    return digest("undermine/1/card", a, b)\n'
    assert [lines(change) for change in with_less(source)] == [
        ["def parts(a):", "    return (1,)", "", "def f(a, b):", "    return digest('undermine/1/card', a, b)"],
        ["def parts(a):", "    return (a,)", "", "def f(a, b):", "    return digest('undermine/1/card', a, b)"],
        ["def parts(a):", "    return (a, 1)", "", "def f(a, b):", "    return digest('undermine/1/card', b)"],
        ["def parts(a):", "    return (a, 1)", "", "def f(a, b):", "    return digest('undermine/1/card', a)"],
    ]


def test_what_no_test_can_notice_is_still_there_and_has_a_reason() -> None:
    for row in protocol.explained():
        assert row.keys() == {"file", "was", "now", "why"}
        there = plain((ROOT / row["file"]).read_text("utf-8"))
        assert row["was"] in map(str.strip, there), row


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_no_part_of_what_is_hashed_or_signed_can_be_left_out_unnoticed(tmp_path: Path) -> None:
    """All parts, and beside them some mistakes: `python -m tests.stories.mutation.protocol` tries all."""
    sample = protocol.some_mistakes(OF_PROTOCOL)
    lived = protocol.survivors(tmp_path, [*protocol.parts_left_out(), *sample])
    assert [(mutant.place, *mutant.change) for mutant in lived] == []


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("files", "judges"), [(FILES, JUDGES), (FILES_OF_CAVE, JUDGES_OF_CAVE)], ids=["mine", "cave"])
def test_the_rule_tests_notice_nearly_every_mutant(tmp_path: Path, files: list[Path], judges: tuple[str, ...]) -> None:
    """What survives is listed: some mutants change nothing that can be seen."""
    there = mutants_of([str(file.relative_to(ROOT)) for file in files], with_mistakes)
    lived = copies.survivors(tmp_path, judges, Random("mutants").sample(there, SAMPLE))
    told = [mutant.place for mutant in lived]
    print(f"{SAMPLE - len(lived)} of {SAMPLE} mutants were caught; survivors: {told}")
    assert len(lived) <= (1 - LEAST) * SAMPLE, told

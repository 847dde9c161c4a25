"""Only what gives the same bits everywhere: the four operations, and sums of whole numbers."""

import ast
import builtins
from collections.abc import Iterable
from pathlib import Path

import pytest

import engine
from engine.cave.bots import belief as friends
from engine.cave.bots import player as caver
from engine.cave.bots import survey as caves
from engine.mine.bots import base as steady
from engine.mine.bots import belief, foresight
from engine.mine.bots import fortune as chances
from engine.mine.bots.saboteur2 import belief as characters
from engine.mine.bots.saboteur2 import company, fortune, people, terrain, tunnels
from tests.engine.bots.tables import whole_game

FOLDER = Path(engine.__file__).parent
FILES = sorted([*FOLDER.glob("bots/*.py"), *FOLDER.glob("*/bots/**/*.py")])
ALLOWED_IMPORTS = {"collections", "engine", "functools", "heapq", "typing"}


def imported(tree: ast.AST) -> set[str]:
    """The top-level packages that a module imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_a_bot_imports_nothing_that_computes_or_surprises(file: Path) -> None:
    """No mathematics whose last bit differs, no clock, no chance of its own."""
    assert imported(ast.parse(file.read_text(encoding="utf-8"))) <= ALLOWED_IMPORTS


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_a_bot_raises_nothing_to_a_power(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)]
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"pow", "round", "fsum", "exp", "log", "sqrt", "hypot"}


@pytest.mark.parametrize("file", [file for file in FILES if file.name != "survey.py"], ids=lambda file: file.name)
def test_a_bot_asks_for_no_hash(file: Path) -> None:
    """The survey has one, for its memory; it decides nothing."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in ("hash", "id")]


def test_sums_are_sums_of_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Since 3.12 `sum` adds floats in another way than before."""
    summed = 0

    def whole(items: Iterable[int]) -> int:
        nonlocal summed
        listed = list(items)
        assert all(type(item) is int for item in listed), listed
        summed += 1
        return builtins.sum(listed)

    digging = (belief, steady, chances, characters, company, foresight, fortune, people, terrain, tunnels)
    for module in (*digging, friends, caver, caves):
        monkeypatch.setattr(module, "sum", whole, raising=False)
    for rules in ("base", "saboteur2", "base+everything", "saboteur2+everything", "cave"):
        summed = 0
        for seed in range(3):
            whole_game(rules, 5, ["steady"], seed, lambda view, act: None)
        whole_game(rules, 5, ["sharp", *["steady"] * 4], 3, lambda view, act: None)
        assert summed > 1000


def test_every_module_that_sums_is_watched() -> None:
    """Otherwise the test above would miss the sums of a new one."""
    watched = {"base", "belief", "company", "foresight", "fortune", "people", "player", "survey", "terrain", "tunnels"}
    assert {file.stem for file in FILES if "sum(" in file.read_text(encoding="utf-8")} == watched

"""A Python that is too old says so, or hands over to one that is not."""

import ast
import subprocess
import sys

import pytest

from bootstrap import interpreter
from tests.bootstrap.small_clone import PROJECT, Clone

PRETEND = "import runpy, sys; del sys.argv[0]; sys.version_info = (3, 6, 15); runpy.run_path(sys.argv[0])"
NEWER_THAN_2_7 = (
    ast.AnnAssign,
    ast.AsyncFunctionDef,
    ast.Await,
    ast.JoinedStr,
    ast.Match,
    ast.NamedExpr,
    ast.Nonlocal,
    ast.Starred,
    ast.TryStar,
    ast.YieldFrom,
)


def run_python(clone: Clone, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=clone.variables,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def start_with_old_python(clone: Clone) -> subprocess.CompletedProcess[str]:
    return run_python(clone, PRETEND, str(clone.folder / "play"))


def test_too_old_a_python_says_what_is_needed(clone: Clone) -> None:
    start = start_with_old_python(clone)
    assert start.returncode == interpreter.EXIT_TOO_OLD
    assert start.stderr == (
        "undermine: this is Python 3.6 and Undermine needs 3.11 or newer: install one, for example from"
        " python.org or your system's packages, and start again.\n"
    )


def test_a_newer_python_on_the_path_is_used(clone: Clone) -> None:
    """Behind a stand-in that runs nothing, as version managers leave them."""
    clone.add_uv()
    clone.add_tool("python3.14", "#!/bin/sh\necho not installed >&2\nexit 127\n")
    clone.add_tool("python3.13", "this is no program")
    (clone.tools / "python3.11").symlink_to(sys.executable)
    start = start_with_old_python(clone)
    assert (start.returncode, start.stdout) == (0, "game play 42\n"), start.stderr


def test_a_python_that_lies_about_its_version_is_passed_over(clone: Clone) -> None:
    """`python3.12` is asked, not believed: this one says, like an old one would, that it will not do."""
    clone.add_tool("python3.12", "#!/bin/sh\nexit 1\n")
    assert start_with_old_python(clone).returncode == interpreter.EXIT_TOO_OLD


@pytest.mark.parametrize("name", ["play", "test", "bootstrap/__init__.py", "bootstrap/interpreter.py"])
def test_what_an_old_python_must_read_has_no_newer_syntax(name: str) -> None:
    tree = ast.parse((PROJECT / name).read_text("utf-8"))
    newer = [node for node in ast.walk(tree) if isinstance(node, NEWER_THAN_2_7)]
    assert [ast.unparse(node) for node in newer] == []
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        arguments = function.args
        assert function.returns is None
        assert not arguments.kwonlyargs
        assert not any(argument.annotation for argument in arguments.args)


def test_what_an_old_python_must_read_is_plain_ascii() -> None:
    """Python 2 takes a source file for ASCII unless told otherwise."""
    for name in ("play", "test", "bootstrap/__init__.py", "bootstrap/interpreter.py"):
        assert (PROJECT / name).read_bytes().isascii(), name


@pytest.mark.parametrize("name", ["play", "test"])
def test_the_check_comes_before_anything_that_an_old_python_cannot_read(clone: Clone, name: str) -> None:
    script = f"""
import runpy, sys
sys.version_info = (2, 7, 18)
try:
    runpy.run_path({str(clone.folder / name)!r})
finally:
    print(*(module for module in sys.modules if module.startswith("bootstrap.")))
"""
    start = run_python(clone, script)
    assert (start.returncode, start.stdout) == (interpreter.EXIT_TOO_OLD, "bootstrap.interpreter\n")

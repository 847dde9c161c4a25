"""`undermine bench ... --against REV`: two checkouts in turns, and nothing is left behind."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import against as bench_against
from client.main import main

Capture = pytest.CaptureFixture[str]
Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """A repository with the packages as they are now, in which the command believes to stand."""
    root = tmp_path / "checkout"
    for package in ("engine", "protocol"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(bench_against.ROOT / package, root / package, ignore=ignored)
    monkeypatch.setattr(bench_against, "ROOT", root.resolve())

    def run(*arguments: str) -> str:
        who = ("-c", "user.name=Mira", "-c", "user.email=mira@example.org", "-c", "commit.gpgsign=false")
        return subprocess.run(
            ["git", "-C", str(root), *who, *arguments], capture_output=True, encoding="utf-8", check=True
        ).stdout

    run("init", "--quiet")
    run("add", ".")
    run("commit", "--quiet", "-m", "all")
    return run


def worktrees(git: Git) -> int:
    return git("worktree", "list").count("\n")


@pytest.mark.parametrize(
    ("kind", "unit"),
    [
        ("engine", "moves_per_second"),
        pytest.param("bots", "games_per_second", marks=pytest.mark.long),
        pytest.param("audit", "audit_ms", marks=pytest.mark.long),
    ],
)
def test_both_are_measured_and_the_other_checkout_is_gone_afterwards(
    git: Git, tmp_path: Path, capsys: Capture, kind: str, unit: str
) -> None:
    file = tmp_path / "figures.json"
    small = ("--players", "3") if kind != "audit" else ()
    arguments = ("bench", kind, "--games", "1", *small, "--against", "HEAD", "--rounds", "1", "--json", str(file))
    assert main(arguments) == 0
    found = json.loads(file.read_text())
    digests = ["here_digest", "there_digest"] if kind != "audit" else []
    assert list(found) == [
        *("rules", "players", "games", "rounds", "against", f"here_{unit}", f"there_{unit}", "ratio"),
        *digests,
        *("load_before", "load_after"),
    ]
    assert found["against"] == git("rev-parse", "HEAD")[:12]
    assert min(found[f"here_{unit}"], found[f"there_{unit}"], found["ratio"]) > 0
    assert len({found[name] for name in digests}) == bool(digests)
    assert f"there_{unit}" in capsys.readouterr().out
    assert worktrees(git) == 1


def test_other_play_has_another_digest(git: Git, tmp_path: Path) -> None:
    bot = bench_against.ROOT / "engine" / "bots" / "steady.py"
    bot.write_text(bot.read_text().replace("best = max(worths,", "best = min(worths,"))
    file = tmp_path / "figures.json"
    arguments = ("bench", "bots", "--games", "1", "--against", "HEAD", "--rounds", "1", "--json", str(file))
    assert main(arguments) == 0
    found = json.loads(file.read_text())
    assert found["here_digest"] != found["there_digest"]


def test_a_revision_that_cannot_do_the_work(git: Git, capsys: Capture) -> None:
    front = bench_against.ROOT / "engine" / "front.py"
    text = front.read_text()
    front.write_text("raise ImportError('too old')\n")
    git("commit", "--quiet", "-a", "-m", "broken")
    front.write_text(text)
    assert main(["bench", "engine", "--games", "1", "--against", "HEAD", "--rounds", "1"]) == 1
    told = "undermine bench: the other checkout cannot be measured: ImportError: too old\n"
    assert capsys.readouterr().err == told
    assert worktrees(git) == 1


def test_ctrl_c_leaves_no_checkout_behind(git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def interrupted(_work: object, checkout: Path) -> None:
        made.append(checkout)
        raise KeyboardInterrupt

    monkeypatch.setattr(bench_against, "_run", interrupted)
    assert main(["bench", "engine", "--against", "HEAD"]) == 130
    assert not made[0].parent.exists()
    assert worktrees(git) == 1


@pytest.mark.parametrize("revision", ["no-such-branch", "--all", ""])
def test_an_unknown_revision(git: Git, capsys: Capture, revision: str) -> None:
    assert main(["bench", "bots", f"--against={revision}"]) == 2
    assert capsys.readouterr().err == f"undermine: {bench_against.ROOT} has no revision {revision!r}\n"


def test_a_folder_that_is_no_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(bench_against, "ROOT", tmp_path.resolve())
    assert main(["bench", "audit", "--against", "HEAD"]) == 2
    told = f"undermine: {tmp_path.resolve()} is no git checkout: there is nothing to compare with\n"
    assert capsys.readouterr().err == told


def test_a_folder_inside_a_checkout_of_something_else(git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the program is installed below a project of its own."""
    monkeypatch.setattr(bench_against, "ROOT", bench_against.ROOT / "engine")
    assert main(["bench", "engine", "--against", "HEAD"]) == 2


def test_without_git(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["bench", "engine", "--against", "HEAD"]) == 2
    assert capsys.readouterr().err == "undermine: git is not installed: there is nothing to compare with\n"


def test_the_bots_alone(capsys: Capture) -> None:
    arguments = ["bench", "bots", "--games", "1", "--players", "3", "--json", "-"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["rules", "players", "games", "games_per_second", "digest"]
    assert main(arguments) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == found["digest"]

"""`./test` itself: what it runs, and that it fails when a check does."""

import sys
from pathlib import Path

import pytest

from bootstrap import checks, newest, running
from bootstrap.environment import CLONE, TEST, Environment
from bootstrap.running import SKIPPED, Check, report

ENVIRONMENT = Environment(Path("/environment"), TEST)


def program(text: str, code: int = 0, *, tests: bool = False) -> Check:
    """Prints the text and exits with the code."""
    return Check(
        "broken" if code else "fine", [sys.executable, "-c", f"print({text!r}); raise SystemExit({code})"], tests
    )


FINE = program("unseen")
BROKEN = program("the reason", 3)
DOTS = "bringing up nodes...\n....s...  [ 50%]\n..F.  [100%]\n"


def test_every_check_is_named_with_its_result(capfd: pytest.CaptureFixture[str]) -> None:
    assert report([FINE, FINE], ENVIRONMENT) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["fine", "ok"]] * 2
    assert lines[2].startswith("all 2 checks are fine")


def test_one_broken_check_fails_the_whole_and_shows_why(capfd: pytest.CaptureFixture[str]) -> None:
    assert report([BROKEN, FINE], ENVIRONMENT) == 1
    out = capfd.readouterr().out
    assert "the reason\n" in out
    assert "unseen" not in out
    assert out.splitlines()[-1].startswith("1 of 2 checks failed: broken")


def test_of_tests_that_pass_only_their_counts_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    closing = "11000 passed, 8 skipped in 240.10s (0:04:00)"
    assert report([program(DOTS + closing, tests=True)], ENVIRONMENT) == 0
    _, counts, _ = capfd.readouterr().out.splitlines()
    assert counts == closing


def test_what_could_not_run_is_named_with_its_reason(capfd: pytest.CaptureFixture[str]) -> None:
    left_out = "SKIPPED [4] tests/client/test_a.py:12: there is no Chromium on this computer"
    closing = "12 passed, 4 skipped in 2.10s"
    told = f"=== short test summary info ===\n{left_out}\n{closing}"
    assert report([program(DOTS + told, tests=True)], ENVIRONMENT) == 0
    assert capfd.readouterr().out.splitlines()[1:3] == [left_out, closing]


def test_of_tests_that_fail_all_but_the_dots_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    told = "FAILED tests/engine/test_a.py::test_b\n1 failed, 10999 passed in 240.10s"
    assert report([program(DOTS + told, 1, tests=True)], ENVIRONMENT) == 1
    out = capfd.readouterr().out
    assert told in out
    assert "%" not in out


def test_a_check_that_cannot_run_here_is_skipped_with_its_reason(capfd: pytest.CaptureFixture[str]) -> None:
    assert report([program("much else\nno network", SKIPPED)], ENVIRONMENT) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].split()[1] == "skipped"
    assert lines[1] == "no network"


@pytest.mark.parametrize(("live", "shown"), [(True, ["...", "50 %"]), (False, [])])
def test_only_a_terminal_shows_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, live: bool, shown: list[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: live)
    waiting = running.Waiting("tests")
    waiting.show(b"")
    waiting.show(b"....  [ 50%]\n..")
    assert [part.removeprefix("tests").strip() for part in capsys.readouterr().out.split("\r")[1:]] == shown
    waiting.clear()


@pytest.mark.parametrize(
    ("said", "code"), [("client error (Connect)", SKIPPED), ("no version of textual fits", 1), ("", 0)]
)
def test_without_a_network_the_newest_packages_are_not_tried(said: str, code: int) -> None:
    failing = [sys.executable, "-c", f"import sys; sys.exit({said!r} or 0)"]
    assert newest.run(failing) == code


def test_the_part_that_runs_with_the_newest_packages_is_there() -> None:
    assert all((CLONE / folder).is_dir() for folder in newest.PART)


def test_the_checks_are_these() -> None:
    names = [check.name for check in checks.static_checks(ENVIRONMENT)]
    assert names == ["lint", "format", "types", "import contracts", "documentation"]


@pytest.mark.parametrize(
    ("arguments", "long", "for_pytest"),
    [
        ([], False, []),
        (["--fast"], False, []),
        (["--long"], True, []),
        (["-k", "name"], False, ["-k", "name"]),
        (["--long", "tests/engine", "-x"], True, ["tests/engine", "-x"]),
        (["--", "--long"], False, ["--long"]),
        (["--lon"], False, ["--lon"]),
    ],
)
def test_what_is_not_ours_goes_to_pytest(arguments: list[str], long: bool, for_pytest: list[str]) -> None:
    options, rest = checks.parse(arguments)
    assert (options.long, rest) == (long, for_pytest)


def test_long_tests_run_only_when_asked_for() -> None:
    asked, not_asked = (checks.pytest(ENVIRONMENT, [], long=long).command for long in (True, False))
    assert asked[-2:] == ["-m", "long or not long"]
    assert "long or not long" not in not_asked


def test_no_check_writes_into_the_clone() -> None:
    """Each is told a place for its cache inside the environment, since the clone may be read-only."""
    every = [*checks.static_checks(ENVIRONMENT), checks.pytest(ENVIRONMENT, [], long=False)]
    for check in every:
        assert any(str(ENVIRONMENT.caches) in word for word in check.command), check.name
    assert str(ENVIRONMENT.caches) in running.variables(ENVIRONMENT)["HYPOTHESIS_STORAGE_DIRECTORY"]


def test_compiled_modules_are_kept_also_where_it_is_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert running.variables(ENVIRONMENT)["PYTHONDONTWRITEBYTECODE"] == ""


def test_help_tells_about_the_set_up(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        checks.parse(["--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    assert "UNDERMINE_ENV" in text
    assert "only the tests" in text

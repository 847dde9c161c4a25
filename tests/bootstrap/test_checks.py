"""`./test` itself: what it runs, and that it fails when a check does."""

import sys
from pathlib import Path

import pytest

from bootstrap import checks
from bootstrap.environment import TEST, Environment

ENVIRONMENT = Environment(Path("/environment"), TEST)
FINE = checks.Check("fine", [sys.executable, "-c", "print('unseen')"])
BROKEN = checks.Check("broken", [sys.executable, "-c", "print('the reason'); raise SystemExit(3)"])


def test_every_check_is_named_with_its_result(capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.report([FINE, FINE], ENVIRONMENT) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["fine", "ok"]] * 2
    assert lines[2].startswith("all 2 checks are fine")


def test_one_broken_check_fails_the_whole_and_shows_why(capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.report([BROKEN, FINE], ENVIRONMENT) == 1
    out = capfd.readouterr().out
    assert "the reason\n" in out
    assert "unseen" not in out
    assert out.splitlines()[-1].startswith("1 of 2 checks failed: broken")


def test_a_broken_live_check_fails_the_whole(capfd: pytest.CaptureFixture[str]) -> None:
    live = checks.Check("tests", BROKEN.command, live=True)
    assert checks.report([FINE, live], ENVIRONMENT) == 1
    assert "FAILED" in capfd.readouterr().out


def test_the_checks_are_these() -> None:
    names = [check.name for check in checks.static_checks(ENVIRONMENT)]
    assert names == ["lint", "format", "types", "import contracts", "documentation"]


@pytest.mark.parametrize(
    ("arguments", "long", "for_pytest"),
    [
        ([], False, []),
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
    assert "-m" not in not_asked


def test_no_check_writes_into_the_clone() -> None:
    """Each is told a place for its cache inside the environment, since the clone may be read-only."""
    every = [*checks.static_checks(ENVIRONMENT), checks.pytest(ENVIRONMENT, [], long=False)]
    for check in every:
        assert any(str(ENVIRONMENT.caches) in word for word in check.command), check.name
    assert str(ENVIRONMENT.caches) in checks.variables(ENVIRONMENT)["HYPOTHESIS_STORAGE_DIRECTORY"]


def test_help_tells_about_the_set_up(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        checks.parse(["--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    assert "UNDERMINE_ENV" in text
    assert "only the tests" in text

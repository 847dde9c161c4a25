"""The measurement of the client: only that it measures what it says; how fast anything is, no test says."""

import json
import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from bench import screen as bench_client
from bench.screen import Program, Silent, measure
from client.main import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals there")
ECHO = """
import os, tty
tty.setraw(0)
os.write(1, b"\\x1b[?1049h\\x1b[24;1Hready")
while (key := os.read(0, 1)) != b"\\x11":
    if key != b"n":
        os.write(1, b"<" + key + b">")
"""


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    """A program that answers every key but one."""
    monkeypatch.setattr(bench_client, "_ANSWERED", 30.0)
    with bench_client._started([sys.executable, "-c", ECHO]) as program:
        program.until(bench_client._first_paint)
        yield program


@pytest.mark.parametrize(
    ("written", "painted"),
    [
        (b"\x1b[24;1Htext", False),
        (b"\x1b[?1049h\x1b[1;1Htext", False),
        (b"\x1b[?1049h\x1b[24;1H   \x1b[0m", False),
        (b"\x1b[?1049h\x1b[1;1Htext\x1b[24;1H ", True),
        (b"\x1b[?1049h\x1b]2;title\x07\x1b[24;1H ", False),
    ],
)
def test_a_screen_is_painted_when_it_is_whole_and_not_empty(written: bytes, painted: bool) -> None:
    assert bench_client._first_paint(written) is painted


def test_a_key_is_answered_by_what_comes_after_it(echo: Program) -> None:
    answer = echo.press(b"a")
    assert answer.written.startswith(b"<a")
    assert all(time > 0 for time in answer.times)
    assert answer.times == sorted(answer.times)


def test_figures_of_keys_are_of_each_key(echo: Program) -> None:
    figures = echo.answers("key", [b"a", b"b"])
    assert set(figures) == {"key_first_byte_ms", "key_last_byte_ms", "key_bytes"}
    assert {len(values) for values in figures.values()} == {bench_client.KEYS_PER_RUN}


def test_a_program_that_answers_no_key_is_not_measured(echo: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_client, "_ANSWERED", 0.01)
    with pytest.raises(Silent, match="ready"):
        echo.answers("key", [b"n"])


def test_a_program_that_ends_says_what_it_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        bench_client._started([sys.executable, "-c", "raise SystemExit('no screen here')"]) as program,
        pytest.raises(Silent, match="no screen here"),
    ):
        program.until(bench_client._first_paint)


GAME = {"key_bytes": [1.0, 2.0, 6.0], "game_first_paint_ms": [200.0], "own_turn_ms": [300.0]}


def test_the_first_run_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    values = count(1000, -100)
    monkeypatch.setattr(bench_client, "_bare", lambda: {"bare_first_paint_ms": [100.0]})
    monkeypatch.setattr(bench_client, "_menu", lambda: {"menu_first_paint_ms": [float(next(values))]})
    monkeypatch.setattr(bench_client, "_game", lambda: GAME)
    figures = measure(3)
    assert (figures["menu_first_paint_ms"], figures["menu_first_paint_ms_worst"]) == (800.0, 900.0)
    ratios = [figures[f"{name}_ratio"] for name in ("menu_first_paint", "game_first_paint", "own_turn")]
    assert ratios == [8.0, 2.0, 3.0]
    assert figures["key_bytes"] == 2.0
    assert "key_bytes_worst" not in figures


def test_a_program_that_cannot_be_measured_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def silent() -> None:
        raise Silent("the program did not answer")

    monkeypatch.setattr(bench_client, "_bare", silent)
    assert main(["bench", "client", "--runs", "1"]) == 1
    assert capsys.readouterr().err == "undermine bench: the program did not answer\n"


def test_a_file_that_cannot_be_written_is_told_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_client, "measure", pytest.fail)
    assert main(["bench", "client", "--json", str(tmp_path / "no" / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.long
def test_the_real_program_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "client", "--runs", "1", "--json", "-"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert 0 < figures["game_first_paint_ms"] < figures["own_turn_ms"]
    for key in ("bare_key", "arrow"):
        assert 0 < figures[f"{key}_first_byte_ms"] <= figures[f"{key}_last_byte_ms"]
        assert figures[f"{key}_bytes"] > 0

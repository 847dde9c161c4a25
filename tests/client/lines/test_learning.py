"""Lessons and puzzles in lines, typed by a person."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from client.main import main

Learn = Callable[..., str]


@pytest.fixture
def learn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Learn:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "en_US.UTF-8")

    def typed(*arguments: str, lines: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines.replace("; ", "\n")))
        assert main(["learn", *arguments, "--plain"]) == 0
        return capsys.readouterr().out

    return typed


def test_a_lesson_says_what_to_do_and_goes_on_behind_it(learn: Learn) -> None:
    told = learn(lines="place 2 1,0; place 1 2,0; place 1 1,0; ; quit")
    assert "Lesson 1 of 14: The first card" in told
    assert "You could: place" in told or "cannot be played" in told
    assert "You place straight left to right at 1,0." in told
    assert "Lesson 2 of 14: All sides fit" in told
    assert "Lesson 2 of 14" in learn(lines="quit"), "the first is done"
    assert "✓  1  The first card" in learn("--list")
    assert "+  1  The first card" in learn("--list", "--ascii")


def test_a_puzzle_shows_why_an_act_does_not_solve_it(learn: Learn) -> None:
    told = learn("puzzles", "12", lines="pass 1; hint; solution; place 4 7,0; place 4 7,0; quit")
    assert "Not this." in told
    assert "Card 4 does it." in told
    assert "dead end, up and left at 7,0: place 4 at 7,0" in told
    assert "Solved!" in told
    assert "This one is done." in told
    assert "Secret: Ann holds" in told, "the cards are open"


def test_two_acts_with_a_reply_between_solve_a_puzzle(learn: Learn) -> None:
    told = learn("puzzles", "30", lines="place 3 7,-1; hint; solution; quit")
    assert "Good. And now?" in told


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("lessons", "15"), "undermine: they are numbered 1 to 14"),
        (("puzzles", "0"), "undermine: they are numbered 1 to 44"),
        (("nothing.toml",), "nothing.toml: cannot be read"),
    ],
)
def test_what_is_not_there_is_told(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str) -> None:
    assert main(["learn", *arguments]) in {1, 2}
    assert why in capsys.readouterr().err


def test_other_words_are_answered(learn: Learn) -> None:
    told = learn(lines="dance; 99; 3; back; board; help; again; ; list; quit")
    assert "There is no command “dance”" in told
    assert "They are numbered 1 to 14." in told
    assert "Lesson 3 of 14" in told
    assert "Lesson 2 of 14" in told

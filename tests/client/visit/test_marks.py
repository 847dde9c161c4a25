"""Pencil marks: one guess a seat, gone with the round, there again after a new start."""

import os
import stat
from pathlib import Path

import pytest

from client.games.game import Guess
from client.games.registry import game_of
from client.net.drawer import Drawer
from client.visit.marks import Marks
from engine.mine.game import book
from engine.rules import parse

BASE = ["digger", "saboteur"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Of a table, in a folder that is not there yet."""
    return Drawer(tmp_path / "tables").log(b"\7" * 32)


@pytest.fixture
def marks(log: Path) -> Marks:
    return Marks.beside(log, BASE)


def guesses(rules: str, seats: int) -> list[Guess]:
    """What players can be taken for."""
    return game_of(parse(rules)).guesses(book(parse(rules), seats))


@pytest.mark.parametrize("seats", [3, 5, 10])
def test_in_the_base_game_people_are_diggers_or_saboteurs(seats: int) -> None:
    assert [guess.key for guess in guesses("base", seats)] == BASE


@pytest.mark.parametrize("seats", [2, 7, 12])
def test_in_saboteur_2_there_are_six_guesses(seats: int) -> None:
    assert [guess.key for guess in guesses("saboteur2", seats)] == [
        *("blue-digger", "green-digger", "boss", "profiteer", "geologist", "saboteur-2")
    ]


def test_every_guess_has_a_word() -> None:
    assert [guess.name for guess in guesses("base", 5)] == ["gold-digger", "saboteur"]
    words = [guess.name for guess in guesses("saboteur2", 7)]
    assert words == ["blue gold-digger", "green gold-digger", "Boss", "Profiteer", "Geologist", "saboteur"]


def test_nobody_is_marked_and_nothing_is_written_at_first(marks: Marks) -> None:
    assert [marks.guess(seat) for seat in range(12)] == [None] * 12
    assert not marks.path.parent.exists()


def test_a_mark_can_be_set_and_taken_away(marks: Marks) -> None:
    marks.set(0, "saboteur")
    marks.set(4, "digger")
    assert (marks.guess(0), marks.guess(4)) == ("saboteur", "digger")
    marks.set(0, None)
    marks.set(1, None)
    assert (marks.guess(0), marks.guess(4)) == (None, "digger")


def test_a_new_round_begins_without_marks(marks: Marks, log: Path) -> None:
    marks.new_round(1)
    marks.set(0, "saboteur")
    marks.new_round(2)
    assert marks.guess(0) is None
    assert Marks.beside(log, BASE).guess(0) is None


def test_marks_survive_a_new_start_that_tells_of_earlier_rounds_again(marks: Marks, log: Path) -> None:
    marks.new_round(1)
    marks.new_round(2)
    marks.set(0, "saboteur")
    marks.set(11, "digger")
    later = Marks.beside(log, BASE)
    assert (later.guess(0), later.guess(11)) == ("saboteur", "digger")
    later.new_round(1)
    later.new_round(2)
    assert (later.guess(0), later.guess(11)) == ("saboteur", "digger")
    later.new_round(3)
    assert (later.guess(0), later.guess(11)) == (None, None)


def test_each_table_has_its_own(marks: Marks, tmp_path: Path) -> None:
    marks.set(0, "saboteur")
    assert Marks.beside(Drawer(tmp_path / "tables").log(b"\1" * 32), BASE).guess(0) is None


def test_the_file_lies_beside_the_log_and_is_not_in_its_way(marks: Marks, log: Path) -> None:
    marks.set(0, "saboteur")
    assert (marks.path.parent, marks.path.stem) == (log.parent, log.stem)
    assert not log.exists()
    drawer = Drawer(log.parent)
    drawer.mark_open(b"\7" * 32, b"key")
    assert drawer.open_tables(b"key") == [b"\7" * 32]
    assert marks.guess(0) == Marks.beside(log, BASE).guess(0) == "saboteur"


@POSIX
def test_only_the_owner_can_read_the_file(marks: Marks) -> None:
    marks.set(0, "saboteur")
    assert stat.S_IMODE(marks.path.stat().st_mode) == 0o600


def test_a_damaged_file_is_as_good_as_none(marks: Marks, log: Path) -> None:
    marks.new_round(2)
    marks.set(0, "saboteur")
    whole = marks.path.read_bytes()
    for damaged in (*(whole[:end] for end in range(len(whole))), whole + b"\0", b"\xff" * 9, b"x" * 10_000):
        marks.path.write_bytes(damaged)
        later = Marks.beside(log, BASE)
        assert later.guess(0) is None
        later.new_round(1)
    later = Marks.beside(log, BASE)
    later.new_round(1)
    later.set(0, "digger")
    assert Marks.beside(log, BASE).guess(0) == "digger"


def test_marks_of_other_rules_do_not_count(marks: Marks, log: Path) -> None:
    marks.set(0, "saboteur")
    assert Marks.beside(log, ["boss"]).guess(0) is None


def test_a_folder_in_place_of_the_file_does_not_matter(marks: Marks, log: Path) -> None:
    marks.path.mkdir(parents=True)
    marks = Marks.beside(log, BASE)
    marks.set(0, "saboteur")
    assert marks.guess(0) == "saboteur"
    marks.forget()
    assert marks.guess(0) is None


def test_what_cannot_be_kept_holds_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("in the way")
    marks = Marks(tmp_path / "tables" / "x.marks", BASE)
    marks.set(0, "digger")
    assert marks.guess(0) == "digger"


def test_marks_are_forgotten_with_their_table(marks: Marks, log: Path) -> None:
    marks.set(0, "saboteur")
    marks.forget()
    marks.forget()
    assert not marks.path.exists()
    assert marks.guess(0) is Marks.beside(log, BASE).guess(0) is None

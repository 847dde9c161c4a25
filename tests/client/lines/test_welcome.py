"""The first start in lines: who is asked, and who is not."""

from pathlib import Path

import pytest

from client.lines.welcome import is_first_start, welcome
from client.profile.person import Person
from client.profile.profile import BadProfile, Profile
from client.profile.settings import Settings, read
from client.render.charset import ASCII


class Terminal:
    def __init__(self, *, tty: bool) -> None:
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


@pytest.fixture
def person(tmp_path: Path) -> Person:
    profile = Profile("eva")
    profile.config, profile.data = tmp_path / "config", tmp_path / "data"
    return Person(profile, Settings(), "root", ASCII, bytes(32))


def named(person: Person, *typed: str) -> tuple[Person, list[str]]:
    """What comes of these lines, and what was said."""
    said: list[str] = []
    lines = iter(typed)

    def ask(prompt: str) -> str:
        said.append(prompt)
        return next(lines)

    return welcome(person, lambda *lines: said.extend(lines), ask), said


def test_it_says_what_the_game_is_and_asks_for_a_name(person: Person) -> None:
    zoe, said = named(person, "Zoe")
    assert zoe.name == zoe.settings.name == read(person.profile).name == "Zoe"
    assert said[0] == "Welcome to Undermine"
    assert said[-1] == "Your name: [root] "
    assert "In your turn you use one card, and draw another:" in said


def test_an_empty_line_takes_the_name_that_stands_there(person: Person) -> None:
    assert named(person, "")[0].name == "root"


def test_a_name_that_cannot_be_is_explained(person: Person) -> None:
    zoe, said = named(person, "Zoe the great", "to", "Zoe")
    assert zoe.name == "Zoe"
    assert sum(line.startswith("Use one word, up to 16 characters") for line in said) == 2


def test_a_disk_that_keeps_no_name_keeps_no_person_from_playing(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_profile: Profile, _name: str) -> None:
        raise BadProfile("the disk is full")

    monkeypatch.setattr(Profile, "keep_player_name", full)
    zoe, said = named(person, "Zoe")
    assert zoe.name == "Zoe"
    assert said[-1] == "the disk is full"


@pytest.mark.parametrize(
    ("name", "stdin", "stdout"), [("", True, True), ("Eva", True, True), ("", False, True), ("", True, False)]
)
def test_only_a_person_without_a_name_at_a_terminal_is_asked(
    monkeypatch: pytest.MonkeyPatch, name: str, *, stdin: bool, stdout: bool
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(tty=stdin))
    monkeypatch.setattr("sys.stdout", Terminal(tty=stdout))
    eva = Person(Profile("eva"), Settings(name=name), "root", ASCII, bytes(32))
    assert is_first_start(eva) is (not name and stdin and stdout)

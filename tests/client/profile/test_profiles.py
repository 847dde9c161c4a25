"""Names and profiles: kept apart, checked, and never a traceback."""

import io
import os
import sys
from pathlib import Path

import pytest

from client.main import main
from client.words.people import NAME_RULE

SENTENCE = "undermine play: "


class Home:
    """A person's folders, somewhere else than the real ones."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.config = folder / "config"
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("XDG_CONFIG_HOME", str(self.config))
        monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))

    def play(self, *arguments: str, profile: str | None = None) -> tuple[int, str, str]:
        """Sit down and leave at once: exit code, the first line, what is complained about."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        chosen = [] if profile is None else ["--profile", profile]
        code = main([*chosen, "play", "--seed", "1", *arguments])
        told = self._capsys.readouterr()
        return code, told.out.partition("\n")[0], told.err

    def settings(self, profile: str = "default") -> Path:
        """The file of a profile."""
        return self.config / "undermine" / profile / "settings.toml"

    def write(self, content: bytes, profile: str = "default") -> None:
        """What a person may have done to the file."""
        self.settings(profile).parent.mkdir(parents=True)
        self.settings(profile).write_bytes(content)


@pytest.fixture
def home(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Home:
    return Home(tmp_path, capsys, monkeypatch)


def test_without_a_name_one_is_a_player_and_nothing_is_written(home: Home) -> None:
    assert home.play() == (0, "At the table: Player (you), Ann, Bob, Cleo, Dirk.", "")
    assert not home.config.exists()


def test_a_name_is_kept_for_next_time_and_for_its_profile_alone(home: Home) -> None:
    assert home.play("--name", "Zoë")[1].startswith("At the table: Zoë (you), Ann,")
    assert home.play("--name", "Yan", profile="other")[1].startswith("At the table: Yan (you), Ann,")
    assert home.play()[1].startswith("At the table: Zoë (you), Ann,")
    assert home.play(profile="other")[1].startswith("At the table: Yan (you), Ann,")
    assert home.play(profile="third")[1].startswith("At the table: Player (you), Ann,")
    assert home.play("--name", "Xa")[1].startswith("At the table: Xa (you), Ann,")
    assert home.play()[1].startswith("At the table: Xa (you), Ann,")


@pytest.mark.parametrize("name", ["Bob", "bob", "BOB"])
def test_no_bot_takes_the_name_of_the_person(home: Home, name: str) -> None:
    assert home.play("--name", name)[1] == f"At the table: {name} (you), Ann, Cleo, Dirk, Eva."


@pytest.mark.parametrize("players", [3, 10])
def test_there_are_names_for_every_number_of_players(home: Home, players: int) -> None:
    code, line, _ = home.play("--players", str(players))
    assert code == 0
    assert line.count(",") == players - 1


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "a" * 17, "two words", "tab\there", "line\nbreak", 'qu"ote', "back\\slash"),
        *("esc\x1b[1m", "\x00", "\x7f", "\u202eabc", "\u200b", "\u2028", "\ufeff", "\ud800", "\ue000"),
    ],
    ids=ascii,
)
def test_a_name_that_is_no_word_is_refused_and_not_kept(home: Home, name: str) -> None:
    code, line, complaint = home.play("--name", name)
    assert (code, line) == (2, "")
    assert complaint == f"{SENTENCE}that name cannot be used. {NAME_RULE}\n"
    assert not home.config.exists()


@pytest.mark.parametrize("name", ["a" * 16, "Ünïcödé", "李", "O'Neil", "x-1_2", "🙂"], ids=ascii)
def test_a_name_may_be_any_other_word(home: Home, name: str) -> None:
    assert home.play("--name", name)[1].startswith(f"At the table: {name} (you), Ann,")
    assert home.play()[1].startswith(f"At the table: {name} (you), Ann,")


@pytest.mark.parametrize(
    "profile", ["", ".", "..", "../x", "a/b", "a b", "a" * 33, "nul\0", "a\\b", "é\u0301", "\ud800"], ids=ascii
)
def test_a_profile_that_is_no_plain_word_is_refused(home: Home, profile: str) -> None:
    code, line, complaint = home.play("--name", "Zoe", profile=profile)
    assert (code, line) == (2, "")
    assert complaint == (f"{SENTENCE}{profile!r} cannot name a profile: use letters, digits, - and _, at most 32\n")
    assert not home.config.exists()


@pytest.mark.parametrize("profile", ["a" * 32, "A-b_9", "é"], ids=ascii)
def test_other_profiles_are_fine(home: Home, profile: str) -> None:
    assert home.play("--name", "Zoe", profile=profile)[0] == 0
    assert home.settings(profile).read_text(encoding="utf-8") == 'name = "Zoe"\n'


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"name = ", "cannot be read: Invalid value"),
        (b"name", "cannot be read: Expected '=' after a key"),
        (b'name = "a"\nname = "b"\n', "cannot be read: Cannot overwrite a value"),
        (b"\xff\xfe", "cannot be read: 'utf-8' codec can't decode"),
        (b"\x00", "cannot be read: "),
        (b"name = 7\n", ": the key 'name' must be a text"),
        (b'[name]\nx = "y"\n', ": the key 'name' must be a text"),
    ],
    ids=ascii,
)
def test_a_broken_settings_file_is_named_in_one_sentence(home: Home, content: bytes, why: str) -> None:
    home.write(content)
    code, line, complaint = home.play()
    assert (code, line) == (2, "")
    assert complaint.startswith(f"{SENTENCE}{home.settings()}")
    assert why in complaint
    assert complaint.count("\n") == 1
    assert home.settings().read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"# nothing yet\n", b'colour = "blue"\n'])
def test_settings_without_a_name_are_fine(home: Home, content: bytes) -> None:
    home.write(content)
    assert home.play()[:2] == (0, "At the table: Player (you), Ann, Bob, Cleo, Dirk.")


def test_a_folder_in_place_of_the_settings_is_named(home: Home) -> None:
    home.settings().mkdir(parents=True)
    for arguments in ((), ("--name", "Zoe")):
        code, _, complaint = home.play(*arguments)
        assert code == 2
        assert complaint.startswith(f"{SENTENCE}{home.settings()} cannot be ")
        assert complaint.endswith(": Is a directory\n")


def test_a_folder_that_cannot_be_made_is_named(home: Home) -> None:
    """Root may write everywhere, but not into a file."""
    home.config.write_text("in the way", encoding="utf-8")
    code, line, complaint = home.play("--name", "Zoe")
    assert (code, line) == (2, "")
    assert complaint.startswith(f"{SENTENCE}{home.settings()} cannot be ")
    assert "Not a directory" in complaint


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write into every folder")
def test_a_folder_that_is_read_only_is_named(home: Home) -> None:
    home.config.mkdir()
    home.config.chmod(0o500)
    try:
        code, _, complaint = home.play("--name", "Zoe")
        assert code == 2
        assert complaint == f"{SENTENCE}{home.settings()} cannot be written: Permission denied\n"
        assert home.play()[0] == 0
    finally:
        home.config.chmod(0o700)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--players", "2"), "the base game is for 3 to 10 players, not 2"),
        (("--players", "11"), "the base game is for 3 to 10 players, not 11"),
        (("--players", "-3"), "the base game is for 3 to 10 players, not -3"),
        (("--bots", "clever"), "there is no bot 'clever'; there are random, easy, steady, sharp"),
        (("--bots", "steady,"), "there is no bot ''; there are random, easy, steady, sharp"),
        (("--rules", "chess"), "there are no rules called 'chess'; there are 'base', 'base-2006'"),
        (("--rules", "base+x=1"), "there is no flag, module or variant 'x'; there are 'saboteur-pay', "),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(home: Home, arguments: tuple[str, ...], why: str) -> None:
    code, line, complaint = home.play(*arguments)
    assert (code, line) == (2, "")
    assert complaint.startswith(f"undermine: {why}")
    assert complaint.count("\n") == 1

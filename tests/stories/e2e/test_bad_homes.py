"""What cannot be used is named in a sentence, before anything is drawn."""

import os
from pathlib import Path

import pytest

from tests.stories.e2e.home import THREE, Home


def test_a_mistake_in_the_settings_is_named(home: Home) -> None:
    home.settings.parent.mkdir(parents=True)
    home.settings.write_text('theme = "purple"\n')
    ended = home.run(*THREE)
    assert ended.returncode == 2
    assert not ended.stdout
    [sentence] = ended.stderr.splitlines()
    assert str(home.settings) in sentence
    assert "theme" in sentence
    assert home.settings.read_text() == 'theme = "purple"\n'


def test_settings_that_are_no_settings_are_named(home: Home) -> None:
    home.settings.parent.mkdir(parents=True)
    home.settings.write_bytes(b"\xff\xfe\0")
    ended = home.run("play")
    assert ended.returncode == 2
    [sentence] = ended.stderr.splitlines()
    assert str(home.settings) in sentence


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(home: Home) -> None:
    folder = home.folder / "data"
    folder.mkdir(mode=0o500)
    assert_named(home, folder)


def test_a_file_where_a_folder_should_be_is_named(home: Home) -> None:
    file = home.folder / "data"
    file.write_text("mine")
    assert_named(home, file)
    assert file.read_text() == "mine"


def assert_named(home: Home, path: Path) -> None:
    ended = home.run("play", "--name", "Mira")
    assert ended.returncode == 2
    [sentence] = ended.stderr.splitlines()
    assert str(path) in sentence


@pytest.mark.parametrize("profile", ["/tmp/somewhere", "../other", ""])
def test_a_profile_is_a_name_and_no_path(home: Home, profile: str) -> None:
    ended = home.run("play", "--profile", profile)
    assert ended.returncode == 2
    [sentence] = ended.stderr.splitlines()
    assert "cannot name a profile" in sentence
    assert not home.data.parent.exists()


def test_nothing_is_drawn_before_the_mistake_is_told(home: Home) -> None:
    terminal = home.start("play", "--profile", "../other")
    assert terminal.exit_code() == 2
    assert b"\x1b" not in terminal.written
    assert "cannot name a profile" in terminal.behind()

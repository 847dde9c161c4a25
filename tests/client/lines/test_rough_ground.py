"""Terminals, streams and names that are not as they should be: a sentence or nothing, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import client
from client.main import main
from engine.front import choices
from engine.grid.cells import cell
from engine.mine.scenario.position import Position
from tests.client.lines.rooms import Room, faces, laid, position

ROOT = Path(client.__file__).parents[1]


def run(home: Path, redirect: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """The program behind a shell, which redirects its streams."""
    command = ["sh", "-c", f'exec "$@" {redirect}', "sh", sys.executable, "-m", "client.main", *arguments]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home), **variables}
    return subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=False, timeout=60)


def test_ten_sit_down_though_the_person_has_the_name_of_a_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "--players", "10", "--name", "Ann", "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith("At the table: Ann (you), Bob, ")


def test_a_number_of_five_thousand_digits_is_no_card() -> None:
    room = Room(laid_out=position(["cross"], board=laid((1, 0, "cross", 0))))
    room.type(f"place {'9' * 5000} at 2,0")
    assert any(line.endswith(": they are numbered 1 to 1.") for line in room.said)


@pytest.mark.parametrize(
    ("redirect", "arguments", "variables", "code"),
    [
        ("<&-", ["play", "--seed", "1"], {}, 0),
        (">/dev/full </dev/null", ["play", "--seed", "1"], {}, 2),
        ("</dev/null", ["play", "--seed", "\udcff"], {}, 0),
        ("<<E\nhelp\nE", ["play", "--seed", "1"], {"PYTHONIOENCODING": "latin-1"}, 0),
        ("<<E\n\udcff\nE", ["play", "--seed", "1"], {"PYTHONIOENCODING": "utf-8:strict"}, 0),
    ],
    ids=["no input", "full disk", "seed", "latin-1", "bytes"],
)
def test_bad_streams_give_no_traceback(
    tmp_path: Path, redirect: str, arguments: list[str], variables: dict[str, str], code: int
) -> None:
    ended = run(tmp_path, redirect, *arguments, **variables)
    assert (ended.returncode, b"Traceback" in ended.stderr) == (code, False), ended.stderr


def test_a_name_is_kept_beside_the_other_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", None)
    settings = tmp_path / "undermine" / "default" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('# mine\nname = "Old"\ncolour = "red"\n', "utf-8")
    assert main(["play", "--name", "Zoe", "--seed", "1"]) == 0
    assert settings.read_text("utf-8") == '# mine\nname = "Zoe"\ncolour = "red"\n'


def test_a_stored_name_is_checked_like_a_typed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings = tmp_path / "undermine" / "default" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('name = "\\u001b[31mred"\n', "utf-8")
    assert main(["play"]) == 2
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("name", ["The", "at", "me", "Eva's", "a\u00a0b", "turned", "Off", "hats", "remove"])
def test_a_name_that_no_command_could_say_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["play", "--name", name]) == 2


def test_the_last_gold_card_is_shown_to_its_owner() -> None:
    """No player asks for the last card of a draft, so that only its opening tells the owner what it is (HA26)."""
    row = laid(*((x, 0, "cross", 0) for x in range(1, 6)), (6, 0, "tee-short", 0))
    hands = [faces("map"), faces("map"), faces("map"), faces("straight-short")]
    middle = faces("stone-a", "treasure", "stone-b")
    diggers = faces("digger", "digger", "digger", "digger")
    room = Room(laid_out=Position(board=row, hands=hands, goals=middle, roles=diggers, turn=3))
    table = room.table
    table.play(next(act for act in choices(table.view(3)) if getattr(act, "cell", None) == cell(7, 0)))
    while (want := table.waiting()) and want.what == "gold":
        table.play(choices(table.view(want.seats[0]))[0])
    room.type("who")
    assert any(line.startswith("Secret: the gold card that you keep is worth ") for line in room.said)
    assert any(line.startswith("Secret: your gold cards are worth ") for line in room.said)

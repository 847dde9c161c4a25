"""The command `undermine scenario`: files, folders, exit codes and the template."""

import io
import os
import sys
from pathlib import Path

import pytest

from client.commands.scenario import TEMPLATE
from client.main import main

HOLDS = """\
title = "The first turn"
cites = ["A3.1"]
seats = 3
[[step]]
after = { turn = 0 }
"""
DIFFERS = HOLDS.replace("turn = 0", "turn = 1")
UNUSABLE = HOLDS.replace("seats = 3", "seats = 2")


def write(folder: Path, **texts: str) -> list[str]:
    """Files by their names, and their paths."""
    paths = []
    for name, text in texts.items():
        path = folder / f"{name}.toml"
        path.write_text(text, "utf-8")
        paths.append(str(path))
    return paths


def test_a_scenario_that_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [file] = write(tmp_path, good=HOLDS)
    assert main(["scenario", file]) == 0
    assert capsys.readouterr() == (f"{file}: holds: The first turn\n1 scenario holds\n", "")


def test_a_scenario_that_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [file] = write(tmp_path, other=DIFFERS)
    assert main(["scenario", file]) == 1
    out = f"{file}: step 1 (look): after, turn: expected 1, found 0\n0 scenarios hold; 1 differs\n"
    assert capsys.readouterr() == (out, "")


def test_a_file_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [file] = write(tmp_path, bad=UNUSABLE)
    assert main(["scenario", file]) == 2
    err = f"{file}: key 'seats': expected a whole number from 3 to 10, found 2\n"
    assert capsys.readouterr() == ("0 scenarios hold; 1 cannot be used\n", err)


@pytest.mark.parametrize(
    ("texts", "code", "summary"),
    [
        ([HOLDS, HOLDS], 0, "2 scenarios hold"),
        ([DIFFERS, HOLDS], 1, "1 scenario holds; 1 differs"),
        ([DIFFERS, DIFFERS, HOLDS], 1, "1 scenario holds; 2 differ"),
        ([UNUSABLE, DIFFERS, HOLDS], 2, "1 scenario holds; 1 differs; 1 cannot be used"),
        ([HOLDS, UNUSABLE, HOLDS], 2, "2 scenarios hold; 1 cannot be used"),
    ],
)
def test_the_worst_result_is_the_exit_code(
    texts: list[str], code: int, summary: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = write(tmp_path, **{f"file{number}": text for number, text in enumerate(texts)})
    assert main(["scenario", *files]) == code
    assert capsys.readouterr().out.splitlines()[-1] == summary


def test_a_folder_stands_for_its_files_and_those_below(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "notes.txt").write_text("no scenario", "utf-8")
    [last] = write(tmp_path, last=HOLDS)
    [first] = write(tmp_path / "below", first=HOLDS)
    assert main(["scenario", str(tmp_path)]) == 0
    title = "holds: The first turn"
    assert capsys.readouterr().out == f"{first}: {title}\n{last}: {title}\n2 scenarios hold\n"


def test_a_folder_without_files_is_a_mistake_also_beside_good_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    files = write(tmp_path, good=HOLDS)
    assert main(["scenario", "--quiet", *files, str(empty)]) == 2
    assert capsys.readouterr() == ("", f"{empty}: there is no .toml file in this folder\n")


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "missing.toml"
    assert main(["scenario", "-q", str(file)]) == 2
    assert capsys.readouterr() == ("", f"{file}: cannot be read: No such file or directory\n")


def test_a_file_whose_name_is_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "-q", "x" * 5000]) == 2
    assert "cannot be read: " in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user who is refused something")
def test_a_folder_that_may_not_be_entered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    assert main(["scenario", "-q", str(locked / "story.toml")]) == 2
    assert capsys.readouterr().err == f"{locked / 'story.toml'}: cannot be read: Permission denied\n"


def test_no_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario"]) == 2
    err = "undermine scenario: name a file or a folder, or use --new to write a first one\n"
    assert capsys.readouterr() == ("", err)


def test_quiet_says_nothing_where_all_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--quiet", *write(tmp_path, good=HOLDS)]) == 0
    assert capsys.readouterr() == ("", "")


def test_quiet_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, other, bad = write(tmp_path, good=HOLDS, other=DIFFERS, bad=UNUSABLE)
    assert main(["scenario", "--quiet", good, other, bad]) == 2
    out, err = capsys.readouterr()
    assert out.startswith(f"{other}: step 1")
    assert err.startswith(f"{bad}: key 'seats'")
    assert (out + err).count("\n") == 2


def test_windows_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "windows.toml"
    file.write_bytes(b"\xef\xbb\xbf" + HOLDS.replace("\n", "\r\n").encode())
    assert main(["scenario", str(file)]) == 0


def test_a_title_that_the_terminal_cannot_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [file] = write(tmp_path, good=HOLDS.replace("first", "première"))
    screen = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(screen, encoding="ascii"))
    assert main(["scenario", file]) == 0
    assert b"premi\\xe8re" in screen.getvalue()


def test_new_writes_the_template_to_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--new"]) == 0
    assert capsys.readouterr() == (TEMPLATE, "")


def test_new_writes_a_file_that_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    assert main(["scenario", "--new", str(file)]) == 0
    assert capsys.readouterr() == (f"{file}: written; run it with: undermine scenario {file}\n", "")
    assert file.read_text("utf-8") == TEMPLATE
    assert main(["scenario", str(file)]) == 0
    assert capsys.readouterr().out.endswith("1 scenario holds\n")


def test_new_leaves_a_file_that_exists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [file] = write(tmp_path, mine=HOLDS)
    assert main(["scenario", "--new", file]) == 2
    assert capsys.readouterr() == ("", f"{file}: is there already and was left as it is\n")
    assert Path(file).read_text("utf-8") == HOLDS


def test_new_in_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nowhere" / "mine.toml"
    assert main(["scenario", "--new", str(file)]) == 2
    assert capsys.readouterr() == ("", f"{file}: cannot be written: No such file or directory\n")


def test_new_below_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [file] = write(tmp_path, good=HOLDS)
    assert main(["scenario", "--new", f"{file}/mine.toml"]) == 2
    assert capsys.readouterr() == ("", f"{file}/mine.toml: cannot be written: Not a directory\n")

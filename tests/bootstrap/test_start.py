"""What a person sees who starts the game from a fresh clone."""

import os
import pty
import re
import shutil
import subprocess
import sys

import pytest

from tests.bootstrap.small_clone import Clone


def test_the_first_start_installs_and_the_second_needs_nothing(clone: Clone) -> None:
    first = clone.play("join", "table 1")
    assert (first.returncode, first.stdout) == (0, "game join table 1 42\n"), first.stderr
    assert "  1/1 tinydep\n" in first.stderr

    shutil.rmtree(clone.variables["PIP_FIND_LINKS"])
    second = clone.play("join", "table 1")
    assert (second.returncode, second.stdout, second.stderr) == (0, "game join table 1 42\n", "")


def test_without_arguments_the_game_is_told_to_play(clone: Clone) -> None:
    clone.add_uv()
    assert clone.play().stdout == "game play 42\n"


def test_the_server_is_started_by_its_name(clone: Clone) -> None:
    clone.add_uv()
    assert clone.play("server", "--config", "a file").stdout == "server --config a file 42\n"


def test_the_game_knows_how_it_was_started(clone: Clone) -> None:
    clone.add_uv()
    (clone.folder / "client" / "main.py").write_text("import sys\ndef main(): print(sys.argv[0])")
    assert clone.play().stdout == f"{clone.folder / 'play'}\n"
    by_name = subprocess.run(
        [sys.executable, "play"], cwd=clone.folder, env=clone.variables, stdout=subprocess.PIPE, check=True
    )
    assert by_name.stdout == b"./play\n"


def test_the_exit_code_is_the_game_s(clone: Clone) -> None:
    clone.add_uv()
    assert clone.play("fail").returncode == 7


def test_uv_is_used_if_it_is_there(clone: Clone) -> None:
    clone.add_uv()
    start = clone.play()
    assert (start.returncode, clone.uv_calls()) == (0, ["venv", "pip"])
    assert "setting up with uv" in start.stderr
    assert "  1/1 tinydep\n" in start.stderr


@pytest.mark.long
def test_pip_goes_on_where_uv_fails(clone: Clone) -> None:
    clone.add_uv()
    start = clone.play(FAKE_UV_FAILS="1")
    assert (start.returncode, start.stdout) == (0, "game play 42\n"), start.stderr
    assert "uv could not do it (error: no such index); going on with venv and pip." in start.stderr


@pytest.mark.long
def test_pip_goes_on_where_uv_cannot_be_started(clone: Clone) -> None:
    clone.add_tool("uv", "#!/nowhere/at/all\n")
    start = clone.play()
    assert (start.returncode, start.stdout) == (0, "game play 42\n"), start.stderr
    assert "uv could not do it (No such file or directory); going on with venv and pip." in start.stderr


def test_changed_source_is_run_without_a_new_install(clone: Clone) -> None:
    clone.add_uv()
    clone.play()
    (clone.folder / "client" / "main.py").write_text("def main(): print('changed')")
    again = clone.play()
    assert (again.stdout, again.stderr) == ("changed\n", "")


def test_a_changed_lock_means_another_environment(clone: Clone) -> None:
    clone.add_uv()
    clone.play()
    clone.pin("0" * 64)
    clone.play()
    assert len(clone.environments()) == 2
    assert clone.uv_calls() == ["venv", "pip"] * 2


def test_the_folder_that_one_stands_in_is_not_searched_for_modules(clone: Clone) -> None:
    clone.add_uv()
    trap = clone.tools / "client"
    trap.mkdir()
    (trap / "__init__.py").write_text("raise SystemExit('the wrong client')")
    assert clone.play().stdout == "game play 42\n"


@pytest.mark.long
def test_neither_python_s_settings_nor_a_locale_that_cannot_spell_the_path_is_an_obstacle(clone: Clone) -> None:
    (clone.tools / "pip.py").write_text("raise SystemExit('the wrong pip')")
    start = clone.play(PYTHONPATH=str(clone.tools), LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    assert (start.returncode, start.stdout) == (0, "game play 42\n"), start.stderr
    assert clone.play(LC_ALL="C.UTF-8").stderr == ""


def test_a_terminal_gets_a_bar(clone: Clone) -> None:
    clone.add_uv()
    ours, theirs = pty.openpty()
    start = subprocess.run(clone.command(), env=clone.variables, stderr=theirs, check=False, timeout=60)
    os.close(theirs)
    seen = os.read(ours, 65536).decode()
    os.close(ours)
    assert start.returncode == 0
    assert re.search(r"\r\[#+\] 1/1 tinydep *\r +\r", seen), seen


def test_a_later_start_loads_nothing_of_the_installer(clone: Clone) -> None:
    clone.add_uv()
    clone.play()
    script = f"""
import os, runpy, sys
os.execv = lambda *_: print(*(name for name in sys.modules if name.startswith("bootstrap.")))
runpy.run_path({str(clone.folder / "play")!r})
"""
    command = [sys.executable, "-c", script]
    loaded = subprocess.run(command, env=clone.variables, capture_output=True, encoding="utf-8", check=False)
    assert set(loaded.stdout.split()) == {
        "bootstrap.environment",
        "bootstrap.failure",
        "bootstrap.interpreter",
        "bootstrap.play",
        "bootstrap.prepare",
    }

"""The systemd unit is one that systemd understands, and leaves the server few rights."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bootstrap.failure import Exit
from bootstrap.interpreter import EXIT_TOO_OLD
from server.settings.reading import BAD_SETTINGS
from server.settings.settings import Settings
from tests.deploy.shipped import PLACE, ROOT, check_settings, text

NAME = "undermine-server.service"
UNIT = text(NAME)
_MOST_EXPOSED = "20"
"""Of 100; `systemd-analyze security` calls less than 50 OK."""
ANALYZE = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this system has no systemd-analyze")


def given(name: str) -> list[str]:
    """All values of a key, in order."""
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def analyzed(unit: str, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """What systemd says of the unit, with this checkout in its place."""
    file, here = folder / NAME, folder / "here"
    if not here.is_symlink():
        here.symlink_to(ROOT)  # whose own path may have a space
    file.write_text(unit.replace(PLACE, str(here)))
    return subprocess.run(
        ["systemd-analyze", *command, str(file)], capture_output=True, text=True, check=False, timeout=60
    )


@ANALYZE
def test_systemd_has_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    ran = analyzed(UNIT, tmp_path, "verify")
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "")


@ANALYZE
@pytest.mark.parametrize(
    ("there", "instead"), [("ProtectHome=", "ProtectHouse="), ("/play server", "/plan server"), ("Type=exec", "Type=x")]
)
def test_systemd_finds_a_planted_mistake(there: str, instead: str, tmp_path: Path) -> None:
    ran = analyzed(UNIT.replace(there, instead, 1), tmp_path, "verify")
    assert ran.stdout + ran.stderr  # of an unknown key it speaks, and ends with code 0


@ANALYZE
def test_the_server_is_little_exposed(tmp_path: Path) -> None:
    command = ("security", "--offline=true", f"--threshold={_MOST_EXPOSED}")
    ran = analyzed(UNIT, tmp_path, *command)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert analyzed(re.sub("^Protect.*\n", "", UNIT, flags=re.MULTILINE), tmp_path, *command).returncode != 0


def test_every_path_of_the_program_is_in_the_checkout() -> None:
    for path in re.findall(rf"{PLACE}/([\w./-]+)", UNIT):
        assert path == ".envs" or (ROOT / path).exists(), path


def test_the_unit_names_settings_that_exist_and_the_folder_that_systemd_makes() -> None:
    environment = dict(pair.split("=", 1) for pair in given("Environment"))
    check_settings(environment.items())
    [folder] = given("StateDirectory")
    assert environment["UNDERMINE_SERVER_DATA_DIR"] == f"/var/lib/{folder}"


def test_what_stays_wrong_is_not_tried_again() -> None:
    codes = {BAD_SETTINGS, EXIT_TOO_OLD, Exit.NO_VENV, Exit.NO_FOLDER}
    assert given("RestartPreventExitStatus") == [" ".join(str(int(code)) for code in sorted(codes))]


def test_every_connection_that_the_settings_allow_has_a_descriptor() -> None:
    assert int(given("LimitNOFILE")[0]) > 2 * Settings().most_connections

"""The command `undermine-server`: what it prints, its exit codes, its signals, and what it never says."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from protocol.wire.invite import read_invite
from server import main as command
from tests.server import programs
from tests.server.programs import Program, line

program = programs.program  # the fixture; pytest finds it by this name


def test_its_settings_are_explained_and_checked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in list(os.environ):
        if name.startswith("UNDERMINE_SERVER_"):
            monkeypatch.delenv(name)
    assert command.main(["sample-config"]) == 0
    sample = tmp_path / "server.toml"
    sample.write_text(capsys.readouterr().out)
    assert command.main(["--config", str(sample), "check-config"]) == 0
    assert "login-seconds" in capsys.readouterr().out
    sample.write_text("login-seconds = 0\nnonsense = 1\n")
    assert command.main(["--config", str(sample), "check-config"]) == 78
    told = capsys.readouterr()
    assert "login-seconds = 0 is not possible" in told.err
    assert "nonsense" in told.err
    assert not told.out


def test_a_wrong_setting_is_named_and_nothing_starts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERMINE_SERVER_LOGIN_SECONDS", "soon")
    monkeypatch.setenv("UNDERMINE_SERVER_PORT", "70000")
    assert command.main([]) == 78
    told = capsys.readouterr().err
    assert 'login-seconds = "soon" is not possible' in told
    assert 'port = "70000" is not possible' in told


def test_what_the_sample_says_about_itself_is_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert command.main(["sample-config"]) == 0
    text = capsys.readouterr().out
    file = tmp_path / "server.toml"
    file.write_text(text)
    [variable, value, setting] = re.findall(r"(UNDERMINE_SERVER_\w+)=(\w+) wins over ([a-z-]+)\.", text)[0]
    monkeypatch.setenv(variable, value)
    [told] = re.findall(r"undermine-server (.*) FILE", text)
    assert command.main([*told.split(), str(file)]) == 0
    assert f"{setting} = {value} " in capsys.readouterr().out


def test_a_file_folder_or_address_that_cannot_be_used_is_told_with_its_setting(program: Program) -> None:
    taken = program.folder / "a file"
    taken.write_text("")
    certificate: dict[str, Any] = {
        f"UNDERMINE_SERVER_{name}": str(taken) for name in ("CERTIFICATE", "CERTIFICATE_KEY")
    }
    assert program.start("check-config", **certificate).wait(20) == 78
    assert f"certificate and certificate-key: {taken}" in program.messages
    for setting, code in (
        (certificate, 78),
        ({"UNDERMINE_SERVER_DATA_DIR": str(taken)}, 1),
        ({"UNDERMINE_SERVER_HOST": "192.0.2.1"}, 1),
    ):
        assert program.start(**setting).wait(20) == code
    for told in (f"certificate and certificate-key: {taken}", f"data-dir: {taken}", "host and port: cannot listen on"):
        assert f"cannot start: {told}" in program.messages


def test_it_runs_until_it_is_told_to_stop(program: Program) -> None:
    first = program.start()
    link = read_invite(line(first))
    second = program.start()
    assert second.wait(20) == 1
    assert line(second) == ""
    assert program.messages.count("cannot start") == 1
    first.send_signal(signal.SIGHUP)
    first.send_signal(signal.SIGTERM)
    assert first.wait(20) == 0
    third = program.start(UNDERMINE_SERVER_PORT=str(link.port))
    assert read_invite(line(third)) == link, "the same key and port as before"
    third.send_signal(signal.SIGINT)
    assert third.wait(20) == 0
    assert "Traceback" not in program.messages
    assert "the certificate was read again" in program.messages


def held(program: Program, *arguments: str) -> tuple[subprocess.Popen[str], int]:
    """A server, and the end of its standard input that its starter keeps."""
    read, write = os.pipe()
    process = program.start(*arguments, stdin=read)
    os.close(read)
    return process, write


def test_it_ends_with_its_standard_input_if_it_was_told_so(program: Program) -> None:
    process, write = held(program, "--until-stdin-closes")
    read_invite(line(process))
    os.write(write, b"whatever\n" * 1000)
    assert program.start("--until-stdin-closes", stdin=subprocess.DEVNULL).wait(20) == 1, "the first one still runs"
    os.close(write)
    assert process.wait(20) == 0
    assert "Traceback" not in program.messages


def test_a_standard_input_that_ends_at_once_does_not_cut_the_start_short(program: Program) -> None:
    process = program.start("--until-stdin-closes", stdin=subprocess.DEVNULL)
    assert process.wait(20) == 0
    assert "cannot start" not in program.messages
    assert "Traceback" not in program.messages


def test_the_end_of_its_standard_input_is_nothing_to_it_otherwise(program: Program) -> None:
    process, write = held(program)
    os.close(write)
    read_invite(line(process))
    process.send_signal(signal.SIGHUP)
    for _ in range(200):
        if "the certificate was read again" in program.messages:
            break
        time.sleep(0.02)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


def test_a_server_that_has_drained_ends_by_itself(program: Program) -> None:
    process = program.start()
    read_invite(line(process))
    drained = program.start("drain", "--json")
    assert json.loads(line(drained)) == {"draining": True, "heard": 0, "played": 0}
    assert process.wait(60) == 0
    assert "no table begins any more" in program.messages

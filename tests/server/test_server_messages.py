"""The server's messages: one on each line, for people or for programs, and without secrets."""

import io
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from twisted.logger import ILogObserver, Logger, globalLogPublisher
from twisted.python import log as legacy

import server
from server.server_messages import observer

ROOT = Path(server.__file__).parent.parent
PROGRAM = """
import sys
from twisted.logger import Logger
from server.server_messages import begin_messages
Logger("server").info("before: kept until somebody listens")
begin_messages(sys.stderr, "json", "info")
Logger("server").debug("not this")
Logger("server").info("after")
print("an answer")
"""
SECRET = bytes(range(1, 33))


@dataclass
class Holder:
    """Something whose repr shows bytes, as that of most things does."""

    key: bytes = SECRET


def written(form: str, level: str = "debug") -> tuple[Logger, io.StringIO]:
    """A logger, and what comes of it."""
    out = io.StringIO()
    sink: ILogObserver = observer(out, form, level)
    return Logger("server.table", observer=sink), out


def one_json(out: io.StringIO) -> dict[str, Any]:
    """The only line."""
    (line,) = out.getvalue().splitlines()
    assert out.getvalue() == f"{line}\n"
    fields: dict[str, Any] = json.loads(line)
    return fields


def test_text_has_time_level_and_sentence() -> None:
    log, out = written("text")
    log.error("table {table} waits for seat {seat}", table="ab12", seat=3)
    (line,) = out.getvalue().splitlines()
    time, level, sentence = line.split(maxsplit=2)
    assert (level, sentence) == ("error", "table ab12 waits for seat 3")
    assert time.endswith("+00:00")
    assert "T" in time


def test_json_is_flat_and_has_the_values_too() -> None:
    log, out = written("json")
    log.info("table {table} waits for seat {seat}", table="ab12", seat=3, late=True, other=object(), many=[1])
    fields = one_json(out)
    del fields["time"]
    assert fields == {
        "level": "info",
        "from": "server.table",
        "text": "table ab12 waits for seat 3",
        "table": "ab12",
        "seat": 3,
        "late": True,
    }


def test_a_value_cannot_pass_for_what_the_message_itself_says() -> None:
    log, out = written("json")
    log.info("hello", text="forged", time="never")
    assert one_json(out)["text"] == "hello"
    assert one_json(out)["time"] != "never"


@pytest.mark.parametrize("form", ["text", "json"])
def test_bytes_are_never_written_however_deep_they_stand(form: str) -> None:
    log, out = written(form)
    log.info(
        "{key} {key!r} {holder} {holder.key} {listed} {quoted}",
        key=SECRET,
        holder=Holder(),
        listed=[bytearray(SECRET), {"a": SECRET}],
        quoted=b"it's",
    )
    try:
        raise ValueError(SECRET, Holder())
    except ValueError:
        log.failure("it went wrong")
    assert "\\x01\\x02" not in out.getvalue()
    assert SECRET.hex() not in out.getvalue()
    assert "it's" not in out.getvalue()
    assert out.getvalue().count("(bytes)") >= 7


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_others_sent_cannot_forge_a_line_or_drive_a_terminal(form: str) -> None:
    log, out = written(form)
    log.info("{name} logged in", name="Eva\n2030 info the server stops\x1b[2J\u202e")
    assert len(out.getvalue().splitlines()) == 1
    assert out.getvalue()[:-1].isprintable()


def test_a_very_long_message_is_cut() -> None:
    log, out = written("text")
    log.info("{name}", name="x" * 100_000)
    assert len(out.getvalue()) < 3000


def test_less_important_messages_are_left_out() -> None:
    log, out = written("text", "warn")
    log.info("no")
    log.debug("no")
    log.error("yes")
    log.critical("yes")
    assert out.getvalue().count("yes") == 2
    assert "no" not in out.getvalue()


def fail_with(log: Logger, secret: str) -> None:
    """A failure with something at hand that must not be written, and a word that could be of it."""
    try:
        raise LookupError(f"not {secret}")
    except LookupError:
        log.failure("table {table} ended", table="ab12")
    assert secret


def test_a_failure_shows_where_it_happened_and_not_what_was_at_hand() -> None:
    log, out = written("text")
    fail_with(log, "s3cr3t")
    first, *rest = out.getvalue().splitlines()
    assert first.endswith("critical table ab12 ended")
    assert rest
    assert all(line.startswith("    ") for line in rest)
    assert rest[-1].strip() == "builtins.LookupError"
    assert "in fail_with" in rest[-3]
    assert "s3cr3t" not in out.getvalue()


def test_a_failure_is_one_line_of_json() -> None:
    log, out = written("json")
    fail_with(log, "s3cr3t")
    fields = one_json(out)
    assert fields["text"] == "table ab12 ended"
    assert fields["traceback"].endswith("\nbuiltins.LookupError")
    assert "s3cr3t" not in out.getvalue()


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_the_system_says_of_a_failure_is_told(form: str) -> None:
    log, out = written(form)
    try:
        Path("/not/there").read_text()
    except OSError:
        log.failure("a file")
    assert "FileNotFoundError: [Errno 2]" in out.getvalue()


@pytest.mark.parametrize("why", [None, "a callback"])
def test_a_mistake_that_twisted_tells_of_in_its_older_way_shows_no_value_either(why: str | None) -> None:
    out = io.StringIO()
    sink = observer(out, "text", "debug")
    globalLogPublisher.addObserver(sink)
    try:
        raise LookupError(SECRET.hex())
    except LookupError:
        legacy.err(None, why)
    finally:
        globalLogPublisher.removeObserver(sink)
    assert "LookupError" in out.getvalue()
    assert (why or "no part of the program expected") in out.getvalue().splitlines()[0]
    assert SECRET.hex() not in out.getvalue()


def test_a_message_that_cannot_be_made_is_still_one_line() -> None:
    log, out = written("text")
    log.info("{nobody.home}")
    assert len(out.getvalue().splitlines()) == 1


def test_each_message_is_there_at_once() -> None:
    class Watched(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    out = Watched()
    Logger("server", observer=observer(out, "text", "info")).info("hello")
    assert out.flushed == 1


def test_a_program_writes_all_its_messages_and_nothing_else_to_stderr() -> None:
    ran = subprocess.run([sys.executable, "-B", "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == "an answer\n"
    texts = [json.loads(line)["text"] for line in ran.stderr.splitlines()]
    assert texts == ["before: kept until somebody listens", "after"]

"""Running checks and reporting them: a line each, and the output of those that failed."""

import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass

from bootstrap.environment import CLONE, Environment

SKIPPED = 77
"""The exit code of a check that cannot run here; its last line says why."""

DOTS = re.compile(rb"[.sFExX]+(?: +\[ *\d+%\])?")
SHARE = re.compile(rb"\[ *(\d+)%\]")
SHOWN = re.compile(rb"(?:no tests ran|\d+ \w+(?:, \d+ \w+)*) in [\d.]+s.*|SKIPPED \[\d+\] .*")
"""Of tests that have passed: how many, and which were left out for what, where pytest is asked for it."""
READ_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True)
class Check:
    """A program that exits with 0 when all is well; a ``tests`` one prints as pytest does."""

    name: str
    command: list[str]
    tests: bool = False


def variables(environment: Environment) -> dict[str, str]:
    """Compiled modules are kept whatever is said elsewhere: hundreds of processes would compile all of them again."""
    hypothesis = str(environment.caches / "hypothesis")
    return os.environ | {"HYPOTHESIS_STORAGE_DIRECTORY": hypothesis, "PYTHONDONTWRITEBYTECODE": ""}


def report(checks: list[Check], environment: Environment) -> int:
    """Run all, even after a failure: one run then names everything that is wrong."""
    started = time.monotonic()
    failed = [check.name for check in checks if not passes(check, environment)]
    seconds = time.monotonic() - started
    if failed:
        print(f"{len(failed)} of {len(checks)} checks failed: {', '.join(failed)} ({seconds:.1f} s)")
        return 1
    print(f"all {len(checks)} checks are fine ({seconds:.1f} s)")
    return 0


def passes(check: Check, environment: Environment) -> bool:
    started = time.monotonic()
    code, output = run(check, environment)
    lines = output.splitlines()
    verdict = {0: "ok", SKIPPED: "skipped"}.get(code, "FAILED")
    print(f"{check.name:<18}{verdict:<8}{time.monotonic() - started:6.1f} s", flush=True)
    if code == SKIPPED:
        show(lines[-1:])
    elif code:
        show([line for line in lines if not DOTS.fullmatch(line)] if check.tests else lines)
    elif check.tests:
        show([line for line in lines if SHOWN.fullmatch(line)])
    return code in (0, SKIPPED)


def run(check: Check, environment: Environment) -> tuple[int, bytes]:
    """The exit code and what was printed; a terminal shows meanwhile how far it is."""
    waiting = Waiting(check.name)
    output = b""
    with subprocess.Popen(
        check.command, cwd=CLONE, env=variables(environment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout is not None
        waiting.show(output)
        while part := os.read(process.stdout.fileno(), READ_AT_ONCE):
            output += part
            waiting.show(output)
    waiting.clear()
    return process.returncode, output


class Waiting:
    """The line that a person sees while a check runs: its name, and how much of it is done."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.live = sys.stdout.isatty()

    def show(self, output: bytes) -> None:
        if self.live:
            shares = SHARE.findall(output[-READ_AT_ONCE:])
            share = f"{shares[-1].decode()} %" if shares else "..."
            print(f"\r{self.name:<18}{share:<8}", end="", flush=True)

    def clear(self) -> None:
        if self.live:
            print("\r" + " " * (shutil.get_terminal_size().columns - 1), end="\r", flush=True)


def show(lines: list[bytes]) -> None:
    """As bytes: a line may hold what this terminal cannot encode."""
    sys.stdout.flush()
    sys.stdout.buffer.writelines(line + b"\n" for line in lines)
    sys.stdout.buffer.flush()

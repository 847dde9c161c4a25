"""`./test`: every check that a change must pass."""

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass

import bootstrap
from bootstrap.environment import CLONE, TEST, Environment
from bootstrap.failure import in_one_sentence
from bootstrap.prepare import prepared
from bootstrap.relock import relock

TRY_ALL = ("-m", "long or not long")  # a later -m replaces the one in pyproject.toml


@dataclass(frozen=True, slots=True)
class Check:
    """A program that exits with 0 when all is well; ``live`` ones are shown while they run."""

    name: str
    command: list[str]
    live: bool = False


SIDE_BY_SIDE = ["-n", "2", "--dist", "worksteal"]
"""An idle worker takes over tests of the other."""


def main(arguments: list[str]) -> int:
    options, for_pytest = parse(arguments)
    return in_one_sentence(lambda: run(options, for_pytest))


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="./test",
        usage="./test [--long] [pytest arguments]",
        description="Run every check: lint, format, types, import contracts, documentation, tests.\n"
        "With pytest arguments, only the tests, in one process: ./test -k name, ./test tests/engine -x.",
        epilog=f"How the environment is set up:\n\n{bootstrap.__doc__}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--long", action="store_true", help="also the tests marked long, which take minutes")
    parser.add_argument("--relock", action="store_true", help="remake the locks from pyproject.toml")
    parser.add_argument("--upgrade", action="store_true", help="with --relock: take the newest of everything")
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options, unknown = parser.parse_known_args(arguments[:end])
    return options, unknown + arguments[end + 1 :]


def run(options: argparse.Namespace, for_pytest: list[str]) -> int:
    environment = prepared(TEST)
    if options.relock:
        return relock(environment, upgrade=options.upgrade)
    tests = pytest(environment, for_pytest or SIDE_BY_SIDE, long=options.long)
    if for_pytest:
        return subprocess.run(tests.command, cwd=CLONE, env=variables(environment), check=False).returncode
    return report([*static_checks(environment), tests], environment)


def static_checks(environment: Environment) -> list[Check]:
    tool, caches = environment.tool, environment.caches
    ruff_cache = ("--cache-dir", str(caches / "ruff"))
    pages = ("-d", str(caches / "doctrees"), "docs", str(caches / "docs"))
    return [
        Check("lint", [tool("ruff"), "check", "--quiet", *ruff_cache, "."]),
        Check("format", [tool("ruff"), "format", "--check", "--quiet", *ruff_cache, "."]),
        Check("types", [tool("mypy"), "--strict", "--cache-dir", str(caches / "mypy")]),
        Check("import contracts", [tool("lint-imports"), "--cache-dir", str(caches / "imports")]),
        Check("documentation", [tool("sphinx-build"), "--no-color", "-W", "-q", "-b", "html", *pages]),
    ]


def pytest(environment: Environment, arguments: list[str], *, long: bool) -> Check:
    cache = ("-o", f"cache_dir={environment.caches / 'pytest'}")
    chosen = TRY_ALL if long else ()
    return Check("tests", [environment.tool("pytest"), *cache, *chosen, *arguments], live=True)


def variables(environment: Environment) -> dict[str, str]:
    return os.environ | {"HYPOTHESIS_STORAGE_DIRECTORY": str(environment.caches / "hypothesis")}


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
    label = f"{check.name:<18}"
    print(label, end="\n" if check.live else "", flush=True)
    started = time.monotonic()
    ended = subprocess.run(
        check.command,
        cwd=CLONE,
        env=variables(environment),
        stdout=None if check.live else subprocess.PIPE,
        stderr=None if check.live else subprocess.STDOUT,
        check=False,
    )
    seconds = time.monotonic() - started
    verdict = "FAILED" if ended.returncode else "ok"
    print(f"{label if check.live else ''}{verdict:<8}{seconds:6.1f} s", flush=True)
    if ended.returncode and not check.live:
        sys.stdout.buffer.write(ended.stdout)  # as bytes: it may hold what this terminal cannot encode
        sys.stdout.flush()
    return not ended.returncode

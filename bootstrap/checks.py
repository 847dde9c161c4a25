"""`./test`: every check that a change must pass."""

import argparse
import subprocess

import bootstrap
from bootstrap import newest
from bootstrap.environment import CLONE, TEST, Environment
from bootstrap.failure import in_one_sentence
from bootstrap.prepare import prepared
from bootstrap.relock import relock
from bootstrap.running import Check, report, variables

TRY_ALL = ("-rs", "-m", "long or not long")
"""With what could not run here, and why; a later -m replaces the one in pyproject.toml."""
TOGETHER = ["-q", "--color=no", "-n", "2", "--dist", "worksteal"]
"""Two processes; one that has nothing left to do takes over tests of the other."""


def main(arguments: list[str]) -> int:
    options, for_pytest = parse(arguments)
    return in_one_sentence(lambda: run(options, for_pytest))


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="./test",
        usage="./test [--fast | --long] [pytest arguments]",
        description="Run every check: lint, format, types, import contracts, documentation, tests.\n"
        "With pytest arguments, only the tests, in one process: ./test -k name, ./test tests/engine -x.",
        epilog=f"How the environment is set up:\n\n{bootstrap.__doc__}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--fast", action="store_true", help="only the checks that run no test: seconds, and no network")
    chosen.add_argument(
        "--long", action="store_true", help="also the tests marked long, and a part with the newest packages"
    )
    parser.add_argument("--relock", action="store_true", help="remake the locks from pyproject.toml")
    parser.add_argument("--upgrade", action="store_true", help="with --relock: take the newest of everything")
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options, unknown = parser.parse_known_args(arguments[:end])
    return options, unknown + arguments[end + 1 :]


def run(options: argparse.Namespace, for_pytest: list[str]) -> int:
    environment = prepared(TEST)
    if options.relock:
        return relock(environment, upgrade=options.upgrade)
    if options.fast:
        return report(static_checks(environment), environment)
    if for_pytest:
        tests = pytest(environment, for_pytest, long=options.long)
        return subprocess.run(tests.command, cwd=CLONE, env=variables(environment), check=False).returncode
    checks = [*static_checks(environment), pytest(environment, TOGETHER, long=options.long)]
    return report([*checks, newest.check(environment)] if options.long else checks, environment)


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
    return Check("tests", [environment.python, "-u", "-m", "pytest", *cache, *chosen, *arguments], tests=True)

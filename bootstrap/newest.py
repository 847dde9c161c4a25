"""A part of the tests with the newest packages that `pyproject.toml` allows, whatever the locks say."""

import re
import subprocess
import sys
from pathlib import Path

from bootstrap.build import Builder, sheltered_variables
from bootstrap.environment import CLONE, TEST, Environment
from bootstrap.running import SKIPPED, Check

NO_NETWORK = re.compile(r"client error \(Connect\)|dns error|tcp connect error|timed out", re.IGNORECASE)
WANTED = ("--only-binary", ":all:", "-r", "pyproject.toml", "--extra", "lan", "--group", "dev")
PART = ("tests/protocol", "tests/server", "tests/client/net", "tests/client/lan", "tests/client/screen")
"""Where a new version of a package shows first: codec, keys, network, screen."""


def check(environment: Environment) -> Check:
    command = [sys.executable, "-m", "bootstrap.newest", str(environment.folder)]
    return Check("newest packages", command, tests=True)


def main(folder: str) -> int:
    tested = Environment(Path(folder), TEST)
    newest = Environment(tested.caches / "newest", TEST)
    uv = tested.tool("uv")
    made = run([uv, "venv", "--clear", "--python", tested.python, str(newest.folder)])
    code = made or run([uv, "pip", "install", "--upgrade", "--python", newest.python, *WANTED])
    if code:
        return code
    Builder(newest, lock=-1).link_clone()
    cache = ("-o", f"cache_dir={tested.caches / 'pytest-newest'}")
    side_by_side = ("-n", "2", "--dist", "worksteal")
    command = [newest.python, "-u", "-m", "pytest", "-q", "--color=no", *cache, *side_by_side, *PART]
    return subprocess.run(command, cwd=CLONE, check=False).returncode


def run(command: list[str]) -> int:
    """0, or how the check ends: without a network it is skipped."""
    ended = subprocess.run(
        command, cwd=CLONE, env=sheltered_variables(), capture_output=True, text=True, errors="replace", check=False
    )
    if ended.returncode == 0:
        return 0
    if NO_NETWORK.search(ended.stderr):
        print("the package index could not be reached, so nothing newer was tried")
        return SKIPPED
    print(ended.stdout + ended.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""`./test --relock`: remake the locks from `pyproject.toml`."""

import os
import subprocess

from bootstrap.environment import CLONE, PLAY, TEST, Environment
from bootstrap.interpreter import OLDEST

FOR_ALL = (
    "--quiet",
    "--universal",  # one lock for every platform and every Python from the oldest on
    "--python-version",
    ".".join(map(str, OLDEST)),
    "--generate-hashes",
    "--no-emit-index-url",
    "--extra",
    "lan",  # a checkout can find games on the network
)


def relock(environment: Environment, *, upgrade: bool) -> int:
    """Keep every version that still fits, unless ``upgrade``; what is tested is what is played."""
    compile_lock = (environment.tool("uv"), "pip", "compile", *FOR_ALL, *(["--upgrade"] if upgrade else []))
    same_versions = ("--group", "dev", "--constraints", PLAY.lock.name)
    for options in (("-o", PLAY.lock.name), (*same_versions, "-o", TEST.lock.name)):
        command = [*compile_lock, "pyproject.toml", *options]
        code = subprocess.run(command, cwd=CLONE, env=variables(), check=False).returncode
        if code:
            return code
    print(f"{PLAY.lock.name} and {TEST.lock.name} are up to date with pyproject.toml")
    return 0


def variables() -> dict[str, str]:
    return os.environ | {"UV_CUSTOM_COMPILE_COMMAND": "./test --relock"}

"""The engine at run time: no clock, no chance, no network, no dependency."""

import subprocess
import sys
from pathlib import Path

import engine

ROOT = Path(engine.__file__).parent.parent
FORBIDDEN = {
    "asyncio",
    "cryptography",
    "msgpack",
    "msgspec",
    "random",
    "secrets",
    "socket",
    "ssl",
    "subprocess",
    "threading",
    "twisted",
}
PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
for name in list(sys.modules):
    if name.partition(".")[0] in sys.argv[3:]:
        del sys.modules[name]
for name in sys.argv[2].split():
    __import__(name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def loaded_by(modules: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after these imports."""
    command = [sys.executable, "-I", "-B", "-c", PROGRAM, str(ROOT), modules, *sorted(FORBIDDEN)]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def test_importing_the_engine_loads_nothing_that_is_forbidden() -> None:
    loaded = loaded_by("engine.front engine.mine.game engine.scenario.runner")
    assert "engine" in loaded
    assert loaded & FORBIDDEN == set()


def test_the_check_would_notice() -> None:
    """Otherwise it could not fail."""
    assert loaded_by("engine.front random") & FORBIDDEN == {"random"}


def test_the_engine_loads_no_other_package_of_the_project() -> None:
    """Imports point downward only."""
    assert loaded_by("engine.front engine.scenario.runner") & {"protocol", "server", "client", "bootstrap"} == set()

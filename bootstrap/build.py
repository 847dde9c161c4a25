"""Make an environment: once for each lock, Python and place."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bootstrap.diagnosis import diagnose
from bootstrap.environment import CLONE, WINDOWS, Environment
from bootstrap.failure import Exit, SetupFailed, disk_full, is_disk_full, say
from bootstrap.progress import Progress
from bootstrap.sole import sole_builder

UNUSED_AFTER = 30 * 24 * 3600
LOCKED_ONLY = ("--require-hashes", "--only-binary", ":all:")  # a build from source would fetch unlocked tools
DISTURBING = {"PYTHONHOME", "PYTHONPATH"}
SHELTERED = {
    "PYTHONNOUSERSITE": "1",
    "PYTHONSAFEPATH": "1",  # the folder that one stands in may hold a `pip.py`
    "PYTHONUTF8": "1",  # whatever the locale, the clone's path can be spelled
}


class StepFailed(Exception):
    """A program of the set-up ended badly; what it printed is the argument."""

    def __init__(self, output: list[str]) -> None:
        super().__init__("".join(output))
        self.last_line = next((line.strip() for line in reversed(output) if line.strip()), "no message")


def build(environment: Environment) -> None:
    """Make ``environment``, unless another start makes it while this one waits."""
    try:
        with sole_builder(environment.folder.parent) as lock:
            if not environment.is_ready():
                Builder(environment, lock).build()
                remove_unused(environment)
    except OSError as error:
        raise explained(error, environment) from error


def explained(error: OSError, environment: Environment) -> SetupFailed:
    if is_disk_full(error):
        return disk_full(environment.folder)
    return SetupFailed(
        Exit.NO_FOLDER,
        f"cannot set up {environment.folder} ({error}): mend that, or set UNDERMINE_ENV to another folder,"
        " and start again.",
    )


@dataclass
class Builder:
    """One attempt by the process that holds ``lock``."""

    environment: Environment
    lock: int

    def build(self) -> None:
        """All or nothing: whatever stops this, a half-made folder is removed, now or by the next start."""
        started = time.monotonic()
        try:
            self.clear()
            self.install()
            self.link_clone()
            self.environment.marker.touch()
        except BaseException:
            shutil.rmtree(self.environment.folder, ignore_errors=True)
            raise
        say(f"ready after {time.monotonic() - started:.0f} s; from now on it starts at once.")

    def clear(self) -> None:
        if self.environment.folder.exists():
            shutil.rmtree(self.environment.folder)

    def install(self) -> None:
        if uv := shutil.which("uv"):
            try:
                return self.install_with_uv(uv)
            except StepFailed as failure:
                say(f"uv could not do it ({failure.last_line}); going on with venv and pip.")
                self.clear()
            except OSError as error:  # a `uv` that is there and cannot be started
                if is_disk_full(error):
                    raise
                say(f"uv could not do it ({error.strerror}); going on with venv and pip.")
                self.clear()
        try:
            self.install_with_pip()
        except StepFailed as failure:
            raise diagnose(str(failure), self.environment) from failure
        return None

    def install_with_uv(self, uv: str) -> None:
        self.announce("uv")
        self.run([uv, "venv", "--python", sys.executable, str(self.environment.folder)])
        target = ("--python", self.environment.python)
        self.run([uv, "pip", "install", *target, *LOCKED_ONLY, "-r", str(self.environment.purpose.lock)])

    def install_with_pip(self) -> None:
        require_venv()
        self.announce("pip")
        self.run([sys.executable, "-m", "venv", str(self.environment.folder)])
        quiet = ("--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--no-user")
        pip = (self.environment.python, "-m", "pip", "install")
        self.run([*pip, *quiet, *LOCKED_ONLY, "-r", str(self.environment.purpose.lock)])

    def announce(self, installer: str) -> None:
        lock = self.environment.purpose.lock
        say(f"setting up with {installer}, this once ({lock.name}, packages: {Progress(lock).total}).")

    def run(self, command: list[str]) -> None:
        """Run quietly, showing only how far it is; the output is kept for telling what went wrong."""
        progress = Progress(self.environment.purpose.lock)
        try:
            output, code = listen(command, progress.heard, keep_open=self.lock)
        finally:
            progress.clear()
        if code:
            raise StepFailed(output)

    def link_clone(self) -> None:
        """Make the clone importable.

        A line of code instead of a plain path, because it is pure ASCII: before 3.13, Python reads these
        files in the encoding of the moment.
        """
        scheme = {"base": str(self.environment.folder), "platbase": str(self.environment.folder)}
        packages = Path(sysconfig.get_path("purelib", "venv", scheme))
        line = f"import sys; sys.path.append({str(CLONE)!a})\n"
        (packages / "undermine-clone.pth").write_text(line, "ascii")


def listen(command: list[str], heard: Callable[[str], None], keep_open: int) -> tuple[list[str], int]:
    """What ``command`` prints, each line also passed on at once, and its exit code."""
    output: list[str] = []
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env=sheltered_variables(),
        pass_fds=() if WINDOWS else (keep_open,),
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                output.append(line)
                heard(line)
        except BaseException:  # Ctrl-C above all: the child must not go on alone
            process.terminate()
            raise
    return output, process.returncode


def sheltered_variables() -> dict[str, str]:
    """Variables instead of options, since `venv` starts a Python of its own, which must hear of it too."""
    return {name: value for name, value in os.environ.items() if name not in DISTURBING} | SHELTERED


def require_venv() -> None:
    """Debian and its kin leave these out of `python3`; asking first is kinder than how `venv` fails."""
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise SetupFailed(
            Exit.NO_VENV,
            f"this Python has no {' and no '.join(missing)}: install it (on Debian and Ubuntu:"
            f" sudo apt install python{version}-venv), or install uv, and start again.",
        )


def remove_unused(current: Environment) -> None:
    """Environments are never changed, only replaced; this is where the replaced ones go in the end."""
    for marker in current.folder.parent.glob(f"{current.purpose.name}-*/complete"):
        if time.time() - marker.stat().st_mtime > UNUSED_AFTER:
            shutil.rmtree(marker.parent, ignore_errors=True)

"""A small clone of the project that sets itself up from a folder of wheels, without any network."""

import base64
import hashlib
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]

GAME = """
import sys
import tinydep

def main():
    print("game", *sys.argv[1:], tinydep.ANSWER)
    return 7 if "fail" in sys.argv else 0
"""

FAKE_UV = """\
# Does what the bootstrap asks of uv, but only for the package of these tests, and tells when it begins.
import os, pathlib, subprocess, sys, time

with open(os.environ["FAKE_UV_CALLS"], "a") as calls:
    calls.write(sys.argv[1] + chr(10))
if os.environ.get("FAKE_UV_FAILS"):
    sys.exit("error: no such index")
if sys.argv[1] == "venv":
    sys.exit(subprocess.call([sys.argv[3], "-m", "venv", "--without-pip", sys.argv[4]]))
python = sys.argv[sys.argv.index("--python") + 1]
pathlib.Path(os.environ["FAKE_UV_CALLS"] + ".installing").touch()
end = time.monotonic() + float(os.environ.get("FAKE_UV_SECONDS", "0"))
while time.monotonic() < end and not os.path.exists(os.environ["FAKE_UV_CALLS"] + ".enough"):
    time.sleep(0.01)
packages, = pathlib.Path(python).parent.parent.glob("lib/python*/site-packages")
(packages / "tinydep.py").write_text("ANSWER = 42")
print(" + tinydep==1.0", flush=True)
"""


@dataclass
class Clone:
    """The entry files and the bootstrap as they are, around a game of two lines and one dependency."""

    folder: Path
    tools: Path
    variables: dict[str, str]
    calls: Path = field(init=False)

    def __post_init__(self) -> None:
        self.calls = self.tools / "calls"
        self.variables["FAKE_UV_CALLS"] = str(self.calls)

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, str(self.folder / "play"), *arguments]

    def play(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            cwd=self.tools,
            env=self.variables | variables,
            capture_output=True,
            encoding="utf-8",
            timeout=110,
            check=False,
        )

    def begin(self, **variables: str) -> subprocess.Popen[str]:
        """A start that goes on while the test does; a group of its own, as a terminal would make it."""
        return subprocess.Popen(
            self.command(),
            cwd=self.tools,
            env=self.variables | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def go_on(self) -> None:
        """An installer that takes its time takes no more of it."""
        Path(f"{self.calls}.enough").touch()

    def add_uv(self) -> None:
        script = self.tools / "uv.py"
        script.write_text(FAKE_UV)
        self.add_tool("uv", f'#!/bin/sh\nexec "{sys.executable}" -I "{script}" "$@"\n')  # a path may hold a space

    def add_tool(self, name: str, text: str) -> None:
        (self.tools / name).write_text(text)
        (self.tools / name).chmod(0o755)

    def uv_calls(self) -> list[str]:
        return self.calls.read_text().split() if self.calls.exists() else []

    def environments(self) -> list[str]:
        return sorted(path.name for path in (self.folder / ".envs").glob("play-*"))

    def pin(self, digest: str) -> None:
        (self.folder / "requirements.lock").write_text(f"tinydep==1.0 --hash=sha256:{digest}\n")


def make_clone(folder: Path) -> None:
    folder.mkdir(parents=True)
    shutil.copytree(PROJECT / "bootstrap", folder / "bootstrap", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("play", "test"):
        shutil.copy(PROJECT / name, folder)
    for name, text in (("client", GAME), ("server", GAME.replace("game", "server"))):
        (folder / name).mkdir()
        (folder / name / "__init__.py").touch()
        (folder / name / "main.py").write_text(text)


def make_wheel(folder: Path) -> str:
    """A wheel with one module; the hash of the file."""
    folder.mkdir()
    info = "tinydep-1.0.dist-info"
    files = {
        "tinydep.py": "ANSWER = 42\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: tinydep\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={record_hash(text)},{len(text)}\n" for name, text in files.items())
    wheel = folder / "tinydep-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in (files | {f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}).items():
            archive.writestr(name, text)
    return hashlib.sha256(wheel.read_bytes()).hexdigest()


def record_hash(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()

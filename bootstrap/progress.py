"""How far the installation is: a live bar on a terminal, lines elsewhere."""

import re
import shutil
import sys
from pathlib import Path

PIN = re.compile(r"^[A-Za-z0-9][\w.-]*==", re.MULTILINE)
PACKAGE = re.compile(  # how pip names one from an index, uv one from anywhere, and pip one from a folder
    r"^(?:Collecting | \+ |Processing (?:.*[/\\])?)([\w.-]+?)(?:==|-[\d.]+-\S+\.whl)"
)
OTHER_PLATFORM = re.compile(r"^Ignoring \S+ markers ")
BAR = 24


class Progress:
    """Counts packages in what the installer prints."""

    def __init__(self, lock: Path) -> None:
        self.total = len(PIN.findall(lock.read_text("utf-8")))
        self.done = 0
        self.live = sys.stderr.isatty()

    def heard(self, line: str) -> None:
        if OTHER_PLATFORM.match(line):
            self.total -= 1
        elif package := PACKAGE.match(line):
            self.done += 1
            self.show(package[1])
        elif line.startswith("Installing collected packages"):
            self.show("unpacking")

    def show(self, what: str) -> None:
        if not self.live:
            print(f"  {self.done}/{self.total} {what}", file=sys.stderr, flush=True)
            return
        filled = BAR * self.done // max(self.total, 1)
        line = f"[{'#' * filled:.<{BAR}}] {self.done}/{self.total} {what}"
        width = shutil.get_terminal_size().columns - 1
        print(f"\r{line[:width]:<{width}}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.live:
            width = shutil.get_terminal_size().columns - 1
            print("\r" + " " * width, end="\r", file=sys.stderr, flush=True)

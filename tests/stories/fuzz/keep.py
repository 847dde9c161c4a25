"""What is worth keeping of what a fuzzer has found: `python -m tests.stories.fuzz.keep TARGET FINDS`.

The shortest inputs come first; one is kept if it takes a way from line to line that no seed and no input before it
has taken.  An input that once ended in a mistake is kept by its name, `found-...`, whatever way it takes.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any

from tests.stories.fuzz.fuzzer import CORPUS, TARGETS, kept, target

ROOT = Path(__file__).parents[3]
LONGEST_KEPT = 8000
FOUND = "found-"

Ways = set[tuple[str, int, int]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.stories.fuzz.keep", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("finds", type=Path)
    options = parser.parse_args()
    others = [file for file in kept(options.target) if not file.name.startswith(FOUND)]
    inputs = [file.read_bytes() for file in (*others, *options.finds.iterdir()) if file.stat().st_size <= LONGEST_KEPT]
    chosen = worth_keeping(options.target, inputs)
    for file in others:
        file.unlink()
    for data in chosen:
        (CORPUS / options.target / sha256(data).hexdigest()[:16]).write_bytes(data)
    print(f"{len(chosen)} of {len(inputs)} inputs are kept, {sum(map(len, chosen))} bytes")


def worth_keeping(name: str, inputs: list[bytes]) -> list[bytes]:
    """The inputs that take a new way."""
    module = target(name)
    folders = tuple(part.replace(".", "/") for part in TARGETS[name])
    ways: Ways = set()
    with _watched(folders, ways):
        for data in module.seeds():
            module.one(data)
        return [data for data in sorted(set(inputs), key=len) if _is_new(module.one, data, ways)]


def _is_new(one: Callable[[bytes], None], data: bytes, ways: Ways) -> bool:
    known = len(ways)
    one(data)
    return len(ways) > known


@contextmanager
def _watched(folders: tuple[str, ...], ways: Ways) -> Iterator[None]:
    starts = tuple(str(ROOT / folder) for folder in folders)

    def called(frame: FrameType, event: str, argument: Any) -> Any:
        path, last = frame.f_code.co_filename, 0
        if not path.startswith(starts):
            return None

        def stepped(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            ways.add((path, last, frame.f_lineno))
            last = frame.f_lineno
            return stepped

        return stepped

    sys.settrace(called)
    try:
        yield
    finally:
        sys.settrace(None)


if __name__ == "__main__":
    main()

"""Files that stand at their place once they are whole, and never in place of others unasked."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO


@contextmanager
def placed(target: Path, *, force: bool = False) -> Iterator[BinaryIO]:
    """A file that stands at its place once it is whole; what cannot be written is known before the work begins."""
    if not is_free(target, force=force):
        raise FileExistsError
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.unfinished")
    with unfinished.open("xb") as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            file.close()  # some systems rename no open file
            if not is_free(target, force=force):
                raise FileExistsError
            unfinished.replace(target)
        except BaseException:  # ctrl-c too
            file.close()
            unfinished.unlink()
            raise


def unused(path: Path, ending: str = "") -> Path:
    """The path with the first number that no file there has, and an ending."""
    names = (path.with_name(f"{path.name}-{number}{ending}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def is_free(target: Path, *, force: bool = False) -> bool:
    """Whether a file may stand there; never in place of what is no plain file, such as /dev/null."""
    return not os.path.lexists(target) or (force and target.is_file())

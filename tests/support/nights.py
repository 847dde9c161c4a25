"""What differs little is tried with some values in every run, and with all of them in a long one."""

from collections.abc import Iterable
from typing import Any

import pytest


def thinned(values: Iterable[Any], each: int) -> list[Any]:
    """All values, of which a short run takes one in ``each``, from the first on, and the last; a tuple is a row."""
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    short = {*range(0, len(rows), each), len(rows) - 1}
    return [pytest.param(*row, marks=[] if at in short else pytest.mark.long) for at, row in enumerate(rows)]

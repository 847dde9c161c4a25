"""What is left of objects when nothing refers to them any more: none may wait for the collector, which comes seldom."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_left(*kinds: type) -> Iterator[None]:
    """Of what comes about within, nothing of these kinds is there at the end."""
    gc.collect()
    before = _there(kinds)  # they stay, so that none that is new is taken for one of them
    known = set(map(id, before))
    gc.disable()
    try:
        yield
        left = [one for one in _there(kinds) if id(one) not in known]
    finally:
        gc.enable()
    assert left == []


def _there(kinds: tuple[type, ...]) -> list[object]:
    return [one for one in gc.get_objects() if type(one) in kinds]

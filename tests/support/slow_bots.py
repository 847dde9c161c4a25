"""Bots that think long, and worse; in all else they are `steady`.

``python slow_bots.py [small]`` is a thinker that knows them too; with ``small`` it plays the small mine.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import process_time, sleep
from typing import Any
from unittest.mock import patch

from engine.bots import BOTS
from engine.bots.bot import Bot
from engine.front import ActLike, View
from engine.slots import Draw
from engine.waits import window

FILE = "UNDERMINE_TEST_FILE"
"""A variable of the environment: what some of them look at."""
_BURNT = 0.4
"""Seconds of the processor."""


def command(*arguments: str) -> tuple[str, ...]:
    """What starts a thinker that knows them."""
    return (sys.executable, "-P", __file__, *arguments)


def _file() -> Path:
    return Path(os.environ[FILE])


def _burn() -> None:
    begun = process_time()
    while process_time() < begun + _BURNT:
        pass


def _fail() -> None:
    raise ValueError("the card is 17")


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _die_once() -> None:
    if not _file().exists():
        _file().touch()
        _die()


def _wait() -> None:
    """Says which process waits, and does so until it need not."""
    _file().with_suffix(".waits").write_text(str(os.getpid()))
    while not _file().exists():
        sleep(0.005)


def _slow(name: str, before: Callable[[], None]) -> Bot:
    steady = BOTS["steady"]

    def choose(memory: Any, view: View, chance: Draw) -> ActLike | None:
        if window(view.state) is None:
            before()
        return steady.choose(memory, view, chance)

    return Bot(name, 1, steady.memory, steady.remember, choose, slow=True)


SLOW = {
    bot.name: bot
    for bot in (
        _slow("slow", lambda: None),
        _slow("burning", _burn),
        _slow("failing", _fail),
        _slow("dying", _die),
        _slow("dying-once", _die_once),
        _slow("waiting", _wait),
    )
}


@contextmanager
def slow_bots() -> Iterator[None]:
    """They are bots like others meanwhile."""
    with patch.dict(BOTS, SLOW):
        yield


if __name__ == "__main__":
    from server.thinking import thinker
    from tests.support.tables_at_play import small_mine

    with slow_bots(), small_mine() if "small" in sys.argv else nullcontext():
        thinker.main()

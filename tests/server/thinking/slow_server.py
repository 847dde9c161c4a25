"""As a script, a server that knows slow bots, with small games and short steps."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from server.main import main
from tests.support import slow_bots
from tests.support.tables_at_play import small_mine


@contextmanager
def slow_server() -> Iterator[None]:
    """Servers that are begun meanwhile are so, and their thinkers too."""
    with (
        slow_bots.slow_bots(),
        small_mine(),
        patch("server.thinking.thinkers.Thinkers.command", slow_bots.command("small")),
        patch("server.tables.pace._STEP_MS", 20),
    ):
        yield


if __name__ == "__main__":
    with slow_server():
        sys.exit(main([]))

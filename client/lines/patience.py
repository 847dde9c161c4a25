"""Lines of a script, which come all at once: each waits until it is asked for."""

from collections import deque
from collections.abc import Callable

Taken = Callable[[], None]


class Patience:
    """Holds lines back; None stands for the end of the input."""

    def __init__(self) -> None:
        self._held: deque[str | None] = deque()
        self.wanted = False
        """Whether lines wait at all: what a person types never does."""
        self.taken: Taken = lambda: None
        """Called for every line that does not wait any more, so that whoever reads can go on."""

    @property
    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._held

    @property
    def ended(self) -> bool:
        """Whether no more lines will come."""
        return bool(self._held) and self._held[-1] is None

    def hold(self, line: str | None) -> None:
        """Until it is asked for."""
        self._held.append(line)

    @property
    def first(self) -> str | None:
        """The oldest line that waits, which goes on waiting."""
        return self._held[0]

    def next(self) -> str | None:
        """The oldest line that waits."""
        line = self._held.popleft()
        self.taken()
        return line

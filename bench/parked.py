"""The other load of `undermine bench server`: many tables that begin, and that all people leave then."""

from typing import Any

from bench.child import Orders, run, tell
from bench.group import Group
from protocol.log.records import Entry
from protocol.wire.messages import Entries

AT_ONCE, EACH = 12, 50
"""Groups at once, and tables that one of them begins."""


class Parking:
    """All tables; orders beside those of a group: ``tables``."""

    def __init__(self, reactor: Any, orders: Orders) -> None:
        self.reactor = reactor
        self.orders = orders
        self._unassigned: int = orders["tables"]
        self._left: dict[Group, int] = {}
        """By group that is here: how many tables it still begins."""
        self._begun = 0
        for _ in range(AT_ONCE):
            self._connect()

    def _connect(self) -> None:
        tables = min(EACH, self._unassigned)
        if tables:
            self._unassigned -= tables
            group = Group(self, 1)
            self._left[group] = tables
            group.connect()

    def came(self, group: Group) -> None:
        if self._left[group]:
            self._left[group] -= 1
            group.gather()
        else:
            group.leave()

    def took(self, group: Group, message: Entries, entries: list[Entry]) -> None:
        if group.table is None or message.table != group.tid:
            return
        if group.table.in_play:
            self._begun += 1
            self.came(group)  # for the next one
        else:
            group.answer()

    def lost(self, group: Group, why: str) -> None:
        del self._left[group]
        self._connect()
        if not self._left:
            tell("begun", tables=self._begun)
            self.reactor.stop()


if __name__ == "__main__":
    run(Parking)

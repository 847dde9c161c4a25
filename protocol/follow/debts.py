"""How long each debt of a seat has stood: a clock runs for it as for a question, beside the one that is asked."""

from collections.abc import Iterator, Sequence

from protocol.log.records import Entry
from protocol.modes.mode import SERVER, Debt

Key = tuple[str, int, int]


class DebtClocks:
    """What the server owes has no clock of this kind: no TIMEOUT answers for it."""

    def __init__(self) -> None:
        self._waited: dict[Key, int] = {}
        """By step, entry that it is about, and seat: the milliseconds since it is owed."""

    def follow(self, entry: Entry, debts: Sequence[Debt], *, paused: bool) -> None:
        """An entry was taken, and this is owed now; a new debt's clock starts with that entry."""
        if not self._waited and not debts:
            return
        passed = 0 if paused else entry.dt_ms
        self._waited = {
            key: self._waited[key] + passed if key in self._waited else 0
            for debt in debts
            for key, _ in _with_clock(debt)
        }

    def left_ms(self, debt: Debt, seat: int) -> int:
        """How many milliseconds the seat still has for this debt."""
        assert debt.limit_ms is not None
        return max(0, debt.limit_ms - self._waited[debt.step, debt.about, seat])

    def running(self, debts: Sequence[Debt]) -> Iterator[tuple[int, Debt, int]]:
        """Each debt that a clock runs for: what is left, and whose it is."""
        for debt in debts:
            for _, seat in _with_clock(debt):
                yield self.left_ms(debt, seat), debt, seat


def _with_clock(debt: Debt) -> Iterator[tuple[Key, int]]:
    if debt.limit_ms is not None:
        for seat in debt.debtors:
            if seat != SERVER:
                yield (debt.step, debt.about, seat), seat

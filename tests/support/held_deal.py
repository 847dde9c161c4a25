"""A table whose next round is dealt when a test says so, as servers hold it back between rounds."""

from engine import wants
from engine.tabletop import Tabletop


class _Held(Exception):
    """Nothing goes on before the deal."""


class HeldDeal(Tabletop):
    holds = False

    def answer(self, want: object) -> object:
        if self.holds and isinstance(want, wants.Deal):
            raise _Held
        return super().answer(want)

    def advance(self) -> list[object]:
        try:
            return super().advance()
        except _Held:
            return []

    def deal_now(self) -> None:
        self.holds = False
        self.advance()

"""The score so far, by round and player: what lies on the table, and in brackets what only this seat knows."""

from collections.abc import Sequence

from client.i18n import _
from client.words.people import LONGEST_NAME, People
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat, Slot

_COLUMN = 11


@record
class _Owned:
    """What the seats own at some time: nuggets in public, and gold cards."""

    nuggets: tuple[int, ...]
    gold: tuple[tuple[Slot, ...], ...]


class ScoreSheet:
    """Is told when a round is over, and what gold cards are worth is looked up when it is read."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._ends: list[_Owned] = []

    def close_round(self) -> None:
        self._ends.append(self._now())

    def by_round(self, scores: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """What each seat got, once all gold lies open; nothing where that does not come to these scores."""
        sums = [
            [nuggets + (self._worth(gold) or 0) for nuggets, gold in zip(owned.nuggets, owned.gold, strict=True)]
            for owned in self._ends
        ]
        if not sums or sums[-1] != list(scores):
            return ()
        before = [[0] * len(scores), *sums]
        return tuple(
            tuple(now - then for now, then in zip(later, sooner, strict=True))
            for sooner, later in zip(before, sums, strict=False)
        )

    def _now(self) -> _Owned:
        state = self._view.state
        return _Owned(tuple(state.nuggets), tuple(map(tuple, state.gold)))

    def lines(self, people: People) -> list[str]:
        seats = range(len(people))
        nothing = _Owned((0,) * len(people), ((),) * len(people))
        heads = [_("round {number}", number=number) for number in range(1, len(self._ends) + 1)]
        rounds = list(zip([nothing, *self._ends], self._ends, strict=False))
        columns = [(heads[at], [self._gained(*ends, seat) for seat in seats]) for at, ends in enumerate(rounds)]
        columns.append((_("so far"), [self._gained(nothing, self._now(), seat) for seat in seats]))
        names = [_("player"), *map(people.name, seats)]
        rows = zip(names, *([head, *cells] for head, cells in columns), strict=True)
        table = [
            "".join([f"{name:{LONGEST_NAME + 2}}", *(f"{cell:>{_COLUMN}}" for cell in cells)]) for name, *cells in rows
        ]
        return [*table, "", *self._signs()]

    def _gained(self, before: _Owned, after: _Owned, seat: Seat) -> str:
        """Nuggets and gold cards in between; in nuggets alone where this seat knows what the cards are worth."""
        nuggets = after.nuggets[seat] - before.nuggets[seat]
        old, new = before.gold[seat], after.gold[seat]
        if old == new:
            return f"{nuggets}$" if nuggets else "-"
        worths = self._worth(old), self._worth(new)
        if worths[0] is None or worths[1] is None:
            return " ".join(filter(None, [f"{nuggets}$" if nuggets else "", f"{len(new) - len(old)}g"]))
        known = f"{nuggets + worths[1] - worths[0]}$"
        return known if {*old, *new} <= self._view.state.faces.keys() else f"({known})"

    def _worth(self, gold: tuple[Slot, ...]) -> int | None:
        """Of these cards, if this seat knows all of them."""
        worth = self._view.state.book.worth
        faces = [self._view.face(slot) for slot in gold]
        return None if None in faces else sum(worth[face] for face in faces if face is not None)

    def _signs(self) -> list[str]:
        has_cards = any(self._view.state.gold)
        cards = (
            [_("g: a gold card, face down until the game ends; in brackets, what only you know.")] if has_cards else []
        )
        return [_("$: nuggets."), *cards]

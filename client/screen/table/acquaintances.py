"""The people at a table, with what a screen shows of them: signs behind names, guesses, and whose talk to hide."""

from client.games.game import Guess
from client.games.registry import game_of
from client.i18n import _
from client.screen.app.kit import Kit
from client.visit.acquaintances import Acquaintances
from client.visit.table import VisitedTable


class ShownAcquaintances(Acquaintances):
    """In signs, and in words to pick from."""

    def __init__(self, table: VisitedTable, kit: Kit) -> None:
        super().__init__(table, kit.known)
        self._kit = kit

    def signs(self) -> dict[int, str]:
        """By seat: a sign behind the name."""
        return {seat: self._kit.sign_of(standing) for seat, standing in self.standings.items()}

    def others(self) -> list[int]:
        """All other seats, in the order of play."""
        return [seat for seat in range(len(self._table.people)) if seat != self._table.seat]

    def guesses(self) -> dict[int, str]:
        """By seat: this player's guess, in three letters."""
        marks, short = self._table.marks, {guess.key: guess.short for guess in self._guesses()}
        if marks is None:
            return {}
        return {seat: short[guess] for seat in self.others() if (guess := marks.guess(seat)) is not None}

    def options(self) -> list[str]:
        """What a player can be taken for; the first is nothing."""
        guesses = self._guesses()
        return [_("no guess"), *(guess.name for guess in guesses)] if guesses else []

    def guess(self, seat: int, at: int) -> None:
        """One of the options."""
        if self._table.marks is not None:
            self._table.marks.set(seat, None if at == 0 else self._guesses()[at - 1].key)

    def _guesses(self) -> list[Guess]:
        view = self._table.view
        return [] if view is None else game_of(view.state.book.rules).guesses(view.state.book)

    def muting(self, seat: int) -> str:
        """What `toggle_mute` would do, in words."""
        name = self._table.people.name(seat)
        return _("hear {name} again", name=name) if seat in self._table.muted else _("mute {name}", name=name)

    def toggle_mute(self, seat: int) -> None:
        """Do not show the talk of a seat, or show it again."""
        self.mute(seat, on=seat not in self._table.muted)

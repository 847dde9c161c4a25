"""What a player does at a table beside the game: talk, guesses, muting, pauses."""

from collections.abc import Callable
from functools import partial

from client.i18n import _
from client.screen.table.acquaintances import ShownAcquaintances
from client.screen.table.over import Deed, Over
from client.visit.table import VisitedTable


class Beside:
    """Nothing here changes the game."""

    def __init__(
        self, table: VisitedTable, over: Over, people: ShownAcquaintances, guessed: Callable[[], None]
    ) -> None:
        """``guessed``: the players are to be drawn again."""
        self._table = table
        self._over = over
        self._people = people
        self._guessed = guessed

    def talk(self, begun: str = "") -> None:
        """To everyone at the table; some of it may be typed already."""
        self._over.ask_line(_("Say to everybody at the table (it stands in the log):"), begun, self._table.talk)

    def guess(self) -> None:
        """About whom?"""
        name = self._table.people.name
        deeds = [Deed(name(seat), partial(self.guess_about, seat)) for seat in self._people.others()]
        self._over.offer(_("Your guess about whom? Only you see it."), deeds)

    def guess_about(self, seat: int) -> None:
        """What a player is taken for."""
        options = self._people.options()
        if seat == self._table.seat or not options:
            return
        deeds = [Deed(words, partial(self._guess, seat, at)) for at, words in enumerate(options)]
        title = _("What do you take {name} for?", name=self._table.people.name(seat))
        self._over.offer(title, [*deeds, self._muting(seat)])

    def _guess(self, seat: int, at: int) -> None:
        self._people.guess(seat, at)
        self._guessed()

    def mute(self) -> None:
        """Whose talk not to read, or to read again."""
        deeds = [self._muting(seat) for seat in self._people.others()]
        self._over.offer(_("Whose talk do you not want to read?"), deeds)

    def _muting(self, seat: int) -> Deed:
        return Deed(self._people.muting(seat), partial(self._people.toggle_mute, seat))

    def pause(self) -> None:
        """Ask for a pause, agree to one, or end it."""
        self._pausing().do()

    def _pausing(self) -> Deed:
        wanted = self._table.pause_wanted
        if self._table.paused:
            words, on = _("Let the clocks run again"), False
        elif self._table.seat in wanted:
            words, on = _("Ask for no pause any more"), False
        else:
            words, on = _("Agree to a pause") if wanted else _("Ask for a pause"), True
        return Deed(words, partial(self._table.ask_pause, on=on))

    def come_back(self) -> None:
        """After having left, or having been away."""
        if self._table.away or self._table.counted_out:
            self._table.come_back()

    def deeds(self) -> list[Deed]:
        """What can be done now that the last line of the screen does not name."""
        if self._table.away or self._table.counted_out:
            return [Deed(_("Come back to the table"), self.come_back)]
        return [self._pausing()] if self._table.playing and self._table.has_pauses else []

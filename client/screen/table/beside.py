"""The other players beside the game: how well they are known, guesses about them, talk, muting, pauses."""

from collections.abc import Callable
from functools import partial

from client.games.game import Guess
from client.i18n import _
from client.screen.app.kit import Kit
from client.screen.table.hands import AtDesk
from client.screen.table.words import acts_page
from client.screen.widgets.dialogues import Deed, ask_line, offer
from client.screen.widgets.page import Page
from client.visit.acquaintances import Acquaintances
from client.visit.table import VisitedTable
from client.words.sayings import SAYINGS, heard


class Beside:
    """Nothing here changes the game."""

    def __init__(self, at_desk: AtDesk[VisitedTable], kit: Kit, *, guessed: Callable[[], None]) -> None:
        """``guessed``: the players are to be drawn again."""
        self._at = at_desk
        self._table = at_desk.table
        self._kit = kit
        self._guessed = guessed
        self._known = Acquaintances(at_desk.table, kit.known)
        self.meet = self._known.meet

    def signs(self) -> dict[int, str]:
        """By seat: a sign behind the name for how well it is known."""
        return {seat: self._kit.sign_of(standing) for seat, standing in self._known.standings.items()}

    def marks(self) -> dict[int, str]:
        marks = self._table.marks
        short = {guess.key: guess.short for guess in self._guesses()}
        if marks is None:
            return {}
        return {seat: short[guess] for seat in self._others() if (guess := marks.guess(seat)) is not None}

    def _others(self) -> list[int]:
        return [seat for seat in range(len(self._table.people)) if seat != self._table.seat]

    def talk(self, begun: str = "") -> None:
        hint = _("Enter alone lists ready-made sentences.")
        ask_line(self._at.screen.app, _("Say to the table (kept in the log):"), self._talk, begun, hint=hint)

    def _talk(self, text: str) -> None:
        if not self._table.talk(text):
            self._offer_sayings()

    def _offer_sayings(self) -> None:
        deeds = [Deed(heard(saying), partial(self._table.talk, saying)) for saying in SAYINGS]
        offer(self._at.screen.app, _("Say to the table (kept in the log):"), deeds)

    def guess(self) -> None:
        name = self._table.people.name
        deeds = [Deed(name(seat), partial(self.guess_about, seat)) for seat in self._others()]
        offer(self._at.screen.app, _("Your guess about whom? Only you see it."), deeds)

    def look_back(self) -> None:
        name = self._table.people.name
        deeds = [Deed(name(seat), partial(self.tell_acts, seat)) for seat in range(len(self._table.people))]
        offer(self._at.screen.app, _("Whose acts so far?"), deeds)

    def tell_acts(self, seat: int) -> None:
        self._at.screen.app.push_screen(Page(*acts_page(self._table, seat)))

    def guess_about(self, seat: int) -> None:
        guesses = self._guesses()
        if seat == self._table.seat:
            self.tell_acts(seat)
            return
        if not guesses:
            return
        deeds = [Deed(guess.name, partial(self._mark, seat, guess.key)) for guess in guesses]
        no_guess = Deed(_("no guess"), partial(self._mark, seat, None))
        title = _("What do you think {name} is?", name=self._table.people.name(seat))
        acts = Deed(_("what {name} has done so far", name=self._table.people.name(seat)), partial(self.tell_acts, seat))
        offer(self._at.screen.app, title, [no_guess, *deeds, acts, self.muting(seat)])

    def _guesses(self) -> list[Guess]:
        game, view = self._at.game, self._table.view
        return [] if game is None or view is None else game.guesses(view.state.book)

    def _mark(self, seat: int, guess: str | None) -> None:
        if self._table.marks is not None:
            self._table.marks.set(seat, guess)
            self._guessed()

    def mute(self) -> None:
        offer(
            self._at.screen.app,
            _("Mute whom?"),
            [self.muting(seat) for seat in self._others()],
        )

    def muting(self, seat: int) -> Deed:
        name, muted = self._table.people.name(seat), seat in self._table.muted
        words = _("hear {name} again", name=name) if muted else _("mute {name}", name=name)
        return Deed(words, partial(self._known.mute, seat, on=not muted))

    def pause(self) -> None:
        self._pausing().do()

    def _pausing(self) -> Deed:
        wanted = self._table.pause_wanted
        if self._table.paused:
            words, on = _("End the pause"), False
        elif self._table.seat in wanted:
            words, on = _("Take back your wish for a pause"), False
        else:
            words, on = _("Agree to a pause") if wanted else _("Ask for a pause"), True
        return Deed(words, partial(self._table.ask_pause, on=on))

    def come_back(self) -> None:
        if self._table.away or self._table.counted_out:
            self._table.come_back()

    def deeds(self) -> list[Deed]:
        """What can be done now that the last line of the screen does not name."""
        if self._table.away or self._table.counted_out:
            return [Deed(_("Come back to the table"), self.come_back)]
        return [self._pausing()] if self._table.playing and self._table.has_pauses else []

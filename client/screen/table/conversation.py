"""What a table asks and tells a player by itself: questions that need an answer, and the ends of rounds."""

from collections.abc import Callable
from functools import partial

from client.i18n import _
from client.screen.table.hands import AtDesk
from client.screen.table.over import Deed, Over, nothing
from client.screen.widgets.dialogues import ChoiceDialogue
from client.screen.widgets.page import Page
from client.visit.table import VisitedTable
from engine.wants import Choose, Window


class Questions:
    """Each is asked in a list of its own; a window is none of them, since it may pass."""

    def __init__(self, table: VisitedTable, at_desk: AtDesk, over: Over) -> None:
        self._table = table
        self._at = at_desk
        self._over = over
        self._asked_at = -1
        """The entry at which the last list was opened, so that it is opened once."""
        self._open: ChoiceDialogue | None = None

    @property
    def title(self) -> str:
        game, asked = self._at.game, self._table.asked
        return "" if game is None or asked is None or isinstance(asked, Window) else game.question(asked)

    def drop(self) -> None:
        """What the clock has answered is not asked any more."""
        if self._open is not None and (not self.title or self._asked_at != self._table.game):
            dialogue, self._open = self._open, None
            self._over.close(dialogue)

    def ask(self) -> None:
        """Once at each entry."""
        if self.title and self._asked_at != self._table.game:
            self._asked_at = self._table.game
            self._open = self._over.offer(self.title, self._answers(), may_cancel=False)

    def _answers(self) -> list[Deed]:
        game, asked, table = self._at.game, self._table.asked, self._table
        if isinstance(asked, Choose) and game is not None:
            return [Deed(game.way(asked, way), self._answer(partial(table.choose, way))) for way in range(asked.below)]
        return [Deed(self._at.sentence(act), self._answer(partial(table.act, act))) for act in table.legal()]

    def _answer(self, do: Callable[[], None]) -> Callable[[], None]:
        entry = self._table.game

        def answer() -> None:
            self._open = None
            if self._table.game == entry and self._table.asked is not None:
                self._asked_at = -1  # should the server refuse it, it is asked again
                do()

        return answer


class Reports:
    def __init__(self, table: VisitedTable, over: Over, read: Callable[[], None]) -> None:
        """``read``: another page may have waited for it."""
        self._table = table
        self._over = over
        self._read = read
        self._told = len(table.reports)
        self.is_open = False

    def tell(self) -> None:
        if self._told < len(self._table.reports) and not self.is_open:
            self._told += 1
            self.is_open = True
            self._show(self._told - 1, self._closed)

    def again(self) -> None:
        if self._table.reports:
            self._show(-1, nothing)

    def _show(self, at: int, then: Callable[[], None]) -> None:
        report = self._table.reports[at]
        self._over.show(Page(_("Round {number} is over", number=report.round), report.lines), lambda _: then())

    def _closed(self) -> None:
        self.is_open = False
        self._read()

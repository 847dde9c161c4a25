"""A player's hands at a table: keys and clicks go to the desk, and what the desk wants is done."""

from collections.abc import Callable
from functools import partial

from client.games.game import AnAct, Ask, Desk, Do, Result, Step
from client.i18n import _
from client.screen.table.at_desk import AtDesk
from client.screen.table.over import Deed, Over, nothing
from client.visit.table import VisitedTable


class Hands:
    """Does at the table what a desk comes to: one act, or one of several that the player chooses from."""

    def __init__(
        self, table: VisitedTable, at_desk: AtDesk, over: Over, *, confirms: bool, redraw: Callable[[], None]
    ) -> None:
        """``confirms``: whether the player wants to be asked once more before each act."""
        self._table = table
        self._at = at_desk
        self._over = over
        self._confirms = confirms
        self._redraw = redraw

    def do(self, key: Callable[[Desk], Result]) -> None:
        """A key or a click."""
        desk = self._at.desk
        if desk is None:
            return
        result = key(desk)
        if result is not Step.NOTHING:
            self._redraw()
        match result:
            case Do(act):
                self._confirm(act)
            case Ask():
                self._choose(result)
            case Step.REFUSED:
                self._over.bell()
            case _:
                pass

    def begin(self, key: Callable[[Desk], Result]) -> None:
        """The same, and what was refused before is past."""
        if self._table.asked is not None:
            self._table.notice = ""
        self.do(key)

    def drop(self) -> None:
        """Put everything back."""
        self._table.notice = ""
        self.do(lambda desk: desk.drop())

    def _choose(self, ask: Ask) -> None:
        before = self._table.game

        def chosen(act: AnAct) -> None:
            if self._table.game == before:
                self._confirm(act)
            else:
                self.drop()

        deeds = [Deed(self._sentence(act), partial(chosen, act)) for act in ask.acts]
        self._over.offer(ask.title, deeds, self.drop, hint=ask.hint)

    def _confirm(self, act: AnAct) -> None:
        if not self._confirms:
            self._play(act)
            return
        before = self._table.game

        def sure() -> None:
            if self._table.game == before:
                self._play(act)

        deeds = [Deed(_("Yes, play it"), sure), Deed(_("No"), nothing)]
        self._over.offer(_("{act}?", act=self._sentence(act)), deeds)

    def _play(self, act: AnAct) -> None:
        if (desk := self._at.desk) is not None:
            desk.played()
        self._table.act(act)
        self._redraw()

    def _sentence(self, act: AnAct) -> str:
        game = self._at.game
        return "" if game is None else game.sentence(act, self._table.view, self._table.people)

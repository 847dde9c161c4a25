"""The desk of a table, and a player's hands at it: keys and clicks go to the desk, and what it wants is done."""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from client.games.game import AnAct, Ask, ClientGame, Desk, Do, Result, Step
from client.games.registry import game_of
from client.i18n import _
from client.render.charset import Charset
from client.screen.widgets.dialogues import Deed, offer
from client.screen.widgets.top import TopScreen
from client.visit.seen import SeenTable

_Table_co = TypeVar("_Table_co", bound=SeenTable, covariant=True)


class AtDesk(Generic[_Table_co]):
    """A table, its screen and its desk.  Before the table can be seen, there is neither a game nor a desk."""

    def __init__(self, table: _Table_co, screen: TopScreen[Any], charset: Charset) -> None:
        self.table = table
        self.screen = screen
        self._charset = charset
        self._desk: Desk | None = None

    @property
    def game(self) -> ClientGame | None:
        view = self.table.view
        return None if view is None else game_of(view.state.book.rules)

    @property
    def desk(self) -> Desk | None:
        game = self.game
        if game is not None and self._desk is None:
            self._desk = game.desk(self.table, self._charset)
        return None if game is None else self._desk

    def harms(self, act: AnAct) -> bool:
        return self.game is not None and self.game.harms(act, self.table.view)

    def sentence(self, act: AnAct) -> str:
        game = self.game
        return "" if game is None else game.sentence(act, self.table.view, self.table.people)


_KEYS: dict[str, Callable[..., Result]] = {
    "pick": lambda desk, at: desk.pick(at),
    "point": lambda desk, thing: desk.point(thing),
    "move": lambda desk, right, up: desk.move(right, up),
    "next_place": lambda desk, step: desk.next_place(step),
    "turn": lambda desk: desk.turn(),
    "drop": lambda desk: desk.drop(),
    "discard": lambda desk: desk.discard(),
    "play": lambda desk: desk.play(),
    "pan": lambda desk, right, up: desk.pan(right, up),
    "centre": lambda desk: desk.centre(),
    "zoom": lambda desk: desk.zoom(),
}


def press(desk: Desk, key: str, *numbers: int) -> Result:
    """A key or a click, by its name; see `client.games.game.Desk`."""
    return _KEYS[key](desk, *numbers)


_BEGINNING = ("pick", "discard", "drop")
"""Behind these keys, what was refused before is past."""


class PlayedTable(SeenTable, Protocol):
    """A table at which the person can act."""

    notice: str
    """Why the last thing that the person wanted was not done."""

    @property
    def game(self) -> int:
        """Rises with whatever changes the game."""

    def act(self, act: AnAct) -> None: ...


class Hands:
    """Does at the table what a desk comes to: one act, or one of several that the player chooses from."""

    def __init__(self, at_desk: AtDesk[PlayedTable], *, confirms: str, redraw: Callable[[], None]) -> None:
        """``confirms``: before which acts the player wants to be asked once more: harm, always, never."""
        self._at = at_desk
        self._table = at_desk.table
        self._confirms = confirms
        self._redraw = redraw

    def press(self, key: str, *numbers: int) -> None:
        """See `press`."""
        if self._at.desk is None:
            return
        if key in _BEGINNING:
            self._table.notice = ""
        result = press(self._at.desk, key, *numbers)
        if result is not Step.NOTHING:
            self._redraw()
        match result:
            case Do(act):
                self._confirm(act)
            case Ask():
                self._choose(result)
            case Step.REFUSED:
                self._at.screen.app.bell()

    def _choose(self, ask: Ask) -> None:
        before, drop = self._table.game, partial(self.press, "drop")

        def chosen(act: AnAct) -> None:
            if self._table.game == before:
                self._confirm(act)
            else:
                drop()

        deeds = [Deed(self._at.sentence(act), partial(chosen, act)) for act in ask.acts]
        if ask.nothing:
            deeds.insert(0, Deed(ask.nothing, drop))
        offer(self._at.screen.app, ask.title, deeds, drop, hint=ask.hint)

    def _confirm(self, act: AnAct) -> None:
        before = self._table.game

        def sure() -> None:
            if self._table.game == before and self._at.desk is not None:
                self._at.desk.played()
                self._table.act(act)
                self._redraw()

        if self._confirms == "always" or (self._confirms == "harm" and self._at.harms(act)):
            deeds = [Deed(_("Yes, play it"), sure), Deed(_("No"))]
            offer(self._at.screen.app, _("{act}?", act=self._at.sentence(act)), deeds)
        else:
            sure()

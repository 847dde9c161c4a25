"""The game that is played at a table, and its desk on the screen."""

from client.games.game import AnAct, ClientGame, Desk
from client.games.registry import game_of
from client.render.charset import Charset
from client.visit.table import VisitedTable


class AtDesk:
    """Finds the game by the table's rules; before the table can be seen, there is neither."""

    def __init__(self, table: VisitedTable, charset: Charset) -> None:
        self._table = table
        self._charset = charset
        self._desk: Desk | None = None

    @property
    def game(self) -> ClientGame | None:
        view = self._table.view
        return None if view is None else game_of(view.state.book.rules)

    @property
    def desk(self) -> Desk | None:
        game = self.game
        if game is not None and self._desk is None:
            self._desk = game.desk(self._table, self._charset)
        return None if game is None else self._desk

    def sentence(self, act: AnAct) -> str:
        """What an act does, to choose it from a list."""
        game = self.game
        return "" if game is None else game.sentence(act, self._table.view, self._table.people)

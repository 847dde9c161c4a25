"""The mine on the screen: which part of the board is seen, what is picked, and what keys and clicks do with it."""

from collections.abc import Sequence
from typing import Any

from client.games.board_window import Extents, Frame, extents
from client.games.desk import BoardDesk
from client.games.game import Ask, AtTable, Do, Result, Seats, Step
from client.games.mine import picking as picks
from client.games.mine.names import CARD, card_meaning, card_name
from client.games.mine.picking import about_picked, turn_prompt
from client.games.mine.pictures.board import cell_words
from client.games.mine.pictures.cards import LARGE, SMALL, TINY, Size
from client.games.mine.pictures.hand import hand_picture
from client.games.mine.pictures.map_picture import Look, frame, map_picture
from client.games.mine.pictures.players_picture import players_picture
from client.games.mine.standing import facts, secret_lines
from client.games.mine.words.teller import Teller, pending_event
from client.games.mine.words.words import find
from client.games.naming import cell_name
from client.games.picking import Picking, is_meant
from client.games.pointing import UPRIGHT
from client.i18n import _
from client.render.charset import Charset
from client.render.spans import Picture
from engine.grid.cells import START, Cell, is_symmetric
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.view import View, mine_view
from engine.slots import Face
from engine.wants import Act


class MineDesk(BoardDesk[Size]):
    """A `client.games.game.Desk`."""

    discards = (Pass, DiscardTwo)
    on_board = picks.ON_BOARD

    def __init__(self, table: AtTable, charset: Charset) -> None:
        super().__init__(table, charset)
        self._round = 0
        """The round whose board was drawn last."""
        self._reach: frozenset[Cell] = frozenset()
        """Where the player can lay a card, or could in the last turn: tiles shrink and grow once a turn."""
        self._was_on_turn = False

    @property
    def _view(self) -> View:
        return mine_view(self._table.view)

    @property
    def _on_turn(self) -> bool:
        asked = self._table.asked
        return isinstance(asked, Act) and not find("questions", asked.what).title

    def refresh(self) -> None:
        view = self._view
        if view.state.round != self._round:  # a new board is looked at from its start
            self._round = view.state.round
            self.picking, self._window.centre, self._reach = Picking(), None, frozenset()
        if self._on_turn:
            now = frozenset(act.cell for act in self._table.legal() if isinstance(act, picks.LAYING))
            self._reach = self._reach | now if self._was_on_turn else now
        self._was_on_turn = self._on_turn
        self._forget_what_is_gone()
        self._follow()

    # pictures

    def board(self, width: int, height: int) -> Picture[Cell] | None:
        self._window.draw(width, height)
        view, picking = self._view, self.picking
        if not view.state.round:
            return None
        lit, preview = self._lit(), picks.preview(picking, view, self._table.legal())
        if (pending := pending_event(view.state)) is not None:  # where it will happen
            lit = {getattr(pending, name): UPRIGHT for name in ("cell", "other", "origin") if hasattr(pending, name)}
        lately = self._table.lately
        look = Look(
            self._window.centre,
            picking.cursor,
            lit,
            preview,
            last=lately.at,
            covered=self.covered.goals,
            fresh=lately.laid(view.state.board.network.slots),
            reach=self._reach,
            size=self._window.size,
        )
        return map_picture(view, look, self._charset, width, height)

    def hand(self, width: int, height: int) -> Picture[int]:
        return hand_picture(self._view, self._chosen, self._charset, width, height)

    def players(self, seats: Seats, width: int, height: int) -> Picture[int]:
        return players_picture(self._view, seats, self._charset, width, height)

    def _frame(self, centre: tuple[float, float] | None, cursor: Cell | None, size: Size | None) -> Frame[Size]:
        look = Look(centre, cursor, last=self._table.lately.at, reach=self._reach, size=size)
        return frame(self._view, look, self._charset, self._window.width, self._window.height)

    def _extents(self) -> Extents:
        return extents(self._view, self._reach)

    def _resized(self, now: Size, usual: Size) -> Size:
        return {TINY: SMALL, SMALL: LARGE}.get(now, TINY if usual is TINY else SMALL)

    # sentences

    def prompt(self) -> str:
        return turn_prompt(self._table, self.picking)

    def about(self) -> list[str]:
        """The card, or what lies under the cursor; then what holds for all, and what only this seat knows."""
        view = self._view
        picked = about_picked(self._table, self.picking) or self._under_cursor() if self._on_turn else self._glanced()
        return [*picked, *facts(view), *secret_lines(view, self._table.people)]

    def _card_words(self, face: Face) -> tuple[str, str]:
        return card_name(face), card_meaning(face)

    def _under_cursor(self) -> list[str]:
        """The start needs no words."""
        at = self.picking.cursor
        lies = cell_words(self._view, at)
        return [f"{cell_name(at)}: {lies}"] if lies and at != START else []

    def announced(self) -> str:
        """In the words that will tell of it."""
        pending = pending_event(self._view.state)
        if pending is None:
            return ""
        [line, *_more] = Teller(self._view, self._table.people).tell(pending)
        return line.text.removesuffix(".")

    # picking

    def _picked(self, picking: Picking) -> Result:
        view, legal = self._view, self._table.legal()
        places = picks.lit(picking, view, legal)
        meant = is_meant(self.picking, places)
        self._take(picking.to(picking.cursor, places) if meant else picks.first_place(picking, view, legal))
        return self.play() if picks.aimed(self.picking, view) is None else Step.REDRAW

    def point(self, thing: Cell) -> Result:
        """The first click goes there, the second plays there."""
        if thing == self.picking.cursor and (self.picking.card is not None or thing in self._lit()):
            return self.play()
        return self._point(thing)

    def discard(self) -> Result:
        """A play of several cards ends."""
        if self._on_turn and (stop := picks.stop(self._table.legal())):
            self.notice = ""
            return Do(stop)
        return super().discard()

    def _lit(self) -> dict[Cell, int]:
        return picks.lit(self.picking, self._view, self._table.legal())

    # playing

    def play(self) -> Result:
        if not self._on_turn:
            return Step.NOTHING
        if self.picking.several is not None:
            there = picks.played_there(self.picking, self._view, self._table.legal(), self.picking.cursor)
            if not there:
                return self._discard(self.picking.several)
            return Do(there[0]) if len(there) == 1 else Ask(_("Where does the collector stand?"), tuple(there))
        act = picks.aimed(self.picking, self._view)
        if act is None:
            return self._play_elsewhere()
        return Do(act) if act in self._table.legal() else Step.REFUSED

    def _is_other_turned(self, face: Face) -> bool:
        return bool(CARD[face].tunnels) and not is_symmetric(CARD[face].groups)

    def _without_card(self) -> Sequence[Any]:
        return picks.without_card(self._table.legal())

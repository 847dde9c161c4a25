"""The desk of a game in which cards of a hand are played on a board: what all such games have in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from client.games import picking as picks
from client.games.board_window import BoardWindow, Extents, Frame, extents
from client.games.game import AnAct, Ask, AtTable, Covered, Do, Result, Seats, Step
from client.games.naming import explained
from client.games.picking import Picking, held
from client.games.players_picture import has_heading
from client.i18n import _
from client.render.charset import Charset
from client.render.spans import Picture
from client.render.tiles import Size
from engine.grid.cells import START, Cell
from engine.sight import Sight
from engine.slots import Face, Slot

_Size = TypeVar("_Size", bound=Size)


class BoardDesk(ABC, Generic[_Size]):
    """A `client.games.game.Desk`, but for what a game's own cards do."""

    discards: ClassVar[tuple[type, ...]]
    """The acts that discard cards face down."""
    on_board: ClassVar[tuple[type, ...]]
    """The acts with a card that point at the board."""

    def __init__(self, table: AtTable, charset: Charset) -> None:
        self.notice = ""
        self.covered = Covered()
        self.picking = Picking()
        self.glance: int | None = None
        """The card that is looked at while it is another seat's turn."""
        self._table = table
        self._charset = charset
        self._window = BoardWindow[_Size]()

    # what a game says

    @property
    @abstractmethod
    def _view(self) -> Sight[Any]: ...

    @property
    @abstractmethod
    def _on_turn(self) -> bool:
        """Whether cards are picked to be played; at other times they are only looked at."""

    @abstractmethod
    def _frame(self, centre: tuple[float, float] | None, cursor: Cell | None, size: _Size | None) -> Frame[_Size]:
        """What is seen of the board; tiles of no size are those that fit best."""

    @abstractmethod
    def _resized(self, now: _Size, usual: _Size) -> _Size:
        """The tiles that come after those of now."""

    @abstractmethod
    def _lit(self) -> Mapping[Cell, int]:
        """Where the picked card may be played, and how it may lie there."""

    @abstractmethod
    def _picked(self, picking: Picking) -> Result:
        """A card was picked."""

    @abstractmethod
    def _without_card(self) -> Sequence[AnAct]:
        """What can be done in a turn before a card is used."""

    @abstractmethod
    def _under_cursor(self) -> list[str]:
        """What lies there, in words."""

    @abstractmethod
    def _card_words(self, face: Face) -> tuple[str, str]:
        """The name of a card, and what it does."""

    # pictures

    def players_height(self, width: int) -> int:
        return len(self._table.people) + has_heading(width)

    @abstractmethod
    def hand(self, width: int, height: int) -> Picture[int]: ...
    @abstractmethod
    def players(self, seats: Seats, width: int, height: int) -> Picture[int]: ...

    @property
    def _chosen(self) -> frozenset[int]:
        """The cards that the hand shows as picked."""
        card, several = self.picking.card if self.glance is None else self.glance, self.picking.several
        if several is not None:
            return several
        return frozenset() if card is None else frozenset({card})

    def _glanced(self) -> list[str]:
        """The card that is only looked at, in words."""
        _slot, face = held(Picking(self.glance), self._view)
        return [] if face is None else [*filter(None, self._card_words(face))]

    def pointed(self) -> list[str]:
        card = self.picking.card if self.glance is None else self.glance
        _slot, face = held(Picking(card), self._view)
        picked = [] if face is None else [explained(*self._card_words(face))]
        return [*picked, *self._under_cursor()]

    # picking

    def keys(self) -> frozenset[str]:
        picking, found = self.picking, set()
        if picking.card is not None or picking.several is not None or self.glance is not None:
            found.add("drop")
        if self._on_turn:
            found |= {"discard"} if picking.several is None else set()
            found |= {"play"} if self._plays() else set()
            found |= {"turn"} if self._turns() else set()
            found |= {"next_place"} if len(self._lit()) > 1 else set()
        return frozenset(found)

    def _plays(self) -> bool:
        """Whether Enter does something with what is picked, or before a card is used."""
        if self.picking.several is not None:
            return True
        return self.picking.card is not None or bool(self._without_card())

    def _turns(self) -> bool:
        """Whether the picked card can be turned, and is another one then."""
        _slot, face = held(self.picking, self._view)
        return face is not None and self._is_other_turned(face)

    @abstractmethod
    def _is_other_turned(self, face: Face) -> bool:
        """Whether a card is laid as a path, and another one if it is turned."""

    def _forget_what_is_gone(self) -> None:
        """The hand or the turn may have changed."""
        card = self.picking.card
        if not self._on_turn or (card is not None and card >= len(self._view.hand())):
            self.picking = self.picking.dropped()
        if self._on_turn:
            self.glance = None

    def pick(self, at: int) -> Result:
        most = len(self._view.hand())
        if at >= most:
            return self._no_such_card(at + 1, most)
        if not self._on_turn:
            self.glance = None if self.glance == at else at
            return Step.REDRAW
        self.notice = ""
        picking = self.picking
        if picking.several is not None:
            most = max((len(act.slots) for act in self._discards()), default=1)
            return self._take(replace(picking, several=picks.discarding(picking.several, at, most)))
        if picking.card == at:
            return self._take(picking.dropped())
        return self._picked(replace(picking, card=at, turned=False))

    def _no_such_card(self, number: int, most: int) -> Result:
        if not self._on_turn:
            return Step.NOTHING
        self.notice = _("You have no card “{word}”: they are numbered 1 to {most}.", word=number, most=most)
        return Step.REDRAW

    def move(self, right: int, up: int) -> Result:
        """The cursor does not leave the board."""
        there = extents(self._view).nearest(self.picking.moved(right, up).cursor)
        return self._point(there)

    def _point(self, at: Cell) -> Result:
        """The player brings the cursor there."""
        return self._take(replace(self.picking.to(at, self._lit()), pointed=self.picking.card is None))

    def next_place(self, step: int) -> Result:
        return self._take(picks.next_place(self.picking, self._lit(), step))

    def turn(self) -> Result:
        return self._take(replace(self.picking, turned=not self.picking.turned))

    def drop(self) -> Result:
        self.glance, self.notice = None, ""
        return self._take(self.picking.dropped())

    def discard(self) -> Result:
        """The card that is picked is one of those to discard."""
        if not self._on_turn:
            return Step.NOTHING
        self.notice = ""
        card = self.picking.card
        picking = replace(self.picking.dropped(), several=frozenset() if card is None else frozenset({card}))
        taken = self._view.state.board.network.slots  # on a card, Enter can only discard
        return self._take(picking if picking.cursor in taken else replace(picking, cursor=START))

    def played(self) -> None:
        self.picking = self.picking.dropped()
        self._bring_back_cursor()

    def _take(self, picking: Picking) -> Result:
        """The window over the board follows the cursor."""
        self.picking = picking
        self._window.follow(picking.cursor, self._seen(self._window.centre))
        return Step.REDRAW

    # playing

    def _play_elsewhere(self) -> Result:
        """What does not point at the board is chosen from a list."""
        slot, face = held(self.picking, self._view)
        if slot is None:
            extra = tuple(self._without_card())
            return Ask(_("Before you use a card:"), extra, nothing=_("Nothing")) if extra else Step.NOTHING
        others = picks.others(self.picking, self._view, self._table.legal(), self.on_board)
        acts = (*others, *self._discarded((slot,)))
        if not acts:
            return Step.REFUSED
        name, meaning = ("?", "") if face is None else self._card_words(face)
        return Ask(_("What do you do with this card: {card}?", card=name), acts, meaning)

    def _discard(self, several: frozenset[int]) -> Result:
        hand = self._view.hand()
        slots = tuple(sorted(hand[at][0] for at in several if at < len(hand)))
        acts = self._discarded(slots)
        if not acts:
            self.notice = _("These cards cannot be discarded together.") if slots else _("Pick a card first.")
            return Step.REDRAW
        return Do(acts[0]) if len(acts) == 1 else Ask(_("Discard them, and then?"), tuple(acts))

    def _discarded(self, slots: tuple[Slot, ...]) -> list[AnAct]:
        return [act for act in self._discards() if act.slots == slots]

    def _discards(self) -> list[AnAct]:
        return [act for act in self._table.legal() if isinstance(act, self.discards)]

    # the window over the board

    def pan(self, right: int, up: int) -> Result:
        seen = self._seen(self._window.centre, self.picking.cursor)
        if seen is None:
            return Step.NOTHING
        self._window.pan(right, up, seen, extents(self._view).all)
        return Step.REDRAW

    def centre(self) -> Result:
        self._window.again()
        self._bring_back_cursor()
        return Step.REDRAW

    def zoom(self) -> Result:
        seen = self._seen(self._window.centre, self.picking.cursor)
        if seen is None:
            return Step.NOTHING
        self._window.size = self._resized(seen.size, self._frame(None, None, None).size)
        return Step.REDRAW

    def _seen(self, centre: tuple[float, float] | None = None, cursor: Cell | None = None) -> Frame[_Size] | None:
        return self._frame(centre, cursor, self._window.size) if self._view.state.round else None

    def _extents(self) -> Extents:
        return extents(self._view)

    @property
    def _follows(self) -> bool:
        """Whether not all is seen at once, so that the window goes where something happened last."""
        window = self._window
        seen = self._seen() if window.drawn and window.centre is None else None
        if seen is None:
            return False
        columns, rows = self._extents().needed
        return len(columns) > seen.columns or len(rows) > seen.rows

    def _follow(self) -> None:
        """Without anything picked, the cursor goes along with the window."""
        if self._follows and self.picking == Picking(cursor=self.picking.cursor):
            self._bring_back_cursor()

    def _bring_back_cursor(self) -> None:
        """Move the cursor into the window as it is without one: it would keep the goals out of sight."""
        if seen := self._seen():
            self.picking = replace(self.picking, cursor=seen.nearest(self.picking.cursor))

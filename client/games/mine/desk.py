"""The mine on the screen: which part of the board is seen, what is picked, and what keys and clicks do with it."""

from dataclasses import replace

from client.games.board_window import BoardWindow, Frame, extents
from client.games.game import Ask, AtTable, Do, Result, Seats, Step
from client.games.mine import picking as picks
from client.games.mine.names import card_meaning, card_name
from client.games.mine.picking import Picking, about_picked, turn_prompt
from client.games.mine.pictures.board import cell_words
from client.games.mine.pictures.cards import LARGE, SMALL, TINY, Size
from client.games.mine.pictures.hand import hand_picture
from client.games.mine.pictures.map_picture import Look, everything, frame, map_picture
from client.games.mine.pictures.players_picture import players_picture
from client.games.mine.standing import facts, secret_lines
from client.games.mine.words.teller import Teller, pending_event
from client.games.mine.words.words import find
from client.games.naming import cell_name
from client.games.players_picture import has_heading
from client.games.pointing import UPRIGHT
from client.i18n import _
from client.render.charset import Charset
from client.render.spans import Picture
from engine.grid.cells import START, Cell
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.view import View, mine_view
from engine.wants import Act


class MineDesk:
    """A `client.games.game.Desk`."""

    def __init__(self, table: AtTable, charset: Charset) -> None:
        self.notice = ""
        self.picking = Picking()
        self.glance: int | None = None
        """The card that is looked at while it is another seat's turn."""
        self._table = table
        self._charset = charset
        self._window = BoardWindow[Size]()
        self._round = 0
        """The round whose board was drawn last."""

    @property
    def _view(self) -> View:
        return mine_view(self._table.view)

    @property
    def _on_turn(self) -> bool:
        """Whether cards are picked to be played; at other times they are only looked at."""
        asked = self._table.asked
        return isinstance(asked, Act) and not find("questions", asked.what).title

    def refresh(self) -> None:
        view, card = self._view, self.picking.card
        if view.state.round != self._round:  # a new board is looked at from its start
            self._round = view.state.round
            self.picking, self._window.centre = Picking(), None
        elif not self._on_turn or (card is not None and card >= len(view.hand())):
            self.picking = self.picking.dropped()
        if self._on_turn:
            self.glance = None
        if self._follows and self.picking == Picking(cursor=self.picking.cursor):
            self._bring_back_cursor()

    @property
    def _follows(self) -> bool:
        """Whether not all goals are seen at once, so that the window goes where the last card was laid."""
        window = self._window
        seen = self._seen() if window.drawn and window.centre is None else None
        return seen is not None and len(extents(self._view).goals[1]) > seen.rows

    # pictures

    def board(self, width: int, height: int) -> Picture[Cell] | None:
        self._window.draw(width, height)
        view, picking, legal = self._view, self.picking, self._table.legal()
        if not view.state.round:
            return None
        lit, preview = picks.lit(picking, view, legal), picks.preview(picking, view, legal)
        if (pending := pending_event(view.state)) is not None:  # where it will happen
            lit = {getattr(pending, name): UPRIGHT for name in ("cell", "other", "origin") if hasattr(pending, name)}
        look = Look(self._window.centre, picking.cursor, lit, preview, self._window.size)
        return map_picture(view, look, self._charset, width, height)

    def hand(self, width: int, height: int) -> Picture[int]:
        card = self.picking.card if self.glance is None else self.glance
        chosen = frozenset() if card is None else frozenset({card})
        several = self.picking.several
        return hand_picture(self._view, chosen if several is None else several, self._charset, width, height)

    def players(self, seats: Seats, width: int, height: int) -> Picture[int]:
        return players_picture(self._view, seats, self._charset, width, height)

    def players_height(self, width: int) -> int:
        return len(self._table.people) + has_heading(width)

    # sentences

    def prompt(self) -> str:
        return turn_prompt(self._table, self.picking)

    def about(self) -> list[str]:
        """The card, or what lies under the cursor; then what holds for all, and what only this seat knows."""
        view = self._view
        if self._on_turn:
            card = about_picked(self._table, self.picking) or self._under_cursor()
        else:
            _slot, face = picks.held(Picking(self.glance), view)
            card = [] if face is None else [*filter(None, (card_name(face), card_meaning(face)))]
        return [*card, *facts(view), *secret_lines(view, self._table.people)]

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

    def pick(self, at: int) -> Result:
        view, picking, legal = self._view, self.picking, self._table.legal()
        if at >= len(view.hand()):
            return Step.NOTHING
        if not self._on_turn:
            self.glance = None if self.glance == at else at
            return Step.REDRAW
        self.notice = ""
        if picking.several is not None:
            return self._take(replace(picking, several=picks.discarding(picking.several, at, legal)))
        if picking.card == at:
            return self._take(picking.dropped())
        picked = replace(picking, card=at, turned=False)
        self._take(picks.nearest_place(picked, picks.lit(picked, view, legal)))
        return self.play() if picks.aimed(self.picking, view) is None else Step.REDRAW

    def point(self, thing: Cell) -> Result:
        """The first click goes there, the second plays there."""
        if thing == self.picking.cursor and (self.picking.card is not None or thing in self._lit()):
            return self.play()
        return self._take(self.picking.to(thing, self._lit()))

    def move(self, right: int, up: int) -> Result:
        """The cursor does not leave the board."""
        there = everything(self._view).nearest(self.picking.moved(right, up).cursor)
        return self._take(self.picking.to(there, self._lit()))

    def next_place(self, step: int) -> Result:
        return self._take(picks.next_place(self.picking, self._lit(), step))

    def turn(self) -> Result:
        return self._take(replace(self.picking, turned=not self.picking.turned))

    def drop(self) -> Result:
        self.glance, self.notice = None, ""
        return self._take(self.picking.dropped())

    def discard(self) -> Result:
        """The card that is picked is one of those to discard; a play of several cards ends."""
        if not self._on_turn:
            return Step.NOTHING
        self.notice = ""
        if stop := picks.stop(self._table.legal()):
            return Do(stop)
        card = self.picking.card
        picking = replace(self.picking.dropped(), several=frozenset() if card is None else frozenset({card}))
        taken = self._view.state.board.network.slots  # on a card, Enter can only discard
        return self._take(picking if picking.cursor in taken else replace(picking, cursor=START))

    def _lit(self) -> dict[Cell, int]:
        return picks.lit(self.picking, self._view, self._table.legal())

    def _take(self, picking: Picking) -> Result:
        """The window over the board follows the cursor."""
        self.picking = picking
        self._window.follow(picking.cursor, self._seen(self._window.centre))
        return Step.REDRAW

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

    def _play_elsewhere(self) -> Result:
        view, legal = self._view, self._table.legal()
        slot, face = picks.held(self.picking, view)
        if slot is None:
            extra = picks.without_card(legal)
            return Ask(_("Before you use a card:"), tuple(extra)) if extra else Step.NOTHING
        acts = picks.others(self.picking, view, legal)
        acts += [act for act in legal if isinstance(act, Pass) and act.slots == (slot,)]
        if not acts:
            return Step.REFUSED
        meaning = "" if face is None else card_meaning(face)
        return Ask(_("What do you do with this card: {card}?", card=card_name(face)), tuple(acts), meaning)

    def _discard(self, several: frozenset[int]) -> Result:
        hand = self._view.hand()
        slots = tuple(sorted(hand[at][0] for at in several if at < len(hand)))
        acts = [act for act in self._table.legal() if isinstance(act, Pass | DiscardTwo) and act.slots == slots]
        if not acts:
            self.notice = _("These cards cannot be discarded together.") if slots else _("Pick a card first.")
            return Step.REDRAW
        return Do(acts[0]) if len(acts) == 1 else Ask(_("Discard them, and then?"), tuple(acts))

    def played(self) -> None:
        self.picking = self.picking.dropped()
        self._bring_back_cursor()

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
        usual = frame(self._view, Look(), self._charset, self._window.width, self._window.height).size
        self._window.size = {TINY: SMALL, SMALL: LARGE}.get(seen.size, TINY if usual is TINY else SMALL)
        return Step.REDRAW

    def _seen(self, centre: tuple[float, float] | None = None, cursor: Cell | None = None) -> Frame[Size] | None:
        view, window = self._view, self._window
        look = Look(centre, cursor, size=window.size)
        return frame(view, look, self._charset, window.width, window.height) if view.state.round else None

    def _bring_back_cursor(self) -> None:
        """Move the cursor into the window as it is without one: it would keep the goals out of sight."""
        if seen := self._seen():
            self.picking = replace(self.picking, cursor=seen.nearest(self.picking.cursor))

"""A person's hands at a table: picking cards and places, and playing them, by keys or by mouse."""

from dataclasses import replace
from typing import Any

from client.games.mine import picking as picks
from client.games.mine.act_words import act_words
from client.games.mine.meanings import card_meaning
from client.games.mine.names import card_name
from client.games.mine.picking import Picking
from client.games.mine.pictures.board import extent
from client.games.mine.pictures.map_picture import Frame, frame
from client.games.mine.pictures.tiles import SMALL
from client.games.mine.questions import question
from client.i18n import _
from client.screen.table.sight import TableSight
from client.screen.widgets.choice_dialogue import ChoiceDialogue
from client.screen.widgets.picture_view import PictureView
from engine.grid.cells import Cell, cell, xy
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.view import View


class TableHands(TableSight):
    """Turns keys and clicks into acts that the rules allow."""

    def _pick(self, picking: Picking) -> None:
        self._picking = picking
        self._follow_cursor()
        self.query_one("#map", PictureView).redraw()
        self.query_one("#hand", PictureView).redraw()
        self._say()

    def action_pick(self, at: int) -> None:
        """A card by its number; bound like all other keys, since only those are obeyed in the order of typing."""
        self._pick_card(at)

    def on_picture_view_pointed(self, event: PictureView.Pointed) -> None:
        if event.view.id == "hand":
            self._pick_card(event.thing)
        elif event.view.id == "map":
            self._point_at(event.thing)

    def on_picture_view_rolled(self, event: PictureView.Rolled) -> None:
        if event.view.id == "map":
            self.action_pan(event.right, event.up)

    def _pick_card(self, at: int) -> None:
        """A card by its place; a second time puts it back."""
        view, picking = self._view, self._picking
        if view is None or at >= len(view.hand()):
            return
        if self.table.asked is None:
            self._look_at(at)
            return
        self.table.notice = ""
        if picking.several is not None:
            self._pick(replace(picking, several=picks.discarding(picking.several, at, self.table.legal())))
            return
        if picking.card == at:
            self._pick(picking.dropped())
            return
        picked = replace(picking, card=at, turned=False)
        self._pick(picks.nearest_place(picked, picks.lit(picked, view, self.table.legal())))
        if picks.aimed(self._picking, view) is None:
            self.action_play()

    def _look_at(self, at: int) -> None:
        """What card is that?  It can be asked at any time."""
        self._glance = None if self._glance == at else at
        self.query_one("#hand", PictureView).redraw()
        self._say()

    def _point_at(self, at: Cell) -> None:
        """The first click goes there, the second plays there."""
        view = self._view
        if view is None:
            return
        if at == self._picking.cursor and self._picking.card is not None:
            self.action_play()
            return
        moved = replace(self._picking, cursor=at)
        self._pick(picks.settled(moved, picks.lit(moved, view, self.table.legal())))

    def action_move(self, right: int, up: int) -> None:
        """The cursor."""
        view = self._view
        if view is None:
            return
        moved = picks.within(self._picking.moved(right, up), view)
        self._pick(picks.settled(moved, picks.lit(moved, view, self.table.legal())))

    def _follow_cursor(self) -> None:
        """Bring it into sight again, if the window was moved away from it."""
        seen = self._frame()
        if seen is None or self._centre is None:
            return
        x, y = xy(self._picking.cursor)
        right = min(0, x - seen.left) + max(0, x - seen.left - seen.columns + 1)
        up = max(0, y - seen.top) + min(0, y - seen.top + seen.rows - 1)
        self._centre = self._centre[0] + right, self._centre[1] + up

    def _frame(self) -> Frame | None:
        view = self._view
        width, height = self.query_one("#map").size
        return None if view is None or not view.state.round else frame(view, self._look(view), width, height)

    def action_next_place(self, step: int) -> None:
        """To the next lit cell."""
        view = self._view
        if view is not None:
            self._pick(picks.next_place(self._picking, picks.lit(self._picking, view, self.table.legal()), step))

    def action_turn(self) -> None:
        """The picked card, upside down."""
        self._pick(replace(self._picking, turned=not self._picking.turned))

    def action_drop(self) -> None:
        """Put everything back."""
        self._glance, self.table.notice = None, ""
        self._pick(self._picking.dropped())

    def action_pan(self, right: int, up: int) -> None:
        """The window over the board."""
        seen, view = self._frame(), self._view
        if seen is not None and view is not None:
            columns, rows = extent(view)
            x, y = seen.left + (seen.columns - 1) / 2 + right, seen.top - (seen.rows - 1) / 2 + up
            self._centre = min(max(x, columns[0]), columns[-1]), min(max(y, rows[0]), rows[-1])
            self.query_one("#map", PictureView).redraw()

    def action_centre(self) -> None:
        """Everything in the middle again."""
        self._centre = self._zoom = None
        self._bring_back_cursor()
        self.query_one("#map", PictureView).redraw()

    def _bring_back_cursor(self) -> None:
        """Into the window as it is without one: it would keep the goals out of sight."""
        view = self._view
        if view is None or not view.state.round:
            return
        width, height = self.query_one("#map").size
        seen = frame(view, replace(self._look(view), centre=None, cursor=None), width, height)
        x, y = xy(self._picking.cursor)
        x = min(max(x, seen.left), seen.left + seen.columns - 1)
        y = max(min(y, seen.top), seen.top - seen.rows + 1)
        self._picking = replace(self._picking, cursor=cell(x, y))

    def action_zoom(self) -> None:
        """Large or small tiles."""
        seen = self._frame()
        if seen is not None:
            self._zoom = seen.size is SMALL
            self.query_one("#map", PictureView).redraw()

    def action_discard(self) -> None:
        """Which cards?  The one that is picked is one of them."""
        if self.table.asked is None or question(self.table) is not None:
            return
        self.table.notice = ""
        card = self._picking.card
        picked = frozenset() if card is None else frozenset({card})
        self._pick(replace(self._picking.dropped(), several=picked))

    def action_play(self) -> None:
        """Do what was picked."""
        view, picking = self._view, self._picking
        if view is None or self.table.asked is None:
            return
        if picking.several is not None:
            self._discard(view, picking.several)
            return
        act = picks.aimed(picking, view)
        if act is None:
            self._play_elsewhere(view)
        elif act in self.table.legal():
            self._do(act)
        else:
            self.app.bell()

    def _play_elsewhere(self, view: View) -> None:
        """A card that is not laid on the board: whom or what for?"""
        acts = picks.others(self._picking, view, self.table.legal())
        slot = picks.slot_of(self._picking, view)
        if slot is None:
            return
        acts += [act for act in self.table.legal() if isinstance(act, Pass) and act.slots == (slot,)]
        face = view.face(slot)
        name, meaning = ("?", "") if face is None else (card_name(face), card_meaning(face))
        self._choose(_("What do you do with this card: {card}?", card=name), acts, meaning)

    def _choose(self, title: str, acts: list[Any], hint: str = "") -> None:
        view = self._view
        assert view is not None
        words = [act_words(act, view, self.table.people) for act in acts]
        before = self.table.game

        def chosen(at: int | None) -> None:
            if at is not None and self.table.game == before:
                self._do(acts[at])
            else:
                self._pick(self._picking.dropped())

        self.app.push_screen(ChoiceDialogue(title, words, hint=hint), chosen)

    def _discard(self, view: View, several: frozenset[int]) -> None:
        hand = view.hand()
        slots = tuple(sorted(hand[at][0] for at in several if at < len(hand)))
        acts = [act for act in self.table.legal() if isinstance(act, Pass | DiscardTwo) and act.slots == slots]
        if not acts:
            self.table.notice = _("These cards cannot be discarded together.") if slots else _("Pick a card first.")
            self._say()
        elif len(acts) == 1:
            self._do(acts[0])
        else:
            self._choose(_("Discard them, and then?"), acts)

    def _do(self, act: Any) -> None:
        """Play it, if wished after asking once more."""
        if not self._kit.settings.confirm:
            self._done(act)
            return
        assert self._view is not None
        before, words = self.table.game, act_words(act, self._view, self.table.people)

        def sure(at: int | None) -> None:
            if at == 0 and self.table.game == before:
                self._done(act)

        self.app.push_screen(ChoiceDialogue(_("{act}?", act=words), [_("Yes, play it"), _("No")]), sure)

    def _done(self, act: Any) -> None:
        self._picking = self._picking.dropped()
        self._bring_back_cursor()
        self.table.act(act)
        self.update()

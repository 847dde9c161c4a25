"""The cave on the screen: which part of it is seen, what is picked, and what keys and clicks do with it.

In step 1 of a turn a card is picked and a place for it; then the way of a figure is chosen step by step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from client.games.board_window import Frame
from client.games.cave import picking as picks
from client.games.cave.aims import (
    AIMS,
    Aim,
    Point,
    border_of,
    clicked,
    drawn_at,
    point_of,
    point_of_space,
    space_of,
    toward,
)
from client.games.cave.board_words import cell_words
from client.games.cave.latest import Latest
from client.games.cave.names import CARD, card_meaning, card_name, monster_name
from client.games.cave.picking import about_picked, turn_prompt
from client.games.cave.pictures.hand import hand_picture
from client.games.cave.pictures.layout import LARGE, OVERVIEW, SMALL, Size
from client.games.cave.pictures.map_picture import Look, frame, map_picture, pointed_at
from client.games.cave.pictures.players_picture import players_picture
from client.games.cave.standing import loose_lines, secret_lines
from client.games.cave.ways import mover, ways_from, ways_in_brief
from client.games.cave.words.cards import VEIN_NOTE
from client.games.cave.words.teller import Teller
from client.games.desk import BoardDesk
from client.games.game import Ask, AtTable, Do, Result, Seats, Step
from client.games.naming import SIDE_WORDS, cell_name
from client.games.picking import Picking, held, is_meant
from client.games.pointing import UPRIGHT
from client.i18n import _
from client.render.charset import Charset
from client.render.spans import Picture
from engine.cave.board import NOWHERE, cell_of
from engine.cave.flow import takes_vein
from engine.cave.rules.turn.discarding import Discard
from engine.cave.rules.walk.walk import Stop
from engine.cave.state import NO_MONSTER
from engine.cave.view import View, cave_view
from engine.grid.cells import Cell, is_symmetric
from engine.slots import Face
from engine.wants import Act

_ARROWS = {(0, 1): 1, (1, 0): 2, (0, -1): 4, (-1, 0): 8}
"""The edge to which an arrow points."""


class CaveDesk(BoardDesk[Size]):
    """A `client.games.game.Desk`."""

    discards = (Discard,)
    on_board = picks.ON_BOARD

    def __init__(self, table: AtTable, charset: Charset) -> None:
        super().__init__(table, charset)
        self.aim: Aim | None = None
        """The way, or the place for a cobweb, that is pointed at."""
        self._latest = Latest()

    @property
    def _view(self) -> View:
        return cave_view(self._table.view)

    def _is_asked(self, *what: str) -> bool:
        asked = self._table.asked
        return isinstance(asked, Act) and asked.what in what

    @property
    def _on_turn(self) -> bool:
        return self._is_asked("turn")

    @property
    def _walks(self) -> bool:
        """Whether the player moves a figure now."""
        return self._is_asked("walk", "prowl")

    def refresh(self) -> None:
        state = self._view.state
        if not state.round:
            return
        if self._latest.look(state, self._table.people.own):
            self.picking = replace(self.picking, cursor=self._latest.at)
        self._forget_what_is_gone()
        if self._table.asked is not None and self.aim not in self._aims():  # else cards are on their way
            self.aim = None
        if self._walks and self.aim is None:
            self.picking = replace(self.picking, cursor=cell_of(mover(state)))
        else:
            self._follow()

    # pictures

    def board(self, width: int, height: int) -> Picture[int] | None:
        self._window.draw(width, height)
        return map_picture(self._view, self._look(), self._charset, width, height) if self._view.state.round else None

    def _look(self) -> Look:
        """What is lit, and where the cursor is; in the overview whole cells are."""
        view, aims, window = self._view, self._aims(), self._window
        spaces = [space for aim in aims if (space := space_of(aim)) is not None]
        borders = [border for aim in aims if (border := border_of(aim, view.state)) is not None]
        look = Look(
            window.centre,
            self.picking.cursor,
            spaces=spaces,
            borders=borders,
            lit=self._lit(),
            preview=picks.preview(self.picking, view, self._table.legal()),
            last=self._last,
            acted=self._table.lately.at,
            covered=self.covered.goals,
            fresh=self._table.lately.laid(view.state.board.network.slots),
            size=window.size,
        )
        if window.size is OVERVIEW:
            return replace(look, lit={**self._lit(), **{drawn_at(aim, view)[0][0]: UPRIGHT for aim in aims}})
        if self.aim is not None and self.aim in aims:
            return replace(look, space=space_of(self.aim), border=border_of(self.aim, view.state))
        return replace(look, space=mover(view.state)) if self._walks else look

    @property
    def _last(self) -> Cell:
        """Where the player should look: at the figure that moves now, else at what happened last."""
        return cell_of(mover(self._view.state)) if self._walks else self._latest.at

    def hand(self, width: int, height: int) -> Picture[int]:
        return hand_picture(self._view, self._chosen, self._charset, width, height)

    def players(self, seats: Seats, width: int, height: int) -> Picture[int]:
        return players_picture(self._view, seats, self._charset, width, height)

    def _frame(self, centre: tuple[float, float] | None, cursor: Cell | None, size: Size | None) -> Frame[Size]:
        look = Look(centre, cursor, last=self._last, size=size)
        return frame(self._view, look, self._window.width, self._window.height)

    def _resized(self, now: Size, usual: Size) -> Size:
        """The overview first, where there is one; then the other tiles."""
        sizes = [usual, *([OVERVIEW] if self._charset.overview else []), SMALL if usual is LARGE else LARGE]
        return sizes[(sizes.index(now) + 1) % len(sizes)]

    # sentences

    def prompt(self) -> str:
        if self.aim is not None:
            sentence = Teller(self._view, self._table.people).sentence(self.aim)
            return _("Enter: {act}", act=sentence[:1].lower() + sentence[1:])
        if self._walks:
            return self._way_prompt()
        if self._aims():
            return _("Arrows, Tab: a place for the cobweb   Enter: spin it there")
        return turn_prompt(self._table, self.picking)

    def _way_prompt(self) -> str:
        state = self._view.state
        figure = _("YOUR DWARF") if state.prowler == NO_MONSTER else monster_name(state.prowler).upper()
        if not state.moves:
            return _("{figure} stays here   Arrows: point at the cobweb   D: done", figure=figure)
        told = {"figure": figure, "left": state.moves}
        if state.prowler == NO_MONSTER and takes_vein(state):
            return _("{figure}, moves left: {left}   D: stop here, {vein}", vein=VEIN_NOTE, **told)
        return _("{figure}, moves left: {left}   Arrows, Tab: a way   Enter: go   D: stop here", **told)

    def about(self) -> list[str]:
        """The card, the ways, or what lies under the cursor; what only this seat knows; monsters and cobwebs."""
        view, people = self._view, self._table.people
        return [*self._looked_at(), *secret_lines(view, people), *loose_lines(view.state, people)]

    def _looked_at(self) -> list[str]:
        if self._walks:
            return ways_in_brief(self._view.state, self._table.people)
        return self._glanced() or about_picked(self._table, self.picking) or self._under_cursor()

    def _card_words(self, face: Face) -> tuple[str, str]:
        return card_name(face), card_meaning(face)

    def _under_cursor(self) -> list[str]:
        at = self.picking.cursor
        lies = cell_words(self._view, at, self._table.people)
        return [f"{cell_name(at)}: {lies}"] if lies else []

    def announced(self) -> str:
        """No play of the cave waits for reactions."""
        return ""

    # pointing

    def _aims(self) -> list[Aim]:
        """What can be pointed at beside cells: the ways of a figure, or places for the cobweb that is picked."""
        legal = [act for act in self._table.legal() if isinstance(act, AIMS)]
        if self._walks:
            return legal
        slot, face = held(self.picking, self._view)
        if not self._on_turn or face is None or CARD[face].kind != "cobweb" or self.picking.several is not None:
            return []
        return [act for act in legal if getattr(act, "slot", None) == slot]

    def _lit(self) -> Mapping[Cell, int]:
        return picks.lit(self.picking, self._view, self._table.legal()) if self._on_turn else {}

    def _picked(self, picking: Picking) -> Result:
        self.aim = None
        places = picks.lit(picking, self._view, self._table.legal())
        meant = is_meant(self.picking, places)
        self._take(picking.to(picking.cursor, places) if meant else picks.first_place(picking, places, self._view))
        if aims := self._aims():
            return self._aim_at(min(aims, key=self._distance))
        return self.play() if picks.aimed(self.picking, self._view) is None else Step.REDRAW

    def _distance(self, aim: Aim) -> int:
        """From the player's dwarf."""
        (x, y), (u, v) = point_of(aim, self._view), self._origin
        return abs(x - u) + abs(y - v)

    @property
    def _origin(self) -> Point:
        """Where arrows start: at the figure that moves; a place for a cobweb is sought from the one before."""
        view, own = self._view, self._view.state.dwarfs[self._table.people.own]
        if self._walks:
            return point_of_space(mover(view.state), view)
        if self.aim is not None:
            return point_of(self.aim, view)
        return (0, 0) if own == NOWHERE else point_of_space(own, view)

    def _aim_at(self, aim: Aim) -> Result:
        self.aim, self.notice = aim, ""
        return self._take(replace(self.picking, cursor=drawn_at(aim, self._view)[0][0]))

    def move(self, right: int, up: int) -> Result:
        aims = self._aims()
        if not self._walks and not aims:
            return super().move(right, up)
        found = toward(aims, self._view, self._origin, right, up)
        if found is not None:
            return self._aim_at(found)
        self.notice = self._why_not(SIDE_WORDS[_ARROWS[right, up]]) if self._walks else ""
        return Step.REDRAW

    def _why_not(self, word: str) -> str:
        """What keeps the figure from going in a direction."""
        state = self._view.state
        if any(way.barred and way.word == word for way in ways_from(state, mover(state))):
            return _("A cobweb bars the way {word}.", word=word)
        return _("No way leads {word} from here.", word=word)

    def next_place(self, step: int) -> Result:
        aims = self._aims()
        if not aims:
            return super().next_place(step)
        at = aims.index(self.aim) + step if self.aim in aims else 0 if step > 0 else -1
        return self._aim_at(aims[at % len(aims)])

    def point(self, thing: int) -> Result:
        """The first click goes there, the second plays there."""
        at, spot = pointed_at(thing)
        aims = self._aims()
        seen = self._frame(self._window.centre, self.picking.cursor, self._window.size)
        found = clicked(aims, self._view, at, spot, seen.size)
        if found is not None:
            return self.play() if found == self.aim else self._aim_at(found)
        if aims:
            self.notice = _("Choose one of the lit spots.")
            return Step.REDRAW
        if at == self.picking.cursor and (self.picking.card is not None or at in self._lit()):
            return self.play()
        return self._point(at)

    def drop(self) -> Result:
        self.aim = None
        return super().drop()

    # playing

    def discard(self) -> Result:
        """A figure goes no further."""
        if self._walks:
            return Do(next(act for act in self._table.legal() if isinstance(act, Stop)))
        self.aim = None
        return super().discard()

    def play(self) -> Result:
        if self.aim is not None:
            return Do(self.aim) if self.aim in self._aims() else Step.NOTHING
        if self._walks:
            return Ask(_("Where to?"), tuple(self._table.legal()))
        if not self._on_turn:
            return Step.NOTHING
        if self.picking.several is not None:
            return self._discard(self.picking.several)
        act = picks.aimed(self.picking, self._view)
        if act is None:
            return self._play_elsewhere()
        return Do(act) if act in self._table.legal() else Step.REFUSED

    def _is_other_turned(self, face: Face) -> bool:
        return CARD[face].kind == "path" and not is_symmetric(CARD[face].groups)

    def keys(self) -> frozenset[str]:
        """On a way, and with a cobweb, something else is pointed at than cells."""
        if aims := self._aims():
            pointing = {"play", "discard", *(["drop"] if self.picking.card is not None else [])}
            return frozenset(pointing | {"next_place"} if len(aims) > 1 else pointing)
        return super().keys() | {"discard"} if self._walks else super().keys()

    def _without_card(self) -> Sequence[Any]:
        return picks.without_card(self._table.legal())

    def played(self) -> None:
        self.aim, self.notice = None, ""
        super().played()

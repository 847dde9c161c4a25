"""The Dark Cave as the client shows it: the front door of this folder, a `client.games.game.ClientGame`."""

from typing import Any

from client.games.around import Around
from client.games.cave import board_words as in_words
from client.games.cave import help as helping
from client.games.cave import picking
from client.games.cave import standing as standing_words
from client.games.cave.desk import CaveDesk
from client.games.cave.names import card_meaning, card_name, identity_of, side_name
from client.games.cave.pictures import map_picture
from client.games.cave.pictures.figures import DWARFS
from client.games.cave.pictures.hand import hand_picture
from client.games.cave.pictures.layout import SMALL
from client.games.cave.typed import TYPIST
from client.games.cave.ways import COMMAND
from client.games.cave.words.teller import Teller
from client.games.door import Door
from client.games.game import Drawn, Guess, Identity, Waiting
from client.games.lately import Lately
from client.games.naming import explained, wrapped
from client.i18n import _, plural
from client.render.charset import Charset
from client.render.spans import text_of
from client.words.people import People
from engine.cave.cards.table import SIDES
from engine.cave.rules.walk.walk import Step
from engine.cave.view import View
from engine.front import choices
from engine.grid.cells import xy
from engine.machine import Book
from engine.placing import PlacePath
from engine.slots import Face

WAYS = ("walk", "prowl")
"""The waits in which a figure goes on its way."""
_WIDTH = 78
"""Columns of the hand in lines."""
_DOOR = Door(TYPIST)
around = Around(TYPIST, in_words.cell_words).lines
harms, question, line_question, way = _DOOR.harms, _DOOR.question, _DOOR.line_question, _DOOR.way
verbs, all_verbs, moves = _DOOR.verbs, _DOOR.all_verbs, _DOOR.moves
board_help, signs_help, help = helping.board_help, helping.signs_help, _DOOR.help  # noqa: A001
how_to_play = helping.how_to_play
refusal = picking.refusal
read, write, can_be_typed = TYPIST.read, TYPIST.write, TYPIST.can_be_typed
board_words = in_words.board_words
round_line, standing = standing_words.round_line, standing_words.standing_lines
desk = CaveDesk


def story(view: View, people: People) -> Teller:
    return Teller(view, people)


def sentence(act: Any, view: View, people: People) -> str:
    return Teller(view, people, oneself=_("yourself")).sentence(act)


# what is known


def progress(view: View, *, short: bool = False) -> str:
    left, out = len(view.state.pile), len(view.state.escaped)
    if short:
        return _("{left} left, {out} out", left=left, out=out)
    cards = plural("{count} card left", "{count} cards left", left)
    return _("{cards} · {out} of {seats} dwarfs out", cards=cards, out=out, seats=view.state.book.seats)


def secrets(view: View, people: People) -> list[str]:
    if view.seat is None:
        return []
    lines, side = standing_words.secret_lines(view, people), view.side(people.own) if view.state.clans else None
    if side is None:
        return lines
    return [
        *lines,
        "",
        _("Your dwarf works for {side}: every player who does wins or loses with you.", side=side_name(side)),
    ]


def identity(view: View) -> Identity | None:
    face = None if view.seat is None or not view.state.clans else view.clan(view.seat)
    return None if face is None else identity_of(face)


def role(view: View) -> str | None:
    face = None if view.seat is None or not view.state.clans else view.clan(view.seat)
    if face is None or view.seat is None:
        return None
    return "loyal" if view.state.book.works_for[face] == view.state.clan(view.seat) else "saboteur"


def role_piles(book: Book) -> frozenset[int]:
    """The clans are public, and the sides are not."""
    return frozenset(pile.number for pile in book.piles if pile.name in SIDES)


def guesses(book: Book) -> list[Guess]:
    """Whether a dwarf works for its own clan; the clan is public."""
    return [
        Guess("loyal", _("loyal"), _("loy"), _("loyal to the clan")),
        Guess("saboteur", _("saboteur"), _("sab"), _("a saboteur")),
    ]


def roles_help(book: Book) -> list[str]:
    return [
        _("blue or yellow: the clan of a dwarf, which all players see."),
        _("loyal: you work for your clan. You win if it brings out more gold than the other."),
        _("saboteur: you work for the other clan, and win with it. Only you know."),
    ]


def card_help(face: Face) -> str:
    return explained(card_name(face), card_meaning(face))


# the table in lines


def whole_board(view: View, lately: Lately) -> Drawn:
    return map_picture.whole_board(view, lately)


def board_lines(view: View, charset: Charset, people: People) -> list[str]:
    """The picture, and which letter stands for whom."""
    letters = (f"{DWARFS[seat]} {people.name(seat)}" for seat in range(len(people)))
    return [*map_picture.board_lines(view, charset), *wrapped(letters, ", ", _WIDTH)]


def keeps_board(asked: Waiting) -> bool:
    """What is asked within a turn concerns one place of the board."""
    return asked.what in (*WAYS, "axe")


def hand_lines(view: View, charset: Charset, people: People, asked: Waiting | None = None) -> list[str]:
    """Where a figure can go, and what else can be answered; the hand where the board is seen too."""
    if asked is None or asked.what == "turn":
        return _hand(view, charset)
    others = [act for act in choices(view) if not isinstance(act, Step)]
    answers = [f"  {write(act, view, people):{COMMAND}} {sentence(act, view, people)}" for act in others]
    if not keeps_board(asked):
        return [*_hand(view, charset), *answers]
    return [*(in_words.way_words(view, people) if asked.what in WAYS else ()), *answers]


def _hand(view: View, charset: Charset) -> list[str]:
    """Pictures with their names below; without pictures a line for each card."""
    cards = in_words.hand_words(view)
    if charset.in_words or not cards:
        return cards
    drawn = hand_picture(view, (), charset, _WIDTH, SMALL.height + 1).lines
    return [*(text_of(line).rstrip() for line in drawn), *wrapped(map(str.strip, cards), " " * 3, _WIDTH)]


def nearest(act: Any, view: View) -> Any:
    """The legal act most like this one: the same card on the nearest cell, or the same kind of act."""

    def unlike(other: Any) -> tuple[bool, bool, int]:
        if not isinstance(act, PlacePath) or not isinstance(other, PlacePath):
            return type(other) is not type(act), False, 0
        (x, y), (u, v) = xy(act.cell), xy(other.cell)
        return False, other.slot != act.slot, abs(x - u) + abs(y - v)

    return min(choices(view), key=unlike, default=None)

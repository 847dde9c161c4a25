"""The Dark Cave as the client shows it: the front door of this folder, a `client.games.game.ClientGame`."""

from typing import Any

from client.games.cave import board_words as in_words
from client.games.cave import help as helping
from client.games.cave import standing as standing_words
from client.games.cave.typed import TYPIST
from client.games.cave.words.lexicon import LEXICON
from client.games.cave.words.teller import Teller
from client.games.door import Door
from client.games.game import Guess, Waiting
from client.i18n import _, plural
from client.render.charset import Charset
from client.words.codes import OF_EVERY_GAME
from client.words.people import People
from engine.cave.view import View
from engine.front import choices
from engine.grid.cells import xy
from engine.machine import Book
from engine.placing import PlacePath

_DOOR = Door(TYPIST)
question, line_question, way = _DOOR.question, _DOOR.line_question, _DOOR.way
verbs, all_verbs, moves = _DOOR.verbs, _DOOR.all_verbs, _DOOR.moves
board_help, signs_help, help = helping.board_help, helping.signs_help, _DOOR.help  # noqa: A001
how_to_play = helping.how_to_play
read, write = TYPIST.read, TYPIST.write
board_words = in_words.board_words
round_line, standing = standing_words.round_line, standing_words.standing_lines


def story(view: View, people: People) -> Teller:
    return Teller(view, people)


def sentence(act: Any, view: View, people: People) -> str:
    return Teller(view, people, oneself=_("yourself")).sentence(act)


def refusal(code: str) -> str:
    return LEXICON.find("refusals", code) or OF_EVERY_GAME.get(code, "")


# what is known


def progress(view: View, *, short: bool = False) -> str:
    left, out = len(view.state.pile), len(view.state.escaped)
    if short:
        return _("{left} left, {out} out", left=left, out=out)
    cards = plural("{count} card left", "{count} cards left", left)
    return _("{cards} · {out} of {seats} dwarfs out", cards=cards, out=out, seats=view.state.book.seats)


def secrets(view: View, people: People) -> list[str]:
    return standing_words.secret_lines(view, people)


def guesses(book: Book) -> list[Guess]:
    """Whether a dwarf works for its own clan; the clan is public."""
    return [
        Guess("loyal", _("loyal"), _("loy"), _("loyal to the clan")),
        Guess("saboteur", _("saboteur"), _("sab"), _("a saboteur")),
    ]


# the table in lines


def board_lines(view: View, charset: Charset) -> list[str]:
    return in_words.board_words(view, People([f"#{seat + 1}" for seat in range(view.state.book.seats)], 0))


def keeps_board(asked: Waiting) -> bool:
    """A way is one question after another."""
    return asked.what in ("walk", "prowl")


def hand_lines(view: View, charset: Charset, people: People, asked: Waiting | None = None) -> list[str]:
    if asked is not None and asked.what in ("walk", "prowl"):
        return in_words.way_words(view, people)
    return in_words.hand_words(view)


def nearest(act: Any, view: View) -> Any:
    """The legal act most like this one: the same card on the nearest cell, or the same kind of act."""

    def unlike(other: Any) -> tuple[bool, bool, int]:
        if not isinstance(act, PlacePath) or not isinstance(other, PlacePath):
            return type(other) is not type(act), False, 0
        (x, y), (u, v) = xy(act.cell), xy(other.cell)
        return False, other.slot != act.slot, abs(x - u) + abs(y - v)

    return min(choices(view), key=unlike, default=None)

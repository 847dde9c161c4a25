"""Saboteur as the client shows it: the front door of this folder, a `client.games.game.ClientGame`."""

from typing import Any

from client.games.around import Around
from client.games.door import Door
from client.games.game import Drawn, Guess, Identity, Waiting
from client.games.lately import Lately
from client.games.mine import help as helping
from client.games.mine import names
from client.games.mine import standing as standing_words
from client.games.mine.desk import MineDesk
from client.games.mine.names import CARD, card_meaning, card_name, goal_card, goal_name, role_words
from client.games.mine.picking import PLACING
from client.games.mine.pictures import board, hand, map_picture
from client.games.mine.typed import TYPIST
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import find
from client.games.naming import explained
from client.i18n import _, plural
from client.render.charset import Charset
from client.words.people import People
from engine.front import choices
from engine.grid.cells import xy
from engine.machine import Book
from engine.mine.view import View
from engine.slots import Face
from engine.wants import Choose

_DOOR = Door(TYPIST)
around = Around(TYPIST, lambda view, at, _people: board.cell_words(view, at)).lines
harms, question, line_question, way = _DOOR.harms, _DOOR.question, _DOOR.line_question, _DOOR.way
verbs, all_verbs, moves = _DOOR.verbs, _DOOR.all_verbs, _DOOR.moves
board_help, signs_help, help = helping.board_help, helping.signs_help, _DOOR.help  # noqa: A001
how_to_play = helping.how_to_play
refusal = names.refusal
read, write, can_be_typed = TYPIST.read, TYPIST.write, TYPIST.can_be_typed
round_line, standing = standing_words.round_line, standing_words.standing_lines
desk = MineDesk


def story(view: View, people: People) -> Teller:
    return Teller(view, people)


# what is asked


def sentence(act: Any, view: View, people: People) -> str:
    return Teller(view, people, oneself=_("yourself")).sentence(act)


# what is known


def progress(view: View, *, short: bool = False) -> str:
    at: dict[str, Any] = {"round": view.state.round, "rounds": view.state.book.rounds}
    if short:
        return _("R{round}/{rounds} {left} left", left=len(view.state.pile), **at)
    left = plural("{count} card left", "{count} cards left", len(view.state.pile))
    return _("Round {round} of {rounds} · {left}", left=left, **at)


def secrets(view: View, people: People) -> list[str]:
    if view.seat is None:
        return []
    state, role = view.state, view.role(people.own)
    goals = [
        _("Secret: the {goal} goal is {card}.", goal=goal_name(at), card=goal_card(face))
        for at, slot in state.goals.items()
        if slot not in state.faces and (face := view.face(slot)) is not None
    ]
    lines = [*standing_words.secret_lines(view, people), *goals]
    return lines if role is None else [*lines, "", _("Your role: {meaning}", meaning=role_words(role).meaning)]


def identity(view: View) -> Identity | None:
    face = None if view.seat is None or not view.state.roles else view.role(view.seat)
    return None if face is None else names.identity_of(face)


def role(view: View) -> str | None:
    face = None if view.seat is None or not view.state.roles else view.role(view.seat)
    return None if face is None else CARD[face].key


def role_piles(book: Book) -> frozenset[int]:
    return frozenset(pile.number for pile in book.piles if pile.name == "roles")


def guesses(book: Book) -> list[Guess]:
    [roles] = [pile for pile in book.piles if pile.name == "roles"]
    found = [(face, role_words(face)) for face in dict.fromkeys(roles.faces)]
    return [Guess(CARD[face].key, card_name(face), words.short, words.is_one) for face, words in found]


def roles_help(book: Book) -> list[str]:
    [roles] = [pile for pile in book.piles if pile.name == "roles"]
    return [explained(card_name(face), role_words(face).meaning) for face in dict.fromkeys(roles.faces)]


def card_help(face: Face) -> str:
    return explained(card_name(face), card_meaning(face))


def whole_board(view: View, lately: Lately) -> Drawn:
    return map_picture.whole_board(view, lately)


def board_lines(view: View, charset: Charset, people: People) -> list[str]:
    """No player stands on the board."""
    return map_picture.board_lines(view, charset)


def board_words(view: View, people: People) -> list[str]:
    return board.board_words(view)


def keeps_board(asked: Waiting) -> bool:
    """Every question is about the board."""
    return False


def hand_lines(view: View, charset: Charset, people: People, asked: Waiting | None = None) -> list[str]:
    words = find("questions", asked.what) if asked and not isinstance(asked, Choose) else None
    if not words or not words.zone:
        return board.hand_words(view) if charset.in_words else hand.hand_lines(view, charset)
    faces = [view.face(slot) for slot in find("zones", words.zone).slots(view)]
    cards = (f"  {number}  {card_name(face)}" for number, face in enumerate(faces, start=1))
    return [words.offered, *cards]


def nearest(act: Any, view: View) -> Any:
    """The legal act most like this one: the same card on the nearest cell, or the same kind of act."""

    def unlike(other: Any) -> tuple[bool, bool, int]:
        if not isinstance(act, PLACING) or not isinstance(other, PLACING):
            return type(other) is not type(act), False, 0
        (x, y), (u, v) = xy(act.cell), xy(other.cell)
        return False, other.slot != act.slot, abs(x - u) + abs(y - v)

    return min(choices(view), key=unlike, default=None)

"""Saboteur as the client shows it: the front door of this folder, a `client.games.game.ClientGame`."""

from typing import Any

from client.games.game import Guess, Waiting
from client.games.mine.act_words import act_words as sentence
from client.games.mine.acts import command as write
from client.games.mine.choice_words import choice_in_line, choice_words
from client.games.mine.choice_words import way_words as way
from client.games.mine.desk import MineDesk as desk  # noqa: N813
from client.games.mine.help import board_help_lines, help_lines, signs_lines
from client.games.mine.how_to_play import LINES
from client.games.mine.meanings import role_meaning
from client.games.mine.moves import move_lines as moves
from client.games.mine.moves import nearest
from client.games.mine.names import CARDS, ROLES, SHORT_ROLES, card_name, goal_card, goal_name
from client.games.mine.parser import ACTS, verbs_of
from client.games.mine.parser import parse_act as read
from client.games.mine.pictures.board import board_lines
from client.games.mine.pictures.board_words import board_words, hand_words
from client.games.mine.pictures.cards import CARDS as CARD
from client.games.mine.pictures.hand import hand_lines as pictured_hand
from client.games.mine.questions import LINE_QUESTIONS, TITLES
from client.games.mine.refusals import SENTENCES
from client.games.mine.standing import round_line, secret_lines
from client.games.mine.standing import standing_lines as standing
from client.games.mine.story import Story as story  # noqa: N813
from client.i18n import _, plural
from client.render.charset import Charset
from client.words.people import People
from engine.machine import Book
from engine.mine.view import View
from engine.wants import Choose, Window

__all__ = [
    "all_verbs",
    "board_help",
    "board_lines",
    "board_words",
    "desk",
    "guesses",
    "hand_lines",
    "help",
    "how_to_play",
    "line_question",
    "moves",
    "nearest",
    "progress",
    "question",
    "read",
    "refusal",
    "round_line",
    "secrets",
    "sentence",
    "signs_help",
    "standing",
    "story",
    "verbs",
    "way",
    "write",
]


def question(asked: Waiting) -> str:
    """What a seat is asked; empty where the board asks it."""
    return choice_words(asked) if isinstance(asked, Choose) else TITLES[asked.what]


def line_question(asked: Waiting) -> str:
    """What a seat is asked, with what to type."""
    if isinstance(asked, Choose):
        return choice_in_line(asked)
    if isinstance(asked, Window):
        return _("You may react now: “moves” lists how.")
    return LINE_QUESTIONS.get(asked.what) or _("You are asked for something: “moves” lists what you can do.")


def refusal(code: str) -> str:
    """Why the rules forbid it; empty if the code is none of theirs."""
    return SENTENCES.get(code, "")


def progress(view: View, *, short: bool = False) -> str:
    """How far the game is: round, cards left."""
    at: dict[str, Any] = {"round": view.state.round, "rounds": view.state.book.rounds}
    if short:
        return _("R{round}/{rounds} {left} left", left=len(view.state.pile), **at)
    left = plural("{count} card left", "{count} cards left", len(view.state.pile))
    return _("Round {round} of {rounds} · {left}", left=left, **at)


def secrets(view: View, people: People) -> list[str]:
    """All that only this seat knows."""
    state, role = view.state, view.role(people.own)
    goals = [
        _("Secret: the {goal} goal is {card}.", goal=goal_name(at), card=goal_card(face))
        for at, slot in state.goals.items()
        if slot not in state.faces and (face := view.face(slot)) is not None
    ]
    lines = [*secret_lines(view, people), *goals]
    return lines if role is None else [*lines, "", _("Your role: {meaning}", meaning=role_meaning(role))]


def guesses(book: Book) -> list[Guess]:
    """The roles that a player can have at a table, each once."""
    [roles] = [pile for pile in book.piles if pile.name == "roles"]
    keys = [CARD[face].key for face in dict.fromkeys(roles.faces)]
    return [Guess(key, CARDS[key], SHORT_ROLES[key], ROLES[key]) for key in keys]


def board_help(view: View | None, charset: Charset) -> list[str]:
    """How to read the board."""
    return [] if view is None else board_help_lines(view.state.book)


def signs_help(charset: Charset) -> list[str]:
    """How to read the players and the lit places on the screen."""
    return signs_lines(charset)


def how_to_play() -> list[str]:
    """The game on one page, for a player who has never played it."""
    return list(LINES)


def verbs(view: View) -> tuple[str, ...]:
    """What can be typed at this table to act."""
    return verbs_of(view.state.book)


def all_verbs() -> tuple[str, ...]:
    """What can be typed to act at some table of the game."""
    return tuple(ACTS)


def help(view: View, leaving: str) -> list[str]:  # noqa: A001
    """The commands of this table; ``leaving`` is the line about going away."""
    return help_lines(view.state.book, leaving)


def hand_lines(view: View, charset: Charset, asked: Waiting | None = None) -> list[str]:
    """The hand, or the gold that is passed round."""
    if asked is None or isinstance(asked, Choose) or asked.what != "gold":
        return hand_words(view) if charset.in_words else pictured_hand(view, charset)
    faces = [view.face(slot) for slot in view.state.draft]
    return [
        _("These gold cards were passed to you; keep one:"),
        *(f"  {number}  {'?' if face is None else card_name(face)}" for number, face in enumerate(faces, start=1)),
    ]

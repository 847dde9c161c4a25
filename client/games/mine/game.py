"""Saboteur as the client shows it: the front door of this folder, a `client.games.game.ClientGame`."""

from collections.abc import Sequence
from typing import Any

from client.games.game import Guess, Waiting
from client.games.mine import help as helping
from client.games.mine import names, typed
from client.games.mine import standing as standing_words
from client.games.mine.desk import MineDesk
from client.games.mine.names import CARD, card_name, goal_card, goal_name, role_words
from client.games.mine.picking import PLACING
from client.games.mine.pictures import board, hand, map_picture
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import PARTS, find, words_of
from client.i18n import _, plural
from client.render.charset import Charset
from client.words.people import People
from engine.front import choices
from engine.grid.cells import xy
from engine.machine import Book
from engine.mine.view import View
from engine.wants import Choose, Window

board_help, signs_help, help = helping.board_help, helping.signs_help, helping.help  # noqa: A001
how_to_play = helping.how_to_play
board_lines, board_words = map_picture.board_lines, board.board_words
refusal = names.refusal
read, write = typed.read, typed.write
round_line, standing = standing_words.round_line, standing_words.standing_lines
desk = MineDesk


def story(view: View, people: People) -> Teller:
    return Teller(view, people)


# what is asked


def sentence(act: Any, view: View, people: People) -> str:
    return Teller(view, people, oneself=_("yourself")).sentence(act)


def question(asked: Waiting) -> str:
    if isinstance(asked, Choose):
        return _("Choose in secret: {what}. No other player learns your choice.", what=_about(asked))
    return str(find("questions", asked.what).title)


def line_question(asked: Waiting) -> str:
    if isinstance(asked, Choose):
        what = _about(asked)
        if not asked.ways:
            return _("Choose in secret: {what}. Type “choose” and a number up to {most}.", what=what, most=asked.below)
        ways = ", ".join(f"{number + 1} {way(asked, number)}" for number in range(asked.below))
        return _("Choose in secret: {what}. Type “choose” and a number: {ways}.", what=what, ways=ways)
    words, window = find("questions", asked.what), isinstance(asked, Window)
    if words and (words.title or not window):
        return str(words.line)
    if window:
        return _("You may react now: “moves” lists how.")
    return _("You are asked for something: “moves” lists what you can do.")


def _about(asked: Choose) -> str:
    """What a choice is about; without words for it, as the rules spell it."""
    words = find("choices", asked.what)
    return words.what if words else asked.what.replace("-", " ")


def way(asked: Choose, way: int) -> str:
    if not asked.ways:
        return _("way {number}", number=way + 1)
    words, word = find("choices", asked.what), asked.ways[way]
    return (words and words.ways.get(word)) or word.replace("-", " ")


# what is known


def progress(view: View, *, short: bool = False) -> str:
    at: dict[str, Any] = {"round": view.state.round, "rounds": view.state.book.rounds}
    if short:
        return _("R{round}/{rounds} {left} left", left=len(view.state.pile), **at)
    left = plural("{count} card left", "{count} cards left", len(view.state.pile))
    return _("Round {round} of {rounds} · {left}", left=left, **at)


def secrets(view: View, people: People) -> list[str]:
    state, role = view.state, view.role(people.own)
    goals = [
        _("Secret: the {goal} goal is {card}.", goal=goal_name(at), card=goal_card(face))
        for at, slot in state.goals.items()
        if slot not in state.faces and (face := view.face(slot)) is not None
    ]
    lines = [*standing_words.secret_lines(view, people), *goals]
    return lines if role is None else [*lines, "", _("Your role: {meaning}", meaning=role_words(role).meaning)]


def guesses(book: Book) -> list[Guess]:
    [roles] = [pile for pile in book.piles if pile.name == "roles"]
    found = [(face, role_words(face)) for face in dict.fromkeys(roles.faces)]
    return [Guess(CARD[face].key, card_name(face), words.short, words.is_one) for face, words in found]


def hand_lines(view: View, charset: Charset, asked: Waiting | None = None) -> list[str]:
    words = find("questions", asked.what) if asked and not isinstance(asked, Choose) else None
    if not words or not words.zone:
        return board.hand_words(view) if charset.in_words else hand.hand_lines(view, charset)
    faces = [view.face(slot) for slot in find("zones", words.zone).slots(view)]
    cards = (f"  {number}  {card_name(face)}" for number, face in enumerate(faces, start=1))
    return [words.offered, *cards]


# what can be typed


def verbs(view: View) -> tuple[str, ...]:
    return tuple(dict.fromkeys(way.words[0] for way in typed.ways_of(view.state.book)))


def all_verbs() -> tuple[str, ...]:
    acts = [(key, act.typed) for part in PARTS.values() for key, act in part.acts.items()]
    return tuple(dict.fromkeys(each.split()[0] for key, patterns in acts for each in patterns or (key,)))


def moves(view: View, people: People, verb: str = "") -> list[str]:
    """Every legal act as a command; a sentence stands for sets of cards, of which there are too many to list."""
    lines: dict[str, str] = {}  # by command: two equal cards break a tool equally well
    several: dict[type, list[Any]] = {}
    legal: Sequence[Any] = choices(view)
    for act in legal:
        many = words_of(view.state.book.acts[type(act)]).many
        if many and many.hides(act, view):
            several.setdefault(type(act), []).append(act)
        else:
            text = write(act, view, people)
            lines[text] = text
    for kind, acts in several.items():
        many, text = words_of(view.state.book.acts[kind]).many, write(acts[-1], view, people)
        assert many is not None
        lines[text] = many.hint(acts, text)
    told = [line for text, line in lines.items() if not verb or text.split()[0] == verb]
    return told or [_("Nothing of that kind now.")]


def nearest(act: Any, view: View) -> Any:
    """The legal act most like this one: the same card on the nearest cell, or the same kind of act."""

    def unlike(other: Any) -> tuple[bool, bool, int]:
        if not isinstance(act, PLACING) or not isinstance(other, PLACING):
            return type(other) is not type(act), False, 0
        (x, y), (u, v) = xy(act.cell), xy(other.cell)
        return False, other.slot != act.slot, abs(x - u) + abs(y - v)

    return min(choices(view), key=unlike, default=None)

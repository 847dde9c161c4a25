"""What a person takes the others for, in words: the pencil marks of a table, which nobody else sees."""

from client.games.game import NotUnderstood
from client.games.mine.names import CARDS, ROLES
from client.i18n import _
from client.visit.marks import guesses, word
from client.visit.table import VisitedTable
from engine.mine.book import Book


def read_guess(words: list[str], book: Book) -> str | None:
    """The role that is meant; None if the mark is to go."""
    if not words:
        return None
    text, keys = " ".join(words), guesses(book)
    found = [key for key in keys if text in (key, CARDS[key].casefold())]
    found = found or [
        key for key in keys if any(part.startswith(text) for part in (key, *word(key).casefold().split()))
    ]
    if len(found) != 1:
        names = ", ".join(map(word, keys))
        raise NotUnderstood(_("“{word}” is no role of this game: {names}.", word=text, names=names))
    return found[0]


def mark_lines(table: VisitedTable) -> list[str]:
    """The marks, in the order of the seats."""
    if table.marks is None:
        return []
    marks = ((seat, table.marks.guess(seat)) for seat in range(len(table.people)))
    return [
        _("Your guess: {who} is {role}.", who=table.people.name(seat), role=ROLES[key])
        for seat, key in marks
        if key is not None
    ]

"""What a person takes the others for, in words: the pencil marks of a table, which no other player sees."""

from client.games.game import Guess, NotUnderstood
from client.games.registry import game_of
from client.i18n import _
from client.visit.table import VisitedTable


def _guesses(table: VisitedTable) -> list[Guess]:
    assert table.view is not None
    book = table.view.state.book
    return game_of(book.rules).guesses(book)


def read_guess(words: list[str], table: VisitedTable) -> str | None:
    """The role that is meant; None if the mark is to go."""
    if not words:
        return None
    text, guesses = " ".join(words), _guesses(table)
    found = [one for one in guesses if text in (one.key, one.name.casefold())]
    found = found or [
        one for one in guesses if any(part.startswith(text) for part in (one.key, *one.name.casefold().split()))
    ]
    if len(found) != 1:
        names = ", ".join(one.name for one in guesses)
        raise NotUnderstood(_("“{word}” is no role of this game: {names}.", word=text, names=names))
    return found[0].key


def mark_lines(table: VisitedTable) -> list[str]:
    """The marks, in the order of the seats."""
    if table.marks is None or table.view is None:
        return []
    words = {one.key: one.is_one for one in _guesses(table)}
    marks = ((seat, table.marks.guess(seat)) for seat in range(len(table.people)))
    return [
        _("Your guess: {who} is {role}.", who=table.people.name(seat), role=words[key])
        for seat, key in marks
        if key is not None
    ]

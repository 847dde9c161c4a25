"""Games of a player that a server has and this computer lacks, in words."""

from collections.abc import Iterator
from dataclasses import replace

from client.i18n import _, plural
from client.net.hang_up import HungUp
from client.render.spans import fitted
from client.words.archive import end_word, number, why
from client.words.past import RESULT, RULES, WHEN
from client.words.rules import short_rules
from client.words.safe import shown
from client.words.trouble import parting_lines
from client.words.ways_back import when
from protocol.wire.archive import EndedGame
from protocol.wire.invite import SCHEME, Invite


def place_of(invite: Invite) -> str:
    """A server without its key."""
    return shown(str(replace(invite, pin=None)).removeprefix(SCHEME))


def lacking_heading(invite: Invite, count: int) -> str:
    """Above the lines."""
    return plural(
        "Not on this computer, at {place}: {count} game",
        "Not on this computer, at {place}: {count} games",
        count,
        place=place_of(invite),
    )


def lacking_line(game: EndedGame, now: float) -> str:
    """One line, in the columns of the list of games."""
    date, rules = fitted(when(game.ended, now), WHEN), fitted(short_rules(shown(game.rules)), RULES)
    end, absent = fitted(end_word(game.end), RESULT), _("not here")
    return f"{number(game.table)}  {date} {rules} {game.seats:>2}  {end} {absent}"


def lacking_lines(game: EndedGame, now: float) -> Iterator[str]:
    """All that is known of one."""
    yield _("{rules}, {when} by the server's clock", rules=shown(game.rules), when=when(game.ended, now))
    yield _("Enter fetches its log ({size} kB) and checks it.", size=-(-game.size // 1000))


def none_lacking(invite: Invite) -> str:
    return _("{place} has no finished game of yours that this computer lacks.", place=place_of(invite))


def unanswered(trouble: Exception) -> str:
    """Why a server tells nothing of its games."""
    match trouble:
        case HungUp(for_good=True):
            return "\n".join(parting_lines(trouble))
        case HungUp():
            return shown(str(trouble))
        case _:
            return why(trouble)


def fetched_line(game: EndedGame) -> str:
    """It stands in the list from now on: the file is of no interest."""
    return _("{number}: fetched.", number=number(game.table))


def fetched_of(done: int, wanted: int) -> str:
    """After several."""
    return _("{done} of {wanted} fetched.", done=done, wanted=wanted)

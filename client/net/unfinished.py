"""The tables that a player has sealed and that did not finish, as this computer has them.

A server can say that no such table ever was: this list does not ask it.  It is shown before a person agrees again.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from client.i18n import _, plural
from client.net.drawer import Drawer
from client.words.safe import shown
from protocol.follow.ending import FINISHED
from protocol.keys.identity import Identity
from protocol.log.join import name_of

_MOST = 3  # games that are told one by one


@dataclass(frozen=True, slots=True)
class Unfinished:
    here: bool  # whether it was at this server; else a person of today sat there
    rules: str
    names: tuple[str, ...]  # the other people
    last: int  # the last entry that this computer has
    end: str  # how it ended; empty if it has no end


def find(
    drawer: Drawer, identity: Identity, server_keys: Collection[bytes], people: Collection[bytes]
) -> list[Unfinished]:
    """The latest first: at this server, under any key that it has or had, or with one of these people.

    A table that still runs is one of them: a server that does not go on has not ended it either.
    """
    found = []
    for record in drawer.all_sealed():
        others = {one.identity: name_of(one) or "" for one in record.by_seat.values()}
        others.pop(identity.public, None)
        here = record.server_key in server_keys
        if record.end == FINISHED or not (here or others.keys() & set(people)):
            continue
        last = record.last if record.end else drawer.last_entry(record.tid)
        found.append(Unfinished(here, record.rules, tuple(others.values()), last, record.end))
    return found


def unfinished_lines(found: Collection[Unfinished], called: Callable[[str], str] = shown) -> list[str]:
    here, elsewhere = [one for one in found if one.here], [one for one in found if not one.here]
    lines = [
        plural(
            "Unfinished here: {count} game ({games})",
            "Unfinished here: {count} games ({games})",
            len(here),
            games=_games(here, called),
        ),
        plural(
            "Unfinished elsewhere with these people: {count} game ({games})",
            "Unfinished elsewhere with these people: {count} games ({games})",
            len(elsewhere),
            games=_games(elsewhere, called),
        ),
    ]
    return [line for line, games in zip(lines, (here, elsewhere), strict=True) if games]


def _games(found: list[Unfinished], called: Callable[[str], str]) -> str:
    told = [_game(one, called) for one in found[:_MOST]]
    if len(found) > _MOST:
        told.append(_("and {count} more", count=len(found) - _MOST))
    return "; ".join(told)


def _game(one: Unfinished, called: Callable[[str], str]) -> str:
    names = ", ".join(map(called, one.names)) or _("bots alone")
    if one.end:
        return _(
            "{rules} with {names}: {end} after entry {last}", rules=one.rules, names=names, end=one.end, last=one.last
        )
    return _("{rules} with {names}: no end after entry {last}", rules=one.rules, names=names, last=one.last)

"""Whether a gathering makes sense, and why a person cannot get ready yet: to agree is to know who sits there."""

from client.i18n import _, plural
from client.net.consent import knows
from client.net.introduced import introduced
from client.words.naming import called
from protocol.wire.lobby import Gathering


def is_sound(gathering: Gathering, own: int) -> bool:
    """Whether host and person sit there, and there are seats for all: a server may tell anything."""
    return max(own, gathering.host) < len(gathering.sitters) <= gathering.wishes.seats


def _knows_bots(gathering: Gathering) -> bool:
    bots = [*(sitter.bot for sitter in gathering.sitters), gathering.options.absent]
    return knows(bot for bot in bots if bot is not None)


def why_not_ready(gathering: Gathering, own: int, server_key: bytes) -> str:
    """In a sentence; empty if nothing is in the way."""
    if not is_sound(gathering, own):
        return _("Not ready yet: the server tells of a table that cannot be.")
    free = gathering.wishes.seats - len(gathering.sitters)
    if free:
        return plural("Not ready yet: {count} seat is free.", "Not ready yet: {count} seats are free.", free)
    if not _knows_bots(gathering):
        return _("Not ready: a bot sits there that this program does not have. Its moves could not be checked.")
    people = [sitter for sitter in gathering.sitters if sitter.bot is None]
    silent = [sitter for sitter in people if sitter.join is None or sitter.introduction is None]
    if silent:
        names = ", ".join(called(sitter.name) for sitter in silent)
        return _("Not ready yet: the others do not know yet who {names} is. That takes a moment.", names=names)
    false = [called(sitter.name) for sitter in people if introduced(sitter, server_key) is None]
    if false:
        return _(
            "Not ready: the server shows {names} here, but cannot prove it. Ask the person who runs the server.",
            names=", ".join(false),
        )
    return ""

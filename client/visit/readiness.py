"""Whether a gathering makes sense, and why a person cannot get ready yet: to agree is to know who sits there."""

from client.i18n import _, plural
from client.net.consent import introduced, knows
from client.words.naming import called
from protocol.wire.lobby import Gathering


def is_sound(gathering: Gathering, own: int) -> bool:
    """Whether host and person sit there, and there are seats for all: a server may tell anything."""
    return max(own, gathering.host) < len(gathering.sitters) <= gathering.wishes.seats


def why_not_ready(gathering: Gathering, own: int, server_key: bytes) -> str:
    """In a sentence; empty if nothing is in the way."""
    if not is_sound(gathering, own):
        return _("Not ready yet: the server tells of a table that cannot be.")
    free = gathering.wishes.seats - len(gathering.sitters)
    if free:
        return plural("Not ready yet: {count} seat is free.", "Not ready yet: {count} seats are free.", free)
    bots = [*(sitter.bot for sitter in gathering.sitters), gathering.options.absent]
    if not knows(bot for bot in bots if bot is not None):
        return _("Not ready: a bot sits there that this program does not have. Its moves could not be checked.")
    people = [sitter for sitter in gathering.sitters if sitter.bot is None]
    silent = [called(sitter.name) for sitter in people if sitter.join is None or sitter.introduction is None]
    if silent:
        told = {"names": ", ".join(silent)}
        return _("Not ready yet: the others do not know yet who {names} is. That takes a moment.", **told)
    false = [called(sitter.name) for sitter in people if introduced(sitter, server_key) is None]
    if false:
        told = {"names": ", ".join(false)}
        return _(
            "Not ready: the server shows {names} here, but cannot prove it. Ask the person who runs the server.", **told
        )
    return ""

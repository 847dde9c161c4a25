"""Gatherings as lines of a list: in the lobby of a server, and on the network."""

from client.i18n import _
from client.words.naming import called
from client.words.rules import short_rules
from client.words.safe import columns
from protocol.wire import lobby

_HOST, _SEATS, _LOCK = 20, 14, 10


def offer_heading() -> str:
    """Above the list."""
    return _columns(_("host"), _("seats"), _("locked"), _("rules"))


def offer_line(offer: lobby.Offer) -> str:
    """Host, seats, whether a password is asked for, rules."""
    if offer.taken >= offer.seats:
        seats = _("{seats}, full", seats=offer.seats)
    else:
        seats = _("{taken} of {seats} taken", taken=offer.taken, seats=offer.seats)
    lock = _("password") if offer.locked else _("no")
    return _columns(called(offer.host, _HOST) or "?", seats, lock, short_rules(offer.rules))


def _columns(host: str, seats: str, lock: str, rules: str) -> str:
    return f"{_padded(host, _HOST)} {_padded(seats, _SEATS)} {_padded(lock, _LOCK)} {rules}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - columns(text))

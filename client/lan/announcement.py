"""What the local network is told about a gathering: a few short texts, as DNS-SD has them in a TXT record.

Any program on the network can write such a record.  So it is read strictly, and what is wrong is no announcement.
Later versions may add to the texts; what is there keeps its meaning.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from client.version import VERSION
from client.words.rules import playable_rules
from client.words.safe import shown
from protocol.wire import lobby
from protocol.wire.codec import BadFrame, fitted
from protocol.wire.messages import WIRE_MAX, WIRE_MIN

TYPE = "_undermine._tcp.local."

_PIECE, _MOST_PIECES = 200, 5  # a text of a TXT record has at most 255 bytes with its key; rules can be longer
_NUMBER = re.compile(r"[0-9]{1,5}")
_VERSION = re.compile(r"[0-9A-Za-z.+-]{1,32}")
_PIN = re.compile(r"[A-Z2-7]{52}")
_YES_NO = {"yes": True, "no": False}


class BadAnnouncement(ValueError):
    """No version of this program writes that."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is said about a gathering; its texts are safe to draw."""

    offer: lobby.Offer | None  # None if the server only says that it is there, as while its table is played
    version: str
    fits: bool  # whether this program can join: it speaks the protocol and knows the rules
    pin: str | None  # the key that the server says it has: a hint where to look, and no more


def offer_of(gathering: lobby.Gathering) -> lobby.Offer:
    return lobby.Offer(
        code=gathering.code,
        rules=gathering.wishes.rules,
        seats=gathering.wishes.seats,
        taken=len(gathering.sitters),
        locked=gathering.locked,
        host=gathering.sitters[gathering.host].name,
    )


def write_texts(offer: lobby.Offer | None, change: int, pin: str) -> dict[str, str]:
    """The texts of a record.  ``change`` counts: a record that comes back to what it was would not be noticed."""
    texts = {
        "version": VERSION,
        "wire-min": str(WIRE_MIN),
        "wire-max": str(WIRE_MAX),
        "change": str(change),
        "pin": pin,
    }
    return texts if offer is None else texts | _offer_texts(offer)


def _offer_texts(offer: lobby.Offer) -> dict[str, str]:
    texts = {
        "code": offer.code,
        "seats": str(offer.seats),
        "taken": str(offer.taken),
        "locked": "yes" if offer.locked else "no",
        "host": offer.host,
    }
    pieces = (offer.rules[at : at + _PIECE] for at in range(0, len(offer.rules), _PIECE))
    return texts | {f"rules-{number}": piece for number, piece in enumerate(pieces, 1)}


def read_texts(record: Mapping[bytes, bytes | None]) -> Announcement:
    """What a record says; `BadAnnouncement` if it is none of this program's."""
    try:
        texts = {key.decode("ascii"): value.decode("utf-8") for key, value in record.items() if value is not None}
        offer = _offer(texts) if "code" in texts else None
        least, most = (int(_checked(_NUMBER, texts[key])) for key in ("wire-min", "wire-max"))
        return Announcement(
            offer=offer,
            version=_checked(_VERSION, texts["version"]),
            fits=least <= WIRE_MAX and most >= WIRE_MIN and (offer is None or playable_rules(offer.rules) is not None),
            pin=_checked(_PIN, texts["pin"]) if "pin" in texts else None,
        )
    except (UnicodeError, KeyError, BadFrame) as error:
        raise BadAnnouncement from error


def _offer(texts: Mapping[str, str]) -> lobby.Offer:
    plain: dict[str, Any] = {
        "code": texts["code"],
        "rules": "".join(texts.get(f"rules-{number}", "") for number in range(1, _MOST_PIECES + 1)),
        "seats": int(_checked(_NUMBER, texts["seats"])),
        "taken": int(_checked(_NUMBER, texts["taken"])),
        "locked": _YES_NO[texts["locked"]],
        "host": shown(texts["host"]),
    }
    offer: lobby.Offer = fitted(lobby.Offer, plain)
    if offer.taken > offer.seats:
        raise BadAnnouncement
    return offer


def _checked(form: re.Pattern[str], text: str) -> str:
    if form.fullmatch(text) is None:
        raise BadAnnouncement
    return text

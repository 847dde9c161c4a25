"""Invite links: where a server is, and by which key it is known: ``undermine://host:port#pin``.

With a pin the client need not ask whether to trust the server: one with another key is another server.  Reading
forgives what happens to a link on its way through a chat: spaces around it, small letters, a slash before the pin.
A link without the scheme is read too, since a person types ``join host:port``.
"""

import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from enum import Enum, unique
from ipaddress import IPv4Address, IPv6Address

DEFAULT_PORT = 4477
SCHEME = "undermine://"
LONGEST = 512
"""Characters of a link; a host name has at most 253, a pin 52."""

_LONGEST_HOST = 253
_LINK = re.compile(r"(?P<place>[^#/]*)/?(?:#(?P<pin>.*))?")
_PLACE = re.compile(r"(?P<host>\[[^\[\]]*\]|[^:\[\]]*)(?::(?P<port>.*))?")
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_PORT = re.compile(r"[0-9]{1,5}")
_PIN = re.compile(r"[A-Za-z2-7]{52}")  # matched before it is capitalised: a dotless i becomes an I


@unique
class InviteFault(Enum):
    """Why a text is not taken for an invite; the sentences live in the client."""

    EMPTY = "invite/empty"
    TOO_LONG = "invite/too-long"
    OTHER_SCHEME = "invite/other-scheme"
    HOST = "invite/host"
    BRACKETS = "invite/brackets"  # an IPv6 address needs them: its colons look like the one before the port
    PORT = "invite/port"
    PIN = "invite/pin"


class BadInvite(ValueError):
    """This text is not an invite; ``fault`` says why, ``part`` is what is wrong with it."""

    def __init__(self, fault: InviteFault, part: str = "") -> None:
        super().__init__(f"{fault.value}: {part!a}" if part else fault.value)
        self.fault = fault
        self.part = part


@dataclass(frozen=True, slots=True)
class Invite:
    """A server's address, in the one spelling that this program writes; without a pin its key is not known yet."""

    host: str
    port: int = DEFAULT_PORT
    pin: str | None = None

    def __post_init__(self) -> None:
        if _host(f"[{self.host}]" if ":" in self.host else self.host) != self.host:
            raise BadInvite(InviteFault.HOST, self.host)
        if not 1 <= self.port <= 65535:
            raise BadInvite(InviteFault.PORT, str(self.port))
        if self.pin is not None and _pin(self.pin) != self.pin:
            raise BadInvite(InviteFault.PIN, self.pin)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == DEFAULT_PORT else f":{self.port}"
        return f"{SCHEME}{host}{port}" + ("" if self.pin is None else f"#{self.pin}")


def read_invite(text: str) -> Invite:
    """The invite in a text that a person typed or pasted; anything else is a `BadInvite`."""
    link = _LINK.fullmatch(_without_scheme(text.strip()))
    if link is None:
        raise BadInvite(InviteFault.HOST, text.strip())
    host, port = _place(link["place"])
    return Invite(host, port, None if link["pin"] is None else _pin(link["pin"]))


def _without_scheme(text: str) -> str:
    if len(text) > LONGEST:
        raise BadInvite(InviteFault.TOO_LONG)
    scheme, found, rest = text.partition("://")
    if found and f"{scheme}://".lower() != SCHEME:
        raise BadInvite(InviteFault.OTHER_SCHEME, scheme)
    rest = rest if found else text
    if not rest:
        raise BadInvite(InviteFault.EMPTY)
    return rest


def _place(text: str) -> tuple[str, int]:
    place = _PLACE.fullmatch(text)
    if place is None:
        raise BadInvite(InviteFault.HOST, text)
    if ":" in (place["port"] or "") and not text.startswith("["):
        raise BadInvite(InviteFault.BRACKETS, text)
    return _host(place["host"]), DEFAULT_PORT if place["port"] is None else _port(place["port"])


def _host(text: str) -> str:
    """One spelling for each host."""
    name = text.lower() if text.isascii() else ""  # the sign of Kelvin has a small letter: k
    try:
        if name.startswith("["):
            return _address(name[1:-1])
        if _looks_like_ipv4(name):
            return str(IPv4Address(name))
    except ValueError as error:
        raise BadInvite(InviteFault.HOST, text) from error
    if len(name) > _LONGEST_HOST or _HOST_NAME.fullmatch(name) is None:
        raise BadInvite(InviteFault.HOST, text)
    return name


def _address(text: str) -> str:
    if "%" in text:  # the name of a network card, which means something on one computer only
        raise ValueError("an address with a zone")
    return str(IPv6Address(text))


def _looks_like_ipv4(name: str) -> bool:
    """A last label of digits is no name: some systems would take ``1.2.3`` for an address, and not all for the same."""
    return name.rpartition(".")[2].isdigit()


def _port(text: str) -> int:
    if _PORT.fullmatch(text) is None or not 1 <= int(text) <= 65535:
        raise BadInvite(InviteFault.PORT, text)
    return int(text)


def _pin(text: str) -> str:
    pin = text.upper()
    if _PIN.fullmatch(text) is None or not _is_canonical(pin):
        raise BadInvite(InviteFault.PIN, text)
    return pin


def _is_canonical(pin: str) -> bool:
    """52 letters hold four bits more than a hash: they must be zero, or a hash would have sixteen spellings."""
    return b32encode(b32decode(f"{pin}====")).decode("ascii").rstrip("=") == pin

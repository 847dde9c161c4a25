"""The addresses of this computer, and which of another computer's addresses to try."""

import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Interface, IPv6Interface, ip_address, ip_interface

_FAR_AWAY = ((socket.AF_INET, "203.0.113.1"), (socket.AF_INET6, "2001:db8::1"))
"""No computer has these, and nothing is sent there: the question is only which way it would go."""

Interface = IPv4Interface | IPv6Interface


def addresses() -> list[str]:
    """What friends can type to reach this computer, the likeliest first; nothing if it is on no network."""
    way_out = _way_out()
    found = {own.ip for own in _own() if not own.ip.is_loopback and is_usable(str(own.ip))}
    likeliest = sorted(
        found, key=lambda ip: (ip.version, ip.is_link_local, not ip.is_private, str(ip) not in way_out, int(ip))
    )
    return [str(ip) for ip in likeliest]


def nearest(candidates: Sequence[str]) -> str | None:
    """The address of another computer to try: one on a network of ours; None if none of them can be.

    Addresses that this computer has too are those of bridges that many computers have inside, unless it is this one.
    """
    own = _own()
    usable = [text for text in candidates if is_usable(text)]
    return min(usable, key=lambda text: _distance(text, own), default=None)


def _distance(text: str, own: Sequence[Interface]) -> tuple[bool, bool]:
    address = ip_address(text)
    return any(address == one.ip for one in own), not any(address in one.network for one in own)


def is_usable(text: str) -> bool:
    """Whether it is the address of one computer, and complete: of IPv6, some need the name of a network card."""
    address = ip_address(text)
    needs_a_card = address.version == 6 and address.is_link_local
    return not (needs_a_card or address.is_unspecified or address.is_multicast or address.is_reserved)


def _own() -> list[Interface]:
    try:
        import ifaddr  # noqa: PLC0415
    except ImportError:
        return [ip_interface(text) for text in _way_out()]
    ips = (one for adapter in ifaddr.get_adapters() for one in adapter.ips)
    prefixes = ((one.ip if isinstance(one.ip, str) else one.ip[0], one.network_prefix) for one in ips)
    return [ip_interface(f"{text.partition('%')[0]}/{prefix}") for text, prefix in prefixes]


def _way_out() -> list[str]:
    """The addresses that this computer speaks from when it speaks to the rest of the world."""
    found = []
    for family, far in _FAR_AWAY:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.append(str(probe.getsockname()[0]))
    return found

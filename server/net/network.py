"""Where a connection comes from, as far as limits can tell: an address of IPv4, a household's network of IPv6."""

from ipaddress import IPv6Address, ip_address, ip_network

_HOUSEHOLD = 64
"""Bits of an IPv6 address that its holder cannot change at will."""


def network_of(host: str) -> str:
    """What counts as one address; empty if there is none, as on a socket within a computer."""
    try:
        address = ip_address(host.partition("%")[0])  # without the name of an interface
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address) if address.is_loopback else str(ip_network((address, _HOUSEHOLD), strict=False))

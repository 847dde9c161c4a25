"""The way to the local network, if there is one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.i18n import _

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf


class NoMulticast(Exception):
    """Nobody on this network is found, and nobody finds us; the message says why."""


def join_multicast(interfaces: Sequence[str] | None) -> "AsyncZeroconf":
    """Through the network cards with these addresses, or through all of them; called while the event loop runs."""
    try:
        from zeroconf import InterfaceChoice  # noqa: PLC0415
        from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415
    except ImportError as error:
        raise trouble(_("the package “zeroconf” is not installed")) from error
    try:
        return AsyncZeroconf(interfaces=InterfaceChoice.All if interfaces is None else list(interfaces))
    except (OSError, RuntimeError) as error:
        raise trouble(str(error)) from error


def trouble(why: str) -> NoMulticast:
    """The sentence about it."""
    return NoMulticast(
        _("Tables on this network cannot be found: {why}. Invite links and addresses work all the same.", why=why)
    )

"""The network: the port that friends join at, the addresses of this computer, and the list of tables nearby.

Nothing is sent but what the system says when a program listens to a multicast address.
"""

import asyncio
import os
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from client.doctor.finding import Finding, hint, ok, wrong
from client.i18n import _

HERE = "127.0.0.1"
_SECONDS = 20


def findings(everywhere: str = "", interfaces: Sequence[str] | None = None) -> Iterator[Finding]:
    """``everywhere``: the address at which friends would reach us; ``interfaces``: as for `join_multicast`."""
    from protocol.wire.invite import DEFAULT_PORT  # noqa: PLC0415

    yield _own_server()
    yield _port(everywhere, DEFAULT_PORT)
    yield _addresses()
    yield _multicast(interfaces)


def _own_server() -> Finding:
    why = _why_not(HERE, 0)
    if why:
        return wrong(
            "network/no-loopback",
            _("Programs cannot listen on {address}: {why}.", address=HERE, why=why),
            _("Games with bots run on a server there: look at the firewall, or at the container this runs in."),
        )
    return ok("network/loopback", _("The server for games with bots can listen on {address}.", address=HERE))


def _port(address: str, port: int) -> Finding:
    why = _why_not(address, port)
    if why:
        return hint(
            "network/port-taken",
            _("Port {port} cannot be used now: {why}.", port=port, why=why),
            _(
                "“{undermine} host” takes another port then, and the link names it. A program that listens there shows"
                " in: ss -ltnp"
            ),
        )
    return ok("network/port", _("Port {port}, where friends join, is free.", port=port))


def _why_not(address: str, port: int) -> str:
    """Why no program can listen there; empty if one can."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
            if os.name == "posix":  # else connections that have just ended would count
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((address, port))
            listening.listen()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _addresses() -> Finding:
    from client.lan.addresses import addresses  # noqa: PLC0415

    if found := addresses():
        return ok("network/addresses", _("Friends reach this computer at: {addresses}", addresses=", ".join(found)))
    return hint(
        "network/no-address",
        _("This computer is on no network."),
        _("Games with bots need none. To play with friends, connect to the same network."),
    )


def _multicast(interfaces: Sequence[str] | None) -> Finding:
    from client.lan.multicast import NoMulticast  # noqa: PLC0415

    try:
        with ThreadPoolExecutor(1) as beside:  # an event loop may run in this thread
            beside.submit(asyncio.run, _listen(interfaces)).result(_SECONDS)
    except NoMulticast as no:
        remedy = _("A firewall has to let in UDP on port 5353. The package is in: pip install 'undermine[lan]'")
        return hint("network/no-multicast", str(no), remedy)
    except TimeoutError:
        return hint(
            "network/no-multicast",
            _("Listening for tables on this network takes too long."),
            _("Join by a link or an address instead."),
        )
    return ok("network/multicast", _("Tables on this network can be found, if it lets computers see each other."))


async def _listen(interfaces: Sequence[str] | None) -> None:
    from client.lan.multicast import join_multicast  # noqa: PLC0415

    await join_multicast(interfaces).async_close()

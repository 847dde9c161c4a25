"""Listening on several addresses at one port.

Twisted's own way fails for ``::`` and ``0.0.0.0`` together: on Linux an IPv6 socket takes the port of IPv4 as well
unless it is told not to.
"""

import socket
from collections.abc import Sequence
from errno import EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT
from typing import Any

from twisted.internet.interfaces import IListeningPort, IProtocolFactory, IReactorSocket

from server.net.prompt import PromptServer

_WAITING = 128  # connections that wait to be accepted
_TRIES = 20


class CannotListen(Exception):
    """An address cannot be listened on; the message says which and why."""


def listen(reactor: IReactorSocket, hosts: Sequence[str], port: int, factory: IProtocolFactory) -> list[IListeningPort]:
    """A port for each address; with port 0, one number that is free on all of them.

    On a computer without IPv6 (or without IPv4) its addresses are left out, as long as one is left.
    """
    tries = _TRIES if port == 0 else 1
    sockets = _bound(hosts, port, tries)
    try:
        # Any: the interface asks for a ServerFactory, and the one for TLS is none.
        whatever: Any = factory
        ports: list[Any] = [reactor.adoptStreamPort(one.fileno(), one.family, whatever) for one in sockets]
    finally:
        _close(sockets)  # the reactor has descriptors of its own
    for one in ports:
        one.transport = PromptServer
    return ports


def _bound(hosts: Sequence[str], port: int, tries: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    missing = ""
    for host in hosts:
        number = port or (sockets[0].getsockname()[1] if sockets else 0)
        try:
            sockets.append(_listening(host, number))
        except OSError as error:
            sentence = f"cannot listen on {host}, port {number}: {error.strerror}"
            if error.errno == EAFNOSUPPORT or (error.errno == EADDRNOTAVAIL and host in _ALL):
                missing = missing or sentence
                continue
            _close(sockets)
            if error.errno == EADDRINUSE and tries > 1:
                return _bound(hosts, port, tries - 1)
            raise CannotListen(sentence) from error
    if not sockets:
        raise CannotListen(missing)
    return sockets


_ALL = ("::", "0.0.0.0")  # noqa: S104  every computer has these, unless it has the whole family not


def _listening(host: str, port: int) -> socket.socket:
    numeric = socket.AI_NUMERICHOST | socket.AI_PASSIVE
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=numeric)[0]
    made = socket.socket(family, kind, protocol)
    try:
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a restart need not wait for old connections
        made.setblocking(False)
        made.bind(address)
        made.listen(_WAITING)
    except OSError:
        made.close()
        raise
    return made


def _close(sockets: Sequence[socket.socket]) -> None:
    for one in sockets:
        one.close()

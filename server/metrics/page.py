"""The page of figures and the health check, over HTTP, on loopback alone.

Any user of this computer can open them, so nothing stands there that is about a player, a table or a card.
"""

import json
from collections.abc import Callable, Coroutine
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IProtocolFactory
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request, Site

from server.metrics.figures import Figures
from server.mistakes import note

LOOPBACK = ("127.0.0.1",)
Health = Callable[[], Coroutine[Any, Any, dict[str, bool]]]
_SICK, _NOT_THERE = 503, 404


def page(figures: Figures, health: Health) -> IProtocolFactory:
    """`/metrics` and `/health`."""
    site: Any = Site
    made = site(_Page(figures, health))
    made.noisy = made.displayTracebacks = False
    made.log = _no_line
    factory: IProtocolFactory = made
    return factory


def _no_line(_request: Request) -> None:
    """One for each time that it is read would be all that the messages say."""


class _Page(Resource):
    _log = Logger()
    isLeaf = True  # noqa: N815  Twisted's name; it needs nothing of its own of a resource

    def __init__(self, figures: Figures, health: Health) -> None:
        self._figures = figures
        self._health = health

    def render(self, request: Request) -> bytes | int:
        match request.method, request.path:
            case b"GET", b"/metrics":
                request.setHeader(b"Content-Type", CONTENT_TYPE_LATEST.encode("ascii"))
                return self._figures.page()
            case b"GET", b"/health":
                self._ask_health(request)
                return NOT_DONE_YET
        request.setResponseCode(_NOT_THERE)
        return b"only GET /metrics and GET /health are here\n"

    def _ask_health(self, request: Request) -> None:
        gone: list[object] = []
        request.notifyFinish().addErrback(gone.append)
        asked = Deferred.fromCoroutine(self._health()).addErrback(self._failed)
        asked.addCallback(lambda health: None if gone else _answer(request, health))

    def _failed(self, failure: Failure) -> dict[str, bool]:
        note(self._log, "the health check", failure)
        return {"healthy": False}


def _answer(request: Request, health: dict[str, bool]) -> None:
    if not health["healthy"]:
        request.setResponseCode(_SICK)
    request.setHeader(b"Content-Type", b"application/json")
    request.write(json.dumps(health).encode() + b"\n")
    request.finish()

"""What is there on the same network, in lines."""

from asyncio import get_event_loop, sleep
from typing import Any

from twisted.internet import task
from twisted.internet.defer import Deferred

from client.i18n import _
from client.lan.browse import Browser, Found
from client.lines.commands import Say
from client.lines.gathering import offer_sentence
from client.program import PROGRAM

LOOK_SECONDS = 3.0
FOUND, NOTHING = 0, 1


def list_nearby(reactor: Any, say: Say) -> int:
    found: list[Found] = []

    async def look() -> None:
        browser = Browser()
        browser.start(lambda: None)
        await sleep(LOOK_SECONDS)
        found[:], trouble = browser.found, browser.trouble
        await browser.stop()
        say(*nearby_lines(found, trouble))

    try:
        task.react(lambda _: Deferred.fromFuture(get_event_loop().create_task(look())), (), reactor)
    except SystemExit as over:
        if over.code:
            raise
    return FOUND if found else NOTHING


def nearby_lines(found: list[Found], trouble: str) -> list[str]:
    if trouble:
        return [trouble]
    if not found:
        return [
            _("No game was found on this network."),
            _("If you know the address: {undermine} join HOST:PORT.  To open a table yourself: {undermine} host."),
        ]
    lines = []
    for one in found:
        lines.append(offer_sentence(one.offer))
        if not one.fits:
            lines.append(_("  It is from another version ({version}).", version=one.version))
        elif one.offer.taken < one.offer.seats:
            lines.append(f"  {PROGRAM} join {one.invite} --table {one.offer.code}")
    return lines

"""One computer of the tests with several: `host` opens a server and announces a gathering, `guest` looks for some.

A host says when it is there, changes its gathering at each line that it reads, and leaves when there are no more.
A guest writes a line for whatever it sees, and whether it can connect there.
"""

import asyncio
import json
import socket
import sys
from pathlib import Path

from msgspec.structs import replace

from client.lan.announce import Announcer
from client.lan.browse import Browser, Found
from client.net.local_server import LocalServer
from protocol.wire import lobby

OFFER = lobby.Offer(code="ABCDEFGH", rules="base", seats=5, taken=1, locked=False, host="Eva")


def say(value: object) -> None:
    print(json.dumps(value), flush=True)


def heard() -> bool:
    return bool(sys.stdin.readline())


async def host(folder: str, lasts: str) -> None:
    with LocalServer(Path(folder)) as server:
        server.start(friends=True)
        announcer = Announcer(server.invite(), lambda: say(announcer.trouble), lasts=int(lasts))
        offer = OFFER
        announcer.announce(offer)
        say("there")
        while await asyncio.to_thread(heard):
            offer = replace(offer, taken=offer.taken + 1)
            announcer.announce(offer)
        await announcer.stop()


async def guest(check_seconds: str) -> None:
    seconds = float(check_seconds)
    browser = Browser(check_seconds=seconds, answer_seconds=seconds)
    browser.start(lambda: say([seen(found) for found in browser.found]))
    say("there")
    await asyncio.to_thread(heard)
    await browser.stop()


def seen(found: Found) -> dict[str, object]:
    try:
        socket.create_connection((found.invite.host, found.invite.port), 10).close()
    except OSError as error:
        return {"error": str(error)}
    return {"host": found.invite.host, "port": found.invite.port, "taken": found.offer.taken}


asyncio.run(host(*sys.argv[2:]) if sys.argv[1] == "host" else guest(*sys.argv[2:]))

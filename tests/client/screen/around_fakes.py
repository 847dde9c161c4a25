"""What stands around the screens under test: a bare program, a visit without a network, and people who sit there."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ClassVar, cast

from msgspec.structs import replace
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from twisted.internet.defer import Deferred, fail

from client.lan.browse import Found
from client.net.archive import NotHad
from client.net.guest import Guest
from client.net.heads import Look
from client.net.unfinished import Unfinished
from client.visit.news import News
from client.visit.visit import Visit
from engine.bots import BOTS
from protocol.log import bodies
from protocol.wire import lobby
from protocol.wire.codec import Message
from protocol.wire.invite import Invite
from tests.client.screen.piloted import unpainted
from tests.support.gatherings import SERVER, joining
from tests.support.gatherings import sitter as introduced

CODE = "ABCDEFGH"
PIN = "A" * 51 + "Q"
NOTHING = "nothing"


class BareApp(App[None]):
    """Shows one screen with the styles of the program, and hands news on to the screen that is up."""

    CSS_PATH = "../../../client/screen/app/styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS: ClassVar = [(0, "-narrow"), (130, "-wide")]  # type: ignore[misc]  # so Textual has it

    def __init__(self, make: Callable[[Visit], Screen[Any]]) -> None:
        super().__init__()
        self.guest = FakeGuest()
        self.visit = Visit([self], lambda: 0.0, lambda visit: cast("Guest", self.guest))
        self.visit.connected_now = True
        self._make = make
        self.came_to: Any = NOTHING
        """What the screen was left with."""

    @asynccontextmanager
    async def run_test(self, **options: Any) -> AsyncIterator[Pilot[None]]:
        async with unpainted(), super().run_test(**options) as pilot:
            yield pilot

    def on_mount(self) -> None:
        self.push_screen(self._make(self.visit), self._left)

    def _left(self, result: Any) -> None:
        self.came_to = result

    def heard(self, news: News) -> None:
        for screen in list(self.screen_stack):
            if (listen := getattr(screen, "heard", None)) is not None:
                listen(news)


class FakeGuest:
    """Notes what is said; it is not heard without a connection."""

    def __init__(self) -> None:
        self.said: list[Message] = []
        self.connected = True
        self.server_key = SERVER.public
        self.link = ""
        self.left: list[Unfinished] = []

    def remember(self, tid: bytes, gathering: lobby.Gathering | None = None) -> None:
        """No disk."""

    def say(self, message: Message) -> bool:
        if self.connected:
            self.said.append(message)
        return self.connected

    def gather(self, wishes: lobby.Wishes, password: str) -> bool:
        return self.say(lobby.Gather(wishes=wishes, password=password, join=JOIN))

    def sit(self, code: str, password: str) -> bool:
        return self.say(lobby.Sit(gathering=code, password=password, join=JOIN))

    def again(self, table: bytes) -> bool:
        return self.say(lobby.Again(table=table, join=JOIN))

    def rise(self, code: str) -> bool:
        return self.say(lobby.Rise(gathering=code))

    def get_ready(self, gathering: lobby.Gathering, _seat: int) -> bool:
        return self.say(lobby.Ready(gathering=gathering.code, signature=READY))

    def take_back(self, code: str) -> bool:
        return self.say(lobby.Rejoin(gathering=code, join=JOIN))

    def look(self, code: str | None) -> bool:
        return self.say(lobby.Look(gathering=code))

    def watch_link(self, _tid: bytes, _there: str = "") -> str:
        return ""

    def look_for_games(self) -> Deferred[Look]:
        return fail(NotHad("archive/not-offered"))

    def unfinished(self, _gathering: lobby.Gathering) -> list[Unfinished]:
        return self.left

    def follow(self, _tid: bytes) -> None:
        """Nothing is followed here."""

    def told(self, kind: type[Message]) -> list[Any]:
        """What was said of one kind."""
        return [message for message in self.said if isinstance(message, kind)]


READY = bytes(64)
JOIN = bodies.SignedJoin(join=b"", signature=READY)


def sitter(name: str, *, ready: bool = False, key: bytes | None = None) -> lobby.Sitter:
    """Introduced to the others, unless the key is only what a server says."""
    proved = introduced(joining(name))
    known = proved if key is None else replace(proved, key=key)
    return replace(known, ready=READY if ready else None)


def bot(name: str = "steady 1", kind: str = "steady") -> lobby.Sitter:
    made = bodies.BotSeat(bot=kind, rev=BOTS[kind].rev)
    return lobby.Sitter(name=name, key=None, bot=made, join=None, introduction=None, ready=None)


def wishes(rules: str = "base", seats: int = 4, **how: Any) -> lobby.Wishes:
    common: dict[str, Any] = {
        "listed": True,
        "turn_seconds": 90,
        "step_seconds": 60,
        "window_seconds": 8,
        "bank_seconds": 300,
        "absent": bodies.BotSeat(bot="steady", rev=BOTS["steady"].rev),
        "spectators": False,
    }
    return lobby.Wishes(rules=rules, seats=seats, **{**common, **how})


def gathering(*sitters: lobby.Sitter, rules: str = "base", seats: int = 4, **how: Any) -> lobby.Gathering:
    wanted = wishes(rules, seats)
    options = bodies.Options(
        turn_seconds=wanted.turn_seconds,
        step_seconds=wanted.step_seconds,
        window_seconds=wanted.window_seconds,
        bank_seconds=wanted.bank_seconds,
        pause_most=3600,
        resume_seconds=60,
        absent_after=2,
        absent=wanted.absent,
        spectators=wanted.spectators,
        spectator_delay=0,
        host_plays=False,
        relay="fixed",
        most_entries=20_000,
        most_bytes=4 << 20,
        kept_entries=6_000,
        kept_bytes=1 << 20,
        most_talks=200,
    )
    common: dict[str, Any] = {"locked": False, "host": 0, "predecessor": None, "dissolved": 0}
    return lobby.Gathering(code=CODE, wishes=wanted, options=options, sitters=sitters, **{**common, **how})


def offer(host: str = "Mira", **how: Any) -> lobby.Offer:
    common: dict[str, Any] = {"code": CODE, "rules": "base", "seats": 5, "taken": 2, "locked": False}
    return lobby.Offer(host=host, **{**common, **how})


def said(name: str, text: str, code: str | None = None) -> lobby.Said:
    return lobby.Said(gathering=code, name=name, key=b"\1" * 32, text=text)


class FakeBrowser:
    """Finds what it is told to find."""

    def __init__(self) -> None:
        self.trouble = ""
        self.found: list[Found] = []
        self.stopped = False
        self._changed: Callable[[], None] = lambda: None

    def start(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    async def stop(self) -> None:
        self.stopped = True

    def find(self, host: str, *, code: str = CODE, fits: bool = True, **how: Any) -> None:
        """One more game on the network."""
        invite = Invite(f"192.168.1.{len(self.found) + 10}")
        self.found.append(Found(invite, offer(host, code=code, **how), "0.1.0" if fits else "9.0", fits))
        self._changed()

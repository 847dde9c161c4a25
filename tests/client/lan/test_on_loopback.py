"""Announcing and browsing in one process, on the loopback network."""

import asyncio
import gc
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from errno import EADDRINUSE
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pytest_twisted import ensureDeferred
from twisted.internet.defer import Deferred

from client.lan.announce import Announcer
from client.lan.announcement import TYPE, write_texts
from client.lan.browse import MOST, Browser, Found, read_info
from client.version import VERSION
from protocol.keys.identity import pin
from protocol.wire import lobby
from protocol.wire.invite import Invite

if TYPE_CHECKING:
    from zeroconf._protocol.outgoing import DNSOutgoing

pytest.importorskip("zeroconf", reason="zeroconf is not installed: nothing is found on a network without it")

ROOT = Path(__file__).parents[3]
LOOPBACK = ["127.0.0.1"]
PIN = "A" * 51 + "Q"
RESPONSE, POINTER, INTERNET = 0x8400, 12, 1  # numbers of DNS
OFFER = lobby.Offer(code="ABCDEFGH", rules="base", seats=5, taken=1, locked=False, host="Eva")


def done(coroutine: Awaitable[Any]) -> Awaitable[Any]:
    """What asyncio can wait for, for tests that run on Twisted."""
    return Deferred.fromFuture(asyncio.ensure_future(coroutine))


class Host:
    """A program that announces with a key and a port that no other test has."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.pin = pin(secrets.token_bytes(32))
        self.place = Invite("127.0.0.1", 1 + secrets.randbelow(65535))
        here = Invite("localhost", self.place.port, self.pin)
        self.announcer = Announcer(here, changed, interfaces=LOOPBACK)

    def announced(self, offer: lobby.Offer) -> Found:
        """As it is found: without the pin, which anybody could have announced."""
        return Found(self.place, offer, VERSION, fits=True)


class Looker:
    """A program that browses."""

    def __init__(self, most: int = MOST) -> None:
        self.browser = Browser(interfaces=LOOPBACK, most=most)
        self._waiting: list[tuple[Callable[[], bool], Deferred[None]]] = []

    def start(self) -> None:
        self.browser.start(self._look)

    def of(self, *hosts: Host) -> list[Found]:
        """What is found of theirs; other tests may run on this computer."""
        places = {host.place for host in hosts}
        return [found for found in self.browser.found if found.invite in places]

    def until(self, true: Callable[[], bool]) -> Deferred[None]:
        deferred: Deferred[None] = Deferred()
        self._waiting.append((true, deferred))
        self._look()
        return deferred

    def _look(self) -> None:
        for waiting in [*self._waiting]:
            if waiting[0]():
                self._waiting.remove(waiting)
                waiting[1].callback(None)


@asynccontextmanager
async def people(hosts: int = 1) -> AsyncIterator[tuple[Looker, list[Host]]]:
    """One that looks, and some that can announce; nothing goes wrong behind their backs."""
    looker, made = Looker(), [Host() for _ in range(hosts)]
    loop = asyncio.get_running_loop()
    complaints: list[dict[str, Any]] = []
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _, complaint: complaints.append(complaint))
    looker.start()
    try:
        yield looker, made
    finally:
        await done(looker.browser.stop())
        for host in made:
            await done(host.announcer.stop())
        gc.collect()
        loop.set_exception_handler(before)
    assert complaints == []


def pointers(seconds: int, *names: str) -> "DNSOutgoing":
    """A message that there are gatherings by these names, and nothing more; for no seconds: that there are not."""
    from zeroconf._dns import DNSPointer
    from zeroconf._protocol.outgoing import DNSOutgoing

    message = DNSOutgoing(RESPONSE)
    for name in names:
        message.add_answer_at_time(DNSPointer(TYPE, POINTER, INTERNET, seconds, name), 0)
    return message


@ensureDeferred
async def test_a_gathering_is_found_with_all_that_is_said_about_it() -> None:
    async with people() as (looker, [host]):
        offer = replace(OFFER, rules="saboteur2", seats=7, taken=3, locked=True, host="Zoë")
        host.announcer.announce(offer)
        await looker.until(lambda: looker.of(host) == [host.announced(offer)])


@ensureDeferred
async def test_who_looks_later_finds_it_too() -> None:
    async with people() as (looker, [host]):
        host.announcer.announce(OFFER)
        await looker.until(lambda: bool(looker.of(host)))
        later = Looker()
        later.start()
        await later.until(lambda: later.of(host) == [host.announced(OFFER)])
        await done(later.browser.stop())
        assert later.browser.found == []


def sees(looker: Looker, host: Host, offer: lobby.Offer) -> bool:
    return looker.of(host) == [host.announced(offer)]


@ensureDeferred
async def test_changes_are_seen_also_back_to_what_was_before() -> None:
    async with people() as (looker, [host]):
        for taken in (1, 2, 1, 2):
            offer = replace(OFFER, taken=taken)
            host.announcer.announce(offer)
            await looker.until(partial(sees, looker, host, offer))


@ensureDeferred
async def test_of_many_changes_the_last_one_counts() -> None:
    async with people() as (looker, [host]):
        for taken in (1, 2, 3, 4, 5):
            host.announcer.announce(replace(OFFER, taken=taken))
        await looker.until(lambda: looker.of(host) == [host.announced(replace(OFFER, taken=5))])


@ensureDeferred
async def test_a_server_whose_table_is_played_is_found_by_its_key_and_is_no_gathering() -> None:
    async with people(2) as (looker, [host, other]):
        host.announcer.announce()
        other.announcer.announce(OFFER)
        await looker.until(lambda: looker.browser.places(host.pin) == [host.place])
        await looker.until(lambda: looker.browser.places(other.pin) == [other.place])
        assert looker.of(host) == []
        host.announcer.withdraw()
        await looker.until(lambda: looker.browser.places(host.pin) == [])


@ensureDeferred
async def test_the_next_gathering_takes_the_place_of_the_last() -> None:
    async with people() as (looker, [host]):
        host.announcer.announce(OFFER)
        await looker.until(lambda: looker.of(host) == [host.announced(OFFER)])
        other = replace(OFFER, code="QRSTUVWX")
        host.announcer.announce(other)
        await looker.until(lambda: looker.of(host) == [host.announced(other)])


@ensureDeferred
async def test_who_stops_says_goodbye() -> None:
    async with people(2) as (looker, [host, other]):
        host.announcer.announce(OFFER)
        other.announcer.announce(OFFER)
        await looker.until(lambda: len(looker.of(host, other)) == 2)
        await done(host.announcer.stop())
        await looker.until(lambda: looker.of(host, other) == [other.announced(OFFER)])
        await done(host.announcer.stop())


@ensureDeferred
async def test_what_is_withdrawn_is_not_found_until_it_is_announced_again() -> None:
    async with people() as (looker, [host]):
        host.announcer.withdraw()
        for _ in range(2):
            host.announcer.announce(OFFER)
            await looker.until(lambda: looker.of(host) == [host.announced(OFFER)])
            host.announcer.withdraw()
            await looker.until(lambda: looker.of(host) == [])
        host.announcer.announce(OFFER)
        host.announcer.withdraw()
        host.announcer.announce(OFFER)
        await looker.until(lambda: looker.of(host) == [host.announced(OFFER)])


@ensureDeferred
async def test_an_answer_that_was_on_its_way_does_not_undo_the_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    unregister = AsyncZeroconf.async_unregister_service

    async def with_an_answer(network: AsyncZeroconf, info: AsyncServiceInfo) -> Awaitable[None]:
        await (await unregister(network, info))
        network.zeroconf.async_send(network.zeroconf.generate_service_broadcast(info, 59))
        return asyncio.sleep(0)

    async with people(2) as (looker, [host, other]):
        host.announcer.announce(OFFER)
        await looker.until(lambda: bool(looker.of(host)))
        monkeypatch.setattr(AsyncZeroconf, "async_unregister_service", with_an_answer)
        await done(host.announcer.stop())
        monkeypatch.undo()
        other.announcer.announce(OFFER)
        await looker.until(lambda: bool(looker.of(other)))
        assert looker.of(host) == []


@ensureDeferred
async def test_what_nobody_began_can_be_stopped() -> None:
    host, looker = Host(), Looker()
    await done(host.announcer.stop())
    await done(looker.browser.stop())
    host.announcer.announce(OFFER)
    looker.start()
    await done(host.announcer.stop())
    await done(looker.browser.stop())
    assert looker.browser.found == []


@ensureDeferred
async def test_what_is_wrong_on_the_network_is_left_out() -> None:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    liar = Host()
    right = write_texts(OFFER, 1, liar.pin)
    wrong: dict[str, dict[str, str]] = {
        "nothing": {},
        "other-texts": {"code": "\x1b[2J", "host": "\xff"},
        "no-seats": {**right, "seats": "0"},
        "other-version": {**right, "rules-1": "chess", "version": "9.9"},
    }
    async with people() as (looker, [host]):
        network = AsyncZeroconf(interfaces=LOOPBACK)
        await done(network.zeroconf.async_wait_for_start())
        nobody = f"nobody-{liar.pin[:16]}.{TYPE}"
        network.zeroconf.async_send(
            pointers(60, TYPE, f"x.y.{TYPE}", "x._other._tcp.local.", f"\x1b[2J.{TYPE}", nobody)
        )
        telling: list[Awaitable[Any]] = []
        for name, texts in wrong.items():
            called = f"{name}-{liar.pin[:16]}.{TYPE}"
            info = AsyncServiceInfo(TYPE, called, liar.place.port, properties=texts, parsed_addresses=LOOPBACK)
            telling += [await done(network.async_register_service(info, cooperating_responders=True))]
        await done(telling[-1])
        host.announcer.announce(OFFER)
        await looker.until(lambda: bool(looker.of(liar) and looker.of(host)))
        (other,) = looker.of(liar)
        assert (other.version, other.fits) == ("9.9", False)
        await done(network.async_close())
        await looker.until(lambda: looker.of(liar) == [])
        assert looker.of(host) == [host.announced(OFFER)]


@ensureDeferred
async def test_a_name_that_came_and_went_can_come_again() -> None:
    from zeroconf.asyncio import AsyncZeroconf

    async with people() as (looker, [host]):
        network = AsyncZeroconf(interfaces=LOOPBACK)
        await done(network.zeroconf.async_wait_for_start())
        name = f"{OFFER.code}-{host.pin[:16]}.{TYPE}"
        network.zeroconf.async_send(pointers(60, name))
        network.zeroconf.async_send(pointers(0, name))
        host.announcer.announce(OFFER)
        await looker.until(lambda: looker.of(host) == [host.announced(OFFER)])
        await done(network.async_close())


@ensureDeferred
async def test_a_flood_makes_no_list_longer() -> None:
    async with people(3) as (looker, hosts):
        narrow = Looker(most=2)
        narrow.start()
        for host in hosts:
            host.announcer.announce(OFFER)
        await looker.until(lambda: len(looker.of(*hosts)) == 3)
        for host in hosts:
            host.announcer.announce(replace(OFFER, taken=2))
        await looker.until(lambda: {found.offer.taken for found in looker.of(*hosts)} == {2})
        assert len(narrow.browser.found) <= 2
        await done(narrow.browser.stop())


@ensureDeferred
@pytest.mark.parametrize("missing", ["zeroconf", "zeroconf.asyncio"])
async def test_without_the_package_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    await says_why_not("the package “zeroconf” is not installed")


@ensureDeferred
async def test_without_a_network_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OSError(EADDRINUSE, "Address already in use")

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", refuse)
    await says_why_not("Address already in use")


async def says_why_not(why: str) -> None:
    told: Deferred[None] = Deferred()
    host, looker = Host(lambda: told.callback(None)), Looker()
    host.announcer.announce(OFFER)
    looker.start()
    await told
    await looker.until(lambda: bool(looker.browser.trouble))
    assert why in host.announcer.trouble
    assert why in looker.browser.trouble
    assert "Invite links and addresses work all the same." in looker.browser.trouble
    host.announcer.announce(replace(OFFER, taken=2))
    await done(host.announcer.stop())
    await done(looker.browser.stop())
    assert looker.browser.found == []


def test_nothing_is_loaded_that_may_be_missing() -> None:
    modules = [f"client.lan.{path.stem}" for path in (ROOT / "client" / "lan").glob("*.py") if path.stem != "__init__"]
    assert len(modules) >= 5
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {"zeroconf", "ifaddr", "twisted"}.isdisjoint(run.stdout.split())


@given(st.binary(max_size=1200), st.integers(0, 65535))
def test_whatever_bytes_a_record_has_they_harm_nobody(texts: bytes, port: int) -> None:
    from zeroconf.asyncio import AsyncServiceInfo

    right = AsyncServiceInfo(TYPE, f"right.{TYPE}", properties=write_texts(OFFER, 1, PIN)).text
    for record in (texts, texts + right, right + texts, right[: len(texts)] + texts):
        info = AsyncServiceInfo(TYPE, f"x.{TYPE}", port, properties=record, parsed_addresses=LOOPBACK)
        found = read_info(info)
        assert found is None or found.place.port == port
        assert found is None or found.found is None or found.found.offer.host.isprintable()

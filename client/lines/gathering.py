"""Gatherings in sentences: how they stand, what has changed since they were told last, and which are to be found."""

from asyncio import Event, get_event_loop, sleep, wait_for
from collections.abc import Sequence
from contextlib import suppress
from time import time
from typing import Any

from twisted.internet import task
from twisted.internet.defer import Deferred

from client.i18n import PROGRAM, _
from client.lan.browse import Browser, Found
from client.lines.commands import Say, short_id
from client.visit.ways_back import WayBack
from client.words.gathering import history, host_can_begin, missing, names_of, remarks, seats_taken, standing
from client.words.rules import brief_rules, known_rules, option_lines
from client.words.safe import called
from client.words.ways_back import back_command, back_line
from protocol.wire import lobby

LOOK_SECONDS = 3.0
FOUND, NOTHING = 0, 1


def gathering_lines(gathering: lobby.Gathering, own: int) -> list[str]:
    lines = [
        "",
        _("You are in lobby {code}. Others join with: sit {code}", code=gathering.code),
        " · ".join(standing(gathering)),
        *_terms(gathering),
    ]
    if before := history(gathering):
        lines.append(before)
    if gathering.predecessor is not None:
        told = {"table": short_id(gathering.predecessor.tid), "reason": gathering.predecessor.reason}
        lines.append(_("It follows table {table}, which was {reason}.", **told))
    for seat, name in enumerate(names_of(gathering)):
        told = {"name": name, "marks": ", ".join(remarks(gathering, seat, own))}
        lines.append(f"  {seat + 1}  " + _("{name} ({marks})", **told))
    return [*lines, *_next(gathering, own)]


def _terms(gathering: lobby.Gathering) -> list[str]:
    rules, options = known_rules(gathering.wishes.rules), gathering.options
    lines = [] if rules is None else [_("Rules: {rules}.", rules=str(rules))]
    lines += [*brief_rules(gathering.wishes.rules), *option_lines(options)]
    if options.absent is not None:
        lines.append(_("That bot is of revision {rev}.", rev=options.absent.rev))
    pause = _("A pause lasts at most {most} s.", most=options.pause_most)
    return [*lines, pause if options.pause_most else _("There are no pauses.")]


def _next(gathering: lobby.Gathering, own: int) -> list[str]:
    if not gathering.sitters[own].is_ready:
        full = len(gathering.sitters) == gathering.wishes.seats
        return [_("Type “ready” to accept these rules.")] if full else []
    if missing(gathering):
        return []
    return [
        _("All players are ready: “start” begins the game.") if own == gathering.host else host_can_begin(gathering)
    ]


def changes(before: lobby.Gathering, now: lobby.Gathering, own: int) -> list[str]:
    if before.code != now.code:
        return gathering_lines(now, own)
    lines = [history(now)] if now.dissolved > before.dissolved else []
    was, is_ = _sitters(before), _sitters(now)
    lines += [_("{name} has left.", name=name) for who, (name, _ready) in was.items() if who not in is_]
    lines += [_("{name} sits down.", name=name) for who, (name, _ready) in is_.items() if who not in was]
    me = identity(now.sitters[own])
    for who, (name, ready) in is_.items():
        if who in was and ready != was[who][1]:
            lines.append(_own_change(ready=ready) if who == me else _change(name, ready=ready))
    host = now.sitters[now.host]
    if identity(host) != identity(before.sitters[before.host]):
        own_now = now.host == own
        lines.append(_("You are the host now.") if own_now else _("{name} is the host now.", name=called(host.name)))
    if now.options != before.options or now.wishes != before.wishes:
        lines += _terms(now)
    if len(now.sitters) != len(before.sitters):
        lines.append(seats_taken(len(now.sitters), now.wishes.seats))
    return [*lines, *_next(now, own)] if lines else []


def _sitters(gathering: lobby.Gathering) -> dict[bytes | str, tuple[str, bool]]:
    """What each is called, and whether they are ready."""
    named = zip(gathering.sitters, names_of(gathering), strict=True)
    return {identity(sitter): (name, sitter.is_ready) for sitter, name in named}


def _own_change(*, ready: bool) -> str:
    return _("You are ready.") if ready else _("You are not ready any more.")


def _change(name: str, *, ready: bool) -> str:
    return _("{name} is ready.", name=name) if ready else _("{name} is not ready any more.", name=name)


def identity(sitter: lobby.Sitter) -> bytes | str:
    """A person's key, or what the server calls a bot: both are there once."""
    return sitter.key if sitter.key is not None else sitter.name


def offer_lines(offers: tuple[lobby.Offer, ...]) -> list[str]:
    if not offers:
        return [_("No table is listed. “open base 5” opens one with five seats.")]
    return [
        _("Tables; “sit” and a code takes a seat:"),
        *(f"  {offer.code}  {offer_sentence(offer)}" for offer in offers),
    ]


def offer_sentence(offer: lobby.Offer) -> str:
    """All that is told of a gathering from outside, but its code."""
    seats = seats_taken(offer.taken, offer.seats)
    line = _("{rules}, {seats}, host {host}", rules=offer.rules, seats=seats, host=called(offer.host))
    return _("{line}, with a password", line=line) if offer.locked else line


async def find(code: str) -> list[Found]:
    """The tables of this code on the network, as soon as there is one, or none after a while."""
    browser, there = Browser(), Event()

    def look() -> list[Found]:
        return [one for one in browser.found if one.offer.code == code and one.fits]

    browser.start(lambda: there.set() if look() else None)
    with suppress(TimeoutError):
        await wait_for(there.wait(), LOOK_SECONDS)
    found = look()
    await browser.stop()
    return found


def list_nearby(reactor: Any, say: Say, ways_back: Sequence[WayBack] = ()) -> int:
    """Unfinished games, wherever they are played, and what is found on the network."""
    found: list[Found] = []

    async def look() -> None:
        browser = Browser()
        browser.start(lambda: None)
        await sleep(LOOK_SECONDS)
        found[:], trouble = browser.found, browser.trouble
        await browser.stop()
        say(*nearby_lines(found, trouble))

    say(*back_lines(ways_back, time()))
    try:
        task.react(lambda _: Deferred.fromFuture(get_event_loop().create_task(look())), (), reactor)
    except SystemExit as over:
        if over.code:
            raise
    return FOUND if found or ways_back else NOTHING


def back_lines(ways: Sequence[WayBack], now: float) -> list[str]:
    """Each with the command that leads to it."""
    return [line for way in ways for line in (back_line(way, now), f"  {PROGRAM} {back_command(way)}")]


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

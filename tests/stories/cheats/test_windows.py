"""A server that closes a window when it likes, asks its bots when it likes, or keeps them silent."""

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

import pytest

from engine.mine.state import mine_state
from engine.slots import TABLE
from engine.wants import Act, Window
from protocol.audit.audit import Verdict, audit
from protocol.log.faults import Code
from protocol.log.records import NO_SIGNATURE, Entry, Kind
from tests.stories.cheats.games import Game, entries_of
from tests.stories.cheats.scenes import SERVER, Cheats, Scene
from tests.support.dealing import act_body, dealer_of
from tests.support.reacting import STOP, StopDraw, reacting
from tests.support.tables_at_play import MAP, small_mine
from tests.support.threats import threat

cheat = Cheats()
BOT = 2


def mine() -> AbstractContextManager[None]:
    """Others may react to each card that is used."""
    return small_mine((STOP,) * 6 + (MAP,) * 6, rounds=1, hand_size=2, change=reacting())


@cache
def scene() -> Scene:
    """An honest game of two people and a bot, in which windows are closed by the clock and by reactions."""
    with mine():
        for number in range(50):
            game = Game(seed=b"windows %d" % number, server_bots=1)
            there = Scene(game, entries_of(game.play()), mine)
            if any(_could_react(there, at) for at in _windows(there)):
                return there
    raise AssertionError("the bot never lets a window pass")


def _windows(table: Scene) -> list[int]:
    """Where the clock closed a window that asked people."""
    return [at for at, entry in enumerate(table.entries) if entry.kind == Kind.TIMEOUT and entry.dt_ms]


def _could_react(table: Scene, at: int) -> list[int]:
    """The cards with which the bot could have reacted at that place."""
    state = mine_state(table.follower(at).state)
    return [slot for slot in state.hands[BOT] if state.active != BOT and table.game.face(slot) == STOP]


def _reaction(table: Scene, at: int, waited_ms: int) -> Entry:
    """The bot reacts, whether or not it would."""
    slot = _could_react(table, at)[0]
    salt = dealer_of(table.game.host).opening(slot).salt
    body = act_body(table.follower(at).state.book, StopDraw(BOT, slot, STOP), salt)
    return Entry(0, waited_ms, Kind.ACT, BOT, 0, 0, 1, NO_SIGNATURE, body)


@threat("clock-early", Code.EARLY)
@cheat(Code.EARLY, SERVER, scene)
def a_window_that_is_shorter_than_agreed(table: Scene) -> bytes:
    at = _windows(table)[0]
    return table.changed(at, dt_ms=table.entries[at].dt_ms - 1)


@cheat(Code.ILLEGAL, SERVER, scene)
def the_clock_of_a_seat_in_a_window(table: Scene) -> bytes:
    at = _windows(table)[0]
    want = table.follower(at).play.waiting()
    assert isinstance(want, Window)
    return table.until(at, table.timeout(at, want.seats[0], table.entries[at].dt_ms))


@cheat(Code.ILLEGAL, SERVER, scene)
def the_clock_of_the_table_in_a_turn(table: Scene) -> bytes:
    at = table.place(Kind.ACT)
    assert isinstance(table.follower(at).play.waiting(), Act)
    return table.until(at, table.timeout(at, TABLE, 10**7))


@threat("bot-early", Code.EARLY)
@cheat(Code.EARLY, SERVER, scene)
def a_bot_that_reacts_before_the_end(table: Scene) -> bytes:
    at = next(at for at in _windows(table) if _could_react(table, at))
    return table.until(at, _reaction(table, at, table.entries[at].dt_ms - 1))


@cheat(Code.EARLY, SERVER, scene)
def a_window_that_closes_in_a_pause(table: Scene) -> bytes:
    at = _windows(table)[0]
    return table.until(at, *table.pause(at), table.entries[at])


@pytest.mark.parametrize("name", cheat)
def test_a_cheat_ends_in_its_finding(name: str) -> None:
    cheat.check(name)


class Muzzling(Game):
    """The server never lets its bot react."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        host = self.host
        chosen = host._chosen

        def silent(seat: int) -> Any:
            act = chosen(seat)
            return None if isinstance(act, StopDraw) else act

        host._chosen = silent  # type: ignore[method-assign]


class Urging(Game):
    """The server lets its bot react wherever it could."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        host = self.host
        chosen = host._chosen

        def eager(seat: int) -> Any:
            act = chosen(seat)
            stops = (slot for slot in mine_state(host.follower.state).hands[seat] if self.face(slot) == STOP)
            in_window = isinstance(host.follower.play.waiting(), Window)
            return next((StopDraw(seat, slot, STOP) for slot in stops), act) if in_window else act

        host._chosen = eager  # type: ignore[method-assign]


@pytest.mark.parametrize("kind", [Muzzling, Urging])
def test_a_server_that_decides_for_its_bot_is_found(kind: type[Game]) -> None:
    found = []
    with mine():
        for number in range(8):
            game = kind(seed=b"decided %d" % number, server_bots=1)
            log = game.play()
            assert audit(log, bots=False).verdict is Verdict.VERIFIED, "without asking the bots nothing is wrong"
            report = audit(log)
            found += report.findings
            assert (report.verdict is Verdict.REFUTED) == bool(report.findings)
    assert {finding.code for finding in found} == {Code.BOT}

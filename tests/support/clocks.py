"""A table at play whose clock matters: what people and the server say, and when."""

from typing import Any

from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Entry, Kind
from tests.support.tables_at_play import SECOND, SERVER, AtPlay, a_turn, turn_of

TURN, STEP, BANK = 60 * SECOND, 30 * SECOND, 120 * SECOND


def late(table: AtPlay, waited_ms: int, seat: int | None = None) -> Entry:
    """The clock answers."""
    return table.said(Kind.TIMEOUT, table.timeout(table.asked if seat is None else seat), dt_ms=waited_ms)


def time_out(table: AtPlay, waited_ms: int) -> None:
    """One millisecond earlier would be too early; now it is time."""
    assert waited_ms == 0 or table.refused(late(table, waited_ms - 1)) == (Code.EARLY, SERVER)
    table.host.take(late(table, waited_ms))
    settle(table)


def act(table: AtPlay, waited_ms: int = 0) -> None:
    """The seat that is asked acts after that time."""
    table.clock.wait(waited_ms)
    table.host.submit(table.people[table.asked].act(table.chosen_act(table.asked)))
    settle(table)


def say(table: AtPlay, seat: int, kind: int, body: Any = None) -> None:
    """Something that a person may say at any time."""
    table.host.submit(table.people[seat].say(kind, bodies.Nothing() if body is None else body))
    settle(table)


def settle(table: AtPlay) -> None:
    """The server writes what is its to write, and signs."""
    table.host.settle()
    table.commit()


def ask_pause(table: AtPlay, *seats: int, on: bool = True) -> None:
    """These seats ask for a pause, or for its end."""
    for seat in seats:
        say(table, seat, Kind.ASK_PAUSE, bodies.AskPause(on=on))


def let_run_out(table: AtPlay, seat: int) -> None:
    """The clock answers for a seat; nothing else is said."""
    table.until(turn_of(seat)).until(a_turn)
    table.host.take(late(table, 10**7))


def seen_now(table: AtPlay) -> bodies.Ack:
    """The body of an ACK over everything so far."""
    chain = table.host.follower.chain
    return bodies.Ack(seq=chain.last, head=chain.heads[-1])

"""Make the logs in `tests/stories/frozen/logs` again: ``python -m tests.stories.frozen.make``, in the checkout.

A real server in a process of its own plays them with real clients over TLS, on the loopback of this computer: time-outs
last as long as they say, and the logs come out of the journal.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.task import react

from client.bot.guest import BotGuest, Plan
from client.bot.table import BotAtTable
from client.terminal.reactor import install_reactor
from engine.bots import steady
from engine.front import choices
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.slots import Draw
from protocol.audit.audit import Verdict, audit
from protocol.log.records import MAGIC, Entry, Kind, RecordType, record, records
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire import lobby
from protocol.wire.codec import decode
from tests.stories.frozen.contents import EVERYWHERE, GOLD_PICK, SERVER_BOT, STAND_IN, TWO_RENEWALS, held
from tests.support.dealing import kind_of, party_of
from tests.support.loopback import Caller, ServerProcess
from tests.support.stores import stored_logs
from tests.support.world import wishes

LOGS = Path(__file__).parent / "logs"
MOST_BYTES = 200_000
TRIES = 20
"""Chance deals: a game without a gold draft, or without a swap of two hands, is played again."""


@dataclass(frozen=True)
class Game:
    """One log: how it is played, and what it must show beside what all of them show."""

    rules: str
    shows: frozenset[str]
    people: int = 3
    bots_of_server: int = 0
    absent: str = ""
    """The bot that plays for a seat that is away; without one it passes."""

    @property
    def wishes(self) -> lobby.Wishes:
        """What the host asks the server for."""
        absent = {"absent": self.absent} if self.absent else {}
        seats = self.people + self.bots_of_server
        return wishes(self.rules, seats, turn_seconds=2, step_seconds=5, window_seconds=1, **absent)


GAMES = (
    Game("base", frozenset({GOLD_PICK, SERVER_BOT, STAND_IN}), bots_of_server=1, absent="steady"),
    Game("base-2006", frozenset({GOLD_PICK}), people=4),
    Game("saboteur2", frozenset({TWO_RENEWALS, SERVER_BOT}), bots_of_server=1),
)


# who plays


def swaps_hands(memory: Any, view: Any, chance: Draw) -> Any:
    """Swap Hands, wherever it is possible; else what `steady` does."""
    swaps = [act for act in choices(view) if isinstance(act, SwapHands)]
    return swaps[0] if swaps else steady.choose(memory, view, chance)


SWAPPER = replace(steady.BOT, choose=swaps_hands)


class Lively(BotAtTable):
    """A bot that tells of every entry, greets the table, and cannot read the first box that it gets."""

    _spoiled = False

    def went_on(self, entry: Entry, events: list[object]) -> None:
        """One more entry; the client complains by itself about what it could not read."""
        super().went_on(entry, events)
        assert self.table is not None
        seat = self.table.seat
        if entry.kind == DealerKind.SHOW and seat is not None and not self._spoiled:
            show = decode(dealer_bodies.Show, entry.body, len(entry.body))
            if show.seat == seat.seat:
                self._spoiled = True
                party_of(seat).unread[tuple(show.slots)] = entry.seq
                self.table.talk("Where are my glasses?")
        self._tell(kind_of(entry).name, "")


class Person(BotGuest):
    """A guest who is lively at the table."""

    eyes = Lively


# one game


async def played(server: ServerProcess, game: Game, attempt: int) -> bytes:
    """The log of a game in which one player loses the connection, is given up, and comes back."""
    folder, table = server.folder, f"{game.rules} {attempt}"
    plan = Plan(steady.BOT, wishes=game.wishes, bots_of_server=game.bots_of_server)
    host = Caller(folder, f"host of {table}", server.invite, plan)
    opened = host.hear("gathering")
    staying = [Deferred.fromCoroutine(host.stay())]
    plan = Plan(SWAPPER, code=str((await opened)["code"]))
    names = [f"guest {number} of {table}" for number in range(1, game.people)]
    *guests, leaver = (Caller(folder, name, server.invite, plan, guest=Person) for name in names)
    staying += [Deferred.fromCoroutine(guest.stay()) for guest in guests]
    leaver.guest.start()
    await away(leaver, guests[0], game.people)
    back = Caller(folder, names[-1], server.invite, plan, identity=leaver.me.identity)
    staying.append(Deferred.fromCoroutine(back.stay()))
    assert await gatherResults(staying) == [0] * game.people
    return await exported(server.folder, bytes.fromhex(host.told("table")[0]["table"]))


async def away(leaver: Caller, guest: Caller, turns: int) -> None:
    """The player goes after a first complaint, and stays away until others have played on without the seat."""
    await guest.hear("COMPLAINT")
    for _ in range(2 * turns):
        await guest.hear("ACT")
    await leaver.bot.stop()
    await guest.hear("SEAT_OUT")
    for _ in range(2 * turns):
        await guest.hear("ACT")


async def exported(folder: Path, tid: bytes) -> bytes:
    """The log as the server's journal has it."""
    return (await stored_logs(folder / "server"))[tid]


def without_first_talk(log: bytes) -> bytes:
    """The text of one TALK is removed: only the header of its entry stays, and the chain holds."""
    return MAGIC + b"".join(_shortened(log))


def _shortened(log: bytes) -> Iterator[bytes]:
    removed = False
    for kind, payload in records(log):
        entry = Entry.from_bytes(payload) if kind == RecordType.ENTRY else None
        if entry is not None and entry.kind == Kind.TALK and not removed:
            removed = True
            yield record(RecordType.HEADER, entry.header())
        else:
            yield record(kind, payload)


# all of them


async def made(server: ServerProcess, game: Game) -> bytes:
    """A log that shows everything that is asked of it, and is proved, the moves of bots included."""
    for attempt in range(TRIES):
        log = without_first_talk(await played(server, game, attempt))
        report = audit(log, bots=True)
        assert (report.verdict, report.findings) == (Verdict.VERIFIED, []), report.reason
        assert report.bots_checked == bool(report.played_by_bots)
        assert len(log) < MOST_BYTES, len(log)
        missing = (EVERYWHERE | game.shows) - held(log)
        print(game.rules, len(log), "bytes;", f"without {', '.join(sorted(missing))}" if missing else "complete")
        if not missing:
            return log
    raise AssertionError(f"{TRIES} games of {game.rules} do not show everything")


async def main(folder: Path) -> None:
    """Nothing is written before all logs are there."""
    server = ServerProcess(folder)
    try:
        await server.start()
        logs = {game.rules: await made(server, game) for game in GAMES}
        assert not server.messages, server.messages
    finally:
        server.kill()
    for rules, log in logs.items():
        (LOGS / f"{rules}.umlog").write_bytes(log)


if __name__ == "__main__":
    install_reactor()
    with tempfile.TemporaryDirectory() as place:
        react(lambda reactor: Deferred.fromCoroutine(main(Path(place))))

"""What a seat has to say that the log does not: what it signed and does not find there, and questions mistimed.

It stays on the disk until it stands in the log, in a PROTEST or a CLOSE of this seat; an unsigned word of the server
does not make it vanish.  What was signed in a window is told at the end of the game and never before: it would name a
seat that holds a card to react with.  So are the times of windows.
"""

from collections import Counter
from contextlib import suppress
from typing import Annotated

from msgspec import Meta

from client.net.drawer import Drawer
from client.net.table.stopwatch import Mistimed
from engine.slots import TABLE
from engine.wants import Window
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.bodies import HEADER, LONGEST_BODY, MOST_TOLD
from protocol.log.records import AUTOMATIC, FREE, Entry, Kind
from protocol.wire.codec import Body, decode, encode

MOST_KEPT = 64  # of each kind, however much a server refuses
MOST_PROTESTS = 10  # what the log takes of a seat in a round
_OF_CLOCKS = 8  # how many of them may be about clocks: the others are for answers that were passed over
OVERTAKEN = FREE - AUTOMATIC - {Kind.NAME}  # said at any time: refused now, it must not be used an hour later
_TELLING: dict[Kind, type[bodies.Protest | bodies.Close]] = {Kind.PROTEST: bodies.Protest, Kind.CLOSE: bodies.Close}
_FIRST, _SECOND = {Kind.SEAL, Kind.REVEAL}, {Kind.LEAVE, Kind.BACK, Kind.ASK_PAUSE, Kind.PROTEST}
"""What is told first where there is no room for all: with the answers to the game, and then."""


class Kept(Body, frozen=True, kw_only=True):
    unlogged: Annotated[list[bytes], Meta(max_length=MOST_KEPT)]
    times: Annotated[list[tuple[bodies.Seq, bodies.Millis]], Meta(max_length=MOST_KEPT)]


class Grievances:
    def __init__(self, follower: SeatFollower, drawer: Drawer) -> None:
        self._follower = follower
        self._drawer = drawer
        self._unlogged: dict[int, Entry] = {}  # by counter: what is not waited for any more, and not in the log
        self._times: dict[int, int] = {}  # by entry that ended a question: the milliseconds of this computer's clock
        self._logged: set[int] = set()  # the counters of this seat that stand in the log
        self._told: set[bytes | int] = set()  # headers and entries that were told in the log
        self._windows: set[int] = set()  # entries behind which a window stood open: an act over one is a reaction
        self._muted = -1  # the counter of the last talk that was refused because the operator has muted the seat
        self._protests: Counter[int] = Counter()  # by round: how many PROTESTs of this seat stand in the log
        self._urgent: list[int] = []  # counters of answers that the server has passed over
        self._protested: set[int] = set()  # entries that end a question, and were named in a PROTEST once

    def follow(self, entry: Entry) -> None:
        if isinstance(self._follower.play.waiting(), Window):
            self._windows.add(entry.seq)
        if entry.actor != self._follower.seat or not entry.is_signed:
            return
        self._logged.add(entry.counter)
        if entry.kind in _TELLING:
            said = decode(_TELLING[Kind(entry.kind)], entry.body, LONGEST_BODY)
            self._told |= {told.header for told in said.unlogged} | {seq for seq, _ in said.times}
            self._protests[entry.round] += entry.kind == Kind.PROTEST
        self._drop_told()

    def _drop_told(self) -> None:
        self._unlogged = {
            counter: entry
            for counter, entry in self._unlogged.items()
            if counter not in self._logged and entry.header() not in self._told
        }
        self._times = {seq: own_ms for seq, own_ms in self._times.items() if seq not in self._told}

    def remember(self) -> None:
        with suppress(ValueError):  # nothing, or nothing that can be read
            kept = decode(Kept, self._drawer.untold(self._follower.setting.tid), LONGEST_BODY)
            self._unlogged |= {entry.counter: entry for entry in map(_entry, kept.unlogged)}
            self._times |= {seq: own_ms for seq, own_ms in kept.times if seq in self._follower.absence.took}
            self._drop_told()

    def withheld(self, entry: Entry) -> None:
        """Something that the seat signed is not waited for any more: on the disk before anything else is signed."""
        if entry.counter not in self._logged and entry.kind != Kind.LET_PASS:  # which changes nothing but a wait
            self._unlogged[entry.counter] = entry
            self._keep()

    def muted(self, entry: Entry) -> None:
        """The operator lets the seat say nothing: no grievance, but it must not be used an hour later either."""
        self._muted = entry.counter

    def mistimed(self, question: Mistimed) -> None:
        self._times[question.seq] = question.own_ms
        self._keep()

    def _keep(self) -> None:
        self._drop_told()
        kept = Kept(
            unlogged=[told.header + told.body for told in map(_told, self._by_rank()[:MOST_KEPT])],
            times=sorted(self._times.items())[:MOST_KEPT],
        )
        with suppress(OSError):  # then it is told only if this program lives until then
            self._drawer.keep_untold(self._follower.setting.tid, encode(kept))

    def is_reaction(self, entry: Entry) -> bool:
        return entry.kind in {Kind.ACT, Kind.LET_PASS} and entry.seen in self._windows

    def pass_over(self, entry: Entry) -> None:
        """The server says that the seat was silent, though it had answered: that is protested about at once."""
        self._urgent.append(entry.counter)

    def protest(self) -> bodies.Protest | None:
        """What is to be said before the next end, each thing once; None if it can wait."""
        urgent, self._urgent = self._urgent, []
        missing = [self._unlogged[counter] for counter in urgent if counter in self._unlogged][:MOST_TOLD]
        made = self._protests[self._follower.state.round]
        times = [(seq, own_ms) for seq, own_ms in self._figures(windows=False) if seq not in self._protested]
        if made >= _OF_CLOCKS or (not missing and len(times) < min(made + 1, MOST_TOLD)):
            times = []
        if made >= MOST_PROTESTS or not (missing or times):
            return None
        self._protested |= {seq for seq, _ in times[:MOST_TOLD]}
        return bodies.Protest(unlogged=[_told(entry) for entry in missing], times=times[:MOST_TOLD])

    def close(self, seq: int, *, end: bool) -> bodies.Close:
        """What is told at the end of a round, or of the game: there also what is about windows."""
        took = self._follower.absence.took
        missing = [entry for entry in self._by_rank() if end or not self.is_reaction(entry)]
        worst = sorted(self._figures(windows=end), key=lambda one: -abs(one[1] - took[one[0]].ms))
        return bodies.Close(
            seq=seq,
            head=self._follower.chain.heads[seq],
            unlogged=[_told(entry) for entry in missing[:MOST_TOLD]],
            times=sorted(worst[:MOST_TOLD]),
            part=self._follower.party.close(seq),
        )

    def _figures(self, *, windows: bool) -> list[tuple[int, int]]:
        """By entry, what this clock says; a window is told of in the last CLOSE."""
        took = self._follower.absence.took
        return [(seq, own_ms) for seq, own_ms in sorted(self._times.items()) if windows or took[seq].seat != TABLE]

    def _by_rank(self) -> list[Entry]:
        def rank(entry: Entry) -> tuple[int, int]:
            first = entry.kind in _FIRST | self._follower.kinds.answers
            return 0 if first else 1 if entry.kind in _SECOND else 2, entry.counter

        return sorted(self._unlogged.values(), key=rank)

    @property
    def to_overtake(self) -> int | None:
        """The counter of the last thing that was refused and that the server could still log; None if there is none."""
        last = self._follower.signatures.counters[self._follower.seat]
        open_ = [self._muted] if self._muted > last else []
        open_ += [counter for counter, entry in self._unlogged.items() if counter > last and entry.kind in OVERTAKEN]
        return max(open_, default=None)


def _told(entry: Entry) -> bodies.Unlogged:
    return bodies.Unlogged(header=entry.header(), body=entry.body if entry.kind == Kind.REVEAL else b"")


def _entry(kept: bytes) -> Entry:
    return Entry.from_bytes(kept) if len(kept) > HEADER else Entry.without_body(kept)

"""A server that starts again: its secrets and its journal give everything else, at whatever entry it was cut off."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest

from engine.bots import BOTS
from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import verify
from protocol.log import bodies
from protocol.log.faults import Fault
from protocol.log.records import Entry, HeadRecord, Kind, RecordType, head_parts, records
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from tests.support.nights import thinned
from tests.support.reacting import STOP, reacting
from tests.support.tables_at_play import CROSS, MAP, AtPlay, a_turn, asking, goal_slots, read_entries, small_mine, talk

SEAT = 1
STRIDE = 7


class Eventful(AtPlay):
    """A game in which things happen; what and when follows from the log alone, so that it can be played again."""

    leaves_at, returns_in = 25, 2

    def due(self) -> Entry | None:
        """Time passes, people speak, one complains without reason, one goes and comes back."""
        self.clock.wait(self.host.next_seq * 37 % 1000)
        return self._said_beside() or super().due()

    def _said_beside(self) -> Entry | None:
        follower = self.host.follower
        if follower.ended or not a_turn(self):
            return None
        kinds = {entry.kind for entry in self.host.entries}
        if Kind.TALK not in kinds:
            return self.people[2 % len(self.people)].say(Kind.TALK, talk())
        if DealerKind.COMPLAINT not in kinds:
            shows = (self.host.entries[at - 1] for at in self.places(DealerKind.SHOW))
            own = (show for show in shows if show.round == follower.state.round and b"\xa4seat\x00" in show.body)
            box = next(own).seq
            return self.people[0].say(DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=box))
        if Kind.LEAVE not in kinds and self.host.next_seq > self.leaves_at:
            return self.people[SEAT].say(Kind.LEAVE, bodies.Nothing())
        if Kind.BACK not in kinds and SEAT in follower.absence.out and follower.state.round == self.returns_in:
            return self.people[SEAT].say(Kind.BACK, bodies.Nothing())
        return None

    def restore(self, log: bytes, entries: int, *, head: bool = True) -> None:
        """Start again from the first entries of a log; without ``head`` the last HEAD was lost too."""
        self.sit_down()
        there = read_entries(log)[:entries]
        for number, (entry, signed) in enumerate(there, 1):
            self.host.restore(entry)
            if signed is not None and (head or number < entries):
                self.host.take_head(signed)
                self.take_head(signed)


def stand_in(name: str = "steady") -> bodies.BotSeat:
    """Who plays for people who are away."""
    return bodies.BotSeat(bot=name, rev=BOTS[name].rev)


def with_choices() -> AbstractContextManager[None]:
    """A secret choice in each round."""
    return small_mine(change=asking(goal_slots, 6))


def with_gold() -> AbstractContextManager[None]:
    """The treasure lies near: gold is drawn, passed on and renewed."""
    return small_mine((CROSS,) * 12 + (MAP,) * 12, near=True)


def with_windows() -> AbstractContextManager[None]:
    """After each card others may react."""
    return small_mine((STOP,) * 8 + (MAP,) * 8, hand_size=2, change=reacting())


def whole() -> AbstractContextManager[None]:
    """The rules as they are."""
    return nullcontext()


Rules = Callable[[], AbstractContextManager[None]]
GAMES: dict[str, tuple[Rules, dict[str, Any]]] = {
    "people only, and secret choices": (with_choices, {}),
    "a bot of the server, and one for the absent": (
        with_gold,
        {"server_bots": 1, "absent": stand_in(), "bot": "random", "seed": b"gold"},
    ),
    "an absent chooser": (with_choices, {"absent": stand_in("random"), "seed": b"absent"}),
    "windows, with bots": (with_windows, {"server_bots": 1, "absent": stand_in("random")}),
    "a game of whole length": (whole, {"server_bots": 1, "absent": stand_in(), "bot": "random"}),
}


@cache
def uninterrupted(game: str) -> bytes:
    """The log of a game in which nothing was cut off."""
    rules, options = GAMES[game]
    with rules():
        table = Eventful(**options)
        log = table.play()
        report = audit(log, bots=True)
        assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    kinds = {entry.kind for entry, _ in read_entries(log)}
    assert {Kind.LEAVE, Kind.SEAT_OUT, Kind.BACK, Kind.TALK, DealerKind.COMPLAINT} <= kinds
    return log


def check_prefixes(game: str, prefixes: Iterable[int], heads: tuple[bool, ...] = (True, False)) -> None:
    """From each of them the game goes on as if nothing had happened, also if the last HEAD was lost."""
    log = uninterrupted(game)
    rules, options = GAMES[game]
    with rules():
        table = Eventful(**options)
        for prefix in prefixes:
            for head in heads:
                table.restore(log, prefix, head=head)
                assert table.play() == log, (prefix, head)


@pytest.mark.parametrize(("game", "head"), thinned(product(list(GAMES)[:4], (True, False)), 3))
def test_every_seventh_entry_of_short_games(game: str, head: bool) -> None:
    last = len(read_entries(uninterrupted(game)))
    check_prefixes(game, range(0 if head else STRIDE, last + 1, 2 * STRIDE), (head,))


def test_some_entries_of_a_game_of_whole_length() -> None:
    game = "a game of whole length"
    check_prefixes(game, range(60, len(read_entries(uninterrupted(game))), 150), (True,))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_every_entry(game: str) -> None:
    check_prefixes(game, range(len(read_entries(uninterrupted(game))) + 1))


@pytest.mark.parametrize(
    "kind", [Kind.GAME_OPEN, Kind.ROUND_OPEN, DealerKind.CHOICE, DealerKind.RENEW, Kind.END, DealerKind.COMPLAINT]
)
def test_cut_off_right_behind_what_the_dealer_must_remember(kind: int) -> None:
    game = next(iter(GAMES))
    places = [entry.seq for entry, _ in read_entries(uninterrupted(game)) if entry.kind == kind]
    assert places
    check_prefixes(game, places[:1])


def test_a_start_that_was_cut_off_while_it_was_dissolved() -> None:
    with small_mine():
        table = Eventful()
        for seat in (0, 2):
            table.host.submit(table.people[seat].seal())
        table.commit()
        table.clock.wait(30_000)
        table.host.dissolve()
        table.commit()
        log = table.file
        for prefix, waited in ((2, 30_000), (3, 0)):
            table.restore(log, prefix)
            table.clock.wait(waited)
            table.host.dissolve()
            table.commit()
            assert table.file == log


def test_a_journal_of_another_table_is_not_restored() -> None:
    with small_mine():
        log = Eventful(seed=b"one").play()
        other = Eventful(seed=b"two")
        with pytest.raises(Fault):
            other.restore(log, 3)


# what a client still has


def halves(table: Eventful) -> tuple[bytes, int]:
    """A whole game, and the number of an entry in its middle that stands under a HEAD."""
    log = table.play()
    heads = [entry.seq for entry, head in read_entries(log) if head is not None]
    return log, heads[len(heads) // 2]


@pytest.fixture
def lost() -> Iterator[tuple[Eventful, bytes, int]]:
    """A server whose backup is older than its log."""
    with small_mine(change=asking(goal_slots, 6)):
        table = Eventful(server_bots=1, absent=stand_in("random"))
        log, middle = halves(table)
        table.restore(log, middle)
        yield table, log, middle


def told(log: bytes, first: int = 1) -> list[tuple[RecordType, bytes]]:
    """The records of a client's file from an entry on."""
    found, started = [], first == 1
    for kind, payload in list(records(log))[2:]:
        started |= kind == RecordType.ENTRY and Entry.from_bytes(payload).seq == first
        if started:
            found.append((kind, payload))
    return found


def test_a_server_learns_from_a_client_what_it_has_signed_and_lost(lost: tuple[Eventful, bytes, int]) -> None:
    table, log, middle = lost
    for first in (middle + 1, middle - 3, 1):
        table.restore(log, middle)
        table.host.learn(told(log, first))
        assert table.file == log
    assert audit(table.file, bots=True).verdict is Verdict.VERIFIED


def test_it_goes_on_from_there(lost: tuple[Eventful, bytes, int]) -> None:
    table, log, middle = lost
    heads = [entry.seq for entry, head in read_entries(log) if head is not None]
    later = heads[heads.index(middle) + 5]
    news = [one for one in told(log, middle + 1) if one[0] == RecordType.HEAD or _seq(one) <= later]
    upto = next(at for at, one in enumerate(news) if one[0] == RecordType.HEAD and _head(one).seq == later)
    table.host.learn(news[: upto + 1])
    table.take_head(_head(news[upto]))
    assert table.host.next_seq == later + 1
    assert table.play() == log


def _seq(one: tuple[RecordType, bytes]) -> int:
    return Entry.from_bytes(one[1]).seq


def _head(one: tuple[RecordType, bytes]) -> HeadRecord:
    return HeadRecord.from_bytes(one[1])


def test_nothing_is_learned_that_the_server_has_not_signed(lost: tuple[Eventful, bytes, int]) -> None:
    table, log, middle = lost
    before = table.file
    news = told(log, middle + 1)
    first_head = next(at for at, one in enumerate(news) if one[0] == RecordType.HEAD)
    head = _head(news[first_head])
    forged = HeadRecord(head.seq, bytes(64)).to_bytes()
    entry = Entry.from_bytes(news[0][1])
    changed = replace(entry, dt_ms=entry.dt_ms + 1).to_bytes()
    for wrong in (
        news[:first_head],
        [*news[:first_head], (RecordType.HEAD, forged)],
        [(RecordType.ENTRY, changed), *news[1:]],
        news[1:],
        news[first_head:],
        [],
    ):
        table.host.learn(wrong)
        assert table.file == before


@pytest.mark.parametrize("many", ["false", "old"])
def test_a_flood_of_heads_is_not_checked_one_by_one(lost: tuple[Eventful, bytes, int], many: str) -> None:
    """Each check costs the server a hundred times what it costs to send a head."""
    table, log, middle = lost
    table.restore(log, middle)
    news = told(log, middle + 1)
    first_head = next(at for at, one in enumerate(news) if one[0] == RecordType.HEAD)
    head = _head(news[first_head])
    flood = [
        (RecordType.HEAD, HeadRecord(head.seq, bytes(64)).to_bytes() if many == "false" else head.to_bytes())
    ] * 999
    with patch("protocol.host.table_log.verify", wraps=verify) as checked:
        table.host.learn([*news[:first_head], *flood])
    assert checked.call_count == 1
    assert table.host.next_seq == (middle if many == "false" else head.seq) + 1


def test_what_stands_behind_the_last_head_is_left_out(lost: tuple[Eventful, bytes, int]) -> None:
    table, log, middle = lost
    news = told(log, middle + 1)
    heads = [at for at, one in enumerate(news) if one[0] == RecordType.HEAD]
    table.host.learn(news[: heads[3]])
    assert table.host.next_seq == _head(news[heads[2]]).seq + 1
    assert table.host.follower.signed_up_to == _head(news[heads[2]]).seq


def test_another_log_under_the_own_key_is_a_fork(lost: tuple[Eventful, bytes, int]) -> None:
    table, _, middle = lost
    tid, own = table.setting.tid, table.host.follower.chain.heads[middle]
    other = bytes(32)

    def signed(seq: int, head: bytes) -> bytes:
        return table.server.sign_head(*head_parts(tid, seq, head))

    assert table.host.is_fork(middle, other, signed(middle, other))
    assert not table.host.is_fork(middle, own, signed(middle, own))
    assert not table.host.is_fork(middle, other, signed(middle, own))
    assert not table.host.is_fork(middle, other, bytes(64))
    assert not table.host.is_fork(middle + 1, other, signed(middle + 1, other))

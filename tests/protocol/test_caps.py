"""How long a log may become: talk never keeps a game from its end."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from typing import Any

import msgspec
import pytest

from protocol.audit.audit import Verdict, audit
from protocol.follow.caps import TALKING, Caps
from protocol.host.selfplay import OPTIONS
from protocol.log import bodies
from protocol.log.bodies import HEADER
from protocol.log.faults import Code, Fault, Wrong
from protocol.log.records import NOBODY, TEXTS, Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import MOST_COMPLAINTS, DealerKind
from protocol.wire.codec import NotPlain, encode
from tests.support import parts
from tests.support.clocks import say, seen_now
from tests.support.dealing import ALL_KINDS, FREE, ledger_of
from tests.support.tables_at_play import SERVER, AtPlay, a_turn, a_turn_of_round, small_mine, talk, without_texts
from tests.support.threats import threat

FEWEST_ENTRIES, FEWEST_BYTES = 3_000, 1 << 19
KEPT_ENTRIES, KEPT_BYTES = 2_000, 1 << 18
LEAST_KEPT: dict[str, Any] = {"kept_entries": KEPT_ENTRIES, "kept_bytes": KEPT_BYTES}
ROOM_ENTRIES, ROOM_BYTES = FEWEST_ENTRIES - KEPT_ENTRIES, FEWEST_BYTES - KEPT_BYTES


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine():
        yield


def talks(table: AtPlay, seat: int, count: int, text: str = "x") -> None:
    """A seat says something, again and again."""
    for _ in range(count):
        table.host.submit(table.people[seat].say(Kind.TALK, talk(text)))
    table.commit()


@pytest.mark.parametrize("most", [0, 1, 5, 200])
def test_each_seat_may_say_so_much_in_each_round(most: int) -> None:
    table = AtPlay(most_talks=most).until(a_turn)
    for round_ in (1, 2):
        table.until(a_turn_of_round(round_))
        for seat in (0, 2) if most < 200 else (0,):
            talks(table, seat, most)
            assert table.refused(table.people[seat].say(Kind.TALK, talk())) == (Code.CAP, SERVER)
        if most:
            talks(table, 1, 1)
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_what_was_said_before_the_first_deal_counts_for_itself() -> None:
    table = AtPlay(most_talks=2)
    talks(table, 0, 2)
    assert table.refused(table.people[0].say(Kind.TALK, talk())) == (Code.CAP, SERVER)
    table.until(a_turn)
    talks(table, 0, 2)


def test_there_are_at_most_1000_talks_whatever_the_table_says() -> None:
    with pytest.raises(NotPlain):
        AtPlay(most_talks=1_001)


@pytest.mark.parametrize(
    "options",
    [
        {"most_entries": FEWEST_ENTRIES - 1},
        {"most_entries": 200_001},
        {"most_bytes": FEWEST_BYTES - 1},
        {"most_bytes": (64 << 20) + 1},
        {"kept_entries": KEPT_ENTRIES - 1},
        {"most_entries": 200_000, "kept_entries": 100_001},
        {"kept_bytes": KEPT_BYTES - 1},
        {"most_bytes": 64 << 20, "kept_bytes": (32 << 20) + 1},
    ],
)
def test_the_caps_of_a_table_leave_room_for_a_game(options: dict[str, Any]) -> None:
    with pytest.raises(NotPlain):
        AtPlay(**LEAST_KEPT | options)
    assert ROOM_ENTRIES > 0
    assert ROOM_BYTES > 0


@pytest.mark.parametrize(("most", "kept"), [("most_entries", "kept_entries"), ("most_bytes", "kept_bytes")])
def test_no_table_keeps_all_its_room_for_play(most: str, kept: str) -> None:
    room = 10_000 if most == "most_entries" else 1 << 20

    def options(of_all: int, for_play: int) -> bodies.Options:
        return bodies.Options(**msgspec.structs.asdict(OPTIONS) | {most: of_all, kept: for_play})

    options(room, room - 1)
    for less in (0, 1):
        with pytest.raises(ValueError, match="less room"):
            options(room - less, room)


def fill(table: AtPlay, made: Callable[[int], tuple[int, Any]]) -> Entry:
    """All seats in turn say what they can, until there is no room; what was refused."""

    def say_on() -> None:
        for seat in cycle(range(len(table.people))):
            table.host.submit(table.people[seat].say(*made(seat)))

    with pytest.raises(Fault) as caught:
        say_on()
    assert caught.value.finding.code is Code.CAP
    table.commit()
    return table.host.tried


def acked(table: AtPlay) -> tuple[int, bodies.Ack]:
    """Something that a program says by itself."""
    return Kind.ACK, seen_now(table)


def said_by(table: AtPlay, seat: int) -> dict[int, Any]:
    """By kind: what a seat may say at any time."""
    person = table.people[seat]
    box = next(claim.seq for claim in ledger_of(table.host.follower).claims if getattr(claim, "seat", None) == seat)
    return {
        Kind.TALK: talk("x"),
        Kind.ACK: seen_now(table),
        Kind.NOTE: bodies.Note(salt=bytes(16), what="later", data=b""),
        Kind.ASK_PAUSE: bodies.AskPause(on=False),
        Kind.LEAVE: bodies.Nothing(),
        Kind.BACK: bodies.Nothing(),
        Kind.NAME: table.joinings[seat].name,
        DealerKind.COMPLAINT: dealer_bodies.Complaint(seq=box),
        Kind.PROTEST: parts.protest(person.say(*acked(table)).header()),
    }


def only_talk_is_refused(table: AtPlay) -> None:
    """There is no room for words; for what a seat needs when it goes, comes back or has been wronged, there is."""
    for person in table.people:
        said = said_by(table, person.seat)
        assert said.keys() == FREE
        for kind, body in sorted(said.items()):
            if kind in TALKING:
                with pytest.raises(Fault) as caught:
                    table.host.submit(person.say(kind, body))
                assert caught.value.finding.code is Code.CAP, kind
            else:
                say(table, person.seat, kind, body)
    assert table.refused(table.people[0].say(Kind.TALK, talk())) == (Code.CAP, SERVER)


def test_a_log_full_of_words_has_room_for_all_that_seats_need_and_still_ends_verified() -> None:
    """Talk up to its cap, then ACKs, up to the last entry that is not kept for play."""
    table = AtPlay(seats=4, most_entries=FEWEST_ENTRIES, **LEAST_KEPT).until(a_turn)
    for seat in range(4):
        talks(table, seat, 200)
    refused = fill(table, lambda seat: acked(table))
    assert refused.seq == table.host.next_seq == ROOM_ENTRIES + 1
    only_talk_is_refused(table)
    log = table.play()
    report = audit(log)
    assert (report.verdict, report.findings, report.closed_by) == (Verdict.VERIFIED, [], (0, 1, 2, 3))
    assert report.entries > ROOM_ENTRIES
    stripped = without_texts(log)
    assert len(stripped) < len(log)
    report = audit(stripped)
    assert (report.verdict, report.findings, len(report.removed)) == (Verdict.VERIFIED, [], 804)


@threat("talk-fills", Code.CAP)
def test_one_talker_alone_cannot_silence_the_others() -> None:
    """A seat fills the part that is not kept: the others can still leave, come back, protest and confirm the end."""
    table = AtPlay(most_entries=FEWEST_ENTRIES, most_talks=1_000, **LEAST_KEPT).until(a_turn)
    with pytest.raises(Fault) as caught:
        talks(table, 0, 1_000)
    assert caught.value.finding.code is Code.CAP
    assert table.host.next_seq == ROOM_ENTRIES + 1
    table.commit()
    only_talk_is_refused(table)
    report = audit(table.play())
    assert (report.verdict, report.closed_by) == (Verdict.VERIFIED, (0, 1, 2))


@pytest.mark.parametrize("text", ["x", "\N{GEM STONE}" * 500])
def test_a_log_of_words_still_ends_verified(text: str) -> None:
    """Every word counts as the longest: what is removed later must not have been too much before, or the reverse."""
    table = AtPlay(most_bytes=FEWEST_BYTES, **LEAST_KEPT).until(a_turn)
    refused = fill(table, lambda seat: (Kind.TALK, talk(text)))
    there = sum(size_of(entry) for entry in table.host.entries)
    assert there <= ROOM_BYTES < there + HEADER + 2048
    assert refused.seq < ROOM_ENTRIES
    for kind in (Kind.LEAVE, Kind.BACK, Kind.PROTEST):
        say(table, 1, kind, said_by(table, 1)[kind])
    log = table.play()
    assert audit(log).verdict is Verdict.VERIFIED
    report = audit(without_texts(log))
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


def size_of(entry: Entry) -> int:
    """What an entry takes of the room."""
    largest: dict[int, int] = {Kind.TALK: 2048, Kind.NAME: 128, Kind.NOTE: 640}
    return 116 + largest.get(entry.kind, len(entry.body))


def test_no_text_is_larger_than_it_counts() -> None:
    largest = "\N{GEM STONE}"
    for kind, body in {
        Kind.TALK: talk(largest * 500),
        Kind.NAME: bodies.Name(salt=bytes(16), name=largest * 16),
        Kind.NOTE: bodies.Note(salt=bytes(16), what="x" * 32, data=bytes(512)),
    }.items():
        assert 116 + len(encode(body)) <= size_of(entry_of(kind, 1))


def entry_of(kind: int, seq: int, size: int = 10, actor: int = 0) -> Entry:
    """An entry as far as caps look at it."""
    return Entry(seq, 0, kind, NOBODY if kind == Kind.END else actor, 0, 0, 1, bytes(64), bytes(size))


def caps_of(options: bodies.Options) -> Caps:
    """The caps of a table with these options."""
    setting = AtPlay().setting
    table = msgspec.structs.replace(setting.table, options=options)
    return Caps(replace(setting, table=table))


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_only_words_find_the_log_full_earlier(kind: int) -> None:
    """Headers count, and a text as its largest size; everything but talk may use what is kept."""
    caps = caps_of(msgspec.structs.replace(OPTIONS, **LEAST_KEPT))
    talking = kind in {Kind.TALK, Kind.NAME, Kind.NOTE, Kind.ACK}
    entries = OPTIONS.most_entries - (KEPT_ENTRIES if talking else 0)
    room = OPTIONS.most_bytes - (KEPT_BYTES if talking else 0)
    own = size_of(entry_of(kind, 1, 10))
    caps.check(entry_of(kind, entries))
    with pytest.raises(Wrong) as caught:
        caps.check(entry_of(kind, entries + 1))
    assert caught.value.code is Code.CAP
    caps.follow(entry_of(DealerKind.SHOW, 1, room - own - HEADER))
    caps.check(entry_of(kind, 2))
    caps.follow(entry_of(DealerKind.SHOW, 2, 0))
    with pytest.raises(Wrong):
        caps.check(entry_of(kind, 3))


@pytest.mark.parametrize("kind", sorted(TEXTS))
@pytest.mark.parametrize("size", [0, 1, 60_000])
def test_a_text_takes_the_same_room_whatever_stands_there(kind: int, size: int) -> None:
    """Removed, short, or far too long because a server logged what is malformed."""
    caps, same = caps_of(OPTIONS), caps_of(OPTIONS)
    caps.follow(entry_of(kind, 1, size))
    same.follow(Entry.without_body(entry_of(kind, 1, size).header()))
    assert caps._bytes == same._bytes == size_of(entry_of(kind, 1))


def test_what_one_seat_says_is_counted_by_kind_seat_and_round() -> None:
    caps = caps_of(OPTIONS)
    for seq in range(1, MOST_COMPLAINTS + 1):
        caps.check(entry_of(DealerKind.COMPLAINT, seq))
        caps.follow(entry_of(DealerKind.COMPLAINT, seq))
    assert caps.said(DealerKind.COMPLAINT, 0, 1) == MOST_COMPLAINTS
    assert caps.said(DealerKind.COMPLAINT, 1, 1) == caps.said(DealerKind.COMPLAINT, 0, 2) == 0
    with pytest.raises(Wrong):
        caps.check(entry_of(DealerKind.COMPLAINT, 9))
    caps.check(entry_of(DealerKind.COMPLAINT, 9, actor=1))
    caps.check(entry_of(Kind.TALK, 9))


MOST: dict[int, int] = {
    Kind.ACK: 100,
    DealerKind.COMPLAINT: 3,
    Kind.LEAVE: 10,
    Kind.BACK: 10,
    Kind.PROTEST: 10,
    Kind.ASK_PAUSE: 10,
    Kind.CLOSE: 10,
    Kind.TALK: OPTIONS.most_talks,
    Kind.NOTE: OPTIONS.most_talks,
}


@pytest.mark.parametrize("kind", MOST)
def test_no_seat_alone_fills_the_log(kind: int) -> None:
    """What costs a player nothing to say is counted, for each seat and round."""
    caps = caps_of(OPTIONS)
    for seq in range(1, MOST[kind] + 1):
        caps.check(entry_of(kind, seq))
        caps.follow(entry_of(kind, seq))
    with pytest.raises(Wrong) as caught:
        caps.check(entry_of(kind, 999))
    assert caught.value.code is Code.CAP
    caps.check(entry_of(kind, 999, actor=1))
    caps.check(replace(entry_of(kind, 999), round=2))


@pytest.mark.parametrize("kind", [Kind.BACK, Kind.ASK_PAUSE, Kind.PROTEST, Kind.LEAVE])
def test_the_eleventh_of_a_kind_in_a_round_is_refused(kind: int) -> None:
    table = AtPlay().until(a_turn)
    for _ in range(10):
        if kind == Kind.LEAVE:
            say(table, 0, Kind.LEAVE)
            say(table, 0, Kind.BACK)
        else:
            say(table, 0, kind, said_by(table, 0)[kind])
    assert table.refused(table.people[0].say(kind, said_by(table, 0)[kind])) == (Code.CAP, SERVER)
    say(table, 1, kind, said_by(table, 1)[kind])

"""How long a log may become: talk never keeps a game from its end."""

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import msgspec
import pytest
from support import parts
from tables_at_play import SERVER, AtPlay, a_turn, small_mine, talk, without_texts

from protocol.audit.audit import Verdict, audit
from protocol.follow.caps import MOST_COMPLAINTS, Caps
from protocol.host.selfplay import OPTIONS
from protocol.log import bodies
from protocol.log.faults import Code, Fault, Wrong
from protocol.log.records import FREE, NOBODY, Entry, Kind, records
from protocol.wire.codec import NotPlain

FEWEST_ENTRIES, FEWEST_BYTES = 3_000, 1 << 19
KEPT_ENTRIES, KEPT_BYTES = 2_000, 1 << 18
LEAST_KEPT: dict[str, int] = {"kept_entries": KEPT_ENTRIES, "kept_bytes": KEPT_BYTES}
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
        table.until(lambda table, round_=round_: a_turn(table) and table.host.follower.state.round == round_)
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
def test_the_caps_of_a_table_leave_room_for_a_game(options: dict[str, int]) -> None:
    with pytest.raises(NotPlain):
        AtPlay(**LEAST_KEPT | options)
    assert ROOM_ENTRIES > 0
    assert ROOM_BYTES > 0


@pytest.mark.parametrize(("most", "kept"), [("most_entries", "kept_entries"), ("most_bytes", "kept_bytes")])
def test_no_table_keeps_all_its_room_for_play(most: str, kept: str) -> None:
    room = 10_000 if most == "most_entries" else 1 << 20
    assert AtPlay(**{most: room, kept: room - 1}).options
    for less in (0, 1):
        with pytest.raises(ValueError, match="less room"):
            AtPlay(**{most: room - less, kept: room})


def fill(table: AtPlay, made: Callable[[int], tuple[Kind, Any]]) -> Entry:
    """All seats in turn say what they can, until there is no room; what was refused."""

    def say_on() -> None:
        for seat in cycle(range(len(table.people))):
            table.host.submit(table.people[seat].say(*made(seat)))

    with pytest.raises(Fault) as caught:
        say_on()
    assert caught.value.finding.code is Code.CAP
    table.commit()
    return table.host.tried


def acked(table: AtPlay) -> tuple[Kind, bodies.Ack]:
    """Something that a seat may say as often as it likes."""
    chain = table.host.follower.chain
    return Kind.ACK, bodies.Ack(seq=chain.last, head=chain.heads[-1])


def every_free_kind_is_refused(table: AtPlay) -> None:
    """There is no room for words."""
    person = table.people[0]
    box = table.places(Kind.SHOW)[0]
    said: dict[Kind, Any] = {
        Kind.TALK: talk("x" * 500),
        Kind.ACK: acked(table)[1],
        Kind.NOTE: bodies.Note(salt=bytes(16), what="later", data=b""),
        Kind.ASK_PAUSE: bodies.AskPause(on=True),
        Kind.LEAVE: bodies.Nothing(),
        Kind.BACK: bodies.Nothing(),
        Kind.NAME: table.joinings[0].name,
        Kind.COMPLAINT: bodies.Complaint(seq=box),
        Kind.PROTEST: parts.protest(person.say(*acked(table)).header()),
    }
    assert said.keys() == FREE
    for kind, body in said.items():
        with pytest.raises(Fault) as caught:
            table.host.submit(person.say(kind, body))
        assert caught.value.finding.code is Code.CAP, kind
    assert table.refused(person.say(Kind.LEAVE, bodies.Nothing())) == (Code.CAP, SERVER)


def test_a_log_full_of_words_still_ends_verified() -> None:
    """Talk up to its own cap, then whatever else may be said, up to the last entry that is not kept for play."""
    table = AtPlay(seats=4, most_entries=FEWEST_ENTRIES, **LEAST_KEPT).until(a_turn)
    for seat in range(4):
        talks(table, seat, 200)
    refused = fill(table, lambda seat: acked(table))
    assert refused.seq == table.host.next_seq == ROOM_ENTRIES + 1
    every_free_kind_is_refused(table)
    log = table.play()
    report = audit(log)
    assert (report.verdict, report.findings, report.closed_by) == (Verdict.VERIFIED, [], (0, 1, 2, 3))
    assert report.entries > ROOM_ENTRIES
    stripped = without_texts(log)
    assert len(stripped) < len(log)
    report = audit(stripped)
    assert (report.verdict, report.findings, len(report.notes)) == (Verdict.VERIFIED, [], 804)


def test_a_log_of_long_words_still_ends_verified() -> None:
    """The bytes of all bodies count; the longest talk has some 2000 of them."""
    table = AtPlay(most_bytes=FEWEST_BYTES, **LEAST_KEPT).until(a_turn)
    refused = fill(table, lambda seat: (Kind.TALK, talk("\N{GEM STONE}" * 500)))
    size = len(refused.body)
    there = sum(len(entry.body) for entry in table.host.entries)
    assert there <= ROOM_BYTES < there + size
    assert refused.seq < ROOM_ENTRIES
    assert size > 2000
    log = table.play()
    assert audit(log).verdict is Verdict.VERIFIED
    report = audit(without_texts(log))
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert sum(len(payload) for _, payload in records(without_texts(log))) < len(log) - there // 2


def entry_of(kind: Kind, seq: int, size: int = 10, actor: int = 0) -> Entry:
    """An entry as far as caps look at it."""
    return Entry(seq, 0, kind, NOBODY if kind == Kind.END else actor, 0, 0, 1, bytes(64), bytes(size))


@pytest.mark.parametrize("kind", list(Kind))
def test_what_is_kept_for_play_is_kept_for_it_alone(kind: Kind) -> None:
    """Only what people say of themselves, at any time, finds the log full earlier."""
    caps = Caps(msgspec.structs.replace(OPTIONS, **LEAST_KEPT))
    room = OPTIONS.most_entries - (KEPT_ENTRIES if kind in FREE else 0)
    size = OPTIONS.most_bytes - (KEPT_BYTES if kind in FREE else 0)
    caps.check(entry_of(kind, room, size))
    for wrong in (entry_of(kind, room + 1), entry_of(kind, 1, size + 1)):
        with pytest.raises(Wrong) as caught:
            caps.check(wrong)
        assert caught.value.code is Code.CAP
    caps.follow(entry_of(Kind.SHOW, 1, 100))
    caps.check(entry_of(kind, 2, size - 100))
    with pytest.raises(Wrong):
        caps.check(entry_of(kind, 2, size - 99))


def test_what_one_seat_says_is_counted_by_kind_seat_and_round() -> None:
    caps = Caps(OPTIONS)
    for seq in range(1, MOST_COMPLAINTS + 1):
        caps.check(entry_of(Kind.COMPLAINT, seq))
        caps.follow(entry_of(Kind.COMPLAINT, seq))
    assert caps.complaints(0, 1) == MOST_COMPLAINTS
    assert caps.complaints(1, 1) == caps.complaints(0, 2) == 0
    with pytest.raises(Wrong):
        caps.check(entry_of(Kind.COMPLAINT, 9))
    caps.check(entry_of(Kind.COMPLAINT, 9, actor=1))
    caps.check(entry_of(Kind.TALK, 9))


@pytest.mark.parametrize(("kind", "most"), [(Kind.ACK, 100), (Kind.BACK, 20)])
def test_nobody_alone_fills_the_log(kind: Kind, most: int) -> None:
    """What costs a player nothing to say is counted too, for each seat and round."""
    table = AtPlay().until(a_turn)
    for _ in range(most):
        table.host.submit(table.people[0].say(kind, acked(table)[1] if kind == Kind.ACK else bodies.Nothing()))
    with pytest.raises(Fault) as caught:
        table.host.submit(table.people[0].say(kind, acked(table)[1] if kind == Kind.ACK else bodies.Nothing()))
    assert caught.value.finding.code is Code.CAP
    table.host.submit(table.people[1].say(kind, acked(table)[1] if kind == Kind.ACK else bodies.Nothing()))

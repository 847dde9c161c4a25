"""What people say to each other: it may be removed or malformed, and neither changes what a log amounts to."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from protocol.audit.audit import Verdict, audit
from protocol.follow.follower import Follower
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import NOBODY, TEXTS, Entry, Kind, RecordType, record
from protocol.wire.codec import encode
from tests.stories.cheats.paper import packed
from tests.support.dealing import dealer_of
from tests.support.tables_at_play import SERVER, AtPlay, a_turn, inside, read_entries, small_mine, talk, without_texts
from tests.support.threats import threat

SEAT = 1


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine():
        yield


def note(data: bytes = b"", what: str = "mood") -> bodies.Note:
    """Something that a later program may have to say."""
    return bodies.Note(salt=bytes(16), what=what, data=data)


MALFORMED: dict[str, tuple[int, bytes]] = {
    "a talk of nothing": (Kind.TALK, b""),
    "a talk that is no map": (Kind.TALK, b"\xc0"),
    "a talk that is cut": (Kind.TALK, encode(talk())[:-1]),
    "a talk with a byte more": (Kind.TALK, encode(talk()) + b"\0"),
    "a talk with a field more": (Kind.TALK, packed({"salt": bytes(16), "text": "hm", "more": 1})),
    "a talk without its salt": (Kind.TALK, packed({"text": "hm"})),
    "a talk with a short salt": (Kind.TALK, packed({"salt": bytes(15), "text": "hm"})),
    "a talk that is too long": (Kind.TALK, packed({"salt": bytes(16), "text": "x" * 501})),
    "a talk far too long": (Kind.TALK, packed({"salt": bytes(16), "text": "x" * 30_000})),
    "a talk that clears the screen": (Kind.TALK, packed({"salt": bytes(16), "text": "\x1b[2J"})),
    "a talk in another spelling": (Kind.TALK, b"\x82\xa4salt\xc4\x10" + bytes(16) + b"\xa4text\xd9\x01a"),
    "a note of nothing": (Kind.NOTE, b""),
    "a note that is too long": (Kind.NOTE, packed({"salt": bytes(16), "what": "mood", "data": bytes(513)})),
    "a note about no word": (Kind.NOTE, packed({"salt": bytes(16), "what": "A mood", "data": b""})),
}


@pytest.mark.parametrize("why", MALFORMED)
def test_a_server_does_not_log_a_malformed_text(why: str) -> None:
    kind, body = MALFORMED[why]
    table = AtPlay().until(a_turn)
    with pytest.raises(Fault) as caught:
        table.host.submit(table.people[SEAT].signed(kind, body))
    assert (caught.value.finding.code, table.who(caught.value.finding.key)) == (Code.MALFORMED, f"seat {SEAT}")


def test_a_malformed_text_of_a_seat_that_is_not_there_names_no_player() -> None:
    table = AtPlay().until(a_turn)
    own = table.people[SEAT].signed(*MALFORMED["a note about no word"])
    for actor in (3, 11, NOBODY):
        with pytest.raises(Fault) as caught:
            table.host.submit(replace(own, actor=actor))
        assert table.who(caught.value.finding.key) == SERVER


@threat("talk-malformed")
@pytest.mark.parametrize("why", MALFORMED)
def test_a_malformed_text_that_is_shown_later_changes_no_verdict(why: str) -> None:
    """A server and a friend of it log one, and give out the log without its body: it is VERIFIED, and stays so."""
    table = AtPlay().until(a_turn)
    table.host.take(table.people[SEAT].signed(*MALFORMED[why]))
    table.commit()
    log = table.play()
    reports = [audit(log), audit(without_texts(log)), audit(without(log, MALFORMED[why][1]))]
    for report in reports:
        assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
        assert report.follower is not None
    known = [inside(report.follower) for report in reports if report.follower is not None]
    assert known[0] == known[2]


def without(log: bytes, body: bytes) -> bytes:
    """The log without one body."""
    for entry, _ in read_entries(log):
        if entry.kind in TEXTS and entry.body == body:
            return log.replace(record(RecordType.ENTRY, entry.to_bytes()), record(RecordType.HEADER, entry.header()), 1)
    raise AssertionError("there is no such text")


@pytest.mark.parametrize("made", [lambda: (Kind.TALK, talk()), lambda: (Kind.NOTE, note(b"merry"))])
def test_said_malformed_and_removed_leave_the_same_follower(made: Callable[[], tuple[int, bodies.Talk]]) -> None:
    """But for the chain, which holds the hash of what was said."""
    kind, body = made()
    table = AtPlay().until(a_turn)
    said = table.people[SEAT].say(kind, body)
    bad = table.people[SEAT].signed(kind, b"\xc0")
    before = [entry for entry, _ in read_entries(table.file)]
    known = []
    read = Entry.from_bytes
    for entry in (
        read(said.to_bytes()),
        Entry.without_body(said.header()),
        read(bad.to_bytes()),
        Entry.without_body(bad.header()),
    ):
        follower = Follower(table.setting)
        for one in before:
            follower.signed_up_to = one.seq
            follower.take(one)
        assert follower.take(entry) == []
        assert follower.absence.waited_ms == table.host.follower.absence.waited_ms
        follower.chain.heads.pop()
        known.append(inside(follower))
    assert known[0] == known[1]
    assert known[2] == known[3]


def test_a_header_alone_stands_for_no_other_kind() -> None:
    """Only what people say to each other may be removed: a log without another body is damaged, and accuses no one."""
    table = AtPlay().until(a_turn)
    acted = table.people[table.asked].act(table.chosen_act(table.asked))
    with pytest.raises(Fault) as caught:
        table.host.take(Entry.without_body(acted.header()))
    assert caught.value.finding.code is Code.MALFORMED
    table.host.submit(acted)
    log = table.play()
    removed = log.replace(record(RecordType.ENTRY, acted.to_bytes()), record(RecordType.HEADER, acted.header()))
    assert removed != log
    report = audit(removed)
    assert (report.verdict, report.findings) == (Verdict.UNPROVEN, [])


# notes


@pytest.mark.parametrize("data", [b"", b"merry", bytes(512)])
def test_a_note_is_taken_and_changes_nothing(data: bytes) -> None:
    """What a later version may say with it, this one need not know."""
    table = AtPlay().until(a_turn)
    waiting, asked_at = table.host.follower.play.waiting(), table.host.follower.asked_at
    assert table.host.submit(table.people[SEAT].say(Kind.NOTE, note(data, "x" * 32))) == []
    assert (table.host.follower.play.waiting(), table.host.follower.asked_at) == (waiting, asked_at)
    report = audit(table.play())
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


def test_a_note_may_stand_before_the_first_card_and_not_after_the_seeds() -> None:
    table = AtPlay()
    table.host.submit(table.people[SEAT].say(Kind.NOTE, note()))
    table.host.say(Kind.GAME_OPEN, dealer_of(table.host).open_game())
    assert table.refused(table.people[SEAT].say(Kind.NOTE, note())) == (Code.OUT_OF_PLACE, SERVER)


def test_a_note_may_be_removed() -> None:
    table = AtPlay().until(a_turn)
    table.host.submit(table.people[SEAT].say(Kind.NOTE, note(b"merry")))
    [at] = table.places(Kind.NOTE)
    log = table.play()
    report = audit(without(log, encode(note(b"merry"))))
    assert (report.verdict, [entry.seq for entry in report.removed]) == (Verdict.VERIFIED, [at])


@pytest.mark.parametrize("most", [0, 3])
def test_notes_are_counted_beside_talk(most: int) -> None:
    table = AtPlay(most_talks=most).until(a_turn)
    for _ in range(most):
        table.host.submit(table.people[SEAT].say(Kind.TALK, talk()))
        table.host.submit(table.people[SEAT].say(Kind.NOTE, note()))
    table.commit()
    assert table.refused(table.people[SEAT].say(Kind.NOTE, note())) == (Code.CAP, SERVER)
    assert table.refused(table.people[SEAT].say(Kind.TALK, talk())) == (Code.CAP, SERVER)


def test_neither_a_server_nor_a_bot_writes_notes() -> None:
    table = AtPlay(server_bots=1).until(a_turn)
    assert table.refused(table.said(Kind.NOTE, note())) == (Code.WRONG_ACTOR, SERVER)
    assert table.refused(table.said(Kind.NOTE, note(), actor=2)) == (Code.WRONG_ACTOR, SERVER)


# reserved


@pytest.mark.parametrize("when", ["before the first card", "in play", "after the end"])
def test_a_log_is_handed_over_to_no_other_key(when: str) -> None:
    table = AtPlay()
    if when == "in play":
        table.until(a_turn)
    elif when == "after the end":
        table.play()
    chain = table.host.follower.chain
    handover = bodies.Handover(
        epoch=1,
        key=table.people[0]._keys.public,
        seq=max(1, chain.last),
        head=chain.heads[-1],
        votes=[(0, bytes(64)), (1, bytes(64)), (2, bytes(64))],
    )
    assert table.refused(table.said(Kind.HANDOVER, handover)) == (Code.OUT_OF_PLACE, SERVER)
    assert table.refused(table.people[0].say(Kind.HANDOVER, handover)) == (Code.WRONG_ACTOR, SERVER)

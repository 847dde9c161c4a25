"""Names of people: promised in the JOIN, said once, and removable without breaking the log."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from protocol.audit.audit import Verdict, audit
from protocol.follow.follower import Follower
from protocol.keys.identity import Purpose, sign
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.join import make_table
from protocol.log.records import Entry, Kind, RecordType, body_hash, record, records
from protocol.log.setting import read_setting
from protocol.wire.codec import BadFrame, encode, pack
from tests.support.tables_at_play import SERVER, AtPlay, a_turn, read_entries, small_mine, without_texts
from tests.support.threats import threat


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine():
        yield


def name(text: str, salt: bytes = bytes(16)) -> bodies.Name:
    """A name that no seat promised."""
    return bodies.Name(salt=salt, name=text)


def test_everybody_is_called_as_the_join_promised() -> None:
    table = AtPlay(server_bots=1)
    report = audit(table.play())
    assert report.verdict is Verdict.VERIFIED
    assert report.follower is not None
    assert report.follower.agreement.names == {0: "Player 1", 1: "Player 2"}


def test_the_join_says_nothing_about_the_name() -> None:
    """Two people of one name, and one person at two tables: other salts, other hashes."""
    table = AtPlay()
    hashes = [join.name_hash for join in table.setting.joins if join is not None]
    assert len(set(hashes)) == 3
    for joining, hashed in zip(table.joinings, hashes, strict=True):
        assert hashed == body_hash(encode(joining.name))
        assert hashed != body_hash(encode(name(joining.name.name)))
        assert hashed != body_hash(joining.name.name.encode())


def test_another_name_than_was_promised() -> None:
    table = AtPlay()
    own, other = table.joinings[0].name, table.joinings[1].name
    for wrong in (other, name(own.name), name("Mallory", own.salt), name(own.name + " ", own.salt)):
        assert table.refused(table.people[0].say(Kind.NAME, wrong)) == (Code.MALFORMED, "seat 0")


def test_a_name_is_said_once() -> None:
    table = AtPlay()
    table.host.submit(table.people[0].say(Kind.NAME, table.joinings[0].name))
    table.commit()
    again = table.people[0].say(Kind.NAME, table.joinings[0].name)
    assert table.refused(again) == (Code.OUT_OF_PLACE, SERVER)


def test_nobody_says_the_name_of_another() -> None:
    table = AtPlay()
    own = table.people[0].say(Kind.NAME, table.joinings[1].name)
    assert table.refused(own) == (Code.MALFORMED, "seat 0")
    assert table.refused(replace(own, actor=1)) == (Code.SIGNATURE, SERVER)
    assert table.refused(table.said(Kind.NAME, table.joinings[1].name, actor=1))[1] == SERVER


def test_a_bot_has_no_name_of_its_own() -> None:
    table = AtPlay(server_bots=1)
    assert table.refused(table.said(Kind.NAME, name("Robot"), actor=2)) == (Code.WRONG_ACTOR, SERVER)


def test_a_name_may_be_said_late_and_not_after_the_end() -> None:
    class Shy(AtPlay):
        def _before_play(self) -> Entry | None:
            """Seat 0 says no name."""
            self.host.follower.agreement.names.setdefault(0, "")
            entry = super()._before_play()
            if self.host.follower.agreement.names[0] == "":
                del self.host.follower.agreement.names[0]
            return entry

    table = Shy().until(a_turn)
    assert 0 not in table.host.follower.agreement.names
    silent = Shy()
    silent.play()
    assert silent.refused(silent.people[0].say(Kind.NAME, silent.joinings[0].name)) == (Code.OUT_OF_PLACE, SERVER)
    assert audit(silent.file).verdict is Verdict.VERIFIED
    table.host.submit(table.people[0].say(Kind.NAME, table.joinings[0].name))
    report = audit(table.play())
    assert report.verdict is Verdict.VERIFIED
    assert report.follower is not None
    assert report.follower.agreement.names[0] == "Player 1"


# removed


def test_a_log_without_its_names_is_still_verified() -> None:
    table = AtPlay()
    log = table.play()
    stripped = without_texts(log)
    assert not any(b"Player" in payload for _, payload in records(stripped))
    report = audit(stripped)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert [entry.seq for entry in report.removed] == [1, 2, 3]
    assert report.follower is not None
    assert report.follower.agreement.names == {0: None, 1: None, 2: None}
    assert report.follower.chain.heads == table.host.follower.chain.heads


def test_a_removed_name_is_still_said_once() -> None:
    table = AtPlay()
    table.host.submit(table.people[0].say(Kind.NAME, table.joinings[0].name))
    follower = Follower(table.setting)
    [(entry, _)] = read_entries(table.file)
    follower.take(Entry.without_body(entry.header()))
    assert follower.agreement.names == {0: None}
    table.commit()
    again = table.people[0].say(Kind.NAME, table.joinings[0].name)
    assert table.refused(again) == (Code.OUT_OF_PLACE, SERVER)


def test_a_name_that_was_not_promised_is_not_saved_by_removing_it() -> None:
    table = AtPlay()
    wrong = table.people[0].say(Kind.NAME, name("Mallory"))
    report = audit(without_texts(table.forced(wrong)))
    assert table.findings(report) == [(Code.MALFORMED, 1, "seat 0")]


def test_the_header_that_is_left_cannot_be_changed() -> None:
    table = AtPlay()
    log = table.play()
    [first] = [payload for _, payload in list(records(log))[2:3]]
    for at in (0, 4, 8, 9, 10, 14, 18, 20, 52):
        damaged = bytearray(first[:116])
        damaged[at] ^= 1
        changed = log.replace(record(RecordType.ENTRY, first), record(RecordType.HEADER, bytes(damaged)))
        assert changed != log
        report = audit(changed)
        assert (report.verdict, report.findings, report.entries) == (Verdict.UNREADABLE, [], 0), at


# what a name can be


@pytest.mark.parametrize("text", ["x", "ä" * 32, "矿" * 21, "é" * 20, "a b", "\N{GEM STONE}" * 16])
def test_names_up_to_64_bytes(text: str) -> None:
    table = with_name(encode(name(text)))
    entry = table.people[0].signed(Kind.NAME, encode(name(text)))
    table.host.submit(entry)
    assert table.host.follower.agreement.names[0] == text


BAD = [
    "",
    "x" * 65,
    "ä" * 33,
    "\x1b[2J",
    "a\nb",
    "\x00",
    "\x7f",
    "\x85",
    "a\u200bb",
    "\u202eevil",
    "\u2066x",
    "\ufeffx",
    "\ufff9",
    "\U000e0041",
]


@threat("name-crafted")
@pytest.mark.parametrize("text", BAD)
def test_crafted_names_are_refused_by_the_server_and_count_as_removed_in_a_log(text: str) -> None:
    """The list of code points is fixed: every Python judges them alike."""
    body = b"\x82\xa4name" + _text(text) + b"\xa4salt\xc4\x10" + bytes(16)
    with pytest.raises((ValueError, BadFrame)):
        encode(name(text))
    is_refused_and_counts_as_removed(with_name(body), body)


def is_refused_and_counts_as_removed(table: AtPlay, body: bytes) -> None:
    """The server does not log such a name; in a log that holds it, it is as good as removed."""
    entry = table.people[0].signed(Kind.NAME, body)
    with pytest.raises(Fault) as caught:
        table.host.submit(entry)
    assert (caught.value.finding.code, table.who(caught.value.finding.key)) == (Code.MALFORMED, "seat 0")
    assert table.host.follower.chain.last == 0
    table.host.take(entry)  # by a server that does not look
    assert table.host.follower.agreement.names == {0: None}
    log = table.play()
    for file in (log, without_texts(log)):
        report = audit(file)
        assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


def _text(text: str) -> bytes:
    data = text.encode()
    return (bytes([0xA0 + len(data)]) if len(data) < 32 else bytes([0xD9, len(data)])) + data


def test_a_name_with_something_else_beside_it() -> None:
    for body in (
        pack({"name": "x", "salt": bytes(16), "more": 1}),
        pack({"name": "x", "salt": bytes(15)}),
        pack({"name": "x"}),
        pack({"salt": bytes(16)}),
    ):
        is_refused_and_counts_as_removed(with_name(body), body)


def with_name(body: bytes) -> AtPlay:
    """A table whose first person has promised to be called so, whatever it is."""
    table = AtPlay()
    whole = read_setting(table.table).table
    rows: list[bodies.SignedJoin | bodies.BotSeat] = [row.person for row in whole.seats if row.person is not None]
    join = table.setting.joins[0]
    assert join is not None
    values = {field: getattr(join, field) for field in join.__struct_fields__}
    promised = encode(bodies.Join(**values | {"name_hash": body_hash(body)}))
    signing = table.people[0]._keys.signing
    rows[0] = bodies.SignedJoin(join=promised, signature=sign(signing, Purpose.JOIN, promised))
    table.table = make_table(table.setting.rules, table.options, rows, whole.server_key, table.server.secrets)
    table.setting = read_setting(table.table)
    table.sit_down()
    return table

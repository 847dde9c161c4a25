"""One table as one client follows it: the test is the server, honest or not."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.task import Clock

from client.net.conversation import Surroundings
from client.net.drawer import Drawer
from client.net.open_joins import OpenJoins
from client.net.table.gaps import MOST_LESSONS
from client.net.table.log_file import InUse
from client.net.table.stopwatch import Mistimed
from client.net.table.table import LESSON_SECONDS, FollowedTable
from client.net.trouble import Trouble
from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import Purpose, sign, verify
from protocol.log.bodies import End
from protocol.log.faults import Code
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, Kind, RecordType, head_parts, record, records
from protocol.log.setting import table_id
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.bodies import DeckCommit
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.codec import Message, encode
from protocol.wire.messages import (
    FRAME_OF_CLIENT,
    Behind,
    BetweenRounds,
    Entries,
    Evidence,
    Presence,
    Remedy,
    Resume,
    Submit,
    Teach,
)
from protocol.wire.messages import Fault as FaultMessage
from tests.support.nights import thinned
from tests.support.tables_at_play import AtPlay, small_mine
from tests.support.threats import threat


@cache
def game() -> AtPlay:
    """A whole small game; no test changes it."""
    table = AtPlay()
    table.play()
    table.commit()
    return table


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    with small_mine():
        yield


class Looker:
    """Notes what a table shows."""

    def __init__(self) -> None:
        self.table: FollowedTable | None = None
        self.entries: list[int] = []
        self.asked = 0
        self.troubles: list[Trouble] = []
        self.objections: list[str] = []
        self.denials: list[str] = []

    def opened(self, table: FollowedTable) -> None:
        self.table = table
        self.entries.clear()

    def went_on(self, entry: Entry, events: list[object]) -> None:
        self.entries.append(entry.seq)

    def fetched(self, entry: Entry) -> None:
        raise AssertionError("every text was there")

    def may_act(self) -> None:
        self.asked += 1

    def told(self, presence: Presence) -> None:
        """Nothing is counted."""

    def rests(self, between: BetweenRounds) -> None:
        """Nothing is counted."""

    def refused(self, entry: Entry, code: str) -> None:
        raise AssertionError("nothing was said")

    def denied(self, code: str) -> None:
        self.denials.append(code)

    def mistimed(self, question: Mistimed) -> None:
        raise AssertionError("no clock ran")

    def objected(self, code: str) -> None:
        self.objections.append(code)

    def stopped(self, trouble: Trouble) -> None:
        self.troubles.append(trouble)


class Seat:
    """Seat 0 of the game, on a disk of its own."""

    def __init__(self, folder: Path, table: AtPlay | None = None) -> None:
        self.at = table or game()
        self.folder = folder
        self.clock = Clock()
        self.said: list[Message] = []
        self.open()

    def open(self) -> None:
        """Start the program."""
        self.looker = Looker()
        around = Surroundings(self.clock, lambda count: b"r" * count)
        identity = self.at.joinings[0].identity
        joins = OpenJoins(identity, "Eva", Drawer(self.folder), around.randomness)
        self.table = FollowedTable(self.at.setting.tid, joins, around, self.looker)

    def again(self) -> None:
        """End it and start it."""
        self.table.close()
        self.open()

    def connect(self) -> Resume:
        self.said.clear()
        self.table.connected(self.said.append, self.at.setting.server_key)
        (resume,) = self.said
        assert isinstance(resume, Resume)
        self.said.clear()
        return resume

    def tell(self, some: list[bytes]) -> None:
        self.table.hear(Entries(table=self.at.setting.tid, records=tuple(some)))

    @property
    def path(self) -> Path:
        return self.table.file.path

    @property
    def trouble(self) -> Trouble:
        (trouble,) = self.looker.troubles
        return trouble


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    made = Seat(tmp_path)
    yield made
    made.table.close()
    assert made.clock.getDelayedCalls() == []


def log() -> list[bytes]:
    return list(game().host.records)


def heads() -> list[int]:
    """The places in the log behind which it is signed."""
    return [at for at, one in enumerate(log(), 1) if one[0] == RecordType.HEAD]


def last_seq(some: list[bytes]) -> int:
    entries = [one for one in some if one[0] == RecordType.ENTRY]
    return len(entries)


# only what is signed


def test_a_whole_game_is_followed_into_a_file_that_is_verified(seat: Seat) -> None:
    assert seat.connect() == Resume(table=seat.at.setting.tid, next=1, head=Chain(seat.at.setting.tid).heads[0])
    for one in log():
        seat.tell([one])
    assert seat.path.read_bytes() == MAGIC + b"".join(log())
    assert audit(seat.path.read_bytes()).verdict is Verdict.VERIFIED
    assert seat.looker.entries == list(range(1, last_seq(log()) + 1))
    assert seat.table.ended is not None
    assert seat.table.confirmed
    assert seat.table.phrase


def test_nothing_is_shown_before_its_head(seat: Seat) -> None:
    seat.connect()
    first, second = heads()[4:6]
    seat.tell(log()[:first])
    shown, size = list(seat.looker.entries), seat.path.stat().st_size
    for one in log()[first : second - 1]:
        seat.tell([one])
        assert seat.looker.entries == shown
        assert seat.path.stat().st_size == size
        assert seat.table.follower is not None
        assert seat.table.follower.chain.last == len(shown)
    seat.tell([log()[second - 1]])
    assert len(seat.looker.entries) > len(shown)


def test_after_a_cut_the_log_goes_on_behind_the_last_head(seat: Seat) -> None:
    seat.connect()
    first, second = heads()[4:6]
    seat.tell(log()[: second - 1])
    seat.table.disconnected()
    resume = seat.connect()
    assert resume.next == last_seq(log()[:first]) + 1
    assert seat.table.follower is not None
    assert resume.head == seat.table.follower.chain.heads[-1]
    seat.tell(log()[first:])
    assert seat.path.read_bytes() == MAGIC + b"".join(log())
    assert not seat.looker.troubles


def test_a_cut_before_the_first_entry(seat: Seat) -> None:
    for _ in range(3):
        seat.table.disconnected()
        assert seat.connect().next == 1
        seat.tell(log()[:3])
    seat.table.disconnected()
    seat.connect()
    seat.tell(log())
    assert seat.path.read_bytes() == MAGIC + b"".join(log())


def test_a_new_start_folds_the_file(seat: Seat) -> None:
    seat.connect()
    seat.tell(log()[: heads()[9]])
    before = seat.table
    seat.again()
    assert seat.looker.entries == list(range(1, last_seq(log()[: heads()[9]]) + 1))
    assert seat.table.seat is not None
    assert before.seat is not None
    assert repr(seat.table.seat.notebook.shown) == repr(before.seat.notebook.shown)
    assert seat.connect().next == last_seq(log()[: heads()[9]]) + 1
    seat.tell(log()[heads()[9] :])
    assert seat.path.read_bytes() == MAGIC + b"".join(log())


@pytest.mark.parametrize("part", thinned(range(40), 4))
def test_wherever_the_file_is_cut_it_goes_on(seat: Seat, part: int) -> None:
    whole = MAGIC + b"".join(log())
    seat.connect()
    seat.tell(log())
    cut = len(whole) * part // 40 + part
    seat.table.close()
    seat.path.write_bytes(whole[:cut])
    seat.open()
    left = seat.path.read_bytes()
    assert whole.startswith(left)
    assert len(left) <= cut
    assert seat.table.damaged is None
    resume = seat.connect()
    stored = [record(kind, payload) for kind, payload in records(left)] if left else []
    assert resume.next == last_seq(stored) + 1
    seat.tell(log() if resume.next == 1 else log()[len(stored) :])
    assert seat.path.read_bytes() == whole


@pytest.mark.parametrize("part", range(1, 20))
def test_a_file_that_was_changed_is_kept_aside_and_mended(seat: Seat, part: int) -> None:
    """Anywhere but in the length of a record: one that runs over the end looks like what a crash leaves."""
    check_mended(seat, len(MAGIC + b"".join(log())) * part // 20 + part)


@pytest.mark.parametrize("where", [b"", b"proto", b"dealer", b"relay"])
def test_a_file_whose_table_was_changed_is_kept_aside_and_mended(seat: Seat, where: bytes) -> None:
    """Also where the table cannot be read any more, or says that it is of another version."""
    table = log()[0]
    check_mended(seat, len(MAGIC) + (table.index(where) + len(where) if where else 5))


def check_mended(seat: Seat, at: int) -> None:
    """A bit of this byte was turned."""
    whole = MAGIC + b"".join(log())
    seat.connect()
    seat.tell(log())
    changed = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
    seat.table.close()
    seat.path.write_bytes(changed)
    seat.open()
    assert seat.table.damaged is not None
    assert seat.table.damaged.read_bytes() == changed
    left = seat.path.read_bytes()
    assert whole.startswith(left)
    resume = seat.connect()
    stored = [record(kind, payload) for kind, payload in records(left)] if left else []
    seat.tell(log() if resume.next == 1 else log()[len(stored) :])
    assert seat.path.read_bytes() == whole
    assert not seat.looker.troubles


def test_two_programs_cannot_follow_one_table_into_one_file(seat: Seat) -> None:
    with pytest.raises(InUse):
        Seat(seat.folder)


# what does not go on


def stopped_by(seat: Seat, some: list[bytes], code: Code) -> Trouble:
    """The table stops, nothing of it is kept in the log, and everything in the evidence."""
    before = seat.path.read_bytes()
    seat.tell(some)
    trouble = seat.trouble
    assert trouble.code == code.value
    assert seat.path.read_bytes() == before
    assert trouble.evidence is not None
    assert trouble.evidence.read_bytes().startswith(before)
    seat.tell(log()[heads()[4] :])
    assert seat.path.read_bytes() == before
    seat.table.hear(here(seat))
    assert seat.said == []
    return trouble


def here(seat: Seat) -> Presence:
    return Presence(
        table=seat.at.setting.tid,
        seats=("here", "here", "here"),
        waiting=(),
        left_ms=0,
        paused=False,
        pause_wanted=(),
    )


@pytest.fixture
def begun(seat: Seat) -> Seat:
    """In the middle of the game."""
    seat.connect()
    seat.tell(log()[: heads()[4]])
    return seat


def test_a_head_that_does_not_hold(begun: Seat) -> None:
    batch = log()[heads()[4] : heads()[5]]
    bad = HeadRecord(HeadRecord.from_bytes(batch[-1][5:]).seq, bytes(63) + b"\1")
    trouble = stopped_by(begun, [*batch[:-1], record(RecordType.HEAD, bad.to_bytes())], Code.HEAD)
    assert trouble.proved is None
    assert "no proof" in str(trouble)


@threat("log-head-false", Code.HEAD)
def test_a_head_over_another_log(begun: Seat) -> None:
    """The server's own signature, over something else than it sends: that shows nothing to others."""
    batch = log()[heads()[4] : heads()[5]]
    seq = HeadRecord.from_bytes(batch[-1][5:]).seq
    other = HeadRecord(seq, game().server.sign_head(*head_parts(game().setting.tid, seq, bytes(32))))
    assert stopped_by(begun, [*batch[:-1], record(RecordType.HEAD, other.to_bytes())], Code.HEAD).proved is None


def test_a_head_of_another_key(begun: Seat) -> None:
    batch = log()[heads()[4] : heads()[5]]
    seq = HeadRecord.from_bytes(batch[-1][5:]).seq
    key = game().joinings[1].identity.key
    parts = head_parts(game().setting.tid, seq, game().host.follower.chain.heads[seq])
    forged = HeadRecord(seq, sign(key, Purpose.HEAD, *parts))
    assert stopped_by(begun, [*batch[:-1], record(RecordType.HEAD, forged.to_bytes())], Code.HEAD).proved is None


@threat("log-number", Code.SEQUENCE)
def test_an_entry_that_is_left_out(begun: Seat) -> None:
    assert stopped_by(begun, log()[heads()[5] :], Code.SEQUENCE).proved is None


def test_entries_that_were_sent_before(begun: Seat) -> None:
    assert stopped_by(begun, log()[heads()[3] : heads()[4]], Code.SEQUENCE).proved is None


def test_a_head_without_entries(begun: Seat) -> None:
    assert stopped_by(begun, [log()[heads()[4] - 1]], Code.HEAD).proved is None


def test_a_record_that_is_none(begun: Seat) -> None:
    stopped_by(begun, [b"\x03\x05\x00\x00\x00abc"], Code.MALFORMED)


def test_two_records_in_one(begun: Seat) -> None:
    batch = log()[heads()[4] : heads()[5]]
    stopped_by(begun, [batch[0] + batch[1]], Code.MALFORMED)


def test_a_second_table(begun: Seat) -> None:
    stopped_by(begun, log()[:1], Code.SEQUENCE)


def test_an_entry_that_breaks_a_rule_is_proved_against_the_server(begun: Seat) -> None:
    """An end in the middle of the game, under the server's own signature."""
    at = AtPlay()
    while last_seq(list(at.host.records)) < last_seq(log()[: heads()[4]]):
        assert at.go_on()
    at.commit()
    assert list(at.host.records) == log()[: heads()[4]]
    early = replace(at.host.entries[-1], seq=at.host.next_seq, kind=Kind.END, actor=255, seen=0, counter=0)
    early = replace(early, signature=bytes(64), body=encode(End(reason="finished", seats=[])))
    forced = at.forced(early)
    some = [record(kind, payload) for kind, payload in records(forced)][heads()[4] :]
    trouble = stopped_by(begun, some, Code.OUT_OF_PLACE)
    assert trouble.proved is not None
    assert trouble.proved.key == at.setting.server_key
    assert trouble.evidence is not None
    assert audit(trouble.evidence.read_bytes()).verdict is Verdict.REFUTED
    assert "proves this against the key" in str(trouble)
    begun.again()
    assert begun.trouble == trouble, "it is not forgotten by starting anew"
    begun.table.connected(begun.said.append, at.setting.server_key)
    assert not begun.table.live


class Crooked(HoldingDealer):
    """Has promised another card than the seeds give, in a slot that no seat is ever shown."""

    def answer(self, want: Any, state: Any, seq: int) -> tuple[int, Any]:
        kind, body = super().answer(want, state, seq)
        if isinstance(body, DeckCommit) and state.round == 0:
            body = DeckCommit(commitments=[*body.commitments[:6], bytes(32), *body.commitments[7:]])
        return kind, body


@threat("deal-deck", Code.STACKED)
def test_a_stacked_pile_is_proved_against_the_server_at_the_end(tmp_path: Path) -> None:
    at = AtPlay(dealer=Crooked)
    at.play()
    records_, last = list(at.host.records), at.places(Kind.END)[0]
    end = next(place for place, one in enumerate(records_) if one[0] == RecordType.ENTRY and seq_of(one) == last)
    seat = Seat(tmp_path, at)
    seat.connect()
    seat.tell(records_[: end - 1])
    assert seat.looker.troubles == []
    seat.tell(records_[end - 1 :])
    assert seat.trouble.code == Code.STACKED.value
    assert seat.trouble.proved is not None
    assert (seat.trouble.proved.at, seat.trouble.proved.key) == (
        at.places(DealerKind.DECK_COMMIT)[0],
        at.setting.server_key,
    )
    assert seat.trouble.evidence is not None
    assert audit(seat.trouble.evidence.read_bytes()).verdict is Verdict.REFUTED
    seat.table.close()


def seq_of(one: bytes) -> int:
    return Entry.from_bytes(one[5:]).seq


def test_what_proves_nothing_does_not_keep_anybody_from_trying_again(begun: Seat) -> None:
    assert stopped_by(begun, log()[heads()[5] :], Code.SEQUENCE).proved is None
    begun.again()
    assert begun.looker.troubles == []


def test_a_table_that_was_not_asked_for(seat: Seat) -> None:
    other = AtPlay(seed=b"another")
    seat.connect()
    seat.tell(list(other.host.records))
    assert seat.trouble.code == Code.TABLE.value
    assert seat.path.read_bytes() == b""


@threat("table-unknown", "table/unreadable")
def test_a_table_by_rules_that_nobody_knows(tmp_path: Path) -> None:
    at = AtPlay()
    changed = at.table.replace(b"\xa4mine\x01", b"\xa4mine\x7f")
    assert changed != at.table
    at.setting = replace(at.setting, tid=table_id(changed))
    seat = Seat(tmp_path, at)
    seat.connect()
    seat.tell([record(RecordType.TABLE, changed), log()[1]])
    assert seat.trouble.code == "table/unreadable"
    assert seat.trouble.evidence is None
    seat.table.close()


def test_a_file_of_another_version_is_left_as_it_is(begun: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    content = begun.path.read_bytes()
    begun.table.close()
    monkeypatch.setattr("engine.mine.game.REV", 99)
    begun.open()
    assert begun.trouble.code == "table/unreadable"
    assert begun.path.read_bytes() == content
    begun.said.clear()
    begun.table.connected(begun.said.append, begun.at.setting.server_key)
    assert begun.said == []


def test_a_log_that_breaks_this_program_stops_the_table(begun: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> list[object]:
        raise KeyError("a mistake")

    assert begun.table.seat is not None
    monkeypatch.setattr(begun.table.seat, "take", broken)
    batch = log()[heads()[4] : heads()[5]]
    begun.tell(batch)
    assert begun.trouble.code == "table/failed"
    assert begun.trouble.evidence is not None
    assert begun.trouble.evidence.read_bytes().endswith(b"".join(batch))


def test_a_disk_that_is_full_stops_the_table(begun: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("client.net.table.log_file.os.write", full)
    begun.tell(log()[heads()[4] : heads()[5]])
    assert begun.trouble.code == "table/not-kept"
    assert "No space left" in str(begun.trouble)


# what the server cannot do


@pytest.mark.parametrize("code", ["table/none", "table/closed", "seat/elsewhere", "log/unreadable"])
def test_some_faults_stop_the_table(begun: Seat, code: str) -> None:
    begun.table.hear(FaultMessage(table=begun.at.setting.tid, code=code, remedy=Remedy.LEAVE))
    assert begun.trouble.code == code


@pytest.mark.parametrize("code", ["server/not-stored", "talk/too-fast", "future/code"])
def test_other_faults_do_not(begun: Seat, code: str) -> None:
    begun.table.hear(FaultMessage(table=begun.at.setting.tid, code=code, remedy=Remedy.WAIT))
    assert not begun.looker.troubles
    assert begun.looker.denials == [code]


@threat("log-old-head", "log/differs")
def test_a_server_with_another_log_is_shown_its_own_signature(begun: Seat) -> None:
    begun.table.hear(FaultMessage(table=begun.at.setting.tid, code="log/differs", remedy=Remedy.LEAVE))
    (said,) = begun.said
    assert isinstance(said, Evidence)
    parts = head_parts(begun.at.setting.tid, said.seq, said.head)
    assert verify(begun.at.setting.server_key, said.signature, Purpose.HEAD, *parts)
    assert said.seq == last_seq(log()[: heads()[4]])
    assert begun.trouble.code == "log/differs"
    assert begun.trouble.evidence is not None


@pytest.mark.parametrize("lost", range(0, 12, 3))
def test_a_server_that_has_lost_something_is_taught(begun: Seat, lost: int) -> None:
    begun.tell(log()[heads()[4] :])
    behind = heads()[lost]
    begun.table.hear(Behind(table=begun.at.setting.tid, next=last_seq(log()[:behind]) + 1))
    lessons = [message for message in begun.said if isinstance(message, Teach)]
    assert lessons == begun.said
    assert all(len(encode(lesson)) <= FRAME_OF_CLIENT for lesson in lessons)
    assert [one for lesson in lessons for one in lesson.records] == log()[behind:]
    begun.said.clear()
    begun.clock.advance(LESSON_SECONDS)
    (resume,) = begun.said
    assert isinstance(resume, Resume)
    assert resume.next == last_seq(log()) + 1


def test_a_server_that_asks_again_is_shown_what_it_signed_before(begun: Seat) -> None:
    behind = Behind(table=begun.at.setting.tid, next=last_seq(log()[: heads()[2]]) + 1)
    begun.table.hear(behind)
    assert not any(isinstance(said, Evidence) for said in begun.said)
    begun.table.hear(behind)
    (said,) = [said for said in begun.said if isinstance(said, Evidence)]
    assert said.seq == behind.next - 1
    parts = head_parts(begun.at.setting.tid, said.seq, said.head)
    assert verify(begun.at.setting.server_key, said.signature, Purpose.HEAD, *parts)


@threat("log-old-head", "table/will-not-learn")
def test_a_server_that_does_not_learn_is_left_alone(begun: Seat) -> None:
    for _ in range(MOST_LESSONS):
        begun.table.hear(Behind(table=begun.at.setting.tid, next=1))
        assert not begun.looker.troubles
    begun.table.hear(Behind(table=begun.at.setting.tid, next=1))
    assert begun.trouble.code == "table/will-not-learn"


# what is said


def test_nothing_is_said_before_everything_was_received(seat: Seat) -> None:
    seat.connect()
    seat.tell(log()[: heads()[4]])
    assert seat.said == []
    assert not seat.looker.asked


def test_a_seat_that_has_not_sealed_and_knows_of_no_consent_says_nothing(seat: Seat) -> None:
    seat.connect()
    seat.tell(log()[:2])
    seat.table.hear(here(seat))
    assert seat.looker.objections == ["consent/none"]
    assert seat.said == []
    seat.tell(log()[2 : heads()[0]])
    assert seat.looker.objections == ["consent/none"]
    assert seat.said == []


def test_who_has_sealed_before_goes_on_from_key_and_log_alone(seat: Seat) -> None:
    """On a second computer, say."""
    at = next(number for number, head in enumerate(heads()) if _revealed(log()[:head]))
    seat.connect()
    seat.tell(log()[: heads()[at]])
    seat.table.hear(here(seat))
    assert not seat.looker.objections
    assert seat.looker.asked or isinstance(seat.said[-1], Submit)


def _revealed(some: list[bytes]) -> bool:
    kinds = [Entry.from_bytes(one[5:]).kind for one in some if one[0] == RecordType.ENTRY]
    return kinds.count(Kind.REVEAL) == 3


def test_what_was_signed_is_sent_again_as_it_was(seat: Seat) -> None:
    at = next(number for number, head in enumerate(heads()) if _revealed(log()[:head]))
    seat.connect()
    seat.tell(log()[: heads()[at]])
    seat.table.hear(here(seat))
    seat.table.talk("Glück auf!")
    first = seat.said[-1]
    assert isinstance(first, Submit)
    for restart in (seat.table.disconnected, seat.again):
        restart()
        seat.connect()
        assert seat.said == []
        seat.table.hear(here(seat))
        assert seat.said == [first]
        assert seat.table.flying is not None


def test_only_one_thing_is_on_its_way(seat: Seat) -> None:
    at = next(number for number, head in enumerate(heads()) if _revealed(log()[:head]))
    seat.connect()
    seat.tell(log()[: heads()[at]])
    seat.table.hear(here(seat))
    before = len(seat.said)
    seat.table.talk("one")
    seat.table.talk("two")
    seat.table.leave()
    assert len(seat.said) <= before + 1


def test_somebody_without_a_seat_only_watches(tmp_path: Path) -> None:
    at = game()
    looker = Looker()
    around = Surroundings(Clock(), lambda count: b"r" * count)
    stranger = AtPlay(seed=b"a stranger").joinings[0].identity
    joins = OpenJoins(stranger, "Eva", Drawer(tmp_path), around.randomness)
    table = FollowedTable(at.setting.tid, joins, around, looker)
    said: list[Message] = []
    table.connected(said.append, at.setting.server_key)
    table.hear(Entries(table=at.setting.tid, records=tuple(log())))
    assert table.seat is None
    assert table.ended is not None
    assert table.confirmed
    with pytest.raises(ValueError, match="only watched"):
        table.talk("hello")
    assert len(said) == 1
    table.close()

"""The log of one table as its server holds it: followed, signed, sent and taught, with nothing dealt.

It needs no secret, so it serves a table that has ended as well as one that is played.
"""

from collections.abc import Callable, Sequence

from protocol.follow.follower import Follower, text_of
from protocol.host.entries import Entries
from protocol.keys.identity import Purpose, verify
from protocol.log.cards import card_tables
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import (
    MAGIC,
    NO_SIGNATURE,
    NOBODY,
    TEXTS,
    Chain,
    Entry,
    HeadRecord,
    Kind,
    RecordType,
    head_parts,
    record,
    spoken_by,
    without_body,
)
from protocol.log.setting import Setting
from protocol.wire.codec import Body, encode

SignHead = Callable[..., bytes]
Now = Callable[[], int]
"""Milliseconds on a clock that is never set."""

_LONGEST_WAIT = 2**32 - 1


class TableLog:
    """``records`` is the log so far, as it is stored and sent."""

    def __init__(self, setting: Setting, table: bytes, sign_head: SignHead, now: Now) -> None:
        self.setting = setting
        self.follower = Follower(setting)
        cards = card_tables(self.follower.state.book)
        self.records = [record(RecordType.TABLE, table), record(RecordType.CARDS, cards)]
        self.entries = Entries(self.records)
        self.moves = 0
        """How many acts there are."""
        self._sign_head = sign_head
        self._now = now
        self._last = now()

    @property
    def file(self) -> bytes:
        """The log file."""
        return MAGIC + b"".join(self.records)

    @property
    def next_seq(self) -> int:
        """The number of the next entry."""
        return self.follower.chain.last + 1

    def elapsed(self) -> int:
        """The milliseconds since the last entry."""
        return min(max(0, self._now() - self._last), _LONGEST_WAIT)

    # writing

    def submit(self, entry: Entry) -> list[object]:
        """What a person signed, at the place that the log has for it."""
        if entry.kind in TEXTS and text_of(entry) is None:
            raise Fault(Finding(Code.MALFORMED, self.next_seq, self._seat_key(entry), "the text cannot be read"))
        return self.take(entry.placed(self.next_seq, self.elapsed()))

    def _seat_key(self, entry: Entry) -> bytes:
        keys = self.setting.seat_keys
        return (keys[entry.actor] if entry.actor < len(keys) else None) or self.setting.server_key

    def say(self, kind: int, body: Body) -> list[object]:
        """An entry of the server."""
        return self.write(kind, NOBODY, encode(body))

    def write(self, kind: int, actor: int, data: bytes) -> list[object]:
        """An entry without a signature: the server's, or a bot's."""
        round_ = self.follower.state.round
        return self.take(Entry(self.next_seq, self.elapsed(), kind, actor, 0, 0, round_, NO_SIGNATURE, data))

    def take(self, entry: Entry) -> list[object]:
        """Check and append; the events that followed."""
        events = self.follower.take(entry)
        self.entries.append(entry)
        self.moves += entry.kind == Kind.ACT
        self._last = self._now()
        return events

    def commit(self) -> HeadRecord:
        """Sign the log up to here."""
        chain = self.follower.chain
        head = HeadRecord(chain.last, self._sign_head(*head_parts(chain.tid, chain.last, chain.heads[-1])))
        self.take_head(head)
        return head

    def take_head(self, head: HeadRecord) -> None:
        """A signature over the log up to here."""
        self.records.append(record(RecordType.HEAD, head.to_bytes()))
        self.follower.signed_up_to = head.seq

    def forget_texts(self, seat: int) -> None:
        """What this seat has said stands here as headers alone from now on; the chain is the same."""
        for at, one in enumerate(self.records):
            if spoken_by(one, seat):
                self.records[at] = without_body(one)

    # starting again

    def restore(self, entry: Entry) -> None:
        """Take an entry that was written before."""
        self.take(entry)

    def learn(self, told: Sequence[tuple[RecordType, bytes]]) -> None:
        """Take lost entries back from a client: only what stands under the server's own signature."""
        chain = Chain(self.setting.tid)
        chain.heads[:] = self.follower.chain.heads
        news: list[Entry | HeadRecord] = []
        proved = 0
        for kind, payload in told:
            if kind == RecordType.ENTRY:
                entry = Entry.from_bytes(payload)
                if entry.seq == chain.last + 1:
                    chain.extend(entry)
                    news.append(entry)
            elif kind == RecordType.HEAD and len(news) > proved:
                head = HeadRecord.from_bytes(payload)
                if head.seq != chain.last:
                    continue
                if not self._is_own(chain, head):
                    break  # one false signature is enough: checking a thousand would be work for nothing
                news.append(head)
                proved = len(news)
        for one in news[:proved]:
            if isinstance(one, HeadRecord):
                self.take_head(one)
            else:
                self.restore(one)

    def _is_own(self, chain: Chain, head: HeadRecord) -> bool:
        parts = head_parts(chain.tid, head.seq, chain.heads[head.seq])
        return verify(self.setting.relay_key(head.seq), head.signature, Purpose.HEAD, *parts)

    def is_fork(self, seq: int, head: bytes, signature: bytes) -> bool:
        """Whether the server has signed another log of this table than the one it has."""
        heads = self.follower.chain.heads
        if seq >= len(heads) or heads[seq] == head:
            return False
        return verify(self.setting.relay_key(seq), signature, Purpose.HEAD, *head_parts(self.setting.tid, seq, head))

"""Reading a log file for the audit: records until one is bad; only what stands under a valid HEAD counts.

Bytes that cannot be read are damage and accuse no key: a holder of the file could have changed them.
"""

from protocol.audit.report import Damage
from protocol.follow.follower import Follower
from protocol.keys.identity import Purpose, verify
from protocol.log.cards import card_tables
from protocol.log.faults import Fault, Finding
from protocol.log.records import (
    TEXTS,
    Chain,
    CutShort,
    Entry,
    HeadRecord,
    Kind,
    NotALog,
    RecordType,
    head_parts,
    records,
)
from protocol.log.setting import Setting, read_setting


class BadTable(Exception):
    """The TABLE can be read and breaks a rule; whether the server made it so is another question."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.evidence)
        self.finding = finding


class Reading:
    """A log, judged as far as it can be read and as far as the server signed it."""

    def __init__(self) -> None:
        self.setting: Setting | None = None
        self.follower: Follower | None = None
        self._headers: Chain | None = None
        self.pending: list[Entry] = []
        """Entries that no HEAD vouches for yet."""
        self.entries: list[Entry] = []
        self.damage: Damage | None = None
        self.seals_signed = True
        """Whether a HEAD stands between the last seal and the first seed; a holder can have taken it out."""

    def read(self, data: bytes) -> Follower:
        """Follow the log; the first thing that is wrong ends it with `Fault`, `BadTable` or `Unreadable`."""
        try:
            for number, (kind, payload) in enumerate(records(data)):
                self._take(number, kind, payload)
        except (CutShort, _Bad) as error:
            self.damage = self._damage(error)
        if self.follower is None:
            raise NotALog(self.damage.detail if self.damage else "the file has no table")
        return self.follower

    def _damage(self, error: ValueError) -> Damage:
        """Which entries the damage may be in: a HEAD that does not verify says nothing of where before it."""
        last = self._headers.last if self._headers is not None else 0
        if isinstance(error, _BadHead) and self.pending:
            return Damage(last - len(self.pending) + 1, last, str(error))
        at = 0 if isinstance(error, _BadFront) else last + 1
        return Damage(at, at, str(error))

    def _take(self, number: int, kind: RecordType, payload: bytes) -> None:
        if number == 0 and kind == RecordType.TABLE:
            self._take_table(payload)
        elif self.follower is None or self._headers is None:
            raise _BadFront("the file does not begin with a table")
        elif number == 1:
            if kind != RecordType.CARDS or payload != card_tables(self.follower.state.book):
                raise _BadFront("the cards in the file are not those that its table names")
        elif kind in {RecordType.ENTRY, RecordType.HEADER}:
            self._take_entry(self._headers, kind, payload)
        elif kind == RecordType.HEAD:
            self._take_head(self.follower, self._headers, payload)
        else:
            raise _Bad(f"a {kind.name} cannot stand there")

    def _take_table(self, payload: bytes) -> None:
        try:
            self.setting = read_setting(payload)
        except Fault as fault:
            raise BadTable(fault.finding) from fault
        self.follower = Follower(self.setting)
        self._headers = Chain(self.setting.tid)

    def _take_entry(self, headers: Chain, kind: RecordType, payload: bytes) -> None:
        entry = entry_of(kind, payload)
        headers.extend(entry)
        self.pending.append(entry)

    def _take_head(self, follower: Follower, headers: Chain, payload: bytes) -> None:
        """A HEAD vouches for the entries before it: only now are they judged, and only now can they accuse a key."""
        self._check_head(follower, headers, payload)
        for entry in self.pending:
            if entry.kind == Kind.REVEAL and follower.signed_up_to < follower.agreement.last_seal:
                self.seals_signed = False
            follower.take(entry)
            self.entries.append(entry)
        self.pending.clear()
        follower.signed_up_to = follower.chain.last

    def _check_head(self, follower: Follower, headers: Chain, payload: bytes) -> None:
        try:
            head = HeadRecord.from_bytes(payload)
        except ValueError as error:
            raise _BadHead(str(error)) from error
        parts = head_parts(headers.tid, headers.last, headers.heads[-1])
        key = follower.setting.relay_key(head.seq)
        if not self.pending or head.seq != headers.last or not verify(key, head.signature, Purpose.HEAD, *parts):
            raise _BadHead("the server's signature is not over this log")


def entry_of(kind: RecordType, payload: bytes) -> Entry:
    """The entry in a record; one whose body is missing is damage, unless it was a text that may be removed."""
    try:
        entry = Entry.from_bytes(payload) if kind == RecordType.ENTRY else Entry.without_body(payload)
    except ValueError as error:
        raise _Bad(str(error)) from error
    if entry.removed and entry.kind not in TEXTS:
        raise _Bad("its body is missing")
    return entry


class _Bad(ValueError):
    """A record that proves nothing against any key: reading stops here."""


class _BadHead(_Bad):
    """A signature that is not over the entries before it."""


class _BadFront(_Bad):
    """Something before the first entry."""

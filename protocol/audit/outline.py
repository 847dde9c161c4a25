"""A log by rules that this program does not know: whether everything except legality holds.

Chain, HEADs, JOINs, signatures and counters, seals, seeds against their commitments: none of it needs the rules.
"""

from typing import TypeVar

from protocol.audit.report import Outline
from protocol.audit.story import Story
from protocol.follow.absence import Absence
from protocol.follow.agreement import Agreement
from protocol.follow.ending import check_seen
from protocol.follow.signatures import Signatures
from protocol.log import bodies
from protocol.log.faults import Code, Fault, Finding, Wrong
from protocol.log.records import Chain, Entry, Kind
from protocol.log.setting import Setting, read_outline
from protocol.wire.codec import BadFrame, Body, decode

_Body = TypeVar("_Body", bound=Body)


def outline_of(story: Story) -> Outline:
    """What holds of the part of a log that the server has signed."""
    if not story.stands:
        return Outline(0, seeds_opened=False, whole=False)
    try:
        check = _Check(read_outline(story.table_bytes))
        for entry in story.entries[: story.signed]:
            check.take(entry)
    except Fault as fault:
        return Outline(story.signed, seeds_opened=False, whole=story.whole, wrong=fault.finding)
    return Outline(story.signed, not check.mode.must_open(), story.whole)


class _Check:
    """Follows a log beside rules that are not known."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._chain = Chain(setting.tid)
        self._absence = Absence(setting)
        self._agreement = Agreement(setting)
        self._signatures = Signatures(setting, self._absence)
        self.mode = setting.mode.outline(setting)

    def take(self, entry: Entry) -> None:
        """One more entry; `Fault` if something is wrong that the rules have no part in."""
        try:
            if entry.seq != self._chain.last + 1:
                raise Wrong(Code.SEQUENCE, f"expected entry {self._chain.last + 1}, found {entry.seq}")
            signed = self._signatures.check(entry, self._chain)
            self._look(entry)
        except BadFrame as error:
            raise self._fault(entry, Code.MALFORMED, str(error)) from error
        except Wrong as wrong:
            raise self._fault(entry, wrong.code, wrong.evidence) from wrong
        self._chain.extend(entry)
        self._absence.follow(entry, [], None)
        if signed:
            self._signatures.follow(entry)

    def _look(self, entry: Entry) -> None:
        match entry.kind:
            case Kind.SEAL:
                self._agreement.seal(entry, _body(bodies.Seal, entry))
            case Kind.REVEAL:
                self._agreement.reveal(entry, _body(bodies.Reveal, entry))
            case Kind.SEAT_OUT:
                self._absence.go_out(entry.seq, _body(bodies.SeatOut, entry).seat)
            case Kind.ROUND_OPEN:
                body = _body(bodies.RoundOpen, entry)
                self.mode.open_round(body.round, body.part)
            case Kind.GAME_OPEN:
                self.mode.open_game(_body(bodies.GameOpen, entry).part)
            case Kind.CLOSE:
                check_seen(entry, _body(bodies.Close, entry), self._chain)
            case Kind.ACK:
                check_seen(entry, _body(bodies.Ack, entry), self._chain)

    def _fault(self, entry: Entry, code: Code, evidence: str) -> Fault:
        return Fault(Finding(code, entry.seq, b"", evidence))


def _body(kind: type[_Body], entry: Entry) -> _Body:
    return decode(kind, entry.body, bodies.LONGEST_BODY)

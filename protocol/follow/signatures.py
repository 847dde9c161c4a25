"""Whose an entry is: signatures, counters, and what its author had seen."""

from protocol.follow.absence import Absence
from protocol.keys.identity import Purpose, verify
from protocol.log.faults import Code, Wrong
from protocol.log.records import NOBODY, Chain, Entry, act_parts
from protocol.log.setting import Setting


class Signatures:
    """What every seat has signed so far."""

    def __init__(self, setting: Setting, absence: Absence) -> None:
        self._setting = setting
        self._absence = absence
        self._kinds = setting.kinds
        self.counters = [-1] * setting.seats
        self._own_last = [0] * setting.seats
        self._logged: list[set[int]] = [set() for _ in range(setting.seats)]
        """By seat: the counters of what stands in the log."""
        self.gaps = [0] * setting.seats
        """By seat: how many counters from 1 on it has passed over: signed, and not logged."""
        self.vouched_up_to = 0
        """Up to this entry all signatures were checked before: a HEAD of one's own stands over them."""
        self.confirmed = [0] * setting.seats
        """By seat: the last entry that it had seen when it signed something."""

    def check(self, entry: Entry, chain: Chain) -> bool:
        """Whether a person signed the entry; `Wrong` if it is not from whom it says."""
        kinds = self._kinds
        if entry.kind not in kinds.signed or (entry.actor == NOBODY and entry.kind in kinds.by_both):
            if entry.actor != NOBODY or entry.is_signed or entry.counter or entry.seen:
                raise Wrong(Code.WRONG_ACTOR, "only the server says this, and signs it with its HEAD")
            return False
        if entry.actor >= self._setting.seats:
            raise Wrong(Code.WRONG_ACTOR, f"there is no seat {entry.actor}")
        key = self._setting.seat_keys[entry.actor]
        if key is None or (self._absence.bot_plays(entry.actor) and not entry.is_signed):
            self._check_bot(entry)
            return False
        self._check_person(entry, key, chain)
        return True

    def _check_person(self, entry: Entry, key: bytes, chain: Chain) -> None:
        if not self._own_last[entry.actor] <= entry.seen < entry.seq:
            raise Wrong(Code.STALE, f"entry {entry.seq} of this seat cannot follow from entry {entry.seen}")
        if entry.counter <= self.counters[entry.actor]:
            raise Wrong(Code.REPLAYED, f"counter {entry.counter} was used before")
        if entry.seq <= self.vouched_up_to:
            return
        if not verify(key, entry.signature, Purpose.ACT, *act_parts(chain.tid, chain.heads[entry.seen], entry)):
            raise Wrong(Code.SIGNATURE, f"the signature of seat {entry.actor} does not hold")

    def _check_bot(self, entry: Entry) -> None:
        if entry.kind not in self._kinds.by_bot or entry.is_signed or entry.counter or entry.seen:
            raise Wrong(Code.WRONG_ACTOR, f"a bot plays for seat {entry.actor}: it acts, and signs nothing")

    def follow(self, entry: Entry) -> None:
        """A person's entry stands in the log."""
        self.gaps[entry.actor] += max(0, entry.counter - max(0, self.counters[entry.actor]) - 1)
        self._logged[entry.actor].add(entry.counter)
        self.counters[entry.actor] = entry.counter
        self._own_last[entry.actor] = entry.seq
        self.confirmed[entry.actor] = entry.seen

    def unlogged(self, entry: Entry, header: bytes, chain: Chain) -> Entry | None:
        """Something that the seat of an entry has signed over this log, and that does not stand in it."""
        missing = Entry.without_body(header)
        key = self._setting.seat_keys[entry.actor]
        if (
            key is None
            or missing.actor != entry.actor
            or missing.kind not in self._kinds.signed
            or missing.seen > entry.seen
        ):
            return None
        if missing.counter >= entry.counter or missing.counter in self._logged[entry.actor]:
            return None
        parts = act_parts(chain.tid, chain.heads[missing.seen], missing)
        return missing if verify(key, missing.signature, Purpose.ACT, *parts) else None

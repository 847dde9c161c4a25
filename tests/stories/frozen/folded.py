"""A program that prints, for each frozen log, one number for all that it amounts to."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from engine.mine.state import mine_state
from protocol.audit.audit import audit
from protocol.follow.follower import Follower
from protocol.log.records import Entry, Kind, RecordType, records
from protocol.log.setting import read_setting
from tests.stories.properties.snapshots import snapshot
from tests.support.dealing import ledger_of

LOGS = sorted((Path(__file__).parent / "logs").glob("*.umlog"))


def states(log: bytes) -> Iterator[str]:
    """The table at each end of a round and at the end of the log, down to the last field."""
    (_, table), *rest = records(log)
    follower = Follower(read_setting(table))
    for kind, payload in rest:
        if kind not in {RecordType.ENTRY, RecordType.HEADER}:
            continue
        entry = Entry.from_bytes(payload) if kind == RecordType.ENTRY else Entry.without_body(payload)
        follower.signed_up_to = follower.chain.last
        follower.take(entry)
        if entry.kind in {Kind.ROUND_OPEN, Kind.END}:
            yield repr(
                (snapshot(mine_state(follower.state)), ledger_of(follower).claims, ledger_of(follower).opened.seeds)
            )


def digest(log: bytes) -> str:
    """The states and the report."""
    report = audit(log, bots=True)
    assert report.follower is not None
    told = report.verdict, report.findings, report.phrase, report.closed_by, report.bots_checked
    beside = report.follower.absence.history, report.follower.signatures.gaps, report.follower.grievances.withheld
    return sha256("\n".join([*states(log), repr(told), repr(beside)]).encode()).hexdigest()


if __name__ == "__main__":
    print(*(f"{path.stem} {digest(path.read_bytes())}" for path in LOGS), sep="\n")

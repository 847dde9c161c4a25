"""HEADs stand outside the chain: a holder of a file can take one out, so nothing may rest on a missing one."""

from dataclasses import replace
from itertools import count

from protocol.audit.audit import Verdict, Why, audit
from protocol.keys.identity import SeatKeys
from protocol.log.faults import Code
from protocol.log.records import MAGIC, Chain, Entry, Kind, RecordType, record, records
from tests.protocol.audit.asked import Play
from tests.protocol.audit.changed import entries
from tests.stories.cheats.games import Forge, whole_game
from tests.support.threats import threat


def without_head(data: bytes, number: int) -> bytes:
    """The file without its HEAD of this number, counted from 1."""
    heads = count(1)
    kept = (one for one in records(data) if one[0] != RecordType.HEAD or next(heads) != number)
    return MAGIC + b"".join(record(kind, payload) for kind, payload in kept)


@threat("log-head-removed")
def test_no_head_taken_out_refutes_an_honest_server(play: Play) -> None:
    data = play()
    heads = [kind for kind, _ in records(data)].count(RecordType.HEAD)
    for number in (*range(1, 6), *range(6, heads - 2, 17), *range(heads - 2, heads + 1)):
        report = audit(without_head(data, number))
        assert report.findings == [], number
        assert report.verdict in {Verdict.VERIFIED, Verdict.UNPROVEN}, number


def test_without_a_head_between_seals_and_seeds_it_is_unproven_and_says_why(play: Play) -> None:
    data = play()
    assert audit(without_head(data, 2)).verdict is Verdict.VERIFIED
    report = audit(without_head(data, 1))
    assert (report.verdict, report.why) == (Verdict.UNPROVEN, Why.SEALS)


class _BeforeTheLastSeal(Forge):
    """Signs a REVEAL over the log before the last SEAL."""

    def signed(self, chain: Chain, entry: Entry, keys: SeatKeys | None = None) -> Entry:
        made = super().signed(chain, entry, keys)
        return self._sign(chain, replace(made, seen=chain.last - 1), keys) if entry.kind == Kind.REVEAL else made


def test_a_seed_whose_author_had_not_seen_all_seals_is_still_a_fault() -> None:
    """That stands in the signed entry itself, and needs no HEAD."""
    game, log = whole_game()
    made = entries(log)
    at = next(at for at, entry in enumerate(made) if entry.kind == Kind.REVEAL)
    report = audit(_BeforeTheLastSeal(game).write(made[: at + 1]))
    assert [finding.code for finding in report.findings] == [Code.STALE]

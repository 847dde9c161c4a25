"""Working the whole deal out again once the seeds are open, and comparing it with what the dealer said."""

from collections.abc import Iterator

from protocol.claims import Claim, Dealt, Drawn, Renewed, Shown
from protocol.deals import Deals
from protocol.faults import Code, Finding
from protocol.follower import Follower


def recount(follower: Follower) -> Iterator[Finding]:
    """All differences, in the order of the log; every seed must be open."""
    seeds = [seed or b"" for seed in follower.seeds]
    deals = Deals(follower.setting.tid, follower.state.book, follower.server_seeds, seeds)
    for claim in follower.claims:
        yield from _compare(follower, deals, claim)


def _compare(follower: Follower, deals: Deals, claim: Claim) -> Iterator[Finding]:
    key = follower.setting.server_key
    match claim:
        case Dealt(seq, round_, first, commitments):
            for slot, said in zip(deals.deal(round_, first), commitments, strict=True):
                if deals.commitment(slot) != said:
                    yield Finding(Code.STACKED, seq, key, f"slot {slot} is not the card that the seeds give")
        case Drawn(seq, _, kind, subject, below, value):
            due = deals.random(kind, subject, below)
            if due != value:
                yield Finding(Code.RANDOM, seq, key, f"{kind} is {due} by the seeds, the dealer said {value}")
        case Renewed(seq, _, old, first, commitments):
            for slot, said in zip(deals.renew(old, first), commitments, strict=True):
                if deals.commitment(slot) != said:
                    yield Finding(Code.RENEWAL, seq, key, f"slot {slot} is not the card that the seeds give")
        case Shown(seq, _, seat, slots, box):
            reader = follower.setting.box_keys[seat]
            if reader and deals.box(seq, seat, slots, reader) != box:
                yield Finding(Code.BOX, seq, key, f"the box for seat {seat} is not the one that the seeds give")

"""What a finished log holds, in a few words each: so that a set of logs can be asked whether it shows everything."""

from collections.abc import Iterator

from engine.mine.rules.actions.swap_hands import HandTaken
from engine.mine.rules.round.gold_draft import GoldTaken
from protocol.follow.follower import Follower
from protocol.log.records import Entry, Kind, RecordType, records
from protocol.log.setting import read_setting
from protocol.modes.dealer.kinds import DealerKind

REMOVED_TALK = "a TALK without its text"
SERVER_BOT = "a bot of the server"
STAND_IN = "a bot in the place of a person"
GOLD_PICK = "a gold card picked after a renewal"
TWO_RENEWALS = "Swap Hands with two renewals"
EVERYWHERE = frozenset({"TIMEOUT", "SEAT_OUT", "BACK", "COMPLAINT", REMOVED_TALK})
"""What each log shows."""
EVERYTHING = EVERYWHERE | {"RENEW", SERVER_BOT, STAND_IN, GOLD_PICK, TWO_RENEWALS}
"""What all logs show together."""


def held(log: bytes) -> frozenset[str]:
    """The names of the kinds of its entries, and the sentences above that are true of it."""
    (_, table), *rest = records(log)
    follower = Follower(read_setting(table))
    found = {SERVER_BOT} if None in follower.setting.seat_keys else set()
    for kind, payload in rest:
        if kind == RecordType.HEAD:
            follower.signed_up_to = follower.chain.last
        elif kind in {RecordType.ENTRY, RecordType.HEADER}:
            whole = kind == RecordType.ENTRY
            found.update(_marks(follower, Entry.from_bytes(payload) if whole else Entry.without_body(payload)))
    return frozenset(found)


def _marks(follower: Follower, entry: Entry) -> Iterator[str]:
    events = {type(event) for event in follower.take(entry)}
    kind = entry.kind
    yield follower.kinds.name(kind)
    if kind == Kind.TALK and entry.removed:
        yield REMOVED_TALK
    if kind == Kind.ACT and entry.actor in follower.setting.people and not any(entry.signature):
        yield STAND_IN
    if kind == Kind.ACT and GoldTaken in events:
        yield GOLD_PICK
    if kind == DealerKind.RENEW and HandTaken in events:  # the first hand is renewed, the second is taken up now
        yield TWO_RENEWALS

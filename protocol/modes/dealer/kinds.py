"""The kinds of entries that are the dealer mode's."""

from enum import IntEnum, unique

from protocol.log.kinds import KindRow
from protocol.modes.dealer import bodies
from protocol.wire.codec import Body

MOST_COMPLAINTS = 3
"""Of each seat in each round."""


@unique
class DealerKind(IntEnum):
    """The numbers are frozen: add to them, never change one."""

    DECK_COMMIT = 3
    OPEN = 4
    SHOW = 5
    RANDOM = 6
    RENEW = 7
    CHOICE = 14
    ANSWER = 15
    COMPLAINT = 26


LONGEST = 16 << 10
"""Bytes of a body; their schemas do not allow as many."""
LONGEST_SIGNED = 5_000


def _said(body: type[Body], kind: DealerKind, *, prompt: bool = True) -> KindRow:
    return KindRow(kind.name, body, by_server=True, prompt=prompt, longest=LONGEST)


ROWS: dict[int, KindRow] = {
    DealerKind.DECK_COMMIT: _said(bodies.DeckCommit, DealerKind.DECK_COMMIT, prompt=False),
    DealerKind.OPEN: _said(bodies.Open, DealerKind.OPEN),
    DealerKind.SHOW: _said(bodies.Show, DealerKind.SHOW),
    DealerKind.RANDOM: _said(bodies.RandomValue, DealerKind.RANDOM),
    DealerKind.RENEW: _said(bodies.Renew, DealerKind.RENEW),
    DealerKind.ANSWER: _said(bodies.Answer, DealerKind.ANSWER),
    DealerKind.CHOICE: KindRow("CHOICE", bodies.Choice, by_seat=True, answers=True, longest=LONGEST_SIGNED),
    DealerKind.COMPLAINT: KindRow(
        "COMPLAINT", bodies.Complaint, by_seat=True, free=True, automatic=True, most=MOST_COMPLAINTS
    ),
}
"""By kind: who says it, and when."""

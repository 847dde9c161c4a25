"""Whose eyes look at a verified log, and the log followed once more through them.

What all saw, any reader may see.  What one seat alone saw opens to the seat's own key, and to all once every card of
the game lies open.
"""

from collections.abc import Sequence

from engine.events import ChoiceMade, SlotsShown
from engine.front import view
from engine.notebook import Notebook
from engine.records import record
from engine.slots import Seat, Slot
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.keys.identity import SeatKeys
from protocol.log.records import Entry


@record
class Eyes:
    """Of a spectator, unless a seat is named; ``everything``: they see every card, also that of the other seats.

    ``covered`` are piles whose cards even these see no sooner than all do.
    """

    seat: Seat | None = None
    everything: bool = False
    covered: frozenset[int] = frozenset()

    @property
    def are_public(self) -> bool:
        """Whether they see what all saw, and nothing else."""
        return self.seat is None and not self.everything


PUBLIC = Eyes()


class Closed(Exception):
    """These eyes would see cards that are not open to the reader of this log."""


@record
class Key:
    """What a reader has who sat at the table."""

    seat: Seat
    keys: SeatKeys


def lies_open(judged: Follower) -> bool:
    """Whether every card of the game can be worked out."""
    return judged.setting.mode.opens_all and not judged.ledger.duty()


class Again:
    """A log that was followed to its end, from its first entry on: `follower` and `view` stand behind the last taken.

    The signatures of the server and of the players were checked before.
    """

    def __init__(self, judged: Follower, eyes: Eyes, key: Key | None = None) -> None:
        """`Closed` if the reader may not look with these eyes."""
        setting = judged.setting
        self._eyes = eyes
        self._reader: _Reader | None = None
        if eyes.are_public:
            self.follower, notebook = Follower(setting), Notebook()
        elif lies_open(judged):
            self.follower, notebook = Follower(setting), Notebook()
            self._reader = _Reader(self.follower, judged, eyes, notebook)
        elif key is None or eyes != Eyes(key.seat):
            raise Closed
        else:
            self.follower = seated = SeatFollower(setting, key.seat, key.keys)
            notebook = seated.notebook
        self.view = view(self.follower.state, eyes.seat, notebook)

    def take(self, entry: Entry) -> list[object]:
        """The next entry; its events."""
        self.follower.signed_up_to = self.follower.signatures.vouched_up_to = entry.seq
        events = self.follower.take(entry)
        if self._reader is not None:
            self._reader.follow(entry, events)
        return events


class _Reader:
    """Fills the notebook of a seat, or one with all cards, from seeds that lie open."""

    def __init__(self, again: Follower, judged: Follower, eyes: Eyes, notebook: Notebook) -> None:
        self._again = again
        self._replay = again.setting.mode.replay(again, judged)
        self._eyes = eyes
        self._notebook = notebook
        self._dealt = 0
        """How many slots were looked at, of eyes that see everything."""

    def follow(self, entry: Entry, events: Sequence[object]) -> None:
        """As a client does that sits there: first what was shown, then what happened."""
        self._replay.follow(entry)
        if self._eyes.everything:
            self._show(self._new_slots())
            return
        for event in events:
            if isinstance(event, SlotsShown) and event.seat == self._eyes.seat:
                self._show(event.slots)
            elif isinstance(event, ChoiceMade) and event.seat == self._eyes.seat and not event.by_clock:
                self._notebook.chosen = event.seat, self._replay.choice(event.seat)
        for event in events:
            self._notebook.note(event)

    def _new_slots(self) -> list[Slot]:
        """What was dealt or renewed, but for piles that stay covered."""
        pile_of = self._again.state.pile_of
        new = range(self._dealt, len(pile_of))
        self._dealt = len(pile_of)
        return [slot for slot in new if pile_of[slot] not in self._eyes.covered]

    def _show(self, slots: Sequence[Slot]) -> None:
        self._notebook.show((slot, self._replay.face(slot)) for slot in slots)

"""A game at one of its entries, as a table that is looked at: nothing can be done there."""

from collections.abc import Sequence

from client.games.game import AnAct, Mark, Reveal, RoundReport, Scores, View, Waiting
from client.games.lately import Lately
from client.replay.recording import Moment, Recording
from client.visit.followed import refusal, seats_of
from client.visit.told import Told
from client.words.people import NO_SEAT, People
from engine.errors import Reason
from engine.front import choices, view
from engine.wants import Choose, Window
from protocol.wire.messages import Presence


class ReplayedTable:
    """A `client.visit.seen.SeenTable` that goes forward and back."""

    live = True
    presence: Presence | None = None

    def __init__(self, recording: Recording) -> None:
        self.entry = 0
        self.hand_of: int | None = None
        """Whose hand is shown where all cards are seen; None: of the seat that comes next."""
        self.look(recording)

    def look(self, recording: Recording) -> None:
        """Through other eyes, at the same entry."""
        self.recording = recording
        self.go(self.entry)

    def go(self, entry: int) -> None:
        """Behind an entry, or as near as there is one."""
        self.entry = max(0, min(entry, self.recording.reel.last))
        self._seen = self.recording.reel.at(self.entry)
        seat = self._shown_seat()
        if seat != self._seen.seat:
            self._seen = view(self._seen.state, seat, self._seen.notebook)
        self._legal: list[AnAct] | None = None

    def _shown_seat(self) -> int | None:
        if not self.recording.eyes.everything:
            return self.recording.eyes.seat
        if self.hand_of is not None:
            return self.hand_of
        return next(iter(self.waiting_for), self.moment.lately.by or 0)

    @property
    def moment(self) -> Moment:
        return self.recording.moments[self.entry]

    # what a screen asks of a table

    @property
    def view(self) -> View:
        return self._seen

    @property
    def people(self) -> People:
        """Of eyes that see everything, the seat whose hand is shown stands for the reader's own."""
        if not self.recording.eyes.everything:
            return self.players
        return People([self.players.name(seat) for seat in range(len(self.players))], self.seat)

    @property
    def players(self) -> People:
        """As they are called in sentences."""
        return self.moment.people

    @property
    def seat(self) -> int:
        return NO_SEAT if self._seen.seat is None else self._seen.seat

    @property
    def told_lines(self) -> Sequence[Told]:
        return self.recording.chronicle.lines[: self.moment.told]

    @property
    def told_before(self) -> int:
        return self.moment.told_before

    @property
    def lately(self) -> Lately:
        return self.moment.lately

    @property
    def revealed(self) -> Reveal | None:
        return self.moment.revealed

    @property
    def reports(self) -> Sequence[RoundReport]:
        story = self.recording.chronicle.story
        return [] if story is None else story.reports[: self.moment.reports]

    @property
    def scores(self) -> Scores | None:
        return self.moment.scores

    @property
    def score_sheet(self) -> Sequence[str]:
        return self.moment.sheet

    @property
    def closed_round(self) -> int:
        """The round that is over, as long as the next one is not dealt; 0 at any other time."""
        return self.lately.closed if self.scores is None and not self.moment.ended else 0

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return seats_of(self.moment.waiting)

    def confirmed(self, seat: int) -> int:
        return self.moment.confirmed[seat]

    def done_by(self, seat: int) -> list[str]:
        story = self.recording.chronicle.story
        return [] if story is None else story.done_by(seat, self.moment.acts)

    # what the seat was asked: its board shows where a card, or a figure, could go

    @property
    def asked(self) -> Waiting | None:
        waiting = self.moment.waiting
        if waiting is None or self._seen.seat not in self.waiting_for:
            return None
        if any(seat == self._seen.seat for seat, _slots in self._seen.state.owed):
            return None
        return None if isinstance(waiting, Window) and not choices(self._seen) else waiting

    @property
    def marks(self) -> Sequence[Mark]:
        """Who looked where, and who harmed whom, so far."""
        return [mark for entry, mark in self.recording.marks if entry <= self.entry]

    def legal(self) -> list[AnAct]:
        if self.asked is None or isinstance(self.asked, Choose):
            return []
        if self._legal is None:
            self._legal = choices(self._seen)
        return self._legal

    def refusal(self, act: AnAct) -> Reason | None:
        return refusal(self._seen, act)

    # where to go

    def step(self, steps: int) -> None:
        """To the entries before or behind this one at which something was told."""
        for _step in range(abs(steps)):
            self.go(self._told_after(self.entry) if steps > 0 else self._told_before(self.entry))

    def _told_after(self, entry: int) -> int:
        moments = self.recording.moments
        later = range(entry + 1, len(moments))
        return next((at for at in later if moments[at].told > moments[at - 1].told), len(moments) - 1)

    def _told_before(self, entry: int) -> int:
        moments = self.recording.moments
        sooner = range(entry - 1, 0, -1)
        return next((at for at in sooner if moments[at].told > moments[at - 1].told), 0)

    def find(self, round_: int, turn: int = 0) -> int | None:
        """The entry with which a round or a turn of it begins; None if there is none."""
        for entry, moment in enumerate(self.recording.moments):
            if moment.lately.dealt == round_ and moment.turn >= turn:
                return entry if turn in (0, moment.turn) else None
        return None

    @property
    def last(self) -> int:
        return self.recording.reel.last

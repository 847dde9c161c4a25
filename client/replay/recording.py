"""A verified log through one pair of eyes: what was told up to each entry, and how the table stood.

The log is followed once.  What is small is kept for every entry; states are kept by `protocol.audit.reel`.
"""

from collections.abc import Sequence

from client.games.game import Mark, Reveal, Scores, Waiting
from client.games.lately import Lately
from client.visit.followed import is_playing, pause_wanted, waiting_of
from client.visit.told import Chronicle
from client.words.people import People
from engine.events import RoundDealt
from engine.hands import TurnBegan
from engine.records import record
from protocol.audit.eyes import Again, Eyes, Key
from protocol.audit.reel import Reel
from protocol.follow.follower import Follower
from protocol.log.records import Entry


@record
class Moment:
    """Behind one entry."""

    told: int
    """How many lines were told so far."""
    told_before: int
    """How many were, before the last round was revealed."""
    reports: int
    acts: int
    """How many acts of all players were told."""
    sheet: tuple[str, ...]
    """The score so far."""
    people: People
    lately: Lately
    scores: Scores | None
    revealed: Reveal | None
    waiting: Waiting | None
    is_playing: bool
    ended: bool
    confirmed: tuple[int, ...]
    turn: int
    """How many turns of the round have begun."""


class Recording:
    """`moments` has one for each entry, and a first for the table before any."""

    def __init__(self, judged: Follower, entries: Sequence[Entry], eyes: Eyes, key: Key | None = None) -> None:
        """`protocol.audit.eyes.Closed` if the reader may not look with these eyes."""
        self.eyes = eyes
        again = Again(judged, eyes, key)
        self.reel = Reel(again)
        self.chronicle = Chronicle()
        self.chronicle.begin(again.follower, again.view)
        self._turn = 0
        self.moments = [self._moment(again)]
        self.marks: list[tuple[int, Mark]] = []
        """With the entry of each."""
        for entry in entries:
            events = again.take(entry)
            self.chronicle.go_on(entry, events, again.follower, pause_wanted(again.follower))
            self._count(events)
            self.reel.add(again, events)
            self._mark(entry.seq)
            self.moments.append(self._moment(again))

    def _mark(self, seq: int) -> None:
        story = self.chronicle.story
        if story is not None and story.acts > (before := self.moments[-1].acts):
            self.marks += ((seq, mark) for mark in story.marks(before))

    def _count(self, events: list[object]) -> None:
        for event in events:
            if isinstance(event, RoundDealt):
                self._turn = 0
            elif isinstance(event, TurnBegan):
                self._turn += 1

    def _moment(self, again: Again) -> Moment:
        follower, chronicle, story = again.follower, self.chronicle, self.chronicle.story
        assert story is not None
        return Moment(
            told=len(chronicle.lines),
            told_before=chronicle.told_before,
            reports=len(story.reports),
            acts=story.acts,
            sheet=tuple(story.score_sheet()) if follower.state.round else (),
            people=chronicle.people,
            lately=story.lately.copy(),
            scores=story.scores,
            revealed=story.revealed,
            waiting=waiting_of(follower),
            is_playing=is_playing(follower),
            ended=follower.ended is not None,
            confirmed=tuple(follower.signatures.confirmed),
            turn=self._turn,
        )

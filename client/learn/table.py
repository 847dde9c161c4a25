"""The table of a lesson or a puzzle, as a view draws it; its story begins with the position."""

from collections.abc import Callable, Sequence

from client.games.game import AnAct, Reveal, RoundReport, Scores, View, Waiting
from client.games.lately import Lately
from client.games.registry import game_of
from client.visit.followed import refusal, seats_of
from client.visit.told import Chronicle, Told
from client.words.people import People
from engine.errors import Reason
from engine.front import choices
from engine.tabletop import Tabletop
from engine.wants import Choose
from protocol.wire.messages import Presence


class LearnTable:
    """A `client.visit.seen.SeenTable` in which one seat is the person's."""

    live = True
    presence: Presence | None = None

    def __init__(self, top: Tabletop, people: People) -> None:
        self.notice = ""
        self.game = 0
        self.acted: Callable[[AnAct], None] = lambda act: None
        """Is told what the person wants to do."""
        self.top = top
        self.people = people
        self._view: View = top.view(people.own)
        self._story = game_of(top.state.book.rules).story(self._view, people)
        self._chronicle = Chronicle()
        self._chronicle.story = self._story
        top.watchers.append(self._hear)

    def act(self, act: AnAct) -> None:
        self.acted(act)

    def _hear(self, events: list[object]) -> None:
        self.game += 1
        for event in events:
            self._chronicle.tell(event)

    @property
    def told_lines(self) -> Sequence[Told]:
        return self._chronicle.lines

    @property
    def told_before(self) -> int:
        return self._chronicle.told_before

    @property
    def view(self) -> View:
        return self._view

    @property
    def seat(self) -> int:
        return self.people.own

    @property
    def lately(self) -> Lately:
        return self._story.lately

    @property
    def revealed(self) -> Reveal | None:
        return self._story.revealed

    @property
    def reports(self) -> Sequence[RoundReport]:
        return self._story.reports

    @property
    def scores(self) -> Scores | None:
        return self._story.scores

    @property
    def score_sheet(self) -> Sequence[str]:
        return self._story.score_sheet()

    @property
    def closed_round(self) -> int:
        return self.lately.closed if self.scores is None else 0

    def done_by(self, seat: int) -> list[str]:
        return self._story.done_by(seat)

    def confirmed(self, seat: int) -> int:
        return 0

    # what the seat is asked

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return seats_of(self.top.waiting())

    @property
    def asked(self) -> Waiting | None:
        return self.top.waiting() if self.seat in self.waiting_for else None

    def legal(self) -> list[AnAct]:
        return [] if self.asked is None or isinstance(self.asked, Choose) else choices(self._view)

    def refusal(self, act: AnAct) -> Reason | None:
        return refusal(self._view, act)

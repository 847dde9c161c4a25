"""A table as it is drawn, through the eyes of one seat or of none: one that is played, or one of a replay."""

from collections.abc import Sequence
from typing import Protocol

from client.games.game import AtTable, Reveal, RoundReport, Scores
from client.visit.told import Told
from protocol.wire.messages import Presence


class SeenTable(AtTable, Protocol):
    """What a view asks of it; whether something can be done there is another matter."""

    @property
    def seat(self) -> int:
        """The seat that looks, or `client.words.people.NO_SEAT`."""

    @property
    def live(self) -> bool:
        """Whether this is how it stands now; what came before is drawn without a show."""

    @property
    def waiting_for(self) -> tuple[int, ...]: ...
    @property
    def presence(self) -> Presence | None: ...
    def confirmed(self, seat: int) -> int:
        """Up to which entry a seat has signed that it sees the same log."""

    # what was told

    @property
    def told_lines(self) -> Sequence[Told]: ...
    @property
    def told_before(self) -> int:
        """How many lines were told before the last round was revealed."""

    @property
    def revealed(self) -> Reveal | None: ...
    @property
    def reports(self) -> Sequence[RoundReport]: ...
    @property
    def scores(self) -> Scores | None: ...
    @property
    def score_sheet(self) -> Sequence[str]: ...
    @property
    def closed_round(self) -> int:
        """The round that is over, as long as the next one is not dealt; 0 at any other time."""

    def done_by(self, seat: int) -> list[str]:
        """What a player has done so far, as all players saw it."""

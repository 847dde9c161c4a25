"""What each player has done so far, in the sentences of the story: public acts alone, by round."""

from collections.abc import Collection, Sequence

from client.games.game import Line
from client.i18n import _
from engine.events import RoundDealt
from engine.records import record
from engine.slots import Seat, Slot


@record
class _Act:
    seat: Seat
    round: int
    text: str


class PublicActs:
    """It is given every event of the story, in order, with what was told of it."""

    def __init__(self, acts: Collection[type]) -> None:
        """``acts``: the events that say that a seat has done something."""
        self._of_acts = acts
        self._acts: list[_Act] = []
        self._round = 1
        self._played: set[Slot] = set()
        """A card that was announced is played once, though two events tell of it."""

    def note(self, event: object, told: Sequence[Line]) -> None:
        if isinstance(event, RoundDealt):
            self._round = event.round
        elif type(event) in self._of_acts:
            seat, slot = getattr(event, "seat", None), getattr(event, "slot", None)
            text = next((line.text for line in told if line.text and not line.secret), "")
            if seat is not None and text and slot not in self._played:
                self._acts.append(_Act(seat, self._round, text))
                self._played |= set() if slot is None else {slot}

    def of(self, seat: Seat) -> list[str]:
        acts = [act for act in self._acts if act.seat == seat]
        lines: list[str] = []
        for number in dict.fromkeys(act.round for act in acts):
            lines += [_("Round {number}:", number=number), *(f"  {act.text}" for act in acts if act.round == number)]
        return lines

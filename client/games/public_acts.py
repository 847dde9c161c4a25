"""What each player has done so far, in the sentences of the story: public acts alone, by round."""

from collections.abc import Collection, Sequence
from typing import Any

from client.games.game import Line, Mark
from client.games.words import Lexicon
from client.i18n import _
from engine.events import RoundDealt
from engine.records import record
from engine.slots import Seat, Slot


@record
class _Act:
    seat: Seat
    round: int
    text: str
    looks: bool
    harms: bool


class PublicActs:
    """It is given every event of the story, in order, with what was told of it."""

    def __init__(self, acts: Collection[type], lexicon: Lexicon[Any]) -> None:
        """``acts``: the events that say that a seat has done something."""
        self._of_acts = acts
        self._looks, self._harms = lexicon.looks, lexicon.harms
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
                harms = type(event) in self._harms or any(line.harms for line in told)
                self._acts.append(_Act(seat, self._round, text, type(event) in self._looks, harms))
                self._played |= set() if slot is None else {slot}

    def __len__(self) -> int:
        return len(self._acts)

    def marks(self, since: int) -> list[Mark]:
        """Of all acts but the first so many."""
        acts = (act for act in self._acts[since:] if act.looks or act.harms)
        return [Mark(act.seat, act.round, act.text, act.looks) for act in acts]

    def of(self, seat: Seat, first: int | None = None) -> list[str]:
        """``first``: only of the first so many acts of all players."""
        acts = [act for act in self._acts[:first] if act.seat == seat]
        lines: list[str] = []
        for number in dict.fromkeys(act.round for act in acts):
            lines += [_("Round {number}:", number=number), *(f"  {act.text}" for act in acts if act.round == number)]
        return lines

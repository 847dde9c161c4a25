"""The story of the mine for one seat: what can stand in its sentences, its rounds, and what came of the game."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import dropwhile
from operator import not_
from typing import Any

from client.games import teller
from client.games.game import Line, Reveal, RoundReport, Scores
from client.games.mine.names import (
    CARD,
    TOOL_KEYS,
    card_name,
    goal_name,
    hidden_thing,
    lying_name,
    role_name,
    tool_name,
)
from client.games.mine.score import ScoreSheet
from client.games.mine.words.words import LEXICON
from client.games.naming import cell_name
from client.games.teller import Places
from client.i18n import _
from client.words.people import People
from engine.events import RoundClosed, SlotsOpened
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.gold_draft import GoldDrawn
from engine.mine.rules.round.pay_gold_cards import GoldShuffled
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.turn.pending import PlayAnnounced
from engine.mine.state import State
from engine.mine.view import View
from engine.slots import Face, Seat, Slot


class Teller(teller.Teller[View]):
    """Tells of roles and rounds too."""

    lexicon = LEXICON
    announces = frozenset({PlayAnnounced})

    def __init__(self, view: View, people: People, oneself: str = "") -> None:
        super().__init__(view, people, oneself)
        self._round_lines: list[str] | None = None
        """What was told since the round ended; None before."""
        self._result: list[str] = []
        """Of these, how it ended and who got what."""
        self._sheet = ScoreSheet(view)
        self._ahead: object = None
        """What was told already when its play was announced."""
        self.kept: set[Slot] = set()
        """Cards of several that were kept, perhaps before they were shown."""

    @property
    def state(self) -> State:
        return self.view.state

    def open_role(self, seat: Seat) -> Face:
        """The role of a seat once all roles lie open."""
        return self.state.faces[self.state.roles[seat]]

    def tell(self, event: object) -> list[Line]:
        if isinstance(event, GameEnded):
            self.scores = Scores(event.scores, event.winners, self._sheet.by_round(event.scores))
        if isinstance(event, RoundEnded):
            self._round_lines, self._result = [], []
        if isinstance(event, RoundClosed):
            self._sheet.close_round()
        lines = super().tell(event)
        if event == self._ahead:
            lines = lines[1:]
        if self._round_lines is not None:
            self._round_lines += (line.text for line in lines)
            if isinstance(event, SlotsOpened):
                self._reveal(event)
            elif not isinstance(event, GoldDrawn | GoldShuffled):
                self._result += (line.text for line in lines if line.text and not line.secret)
            if isinstance(event, RoundClosed):
                title = _("Round {number} is over", number=event.round)
                self.reports.append(RoundReport(title, tuple(dropwhile(not_, self._round_lines)), tuple(self._result)))
                self._round_lines = None
        return lines

    def score_sheet(self) -> list[str]:
        return self._sheet.lines(self.people)

    def _reveal(self, event: SlotsOpened) -> None:
        faces = dict(event.faces)
        if set(self.state.roles) <= faces.keys():
            self.revealed = Reveal(tuple(at for at, slot in self.state.goals.items() if slot in faces))

    def tell_ahead(self, event: PlayAnnounced) -> list[Line]:
        """A play is told once, when it is announced: then comes what stops it, or what it leads to."""
        effect = _effect(event.follows, event.slot)
        told = super().tell(effect)[:1]
        self._ahead = effect if told else None
        return told


def pending_event(state: State) -> Any:
    """What will follow from the play that waits for reactions, but for what it costs; None if none waits."""
    pending: Sequence[Slot] = getattr(state, "pending", ())
    return _effect(getattr(state, "announced", ()), pending[0]) if pending else None


def _effect(follows: Sequence[Any], played: Slot) -> Any:
    return next((event for event in follows if getattr(event, "slot", None) == played), None)


def counted(faces: Iterable[Face]) -> str:
    """Cards by name, each once, with how many there are if it is not one."""
    counts = Counter(map(card_name, sorted(faces)))
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in counts.items())


def _card(teller: Teller, about: Any) -> str:
    """As it is laid; or the one that is taken away."""
    if hasattr(about, "removed"):
        return card_name(teller.state.faces[about.removed])
    return lying_name(about.face, getattr(about, "turned", 0))


def _tool(teller: Teller, about: Any) -> str:
    """That it names, or that of the card that it mends or plays."""
    if hasattr(about, "tool"):
        return tool_name(TOOL_KEYS[about.tool])
    face = teller.state.faces[about.mended] if hasattr(about, "mended") else about.face
    return tool_name(CARD[face].tools[0])


PLACES: Places = {
    "who": lambda teller, about: teller.who(about.finisher if hasattr(about, "finisher") else about.seat),
    "whom": lambda teller, about: (about.target == teller.people.own and teller.oneself) or teller.whom(about.target),
    "card": _card,
    "cards": lambda teller, about: counted(teller.state.faces[slot] for slot in about.slots),
    "cell": lambda teller, about: cell_name(about.cell),
    "goal": lambda teller, about: goal_name(about.cell),
    "thing": lambda teller, about: hidden_thing(teller.state, about.cell),
    "tool": _tool,
    "role": lambda teller, about: role_name(teller.open_role(about.seat)),
    "order": lambda teller, about: teller.names(about.pickers),
    "count": lambda teller, about: about.nuggets if hasattr(about, "nuggets") else len(about.slots),
}
Teller.places = PLACES

"""The story of the cave for one seat: what can stand in its sentences, and what came of the game."""

from typing import Any

from client.games import teller
from client.games.cave.names import (
    border_name,
    card_name,
    goal_name,
    level_name,
    lying_name,
    monster_name,
)
from client.games.cave.score import score_lines
from client.games.cave.words.lexicon import LEXICON
from client.games.game import Line, Reveal, RoundReport, Scores
from client.games.naming import cell_name
from client.i18n import _
from client.words.people import People
from engine.cave.rules.turn.ending import CaveClosed, GameEnded
from engine.cave.state import State
from engine.cave.view import View
from engine.events import SlotsOpened


class Teller(teller.Teller[View]):
    """Tells how the game ended too."""

    lexicon = LEXICON

    def __init__(self, view: View, people: People, oneself: str = "") -> None:
        super().__init__(view, people, oneself)
        self._last_lines: list[str] | None = None
        """What was told since the game was closed; None before."""

    @property
    def state(self) -> State:
        return self.view.state

    def score_sheet(self) -> list[str]:
        return score_lines(self.view, self.people)

    def tell(self, event: object) -> list[Line]:
        if isinstance(event, CaveClosed):
            self._last_lines = []
        lines = super().tell(event)
        if (
            isinstance(event, SlotsOpened)
            and set(self.state.clans) & dict(event.faces).keys()
            and self._last_lines is not None
        ):
            faces = dict(event.faces)
            self.revealed = Reveal(tuple(at for at, slot in self.state.goals.items() if slot in faces))
        if self._last_lines is not None:
            self._last_lines += (line.text for line in lines)
        if isinstance(event, GameEnded):
            self.scores = Scores(event.scores, event.winners)
            self.reports.append(RoundReport(_("The cave is closed"), tuple(self._last_lines or ())))
        return lines


def _card(teller: Teller, about: Any) -> str:
    """As it is laid; or the one that is taken away."""
    if hasattr(about, "removed"):
        return card_name(teller.state.faces[about.removed])
    return lying_name(about.face, getattr(about, "turned", 0))


Teller.places = PLACES = {
    "who": lambda teller, about: teller.who(about.seat),
    "whom": lambda teller, about: (about.target == teller.people.own and teller.oneself) or teller.whom(about.target),
    "card": _card,
    "cell": lambda teller, about: cell_name(about.cell),
    "goal": lambda teller, about: goal_name(about.cell),
    "monster": lambda teller, about: monster_name(about.monster),
    "place": lambda teller, about: border_name(about.border),
    "levels": lambda teller, about: ", ".join(level_name(teller.state, slot) for slot in about.slots),
    "count": lambda teller, about: len(about.slots),
}

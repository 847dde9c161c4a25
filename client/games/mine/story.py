"""What happened, in sentences, told to one seat."""

from itertools import dropwhile
from operator import not_

from client.games.game import Line, RoundReport, Scores
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import PARTS, Tell
from client.words.people import People
from engine.events import RoundClosed, SlotsRenewed
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.view import View
from engine.rules import Rules


class Story(Teller):
    """A `client.games.game.Story`."""

    def __init__(self, view: View, people: People) -> None:
        super().__init__(view, people)
        self._tells = tells(view.state.book.rules)
        self.reports: list[RoundReport] = []
        self.scores: Scores | None = None
        self._round_lines: list[str] | None = None
        """What was told since the round ended; None before."""

    def tell(self, event: object) -> list[Line]:
        if isinstance(event, SlotsRenewed):
            self.renewed.update(event.new)
        if isinstance(event, GameEnded):
            self.scores = Scores(event.scores, event.winners)
        if isinstance(event, RoundEnded):
            self._round_lines = []
        tell = self._tells.get(type(event))
        lines = [] if tell is None else self.say(tell, event)
        if self._round_lines is not None:
            self._round_lines += (line.text for line in lines)
            if isinstance(event, RoundClosed):
                self.reports.append(RoundReport(event.round, tuple(dropwhile(not_, self._round_lines))))
                self._round_lines = None
        return lines


def tells(rules: Rules) -> dict[type, Tell]:
    """By type of event; what a card set or module says comes before what the base game says."""
    told: dict[type, Tell] = {}
    for name in ("base", rules.card_set, *rules.modules, *rules.variants):
        if words := PARTS.get(name):
            told |= words.events
            for act in words.acts.values():
                told |= act.events
    return told

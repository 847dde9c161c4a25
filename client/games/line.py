"""The words of a typed line, taken one by one: what commands of every game have in common."""

from client.games.game import NotUnderstood
from client.i18n import _
from client.words.people import FILLERS, People
from engine.slots import Seat


class Line:
    """The words after a verb."""

    def __init__(self, words: list[str], people: People) -> None:
        self.words = [word for word in words if word not in FILLERS]
        self.people = people

    def take(self, what: str) -> str:
        """The next word, which should be ``what``."""
        if not self.words:
            raise NotUnderstood(_("{what} is missing.", what=what))
        return self.words.pop(0)

    def player(self) -> Seat:
        word = self.take(_("The name of a player"))
        seat = self.people.seat(word)
        if seat is None:
            raise NotUnderstood(_("No player here is called “{word}”: {names}.", word=word, names=self.people.listed()))
        return seat

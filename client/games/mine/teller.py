"""Whoever tells a story: the eyes of one seat, and names for all."""

from typing import Any

from client.words.people import People
from engine.mine.state import State
from engine.mine.view import View
from engine.slots import Face, Seat


class Teller:
    """What every sentence needs."""

    def __init__(self, view: View, people: People) -> None:
        self.view = view
        self.people = people

    @property
    def state(self) -> State:
        """The table as the events have left it."""
        return self.view.state

    def name(self, seat: Seat) -> str:
        """A player in a sentence."""
        return self.people.name(seat)

    def names(self, seats: list[Seat]) -> str:
        """Several players in a sentence."""
        return ", ".join(map(self.name, seats))

    def both(self, event: Any) -> dict[str, str]:
        """Who did it, and to whom."""
        return {"who": self.name(event.seat), "whom": self.name(event.target)}

    def open_role(self, seat: Seat) -> Face:
        """The role of a seat once all roles lie open."""
        return self.state.faces[self.state.roles[seat]]

"""Fills the sentences about acts and events: who, whom, which card, where."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from client.games.game import Line
from client.games.mine.names import CARD, TOOL_KEYS, cell_name, goal_name, hidden_thing, lying_name, tool_name
from client.games.mine.words.words import Said, Tell
from client.i18n import _
from client.words.people import People
from engine.mine.state import State
from engine.mine.view import View
from engine.slots import Face, Seat, Slot

_PLACE = re.compile(r"{(\w+)}")


class Teller:
    """Tells one seat; ``oneself`` is what it is called as the target of its own act, if not by its name."""

    def __init__(self, view: View, people: People, oneself: str = "") -> None:
        self.view = view
        self.people = people
        self._oneself = oneself
        self.renewed: set[Slot] = set()
        """Cards that no seat drew: they changed owners, or places."""

    @property
    def state(self) -> State:
        return self.view.state

    def name(self, seat: Seat) -> str:
        return self.people.name(seat)

    def names(self, seats: Sequence[Seat]) -> str:
        return ", ".join(map(self.name, seats))

    def whom(self, seat: Seat) -> str:
        return self._oneself if self._oneself and seat == self.people.own else self.name(seat)

    def open_role(self, seat: Seat) -> Face:
        """The role of a seat once all roles lie open."""
        return self.state.faces[self.state.roles[seat]]

    def say(self, tell: Tell, about: Any) -> list[Line]:
        if isinstance(tell, Said):
            return [Line(_(tell.text, **{name: PLACES[name](self, about) for name in _PLACE.findall(tell.text)}))]
        told = tell(self, about)
        return [line if isinstance(line, Line) else Line(line) for line in ([told] if isinstance(told, str) else told)]


PLACES: dict[str, Callable[[Teller, Any], str]] = {
    "who": lambda teller, about: teller.name(about.seat),
    "whom": lambda teller, about: teller.whom(about.target),
    "card": lambda teller, about: lying_name(about.face, getattr(about, "turned", 0)),
    "cell": lambda teller, about: cell_name(about.cell),
    "goal": lambda teller, about: goal_name(about.cell),
    "thing": lambda teller, about: hidden_thing(teller.state, about.cell),
    "tool": lambda teller, about: tool_name(
        TOOL_KEYS[about.tool] if hasattr(about, "tool") else CARD[about.face].tools[0]
    ),
}
"""What can stand in a `Said`."""


def one_way(oneself: Said, another: Said) -> Tell:
    """Another sentence for who does it to themselves."""
    return lambda teller, about: teller.say(oneself if about.seat == about.target else another, about)

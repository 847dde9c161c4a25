"""Tells one seat what happens: fills the sentences about acts and events with who, whom, which card, where."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from client.games.game import Line, Mark, Reveal, RoundReport, Scores
from client.games.lately import Lately
from client.games.public_acts import PublicActs
from client.games.words import Counted, Lexicon, Said, Tell
from client.i18n import _, plural
from client.words.people import People
from engine.events import SlotsRenewed
from engine.hands import Hands
from engine.sight import Sight
from engine.slots import Seat, Slot

_PLACE = re.compile(r"{(\w+)}")
Places: TypeAlias = Mapping[str, Callable[[Any, Any], str | int]]
"""What can stand in a `Said` or `Counted`, by name: it is given the teller, and what the sentence is about."""
_View = TypeVar("_View", bound=Sight[Any])


class Teller(Generic[_View]):
    """A `client.games.game.Story`, but for what a game's own events are.

    ``oneself`` is what the seat is called as the target of its own act.
    """

    lexicon: Lexicon[Any]
    places: Places
    announces: ClassVar[frozenset[type]] = frozenset()
    """Events that say what a seat is about to do."""

    def __init__(self, view: _View, people: People, oneself: str = "") -> None:
        self.view = view
        self.people = people
        self.reports: list[RoundReport] = []
        self.scores: Scores | None = None
        self.renewed: set[Slot] = set()
        """Cards that no seat drew: they changed owners, or places."""
        self.oneself = oneself
        self._tells = self.lexicon.tells(self._hands.book.rules)
        self.revealed: Reveal | None = None
        self.lately = Lately(self.lexicon.act_events, view.seat)
        self._public = PublicActs(self.lexicon.act_events | self.announces, self.lexicon)

    @property
    def _hands(self) -> Hands:
        hands: Hands = self.view.state
        return hands

    def name(self, seat: Seat) -> str:
        return self.people.name(seat)

    def who(self, seat: Seat) -> str:
        return self.people.who(seat)

    def whom(self, seat: Seat) -> str:
        return self.people.whom(seat)

    def names(self, seats: Sequence[Seat]) -> str:
        return ", ".join(map(self.whom, seats))

    def sentence(self, act: Any) -> str:
        [line] = self.say(self.lexicon.act(self._hands.book.acts[type(act)]).sentence, act)
        return line.text

    def say(self, tell: Tell, about: Any) -> list[Line]:
        if isinstance(tell, Said):
            return [Line(_(tell.text, **self._filled(tell.text, about)))]
        if isinstance(tell, Counted):
            return [Line(plural(tell.one, tell.many, **self._filled(tell.many, about)))]
        told = tell(self, about)
        return [line if isinstance(line, Line) else Line(line) for line in ([told] if isinstance(told, str) else told)]

    def _filled(self, text: str, about: Any) -> dict[str, Any]:
        return {name: self.places[name](self, about) for name in _PLACE.findall(text)}

    def tell(self, event: object) -> list[Line]:
        self.lately.look(event)
        if isinstance(event, SlotsRenewed):
            self.renewed.update(event.new)
        tell = self._tells.get(type(event))
        lines = [] if tell is None else self.say(tell, event)
        self._public.note(event, lines)
        return lines

    @property
    def acts(self) -> int:
        return len(self._public)

    def done_by(self, seat: Seat, first: int | None = None) -> list[str]:
        return self._public.of(seat, first)

    def marks(self, since: int) -> list[Mark]:
        return self._public.marks(since)


def either(holds: Callable[[Any, Any], bool], one: Tell, other: Tell) -> Tell:
    """One sentence where this holds, else another."""
    return lambda teller, about: teller.say(one if holds(teller, about) else other, about)


def by_target(oneself: Said, another: Tell) -> Tell:
    """Another sentence for who does it to themselves."""
    return either(lambda _teller, about: about.seat == about.target, oneself, another)


def at_you(you: Tell, others: Tell, *, harms: bool = True) -> Tell:
    """What another seat does to this one is said to it in other words, and stands out if it harms."""

    def told(teller: Any, about: Any) -> list[Line]:
        if about.target != teller.view.seat or about.seat == about.target:
            return [replace(line, harms=harms) for line in teller.say(others, about)]
        return [replace(line, against=harms, harms=harms) for line in teller.say(you, about)]

    return told

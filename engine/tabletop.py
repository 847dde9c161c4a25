"""A table whose every card is known to the program, for simulation, scenarios and tests.

It answers what a dealer answers, from faces it was given or dealt, and leaves the acts to the players.
A real table never does this: there the faces lie with the dealer, apart from the state.
"""

from collections.abc import Callable, Iterable
from copy import copy
from itertools import chain
from typing import Any, Self

from engine import wants
from engine.events import SlotsOpened, SlotsRenewed, SlotsShown
from engine.front import State, apply, deal, evolve, setup, truth, view
from engine.inputs import AnswerQuestion, CommitChoice, DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.notebook import Notebook, shows_card
from engine.rules import Rules
from engine.slots import Draw, Face, Seat, Slot, by_pile, in_order, shuffled

_OPENING = {SlotsOpened, SlotsRenewed}
_PLAYERS = {wants.Act, wants.Window, wants.Choose}
Watcher = Callable[[list[object]], None]


class Tabletop:
    """A state, the faces under it, and a notebook for every seat."""

    def __init__(self, rules: Rules, seats: int, draw: Draw) -> None:
        self.sit_down(setup(rules, seats), {}, [Notebook() for _ in range(seats)], draw)

    def sit_down(self, state: State, faces: dict[Slot, Face], notebooks: list[Notebook], draw: Draw) -> None:
        """At a table that stands so."""
        self.state: Any = state
        """Of whichever game: simulations, scenarios and tests look into it."""
        self.faces = faces
        self.notebooks = notebooks
        self._pools = any(notebook.pools for notebook in notebooks)
        """Whether any notebook has cards in an unknown order; else a played card changes no notebook."""
        self._draw = draw
        self._chosen: dict[Seat, int] = {}
        """By seat: its last secret choice, or what chance chose for it."""
        self.watchers: list[Watcher] = []
        """Each is told the events of every input, while the table stands as they left it."""

    def copy(self) -> Self:
        """A table that goes its own way from here; nothing watches it, and chance is the same stream."""
        table = copy(self)
        table.state = self.state.copy()
        table.faces = dict(self.faces)
        table.notebooks = [notebook.copy() for notebook in self.notebooks]
        table._chosen = dict(self._chosen)
        table.watchers = []
        return table

    def view(self, seat: Seat | None) -> Any:
        """What that seat sees."""
        return view(self.state, seat, Notebook() if seat is None else self.notebooks[seat])

    def waiting(self) -> wants.Act | wants.Window | wants.Choose | None:
        """What the table waits for from the players; None when the game is over."""
        state = self.state
        for want in state.book.stages[state.stage].wants(state):
            if type(want) in _PLAYERS:
                return want  # type: ignore[no-any-return]
        return None

    def give(self, given: object) -> list[object]:
        """Apply one input and let the notebooks follow."""
        if type(given) is TimeUp and self.state.secret is not None:
            self._chosen[given.seat] = self._draw(self.state.secret.below)
        events = apply(self.state, given)
        if self._pools or not _OPENING.isdisjoint(map(type, events)):
            self._note(events)
        for watch in self.watchers:
            watch(events)
        return events

    def _note(self, events: list[object]) -> None:
        for event in events:
            if type(event) in _OPENING or (self._pools and shows_card(event)):
                for notebook in self.notebooks:
                    notebook.note(event)
                self._pools = any(notebook.pools for notebook in self.notebooks)

    def choose(self, seat: Seat, way: int) -> CommitChoice:
        """The input for a secret choice, which the table and the seat's notebook remember."""
        self._chosen[seat] = way
        self.notebooks[seat].chosen = seat, way
        return CommitChoice(seat)

    def play(self, act: object) -> list[object]:
        """Apply an act, then answer everything that is not a player's to answer."""
        return self.give(act) + self.advance()

    def advance(self) -> list[object]:
        """Answer for the dealer until the table waits for players, or for nothing."""
        state = self.state
        stages = state.book.stages
        events: list[object] = []
        while True:
            for want in stages[state.stage].wants(state):
                if type(want) not in _PLAYERS:
                    events += self.give(self.answer(want))
                    break
            else:
                while state.owed:
                    events.append(self._pay(*state.owed[0]))
                return events

    def _pay(self, seat: Seat, slots: tuple[Slot, ...]) -> SlotsShown:
        """Show what is owed: nothing is to be decided about it, and nothing follows."""
        self._show(seat, slots)
        event = SlotsShown(seat, slots)
        evolve(self.state, event)
        for watch in self.watchers:
            watch([event])
        return event

    def answer(self, want: object) -> object:
        """The dealer's answer to one want; what it deals or shows is entered here and in the notebook."""
        match want:
            case wants.Open(slots, None):
                return OpenSlots(tuple((slot, self.faces[slot]) for slot in slots))
            case wants.Open(slots, int(seat)):
                self._show(seat, slots)
                return ShowSlots(seat, slots)
            case wants.Random(below=below):
                return GiveRandom(self._draw(below))
            case wants.Renew(slots, by=by):
                return self._renew(slots, by)
            case wants.Ask(question, subject, slots):
                faces = tuple(self.faces[slot] for slot in slots)
                return AnswerQuestion(truth(self.state.book, question, subject, faces))
            case wants.Deal(piles):
                return self._deal(tuple(len(pile.faces) for pile in piles))
            case _:
                raise AssertionError(f"{want} is for a player")

    def _show(self, seat: Seat, slots: tuple[Slot, ...]) -> None:
        faces = self.faces
        self.notebooks[seat].show([(slot, faces[slot]) for slot in slots])

    def dealt(self) -> Iterable[Face]:
        """The faces of the next round, in slot order."""
        book = self.state.book
        return chain.from_iterable(deal(book.rules, book.seats, self.state.round + 1, self._draw))

    def mixed(self, faces: list[Face]) -> Iterable[Face]:
        """The faces in the order that a renewal gives them."""
        return shuffled(faces, self._draw)

    def _deal(self, sizes: tuple[int, ...]) -> DealRound:
        self.faces.update(enumerate(self.dealt(), start=len(self.state.pile_of)))
        return DealRound(sizes)

    def _renew(self, slots: tuple[Slot, ...], by: Seat | None) -> RenewSlots:
        first = len(self.state.pile_of)
        new = tuple(range(first, first + len(slots)))
        for share in by_pile(slots, self.state.pile_of).values():
            there = [self.faces[slots[at]] for at in share]
            faces = self.mixed(there) if by is None else in_order(self._chosen[by], there)
            self.faces.update(zip([new[at] for at in share], faces, strict=True))
        return RenewSlots(new)

"""The front door that every game offers; server, client, bots, simulator and auditor know no game by name."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, Self

from engine.errors import NOT_WANTED, Illegal, Reason
from engine.machine import OVER, Book, Rule, reasons_of
from engine.notebook import Notebook, ShowsCard, shows_card
from engine.registry import game_of, games
from engine.rules import Evening, Flag, Part, Preset, Rules
from engine.slots import Draw, Face, Seat, Slot
from engine.waits import RULE as WAITS
from engine.waits import SECRETS
from engine.wants import Choose, Open, Want, Window

__all__ = [
    "ActLike",
    "Book",
    "Game",
    "ShowsCard",
    "State",
    "View",
    "all_rules",
    "apply",
    "choices",
    "deal",
    "decide",
    "evolve",
    "follow",
    "is_over",
    "reasons",
    "setup",
    "shows_card",
    "truth",
    "view",
    "wants",
]

if TYPE_CHECKING:
    from engine.bots.mind import Mind  # a bot knows the front door, and not the other way round
    from engine.scenario.vocabulary import Vocabulary


class State(Protocol):
    """The public state of a table, as far as every game has it.  It changes by `apply` and `evolve`."""

    @property
    def book(self) -> Book: ...
    @property
    def round(self) -> int: ...
    @property
    def stage(self) -> str: ...
    @property
    def faces(self) -> Mapping[Slot, Face]:
        """The faces that all seats have seen."""

    @property
    def pile_of(self) -> Sequence[int]:
        """By slot: the pile it was dealt to.  Its length is the next free number."""

    @property
    def owed(self) -> Sequence[tuple[Seat, tuple[Slot, ...]]]:
        """Slots that must be shown to one seat; play goes on meanwhile."""

    @property
    def secret(self) -> Choose | None:
        """The secret choice that the table waits for."""

    def copy(self) -> Self:
        """A state that can be changed without changing this one."""


class View(Protocol):
    """What one seat sees; ``seat`` is None for a spectator.  A reference, not a copy."""

    @property
    def state(self) -> State: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def notebook(self) -> Notebook: ...

    def face(self, slot: Slot) -> Face | None:
        """The face in the slot, if this seat knows it."""

    def hand(self) -> Sequence[tuple[Slot, Face | None]]:
        """The seat's own cards; a face is None until its opening has arrived."""

    def among(self, slot: Slot) -> Sequence[Face]:
        """The faces one of which the slot holds, as far as this seat can follow; empty if it knows nothing."""


class ActLike(Protocol):
    """An act of a player; its other fields are those of its row in the book."""

    @property
    def seat(self) -> Seat: ...


class Game(Protocol):
    """What a game is to everything outside its folder; `engine.registry` finds it by its name."""

    NAME: str
    PRESETS: Mapping[str, Preset]
    FLAGS: tuple[Flag, ...]
    PARTS: Mapping[str, Part]
    """The modules and variants that a table can switch on, in the order in which they are written."""
    GROUPS: Mapping[str, tuple[str, ...]]
    """By name: parts that are switched on together."""
    EVENINGS: tuple[Evening, ...]
    """Ready-made rules, the simplest first."""
    RULES: tuple[Rule, ...]
    """Every rule that holds at some table of the game."""

    def seats(self, rules: Rules) -> range:
        """How many can play by these rules."""
        ...

    def book(self, rules: Rules, seats: int) -> Book:
        """The rules of a table, resolved; `UnfitRules` if so many cannot play so."""
        ...

    def view(self, state: State, seat: Seat | None, notebook: Notebook) -> View:
        """What that seat sees: a reference, not a copy."""
        ...

    def revs(self, rules: Rules) -> tuple[tuple[str, int], ...]:
        """The revision of everything these rules are made of: the core, the card set, each part that is switched on.

        One rises whenever a legality or an outcome of that part changes.
        """
        ...

    def tables(self, book: Book) -> object:
        """The cards and the layout that this table uses, and nothing else, as plain values for its log."""
        ...

    def mind(self, rules: Rules) -> "Mind":
        """How a bot plays these cards."""
        ...

    def vocabulary(self) -> "Vocabulary":
        """What its scenarios are written with."""
        ...


def all_rules() -> Iterator[Rule]:
    """Every rule of every game, and the waits that all of them have."""
    yield from (WAITS, SECRETS)
    for each in games():
        yield from each.RULES


def reasons() -> dict[str, Reason]:
    """By code: every refusal of every game."""
    return reasons_of(all_rules())


def setup(rules: Rules, seats: int) -> State:
    """The first state of a table; it wants a deal."""
    book = game_of(rules).book(rules, seats)
    first: State = book.state(book)
    return first


def deal(rules: Rules, seats: int, round_: int, draw: Draw) -> tuple[tuple[Face, ...], ...]:
    """The face of every slot of a round, pile by pile: a pure function of a stream of bounded integers."""
    return tuple(pile.dealt(draw) for pile in game_of(rules).book(rules, seats).piles_of(round_))


def truth(book: Book, question: str, subject: Seat | None, faces: tuple[Face, ...]) -> bool:
    """The answer to a question about hidden faces, in the order of its slots: a function of those faces alone."""
    return book.questions[question].truth(subject, faces)


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return state.stage == OVER


def decide(state: State, given: object) -> tuple[object, ...]:
    """The events that follow at once from an input, or `Illegal`; changes nothing."""
    rule = state.book.decide.get(type(given))
    if rule is None:
        raise Illegal(NOT_WANTED)
    events: tuple[object, ...] = rule(state, given)
    return events


def evolve(state: State, event: object) -> None:
    """What the event changes in the state."""
    state.book.evolve[type(event)](state, event)


def follow(state: State) -> tuple[object, ...] | None:
    """The events that come next by themselves; None while the table waits."""
    on = state.book.stages[state.stage].follow
    return None if on is None else on(state)


def apply(state: State, given: object) -> list[object]:
    """Decide, evolve, and go on until something is wanted; all events, or `Illegal` and nothing changed."""
    book = state.book
    rule = book.decide.get(type(given))
    if rule is None:
        raise Illegal(NOT_WANTED)
    evolve, stages = book.evolve, book.stages
    events: tuple[object, ...] = rule(state, given)
    story: list[object] = []
    while True:
        for event in events:
            evolve[type(event)](state, event)
        story += events
        on = stages[state.stage].follow
        if on is None:
            return story
        events = on(state)


def wants(state: State) -> tuple[Want, ...]:
    """What the table waits for now: its present wait, and what is owed to single seats; a window opens after that."""
    waiting: tuple[Want, ...] = state.book.stages[state.stage].wants(state)
    if not state.owed:
        return waiting
    at_once = (want for want in waiting if type(want) is not Window)
    return (*at_once, *(Open(slots, seat) for seat, slots in state.owed))


def choices(view: View) -> list[ActLike]:
    """Every legal act of the view's seat in the present wait, one canonical form per effect, in a fixed order."""
    acts: list[ActLike] = view.state.book.stages[view.state.stage].choices(view)
    return acts


def view(state: State, seat: Seat | None, notebook: Notebook) -> View:
    """What that seat sees: a reference, not a copy."""
    return game_of(state.book.rules).view(state, seat, notebook)

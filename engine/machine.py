"""The rules of one table, resolved into tables: which function answers which input, event and stage.

A rule is one module with its inputs, its events, what it allows and what follows.  A table's book
is made of the rules that are switched on, once, when the table is set up; play asks for no flag.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.acts import ActRow
from engine.errors import Reason
from engine.records import record
from engine.registry import game_of
from engine.rules import Rules
from engine.slots import Face, Pile, Seat
from engine.wants import Want

if TYPE_CHECKING:
    from engine.scenario.vocabulary import Words  # which knows tables

# Rules are typed inside; a table of functions over different inputs cannot be.
Decide: TypeAlias = Callable[[Any, Any], tuple[object, ...]]
Evolve: TypeAlias = Callable[[Any, Any], None]
Offer: TypeAlias = Callable[[Any, int, int, int, list[Any]], None]

Find: TypeAlias = Callable[[Any, int, bool], tuple[object, ...]]
"""(state, cell, by_clock): the events that follow when the card on the cell is reached."""
TurnUp: TypeAlias = Callable[[Any, int, bool], tuple[object, ...]]
"""(state, turned, by_clock): the events that follow when the card that was reached is laid so, in degrees."""
Around: TypeAlias = Callable[[ActRow, Decide], Decide]
"""(row, decide): what decides on the act at this table."""
AroundStage: TypeAlias = "Callable[[Stage], Stage]"
"""(stage): what it is at this table."""

OVER = "over"
"""The stage of a game that has ended: nothing is wanted any more."""


@record
class Stage:
    """One state of the table's machine: it goes on by itself, or it waits."""

    follow: Callable[[Any], tuple[object, ...]] | None = None
    """The events that come next without an input; None where the table waits."""
    wants: Callable[[Any], tuple[Want, ...]] = lambda state: ()
    choices: Callable[[Any], list[Any]] = lambda view: []
    """Every legal act of the view's seat, in a fixed order."""
    time_up: Callable[[Any, int], tuple[object, ...]] | None = None
    """What the clock decides for a seat (HA25), in a window for the `TABLE`; None where no seat is waited for."""


@record
class Question:
    """A yes or no about hidden faces: its frozen number, and its answer as a function of those faces alone."""

    number: int
    truth: Callable[[Seat | None, tuple[Face, ...]], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """What one rule adds to a table."""

    inputs: Mapping[type, Decide] = field(default_factory=dict)
    events: Mapping[type, Evolve] = field(default_factory=dict)
    offers: Mapping[str, Offer] = field(default_factory=dict)
    """By kind of card: the acts that a card in the hand offers, appended to a list."""
    stages: Mapping[str, Stage] = field(default_factory=dict)
    acts: tuple[ActRow, ...] = ()
    """A row for every input that is an act of a player."""
    chances: Mapping[str, int] = field(default_factory=dict)
    """By kind: the frozen number of each random value that the rule asks for."""
    questions: Mapping[str, Question] = field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()
    """Why the rule refuses an input, in the order in which it is tested."""
    lays_out: Callable[[Any, Mapping[str, list[int]]], None] | None = None
    """(state, slots by name of their pile): what the rule lays out when a round is dealt."""
    finds: Mapping[str, Find] = field(default_factory=dict)
    """By name of a pile: what follows when a tunnel reaches a card of it that lies face down on the grid."""
    turns_up: Mapping[str, TurnUp] = field(default_factory=dict)
    """By name of a pile: what follows when it is known how such a card lies."""
    fields: type | None = None
    """A class whose declared fields the rule adds to the state."""
    around: Around | None = None
    """How the rule stands between an act of another rule and its effect; asked for every act of a table, once."""
    around_stages: Mapping[str, AroundStage] = field(default_factory=dict)
    """By name: how the rule changes a stage of another rule; rules that change one stage do so in their order."""
    scenario: "Words | None" = None
    """What a rule of a module adds to the scenarios of its tables."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Book:
    """What every game resolves when a table is set up; each game adds what its own rules look up.

    There is one for each pair of rules and number of seats; all tables that play so share it.
    """

    rules: Rules
    seats: int
    rounds: int
    state: type[Any]
    """The state of a table, with all fields that its rules declare."""

    decide: Mapping[type, Decide]
    evolve: Mapping[type, Evolve]
    stages: Mapping[str, Stage]
    acts: Mapping[type, ActRow]
    chances: Mapping[str, int]
    questions: Mapping[str, Question]
    reasons: Mapping[str, Reason]
    """By code: why an input may be refused at this table."""
    scenario: "tuple[Words, ...]" = ()

    offers: Mapping[Face, Offer]
    """By face: the acts that the card offers."""
    kinds: Mapping[Face, str]
    """By face: the kind of a card that is held in hands."""
    clockwise: tuple[tuple[Seat, ...], ...]
    """By seat: all seats clockwise, that seat first."""
    turn_wants: tuple[tuple[Want, ...], ...]
    """By seat: what a turn waits for."""

    piles: tuple[Pile, ...]
    """The piles of the first round."""
    copies: Mapping[int, Mapping[Face, int]]
    """By pile number: how many of each face lie in it."""

    def __reduce__(self) -> tuple[object, ...]:
        """Another process has the same rules, and resolves them itself."""
        return _book, (self.rules, self.seats)

    def piles_of(self, round_: int) -> tuple[Pile, ...]:
        """What is dealt for a round: later rounds leave out what is dealt once a game."""
        return self.piles if round_ == 1 else tuple(pile for pile in self.piles if not pile.once)


def _book(rules: Rules, seats: int) -> Book:
    return game_of(rules).book(rules, seats)


def merged(tables: Iterable[Mapping[Any, Any]]) -> dict[Any, Any]:
    """One table out of many; two rules, cards or piles that claim the same place are a mistake in the rules."""
    whole: dict[Any, Any] = {}
    for table in tables:
        twice = whole.keys() & table.keys()
        if twice:
            raise AssertionError(f"two rules answer {sorted(map(str, twice))}")
        whole.update(table)
    return whole


def reasons_of(rules: Iterable[Rule]) -> dict[str, Reason]:
    """By code: every refusal of some rules; a code that is declared twice is a mistake in the rules."""
    found: dict[str, Reason] = {}
    for reason in (reason for rule in rules for reason in rule.reasons):
        if found.setdefault(reason.code, reason) is not reason:
            raise AssertionError(f"two rules declare {reason.code!r}")
    return found

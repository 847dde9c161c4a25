"""The front door that every game offers; server, client, bots, simulator and auditor know no game by name."""

from typing import Any

from engine.errors import Illegal, Reason
from engine.mine import game as mine
from engine.notebook import Notebook
from engine.rules import Rules
from engine.slots import Draw, Face, Seat, shuffled
from engine.table import Table
from engine.wants import Open, Want

_GAMES = {"mine": mine}


def setup(rules: Rules, seats: int) -> Any:
    """The first state of a table; it wants a deal."""
    return _GAMES[rules.game].setup(rules, seats)


def deal(rules: Rules, seats: int, round_: int, draw: Draw) -> tuple[tuple[Face, ...], ...]:
    """The face of every slot of a round, pile by pile: a pure function of a stream of bounded integers."""
    piles = _GAMES[rules.game].book(rules, seats).piles_of(round_)
    return tuple(shuffled(pile.faces, draw) for pile in piles)


def decide(state: Table, given: object) -> tuple[object, ...]:
    """The events that follow at once from an input, or `Illegal`; changes nothing."""
    rule = state.book.decide.get(type(given))
    if rule is None:
        raise Illegal(Reason.NOT_WANTED)
    events: tuple[object, ...] = rule(state, given)
    return events


def evolve(state: Table, event: object) -> None:
    """What the event changes in the state."""
    state.book.evolve[type(event)](state, event)


def follow(state: Table) -> tuple[object, ...] | None:
    """The events that come next by themselves; None while the table waits."""
    on = state.book.stages[state.stage].follow
    return None if on is None else on(state)


def apply(state: Table, given: object) -> list[object]:
    """Decide, evolve, and go on until something is wanted; all events, or `Illegal` and nothing changed."""
    book = state.book
    rule = book.decide.get(type(given))
    if rule is None:
        raise Illegal(Reason.NOT_WANTED)
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


def wants(state: Table) -> tuple[Want, ...]:
    """What the table waits for now: its present wait, and what is owed to single seats."""
    waiting: tuple[Want, ...] = state.book.stages[state.stage].wants(state)
    return (*waiting, *(Open(slots, seat) for seat, slots in state.owed)) if state.owed else waiting


def choices(view: Any) -> list[Any]:
    """Every legal act of the view's seat in the present wait, one canonical form per effect, in a fixed order."""
    acts: list[Any] = view.state.book.stages[view.state.stage].choices(view)
    return acts


def view(state: Any, seat: Seat | None, notebook: Notebook) -> Any:
    """What that seat sees: a reference, not a copy."""
    return _GAMES[state.book.rules.game].view(state, seat, notebook)

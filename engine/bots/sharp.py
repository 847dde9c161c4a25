"""The bot `sharp`: it looks ahead.

It judges every act as `steady` does, by weights that were found by play against it.  Its best ideas are played on for
some turns, in the same worlds for all of them: deals that agree with what the seat knows, with roles and goals as its
belief has them.  What counts is what the seat then owns, and what it may still hope for.

Its budget counts acts that are played on, never time.  Where the cards have no foresight, it plays as `steady` does.
"""

from functools import partial
from typing import Any

from engine.acts import SLOT, SlotList, fields_of
from engine.bots import steady
from engine.bots.bot import Bot
from engine.bots.hidden import Hidden
from engine.bots.playout import Playout
from engine.bots.steady import mind_of
from engine.front import ActLike, View, choices, view, wants
from engine.machine import Book
from engine.notebook import Notebook
from engine.slots import Draw, Seat, shuffled
from engine.wants import Act

_IDEAS = 5
_TURNS = 5
"""How many turns a try goes on."""
_ACTS = 300
"""So many acts are tried in all, and those that the last world still needs."""
_PRIOR = 0.02
"""In nuggets: what a point of worth speaks for an act, beside what was found by trying."""


class Memory:
    """What the seat remembers, and what it supposes that the others make of what all see."""

    __slots__ = ("hidden", "minds", "seat")

    def __init__(self, seat: Seat, book: Book) -> None:
        self.seat = seat
        self.hidden = Hidden(book.seats)
        memory = mind_of(book).memory
        others = range(book.seats) if mind_of(book).foresight else (seat,)
        self.minds = {other: memory(other, book.seats) for other in others}

    @property
    def own(self) -> Any:
        return self.minds[self.seat]


def remember(memory: Memory, event: object, seen: View) -> None:
    """Fold one event, for every seat that the bot thinks for."""
    memory.hidden.note(event)
    for seat, mind in memory.minds.items():
        mind.note(event, seen if seat == memory.seat else view(seen.state, seat, Notebook()))


def choose(memory: Memory, seen: View, chance: Draw) -> ActLike | None:
    """In its turn it looks ahead; whatever else it is asked it answers at once."""
    mind = mind_of(seen.state.book)
    acts = choices(seen)
    player = mind.foresight.player if mind.foresight else mind.player
    if mind.foresight is None or not _is_turn(seen):
        return steady.best_of(acts, memory.own, seen, chance, player)
    worths = steady.worths_of(acts, memory.own, seen, player)
    ideas = _best_ideas(acts, worths, seen, chance)
    if len(ideas) == 1:
        return acts[ideas[0]]
    gains = _tried([acts[idea] for idea in ideas], memory, seen, chance)
    best = max(range(len(ideas)), key=lambda place: gains[place] + _PRIOR * worths[ideas[place]])
    return acts[ideas[best]]


def _is_turn(seen: View) -> bool:
    """Whether the seat is to play a card; what else it is asked follows from that, or is decided at a glance."""
    return any(isinstance(want, Act) and want.what == "turn" for want in wants(seen.state))


def _best_ideas(acts: list[ActLike], worths: list[float], seen: View, chance: Draw) -> list[int]:
    """The places of the best acts, of equal ones by chance; equal cards to the same end are one idea."""
    ideas: dict[object, int] = {}
    for place in sorted(shuffled(range(len(acts)), chance), key=lambda place: -worths[place]):
        ideas.setdefault(_effect(acts[place], seen), place)
        if len(ideas) == _IDEAS:
            break
    return list(ideas.values())


def _effect(act: ActLike, seen: View) -> object:
    """The act without the numbers of its slots."""
    values: list[object] = [type(act)]
    for field in fields_of(seen.state.book.acts[type(act)]):
        value = getattr(act, field.name)
        if field.type is SLOT:
            values.append(seen.face(value))
        elif isinstance(field.type, SlotList):
            values.append(tuple(map(seen.face, value)))
        else:
            values.append(value)
    return tuple(values)


def _tried(ideas: list[ActLike], memory: Memory, seen: View, chance: Draw) -> list[float]:
    """By idea: what it brings, on the mean of the worlds in which all were tried."""
    mind = mind_of(seen.state.book)
    assert mind.foresight is not None
    likely = {name: partial(weigh, memory.own, seen) for name, weigh in mind.foresight.likely.items()}
    gains, acts, count = [0.0] * len(ideas), 0, 0
    for world in memory.hidden.worlds(seen, likely, chance):
        seats = range(seen.state.book.seats)
        books = [seen.notebook if seat == memory.seat else memory.hidden.notebook(seat, world) for seat in seats]
        for place, idea in enumerate(ideas):
            table = Playout(seen.state, world, books, [memory.minds[seat] for seat in seats], chance)
            gains[place] += table.gain(idea, memory.seat, mind, _TURNS)
            acts += table.acts
        count += 1
        if acts >= _ACTS:
            break
    return [gain / count for gain in gains]


BOT = Bot("sharp", 1, Memory, remember, choose, slow=True)

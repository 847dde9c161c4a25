"""The bot `steady`: plays to its role as a decent human would.

It gives every legal act a worth and takes the best; acts of equal worth are left to chance.  What an act is worth is
said by the mind that the game has for the cards on the table.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from engine.bots.bot import Bot
from engine.bots.mind import Mind
from engine.front import ActLike, View, choices
from engine.machine import Book
from engine.registry import game_of
from engine.slots import Draw, Seat
from engine.waits import window

MakePlayer: TypeAlias = Callable[[Any, View], Any]


def memory(seat: Seat, book: Book) -> Any:
    """What there is to remember depends on the cards."""
    return mind_of(book).memory(seat, book.seats)


def remember(memory: Any, event: object, view: View) -> None:
    """Fold one event."""
    memory.note(event, view)


def choose(memory: Any, view: View, chance: Draw) -> ActLike | None:
    """The act of most worth; a reaction must be worth something, or the window passes."""
    return best_of(choices(view), memory, view, chance)


def best_of(
    acts: list[ActLike], memory: Any, view: View, chance: Draw, made: MakePlayer | None = None
) -> ActLike | None:
    """The same among some of them; ``made`` is a player with other weights."""
    if not acts:
        return None  # in a window in which the seat has nothing to react with
    worths = worths_of(acts, memory, view, made)
    best = max(worths, default=0.0)
    if best <= 0 and window(view.state) is not None:
        return None
    equal = [act for act, worth in zip(acts, worths, strict=True) if worth == best]
    return equal[chance(len(equal))]


def worths_of(acts: list[ActLike], memory: Any, view: View, made: MakePlayer | None = None) -> list[float]:
    """How much the seat wants to do each."""
    mind = mind_of(view.state.book)
    player, worth_of = (made or mind.player)(memory, view), mind.worth
    return [worth_of[type(act)](player, act) for act in acts]


def mind_of(book: Book) -> Mind:
    """How the cards of a table are played."""
    return game_of(book.rules).mind(book.rules)


BOT = Bot("steady", 2, memory, remember, choose)

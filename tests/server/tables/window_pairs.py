"""Pairs of games with one public history, which differ only in who holds the card that can be reacted with.

They are played in real rooms on a clock that a test moves; every frame to every player is noted with its time.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from engine.bots import BOTS
from engine.bots.bot import Bot
from engine.front import apply, setup
from engine.inputs import DealRound
from engine.mine.state import mine_state
from engine.slots import Face, Seat, Slot
from engine.waits import window
from engine.wants import Act
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.codec import decode
from tests.support.hall import Hall

SEATS, WINDOW = 4, 8
Frame = tuple[float, int]
"""When it came, and how long it was."""
Heading = tuple[int, int, int, int, object]
"""Of an entry: its kind, who made it, when, how long it is, and whom it shows which cards."""


@dataclass(frozen=True)
class Module:
    """Rules with a reaction, as far as a pair of games needs to know them."""

    card: Face
    """The one card that its holder can react with."""
    play: Callable[[Any], Any]
    """(view): what the player whose turn it is does, so that a window opens."""
    react: Callable[[Any], Any]
    """(view): the reaction of that seat, None if it has none."""
    rules: str = "base"
    mine: Callable[[], AbstractContextManager[None]] = nullcontext
    """For rules that no table can ask for."""


@dataclass(frozen=True)
class Company:
    """Who sits there beside the person who plays: bots of the server on the last seats, and people who have left."""

    bots: int = 0
    gone: tuple[Seat, ...] = ()
    eager: bool = False
    """Whether bots react if they can; else they let every window pass."""


@dataclass
class Played:
    """One game, from the first entry to what follows its first window at once."""

    frames: dict[Seat, list[Frame]] = field(default_factory=dict)
    """By seat."""
    opened: float = 0.0
    closed: float = 0.0
    closing: Entry | None = None
    log: list[Heading] = field(default_factory=list)
    """What all can read of the entries, in their order, to the one that closed the window."""

    def before(self, time: float) -> dict[Seat, list[Frame]]:
        """The frames that came earlier."""
        return {seat: [frame for frame in frames if frame[0] < time] for seat, frames in self.frames.items()}


def played(module: Module, company: Company, holder: Seat | None, seed: bytes) -> Played | None:
    """The game in which that seat holds the card, or none does; None if a bot begins, or the holder."""
    with ExitStack() as stack:
        stack.enter_context(module.mine())
        stack.enter_context(_bots(module, eager=company.eager))
        stack.enter_context(patch("protocol.modes.dealer.author.Deals", _held_by(module.card, holder)))
        hall = Hall(seed=seed)
        stack.callback(hall.rooms.stop)
        return _until_it_has_closed(hall, module, company, holder)


@contextmanager
def _bots(module: Module, *, eager: bool) -> Iterator[None]:
    def choose(memory: object, view: Any, chance: Callable[[int], int]) -> Any:
        if window(view.state) is None:
            return module.play(view)
        return module.react(view) if eager else None

    bot = Bot("still", 1, lambda seat, book: None, lambda memory, event, view: None, choose)
    with patch.dict(BOTS, {"still": bot}):
        yield


def _held_by(card: Face, holder: Seat | None) -> type[Deals]:
    """Cards that lie as the seeds say, but for one: it lies last in a hand, or at the bottom of the pile."""

    class Placed(Deals):
        def deal(self, round_: int, first: Slot) -> list[Slot]:
            slots = super().deal(round_, first)
            state = mine_state(setup(self._book.rules, self._book.seats))
            apply(state, DealRound(tuple(len(pile.faces) for pile in self._book.piles_of(round_))))
            bottom = state.pile[0]
            self._swap(next(slot for slot in slots if self.faces[slot] == card), bottom)
            self._swap(bottom, bottom if holder is None else state.hands[holder][-1])
            return slots

        def _swap(self, one: Slot, other: Slot) -> None:
            self.faces[one], self.faces[other] = self.faces[other], self.faces[one]

    return Placed


def _until_it_has_closed(hall: Hall, module: Module, company: Company, holder: Seat | None) -> Played | None:
    absent = bodies.BotSeat(bot="still", rev=1)
    hall.begin(seats=SEATS, rules=module.rules, bots=company.bots, bot="still", window_seconds=WINDOW, absent=absent)
    game = Played()
    _listen(hall, game)
    hall.come()
    hall.play(lambda: hall.room.host.follower.play.waiting() is not None)
    waiting = hall.room.host.follower.play.waiting()
    assert isinstance(waiting, Act)
    [active] = waiting.seats
    if active >= len(hall.people) or active in company.gone:
        return None
    for seat in company.gone:
        _submit(hall, seat, lambda follower: follower.say(Kind.LEAVE, bodies.Nothing()))
    hall.clock.advance(1)
    at = hall.room.host.next_seq
    _submit(hall, active, lambda follower: follower.act(module.play(follower.view)))
    return None if active == holder else _let_pass(hall, game, at)


def _listen(hall: Hall, game: Played) -> None:
    for seat, person in enumerate(hall.people):
        heard = game.frames[seat] = []

        def tell_frame(frame: bytes, hear: Any = person.tell_frame, heard: list[Frame] = heard) -> None:
            heard.append((hall.clock.seconds(), len(frame)))
            hear(frame)

        person.tell_frame = tell_frame  # type: ignore[method-assign]


def _submit(hall: Hall, seat: Seat, make: Callable[[Any], Entry]) -> None:
    hall.room.submit(hall.people[seat], make(hall.people[seat].mind.follower))
    hall.tick()


def _let_pass(hall: Hall, game: Played, at: int) -> Played:
    """All people are silent after the play in that entry, until the window has closed."""
    game.opened = hall.clock.seconds()
    while (closing := _closing(hall, at)) is None:
        hall.clock.advance(0.5)
        assert hall.clock.seconds() < game.opened + 4 * WINDOW
    game.closed, game.closing = hall.clock.seconds(), closing
    game.log = [_heading(entry) for entry in hall.room.host.entries[: closing.seq]]
    return game


def _heading(entry: Entry) -> Heading:
    """Boxes and salts are others in each game, and so are the faces that no other seat has seen."""
    show = decode(dealer_bodies.Show, entry.body, len(entry.body)) if entry.kind == DealerKind.SHOW else None
    shown = (show.seat, tuple(show.slots)) if show else ()
    return entry.kind, entry.actor, entry.dt_ms, len(entry.body), shown


def _closing(hall: Hall, at: int) -> Entry | None:
    after = hall.room.host.entries[at:]
    return next((entry for entry in after if entry.kind in {Kind.ACT, Kind.TIMEOUT}), None)

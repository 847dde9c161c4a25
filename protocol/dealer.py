"""Who answers what the table wants: the interface, and the dealer that holds the deal.

The engine says only that something must be dealt, opened or drawn.  A dealer opens a slot because the state wants it
and for no other reason; there is no other way to a face.
"""

from typing import Any, Protocol

from engine import wants
from engine.slots import Draw, Face, Slot
from protocol import bodies
from protocol.codec import Body
from protocol.deals import Deals
from protocol.log import Kind
from protocol.seeds import GAME_CLASS, ROUND_CLASS


class Dealer(Protocol):
    """Answers wants; how it comes by the answers is its own matter."""

    def answer(self, want: object, state: Any, seq: int) -> tuple[Kind, Body]:
        """The entry that answers a want of this state, to stand at that number."""
        ...

    def opening(self, slot: Slot) -> bodies.Opening:
        """The proof of a face, for a bot of the server that shows its card."""
        ...

    def open_round(self, round_: int) -> bodies.RoundOpen:
        """What may be known when a round has ended."""
        ...

    def open_game(self) -> bodies.GameOpen:
        """What may be known when the game is over."""
        ...


class HoldingDealer:
    """The dealer that holds the deal and therefore knows every card."""

    def __init__(self, deals: Deals, server_seeds: dict[tuple[int, int], bytes], box_keys: list[bytes]) -> None:
        self._deals = deals
        self._server_seeds = server_seeds
        self._box_keys = box_keys

    def answer(self, want: object, state: Any, seq: int) -> tuple[Kind, Body]:
        """One answer, from the seeds and the state alone."""
        first = len(state.pile_of)
        match want:
            case wants.Deal():
                return Kind.DECK_COMMIT, bodies.DeckCommit(
                    commitments=self._committed(self._deals.deal(state.round + 1, first))
                )
            case wants.Open(slots, None):
                return Kind.OPEN, bodies.Open(openings=[self.opening(slot) for slot in slots])
            case wants.Open(slots, int(seat)):
                return Kind.SHOW, bodies.Show(seat=seat, slots=list(slots), box=self._box(seq, seat, slots))
            case wants.Random(kind, subject, below):
                return Kind.RANDOM, bodies.RandomValue(value=self._deals.random(kind, subject, below))
            case wants.Renew(slots):
                return Kind.RENEW, bodies.Renew(commitments=self._committed(self._deals.renew(slots, first)))
            case _:
                raise AssertionError(f"{want} is for a player")

    def _committed(self, slots: list[Slot]) -> list[bytes]:
        return [self._deals.commitment(slot) for slot in slots]

    def _box(self, seq: int, seat: int, slots: tuple[Slot, ...]) -> bytes:
        reader = self._box_keys[seat]
        return self._deals.box(seq, seat, slots, reader) if reader else b""

    def opening(self, slot: Slot) -> bodies.Opening:
        """The face of a slot with its proof."""
        return bodies.Opening(slot=slot, face=self._deals.faces[slot], salt=self._deals.salt(slot))

    def face(self, slot: Slot) -> Face:
        """For the bots of the server, which are shown what a person would be shown."""
        return self._deals.faces[slot]

    def bot_chance(self, seat: int) -> Draw:
        """The chance of a bot's next decision: fixed by the seeds, so that it can be checked."""
        return self._deals.bot_chance(seat)

    def open_round(self, round_: int) -> bodies.RoundOpen:
        """The seed of class R."""
        return bodies.RoundOpen(round=round_, seed=self._server_seeds[round_, ROUND_CLASS])

    def open_game(self) -> bodies.GameOpen:
        """The seeds of class G."""
        rounds = sorted(round_ for round_, class_ in self._server_seeds if class_ == GAME_CLASS)
        return bodies.GameOpen(seeds=[self._server_seeds[round_, GAME_CLASS] for round_ in rounds])

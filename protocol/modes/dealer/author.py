"""Who answers what the table wants: the interface, and the dealer that holds the deal.

The engine says only that something must be dealt, opened or drawn.  A dealer opens a slot because the state wants it
and for no other reason; there is no other way to a face.
"""

from typing import Protocol

from engine import wants
from engine.front import State
from engine.slots import Draw, Slot
from protocol.follow.follower import Follower
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting
from protocol.modes.dealer import choices, part, sealing
from protocol.modes.dealer.choices import Where
from protocol.modes.dealer.claims import Dealt, Drawn, Renewed
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.secrets import Secrets
from protocol.modes.dealer.seeds import ROUND_CLASS, TABLE_SUBJECT
from protocol.wire.codec import BadFrame, Body, decode, encode


class UnusableChoice(ValueError):
    """A secret choice that could not be opened later; it is refused before it is logged."""


class Dealer(Protocol):
    """Answers wants; how it comes by the answers is its own matter."""

    def begin(self, follower: Follower) -> None:
        """All people have shown their seeds: from now on there are cards."""
        ...

    def follow(self, claim: Dealt | Drawn | Renewed) -> None:
        """Keep in step with a log that was written before."""
        ...

    def answer(self, want: object, state: State, seq: int) -> tuple[Kind, Body]:
        """The entry that answers a want of this state, to stand at that number."""
        ...

    def opening(self, slot: Slot) -> bodies.Opening:
        """The proof of a face, for a bot of the server that shows its card."""
        ...

    def check(self, choice: Entry, below: int) -> None:
        """A secret choice that is about to be logged; `UnusableChoice` if it could never be opened."""
        ...

    def learn(self, choice: Entry, below: int) -> None:
        """A secret choice that stands in the log."""
        ...

    def choose_by_chance(self, seat: int, below: int) -> None:
        """The clock has answered for a seat that should have chosen in secret."""
        ...

    def bot_chance(self, seat: int) -> Draw:
        """The chance of a bot's next decision."""
        ...

    def open_round(self, round_: int) -> bodies.RoundOpen:
        """What may be known when a round has ended."""
        ...

    def open_game(self) -> bodies.GameOpen:
        """What may be known when nothing more is played."""
        ...


class HoldingDealer:
    """The dealer that holds the deal and therefore knows every card."""

    def __init__(self, setting: Setting, secrets: Secrets) -> None:
        self._setting = setting
        self._secrets = secrets
        self._choices: dict[int, part.ChoiceOpening] = {}
        """By entry: the secret choices of this round."""
        self._opened: set[int] = set()
        """The rounds whose seed of class R lies open."""
        self._dealt: Deals | None = None

    @property
    def _deals(self) -> Deals:
        assert self._dealt is not None
        return self._dealt

    def begin(self, follower: Follower) -> None:
        """From the last REVEAL on, the cards are fixed."""
        self._dealt = Deals(self._setting.tid, follower.state.book, self._secrets.seeds, follower.seeds)

    def follow(self, claim: Dealt | Drawn | Renewed) -> None:
        """Keep in step with a log that was written before."""
        self._deals.follow(claim)

    def answer(self, want: object, state: State, seq: int) -> tuple[Kind, Body]:
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
                return Kind.RANDOM, bodies.RandomValue(
                    kind=state.book.chances[kind],
                    subject=TABLE_SUBJECT if subject is None else subject,
                    below=below,
                    value=self._deals.random(kind, subject, below),
                )
            case wants.Ask(question, subject, slots):
                return Kind.ANSWER, bodies.Answer(
                    question=state.book.questions[question].number,
                    subject=TABLE_SUBJECT if subject is None else subject,
                    slots=list(slots),
                    yes=bool(self._deals.truth(question, subject, slots)),
                )
            case wants.Renew(slots, by=by):
                piles = [state.pile_of[slot] for slot in slots]
                new = self._deals.renew(slots, piles, first, by)
                return Kind.RENEW, bodies.Renew(
                    slots=list(slots), by=TABLE_SUBJECT if by is None else by, commitments=self._committed(new)
                )
            case _:
                raise AssertionError(f"{want} is for a player")

    def _committed(self, slots: list[Slot]) -> list[bytes]:
        return [self._deals.commitment(slot) for slot in slots]

    def _box(self, seq: int, seat: int, slots: tuple[Slot, ...]) -> bytes:
        reader = self._setting.box_keys[seat]
        return self._deals.box(seq, seat, slots, reader) if reader else b""

    def opening(self, slot: Slot) -> bodies.Opening:
        """The face of a slot with its proof."""
        return bodies.Opening(slot=slot, face=self._deals.faces[slot], salt=self._deals.salt(slot))

    def bot_chance(self, seat: int) -> Draw:
        """The chance of a bot's next decision: fixed by the seeds, so that it can be checked."""
        return self._deals.bot_chance(seat)

    def check(self, choice: Entry, below: int) -> None:
        """A secret choice, before it is logged: what cannot be opened later must not stand in the log."""
        self._read(choice, below)

    def learn(self, choice: Entry, below: int) -> None:
        """A secret choice that stands in the log."""
        opening = self._read(choice, below)
        self._choices[choice.seq] = opening
        self._deals.choose(choice.actor, opening.choice)

    def _read(self, choice: Entry, below: int) -> part.ChoiceOpening:
        where = Where(self._setting.tid, choice.round, choice.actor, choice.counter)
        try:
            made = part.read(part.ChoicePart, decode(bodies.Choice, choice.body, len(choice.body)).part)
            way, nonce = choices.read(self._secrets.reading, where, made, choices.TO_DEALER)
        except (BadFrame, sealing.Unreadable) as error:
            raise UnusableChoice(str(error)) from error
        if way >= below:
            raise UnusableChoice(f"there is no choice {way}")
        return part.ChoiceOpening(seq=choice.seq, choice=way, nonce=nonce)

    def choose_by_chance(self, seat: int, below: int) -> None:
        """The clock has answered for a seat that should have chosen in secret."""
        self._deals.choose_by_chance(seat, below)

    def open_round(self, round_: int) -> bodies.RoundOpen:
        """The seed of class R, and the secret choices."""
        self._opened.add(round_)
        made, self._choices = list(self._choices.values()), {}
        opened = part.RoundPart(seed=self._secrets.seeds[round_, ROUND_CLASS], choices=made)
        return bodies.RoundOpen(round=round_, part=encode(opened))

    def open_game(self) -> bodies.GameOpen:
        """All seeds that are still closed."""
        return bodies.GameOpen(part=encode(self._secrets.opened(self._opened, self._choices.values())))

"""Who answers what the table wants: the dealer, which holds the deal.

The engine says only that something must be dealt, opened or drawn.  A dealer opens a slot because the state wants it
and for no other reason; there is no other way to a face.
"""

from collections.abc import Iterator

from engine import wants
from engine.front import ActLike, State, shows_card
from engine.slots import Draw, Face, Seat, Slot
from protocol.log.acts import to_body
from protocol.log.bodies import GameOpen, RoundOpen
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting
from protocol.modes.dealer import bodies, choices, part, sealing
from protocol.modes.dealer.choices import Where
from protocol.modes.dealer.claims import Chosen, Claim, Dealt, Drawn, Renewed
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.ledger import ledger_of
from protocol.modes.dealer.part import promised
from protocol.modes.dealer.secrets import Secrets
from protocol.modes.dealer.seeds import ROUND_CLASS, TABLE_SUBJECT
from protocol.modes.mode import Followed, Said, Unusable, Waiting
from protocol.wire.codec import BadFrame, Body, decode, encode


class HoldingDealer:
    """The dealer that holds the deal and therefore knows every card."""

    def __init__(self, setting: Setting, secrets: Secrets) -> None:
        self._setting = setting
        self._secrets = secrets
        self._choices: dict[int, part.ChoiceOpening] = {}
        """By entry: the secret choices of this round."""
        self._opened: set[int] = set()
        """The rounds whose seed of class R lies open."""
        self._followed: Followed | None = None
        self._dealt: Deals | None = None

    @property
    def _deals(self) -> Deals:
        assert self._dealt is not None
        return self._dealt

    @property
    def _table(self) -> Followed:
        assert self._followed is not None
        return self._followed

    # beside the log

    def begin(self, table: Followed) -> None:
        """From the last REVEAL on, the cards are fixed."""
        self._followed = table
        self._dealt = self._shuffled(table)

    def _shuffled(self, table: Followed) -> Deals:
        return Deals(self._setting.tid, table.state.book, self._secrets.seeds, table.seeds)

    def check(self, entry: Entry, waiting: Waiting | None) -> None:
        """A secret choice, before it is logged: what cannot be opened later must not stand in the log."""
        if entry.kind == DealerKind.CHOICE and isinstance(waiting, wants.Choose):
            self._read(entry, waiting.below)

    def follow(self, entry: Entry) -> None:
        """A secret choice stands in the log, or chance has made one."""
        for claim in self._claims(entry):
            if isinstance(claim, Chosen) and claim.commitment is not None:
                self._choices[entry.seq] = opening = self._read(entry, claim.below)
                self._deals.choose(entry.actor, opening.choice)
            elif isinstance(claim, Chosen):
                self.choose_by_chance(claim.seat, claim.below)

    def restored(self, entry: Entry) -> None:
        """What the dealer said in this entry, it said before."""
        for claim in self._claims(entry):
            if isinstance(claim, Dealt | Drawn | Renewed):
                self._deals.follow(claim)
        if entry.kind == Kind.ROUND_OPEN:
            self.open_round(entry.round)

    def _claims(self, entry: Entry) -> Iterator[Claim]:
        if self._followed is not None and (claims := ledger_of(self._followed).claims) and claims[-1].seq == entry.seq:
            yield claims[-1]

    # what it owes

    def due(self, *, deals: bool = True) -> Said | None:
        """The answer to what is owed first."""
        table = self._table
        for debt in table.debts:
            if deals or not isinstance(debt.want, wants.Deal):
                return Said(*self.answer(debt.want, table.state, table.chain.last + 1))
        return None

    def answer(self, want: object, state: State, seq: int) -> tuple[int, Body]:
        """The entry that answers a want of this state, to stand at that number; from the seeds and the state alone."""
        first = len(state.pile_of)
        match want:
            case wants.Deal():
                return DealerKind.DECK_COMMIT, bodies.DeckCommit(
                    commitments=self._committed(self._deals.deal(state.round + 1, first))
                )
            case wants.Open(slots, None):
                return DealerKind.OPEN, bodies.Open(openings=[self.opening(slot) for slot in slots])
            case wants.Open(slots, int(seat)):
                return DealerKind.SHOW, bodies.Show(seat=seat, slots=list(slots), box=self._box(seq, seat, slots))
            case wants.Random(kind, subject, below):
                return DealerKind.RANDOM, bodies.RandomValue(
                    kind=state.book.chances[kind],
                    subject=TABLE_SUBJECT if subject is None else subject,
                    below=below,
                    value=self._deals.random(kind, subject, below),
                )
            case wants.Ask(question, subject, slots):
                return DealerKind.ANSWER, bodies.Answer(
                    question=state.book.questions[question].number,
                    subject=TABLE_SUBJECT if subject is None else subject,
                    slots=list(slots),
                    yes=bool(self._deals.truth(question, subject, slots)),
                )
            case wants.Renew(slots, by=by):
                piles = [state.pile_of[slot] for slot in slots]
                new = self._deals.renew(slots, piles, first, by)
                return DealerKind.RENEW, bodies.Renew(
                    slots=list(slots), by=TABLE_SUBJECT if by is None else by, commitments=self._committed(new)
                )
            case _:
                raise AssertionError(f"{want} is for a player")

    def _committed(self, slots: list[Slot]) -> list[bytes]:
        return [self._deals.commitment(slot) for slot in slots]

    def _box(self, seq: int, seat: int, slots: tuple[Slot, ...]) -> bytes:
        reader = promised(self._setting).box_keys[seat]
        return self._deals.box(seq, seat, slots, reader) if reader else b""

    def opening(self, slot: Slot) -> bodies.Opening:
        """The face of a slot with its proof."""
        return bodies.Opening(slot=slot, face=self._deals.faces[slot], salt=self._deals.salt(slot))

    # bots

    def face(self, slot: Slot) -> Face:
        """What a bot of the server is shown."""
        return self.opening(slot).face

    def act(self, seat: Seat, act: ActLike) -> Said:
        """An act of a bot, with the proof of the card that it shows."""
        proof = part.ActPart(salts=[self.opening(act.slot).salt] if shows_card(act) else [])
        return Said(Kind.ACT, to_body(self._table.state.book, act, encode(proof)), seat)

    def bot_chance(self, seat: int) -> Draw:
        """The chance of a bot's next decision: fixed by the seeds, so that it can be checked."""
        return self._deals.bot_chance(seat)

    def bot_decides_again(self, seat: int) -> None:
        """Its last decision was never written down: the next one has the same chance."""
        self._deals.bot_decides_again(seat)

    # secret choices

    def _read(self, choice: Entry, below: int) -> part.ChoiceOpening:
        where = Where(self._setting.tid, choice.round, choice.actor, choice.counter)
        try:
            made = part.read(part.ChoicePart, decode(bodies.Choice, choice.body, len(choice.body)).part)
            way, nonce = choices.read(self._secrets.reading, where, made, choices.TO_DEALER)
        except (BadFrame, sealing.Unreadable) as error:
            raise Unusable(str(error)) from error
        if way >= below:
            raise Unusable(f"there is no choice {way}")
        return part.ChoiceOpening(seq=choice.seq, choice=way, nonce=nonce)

    def choose_by_chance(self, seat: Seat, below: int) -> None:
        """The clock has answered for a seat that should have chosen in secret."""
        self._deals.choose_by_chance(seat, below)

    # the end

    def open_round(self, round_: int) -> RoundOpen:
        """The seed of class R, and the secret choices."""
        self._opened.add(round_)
        made, self._choices = list(self._choices.values()), {}
        opened = part.RoundPart(seed=self._secrets.seeds[round_, ROUND_CLASS], choices=made)
        return RoundOpen(round=round_, part=encode(opened))

    def open_game(self) -> GameOpen:
        """All seeds that are still closed."""
        return GameOpen(part=encode(self._secrets.opened(self._opened, self._choices.values())))

"""The public side of the toy mode: keys, shuffled cards, and what each seat has taken off a card for whom."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.events import SlotsShown
from engine.front import truth
from engine.inputs import AnswerQuestion, DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots
from engine.slots import Face, Seat, Slot, by_pile
from engine.wants import Act, Ask, Deal, Open, Random, Renew, Want
from protocol.keys.hashing import digest, u8, u16, u32
from protocol.log.acts import ActBody
from protocol.log.bodies import Close
from protocol.log.faults import Code, Finding, Wrong
from protocol.log.records import NOBODY, Entry, Kind
from protocol.modes.mode import SERVER, Debt, Duty, Followed, Steps, Waiting
from tests.support.undealt import entries
from tests.support.undealt.entries import ALL, COIN, Toy
from tests.support.undealt.group import Cipher, G, P, chance, from_bytes, is_element, number, point, proves, to_bytes
from tests.support.undealt.shuffling import ROUNDS, is_shuffle, laid, taken

Handle = tuple[int, int]
"""A slot and who may read it, or the number of a coin and `COIN`."""


@dataclass(frozen=True)
class Task:
    """One step that is owed: of each seat, and who pays for it."""

    step: str
    label: object
    payers: dict[Seat, int]
    want: Want | None = None
    free: bool = False
    about: int = 0


@dataclass(frozen=True)
class Answered:
    """What a seat has said of cards that only it could see."""

    seq: int
    judge: Seat
    question: str
    subject: Seat | None
    slots: tuple[Slot, ...]
    yes: bool


class ToyLedger:
    """Folded by every follower alike."""

    def __init__(self, table: Followed) -> None:
        self._table = table
        self._state = table.state
        self._seats = range(table.setting.seats)
        self.tid = table.setting.tid
        self.proved: list[Finding] = []
        self.complaints: list[tuple[int, int, int]] = []
        self.keys: dict[Seat, int] = {}
        self.escrowed: dict[Seat, tuple[int, entries.Key]] = {}
        """By seat: the entry of its key, and that."""
        self.decks: dict[int, list[list[Cipher]]] = {}
        """By round that is not dealt yet: the cards of each pile."""
        self.shufflers: dict[int, int] = {}
        """By round: how many seats have shuffled."""
        self.agreed: dict[int, set[Seat]] = {}
        self.cards: dict[Slot, Cipher] = {}
        self.looks: dict[Handle, Cipher] = {}
        """What is being opened now."""
        self.shares: dict[Handle, dict[Seat, int]] = {}
        self.seen: dict[Handle, tuple[Cipher, dict[Seat, int]]] = {}
        """What was opened to a seat, or to all."""
        self.asked: set[Handle] = set()
        """What was opened for the question that is asked now."""
        self.coins = 0
        self.intent: tuple[int, Seat, entries.Intent] | None = None
        self.acts: dict[Seat, int] = dict.fromkeys(self._seats, 0)
        self.answers: list[Answered] = []
        self.told: dict[Handle, int] = {}
        """What a seat took off for itself, told at the end."""
        self.bots: dict[Seat, int] = {}
        self.game_open = False
        self.late: set[tuple[str, int, Seat]] = set()
        self.tasks: list[Task] = []
        self._since: dict[tuple[str, object], int] = {}

    @property
    def key(self) -> int:
        """The key that all cards are encrypted under."""
        joint = 1
        for key in self.keys.values():
            joint = joint * key % P
        return joint

    def secrets_box(self, shared: int) -> int:
        """What hides a secret behind a shared element."""
        return number("escrow", self.tid, to_bytes(shared))

    # what is owed

    def debts(self, wanted: Sequence[Want]) -> list[Debt]:
        """Everything that is missing, with those who have to say it."""
        self.tasks = [self._dated(task) for task in self._tasks(wanted) if task.payers]
        self._since = {(task.step, task.label): task.about for task in self.tasks}
        limit = 1000 * self._table.setting.table.options.step_seconds
        return [
            Debt(
                task.step,
                tuple(dict.fromkeys(task.payers.values())),
                task.about,
                task.want,
                frozenset({int(Kind.ACT)}) if task.step == "act" else frozenset(),
                None if task.free else limit,
                task.free,
            )
            for task in self.tasks
        ]

    def _dated(self, task: Task) -> Task:
        about = self._since.get((task.step, task.label), self._table.chain.last)
        payers = {seat: self._payer(task, about, seat) for seat in task.payers}
        return Task(task.step, task.label, payers, task.want, task.free, about)

    def _payer(self, task: Task, about: int, seat: Seat) -> int:
        """The seat itself; the server, if it is away or has been silent: it has the secret, sealed to it."""
        silent = self._table.is_away(seat) or (task.step, about, seat) in self.late
        return SERVER if silent and task.step not in {"key", "act"} else seat

    @property
    def stuck(self) -> bool:
        """Without the key of a seat there are no cards, and no other can make it."""
        missing = ((task.about, seat) for task in self.tasks if task.step == "key" for seat in task.payers)
        return any(self._table.is_away(seat) or ("key", about, seat) in self.late for about, seat in missing)

    def _task(
        self, step: str, label: object, seats: Collection[Seat], want: Want | None, *, free: bool = False
    ) -> Task:
        return Task(step, label, dict.fromkeys(sorted(seats), 0), want, free)

    def _tasks(self, wanted: Sequence[Want]) -> Iterator[Task]:
        if not self._table.agreed or self.game_open:
            return
        if missing := set(self._seats) - self.keys.keys():
            yield self._task("key", 0, missing, next(iter(wanted), None))
            return
        if self.intent is not None:
            yield self._task("act", self.intent[0], {self.intent[1]}, None)
        showing = any(isinstance(want, Open) for want in wanted)
        for want in wanted:
            if not (showing and isinstance(want, Deal)):  # a share that is under way belongs to this round
                yield from self._asked(want)
        ahead = self._state.round + 1
        if self._state.round and ahead <= self._state.book.rounds and not any(isinstance(w, Deal) for w in wanted):
            yield from self._shuffling(ahead, None)

    def _asked(self, want: Want) -> Iterator[Task]:
        match want:
            case Deal():
                if not self._table.round_to_open:
                    yield from self._dealing(self._state.round + 1, want)
            case Open(slots, to):
                yield from self._opening(slots, ALL if to is None else to, want)
            case Random():
                self.looks.setdefault((self.coins, COIN), (self._coin(want), 1))
                yield self._sharing([(self.coins, COIN)], want)
            case Renew(slots):
                yield self._task("renew", slots, {self._present()}, want)
            case Ask(_, subject, slots):
                judge = 0 if subject is None else subject
                looking = list(self._opening(slots, judge, want))
                yield from looking
                if not any(task.payers for task in looking):
                    yield self._task("answer", slots, {judge}, want)

    def _present(self) -> Seat:
        return next((seat for seat in self._seats if not self._table.is_away(seat)), 0)

    def _dealing(self, round_: int, want: Want) -> Iterator[Task]:
        shuffling = list(self._shuffling(round_, want))
        yield from shuffling
        if not shuffling:
            yield self._task("agree", round_, set(self._seats) - self.agreed.get(round_, set()), want)

    def _shuffling(self, round_: int, want: Want | None) -> Iterator[Task]:
        done = self.shufflers.get(round_, 0)
        if done < len(self._seats):
            yield self._task("shuffle", (round_, done, want is None), {done}, want, free=want is None)

    def _opening(self, slots: Sequence[Slot], reader: int, want: Want) -> Iterator[Task]:
        """Who looks at a card that was opened before to anybody masks it first, so that no share serves twice."""
        masking = set()
        for slot in slots:
            handle = slot, reader
            if handle in self.looks or handle in self.asked:
                continue
            used = any(one == slot and to < COIN for one, to in (*self.seen, *self.looks))
            if reader != ALL and used:
                masking.add(slot)
            else:
                self.looks[handle] = self.cards[slot]
        if masking:
            yield self._task("mask", (tuple(sorted(masking)), reader), {reader}, want)
            return
        yield self._sharing([(slot, reader) for slot in slots if (slot, reader) in self.looks], want)

    def _sharing(self, handles: Sequence[Handle], want: Want) -> Task:
        missing = {seat for handle in handles for seat in self._lacking(handle)}
        return self._task("share", tuple(handles), missing, want)

    def _lacking(self, handle: Handle) -> set[Seat]:
        return set(self._seats) - self.shares.get(handle, {}).keys() - {handle[1]}

    def _coin(self, want: Random) -> int:
        subject = ALL if want.subject is None else want.subject
        label = u8(self._state.book.chances[want.kind]), u8(subject), u32(self.coins)
        return point("coin", self.tid, *label)

    def owed(self, step: str, entry: Entry, seat: Seat) -> Task:
        """The task of that step that the author of an entry has to do for a seat."""
        payer = SERVER if entry.actor == NOBODY else entry.actor
        for task in self.tasks:
            if task.step == step and task.payers.get(seat) == payer:
                return task
        raise Wrong(Code.OUT_OF_PLACE, f"seat {seat} owes no {step!r} that seat {payer} could pay")

    # entries

    def prepare(self, entry: Entry, body: Any) -> object:
        """Proofs: they take most of the time, and change nothing."""
        match entry.kind:
            case Toy.KEY:
                return is_element(element(body.key)) and proves(body.proof, (G,), (element(body.key),), self.tid)
            case Toy.SHUFFLE:
                return self._is_shuffle(self.deck(body.round), body)
            case Toy.RENEW:
                renew = next((want for want in self._table.wanted() if isinstance(want, Renew)), None)
                return renew is not None and self._is_shuffle(self.zone(renew), body)
            case Toy.SHARES:
                return all(self._holds(body.seat, one, self.looks.get((one.slot, one.reader))) for one in body.shares)
            case Kind.ACT:
                return entries.read(entries.ActPart, body.part).shares
            case _:
                return None

    def _is_shuffle(self, before: list[list[Cipher]], body: Any) -> bool:
        after, proofs = pieces(body.cards, 16, before), pieces(body.proof, proof_size(1), before)
        return all(
            is_shuffle(cards, taken(new), self.key, proof, self.tid)
            for cards, new, proof in zip(before, after, proofs, strict=True)
        )

    def _holds(self, seat: Seat, share: entries.Share, card: Cipher | None) -> bool:
        if card is None or seat not in self.keys:
            return False
        made = self.keys[seat], element(share.share)
        return proves(share.proof, (G, card[0]), made, self.tid)

    def deck(self, round_: int) -> list[list[Cipher]]:
        """The cards of a round as they lie now; before the first shuffle as the rules list them."""
        piles = self._state.book.piles_of(round_)
        first = [[(1, self.card(pile.number, face)) for face in pile.faces] for pile in piles]
        return self.decks.get(round_, first)

    def zone(self, want: Renew) -> list[list[Cipher]]:
        """The cards of a zone, pile by pile: every back stays where it is."""
        return [[self.cards[want.slots[at]] for at in places] for places in self._places(want)]

    def _places(self, want: Renew) -> list[list[int]]:
        return list(by_pile(range(len(want.slots)), [self._state.pile_of[slot] for slot in want.slots]).values())

    def card(self, pile: int, face: Face) -> int:
        """What stands for a face."""
        return point("card", u8(pile), u16(face))

    def take(self, entry: Entry, body: Any, prepared: object) -> Steps:
        """An entry of one of the toy's kinds."""
        takers: dict[int, Any] = {
            Toy.KEY: self._key,
            Toy.SHUFFLE: self._shuffle,
            Toy.AGREE: self._agree,
            Toy.MASK: self._mask,
            Toy.SHARES: self._shares,
            Toy.RENEW: self._renew,
            Toy.ANSWER: self._answer,
            Toy.INTENT: self._intend,
            Toy.BLAME: self._blame,
        }
        if hasattr(body, "seat") and entry.actor not in {NOBODY, body.seat}:
            raise Wrong(Code.MALFORMED, f"seat {entry.actor} speaks for seat {body.seat}")
        steps: Steps = takers[entry.kind](entry, body, prepared)
        return steps

    def _key(self, entry: Entry, body: entries.Key, prepared: object) -> Steps:
        self.owed("key", entry, entry.actor)
        if not prepared:
            raise Wrong(Code.KEYS, f"the key of seat {entry.actor} proves nothing", by_author=True)
        self.keys[entry.actor] = element(body.key)
        self.escrowed[entry.actor] = entry.seq, body
        yield from ()

    def _shuffle(self, entry: Entry, body: entries.Shuffle, prepared: object) -> Steps:
        self.owed("shuffle", entry, body.seat)
        if body.round != self._state.round + 1 or not prepared:
            raise Wrong(Code.STACKED, f"these are not the cards of round {body.round}", by_author=True)
        self.decks[body.round] = [taken(new) for new in pieces(body.cards, 16, self.deck(body.round))]
        self.shufflers[body.round] = body.seat + 1
        yield from ()

    def _agree(self, entry: Entry, body: entries.Agree, prepared: object) -> Steps:
        task = self.owed("agree", entry, body.seat)
        round_ = self._state.round + 1
        if (body.round, body.hash) != (round_, self.hash(round_)):
            raise Wrong(Code.COMMITMENTS, f"seat {body.seat} has seen other cards", by_author=True)
        if len(task.payers) == 1:
            first, deck = len(self._state.pile_of), self.decks.pop(round_)
            yield DealRound(tuple(map(len, deck)))
            cards = [card for pile in deck for card in pile]
            self.cards.update(enumerate(cards, first))
        self.agreed.setdefault(round_, set()).add(body.seat)

    def hash(self, round_: int) -> bytes:
        """What stands for the cards of a round when all have shuffled them."""
        return digest("toy/deck", *map(laid, self.deck(round_)))

    def _mask(self, entry: Entry, body: entries.Mask, prepared: object) -> Steps:
        task = self.owed("mask", entry, body.seat)
        label: Any = task.label
        slots, reader = label
        card = self.cards.get(body.slot)
        if card is None or body.slot not in slots or not self.is_masked(card, body):
            raise Wrong(Code.OPENING, f"this is not the card in slot {body.slot}", by_author=True)
        a, b = from_bytes(body.card)
        self.looks[body.slot, reader] = a, b
        self.shares.pop((body.slot, reader), None)
        yield from ()

    def is_masked(self, card: Cipher, body: entries.Mask) -> bool:
        """Whether a mask is of that card."""
        a, b = from_bytes(body.card)
        made = a * pow(card[0], -1, P) % P, b * pow(card[1], -1, P) % P
        return proves(body.proof, (G, self.key), made, self.tid)

    def _shares(self, entry: Entry, body: entries.Shares, prepared: object) -> Steps:
        for one in body.shares:
            payer = SERVER if entry.actor == NOBODY else entry.actor
            handle = one.slot, one.reader
            owing = (task for task in self.tasks if task.step == "share" and handle in task.label)  # type: ignore[operator]
            if not any(task.payers.get(body.seat) == payer for task in owing) or body.seat not in self._lacking(handle):
                raise Wrong(Code.OUT_OF_PLACE, f"seat {body.seat} owes nothing for slot {one.slot}")
        if not prepared:
            raise Wrong(Code.OPENING, f"seat {body.seat} took something else off a card", by_author=True)
        after = {handle: dict(there) for handle, there in self.shares.items()}
        for one in body.shares:
            after.setdefault((one.slot, one.reader), {})[body.seat] = element(one.share)
        whole = {handle for handle, there in after.items() if set(self._seats) - {handle[1]} <= there.keys()}
        done: list[Handle] = []
        for want in list(self._table.wanted()):
            given = self._given(want, whole & self.looks.keys(), after, done)
            if given is not None:
                yield given
        self.shares = after
        for handle in done:
            self._seen(handle)
        self.coins += any(handle[1] == COIN for handle in done)

    def _seen(self, handle: Handle) -> None:
        self.seen[handle] = self.looks.pop(handle), self.shares.pop(handle)

    def _given(
        self, want: Want, whole: set[Handle], after: dict[Handle, dict[Seat, int]], done: list[Handle]
    ) -> object:
        """The input that answers a want, if all of it is there."""
        match want:
            case Open(slots, to):
                handles = [(slot, ALL if to is None else to) for slot in slots]
                if not set(handles) <= whole:
                    return None
                done += handles
                if to is not None:
                    return ShowSlots(to, slots)
                faces = (self.face(self.looks[handle], after[handle].values(), handle[0]) for handle in handles)
                return OpenSlots(tuple(zip(slots, faces, strict=True)))
            case Random(_, _, below) if (self.coins, COIN) in whole:
                done.append((self.coins, COIN))
                thrown = 1
                for share in after[self.coins, COIN].values():
                    thrown = thrown * share % P
                return GiveRandom(chance("value", to_bytes(thrown)).draw(below))
            case Ask(_, subject, slots):
                handles = [(slot, 0 if subject is None else subject) for slot in slots]
                if set(handles) <= whole:
                    done += handles
                    self.asked |= set(handles)
                return None
            case _:
                return None

    def face(self, card: Cipher, off: Collection[int], slot: Slot) -> Face:
        """What a card shows when everything is taken off."""
        shown = card[1]
        for share in off:
            shown = shown * pow(share, -1, P) % P
        pile = next(pile for pile in self._state.book.piles if pile.number == self._state.pile_of[slot])
        for face in set(pile.faces):
            if self.card(pile.number, face) == shown:
                return face
        raise Wrong(Code.OPENING, f"slot {slot} holds no card of its pile", by_author=True)

    def _renew(self, entry: Entry, body: entries.Renew, prepared: object) -> Steps:
        task = self.owed("renew", entry, body.seat)
        if not prepared:
            raise Wrong(Code.RENEWAL, "these are not the cards of the zone", by_author=True)
        assert isinstance(task.want, Renew)
        first, cards = len(self._state.pile_of), taken(body.cards)
        places = [at for share in self._places(task.want) for at in share]
        yield RenewSlots(tuple(range(first, first + len(cards))))
        self.cards.update((first + at, card) for at, card in zip(places, cards, strict=True))
        for slot in task.want.slots:
            self.cards.pop(slot)

    def _answer(self, entry: Entry, body: entries.Answer, prepared: object) -> Steps:
        task = self.owed("answer", entry, body.seat)
        assert isinstance(task.want, Ask)
        yield AnswerQuestion(body.yes)
        self.asked.clear()
        want = task.want
        self.answers.append(Answered(entry.seq, body.seat, want.question, want.subject, want.slots, body.yes))

    def _intend(self, entry: Entry, body: entries.Intent, prepared: object) -> Steps:
        waiting = self._table.waiting()
        if not isinstance(waiting, Act) or entry.actor not in waiting.seats or self.intent is not None:
            raise Wrong(Code.OUT_OF_PLACE, f"seat {entry.actor} has nothing to announce")
        self.intent = entry.seq, entry.actor, body
        yield from ()

    def act(self, entry: Entry, body: ActBody, prepared: Any) -> Steps:
        """The act that was announced, with what opens its cards."""
        if self.intent is None or self.intent[1] != entry.actor or self.intent[2].hash != act_hash(entry.body):
            raise Wrong(Code.OPENING, f"seat {entry.actor} announced another act", by_author=True)
        for (slot, face), share in zip(body.shows, prepared, strict=True):
            self._check_shown(entry.actor, slot, face, share)
        yield body.act
        self.intent = None
        self.acts[entry.actor] += 1

    def _check_shown(self, seat: Seat, slot: Slot, face: Face, share: entries.Share) -> None:
        card, others = self.seen.get((slot, seat), (None, {}))
        if card is None or not self._holds(seat, share, card):
            raise Wrong(Code.OPENING, f"seat {seat} does not open slot {slot}", by_author=True)
        if self.face(card, (*others.values(), element(share.share)), slot) != face:
            raise Wrong(Code.OPENING, f"slot {slot} holds another card than {face}", by_author=True)

    def _blame(self, entry: Entry, body: entries.Blame, prepared: object) -> Steps:
        """The server shows that what a seat sealed to it is not the secret of that seat's key."""
        for seat, (seq, key) in self.escrowed.items():
            if seq == body.seq:
                bases = G, element(key.ephemeral)
                made = element(entries.read(entries.TablePart, self._part).escrow), element(body.share)
                secret = element(key.box) ^ self.secrets_box(made[1])
                if not proves(body.proof, bases, made, self.tid) or pow(G, secret, P) == self.keys[seat]:
                    break
                evidence = f"seat {seat} has sealed another secret than that of its key"
                self.proved.append(Finding(Code.BOX, seq, self._key_of(seat), evidence))
                yield from ()
                return
        raise Wrong(Code.BOX, f"entry {body.seq} is no key with a false secret")

    @property
    def _part(self) -> bytes:
        return self._table.setting.table.mode.part

    def _key_of(self, seat: Seat) -> bytes:
        return self._table.setting.seat_keys[seat] or self._table.setting.server_key

    # clocks

    def time_up(self, entry: Entry, waiting: Waiting) -> None:
        """What a seat has announced and not done is forgotten."""
        self.intent = None

    def overdue(self, entry: Entry, debt: Debt, seat: Seat) -> None:
        """The server pays for a silent seat; an act that was announced is forgotten."""
        if debt.step == "act":
            self.intent = None
        self.late.add((debt.step, debt.about, seat))

    def moves(self, entry: Entry, events: Sequence[object]) -> bool:
        """What one seat was shown is no news for the others."""
        return any(not isinstance(event, SlotsShown) for event in events)

    # the end

    def open_round(self, entry: Entry, round_: int, part: bytes) -> None:
        """Nothing."""
        if part:
            raise Wrong(Code.MALFORMED, "nothing opens with a round")

    def open_game(self, entry: Entry, part: bytes) -> None:
        """The secrets of bots, and what proves the answers that they or the server gave."""
        body = entries.read(entries.EndPart, part)
        for seat, secret in body.bots:
            if pow(G, element(secret), P) != self.keys.get(seat):
                raise Wrong(Code.SEED, f"this is not the secret of seat {seat}")
            self.bots[seat] = element(secret)
        self._tell(None, body.shares)
        self.game_open = True

    def close(self, entry: Entry, body: Close) -> None:
        """What proves a seat's answers, at the end of the game."""
        if body.part and not self.game_open:
            raise Wrong(Code.MALFORMED, "nothing is told before the game is over", by_author=True)
        if body.part:
            self._tell(entry.actor, entries.read(entries.EndPart, body.part).shares)

    def _tell(self, seat: Seat | None, shares: Sequence[entries.Share]) -> None:
        for one in shares:
            card = self.seen.get((one.slot, one.reader), (None, {}))[0]
            if seat not in {None, one.reader} or not self._holds(one.reader, one, card):
                raise Wrong(Code.OPENING, f"this does not open slot {one.slot}", by_author=True)
        self.told.update(((one.slot, one.reader), element(one.share)) for one in shares)

    def must_open(self) -> bool:
        """Whether the game is still closed."""
        return not self.game_open

    def duty(self) -> tuple[Duty, ...]:
        """Every answer must be proved by the seat that gave it."""
        if not self.game_open:
            return (Duty(SERVER, "game"),)
        lacking = {one.judge for one in self.answers for slot in one.slots if (slot, one.judge) not in self.told}
        return tuple(Duty(seat, "answer") for seat in sorted(lacking))

    def recount(self) -> Iterator[Finding]:
        """Every answer against the cards that it was about."""
        for one in self.answers:
            faces = tuple(self.own_face((slot, one.judge), self.told[slot, one.judge]) for slot in one.slots)
            if truth(self._state.book, one.question, one.subject, faces) != one.yes:
                yield Finding(Code.ANSWER, one.seq, self._key_of(one.judge), f"the answer to {one.question} is false")

    def own_face(self, handle: Handle, own: int) -> Face:
        """What a card shows to the seat that it was opened to."""
        card, others = self.seen[handle]
        return self.face(card, (*others.values(), own), handle[0])

    def chances(self) -> Collection[bytes]:
        """The server brings no chance of its own."""
        return ()


def ledger_of(table: Followed) -> ToyLedger:
    """The ledger of a table that is played in this mode."""
    assert isinstance(table.ledger, ToyLedger)
    return table.ledger


def act_hash(body: bytes) -> bytes:
    """What is announced of an act."""
    return digest("toy/act", body)


def element(data: bytes) -> int:
    """A group element."""
    return int.from_bytes(data, "little")


def proof_size(cards: int) -> int:
    """Bytes of the proof of a shuffle."""
    return ROUNDS * 25 * cards


def pieces(data: bytes, size: int, decks: Sequence[Sequence[Cipher]]) -> list[bytes]:
    """What belongs to each deck, with so many bytes a card."""
    found, at = [], 0
    for deck in decks:
        found.append(data[at : at + size * len(deck)])
        at += size * len(deck)
    return found if at == len(data) else [b"" for _ in decks]

"""What has the secret of a seat: its client, the server for its bots, and the server for a seat that is silent."""

from collections.abc import Sequence
from typing import Any

from engine.front import ActLike, shows_card, truth
from engine.slots import Face, Seat
from engine.wants import Ask, Renew
from protocol.keys.hashing import digest
from protocol.log.acts import to_body
from protocol.log.bodies import Close
from protocol.log.records import NOBODY, Kind
from protocol.modes.mode import SERVER, Followed, Said
from protocol.wire.codec import Body, encode
from tests.support.undealt import entries
from tests.support.undealt.entries import Toy
from tests.support.undealt.group import Cipher, G, P, from_bytes, masked, number, prove, to_bytes
from tests.support.undealt.ledger import Handle, Task, ToyLedger, act_hash, element
from tests.support.undealt.shuffling import laid, shuffle

__all__ = ["Close", "Holder"]
_AT_ONCE = 64


class Holder:
    """``payer`` is the seat itself, or the server in its place."""

    def __init__(self, table: Followed, seat: Seat, secret: int, payer: int | None = None) -> None:
        self._table = table
        self.seat = seat
        self._secret = secret
        self._payer = seat if payer is None else payer

    @property
    def _ledger(self) -> ToyLedger:
        ledger: ToyLedger = self._table.ledger
        return ledger

    def due(self) -> Said | None:
        """The first step that the holder has to take."""
        for task in self._ledger.tasks:
            if task.payers.get(self.seat) == self._payer and (said := self._step(task)) is not None:
                kind, body = said
                return Said(kind, body, NOBODY if self._payer == SERVER else self.seat)
        return None

    def _step(self, task: Task) -> tuple[int, Body | bytes] | None:
        label: Any = task.label
        match task.step:
            case "key":
                return Toy.KEY, self.key()
            case "shuffle":
                return Toy.SHUFFLE, self._shuffle(label[0])
            case "agree":
                return Toy.AGREE, entries.Agree(seat=self.seat, round=label, hash=self._ledger.hash(label))
            case "mask":
                return Toy.MASK, self._mask(label[0][0])
            case "share":
                return Toy.SHARES, self.shares()
            case "renew":
                assert isinstance(task.want, Renew)
                after, proof = self._shuffled(self._ledger.zone(task.want))
                return Toy.RENEW, entries.Renew(seat=self.seat, cards=after, proof=proof)
            case "answer":
                assert isinstance(task.want, Ask)
                return Toy.ANSWER, entries.Answer(seat=self.seat, yes=self.truth(task.want))
            case "act":
                return Kind.ACT, self._announced()
            case _:
                return None

    # cards

    def key(self) -> entries.Key:
        """The seat's key, and its secret sealed to the server."""
        escrow = element(entries.read(entries.TablePart, self._table.setting.table.mode.part).escrow)
        nonce = number("seal", to_bytes(self._secret), self._ledger.tid)
        box = self.sealed ^ self._ledger.secrets_box(pow(escrow, nonce, P))
        return entries.Key(
            key=to_bytes(pow(G, self._secret, P)),
            proof=prove(self._secret, (G,), self._ledger.tid),
            ephemeral=to_bytes(pow(G, nonce, P)),
            box=to_bytes(box),
        )

    @property
    def sealed(self) -> int:
        """What is sealed to the server."""
        return self._secret

    def _shuffle(self, round_: int) -> entries.Shuffle:
        cards, proof = self._shuffled(self._ledger.deck(round_))
        return entries.Shuffle(seat=self.seat, round=round_, cards=cards, proof=proof)

    def _shuffled(self, decks: Sequence[Sequence[Cipher]]) -> tuple[bytes, bytes]:
        made = [shuffle(deck, self._ledger.key, self._secret, self._ledger.tid) for deck in decks]
        return b"".join(laid(after) for after, _ in made), b"".join(proof for _, proof in made)

    def _mask(self, slot: int) -> entries.Mask:
        ledger = self._ledger
        more = number("look", to_bytes(self._secret), ledger.tid, to_bytes(slot, self._table.chain.last))
        card = masked(ledger.cards[slot], ledger.key, more)
        return entries.Mask(
            seat=self.seat, slot=slot, card=to_bytes(*card), proof=prove(more, (G, ledger.key), ledger.tid)
        )

    def shares(self) -> entries.Shares:
        """Everything that this holder has to take off now."""
        ledger = self._ledger
        handles = [
            handle
            for task in ledger.tasks
            if task.step == "share" and task.payers.get(self.seat) == self._payer
            for handle in task.label  # type: ignore[attr-defined]
            if self.seat not in ledger.shares.get(handle, {}) and handle[1] != self.seat
        ]
        return entries.Shares(seat=self.seat, shares=[self._off(one, ledger.looks[one]) for one in handles[:_AT_ONCE]])

    def _off(self, handle: Handle, card: Cipher) -> entries.Share:
        slot, reader = handle
        return entries.Share(
            slot=slot,
            reader=reader,
            share=to_bytes(pow(card[0], self._secret, P)),
            proof=prove(self._secret, (G, card[0]), self._ledger.tid),
        )

    def own(self, slot: int) -> entries.Share:
        """What the seat takes off a card that was opened to it."""
        return self._off((slot, self.seat), self._ledger.seen[slot, self.seat][0])

    def face(self, slot: int) -> Face:
        """What the card shows."""
        return self._ledger.own_face((slot, self.seat), element(self.own(slot).share))

    def truth(self, want: Ask) -> bool:
        """The answer to a question about cards that were opened to this seat alone."""
        faces = tuple(self.face(slot) for slot in want.slots)
        return truth(self._table.state.book, want.question, want.subject, faces)

    def proofs(self) -> list[entries.Share]:
        """What proves the answers of this seat."""
        slots = {slot for one in self._ledger.answers if one.judge == self.seat for slot in one.slots}
        return [self.own(slot) for slot in sorted(slots)]

    # acts

    def announce(self, act: ActLike) -> Said:
        """The first entry of an act."""
        shares = [self.own(act.slot)] if shows_card(act) else []
        body = to_body(self._table.state.book, act, encode(entries.ActPart(shares=shares)))
        box = self._hidden(body)
        return Said(Toy.INTENT, entries.Intent(hash=act_hash(body), box=box), self.seat)

    def _announced(self) -> bytes:
        assert self._ledger.intent is not None
        return self._hidden(self._ledger.intent[2].box)

    def _hidden(self, data: bytes) -> bytes:
        """The bytes of an act for this seat alone, or back: so a new start goes on with what was announced."""
        seed = digest("toy/act-box", to_bytes(self._secret), self._ledger.tid, to_bytes(self._ledger.acts[self.seat]))
        stream = b"".join(digest("toy/act-stream", seed, bytes([at])) for at in range(len(data) // 32 + 1))
        return bytes(one ^ other for one, other in zip(data, stream, strict=False))


def opened_box(key: entries.Key, escrow: int, ledger: ToyLedger) -> int:
    """The secret that a seat has sealed to the server."""
    (ephemeral,) = from_bytes(key.ephemeral)
    return element(key.box) ^ ledger.secrets_box(pow(ephemeral, escrow, P))

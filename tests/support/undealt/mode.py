"""The toy mode, as `protocol.modes.mode` asks for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.events import SlotsShown
from engine.front import ActLike
from engine.notebook import Notebook
from engine.slots import Draw, Face, Seat, Slot
from protocol.keys.identity import SeatKeys
from protocol.keys.keycheck import BadKey, KeyFault
from protocol.log.bodies import GameOpen, Options, RoundOpen, SeatRow
from protocol.log.kinds import KindRow
from protocol.log.records import Entry
from protocol.log.setting import Setting
from protocol.modes.mode import SERVER, Followed, Fresh, Mode, Said, Waiting
from protocol.wire.codec import encode
from tests.support.undealt import entries
from tests.support.undealt.entries import KINDS, NAME, REV, Toy
from tests.support.undealt.group import G, P, chance, is_element, number, prove, to_bytes
from tests.support.undealt.holder import Holder, opened_box
from tests.support.undealt.ledger import ToyLedger, element


class ToyOutline:
    """What can be checked without the rules: nothing but that the game was opened."""

    def __init__(self) -> None:
        self._open = False

    def open_round(self, round_: int, part: bytes) -> None:
        """Nothing opens with a round."""

    def open_game(self, part: bytes) -> None:
        """Its part can be read."""
        entries.read(entries.EndPart, part)
        self._open = True

    def must_open(self) -> bool:
        """Whether the game is still closed."""
        return not self._open


class ToyParty:
    """A seat with its secret."""

    def __init__(self, table: Followed, seat: Seat, keys: SeatKeys, notebook: Notebook) -> None:
        self._table = table
        self._seat = seat
        self._notebook = notebook
        self.holder = Holder(table, seat, number("key", keys.choosing))

    @property
    def blind(self) -> bool:
        """All that was opened can be read."""
        return False

    def check(self, entry: Entry, body: Any) -> None:
        """Everything can be checked by all."""

    def follow(self, entry: Entry, body: Any, events: Sequence[object]) -> None:
        """Read what was opened to this seat."""
        for event in events:
            if isinstance(event, SlotsShown) and event.seat == self._seat:
                self._notebook.show((slot, self.holder.face(slot)) for slot in event.slots)

    def due(self) -> Said | None:
        """What this seat owes."""
        return self.holder.due()

    def act(self, act: ActLike) -> Said:
        """First the announcement."""
        return self.holder.announce(act)

    def choose(self, choice: int, counter: int) -> Said:
        """There are no secret choices in this mode."""
        raise NotImplementedError

    def close(self, seq: int) -> bytes:
        """At the end of the game, what proves the seat's answers."""
        shares = self.holder.proofs() if self._table.closing else []
        return encode(entries.EndPart(shares=shares, bots=[])) if shares else b""


@dataclass(frozen=True, repr=False)
class ToySecrets:
    """Of the server: the nonce of TABLE, and what its keys come from."""

    nonce: bytes
    master: bytes

    def to_bytes(self) -> bytes:
        """One behind the other."""
        return self.nonce + self.master

    @property
    def escrow(self) -> int:
        """What opens the secrets of silent seats."""
        return number("escrow-key", self.master)

    def bot(self, seat: Seat) -> int:
        """The secret of a bot's seat."""
        return number("bot", self.master, bytes([seat]))


class ToyAuthor:
    """The server: it has no card, and pays for its bots and for the silent."""

    def __init__(self, setting: Setting, secrets: ToySecrets) -> None:
        self._secrets = secrets
        self._bots = [seat for seat, key in enumerate(setting.seat_keys) if key is None]
        self._table: Followed | None = None

    def begin(self, table: Followed) -> None:
        """From now on keys are made."""
        self._table = table

    @property
    def _ledger(self) -> ToyLedger:
        assert self._table is not None
        ledger: ToyLedger = self._table.ledger
        return ledger

    def check(self, entry: Entry, waiting: Waiting | None) -> None:
        """Everything can be checked by all."""

    def follow(self, entry: Entry) -> None:
        """Everything follows from the log."""

    def restored(self, entry: Entry) -> None:
        """Everything follows from the log."""

    def due(self, *, deals: bool = True) -> Said | None:
        """Blame, what bots owe, and what the server owes for the silent; the seats deal, and wait for no server."""
        assert self._table is not None
        if (blame := self._blame()) is not None:
            return blame
        said = (self._bot(seat).due() for seat in self._bots)
        others = (self._instead(seat).due() for task in self._ledger.tasks for seat in self._silent(task.payers))
        return next((one for one in (*said, *others) if one is not None), None)

    @staticmethod
    def _silent(payers: Mapping[Seat, int]) -> list[Seat]:
        return [seat for seat, payer in payers.items() if payer == SERVER]

    def _bot(self, seat: Seat) -> Holder:
        assert self._table is not None
        return Holder(self._table, seat, self._secrets.bot(seat))

    def _instead(self, seat: Seat) -> Holder:
        assert self._table is not None
        return Holder(self._table, seat, self._escrowed(seat), SERVER)

    def _escrowed(self, seat: Seat) -> int:
        if seat in self._bots:
            return self._secrets.bot(seat)
        return opened_box(self._ledger.escrowed[seat][1], self._secrets.escrow, self._ledger)

    def _blame(self) -> Said | None:
        """The first seat that has sealed something else than the secret of its key."""
        ledger = self._ledger
        for seat, (seq, key) in ledger.escrowed.items():
            if not ledger.proved and pow(G, self._escrowed(seat), P) != ledger.keys[seat]:
                bases = G, element(key.ephemeral)
                share, proof = pow(bases[1], self._secrets.escrow, P), prove(self._secrets.escrow, bases, ledger.tid)
                return Said(Toy.BLAME, entries.Blame(seq=seq, share=to_bytes(share), proof=proof))
        return None

    def face(self, slot: Slot) -> Face:
        """What a bot was shown."""
        reader = next(reader for one, reader in self._ledger.seen if one == slot and reader in self._bots)
        return self._bot(reader).face(slot)

    def act(self, seat: Seat, act: ActLike) -> Said:
        """First the announcement."""
        return self._bot(seat).announce(act)

    def bot_chance(self, seat: Seat) -> Draw:
        """From the bot's secret, which is opened with the game."""
        return bot_chance(self._ledger, seat, self._secrets.bot(seat))

    def bot_decides_again(self, seat: Seat) -> None:
        """Its chance follows from what it has said."""

    def open_round(self, round_: int) -> RoundOpen:
        """Nothing opens with a round."""
        return RoundOpen(round=round_, part=b"")

    def open_game(self) -> GameOpen:
        """The secrets of bots, and what proves the answers of silent seats and bots."""
        if self._table is None:
            return GameOpen(part=encode(entries.EndPart(shares=[], bots=[])))
        ledger = self._ledger
        judges = {one.judge for one in ledger.answers if one.judge in self._bots or self._table.is_away(one.judge)}
        shares = [share for judge in sorted(judges) for share in self._instead(judge).proofs()]
        bots = [(seat, to_bytes(self._secrets.bot(seat))) for seat in self._bots if seat in ledger.keys]
        return GameOpen(part=encode(entries.EndPart(shares=shares, bots=bots)))


def bot_chance(ledger: ToyLedger, seat: Seat, secret: int) -> Draw:
    """The chance of a bot's next decision."""
    return chance("bot-chance", ledger.tid, to_bytes(secret, ledger.acts[seat])).draw


class ToyReplay:
    """What bots drew and saw."""

    def __init__(self, again: Followed, judged: Followed) -> None:
        self._again = again
        self._bots: dict[Seat, int] = judged.ledger.bots

    def follow(self, entry: Entry) -> None:
        """Everything follows from the log."""

    def bot_chance(self, seat: Seat) -> Draw:
        """From the secret that was opened."""
        return bot_chance(self._again.ledger, seat, self._bots[seat])

    def face(self, slot: Slot) -> Face:
        """What a bot was shown, and nothing of people."""
        for one, reader in self._again.ledger.seen:
            if one == slot and reader in self._bots:
                return Holder(self._again, reader, self._bots[reader]).face(slot)
        return 0

    def choice(self, seat: Seat) -> int:
        """There are no secret choices in this mode."""
        raise NotImplementedError


@dataclass(frozen=True)
class ToyParts:
    """What TABLE says."""

    table: entries.TablePart

    @property
    def keys(self) -> list[bytes]:
        """The key of the server."""
        return [self.table.escrow]


class ToyMode:
    """No one deals."""

    name = NAME
    rev = REV
    server_knows_cards = False
    opens_all = False

    @property
    def kinds(self) -> Mapping[int, KindRow]:
        """The kinds of entries that are its own."""
        return KINDS

    def join_part(self, keys: SeatKeys) -> bytes:
        """Nothing."""
        return encode(entries.JoinPart())

    def join_keys(self, part: bytes) -> tuple[bytes, ...]:
        """None."""
        entries.read(entries.JoinPart, part)
        return ()

    def check_key(self, key: bytes) -> None:
        """It must be an element of the group."""
        if not is_element(element(key)):
            raise BadKey(KeyFault.SMALL_ORDER)

    def secrets(self, fresh: Fresh, rounds: int) -> ToySecrets:
        """New ones."""
        return ToySecrets(fresh("server nonce"), fresh("server master"))

    def read_secrets(self, data: bytes) -> ToySecrets:
        """As they were stored."""
        return ToySecrets(data[:32], data[32:])

    def table_part(self, secrets: ToySecrets, server_key: bytes) -> bytes:
        """The key that secrets are sealed to."""
        return encode(entries.TablePart(escrow=to_bytes(pow(G, secrets.escrow, P))))

    def parts(self, table: bytes, joins: Sequence[bytes | None]) -> ToyParts:
        """From TABLE and its JOINs."""
        for one in joins:
            if one is not None:
                entries.read(entries.JoinPart, one)
        return ToyParts(entries.read(entries.TablePart, table))

    def fault(self, setting: Setting, rounds: int) -> str:
        """There is nothing that could be wrong."""
        return ""

    def accepts(self, options: Options, seats: Sequence[SeatRow]) -> bool:
        """A bot that stands in for a person would need the person's cards."""
        return options.absent is None

    def ledger(self, table: Followed) -> ToyLedger:
        """The public side."""
        return ToyLedger(table)

    def outline(self, setting: Setting) -> ToyOutline:
        """Without the rules."""
        return ToyOutline()

    def party(self, table: Followed, seat: Seat, keys: SeatKeys, notebook: Notebook) -> ToyParty:
        """A seat."""
        return ToyParty(table, seat, keys, notebook)

    def author(self, setting: Setting, secrets: ToySecrets) -> ToyAuthor:
        """The server."""
        return ToyAuthor(setting, secrets)

    def replay(self, again: Followed, judged: Followed) -> ToyReplay:
        """For the moves of bots."""
        return ToyReplay(again, judged)


MODE: Mode = ToyMode()

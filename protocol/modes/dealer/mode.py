"""The mode in which the server deals: what `protocol.modes.mode` asks of a mode, in one place."""

from collections.abc import Sequence

from engine.notebook import Notebook
from engine.slots import Seat
from protocol.keys.identity import SeatKeys
from protocol.keys.keycheck import check_x25519
from protocol.log.bodies import Options, SeatRow
from protocol.log.setting import Setting
from protocol.modes.dealer import part
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.kinds import ROWS
from protocol.modes.dealer.ledger import DealerLedger
from protocol.modes.dealer.opened import Opened
from protocol.modes.dealer.part import DealerParts, promised
from protocol.modes.dealer.replay import DealerReplay
from protocol.modes.dealer.seat import DealerParty
from protocol.modes.dealer.secrets import Secrets
from protocol.modes.mode import Followed, Fresh, Mode
from protocol.wire.codec import encode


class DealerMode:
    """The server holds the deal, and proves it when its seeds open."""

    name = part.NAME
    rev = part.REV
    kinds = ROWS
    server_knows_cards = True
    opens_all = True

    def join_part(self, keys: SeatKeys) -> bytes:
        """The key that private openings are sealed to."""
        return encode(part.JoinPart(x25519=keys.reading_public))

    def join_keys(self, data: bytes) -> tuple[bytes, ...]:
        """The same key, from a JOIN."""
        return (part.read(part.JoinPart, data).x25519,)

    def check_key(self, key: bytes) -> None:
        """An exchange with it must not be known to everyone."""
        check_x25519(key)

    def secrets(self, fresh: Fresh, rounds: int) -> Secrets:
        """Seeds for every round, and a key."""
        return Secrets.make(fresh, rounds)

    def read_secrets(self, data: bytes) -> Secrets:
        """As they were stored."""
        return Secrets.from_bytes(data)

    def table_part(self, secrets: Secrets, server_key: bytes) -> bytes:
        """The dealer's key, and its seeds, committed."""
        return encode(part.TablePart(x25519=secrets.reading_public, commitments=secrets.commitments(server_key)))

    def parts(self, table: bytes, joins: Sequence[bytes | None]) -> DealerParts:
        """All of that, from a TABLE."""
        there = part.read(part.TablePart, table)
        return DealerParts(there, [None if data is None else part.read(part.JoinPart, data) for data in joins])

    def fault(self, setting: Setting, rounds: int) -> str:
        """There are two classes of seeds a round, and one for the game."""
        expected = 2 * rounds + 1
        count = len(promised(setting).table.commitments)
        return "" if count == expected else f"expected {expected} commitments of the server"

    def accepts(self, options: Options, seats: Sequence[SeatRow]) -> bool:
        """Everything."""
        return True

    def ledger(self, table: Followed) -> DealerLedger:
        """The public side."""
        return DealerLedger(table)

    def outline(self, setting: Setting) -> Opened:
        """Seeds against their commitments."""
        return Opened(setting)

    def party(self, table: Followed, seat: Seat, keys: SeatKeys, notebook: Notebook) -> DealerParty:
        """The side of a seat."""
        return DealerParty(table, seat, keys, notebook)

    def author(self, setting: Setting, secrets: Secrets) -> HoldingDealer:
        """The dealer."""
        return HoldingDealer(setting, secrets)

    def replay(self, again: Followed, judged: Followed) -> DealerReplay:
        """For the moves of bots."""
        return DealerReplay(again, judged)


MODE: Mode = DealerMode()

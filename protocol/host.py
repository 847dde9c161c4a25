"""The author of a log: it takes what players signed, lets the dealer answer, and follows its own log like anybody else.

No entry is written that the host's own follower would refuse.
"""

from collections.abc import Callable
from typing import Any

from engine.front import wants
from engine.mine.rules.game_end import RoundClosed
from engine.wants import Act, Window
from protocol import bodies
from protocol.acts import to_body
from protocol.codec import Body, encode
from protocol.dealer import Dealer
from protocol.follower import Follower
from protocol.log import (
    MAGIC,
    NO_SIGNATURE,
    NOBODY,
    Entry,
    HeadRecord,
    Kind,
    RecordType,
    head_parts,
    record,
)
from protocol.setting import Setting
from protocol.tables import card_tables

SignHead = Callable[..., bytes]
Watcher = Callable[[Entry, list[object]], None]


class Host:
    """One table.  `file` is the log so far, as it is stored and sent."""

    def __init__(self, setting: Setting, table: bytes, sign_head: SignHead) -> None:
        self.setting = setting
        self.follower = Follower(setting)
        self.file = bytearray(MAGIC + record(RecordType.TABLE, table) + record(RecordType.CARDS, card_tables()))
        self.watchers: list[Watcher] = []
        self._sign_head = sign_head
        self._dealer: Dealer | None = None

    @property
    def next_seq(self) -> int:
        """The number of the next entry."""
        return self.follower.chain.last + 1

    def seat_dealer(self, dealer: Dealer) -> None:
        """From the last REVEAL on, somebody can deal."""
        self._dealer = dealer

    def take(self, entry: Entry) -> list[object]:
        """Check and append; the events that followed."""
        events = self.follower.take(entry)
        self.file += record(RecordType.ENTRY, entry.to_bytes())
        for watch in self.watchers:
            watch(entry, events)
        return events

    def say(self, kind: Kind, body: Body, dt_ms: int = 0) -> list[object]:
        """An entry of the server."""
        data = encode(body)
        return self.take(Entry(self.next_seq, dt_ms, kind, NOBODY, 0, 0, self._round, NO_SIGNATURE, data))

    def act_for_bot(self, seat: int, act: Any, dt_ms: int = 0) -> list[object]:
        """An act of a bot: unsigned, since its signature would be the server's anyway."""
        face = getattr(act, "face", None)
        salt = None if face is None else self._opening_salt(act.slot)
        data = to_body(self.follower.state.book, act, salt)
        return self.take(Entry(self.next_seq, dt_ms, Kind.ACT, seat, 0, 0, self._round, NO_SIGNATURE, data))

    def _opening_salt(self, slot: int) -> bytes:
        assert self._dealer is not None
        return self._dealer.opening(slot).salt

    @property
    def _round(self) -> int:
        round_: int = self.follower.state.round
        return round_

    def advance(self) -> None:
        """Answer for the dealer until only players are waited for; open seeds as rounds end; then the end."""
        while not self.follower.ended and self._step():
            pass

    def _step(self) -> bool:
        assert self._dealer is not None
        state = self.follower.state
        for want in wants(state):
            if not isinstance(want, Act | Window):
                kind, body = self._dealer.answer(want, state, self.next_seq)
                self._open_closed_round(self.say(kind, body))
                return True
        if state.stage == "over":
            self.say(Kind.GAME_OPEN, self._dealer.open_game())
            self.say(Kind.END, bodies.End(reason="finished", seats=[]))
        return False

    def _open_closed_round(self, events: list[object]) -> None:
        for event in events:
            if isinstance(event, RoundClosed):
                assert self._dealer is not None
                self.say(Kind.ROUND_OPEN, self._dealer.open_round(event.round))

    def after_act(self, events: list[object]) -> None:
        """What an act can bring about beside its events: a round that is over."""
        self._open_closed_round(events)
        self.advance()

    def commit(self) -> HeadRecord:
        """Sign the log up to here."""
        chain = self.follower.chain
        head = HeadRecord(chain.last, self._sign_head(*head_parts(chain.tid, chain.last, chain.heads[-1])))
        self.file += record(RecordType.HEAD, head.to_bytes())
        self.follower.signed_up_to = chain.last
        return head

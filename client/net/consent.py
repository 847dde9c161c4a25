"""Who sits at a gathering, what a person has agreed to, and whether a TABLE is that.

A sitter is known by what it has signed, and never by what a server says of it.  A person who gets ready has seen all
rows in their order, the rules, the options and the predecessor, and knows every person at the table.  A consent lives
in the memory of this program alone and is never written: a copy of the person's files can seal nothing.  A seal is
given only to a TABLE to which there is no objection.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine.bots import BOTS
from engine.records import record
from engine.rules import parse
from protocol.keys.identity import Purpose, verify
from protocol.log import bodies
from protocol.log.join import BadJoin, is_introduced, name_of, read_join, ready_parts, seat_row
from protocol.log.setting import Setting
from protocol.modes.registry import new_mode
from protocol.wire.lobby import Gathering, Sitter

_MOST = 256  # sitters that are remembered: a gathering is told of again after each change


@lru_cache(_MOST)
def join_of(signed: bodies.SignedJoin, server_key: bytes) -> bodies.Join | None:
    """A JOIN that a TABLE of this server can have; None if it cannot."""
    try:
        return read_join(signed, server_key)
    except BadJoin:
        return None


@lru_cache(_MOST)
def introduced(sitter: Sitter, server_key: bytes) -> bytes | None:
    """The identity that has made the sitter's JOIN for this server; None if that is not proved."""
    signed, introduction = sitter.join, sitter.introduction
    if signed is None or introduction is None or introduction.identity != sitter.key:
        return None
    join = join_of(signed, server_key)
    if join is None or name_of(introduction) != sitter.name or not is_introduced(join, introduction):
        return None
    return sitter.key


@record
class Terms:
    """How a gathering stands: what a person agrees to."""

    rows: tuple[bodies.SeatRow, ...]
    rules: str  # with every flag written out
    options: bodies.Options
    predecessor: bodies.Predecessor | None

    @property
    def parts(self) -> tuple[bytes, ...]:
        return ready_parts(self.rows, self.rules, self.options, self.predecessor)


def terms_of(gathering: Gathering) -> Terms | None:
    """None as long as a seat is free or a JOIN is missing; `UnfitRules` if this program does not know the rules."""
    seats = [seat for sitter in gathering.sitters if (seat := sitter.bot or sitter.join) is not None]
    if len(seats) != gathering.wishes.seats:
        return None
    rows = tuple(map(seat_row, seats))
    return Terms(rows, parse(gathering.wishes.rules).in_full(), gathering.options, gathering.predecessor)


def people_of(gathering: Gathering, server_key: bytes) -> dict[int, bodies.Introduction]:
    return {
        seat: sitter.introduction
        for seat, sitter in enumerate(gathering.sitters)
        if sitter.introduction is not None and introduced(sitter, server_key) is not None
    }


@dataclass(slots=True)
class Consent:
    """What was agreed to with one JOIN, and who else has said that they agree to the same."""

    server_key: bytes
    terms: Terms
    people: Mapping[int, bodies.Introduction]  # by seat: who sits there
    ready: set[int] = field(default_factory=set)  # the seats whose people have signed the very same terms

    def hear(self, gathering: Gathering) -> None:
        parts = self.terms.parts
        for seat, sitter in enumerate(gathering.sitters):
            if sitter.join is None or sitter.ready is None or seat in self.ready:
                continue
            join = join_of(sitter.join, self.server_key)
            if join is not None and verify(join.seat_key, sitter.ready, Purpose.READY, *parts):
                self.ready.add(seat)

    def objection(self, join: bodies.SignedJoin, setting: Setting, seat: int) -> str | None:
        """Why a seat must not seal this table, as a code; None if it may.

        Form, keys, signatures, protocol, rules' revision and card tables were checked when the TABLE was read.
        """
        table, terms = setting.table, self.terms
        agreed = {
            "consent/server": table.server_key == self.server_key,
            "consent/mode": setting.mode.name == new_mode().name,
            "consent/row": table.seats[seat].person == join,
            "consent/rules": table.rules == terms.rules,
            "consent/seats": tuple(table.seats) == terms.rows,
            "consent/options": table.options == terms.options,
            "consent/predecessor": table.predecessor == terms.predecessor,
            "consent/bot": knows_bots(terms),
            "consent/not-ready": self.ready >= self.people.keys(),
        }
        return next((code for code, holds in agreed.items() if not holds), None)


def knows(bots: Iterable[bodies.BotSeat | None]) -> bool:
    """Whether this program has these bots: else what they play could not be checked."""
    return all(bot is None or (bot.bot in BOTS and BOTS[bot.bot].rev == bot.rev) for bot in bots)


def knows_bots(terms: Terms) -> bool:
    return knows([*(row.bot for row in terms.rows), terms.options.absent])

"""What a person has agreed to, and whether a TABLE is that.

Who gets ready has seen all rows in their order, the rules, the options and the predecessor, and knows of every person
at the table who that is.  A consent lives in the memory of this program alone and is never written: a copy of the
person's files can seal nothing.  A seal is given only to a TABLE to which there is no objection.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from client.net.introduced import has_signed, introduced
from engine.bots import BOTS
from engine.rules import parse
from protocol.log import bodies
from protocol.log.join import ready_parts, seat_row
from protocol.log.setting import Setting
from protocol.wire.lobby import Gathering


def rows_of(gathering: Gathering) -> tuple[bodies.SeatRow, ...] | None:
    """The rows that TABLE will have; None as long as a seat is free or a JOIN is missing."""
    seats = [seat for sitter in gathering.sitters if (seat := sitter.bot or sitter.join) is not None]
    return tuple(map(seat_row, seats)) if len(seats) == gathering.wishes.seats else None


@dataclass(frozen=True, slots=True)
class Terms:
    """How a gathering stands: what a person agrees to."""

    rows: tuple[bodies.SeatRow, ...]
    rules: str
    """With every flag written out."""
    options: bodies.Options
    predecessor: bodies.Predecessor | None

    @property
    def parts(self) -> tuple[bytes, ...]:
        """What each person signs who is ready."""
        return ready_parts(self.rows, self.rules, self.options, self.predecessor)


def terms_of(gathering: Gathering) -> Terms | None:
    """None if not all seats have their row yet; `UnfitRules` if this program does not know the rules."""
    rows = rows_of(gathering)
    if rows is None:
        return None
    return Terms(rows, parse(gathering.wishes.rules).in_full(), gathering.options, gathering.predecessor)


def people_of(gathering: Gathering, server_key: bytes) -> dict[int, bodies.Introduction]:
    """By seat: the people whose introduction is proved."""
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
    people: Mapping[int, bodies.Introduction]
    """By seat: who sits there."""
    ready: set[int] = field(default_factory=set)
    """The seats whose people have signed the very same terms."""

    def hear(self, gathering: Gathering) -> None:
        """Who is ready by now."""
        parts = self.terms.parts
        for seat, sitter in enumerate(gathering.sitters):
            if seat not in self.ready and has_signed(sitter, self.server_key, parts):
                self.ready.add(seat)

    @property
    def all_ready(self) -> bool:
        """Whether every person has signed."""
        return self.ready >= self.people.keys()


def knows(bots: Iterable[bodies.BotSeat]) -> bool:
    """Whether this program has these bots: else what they play could not be checked."""
    return all(bot.bot in BOTS and BOTS[bot.bot].rev == bot.rev for bot in bots)


def knows_bots(terms: Terms) -> bool:
    """Whether this program has every bot that sits there or may stand in."""
    bots = [*(row.bot for row in terms.rows), terms.options.absent]
    return knows(bot for bot in bots if bot is not None)


def objection(consent: Consent, join: bodies.SignedJoin, setting: Setting, seat: int) -> str | None:
    """Why a seat must not seal this table, as a code; None if it may.

    Form, keys, signatures, protocol, rules' revision and card tables were checked when the TABLE was read.
    """
    table, terms = setting.table, consent.terms
    if table.server_key != consent.server_key:
        return "consent/server"
    if table.seats[seat].person != join:
        return "consent/row"
    if table.rules != terms.rules:
        return "consent/rules"
    if tuple(table.seats) != terms.rows:
        return "consent/seats"
    if table.options != terms.options:
        return "consent/options"
    if table.predecessor != terms.predecessor:
        return "consent/predecessor"
    if not knows_bots(terms):
        return "consent/bot"
    if not consent.all_ready:
        return "consent/not-ready"
    return None

"""What a person has agreed to, and whether a TABLE is that.

Whoever gets ready brings a JOIN, and has seen how the gathering stands.  Both live in the memory of this program alone
and are never written: a copy of the person's files can seal nothing.  A seal is given only to a TABLE to which there is
no objection.
"""

from typing import Annotated

from msgspec import Meta

from engine.rules import parse
from protocol.keys.identity import Identity
from protocol.log import bodies
from protocol.log.join import Joining
from protocol.log.setting import Setting
from protocol.wire.codec import Body
from protocol.wire.lobby import Gathering

_NONCE, _SALT = 32, 16


class Consent(Body, frozen=True, kw_only=True):
    """What was agreed to with one JOIN."""

    nonce: bodies.Nonce
    join: bodies.SignedJoin
    name: bodies.Name
    server_key: bodies.Key
    rules: bodies.RulesText
    """With every flag written out."""
    seats: Annotated[int, Meta(ge=2, le=12)]
    options: bodies.Options
    predecessor: bodies.Predecessor | None


def consent_to(gathering: Gathering, identity: Identity, name: str, server_key: bytes, fresh: bytes) -> Consent:
    """Agree to a gathering as it stands; ``fresh`` are 48 random bytes, never used before."""
    nonce, salt = fresh[:_NONCE], fresh[_NONCE : _NONCE + _SALT]
    said = bodies.Name(salt=salt, name=name)
    return Consent(
        nonce=nonce,
        join=Joining(identity, nonce, said).signed(server_key),
        name=said,
        server_key=server_key,
        rules=parse(gathering.wishes.rules).in_full(),
        seats=gathering.wishes.seats,
        options=gathering.options,
        predecessor=gathering.predecessor,
    )


FRESH = _NONCE + _SALT
"""Random bytes for one consent."""


def own_seat(setting: Setting, identity: Identity) -> int | None:
    """Where a person sits: the row whose seat key the person's secret gives.

    Every row is tried.  The link in a JOIN says nothing here: it can be copied to another row.
    """
    for seat, join in enumerate(setting.joins):
        if join is not None and identity.seat(join.nonce).public == join.seat_key:
            return seat
    return None


def objection(consent: Consent | None, setting: Setting, seat: int, server_key: bytes) -> str | None:
    """Why a seat must not seal this table, as a code; None if it may.

    Form, keys, signatures, protocol, rules' revision and card tables were checked when the TABLE was read.
    """
    table = setting.table
    if consent is None:
        return "consent/none"
    if table.server_key != server_key or consent.server_key != server_key:
        return "consent/server"
    if table.seats[seat].person != consent.join:
        return "consent/row"
    if table.rules != consent.rules:
        return "consent/rules"
    if len(table.seats) != consent.seats:
        return "consent/seats"
    if table.options != consent.options:
        return "consent/options"
    if table.predecessor != consent.predecessor:
        return "consent/predecessor"
    return None

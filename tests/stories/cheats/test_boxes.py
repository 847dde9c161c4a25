"""Boxes that say something else than was dealt: their reader sees it, all others when the seeds are open."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from protocol.audit.audit import recount
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.log.faults import Code, Fault
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import MOST_COMPLAINTS, DealerKind
from protocol.modes.dealer.sealing import Place, plaintext, seal
from protocol.wire.codec import decode, encode
from tests.stories.cheats.games import Forge, Game, entries_of, first, follow, refuted, whole_game
from tests.support.dealing import complain, dealer_of, party_of
from tests.support.threats import threat


@dataclass(frozen=True)
class Shown:
    """What an honest box would say, and to whom."""

    game: Game
    seq: int
    seat: int
    slots: tuple[int, ...]

    @property
    def openings(self) -> list[tuple[int, bytes]]:
        """Faces and salts."""
        return [(opening.face, opening.salt) for opening in map(dealer_of(self.game.host).opening, self.slots)]

    def sealed(self, openings: list[tuple[int, bytes]], *, reader: int | None = None, seq: int | None = None) -> bytes:
        """A box with something in it, made with a key of the dealer's choice."""
        place = Place.of_slots(self.game.host.setting.tid, seq or self.seq, self.seat, self.slots)
        key = self.game.keys[self.seat if reader is None else reader].reading_public
        return seal(bytes(32), place, key, plaintext(openings))


def _garbage(box: Shown) -> bytes:
    return bytes(range(48)) + bytes(34 * len(box.slots))


def _wrong_face(box: Shown) -> bytes:
    (face, salt), *rest = box.openings
    return box.sealed([(face ^ 3, salt), *rest])


def _wrong_salt(box: Shown) -> bytes:
    (face, _), *rest = box.openings
    return box.sealed([(face, bytes(32)), *rest])


def _another_slot(box: Shown) -> bytes:
    other = dealer_of(box.game.host).opening(box.slots[0] + 1)
    return box.sealed([(other.face, other.salt), *box.openings[1:]])


def _another_order(box: Shown) -> bytes:
    return box.sealed(box.openings[::-1])


def _another_number(box: Shown) -> bytes:
    return box.sealed(box.openings, seq=box.seq + 1)


def _another_reader(box: Shown) -> bytes:
    return box.sealed(box.openings, reader=(box.seat + 1) % 3)


Forger = Callable[[Shown], bytes]
BOXES: dict[str, tuple[Code, Forger]] = {
    "garbage": (Code.BOX, _garbage),
    "a wrong face": (Code.OPENING, _wrong_face),
    "a wrong salt": (Code.OPENING, _wrong_salt),
    "another slot": (Code.OPENING, _another_slot),
    "another order": (Code.OPENING, _another_order),
    "another number": (Code.BOX, _another_number),
    "another reader": (Code.BOX, _another_reader),
}


def first_box(after: int = 0) -> tuple[Game, list[Entry], int, Shown]:
    """An honest game, and where it shows something to a seat."""
    game, log = whole_game()
    entries = entries_of(log)
    at = first(entries, DealerKind.SHOW, after=after)
    body = decode(dealer_bodies.Show, entries[at].body, 1 << 16)
    return game, entries, at, Shown(game, at + 1, body.seat, tuple(body.slots))


def showing(entry: Entry, box: Shown, made: bytes) -> Entry:
    """The entry with another box."""
    body = encode(dealer_bodies.Show(seat=box.seat, slots=list(box.slots), box=made))
    return replace(entry, seq=box.seq, body=body)


def boxed(forger: Forger, after: int = 0) -> tuple[Game, bytes, int]:
    """A log with another box in one place, and the number of that entry."""
    game, entries, at, box = first_box(after)
    entries[at] = showing(entries[at], box, forger(box))
    return game, Forge(game).write(entries), at + 1


@threat("box-wrong", Code.BOX)
@pytest.mark.parametrize("name", BOXES)
def test_a_bad_box_is_found_by_its_reader_at_once(name: str) -> None:
    """The reader complains, and gets the same again; once there are no complaints left, it is a fault."""
    code, forger = BOXES[name]
    game, entries, at, box = first_box()
    reader = SeatFollower(game.host.setting, box.seat, game.keys[box.seat])
    follow(reader, entries[:at])
    known = dict(reader.notebook.shown)
    for _ in range(MOST_COMPLAINTS):
        box = replace(box, seq=reader.chain.last + 1)
        reader.take(showing(entries[at], box, forger(box)))
        assert party_of(reader).unread == {box.slots: box.seq}
        reader.take(complain(reader))
    box = replace(box, seq=reader.chain.last + 1)
    with pytest.raises(Fault) as fault:
        reader.take(showing(entries[at], box, forger(box)))
    found = fault.value.finding
    assert (found.code, found.key, found.at) == (code, game.server.identity.public, box.seq)
    assert reader.notebook.shown == known


def test_a_box_that_is_sealed_again_is_read_like_any_other() -> None:
    game, entries, at, box = first_box()
    reader = SeatFollower(game.host.setting, box.seat, game.keys[box.seat])
    follow(reader, entries[:at])
    reader.take(showing(entries[at], box, _garbage(box)))
    reader.take(complain(reader))
    again = replace(box, seq=reader.chain.last + 1)
    reader.take(showing(entries[at], again, again.sealed(again.openings)))
    assert party_of(reader).unread == {}
    assert {slot: reader.notebook.shown[slot] for slot in box.slots} == {slot: game.face(slot) for slot in box.slots}


@pytest.mark.parametrize("name", BOXES)
def test_a_bad_box_is_nothing_to_others_until_the_seeds_open(name: str) -> None:
    game, log, at = boxed(BOXES[name][1])
    entries = entries_of(log)
    seat = (decode(dealer_bodies.Show, entries[at - 1].body, 1 << 16).seat + 1) % 3
    other = SeatFollower(game.host.setting, seat, game.keys[seat])
    follow(other, entries)
    assert not party_of(other).unread


@threat("box-wrong", Code.BOX)
@pytest.mark.parametrize("name", BOXES)
def test_a_bad_box_is_found_by_everybody_at_the_end(name: str) -> None:
    game, log, at = boxed(BOXES[name][1])
    findings = refuted(log)
    assert [(finding.code, finding.at) for finding in findings] == [(Code.BOX, at)]
    assert findings[0].key == game.server.identity.public
    client, entries = Follower(game.host.setting), entries_of(log)
    follow(client, entries[: first(entries, Kind.GAME_OPEN)])
    assert client.ledger.must_open()
    follow(client, entries[client.chain.last :])
    assert list(recount(client)) == findings


def test_a_box_that_says_the_truth_in_another_way() -> None:
    """Made with a key of the dealer's choice: its reader is content, but the bytes could carry a message."""
    _, log, at = boxed(lambda box: box.sealed(box.openings), after=40)
    assert [(finding.code, finding.at) for finding in refuted(log)] == [(Code.BOX, at)]

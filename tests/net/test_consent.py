"""What a person has agreed to: compared with the TABLE before anything is signed, and written down when it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from net.world import wishes

from client.net.consent import FRESH, Consent, consent_to, objection, own_seat
from client.net.drawer import Drawer
from client.net.sealed import Sealed
from engine.rules import parse
from protocol.host.selfplay import from_seed
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log import bodies
from protocol.log.join import Joining, make_table
from protocol.log.setting import LONGEST_TABLE, Setting, read_setting
from protocol.modes.dealer.secrets import Secrets
from protocol.wire import lobby
from protocol.wire.codec import decode, encode
from server.gathering import options_of

SERVER, OTHER_SERVER = Identity(b"s" * 32), Identity(b"t" * 32)
PEOPLE = [Identity(bytes([number]) * 32) for number in range(3)]
GATHERING = lobby.Gathering(
    code="ABCDEFGH",
    wishes=wishes(),
    options=options_of(wishes(), 2),
    locked=False,
    host=0,
    sitters=(),
    predecessor=None,
    dissolved=0,
)
BEFORE = bodies.Predecessor(tid=b"b" * 32, reason="dissolved")


def agreed(person: int, server: Identity = SERVER, gathering: lobby.Gathering = GATHERING) -> Consent:
    return consent_to(gathering, PEOPLE[person], f"Player {person}", server.public, bytes([person + 1]) * FRESH)


def table(consents: list[Consent], server: Identity = SERVER, **how: Any) -> Setting:
    """What a server makes of it."""
    secrets = Secrets.make(from_seed(b"a table"), 3)
    rules = parse(how.pop("rules", "base"))
    options = how.pop("options", GATHERING.options)
    rows: list[bodies.SignedJoin | bodies.BotSeat] = [consent.join for consent in consents]
    rows += how.pop("bots", [])
    return read_setting(make_table(rules, options, rows, server.public, secrets, **how))


def made(joins: list[bodies.SignedJoin]) -> Setting:
    """A TABLE with these rows."""
    secrets = Secrets.make(from_seed(b"a table"), 3)
    return read_setting(make_table(parse("base"), GATHERING.options, joins, SERVER.public, secrets))


CONSENTS = [agreed(person) for person in range(3)]
SETTING = table(CONSENTS)
BOT = bodies.BotSeat(bot="random", rev=1)


def test_there_is_no_objection_to_what_was_agreed_to() -> None:
    for seat in range(3):
        assert objection(CONSENTS[seat], SETTING, seat, SERVER.public) is None


def test_everybody_finds_the_own_seat_and_nobody_another() -> None:
    assert [own_seat(SETTING, person) for person in PEOPLE] == [0, 1, 2]
    assert own_seat(SETTING, Identity(b"x" * 32)) is None


def decoy(victim: bodies.SignedJoin) -> bodies.SignedJoin:
    """A JOIN of another person that carries the victim's link."""
    puppet, nonce = Identity(b"p" * 32), b"n" * 32
    own = Joining(puppet, nonce, bodies.Name(salt=bytes(16), name="Player 0")).signed(SERVER.public)
    link = decode(bodies.Join, victim.join, LONGEST_TABLE).identity_link
    data = encode(replace(decode(bodies.Join, own.join, LONGEST_TABLE), identity_link=link))
    return bodies.SignedJoin(join=data, signature=sign(puppet.seat(nonce).signing, Purpose.JOIN, data))


def test_a_decoy_on_an_earlier_seat_makes_nobody_a_spectator() -> None:
    joins = [decoy(CONSENTS[0].join), *(consent.join for consent in CONSENTS)]
    setting = made(joins)
    assert [own_seat(setting, person) for person in PEOPLE] == [1, 2, 3]


OPTIONS: list[tuple[str, Any]] = [
    ("turn_seconds", 5),
    ("step_seconds", 31),
    ("window_seconds", 9),
    ("bank_seconds", 1),
    ("pause_most", 1),
    ("resume_seconds", 1),
    ("absent_after", 1),
    ("absent", BOT),
    ("spectators", False),
    ("spectator_delay", 1),
    ("host_plays", True),
    ("most_entries", 19_999),
    ("most_bytes", 1 << 21),
    ("kept_entries", 2000),
    ("kept_bytes", 1 << 18),
    ("most_talks", 0),
]


def test_every_option_is_listed() -> None:
    """But for the one that has a single value."""
    assert {name for name, _ in OPTIONS} == set(bodies.Options.__struct_fields__) - {"relay"}


@pytest.mark.parametrize(("name", "value"), OPTIONS)
def test_other_options_are_objected_to(name: str, value: object) -> None:
    changed = table(CONSENTS, options=replace(GATHERING.options, **{name: value}))
    assert objection(CONSENTS[0], changed, 0, SERVER.public) == "consent/options"


CHANGED: list[tuple[str, Callable[[], Setting]]] = [
    ("consent/rules", lambda: table(CONSENTS, rules="base-2006")),
    ("consent/seats", lambda: table(CONSENTS, bots=[BOT])),
    ("consent/predecessor", lambda: table(CONSENTS, predecessor=BEFORE)),
    ("consent/row", lambda: table([consent_again(), *CONSENTS[1:]])),
]


def consent_again() -> Consent:
    """The same person, ready a second time."""
    return consent_to(GATHERING, PEOPLE[0], "Player 0", SERVER.public, b"z" * FRESH)


@pytest.mark.parametrize(("code", "make"), CHANGED, ids=[code for code, _ in CHANGED])
def test_everything_else_that_differs_is_objected_to(code: str, make: Callable[[], Setting]) -> None:
    assert objection(CONSENTS[0], make(), 0, SERVER.public) == code


def test_a_table_of_another_server_is_objected_to() -> None:
    elsewhere = [agreed(person, OTHER_SERVER) for person in range(3)]
    theirs = table(elsewhere, OTHER_SERVER)
    assert objection(CONSENTS[0], theirs, 0, SERVER.public) == "consent/server"
    assert objection(elsewhere[0], theirs, 0, SERVER.public) == "consent/server"
    assert objection(CONSENTS[0], SETTING, 0, OTHER_SERVER.public) == "consent/server"


def test_who_did_not_join_here_objects() -> None:
    assert objection(None, SETTING, 0, SERVER.public) == "consent/none"


def test_a_predecessor_that_was_shown_is_no_objection() -> None:
    gathering = replace(GATHERING, predecessor=BEFORE)
    again = [agreed(person, gathering=gathering) for person in range(3)]
    assert objection(again[0], table(again, predecessor=BEFORE), 0, SERVER.public) is None
    assert objection(again[0], table(again), 0, SERVER.public) == "consent/predecessor"


# on the disk


def sealed(nonce: bytes = b"n" * 32, tid: bytes = b"t" * 32) -> Sealed:
    name = bodies.Name(salt=bytes(16), name="Eva")
    return Sealed(nonce=nonce, tid=tid, server_key=SERVER.public, rules="base", name=name, last=0, end="")


def test_a_join_is_sealed_for_one_table_and_no_other(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    assert drawer.sealed(b"n" * 32) is None
    assert drawer.seal(sealed())
    assert drawer.seal(sealed()), "the same table once more"
    assert not drawer.seal(sealed(tid=b"u" * 32))
    assert Drawer(tmp_path / "tables").sealed(b"n" * 32) == sealed()
    assert drawer.sealed(b"m" * 32) is None


def test_a_damaged_record_lets_no_table_be_sealed(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    drawer.seal(sealed())
    (path,) = drawer.folder.glob("*.seal")
    path.write_bytes(path.read_bytes()[:-1])
    assert drawer.sealed(b"n" * 32) is None
    assert not drawer.seal(sealed())
    assert not drawer.seal(sealed(tid=b"u" * 32))


def test_the_end_of_a_table_is_noted_once(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    drawer.note_end(b"n" * 32, 7, "dissolved")
    assert drawer.sealed(b"n" * 32) is None
    drawer.seal(sealed())
    drawer.note_end(b"n" * 32, 7, "dissolved")
    drawer.note_end(b"n" * 32, 8, "finished")
    assert drawer.sealed(b"n" * 32) == replace(sealed(), last=7, end="dissolved")


def test_open_tables_are_those_of_one_server(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    drawer.mark_open(b"1" * 32, SERVER.public)
    drawer.mark_open(b"2" * 32, OTHER_SERVER.public)
    assert drawer.open_tables(SERVER.public) == [b"1" * 32]
    drawer.mark_over(b"1" * 32)
    assert drawer.open_tables(SERVER.public) == []


def test_no_secret_stands_in_a_consent() -> None:
    """It can neither sign nor shuffle for the seat."""
    keys = PEOPLE[0].seat(CONSENTS[0].nonce)
    kept = repr(CONSENTS[0]).encode()
    assert keys.seed not in kept
    join = decode(bodies.Join, CONSENTS[0].join.join, LONGEST_TABLE)
    assert join.seat_key == keys.public

"""What a person has agreed to: kept on the disk, and compared with the TABLE before anything is signed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from net.world import wishes

from client.net.consent import FRESH, Consent, consent_to, objection, own_seat
from client.net.drawer import Drawer
from engine.rules import parse
from protocol.host.selfplay import from_seed
from protocol.keys.identity import Identity
from protocol.log import bodies
from protocol.log.join import make_table
from protocol.log.setting import LONGEST_TABLE, Setting, read_setting
from protocol.modes.dealer.secrets import Secrets
from protocol.wire import lobby
from protocol.wire.codec import decode
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


CONSENTS = [agreed(person) for person in range(3)]
SETTING = table(CONSENTS)
BOT = bodies.BotSeat(bot="random", rev=1)


def test_there_is_no_objection_to_what_was_agreed_to() -> None:
    for seat in range(3):
        assert objection(CONSENTS[seat], SETTING, seat, SERVER.public) is None


def test_everybody_finds_the_own_seat_and_nobody_another() -> None:
    assert [own_seat(SETTING, person) for person in PEOPLE] == [0, 1, 2]
    assert own_seat(SETTING, Identity(b"x" * 32)) is None


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


def test_a_consent_comes_back_from_the_disk(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    drawer.keep_consent(CONSENTS[0])
    assert Drawer(tmp_path / "tables").consent(CONSENTS[0].nonce) == CONSENTS[0]
    assert drawer.consent(CONSENTS[1].nonce) is None
    drawer.forget_consent(CONSENTS[0].nonce)
    assert drawer.consent(CONSENTS[0].nonce) is None
    drawer.forget_consent(CONSENTS[0].nonce)


def test_a_damaged_consent_is_none(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    drawer.keep_consent(CONSENTS[0])
    (path,) = drawer.folder.glob("*.join")
    path.write_bytes(path.read_bytes()[:-1])
    assert drawer.consent(CONSENTS[0].nonce) is None


def test_only_what_belongs_to_a_server_is_forgotten(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    other = agreed(1, OTHER_SERVER)
    drawer.keep_consent(CONSENTS[0])
    drawer.keep_consent(other)
    drawer.forget_consents(SERVER.public)
    assert drawer.consent(CONSENTS[0].nonce) is None
    assert drawer.consent(other.nonce) == other


def test_open_tables_are_those_of_one_server(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    drawer.mark_open(b"1" * 32, SERVER.public)
    drawer.mark_open(b"2" * 32, OTHER_SERVER.public)
    assert drawer.open_tables(SERVER.public) == [b"1" * 32]
    drawer.mark_over(b"1" * 32)
    assert drawer.open_tables(SERVER.public) == []


def test_no_secret_stands_in_a_consent() -> None:
    """Whoever finds the file can neither sign nor shuffle for the seat."""
    keys = PEOPLE[0].seat(CONSENTS[0].nonce)
    kept = repr(CONSENTS[0]).encode()
    assert keys.seed not in kept
    join = decode(bodies.Join, CONSENTS[0].join.join, LONGEST_TABLE)
    assert join.seat_key == keys.public

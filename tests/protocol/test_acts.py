"""Acts as bodies: every act of the rules has one spelling, comes back as it was, and nothing else is read."""

from random import Random
from typing import Any

import pytest
from msgspec import inspect

from engine.front import ActLike, setup
from engine.grid.cells import cell
from engine.mine.game import CARD_SETS
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.turn.passing import Pass
from engine.placing import PlacePath
from engine.rules import parse
from protocol.audit.audit import Verdict, audit
from protocol.log.acts import _LONGEST_BODY as LONGEST_BODY
from protocol.log.acts import LONGEST_ACT, schema, tag
from protocol.log.records import Kind
from protocol.wire.codec import BadFrame, encode, pack, unpack
from tests.stories.cheats.games import entries_of, game_with_gold, whole_game
from tests.stories.cheats.paper import packed
from tests.support.dealing import act_body, read_act
from tests.support.gremlins import gremlins

BOOK = setup(parse("base"), 5).book
SALT = bytes(range(32))
CHOSEN: dict[str, object] = {"t": "place-path", "cell": [1, -2], "turned": 180}
SHOWN: list[object] = [[40, 11]]


def whole(act: object = CHOSEN, shows: object = SHOWN, salts: object = (SALT,)) -> dict[str, object]:
    """The body of an act, good or bad."""
    return {"act": act, "shows": shows, "part": packed({"salts": [*salts] if isinstance(salts, tuple) else salts})}


PLAIN = whole()
PASS: dict[str, object] = {"t": "pass", "slots": [7]}


def test_every_act_of_the_rules_has_a_body() -> None:
    known = schema(BOOK)
    assert {act for act, _names in known.acts.values()} == set(known.bodies)
    assert len({tag(act) for act in known.bodies}) == len(known.acts) == len(known.bodies) == 9


@pytest.mark.parametrize(("name", "expected"), [("PlacePath", "place-path"), ("Pass", "pass"), ("ReadMap", "read-map")])
def test_a_tag_is_the_name_of_the_act(name: str, expected: str) -> None:
    assert tag(type(name, (), {})) == expected


ACTS: list[tuple[ActLike, bytes | None]] = [
    (PlacePath(2, 40, 11, cell(1, -2), 180), SALT),
    (PlacePath(0, 65535, 26, cell(-100, 100), 0), SALT),
    (Pass(1, (7,)), None),
    (Pass(1, (7, 8, 9)), None),
    (TurnGoal(3, cell(8, -2)), None),
    (RotateGoal(4, 180), None),
    (TakeGold(0, 12), None),
]


@pytest.mark.parametrize(("act", "salt"), ACTS, ids=lambda value: type(value).__name__)
def test_an_act_comes_back(act: Any, salt: bytes | None) -> None:
    data = act_body(BOOK, act, salt)
    assert read_act(BOOK, act.seat, data) == (act, salt)


def test_the_seat_is_not_in_the_body() -> None:
    """It comes from the signature: the same bytes of another seat are that seat's act."""
    data = act_body(BOOK, Pass(1, (7,)), None)
    assert read_act(BOOK, 4, data) == (Pass(4, (7,)), None)


def test_an_act_has_its_frozen_bytes() -> None:
    expected = bytes.fromhex("83a361637482a5736c6f74739107a174a470617373a470617274c40881a573616c747390a573686f777390")
    assert act_body(BOOK, Pass(1, (7,)), None) == expected == packed(whole(PASS, [], ()))
    assert act_body(BOOK, PlacePath(0, 40, 11, cell(1, -2), 180), SALT) == packed(PLAIN)


@pytest.mark.parametrize("game", [whole_game, game_with_gold])
def test_the_acts_of_a_game_have_one_spelling(game: Any) -> None:
    _, log = game()
    for entry in entries_of(log):
        if entry.kind == Kind.ACT:
            act, salt = read_act(BOOK, entry.actor, entry.body)
            assert act_body(BOOK, act, salt) == entry.body
            assert len(entry.body) <= LONGEST_ACT
            assert (salt is not None) == hasattr(act, "face")


BAD: dict[str, object] = {
    "no map": [1],
    "the act alone": CHOSEN,
    "no act": {key: value for key, value in PLAIN.items() if key != "act"},
    "no tag": whole({key: value for key, value in CHOSEN.items() if key != "t"}),
    "a tag that is no text": whole(CHOSEN | {"t": 7}),
    "a tag that is nothing": whole(CHOSEN | {"t": None}),
    "an unknown act": whole(CHOSEN | {"t": "take-all"}),
    "what only the dealer says": whole({"t": "deal-round", "sizes": [1]}, [], ()),
    "the clock": whole({"t": "time-up", "seat": 1}, [], ()),
    "a seat": whole(CHOSEN | {"seat": 1}),
    "a seat beside the act": PLAIN | {"seat": 1},
    "one field more": whole(CHOSEN | {"x": 1}),
    "one field more beside the act": PLAIN | {"x": 1},
    "one field less": whole({key: value for key, value in CHOSEN.items() if key != "cell"}),
    "the slot in the act as well": whole(CHOSEN | {"slot": 40}),
    "the face in the act as well": whole(CHOSEN | {"face": 11}),
    "the salt in the act": whole(CHOSEN | {"salt": SALT}),
    "no list of cards": {key: value for key, value in PLAIN.items() if key != "shows"},
    "no card": whole(shows=[]),
    "no card and no salt": whole(shows=[], salts=()),
    "two cards": whole(shows=[[40, 11], [41, 11]]),
    "two cards with their salts": whole(shows=[[40, 11], [41, 11]], salts=(SALT, SALT)),
    "a card without a face": whole(shows=[[40]]),
    "a card with more than a face": whole(shows=[[40, 11, 0]]),
    "a card that is not shown": whole(PASS, [[7, 11]], (SALT,)),
    "a card that is not shown, without salt": whole(PASS, [[7, 11]], ()),
    "no part": {key: value for key, value in PLAIN.items() if key != "part"},
    "an empty part": PLAIN | {"part": b""},
    "a part of another schema": PLAIN | {"part": packed({"salt": SALT})},
    "a part with more in it": PLAIN | {"part": packed({"salts": [SALT], "x": 1})},
    "a part with a byte more": PLAIN | {"part": packed({"salts": [SALT]}) + b"\0"},
    "a part that is too long": PLAIN | {"part": packed({"salts": [SALT] * 200})},
    "no salt": whole(salts=()),
    "nothing as salt": whole(salts=(None,)),
    "nothing as salts": whole(salts=None),
    "two salts": whole(salts=(SALT, SALT)),
    "a short salt": whole(salts=(SALT[:-1],)),
    "a salt for a card that is not shown": whole(PASS, [], (SALT,)),
    "a slot below zero": whole(shows=[[-1, 11]]),
    "a slot too high": whole(shows=[[65536, 11]]),
    "a slot that is true": whole(shows=[[True, 11]]),
    "a cell far away": whole(CHOSEN | {"cell": [101, 0]}),
    "a cell of one number": whole(CHOSEN | {"cell": [1]}),
    "a cell of three": whole(CHOSEN | {"cell": [1, 2, 3]}),
    "turned too far": whole(CHOSEN | {"turned": 271}),
    "no cards passed": whole({"t": "pass", "slots": []}, [], ()),
    "too many cards": whole({"t": "pass", "slots": list(range(13))}, [], ()),
}


def test_the_plain_act_is_read() -> None:
    assert read_act(BOOK, 0, pack(whole(PASS, [], ()))) == (Pass(0, (7,)), None)
    assert read_act(BOOK, 0, pack(PLAIN)) == (PlacePath(0, 40, 11, cell(1, -2), 180), SALT)


@pytest.mark.parametrize("why", BAD)
def test_what_is_no_act_is_not_read(why: str) -> None:
    with pytest.raises(BadFrame):
        read_act(BOOK, 0, pack(BAD[why]))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (whole(shows=SHOWN * 2), "2 cards where the act shows 1"),
        (whole(shows=[]), "0 cards where the act shows 1"),
        (whole(PASS, SHOWN), "1 cards where the act shows 0"),
    ],
)
def test_an_act_shows_one_card_or_none(body: dict[str, object], told: str) -> None:
    with pytest.raises(BadFrame) as refused:
        read_act(BOOK, 0, pack(body))
    assert refused.value.reason == told


@pytest.mark.parametrize(
    "data",
    [b"", b"\xc0", pack(PLAIN)[:-1], pack(PLAIN) + b"\0", pack(PLAIN | {"part": bytes(LONGEST_BODY)})],
    ids=["nothing", "nil", "cut", "a byte more", "too long"],
)
def test_bytes_that_are_no_body_are_not_read(data: bytes) -> None:
    with pytest.raises(BadFrame):
        read_act(BOOK, 0, data)


def test_no_bytes_are_an_exception_of_another_kind() -> None:
    random = Random(7)
    good = [act_body(BOOK, act, salt) for act, salt in ACTS]
    for _ in range(3000):
        data = bytearray(random.choice(good))
        for _ in range(random.randrange(1, 4)):
            data[random.randrange(len(data))] = random.randrange(256)
        try:
            act, salt = read_act(BOOK, 0, bytes(data))
        except BadFrame:
            continue
        assert act_body(BOOK, act, salt) == bytes(data)
        assert unpack(bytes(data), LONGEST_BODY)


def largest(kind: inspect.Type) -> Any:
    """A value of a type that takes as many bytes as any."""
    match kind:
        case inspect.IntType():
            assert kind.ge is not None
            assert kind.le is not None
            return max(kind.ge, kind.le, key=lambda value: len(packed(value)))
        case inspect.ListType():
            assert kind.max_length is not None
            return [largest(kind.item_type)] * kind.max_length
        case inspect.TupleType():
            return tuple(map(largest, kind.item_types))
    raise AssertionError(f"no bounds are known for {kind}")


@pytest.mark.parametrize("rules", [*CARD_SETS, "base+gremlins=near", "saboteur2+gremlins=near"])
def test_the_largest_act_of_every_schema_fits_its_bound(rules: str) -> None:
    """The bound needs no check of its own: nothing that a schema takes is longer."""
    with gremlins():
        known = schema(setup(parse(rules), 5).book)
    for act, body in known.bodies.items():
        described = inspect.type_info(body)
        assert isinstance(described, inspect.StructType)
        made = body(**{field.name: largest(field.type) for field in described.fields})
        assert len(encode(made)) <= LONGEST_ACT, act


def test_the_games_are_honest() -> None:
    """Else the acts above would prove little."""
    assert audit(whole_game()[1]).verdict is Verdict.VERIFIED
    assert {type(read_act(BOOK, 0, entry.body)[0]) for entry in acts_of(whole_game()[1])} >= {
        PlacePath,
        Pass,
        BreakTool,
    }
    assert ReadMap in schema(BOOK).bodies


def acts_of(log: bytes) -> list[Any]:
    """The acts of a game."""
    return [entry for entry in entries_of(log) if entry.kind == Kind.ACT]

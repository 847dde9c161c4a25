"""Every body and message can be spelt in one way only: no field may be left out, and no part may hold more.

The reader relies on this, and does not spell what it has read a second time.
"""

from collections.abc import Iterator

import pytest
from msgspec import NODEFAULT, inspect

from protocol.log.acts import _LONGEST_BODY as LONGEST_ACT_BODY
from protocol.log.bodies import LONGEST_BODY
from protocol.log.kinds import LONGEST_OF_MODES, OF_MODES, KindRow, Kinds
from protocol.log.records import NO_SIGNATURE, NOBODY
from protocol.log.setting import LONGEST_JOIN, LONGEST_TABLE
from protocol.modes.dealer import part as dealer
from protocol.modes.dealer.kinds import LONGEST_SIGNED
from protocol.modes.mode import SERVER
from protocol.wire.archive import LOG_PART
from protocol.wire.codec import Body
from protocol.wire.invite import LONGEST as LONGEST_INVITE
from protocol.wire.lobby import CODE
from protocol.wire.messages import ENTRY_OF_CLIENT, RECORD, WIRE_MAX, WIRE_MIN
from tests.support.protocol_kinds import KINDS


def types_in(kind: inspect.Type) -> Iterator[inspect.Type]:
    """A type, and everything that stands in it."""
    yield kind
    parts = [getattr(kind, name, None) for name in ("item_type", "type")]
    for part in (*parts, *getattr(kind, "types", ()), *getattr(kind, "item_types", ())):
        if isinstance(part, inspect.Type):
            yield from types_in(part)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_it_has_one_spelling(kind: type) -> None:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    assert described.forbid_unknown_fields
    for field in described.fields:
        assert field.required, field.name
        assert (field.default, field.default_factory) == (NODEFAULT, NODEFAULT)
        for part in types_in(field.type):
            assert not isinstance(part, inspect.AnyType | inspect.FloatType | inspect.DictType | inspect.RawType)
            if isinstance(part, inspect.StructType):
                assert issubclass(part.cls, Body), "a part that is not closed could hide something"


def test_numbers_of_the_format_that_no_vector_holds() -> None:
    """They are frozen with it."""
    assert {3, 4, 5, 6, 7, 14, 15, 26, *range(64, 128)} == OF_MODES
    assert LONGEST_OF_MODES == 48 * 1024
    assert KindRow("", Body).longest == 4096
    assert LONGEST_BODY == LONGEST_TABLE == 65_536
    assert LONGEST_JOIN == 2048
    assert LONGEST_SIGNED == 5000
    assert (dealer.NAME, dealer.REV) == ("dealer", 1)
    assert (WIRE_MIN, WIRE_MAX) == (2, 2)
    assert bytes(64) == NO_SIGNATURE
    assert (SERVER, NOBODY) == (254, 255)
    assert (CODE, LONGEST_INVITE) == (8, 512)
    assert (ENTRY_OF_CLIENT, RECORD) == (8_064, 65_408)
    assert LONGEST_ACT_BODY == 5_632
    assert LOG_PART == 48 * 1024


def test_a_mode_may_use_every_number_that_is_for_modes() -> None:
    assert Kinds({}).longest_signed == 0
    assert Kinds({kind: KindRow("", Body) for kind in OF_MODES}).rows.keys() == OF_MODES
    with pytest.raises(AssertionError):
        Kinds({128: KindRow("", Body)})


def test_there_are_many() -> None:
    assert len(KINDS) > 60

"""Every body and message can be spelt in one way only: no field may be left out, and no part may hold more.

The reader relies on this, and does not spell what it has read a second time.
"""

from collections.abc import Iterator

import pytest
from msgspec import NODEFAULT, inspect

from protocol.wire.codec import Body
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


def test_there_are_many() -> None:
    assert len(KINDS) > 60

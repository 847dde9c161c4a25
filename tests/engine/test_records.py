"""Inputs, events and wants are records: slotted, equal by value, fit for a set."""

import copy
import inspect
import pickle
from dataclasses import MISSING, astuple, dataclass, fields, is_dataclass, replace

import pytest

from engine.inputs import GiveRandom, TimeUp
from engine.mine.game import CARD_SETS, book
from engine.placing import PathPlaced, PlacePath
from engine.records import record
from engine.rules import preset
from engine.wants import Act

BOOKS = [book(preset(name), 5) for name in CARD_SETS]
RECORDS = sorted({kind for one in BOOKS for kind in (*one.decide, *one.evolve)}, key=lambda found: found.__name__)


@record
class Pair:
    """A record of this file."""

    one: int
    two: int = 2

    def swapped(self) -> "Pair":
        """A record may have methods."""
        return Pair(self.two, self.one)


@record
class Single:
    """A record of one field."""

    one: tuple[int, ...]


@record
class Bare:
    """A record without fields."""


@dataclass(slots=True, unsafe_hash=True)
class Model:
    """What a record must be like."""

    one: int
    two: int = 2


def test_records_are_equal_by_value_and_hash_alike() -> None:
    assert Pair(1) == Pair(1, 2)
    assert hash(Pair(1)) == hash(Pair(1, 2))
    assert {Pair(1), Pair(1, 2), Pair(2)} == {Pair(1), Pair(2)}


def test_records_of_different_classes_are_never_equal() -> None:
    """An input and the event that follows from it may have the same fields."""
    pairs: list[tuple[object, object]] = [
        (PlacePath(0, 1, 11, 256, 0), PathPlaced(0, 1, 11, 256, 0)),
        (TimeUp(3), GiveRandom(3)),
    ]
    assert all(one != other for one, other in pairs)


def test_records_have_slots_and_take_no_other_field() -> None:
    with pytest.raises(AttributeError):
        setattr(Pair(1), "three", 3)  # noqa: B010
    assert not hasattr(Pair(1), "__dict__")


@pytest.mark.parametrize("found", RECORDS)
def test_every_input_and_event_is_a_record(found: type) -> None:
    assert is_dataclass(found)
    assert "__slots__" in vars(found)
    assert found.__hash__ is not None
    assert (found.__doc__ or "").rstrip().endswith(".")  # what it means, as a sentence


def test_a_want_can_be_told_from_another() -> None:
    assert Act((1,), must=True, what="turn") != Act((1,), must=True, what="gold")
    assert Act((1,), must=True, what="turn").concurrent is False


@pytest.mark.parametrize("one", [Pair(1, 3), Single((1,)), Single(()), Bare()])
def test_records_are_copied_and_pickled(one: object) -> None:
    assert copy.copy(one) == copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one
    assert hash(pickle.loads(pickle.dumps(one))) == hash(one)


def test_a_record_is_to_dataclasses_like_any_other() -> None:
    told = [(field.name, field.type, field.default, field.init) for field in fields(Pair)]
    assert told == [(field.name, field.type, field.default, field.init) for field in fields(Model)]
    assert told == [("one", int, MISSING, True), ("two", int, 2, True)]
    assert astuple(Pair(1)) == (1, 2)
    assert replace(Pair(1), two=3) == Pair(1, 3)
    assert fields(Bare) == ()


def test_a_record_is_made_shown_and_matched_like_a_dataclass() -> None:
    assert inspect.signature(Pair) == inspect.signature(Model)
    assert repr(Pair(1)) == repr(Model(1)).replace("Model", "Pair") == "Pair(one=1, two=2)"
    assert (repr(Single(())), repr(Bare())) == ("Single(one=())", "Bare()")
    assert Pair.__match_args__ == ("one", "two")
    assert (Pair.__doc__, Pair.__qualname__) == ("A record of this file.", "Pair")
    assert Pair(1, 2).swapped() == Pair(2, 1)
    with pytest.raises(TypeError, match=r"Pair\.__init__\(\) missing 1 required positional argument: 'one'"):
        Pair()  # type: ignore[call-arg]

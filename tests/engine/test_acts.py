"""The rows of acts: each field has one type, by its name or by its row."""

import pytest

from engine.acts import CELL, DEGREES, FACE, SEAT, SLOT, ActRow, Field, Integer, SlotList, fields_of
from engine.front import all_rules
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.records import record
from engine.slots import Seat, Slot

TYPES = {
    "slot": SLOT,
    "face": FACE,
    "cell": CELL,
    "other": CELL,
    "turned": DEGREES,
    "target": SEAT,
    "tool": Integer(1, 255),
    "removed": SLOT,
    "slots": SlotList(1, 12),
    "host": CELL,
    "edge": Integer(0, 3),
    "space": Integer(0, 7),
    "number": Integer(1, 2),
}
"""Frozen: the bodies of acts are made of them."""


@record
class Paint:
    """An act that no game has."""

    seat: Seat
    slot: Slot
    colour: int


def test_the_types_of_fields_are_frozen() -> None:
    rows = [row for rule in all_rules() for row in rule.acts]
    assert {field.name: field.type for row in rows for field in fields_of(row)} == TYPES


def test_a_row_knows_the_fields_of_its_act_in_their_order() -> None:
    rows = {row.act: row for rule in all_rules() for row in rule.acts}
    assert [field.name for field in fields_of(rows[RepairTool])] == ["slot", "face", "target", "tool"]
    assert [field.name for field in fields_of(rows[DiscardTwo])] == ["slots", "removed"]


def test_a_field_that_no_other_act_has_is_declared_in_the_row() -> None:
    row = ActRow(Paint, "paint", (Field("colour", Integer(0, 9)),))
    assert [(field.name, field.type) for field in fields_of(row)] == [("slot", SLOT), ("colour", Integer(0, 9))]


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ((), "do not agree about .'colour'"),
        ((Field("colour", Integer(0, 9)), Field("brush", SLOT)), "do not agree about .'brush'"),
        ((Field("colour", Integer(0, 9)), Field("slot", SEAT)), "'slot' has another type"),
    ],
)
def test_a_row_that_does_not_fit_its_act_is_refused(declared: tuple[Field, ...], told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        ActRow(Paint, "paint", declared)


def test_an_act_that_shows_a_card_says_which_kind_and_its_rule_offers_it() -> None:
    for rule in all_rules():
        for row in rule.acts:
            shows = "face" in {field.name for field in fields_of(row)}
            assert bool(row.plays) == shows
            assert not shows or row.plays in rule.offers

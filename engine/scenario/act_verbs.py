"""What a seat does in a step: a verb for every row of an act, read and made by the types of its fields."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from engine.acts import CELL, DEGREES, FACE, SEAT, SLOT, ActRow, Field, FieldType, Integer, SlotList, fields_of
from engine.scenario.keys import Keys, between, exactly, list_of, one_of, shown
from engine.scenario.references import NoSuchCard, lying_slot
from engine.scenario.verbs import SEAT as A_SEAT
from engine.scenario.verbs import Verb
from engine.scenario.vocabulary import Vocabulary
from engine.scenario.words import Cards, cell_text, read_cell
from engine.slots import Face, Seat, Slot
from engine.tabletop import Tabletop

_DEGREES = (0, 90, 180, 270)


def act_verbs(rows: Iterable[ActRow], vocabulary: Vocabulary, cards: Cards) -> dict[str, Verb]:
    """A verb may stand for several acts: one with fields, and others that a word names."""
    by_verb: dict[str, list[_Act]] = {}
    for row in rows:
        by_verb.setdefault(row.verb, []).append(_Act(row, vocabulary, cards))
    return {verb: _verb(verb, acts) for verb, acts in by_verb.items()}


def _verb(verb: str, acts: "list[_Act]") -> Verb:
    worded = {act.row.word: act for act in acts if act.row.word}
    plain = next((act for act in acts if not act.row.word), None)

    def read(keys: Keys) -> dict[str, Any]:
        value = keys.need(verb, lambda value: value)
        if plain is None or (isinstance(value, str) and value in worded):
            act = keys.need(verb, one_of(worded))
            return {"text": act.row.word, "act": act, "values": {}}
        text, values = plain.read(keys)
        return {"text": text, "act": plain, "values": values}

    return Verb(read, lambda table, seat, step: step["act"].make(table, seat, step["values"]))


class _Act:
    """One row, as steps write it.

    The first field that a step names stands behind the verb, the others have keys.  A card that is shown is named by
    its face, and its slot is looked for.  Where the verb tells the card, ``card`` may name another one.
    """

    def __init__(self, row: ActRow, vocabulary: Vocabulary, cards: Cards) -> None:
        self.row = row
        self._zones = vocabulary.zones
        self._cards = cards
        self._fields = fields_of(row)
        names = {field.name for field in self._fields}
        hidden = {name for name in ("slot", "face") if "face" in names and (name == "slot" or row.card)}
        self._named = [field for field in self._fields if field.name not in hidden]

    def read(self, keys: Keys) -> tuple[str, dict[str, Any]]:
        """The step in words, and the values that it gives, by field; a card is its face."""
        values: dict[str, Any] = {}
        told = []
        for number, field in enumerate(self._named):
            key = (field.key or field.name) if number else self.row.verb
            read = self._reader(field)
            optional = field.type is DEGREES and number
            values[field.name] = keys.maybe(key, read, 0) if optional else keys.need(key, read)
            if field.says or not number:
                told.append((field.says or "{}").format(self._text(field.type, values[field.name])))
        if self.row.card:
            values["face"] = keys.maybe("card", self._cards.read, self._cards.faces[self.row.card])
        return " ".join(told), values

    def make(self, table: Tabletop, seat: Seat, values: dict[str, Any]) -> object:
        """The act at a table, with the slots that its cards lie in now."""
        made = {field.name: self._value(table, seat, field, values) for field in self._fields}
        return self.row.act(seat=seat, **made)

    def _reader(self, field: Field) -> Callable[[Any], Any]:
        match field.type:
            case Integer(low, high):
                return one_of(dict(field.words)) if field.words else between(low, high)
            case SlotList():
                return self._read_cards
            case _:
                return {SEAT: A_SEAT, SLOT: self._cards.read, FACE: self._cards.read, CELL: read_cell}.get(
                    field.type, _read_degrees
                )

    def _read_cards(self, value: Any) -> list[Face]:
        """Where a step names nothing else, one card needs no list."""
        alone = len(self._named) == 1 and not isinstance(value, list)
        return list_of(self._cards.read)([value] if alone else value)

    def _text(self, kind: FieldType, value: Any) -> str:
        if kind is CELL:
            return cell_text(value)
        if kind is FACE or kind is SLOT:
            return self._cards.keys[value]
        return " ".join(self._cards.keys[face] for face in value) if isinstance(kind, SlotList) else str(value)

    def _value(self, table: Tabletop, seat: Seat, field: Field, values: dict[str, Any]) -> Any:
        if field.type is SLOT:
            face = values[field.name] if field.name in values else values["face"]
            return self._slot(table, seat, field, face)
        if isinstance(field.type, SlotList):
            slots: list[Slot] = []
            for face in values[field.name]:
                slots.append(self._slot(table, seat, field, face, besides=slots))
            return tuple(slots)
        return values[field.name]

    def _slot(self, table: Tabletop, seat: Seat, field: Field, face: Face, besides: Collection[Slot] = ()) -> Slot:
        """From the seat's own zone if it is there; else from anywhere, so that a scenario can show the refusal."""
        slot = lying_slot(table, face, self._zones(table, seat, field.zone), besides)
        if slot is None:
            raise NoSuchCard(f"there is no card {self._cards.keys[face]!r} on the table that could be played")
        return slot


def _read_degrees(value: Any) -> int:
    degrees = exactly(int)(value)
    if degrees not in _DEGREES:
        raise ValueError(f"expected 0, 90, 180 or 270 degrees, found {shown(degrees)}")
    return degrees

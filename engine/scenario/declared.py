"""The words that scenarios have for the fields which a rule declares: a key of a position, a check, a way to point.

A zone is given as the keys of its cards, by seat where it is by seat; its cards are taken from among those that the
position names nowhere.  Numbers, and yes or no, are given as they are.
"""

from collections.abc import Callable, Iterable, Mapping
from inspect import get_annotations
from typing import Any, get_args

from engine.fields import Value, Zone
from engine.machine import Book
from engine.registry import game_of
from engine.scenario.keys import Impossible, exactly, list_of, one_of
from engine.scenario.references import NUMBER, PLACE, at_place, index
from engine.scenario.vocabulary import Check, Key, Pointer, Words
from engine.slots import Face, Slot
from engine.tabletop import Tabletop


def words_of(kind: type) -> Words:
    """What can be said of the fields that a class declares."""
    declared = {name: get_args(note) for name, note in get_annotations(kind).items() if get_args(note)}
    zones = {name: field for name, (_, field) in declared.items() if isinstance(field, Zone) and not field.cells}
    values = {name: type_ for name, (type_, field) in declared.items() if isinstance(field, Value) and _is_plain(type_)}
    return Words(
        position={_key(name): _zone_key(name, field) for name, field in zones.items()}
        | {_key(name): _value_key(name, type_) for name, type_ in values.items()},
        checks={_key(name): _zone_check(name) for name in zones}
        | {_key(name): _value_check(name, type_) for name, type_ in values.items()},
        pointers={_key(name): _pointer(name, field) for name, field in zones.items()},
    )


def _key(name: str) -> str:
    return name.replace("_", "-")


def _is_plain(type_: Any) -> bool:
    return type_ in (int, bool) or (get_args(type_) in ((int,), (bool,)) and type_.__origin__ is list)


def _zone_key(name: str, field: Zone) -> Key:
    def reader(book: Book) -> Callable[[Any], Any]:
        cards = list_of(one_of(game_of(book.rules).vocabulary().cards.faces))
        return list_of(cards) if field.by_seat else cards

    def lay(table: Tabletop, given: Any) -> None:
        zone = getattr(table.state, name)
        if field.by_seat and len(given) != len(zone):
            raise Impossible(_key(name), f"expected {len(zone)} items, one a seat, found {len(given)}")
        for cards, held in zip(given, zone, strict=True) if field.by_seat else ((given, zone),):
            held += [_taken(table, _key(name), face) for face in cards]

    return Key(reader, lay)


def _taken(table: Tabletop, key: str, face: Face) -> Slot:
    scenario = game_of(table.state.book.rules).vocabulary()
    unnamed = scenario.unnamed(table)
    for slot in unnamed:
        if table.faces[slot] == face:
            unnamed.remove(slot)
            return slot
    name = scenario.cards.keys[face]
    raise Impossible(key, f"no card {name!r} is left for it: the position names all others elsewhere")


def _value_key(name: str, type_: Any) -> Key:
    return Key(lambda book: _read(type_), lambda table, value: setattr(table.state, name, value))


def _read(type_: Any) -> Callable[[Any], Any]:
    return exactly(type_) if type_ in (int, bool) else list_of(exactly(get_args(type_)[0]))


def _zone_check(name: str) -> Check:
    def found(table: Tabletop, expected: object) -> list[Any]:
        names = game_of(table.state.book.rules).vocabulary().cards.keys
        return [_named(held, table, names) for held in getattr(table.state, name)]

    return Check(exactly(list), found)


def _named(held: Iterable[Slot] | Slot, table: Tabletop, names: Mapping[Face, str]) -> Any:
    return names[table.faces[held]] if isinstance(held, int) else [names[table.faces[slot]] for slot in held]


def _value_check(name: str, type_: Any) -> Check:
    return Check(_read(type_), lambda table, expected: getattr(table.state, name))


def _pointer(name: str, field: Zone) -> Pointer:
    if field.by_seat:
        return Pointer(f"{_key(name)} 0.1", PLACE, lambda table, where: at_place(getattr(table.state, name), where))
    return Pointer(f"{_key(name)} 1", NUMBER, lambda table, where: getattr(table.state, name)[index(where)])

"""What a state holds, declared once, where its type stands.

A field is a *zone*, which holds slots, a *value*, or a *part*, an object with a copy of its own.  From the declaration
follow its first value, what a copy has to copy, what a new round clears, what a renewal may touch, and the keys that
scenarios have for the fields of a module.

    class State(Table):
        hands: Annotated[list[list[Slot]], Zone(by_seat=True)]
        nuggets: Annotated[list[int], Value(0, by_seat=True, lasts=True)]
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar, get_args

from engine.records import record
from engine.slots import Slot

if TYPE_CHECKING:
    from engine.machine import Book


@record
class Zone:
    """A list of slots, or one for each seat; with ``cells`` a slot for each cell.

    A zone is empty when a round begins unless it ``lasts``; a slot in one that does not renew is never renewed.
    """

    by_seat: bool = False
    cells: bool = False
    lasts: bool = False
    renews: bool = True

    def start(self, book: "Book") -> Any:
        """Nothing lies there."""
        if self.by_seat:
            return [[] for _ in range(book.seats)]
        return {} if self.cells else []


@record
class Value:
    """Anything else; ``first`` is what it begins with, and a new round begins with it unless it lasts.

    A list, dict or set is declared by its type: every state has one of its own.
    """

    first: Any
    by_seat: bool = False
    lasts: bool = False

    def start(self, book: "Book") -> Any:
        """The same for every seat."""
        if self.by_seat:
            return [self._one() for _ in range(book.seats)]
        return self._one()

    def _one(self) -> Any:
        return self.first() if callable(self.first) else self.first


@dataclass(frozen=True, slots=True)
class Part:
    """An object that copies itself and lets slots in it be replaced; every round begins with a new one."""

    make: Callable[[Any], Any]
    lasts: bool = False

    def start(self, book: "Book") -> Any:
        """A new one."""
        return self.make(book)


Field: TypeAlias = Zone | Value | Part
_State = TypeVar("_State")


class Declared:
    """A state whose fields are declared; `declare` works out the rest."""

    __slots__ = ()
    FIELDS: Mapping[str, Field] = {}
    _PLAIN: tuple[str, ...] = ()
    _FLAT: tuple[str, ...] = ()
    _NESTED: tuple[str, ...] = ()
    """What a copy shares, copies, and copies seat by seat."""
    _CLEARED: tuple[tuple[str, Field], ...] = ()
    _LASTING: tuple[str, ...] = ()
    """What a new round clears, and the zones whose slots it leaves where they are."""

    def start(self, book: "Book") -> None:
        """Every field has its first value."""
        for name, field in self.FIELDS.items():
            setattr(self, name, field.start(book))

    def clear(self, book: "Book") -> None:
        """What does not last has its first value again."""
        for name, field in self._CLEARED:
            setattr(self, name, field.start(book))

    def copy(self) -> Self:
        """A state that can be changed without changing this one."""
        kind: Any = type(self)
        twin = kind.__new__(kind)
        for name in kind._PLAIN:
            setattr(twin, name, getattr(self, name))
        for name in kind._FLAT:
            setattr(twin, name, getattr(self, name).copy())
        for name in kind._NESTED:
            setattr(twin, name, [zone.copy() for zone in getattr(self, name)])
        return twin  # type: ignore[no-any-return]

    def replace_slots(self, successor: Mapping[Slot, Slot]) -> None:
        """New slots take the place of old ones wherever these lie."""
        for name, field in self.FIELDS.items():
            if isinstance(field, Part):
                getattr(self, name).replace_slots(successor)
            elif isinstance(field, Zone):
                zone = getattr(self, name)
                for slots in zone if field.by_seat else (zone,):
                    assert field.renews or successor.keys().isdisjoint(_slots_in(slots)), f"{name} is not renewed"
                    _replace(slots, successor)

    def lasting_slots(self) -> set[Slot]:
        """The slots in zones that outlive a round."""
        return {slot for name in self._LASTING for slot in _slots_in(getattr(self, name))}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in self.FIELDS)


def _slots_in(zone: Any) -> Iterator[Slot]:
    for held in zone.values() if isinstance(zone, dict) else zone:
        yield from held if isinstance(held, list) else (held,)


def _replace(slots: Any, successor: Mapping[Slot, Slot]) -> None:
    if isinstance(slots, dict):
        slots.update({at: successor[slot] for at, slot in slots.items() if slot in successor})
    else:
        slots[:] = [successor.get(slot, slot) for slot in slots]


def declare(kind: type[_State]) -> type[_State]:
    """The class with its annotated fields as slots, beside those of the class that it extends."""
    own = {name: field for name, note in get_annotations(kind).items() if (field := _declared(note)) is not None}
    fields: dict[str, Field] = {**getattr(kind, "FIELDS", {}), **own}
    body = {name: value for name, value in vars(kind).items() if name not in ("__dict__", "__weakref__")}
    body |= {"__slots__": tuple(own), "FIELDS": fields}
    body |= {
        "_PLAIN": tuple(name for name, field in fields.items() if not _is_flat(field) and not _is_nested(field)),
        "_FLAT": tuple(name for name, field in fields.items() if _is_flat(field)),
        "_NESTED": tuple(name for name, field in fields.items() if _is_nested(field)),
        "_CLEARED": tuple((name, field) for name, field in fields.items() if not field.lasts),
        "_LASTING": tuple(name for name, field in fields.items() if isinstance(field, Zone) and field.lasts),
    }
    made: Any = type(kind.__name__, kind.__bases__, body)
    made.__qualname__ = kind.__qualname__
    return made  # type: ignore[no-any-return]


def extended(kind: type[_State], *more: type) -> type[_State]:
    """The class with the annotated fields of other classes too: what the modules of a table add to its state."""
    for other in more:
        notes = get_annotations(other)
        twice = notes.keys() & getattr(kind, "FIELDS", {}).keys()
        if twice:
            raise AssertionError(f"two declarations of {sorted(twice)}")
        body = {"__annotations__": notes, "__module__": kind.__module__, "__slots__": ()}
        kind = declare(type(kind.__name__, (kind,), body))
    return kind


def _declared(note: object) -> Field | None:
    return next((part for part in get_args(note) if isinstance(part, Zone | Value | Part)), None)


def _is_nested(field: Field) -> bool:
    return not isinstance(field, Part) and field.by_seat and (isinstance(field, Zone) or callable(field.first))


def _is_flat(field: Field) -> bool:
    if isinstance(field, Value):
        return field.by_seat != callable(field.first)
    return not _is_nested(field)

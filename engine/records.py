"""Inputs, events and wants are records: cheap to make, equal by value, never changed.

`dataclass(frozen=True)` makes an object four times slower to create, because every field goes through
``object.__setattr__``.  These are made by the dozen per move, so they are frozen for the type checker only.
A hundred such classes are made at every start.  `dataclass` compiles every method of each; here it is `__init__` alone,
the one whose speed counts in play.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar, dataclass_transform

_Record = TypeVar("_Record")
_Values: TypeAlias = Callable[[Any], tuple[Any, ...]]
_MADE_ANEW = ("__dict__", "__weakref__")
"""What a class with slots must not take over from the one without."""


@dataclass_transform(frozen_default=True)
def record(cls: type[_Record]) -> type[_Record]:
    """A slotted, hashable dataclass of plain fields that the type checker treats as frozen."""
    annotations = cls.__annotations__
    names = tuple(annotations)
    body = {name: value for name, value in vars(cls).items() if name not in _MADE_ANEW}
    defaults = {name: body.pop(name) for name in names if name in body}
    values = _values(names)
    methods: dict[str, Any] = {
        "__init__": _init(cls, names, defaults),
        "__repr__": _repr(names, values),
        "__eq__": _eq(values),
        "__hash__": _hash(values),
        "__match_args__": names,
        "__slots__": names,
        "__dataclass_fields__": _Fields(annotations, defaults),
    }
    metaclass: Any = type(cls)
    slotted: type[_Record] = metaclass(cls.__name__, cls.__bases__, methods | body)
    slotted.__qualname__ = cls.__qualname__
    return slotted


class _Fields:
    """Makes what `dataclasses.fields` reads when it is first asked for: few records ever are."""

    def __init__(self, annotations: dict[str, Any], defaults: dict[str, Any]) -> None:
        self._annotations = annotations
        self._defaults = defaults

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        plain = type(owner.__name__, (), {"__annotations__": self._annotations, "__doc__": "", **self._defaults})
        fields: dict[str, Any] = vars(dataclass(init=False, repr=False, eq=False)(plain))["__dataclass_fields__"]
        setattr(owner, "__dataclass_fields__", fields)  # noqa: B010 - the type checker knows no such name
        return fields


def _init(cls: type, names: tuple[str, ...], defaults: dict[str, Any]) -> Callable[..., None]:
    """Written out; it finds the defaults as globals, once."""
    given = "".join(f", {name}={name}" if name in defaults else f", {name}" for name in names)
    kept = "; ".join(f"self.{name} = {name}" for name in names) or "pass"
    made: dict[str, Any] = {}
    exec(f"def __init__(self{given}): {kept}", defaults.copy(), made)  # noqa: S102 - the names are a class's own
    init: Callable[..., None] = made["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {**cls.__annotations__, "return": None}
    return init


def _values(names: tuple[str, ...]) -> _Values:
    """All values of a record, by which it is told from others of its class."""
    match names:
        case ():
            return lambda one: ()
        case (name,):
            value = attrgetter(name)
            return lambda one: (value(one),)
        case _:
            return attrgetter(*names)


def _repr(names: tuple[str, ...], values: _Values) -> Callable[[Any], str]:
    def told(self: Any) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in zip(names, values(self), strict=True))
        return f"{type(self).__qualname__}({fields})"

    return told


def _eq(values: _Values) -> Callable[[Any, object], bool]:
    def equal(self: Any, other: object) -> bool:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    return equal


def _hash(values: _Values) -> Callable[[Any], int]:
    def hashed(self: Any) -> int:
        return hash(values(self))

    return hashed

"""Reading a table of keys strictly: what is missing, misspelt or of the wrong kind is named with its place."""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

_Value = TypeVar("_Value")
_Read = Callable[[Any], _Value]

_NAMES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}
_LONGEST_TEXT, _LONGEST_SHOWN, _LARGEST_SHOWN = 1000, 60, 10**12
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class BadScenario(ValueError):
    """The file cannot be used as a scenario; the message says where and what was expected."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)


class Impossible(ValueError):
    """No game can stand like this; ``part`` names the part of the position or of the deal."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(message)
        self.part = part


class Keys:
    """One table of a file; ``where`` is its place, for messages."""

    def __init__(self, table: object, where: str) -> None:
        if not isinstance(table, dict):
            raise BadScenario(where, f"expected a table of keys, found {shown(table)}")
        self.where = where
        self._table: Mapping[str, Any] = table
        self._known: set[str] = set()

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        self._known.add(key)
        return key in self._table

    def need(self, key: str, read: _Read[_Value]) -> _Value:
        """The value of a key that must be there."""
        if not self.has(key):
            raise BadScenario(self.where, f"the key {key!r} is missing{self._misspelt(key)}")
        return self._read(key, read)

    def maybe(self, key: str, read: _Read[_Value], default: _Value) -> _Value:
        """The value of a key, or a default."""
        return self._read(key, read) if self.has(key) else default

    def fail(self, key: str, message: str) -> BadScenario:
        """An error about one key of this table."""
        return BadScenario(f"{self.where}, key {key!r}" if self.where else f"key {key!r}", message)

    def done(self) -> None:
        """Everything in the table must have been asked for."""
        for key in self._table:
            if key not in self._known:
                raise BadScenario(self.where, f"there is no key {shown(key)} here{meant(key, self._known)}")

    def _misspelt(self, key: str) -> str:
        near = get_close_matches(key, sorted(self._table.keys() - self._known), n=1, cutoff=0.75)
        return f"; is {near[0]!r} meant for it?" if near else ""

    def _read(self, key: str, read: _Read[_Value]) -> _Value:
        try:
            return read(self._table[key])
        except BadScenario:
            raise
        except ValueError as error:
            raise self.fail(key, str(error)) from error


def meant(word: str, known: Mapping[str, object] | set[str]) -> str:
    """The nearest known words, or all of them if none is near."""
    near = get_close_matches(word, sorted(known), n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; there are {', '.join(map(repr, sorted(known)))}"


def shown(value: object) -> str:
    """A value as a person would point at it."""
    if isinstance(value, str):
        return repr(value) if len(value) <= _LONGEST_SHOWN else f"{value[:_LONGEST_SHOWN]!r} and so on"
    if isinstance(value, int) and abs(value) > _LARGEST_SHOWN:
        return "a huge number"
    if isinstance(value, int | float):
        return str(value).lower()
    return _NAMES.get(type(value), "a date or a time")


def exactly(kind: type[_Value]) -> _Read[_Value]:
    """Values of one type; true is no number."""

    def read(value: Any) -> _Value:
        if type(value) is not kind:
            raise ValueError(f"expected {_NAMES[kind]}, found {shown(value)}")
        return value

    return read


def one_line(value: Any) -> str:
    """A text that can stand in a message as it is."""
    line = exactly(str)(value)
    if len(line) > _LONGEST_TEXT:
        raise ValueError(f"expected at most {_LONGEST_TEXT} characters, found {len(line)}")
    if _CONTROLS.search(line):
        raise ValueError(f"expected one line without control characters, found {shown(line)}")
    return line


def list_of(read: _Read[_Value]) -> _Read[list[_Value]]:
    """Lists whose every item can be read."""

    def read_list(value: Any) -> list[_Value]:
        items = []
        for number, item in enumerate(exactly(list)(value), start=1):
            try:
                items.append(read(item))
            except ValueError as error:
                raise ValueError(f"item {number}: {error}") from error
        return items

    return read_list


def table_of(read_name: _Read[str], read: _Read[_Value]) -> _Read[dict[str, _Value]]:
    """Tables whose every name and value can be read."""

    def read_table(value: Any) -> dict[str, _Value]:
        items = {}
        for name, item in exactly(dict)(value).items():
            try:
                items[read_name(name)] = read(item)
            except ValueError as error:
                raise ValueError(f"{shown(name)}: {error}") from error
        return items

    return read_table


def between(low: int, high: int) -> _Read[int]:
    """Whole numbers from low to high."""

    def read(value: Any) -> int:
        number = exactly(int)(value)
        if not low <= number <= high:
            raise ValueError(f"expected a whole number from {low} to {high}, found {shown(number)}")
        return number

    return read


def one_of(known: Mapping[str, _Value]) -> _Read[_Value]:
    """Words of a list."""

    def read(value: Any) -> _Value:
        word = one_line(value)
        if word not in known:
            raise ValueError(f"{shown(word)} is unknown{meant(word, known)}")
        return known[word]

    return read

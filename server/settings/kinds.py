"""Kinds of settings: what a value may be, and how it is read from a file or from a variable of the environment."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from ipaddress import ip_address

from protocol.wire.codec import FORBIDDEN

Value = bool | int | str | tuple[str, ...]

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
_LONGEST_PATH = 1024
_MOST_ADDRESSES = 16


class NotAllowed(ValueError):
    """This value cannot be taken; its setting knows which can."""


class Kind(ABC):
    """What values a setting may have."""

    __slots__ = ()

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The values, in words that follow “allowed is”."""

    @abstractmethod
    def check(self, given: object) -> Value:
        """The value as the program uses it, from what a TOML file says, or `NotAllowed`."""

    def read(self, text: str) -> Value:
        """The value from a variable of the environment, which can only hold text."""
        return self.check(text)


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number within bounds."""

    least: int
    most: int
    unit: str = ""

    @property
    def allowed(self) -> str:
        """The bounds."""
        unit = f" of {self.unit}" if self.unit else ""
        return f"a whole number{unit} from {self.least} to {self.most}"

    def check(self, given: object) -> Value:
        """Exactly an int: to Python, true is one as well."""
        if type(given) is not int or not self.least <= given <= self.most:
            raise NotAllowed
        return given

    def read(self, text: str) -> Value:
        """Digits and nothing else: `int` would take spaces and underscores too."""
        if _WHOLE_NUMBER.fullmatch(text) is None:
            raise NotAllowed
        return self.check(int(text))


@dataclass(frozen=True, slots=True)
class Switch(Kind):
    """Yes or no."""

    @property
    def allowed(self) -> str:
        """Two words."""
        return "true or false"

    def check(self, given: object) -> Value:
        """Nothing else is true or false here."""
        if not isinstance(given, bool):
            raise NotAllowed
        return given

    def read(self, text: str) -> Value:
        """The words that a file would say."""
        return self.check({"true": True, "false": False}.get(text))


@dataclass(frozen=True, slots=True)
class Word(Kind):
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """All of them."""
        return f"{', '.join(self.words[:-1])} or {self.words[-1]}"

    def check(self, given: object) -> Value:
        """As it is written, no other case."""
        if not isinstance(given, str) or given not in self.words:
            raise NotAllowed
        return given


@dataclass(frozen=True, slots=True)
class FilePath(Kind):
    """Where something stands; whether it is there is seen when it is used."""

    @property
    def allowed(self) -> str:
        """Any path."""
        return f"a path of at most {_LONGEST_PATH} characters, or an empty text"

    def check(self, given: object) -> Value:
        """No path of sense has a control character in it."""
        if not isinstance(given, str) or len(given) > _LONGEST_PATH or FORBIDDEN.search(given):
            raise NotAllowed
        return given


@dataclass(frozen=True, slots=True)
class Addresses(Kind):
    """Where to listen: addresses and not names, since a name may be another address tomorrow."""

    @property
    def allowed(self) -> str:
        """A list of them."""
        return f"a list of 1 to {_MOST_ADDRESSES} different IP addresses"

    def check(self, given: object) -> Value:
        """In their shortest spelling."""
        if not isinstance(given, list) or not 1 <= len(given) <= _MOST_ADDRESSES:
            raise NotAllowed
        addresses = tuple(self._address(item) for item in given)
        if len(set(addresses)) != len(addresses):
            raise NotAllowed
        return addresses

    def read(self, text: str) -> Value:
        """With commas between them."""
        return self.check([part.strip() for part in text.split(",")])

    def _address(self, given: object) -> str:
        if not isinstance(given, str):  # `ip_address` takes numbers too
            raise NotAllowed
        try:
            return str(ip_address(given))
        except ValueError as error:
            raise NotAllowed from error

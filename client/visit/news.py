"""What a visit tells its view: that something has changed, and where to look."""

from enum import Enum, auto, unique
from typing import Protocol

from engine.records import record


@unique
class What(Enum):
    CONNECTED = auto()
    CUT_OFF = auto()  # it is tried again by itself
    GAVE_UP = auto()  # it is not
    OFFERS = auto()
    WATCHABLES = auto()
    GATHERED = auto()
    PARTED = auto()
    STARTED = auto()
    SAID = auto()
    DENIED = auto()
    ANNOUNCED = auto()
    MISSED = auto()  # games that the server should have
    TABLE = auto()


@record
class News:
    what: What
    code: str = ""  # why, if it is a refusal or an end
    table: bytes = b""


class Listener(Protocol):
    def heard(self, news: News) -> None:
        """Called by the network: note it, and draw later."""
        ...

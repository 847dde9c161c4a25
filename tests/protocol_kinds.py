"""Every kind of body and message that there is."""

from engine.mine.game import CARD_SETS, book
from engine.rules import preset
from protocol.log import bodies
from protocol.log.acts import schema
from protocol.wire import lobby, messages
from protocol.wire.codec import Body, Message


def of_modules() -> set[type]:
    found = [value for module in (bodies, lobby, messages) for value in vars(module).values()]
    return {kind for kind in found if isinstance(kind, type) and issubclass(kind, Body | Message)} - {Body, Message}


def of_acts() -> set[type]:
    return {act for name in CARD_SETS for act in schema(book(preset(name), 5)).bodies.values()}


KINDS = sorted(of_modules() | of_acts(), key=lambda kind: kind.__name__)

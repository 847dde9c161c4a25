"""Every kind of body and message that there is."""

from engine.mine.game import CARD_SETS, book
from engine.rules import preset
from protocol.log import bodies
from protocol.log.acts import schema
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer import part
from protocol.wire import lobby, messages
from protocol.wire.codec import Body, Message


def of_modules() -> set[type]:
    found = [value for module in (bodies, dealer_bodies, lobby, messages, part) for value in vars(module).values()]
    return {kind for kind in found if isinstance(kind, type) and issubclass(kind, Body | Message)} - {Body, Message}


def of_acts() -> set[type]:
    known = [schema(book(preset(name), 5)) for name in CARD_SETS]
    return {body for one in known for body in (*one.bodies.values(), one.whole)}


KINDS = sorted(of_modules() | of_acts(), key=lambda kind: kind.__name__)

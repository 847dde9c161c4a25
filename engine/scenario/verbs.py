"""What the dealer and the clock do in a step: each verb, how it is written, and the input it makes."""

from collections.abc import Callable
from typing import Any

from engine import wants
from engine.front import wants as wants_of
from engine.inputs import CommitChoice, DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.records import record
from engine.scenario.keys import Keys, between, list_of, one_of, table_of
from engine.scenario.references import References
from engine.scenario.words import Cards
from engine.slots import TABLE, Seat
from engine.tabletop import Tabletop

SEAT = between(0, 99)
"""A seat that does not exist is a refusal, and not a mistake in the file."""
_CLOCK = between(0, TABLE)
Read = Callable[[Keys], dict[str, Any]]
Make = Callable[[Tabletop, Seat, dict[str, Any]], object]


class NoSuchWay(ValueError):
    """A secret choice is not among those that the table asks for."""


@record
class Verb:
    """How a step is read, and the input that it makes at a table."""

    read: Read
    make: Make
    by_a_seat: bool = True


def _value_of(verb: str, read: Callable[[Any], Any]) -> Read:
    def read_value(keys: Keys) -> dict[str, Any]:
        value = keys.need(verb, read)
        return {"text": str(value), "value": value}

    return read_value


def _make_deal(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    _enter(table, wants.Deal)
    return DealRound(tuple(step["value"]))


def _make_renew(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    _enter(table, wants.Renew)
    return RenewSlots(tuple(step["value"]))


def _enter(table: Tabletop, kind: type) -> None:
    """Lay the faces ready for the slots that the table waits for; a refused step leaves them unused."""
    for want in wants_of(table.state):
        if type(want) is kind:
            table.answer(want)


def _opening(references: References, cards: Cards) -> Verb:
    def read(keys: Keys) -> dict[str, Any]:
        opened = keys.need("open", table_of(references.read, cards.read))
        return {"text": ", ".join(opened), "cards": opened}

    def make(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
        return OpenSlots(tuple((references.slot(table, name), face) for name, face in step["cards"].items()))

    return Verb(read, make, by_a_seat=False)


def _showing(references: References) -> Verb:
    def read(keys: Keys) -> dict[str, Any]:
        shown = keys.need("show", list_of(references.read))
        return {"text": ", ".join(shown), "cards": shown}

    def make(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
        slots = tuple(references.slot(table, name) for name in step["cards"])
        if (seat, slots) in table.state.owed:
            table.notebooks[seat].show((slot, table.faces[slot]) for slot in slots)
        return ShowSlots(seat, slots)

    return Verb(read, make)


def _make_choice(table: Tabletop, seat: Seat, step: dict[str, Any]) -> object:
    """The rules never see which way is chosen, so one that does not exist is a mistake in the file."""
    secret, way = table.state.secret, step["value"]
    if secret is None or secret.seat != seat:
        return CommitChoice(seat)  # which is refused, and leaves nothing in a notebook
    if way >= secret.below:
        raise NoSuchWay(f"there are {secret.below} ways, counted from 0, and not way {way}")
    return table.choose(seat, way)


def dealer_verbs(references: References, cards: Cards) -> dict[str, Verb]:
    """What is no act of a player; the same in every game."""
    return {
        "time-up": Verb(_value_of("time-up", _CLOCK), lambda table, seat, step: TimeUp(step["value"]), by_a_seat=False),
        "choose": Verb(_value_of("choose", between(0, 255)), _make_choice),
        "deal": Verb(_value_of("deal", list_of(between(0, 999))), _make_deal, by_a_seat=False),
        "open": _opening(references, cards),
        "show": _showing(references),
        "random": Verb(
            _value_of("random", between(-999, 999)),
            lambda table, seat, step: GiveRandom(step["value"]),
            by_a_seat=False,
        ),
        "renew": Verb(_value_of("renew", list_of(between(0, 9999))), _make_renew, by_a_seat=False),
        "dealer": Verb(
            _value_of("dealer", one_of({"answers": "answers"})), lambda table, seat, step: None, by_a_seat=False
        ),
    }

"""Reading what must follow from a step."""

from dataclasses import fields
from typing import Any

from engine.mine.game import CARD_SETS, book
from engine.rules import preset
from engine.scenario.checks import CHECKS
from engine.scenario.keys import Keys, between, exactly, list_of, meant, one_line, shown
from engine.scenario.model import EventPattern, Expected, Sight
from engine.scenario.references import read_reference
from engine.scenario.words import cell_text, event_name, read_card, read_cell

EVENTS = {
    event_name(kind): {field.name for field in fields(kind)}
    for name, card_set in CARD_SETS.items()
    for kind in book(preset(name), card_set.SEATS[0]).evolve
}


def read_expected(keys: Keys, seats: int, codes: set[str]) -> Expected:
    """All keys of a step that say what must follow."""
    expected = Expected(
        refused=keys.maybe("refused", lambda value: _read_code(value, codes), None),
        events=keys.maybe("events", list_of(read_pattern), None),
        includes=keys.maybe("includes", list_of(read_pattern), None),
        excludes=keys.maybe("excludes", list_of(_read_event_name), None),
        after=_read_after(keys),
        sight=_read_sights(keys, seats),
    )
    if expected.refused and (expected.events or expected.includes):
        raise keys.fail("refused", "a refused step has no events; leave out 'events' and 'includes'")
    return expected


def _read_code(value: Any, codes: set[str]) -> str:
    code = one_line(value)
    if code not in codes:
        raise ValueError(f"there is no refusal {shown(code)}{meant(code, codes)}")
    return code


def _read_event_name(value: Any) -> str:
    name = one_line(value)
    if name not in EVENTS:
        raise ValueError(f"there is no event {shown(name)}{meant(name, EVENTS)}")
    return name


def read_pattern(value: Any) -> EventPattern:
    """An event's name and some of its fields: ``path-placed seat=0 cell=3,0``."""
    name, *parts = one_line(value).split() or [""]
    _read_event_name(name)
    wanted = []
    for part in parts:
        field, equals, text = part.partition("=")
        if not equals:
            raise ValueError(f"expected field=value after {name!r}, found {shown(part)}")
        if field not in EVENTS[name]:
            raise ValueError(f"the event {name!r} has no field {shown(field)}{meant(field, EVENTS[name])}")
        wanted.append((field, _read_field(field, text)))
    return EventPattern(name, tuple(wanted), " ".join([name, *parts]))


def _read_field(field: str, text: str) -> str:
    """Cells and cards are checked, for a misspelt one would never be found."""
    if field == "cell":
        return cell_text(read_cell(text))
    if field == "face":
        read_card(text)
    return text


def _read_after(keys: Keys) -> dict[str, Any]:
    if not keys.has("after"):
        return {}
    after = Keys(keys.need("after", exactly(dict)), f"{keys.where}, key 'after'")
    found = {name: after.need(name, check.read) for name, check in CHECKS.items() if after.has(name)}
    after.done()
    return found


def _read_sights(keys: Keys, seats: int) -> list[Sight]:
    sights = []
    values: list[Any] = keys.maybe("sight", exactly(list), [])
    for number, value in enumerate(values, start=1):
        sight = Keys(value, f"{keys.where}, sight {number}")
        seat = sight.need("seat", lambda value: _read_viewer(value, seats))
        card = sight.need("card", read_reference)
        sights.append(Sight(seat, card, _read_faces(sight)))
        sight.done()
    return sights


def _read_viewer(value: Any, seats: int) -> int | None:
    return None if value == "spectator" else between(0, seats - 1)(value)


def _read_faces(sight: Keys) -> tuple[int, ...]:
    if sight.has("is") == sight.has("among"):
        raise sight.fail("is", "say either 'is' (a card, or \"unknown\") or 'among' (a list of cards)")
    if sight.has("among"):
        return tuple(sorted(sight.need("among", list_of(read_card))))
    return sight.need("is", _read_known)


def _read_known(value: Any) -> tuple[int, ...]:
    return () if value == "unknown" else (read_card(value),)

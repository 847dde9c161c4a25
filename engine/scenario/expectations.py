"""Reading what must follow from a step."""

from collections.abc import Mapping
from typing import Any

from engine.scenario.keys import Keys, between, exactly, list_of, meant, one_line, shown
from engine.scenario.language import Language
from engine.scenario.model import EventPattern, Expected, Sight
from engine.scenario.vocabulary import Check
from engine.scenario.words import CELL_FIELDS, FACE_FIELDS, Cards, cell_text, event_name, read_cell


def read_expected(keys: Keys, language: Language) -> Expected:
    """All keys of a step that say what must follow."""
    patterns = list_of(lambda value: read_pattern(value, language))
    expected = Expected(
        refused=keys.maybe("refused", lambda value: _read_code(value, language.codes), None),
        events=keys.maybe("events", patterns, None),
        includes=keys.maybe("includes", patterns, None),
        excludes=keys.maybe("excludes", list_of(lambda value: _read_event_name(value, language)), None),
        after=_read_after(keys, language.checks),
        sight=_read_sights(keys, language),
    )
    if expected.refused and (expected.events or expected.includes):
        raise keys.fail("refused", "a refused step has no events; leave out 'events' and 'includes'")
    return expected


def _read_code(value: Any, codes: set[str]) -> str:
    code = one_line(value)
    if code not in codes:
        raise ValueError(f"there is no refusal {shown(code)}{meant(code, codes)}")
    return code


def _read_event_name(value: Any, language: Language) -> str:
    name = one_line(value)
    if name not in language.events:
        raise ValueError(f"there is no event {shown(name)}{meant(name, language.events)}")
    return name


def read_pattern(value: Any, language: Language) -> EventPattern:
    """An event's name and some of its fields: ``path-placed seat=0 cell=3,0``."""
    name, *parts = one_line(value).split() or [""]
    _read_event_name(name, language)
    fields = language.events[name]
    wanted = []
    for part in parts:
        field, equals, text = part.partition("=")
        if not equals:
            raise ValueError(f"expected field=value after {name!r}, found {shown(part)}")
        if field not in fields:
            raise ValueError(f"the event {name!r} has no field {shown(field)}{meant(field, fields)}")
        wanted.append((field, _read_field(field, text, language)))
    return EventPattern(name, tuple(wanted), " ".join([name, *parts]))


def matches(pattern: EventPattern, event: object, cards: Cards) -> bool:
    if pattern.name != event_name(type(event)):
        return False
    found = cards.event_fields(event)
    return all(found[name] == text for name, text in pattern.fields)


def _read_field(field: str, text: str, language: Language) -> str:
    """Cells and cards are checked, for a misspelt one would never be found."""
    if field in CELL_FIELDS:
        return cell_text(read_cell(text))
    if field in FACE_FIELDS:
        language.cards.read(text)
    return text


def _read_after(keys: Keys, checks: Mapping[str, Check]) -> dict[str, Any]:
    if not keys.has("after"):
        return {}
    after = Keys(keys.need("after", exactly(dict)), f"{keys.where}, key 'after'")
    found = {name: after.need(name, check.read) for name, check in checks.items() if after.has(name)}
    after.done()
    return found


def _read_sights(keys: Keys, language: Language) -> list[Sight]:
    sights = []
    values: list[Any] = keys.maybe("sight", exactly(list), [])
    for number, value in enumerate(values, start=1):
        sight = Keys(value, f"{keys.where}, sight {number}")
        seat = sight.need("seat", lambda value: _read_viewer(value, language.book.seats))
        card = sight.need("card", language.references.read)
        sights.append(Sight(seat, card, _read_faces(sight, language)))
        sight.done()
    return sights


def _read_viewer(value: Any, seats: int) -> int | None:
    return None if value == "spectator" else between(0, seats - 1)(value)


def _read_faces(sight: Keys, language: Language) -> tuple[int, ...]:
    if sight.has("is") == sight.has("among"):
        raise sight.fail("is", "say either 'is' (a card, or \"unknown\") or 'among' (a list of cards)")
    if sight.has("among"):
        return tuple(sorted(sight.need("among", list_of(language.cards.read))))
    return sight.need("is", lambda value: () if value == "unknown" else (language.cards.read(value),))

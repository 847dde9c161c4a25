"""What every game resolves alike when a table is set up: the parts of its rules merged into tables of functions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, fields
from typing import Any, TypeVar

from engine.acts import ActRow
from engine.fields import extended
from engine.hands import turn_want
from engine.machine import Decide, Rule, Stage, merged, reasons_of
from engine.scenario.declared import words_of
from engine.scenario.vocabulary import Words
from engine.slots import Pile

_Follows = TypeVar("_Follows")


def resolved_parts(
    parts: Sequence[Rule], state: type[Any], piles: Sequence[Pile], deck: Iterable[Any], seats: int
) -> dict[str, Any]:
    """The fields of a book that follow from its rules, its piles, the rows of what is held in hands, and its seats."""
    assert not any(pile.once and pile.opens == "round" for pile in piles), "what lasts opens with the game"
    acts = merged({row.act: row for row in part.acts} for part in parts)
    offers, kinds = merged(part.offers for part in parts), {card.number: card.kind for card in deck}
    return {
        "seats": seats,
        "offers": {face: offers[kind] for face, kind in kinds.items()},
        "kinds": kinds,
        "clockwise": tuple(tuple((seat + step) % seats for step in range(seats)) for seat in range(seats)),
        "turn_wants": tuple(turn_want(seat) for seat in range(seats)),
        "state": extended(state, *(part.fields for part in parts if part.fields)),
        "decide": _decided(merged(part.inputs for part in parts), acts, parts),
        "evolve": merged(part.events for part in parts),
        "stages": _staged(merged(part.stages for part in parts), parts),
        "acts": acts,
        "chances": merged(part.chances for part in parts),
        "questions": merged(part.questions for part in parts),
        "reasons": reasons_of(parts),
        "scenario": _scenario_words(parts),
        "piles": tuple(piles),
        "copies": merged({pile.number: Counter(pile.faces)} for pile in piles),
    }


def by_number(by_name: Mapping[str, _Follows], piles: Iterable[Pile]) -> dict[int, _Follows]:
    """By pile number: what follows when a hidden card of the pile is reached, or turned up."""
    return {pile.number: by_name[pile.name] for pile in piles if pile.name in by_name}


def card_row(card: Any) -> dict[str, object]:
    """What a card shows; a column that says nothing is left out, so that a new column changes no old row."""
    columns: tuple[Field[Any], ...] = fields(card)
    shown = {field.name: getattr(card, field.name) for field in columns if field.name != "copies"}
    usual = {field.name: field.default for field in columns}
    return {name: value for name, value in shown.items() if value != usual[name]}


def pile_row(pile: Pile) -> dict[str, object]:
    """A pile as its log names it."""
    row: dict[str, object] = {
        "faces": pile.faces,
        "name": pile.name,
        "number": pile.number,
        "once": pile.once,
        "opens": pile.opens,
    }
    return row | ({"shuffles": pile.shuffles} if pile.shuffles else {})


def _decided(decide: dict[type, Decide], acts: Mapping[type, ActRow], parts: Iterable[Rule]) -> dict[type, Decide]:
    """What decides on each input: rules that stand around acts are resolved here, so that others pay nothing for it.

    The first of them stands farthest from the act.
    """
    for around in reversed([part.around for part in parts if part.around]):
        decide |= {act: around(row, decide[act]) for act, row in acts.items()}
    return decide


def _staged(stages: dict[str, Stage], parts: Iterable[Rule]) -> dict[str, Stage]:
    """The stages of all rules, each changed by the rules that stand around it."""
    for part in parts:
        stages |= {name: around(stages[name]) for name, around in part.around_stages.items() if name in stages}
    return stages


def _scenario_words(parts: Iterable[Rule]) -> tuple[Words, ...]:
    """What rules say themselves, and what follows from the fields that they declare."""
    said = [part.scenario for part in parts if part.scenario]
    return (*said, *(words_of(part.fields) for part in parts if part.fields))

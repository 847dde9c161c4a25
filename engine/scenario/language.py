"""All that can be written in a scenario of one table: what its game hands over, and what the table's rules add."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache

from engine.machine import Book, Rule, merged, reasons_of
from engine.registry import game_of
from engine.scenario.act_verbs import act_verbs
from engine.scenario.checks import CHECKS
from engine.scenario.references import POINTERS, References
from engine.scenario.verbs import Verb, dealer_verbs
from engine.scenario.vocabulary import Check, Key, Vocabulary
from engine.scenario.words import Cards, event_name
from engine.slots import Face
from engine.waits import RULE as WAITS


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """The words of scenarios at one table."""

    book: Book
    vocabulary: Vocabulary
    cards: Cards
    references: References
    verbs: Mapping[str, Verb]
    position: Mapping[str, Key]
    checks: Mapping[str, Check]
    events: Mapping[str, set[str]]
    """By name: the fields of each event."""
    codes: set[str]
    """Why a step may be refused."""
    played_with: Mapping[Face, str]
    """By face: the verb that plays the card."""


@cache
def language(book: Book) -> Language:
    """Made once for a book.  What other tables of the game have is known too, so that its refusal can be shown."""
    game = game_of(book.rules)
    vocabulary = game.vocabulary()
    rules = [WAITS, *game.RULES]
    words = [vocabulary.words, *book.scenario]
    cards = vocabulary.cards
    references = References(merged([*(each.pointers for each in words), POINTERS]))
    acts = dict.fromkeys([*vocabulary.acts, *book.acts.values()])
    events = dict.fromkeys([*(event for rule in rules for event in rule.events), *book.evolve])
    return Language(
        book,
        vocabulary,
        cards,
        references,
        verbs={**act_verbs(acts, vocabulary, cards), **dealer_verbs(references, cards)},
        position=merged(each.position for each in words),
        checks=merged([CHECKS, *(each.checks for each in words)]),
        events={event_name(event): {field.name for field in fields(event)} for event in events},
        codes={*reasons_of(rules), *book.reasons},
        played_with=_played_with(vocabulary, rules),
    )


def _played_with(vocabulary: Vocabulary, rules: Iterable[Rule]) -> dict[Face, str]:
    """A rule that offers acts for a kind of card has the row of the act that plays it."""
    verbs = {kind: rule.acts[0].verb for rule in rules for kind in rule.offers if rule.acts}
    return {face: verbs[kind] for face, kind in vocabulary.kinds().items() if kind in verbs}

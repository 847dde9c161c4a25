"""Playing a scenario: the first step that differs from what must follow is told with both sides."""

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import Any

from engine.errors import Illegal
from engine.scenario.expectations import matches
from engine.scenario.keys import BadScenario, Impossible
from engine.scenario.language import Language, language
from engine.scenario.model import EventPattern, Scenario, Sight, Step
from engine.scenario.piles import complete
from engine.scenario.references import NoSuchCard
from engine.scenario.verbs import NoSuchWay
from engine.scenario.words import Cards, event_name
from engine.slots import Draw, Face
from engine.tabletop import Tabletop

Watcher = Callable[[Step, str | None, list[object]], None]
"""Told of every step: its refusal code, if it was refused, and its events."""


class Differs(Exception):
    """A step did not go as the scenario says."""

    def __init__(self, step: Step, what: str, expected: str, found: str) -> None:
        super().__init__(f"{step.name}: {what}: expected {expected}, found {found}")
        self.step = step


class StackedTabletop(Tabletop):
    """A table that deals what the scenario says, and keeps the order of what is renewed."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario.rules, scenario.seats, _chance(scenario.chance))
        self._deals = scenario.deals
        self._names = language(self.state.book).cards.keys

    def dealt(self) -> Iterable[Face]:
        """The named cards first, the others of each pile in the order of the card table."""
        round_ = self.state.round + 1
        order = self._deals[round_].piles if round_ in self._deals else {}
        try:
            for pile in self.state.book.piles_of(round_):
                yield from complete({pile.name: order.get(pile.name, [])}, pile.faces, self._names)
        except Impossible as error:
            raise BadScenario(f"the deal of round {round_}, key {error.part!r}", str(error)) from error

    def mixed(self, faces: list[Face]) -> Iterable[Face]:
        """As they lay."""
        return faces


def _chance(values: list[int]) -> Draw:
    """The values that the scenario gives, then 0 for ever."""
    given = iter(values)

    def draw(below: int) -> int:
        value = next(given, 0)
        if value >= below:
            raise BadScenario("key 'chance'", f"the value {value} is used where it must lie below {below}")
        return value

    return draw


def run(scenario: Scenario, watch: Watcher = lambda step, refused, events: None) -> Tabletop:
    """Play all steps; `Differs` at the first that does not hold, `BadScenario` if it cannot be played."""
    table = laid_out(scenario)
    for step in scenario.steps:
        _run_step(table, step, watch, by_hand=scenario.dealer_by_hand)
    return table


def laid_out(scenario: Scenario) -> Tabletop:
    """The table as it stands before the first step."""
    table = StackedTabletop(scenario)
    if scenario.position is not None:
        _arrange(table, scenario.position)
    if not scenario.dealer_by_hand:
        table.advance()
    return table


def _arrange(table: Tabletop, position: dict[str, Any]) -> None:
    """What the game lays out, then what modules add to it."""
    words = language(table.state.book)
    added = {name: key.lay for name, key in words.position.items() if key.lay and name in position}
    try:
        words.vocabulary.arrange(table, {name: value for name, value in position.items() if name not in added})
        for name, lay in added.items():
            lay(table, position[name])
    except Impossible as error:
        raise BadScenario(f"position, key {error.part!r}", str(error)) from error


def _run_step(table: Tabletop, step: Step, watch: Watcher, *, by_hand: bool) -> None:
    words = language(table.state.book)
    try:
        refused, events = _play(table, step, words, by_hand=by_hand)
        watch(step, refused, events)
        _compare_outcome(step, refused, events, words)
        _compare_table(table, step, words)
    except (NoSuchCard, NoSuchWay) as error:
        raise BadScenario(step.name, str(error)) from error


def _play(table: Tabletop, step: Step, words: Language, *, by_hand: bool) -> tuple[str | None, list[object]]:
    if not step.verb:
        return None, []
    if step.verb == "dealer":
        return None, _answers(table, step)
    try:
        events = table.give(words.verbs[step.verb].make(table, step.seat, step.details))
    except Illegal as illegal:
        return illegal.reason.code, []
    return None, events if by_hand else events + table.advance()


def _answers(table: Tabletop, step: Step) -> list[object]:
    """The rules accept any face that can lie in a slot, but not the true one of another slot after that."""
    try:
        return table.advance()
    except Illegal as illegal:
        raise BadScenario(step.name, f"refused {illegal}: a step before opened a card as what it is not") from illegal


def _compare_outcome(step: Step, refused: str | None, events: list[object], words: Language) -> None:
    expected, cards = step.expected, words.cards
    if refused != expected.refused:
        found = f"{_outcome(refused)}{_other_verb(step, words)}" if refused else _accepted(events, cards)
        raise Differs(step, "outcome", _outcome(expected.refused), found)
    if expected.events is not None:
        _compare_events(step, expected.events, events, cards)
    if expected.includes is not None and not _in_order(expected.includes, events, cards):
        raise Differs(step, "events", f"among others {_patterns(expected.includes)}", _lines(events, cards))
    for name in expected.excludes or []:
        if any(event_name(type(event)) == name for event in events):
            raise Differs(step, "events", f"no {name}", _lines(events, cards))


def _outcome(refused: str | None) -> str:
    return "an accepted step" if refused is None else f"refused {refused}"


def _accepted(events: list[object], cards: Cards) -> str:
    return f"{_outcome(None)} with {_lines(events, cards)}"


def _other_verb(step: Step, words: Language) -> str:
    """Which verb plays the card that was named, if it is another one."""
    face = step.details.get("values", {}).get("face")
    verb = words.played_with.get(face, step.verb)
    return "" if verb == step.verb else f"; {words.cards.keys[face]!r} is played with {verb!r}"


def _compare_events(step: Step, patterns: list[EventPattern], events: list[object], cards: Cards) -> None:
    """All of them, in their order; the first that differs is named."""
    if bool(patterns) != bool(events):
        raise Differs(step, "events", _patterns(patterns), _lines(events, cards))
    for number, (pattern, event) in enumerate(zip_longest(patterns, events), start=1):
        if pattern is None or event is None or not matches(pattern, event, cards):
            expected = "no more events" if pattern is None else pattern.text
            found = "no more events" if event is None else cards.event_text(event)
            raise Differs(step, f"event {number}", expected, f"{found} (all events: {_lines(events, cards)})")


def _in_order(patterns: list[EventPattern], events: list[object], cards: Cards) -> bool:
    rest = iter(events)
    return all(any(matches(pattern, event, cards) for event in rest) for pattern in patterns)


def _patterns(patterns: list[EventPattern]) -> str:
    return "; ".join(pattern.text for pattern in patterns) or "no events"


def _lines(events: list[object], cards: Cards) -> str:
    return "; ".join(map(cards.event_text, events)) or "no events"


def _compare_table(table: Tabletop, step: Step, words: Language) -> None:
    for name, expected in step.expected.after.items():
        found = words.checks[name].found(table, expected)
        if found != expected:
            raise Differs(step, f"after, {name}", str(expected), str(found))
    for sight in step.expected.sight:
        _compare_sight(table, step, sight, words)


def _compare_sight(table: Tabletop, step: Step, sight: Sight, words: Language) -> None:
    found = tuple(sorted(table.view(sight.seat).among(words.references.slot(table, sight.card))))
    if found != sight.among:
        who = "a spectator" if sight.seat is None else f"seat {sight.seat}"
        expected, known = (_known(faces, words.cards) for faces in (sight.among, found))
        raise Differs(step, f"what {who} knows of {sight.card}", expected, known)


def _known(faces: tuple[Face, ...], cards: Cards) -> str:
    return "nothing" if not faces else " or ".join(cards.keys[face] for face in faces)

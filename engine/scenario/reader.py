"""From the text of a scenario to its data, strictly: every mistake is named with its place."""

import re
import tomllib
from collections.abc import Callable
from typing import Any

from engine.errors import UnfitRules
from engine.registry import game_of, games
from engine.rules import Rules, parse
from engine.scenario.expectations import read_expected
from engine.scenario.keys import BadScenario, Keys, between, exactly, list_of, one_line, one_of, shown
from engine.scenario.language import Language, language
from engine.scenario.model import DealOrder, Scenario, Step
from engine.scenario.puzzles import read_puzzle
from engine.slots import Face, Pile

_RULE = re.compile(
    r"0\.\d{1,2}|A\d{1,2}\.\d{1,2}|[B-F]\d{1,2}(?:\.\d{1,2})?|TV-[A-F]\d{1,2}|G\d{1,2}|H[A-F]\d{1,2}|I[1-4]"
)
DEALERS = {"answers": False, "by-hand": True}


def read(text: str) -> Scenario:
    """The scenario in a TOML text."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadScenario("", f"this is not TOML: {error}") from error
    except RecursionError as error:
        raise BadScenario("", "this cannot be read: lists or tables are nested too deeply") from error
    except ValueError as error:
        raise BadScenario("", "this cannot be read: there is a number with too many digits") from error
    if not table:
        raise BadScenario("", "there are no keys; a scenario has 'title', 'cites', 'seats' and at least one [[step]]")
    keys = Keys(table, "")
    rules = keys.maybe("rules", _read_rules, None) or _default_rules()
    words = language(game_of(rules).book(rules, keys.need("seats", _read_seats(rules))))
    scenario = Scenario(
        title=keys.need("title", one_line),
        cites=keys.need("cites", list_of(_read_rule)),
        rules=rules,
        seats=words.book.seats,
        position=keys.maybe("position", lambda value: _read_position(value, words), None),
        deals=dict(_read_deals(keys.maybe("deal", _read_tables("deal"), []), words)),
        chance=keys.maybe("chance", list_of(between(0, 999)), []),
        dealer_by_hand=keys.maybe("dealer", one_of(DEALERS), default=False),
        steps=[
            _read_step(number, step, words)
            for number, step in enumerate(keys.need("step", _read_tables("step")), start=1)
        ],
        puzzle=keys.maybe("puzzle", lambda value: read_puzzle(value, words), None),
    )
    keys.done()
    if not scenario.cites:
        raise keys.fail("cites", "name at least one rule, such as 'A4.3'")
    if not scenario.steps:
        raise keys.fail("step", "a scenario has at least one [[step]]")
    _check_rounds(scenario, keys)
    return scenario


def _read_tables(name: str) -> Callable[[Any], list[Any]]:
    def read_list(value: Any) -> list[Any]:
        if isinstance(value, dict):
            raise ValueError(f"expected a list of tables; write [[{name}]], with two brackets")
        return exactly(list)(value)

    return read_list


def _check_rounds(scenario: Scenario, keys: Keys) -> None:
    """A deal that would never be dealt is a mistake."""
    if scenario.position is None:
        return
    now = scenario.position.get("round", 1)
    for round_ in scenario.deals:
        if round_ <= now:
            raise keys.fail("deal", f"the position is in round {now}; deal only later rounds")


def _read_rule(value: Any) -> str:
    text = one_line(value)
    if not _RULE.fullmatch(text):
        raise ValueError(f"expected the number of a rule, such as 'A4.3' or 'HA10', found {shown(text)}")
    return text


def _read_rules(value: Any) -> Rules:
    try:
        return parse(one_line(value))
    except UnfitRules as error:
        raise ValueError(str(error)) from error


def _read_position(value: Any, language: Language) -> dict[str, Any]:
    keys = Keys(value, "position")
    there = {name: key for name, key in language.position.items() if keys.has(name)}
    position = {name: keys.need(name, key.read(language.book)) for name, key in there.items()}
    keys.done()
    return position


def _read_deals(values: list[Any], language: Language) -> list[tuple[int, DealOrder]]:
    deals: dict[int, DealOrder] = {}
    for number, value in enumerate(values, start=1):
        keys = Keys(value, f"deal {number}")
        round_ = keys.need("round", between(1, language.book.rounds))
        if round_ in deals:
            raise keys.fail("round", f"round {round_} is dealt twice")
        deals[round_] = DealOrder({pile.name: _read_pile(keys, pile, round_, language) for pile in language.book.piles})
        keys.done()
    return list(deals.items())


def _read_pile(keys: Keys, pile: Pile, round_: int, language: Language) -> list[Face]:
    if round_ > 1 and pile.once and keys.has(pile.name):
        raise keys.fail(pile.name, f"{pile.name} is dealt in round 1 only")
    return keys.maybe(pile.name, list_of(one_of({language.cards.keys[face]: face for face in pile.faces})), [])


def _default_rules() -> Rules:
    """The first preset of the first game."""
    return parse(next(iter(next(games()).PRESETS)))


def _read_seats(rules: Rules) -> Callable[[Any], int]:
    """A number of seats for which there is a table."""

    def read_number(value: Any) -> int:
        game = game_of(rules)
        allowed = game.seats(rules)
        seats = between(allowed[0], allowed[-1])(value)
        try:
            game.book(rules, seats)
        except UnfitRules as error:
            raise ValueError(str(error)) from error
        return seats

    return read_number


def _read_step(number: int, value: Any, language: Language) -> Step:
    keys, known = Keys(value, f"step {number}"), language.verbs
    verbs = [verb for verb in known if keys.has(verb)]
    if len(verbs) > 1:
        raise BadScenario(keys.where, f"a step does one thing, not {' and '.join(map(repr, verbs))}")
    verb = verbs[0] if verbs else ""
    details = known[verb].read(keys) if verb else {}
    expected = read_expected(keys, language)
    seat = keys.need("seat", between(0, 99)) if verb and known[verb].by_a_seat else -1
    say = keys.maybe("say", one_line, "")
    has_seat = keys.has("seat")
    keys.done()
    if has_seat and seat < 0:
        what = f"no seat does {verb!r}" if verb else "the step does not say what the seat does"
        acts = ", ".join(repr(name) for name, verb in known.items() if verb.by_a_seat)
        raise keys.fail("seat", f"{what}; a seat does one of {acts}")
    return Step(number, verb, seat, details, expected, say)

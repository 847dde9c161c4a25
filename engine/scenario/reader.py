"""From the text of a scenario to its data, strictly: every mistake is named with its place."""

import re
import tomllib
from collections.abc import Callable
from typing import Any

from engine.errors import UnfitRules
from engine.front import reasons
from engine.mine.cards.base import GOALS, GOLD
from engine.mine.cards.card import TOOLS
from engine.mine.game import CARD_SETS, book
from engine.mine.scenario.position import Position
from engine.rules import Rules, parse
from engine.scenario.expectations import read_expected
from engine.scenario.keys import BadScenario, Keys, between, exactly, list_of, one_line, one_of, shown
from engine.scenario.model import DealOrder, Scenario, Step
from engine.scenario.verbs import VERBS
from engine.scenario.words import read_card, read_cell

_RULE = re.compile(r"(0\.\d{1,2}|A\d{1,2}\.\d{1,2}|B\d{1,2}(?:\.\d{1,2})?|TV-[AB]\d{1,2}|G\d{1,2}|H[AB]\d{1,2}|I[12])")
_LAID = re.compile(r"(?P<at>\S+) (?P<card>\S+)(?: (?P<turned>0|180))?")
_TURNED = re.compile(r"(?P<at>\S+)(?: (?P<turned>0|180))?")
_GOALS = {card.key: card.number for card in GOALS}
_ROLES = {
    name: {card.key: card.number for card in card_set.CARDS if card.kind == "role"}
    for name, card_set in CARD_SETS.items()
}
_GOLD = {card.key: card.number for card in GOLD}
DEALERS = {"answers": False, "by-hand": True}
_ACTS = f"a seat does one of {', '.join(repr(name) for name, verb in VERBS.items() if verb.by_a_seat)}"


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
    rules = keys.maybe("rules", _read_rules, parse("base"))
    allowed = CARD_SETS[rules.card_set].SEATS
    seats = keys.need("seats", between(allowed[0], allowed[-1]))
    scenario = Scenario(
        title=keys.need("title", one_line),
        cites=keys.need("cites", list_of(_read_rule)),
        rules=rules,
        seats=seats,
        position=keys.maybe("position", lambda value: read_position(value, seats, rules.card_set), None),
        deals=dict(_read_deals(keys.maybe("deal", _read_tables("deal"), []), rules, seats)),
        chance=keys.maybe("chance", list_of(between(0, 999)), []),
        dealer_by_hand=keys.maybe("dealer", one_of(DEALERS), default=False),
        steps=[
            _read_step(number, step, seats)
            for number, step in enumerate(keys.need("step", _read_tables("step")), start=1)
        ],
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
    for round_ in scenario.deals:
        if round_ <= scenario.position.round:
            raise keys.fail("deal", f"the position is in round {scenario.position.round}; deal only later rounds")


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


def read_position(value: Any, seats: int, card_set: str) -> Position:
    """Where everything lies."""
    keys = Keys(value, "position")
    seat, roles = between(0, seats - 1), list_of(one_of(_ROLES[card_set]))
    position = Position(
        round=keys.maybe("round", between(1, 3), 1),
        turn=keys.maybe("turn", seat, 0),
        board=keys.maybe("board", list_of(_read_laid), []),
        goals=keys.maybe("goals", list_of(one_of(_GOALS)), []),
        face_up=keys.maybe("face-up", list_of(_read_turned), []),
        roles=keys.maybe("roles", roles, []),
        undealt=keys.maybe("undealt", roles, []),
        roles_aside=keys.maybe("roles-aside", roles, []),
        hands=keys.maybe("hands", list_of(list_of(read_card)), []),
        pile=keys.maybe("pile", list_of(read_card), []),
        discard=keys.maybe("discard", list_of(read_card), []),
        set_aside=keys.maybe("set-aside", list_of(read_card), []),
        broken=keys.maybe("broken", list_of(list_of(one_of({tool: tool for tool in TOOLS}))), []),
        prison=keys.maybe("prison", list_of(seat), []),
        theft=keys.maybe("theft", list_of(seat), []),
        gold=keys.maybe("gold", list_of(list_of(one_of(_GOLD))), []),
        gold_pile=keys.maybe("gold-pile", list_of(one_of(_GOLD)), []),
        nuggets=keys.maybe("nuggets", list_of(between(0, 99)), []),
        last_path=keys.maybe("last-path", seat, None),
        last_used=keys.maybe("last-used", seat, None),
    )
    keys.done()
    return position


def _read_laid(value: Any) -> tuple[int, int, int]:
    match = _LAID.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected a cell, a card and perhaps 180, such as "3,0 curve-left 180", found {shown(value)}')
    return read_cell(match["at"]), read_card(match["card"]), int(match["turned"] or 0)


def _read_turned(value: Any) -> tuple[int, int]:
    match = _TURNED.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected the cell of a goal and perhaps 180, such as "8,0 180", found {shown(value)}')
    return read_cell(match["at"]), int(match["turned"] or 0)


def _read_deals(values: list[Any], rules: Rules, seats: int) -> list[tuple[int, DealOrder]]:
    deals: dict[int, DealOrder] = {}
    has_gold = any(pile.name == "gold" for pile in book(rules, seats).piles)
    for number, value in enumerate(values, start=1):
        keys = Keys(value, f"deal {number}")
        round_ = keys.need("round", between(1, 3))
        if round_ in deals:
            raise keys.fail("round", f"round {round_} is dealt twice")
        if round_ > 1 and keys.has("gold"):
            raise keys.fail("gold", "gold is dealt in round 1 only")
        if keys.has("gold") and not has_gold:
            raise keys.fail("gold", "there are no gold cards in this card set")
        deals[round_] = DealOrder(
            {
                "gold": keys.maybe("gold", list_of(one_of(_GOLD)), []),
                "roles": keys.maybe("roles", list_of(one_of(_ROLES[rules.card_set])), []),
                "goals": keys.maybe("goals", list_of(one_of(_GOALS)), []),
                "deck": keys.maybe("deck", list_of(read_card), []),
            }
        )
        keys.done()
    return list(deals.items())


def _read_step(number: int, value: Any, seats: int) -> Step:
    keys = Keys(value, f"step {number}")
    verbs = [verb for verb in VERBS if keys.has(verb)]
    if len(verbs) > 1:
        raise BadScenario(keys.where, f"a step does one thing, not {' and '.join(map(repr, verbs))}")
    verb = verbs[0] if verbs else ""
    details = VERBS[verb].read(keys) if verb else {}
    expected = read_expected(keys, seats, set(reasons()))
    seat = keys.need("seat", between(0, 99)) if verb and VERBS[verb].by_a_seat else -1
    has_seat = keys.has("seat")
    keys.done()
    if has_seat and seat < 0:
        what = f"no seat does {verb!r}" if verb else "the step does not say what the seat does"
        raise keys.fail("seat", f"{what}; {_ACTS}")
    return Step(number, verb, seat, details, expected)

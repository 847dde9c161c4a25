"""Refusals: each is declared once, by the rule that gives it, and all of them can be listed."""

from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers
from pkgutil import walk_packages

import pytest

import engine.cave.rules
import engine.mine.rules
from engine import errors, waits
from engine.errors import NOT_WANTED, Illegal, Reason
from engine.front import all_rules, reasons
from engine.machine import Rule, reasons_of
from engine.mine.rules.placing.place_path import CELL_TAKEN


def reasons_in(module: object) -> set[Reason]:
    """The refusals that a module declares or uses."""
    return {found for _, found in getmembers(module, lambda member: isinstance(member, Reason))}


def files_of_rules() -> Iterator[str]:
    """Every file of a game that has a rule."""
    for rules in (engine.mine.rules, engine.cave.rules):
        found = walk_packages(rules.__path__, f"{rules.__name__}.")
        yield from (rule.name for rule in found if not rule.ispkg)


@pytest.mark.parametrize("name", list(files_of_rules()))
def test_a_rule_lists_every_refusal_that_it_uses(name: str) -> None:
    module = import_module(name)
    assert reasons_in(module) <= set(module.RULE.reasons)


def test_the_waits_list_every_refusal_that_they_use() -> None:
    assert reasons_in(waits) == {*waits.RULE.reasons, *waits.SECRETS.reasons}


def test_what_every_game_has_is_used() -> None:
    assert reasons_in(errors) <= set(reasons().values())


def test_a_refusal_is_found_by_its_code() -> None:
    assert reasons()["path/cell-taken"] is CELL_TAKEN
    assert all(code == reason.code for code, reason in reasons().items())
    assert str(Illegal(CELL_TAKEN)) == "path/cell-taken"


def test_a_code_that_is_declared_twice_is_refused() -> None:
    """Also with the same number: one of the two would never be compared with."""
    with pytest.raises(AssertionError, match="two rules declare 'path/cell-taken'"):
        reasons_of([*all_rules(), Rule(reasons=(Reason("path/cell-taken", "A4.1"),))])


def test_a_rule_of_a_module_declares_its_own() -> None:
    own = Reason("toll/unpaid", "D1.1")
    assert reasons_of([waits.RULE, Rule(reasons=(NOT_WANTED, own))])["toll/unpaid"] is own

"""The book of rules is complete: every input and event has its function, every stage goes on or waits."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import getmembers, isclass
from pkgutil import iter_modules
from random import Random
from types import ModuleType
from typing import get_args

import pytest

import engine.mine.rules
from engine import events, inputs, waits, wants
from engine.book import Stage, merged
from engine.front import choices
from engine.front import wants as wants_of
from engine.mine.game import RULES, book
from engine.mine.rulebook import Book
from engine.rules import parse
from engine.tabletop import Tabletop

NOT_USED = set(waits.SECRETS.inputs)
"""No rule of the base game asks for a secret choice or a question about hidden faces."""

GO_ON = {
    "begin-round",
    "count-gold",
    "divide",
    "end-game",
    "finish-turn",
    "first-player",
    "fit-goal",
    "gold-by-chance",
    "last-gold",
    "pass-by-chance",
    "pass-gold",
    "settle",
}
WAIT_FOR_A_PLAYER = {"turn", "choose-goal", "rotate-goal", "pick-gold"}
WAIT_FOR_THE_DEALER = {"deal", "opening", "chance", "renewing"}

ANSWERED_BY: dict[type, set[type]] = {
    wants.Deal: {inputs.DealRound},
    wants.Open: {inputs.OpenSlots, inputs.ShowSlots},  # to all, or to one seat
    wants.Random: {inputs.GiveRandom},
    wants.Renew: {inputs.RenewSlots},
    wants.Choose: {inputs.CommitChoice},
    wants.Ask: {inputs.AnswerQuestion},
    wants.Act: {inputs.TimeUp},  # or an act
    wants.Window: {inputs.TimeUp},
}


def rule_modules() -> list[ModuleType]:
    """Every file of `engine.mine.rules`."""
    names = [found.name for found in iter_modules(engine.mine.rules.__path__)]
    return [import_module(f"engine.mine.rules.{name}") for name in names]


def records_in(module: ModuleType) -> set[type]:
    """The records that the module itself defines."""
    return {
        found for _, found in getmembers(module, isclass) if found.__module__ == module.__name__ and is_dataclass(found)
    }


def the_book() -> Book:
    return book(parse("base"), 5)


def test_every_rule_file_is_in_the_game() -> None:
    assert set(rule_modules()) == set(RULES)


def test_every_record_of_the_rules_is_an_input_or_an_event() -> None:
    """And none is both, or neither."""
    whole = the_book()
    found = set[type]().union(*map(records_in, rule_modules()))
    assert len(found) > 20
    generic = records_in(inputs) | records_in(events)
    assert found | generic - NOT_USED - waits.SECRETS.events.keys() == whole.decide.keys() | whole.evolve.keys()
    assert not whole.decide.keys() & whole.evolve.keys()


def test_every_generic_input_but_the_stated_ones_is_decided() -> None:
    assert records_in(inputs) - the_book().decide.keys() == NOT_USED


def test_every_generic_event_evolves_the_table() -> None:
    assert records_in(events) <= the_book().evolve.keys() | waits.SECRETS.events.keys()


def test_inputs_that_are_acts_name_their_seat_first() -> None:
    """The seat comes from the signature; every act has a place for it."""
    acts = the_book().decide.keys() - records_in(inputs)
    assert len(acts) == 9
    assert all(fields(act)[0].name == "seat" for act in acts)


def test_every_stage_goes_on_or_waits() -> None:
    """And the last one does neither."""
    stages = the_book().stages
    assert stages.keys() == GO_ON | WAIT_FOR_A_PLAYER | WAIT_FOR_THE_DEALER | {"over"}
    default = Stage()
    for name, stage in stages.items():
        assert (stage.follow is not None) == (name in GO_ON), name
        assert (stage.wants is not default.wants and stage.wants.__name__ != "<lambda>") == (
            name in WAIT_FOR_A_PLAYER | WAIT_FOR_THE_DEALER
        ), name


def test_every_stage_that_waits_for_a_player_has_choices_and_a_default() -> None:
    """HA25."""
    for name, stage in the_book().stages.items():
        waits = name in WAIT_FOR_A_PLAYER
        assert (stage.time_up is not None) == waits, name
        assert (stage.choices.__name__ != "<lambda>") == waits, name


def test_what_chance_is_asked_for_is_a_stage_that_uses_it() -> None:
    """A value goes to the stage that has the name of its kind (HA22, HA25)."""
    assert {"first-player", "pass-by-chance", "gold-by-chance"} <= GO_ON
    assert all(the_book().stages[name].follow for name in ("first-player", "pass-by-chance", "gold-by-chance"))


def test_the_list_of_wants_is_closed_and_each_has_its_answer() -> None:
    """Only an opening has two forms, to all and to one seat; the clock answers what players do not."""
    assert set(get_args(wants.Want)) == ANSWERED_BY.keys() == records_in(wants)
    answers = [answer for found in ANSWERED_BY.values() for answer in found]
    assert set(answers) == records_in(inputs)
    assert sorted(answers.count(answer) for answer in set(answers)) == [1] * 7 + [2]


def test_at_a_table_every_want_is_answered_by_its_kind() -> None:
    """The dealer's answers are of the kind that is listed, and a player is waited for only where choices are."""
    rng = Random(5)
    table = Tabletop(parse("base"), 5, rng.randrange)
    for want in answered_wants(table, rng):
        if isinstance(want, wants.Act):
            assert table.state.stage in WAIT_FOR_A_PLAYER
            assert [seat for seat in range(5) if choices(table.view(seat))] == list(want.seats)
        else:
            assert type(table.answer(want)) in ANSWERED_BY[type(want)]


def answered_wants(table: Tabletop, rng: Random) -> Iterator[wants.Want]:
    """Every want of a game, before it is answered."""
    while wanted := wants_of(table.state):
        want = next((want for want in wanted if not isinstance(want, wants.Act)), wanted[0])
        if isinstance(want, wants.Act):
            yield want
            table.give(rng.choice(choices(table.view(want.seats[0]))))
        else:
            yield want
            table.give(table.answer(want))


def test_two_rules_that_claim_one_input_are_refused() -> None:
    with pytest.raises(AssertionError, match="TimeUp"):
        merged([{inputs.TimeUp: 1}, {inputs.DealRound: 2}, {inputs.TimeUp: 1}])


def test_rules_that_claim_different_inputs_are_merged_in_order() -> None:
    assert list(merged([{"b": 1}, {"a": 2}]).items()) == [("b", 1), ("a", 2)]


def test_a_book_is_shared_by_all_tables_that_play_so() -> None:
    assert book(parse("base"), 5) is book(parse("base"), 5)
    assert book(parse("base"), 5) is not book(parse("base"), 6)

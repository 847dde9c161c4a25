"""The book of rules is complete: every input and event has its function, every stage goes on or waits."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import getmembers, isclass
from pkgutil import walk_packages
from random import Random
from types import ModuleType
from typing import Any, get_args

import pytest

import engine.mine.rules
from engine import events, hands, inputs, placing, waits, wants
from engine.acts import fields_of
from engine.front import choices
from engine.front import wants as wants_of
from engine.machine import Stage, merged
from engine.mine.book import Book
from engine.mine.cards.card import Card
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.game import CARD_SETS, PARTS, RULES, book
from engine.mine.modules.module import Module
from engine.mine.rules.actions import keep_one
from engine.mine.rules.round import paying
from engine.mine.rules.turn import pending
from engine.rules import parse, preset
from engine.slots import Pile
from engine.tabletop import Tabletop
from tests.support.every_table import TABLES

NOT_USED = set(waits.SECRETS.inputs)
ONLY_IN_MODULES = {keep_one, pending, paying}
"""Files of rules that no card set has."""
"""No rule of the base game asks for a secret choice or a question about hidden faces."""

COMMON = {"begin-round", "count-gold", "divide", "end-game", "finish-turn", "first-player", "fit-goal", "settle"}
GO_ON = {
    "base": COMMON | {"gold-by-chance", "last-gold", "pass-by-chance", "pass-gold"},
    "saboteur2": COMMON | {"pass-by-chance", "swap-hands", "thefts"},
}
WAIT_FOR_A_PLAYER = {
    "base": {"turn", "choose-goal", "rotate-goal", "pick-gold"},
    "saboteur2": {"turn", "choose-goal", "rotate-goal", "steal"},
}
WAIT_FOR_THE_DEALER = {"deal", "opening", "chance", "renewing"}
ACTS = {"base": 9, "saboteur2": 19}

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
    found = walk_packages(engine.mine.rules.__path__, "engine.mine.rules.")
    return [import_module(rule.name) for rule in found if not rule.ispkg]


def records_in(module: ModuleType) -> set[type]:
    """The records that the module itself defines."""
    return {
        found for _, found in getmembers(module, isclass) if found.__module__ == module.__name__ and is_dataclass(found)
    }


def the_book(card_set: str = "base") -> Book:
    return book(preset(card_set), 5)


def whole_book(card_set: str) -> Book:
    """With all rules that some flag asks for."""
    return book(parse("base+saboteur-pay-from=gold-cards") if card_set == "base" else preset(card_set), 5)


def test_every_rule_file_is_in_a_card_set() -> None:
    """But for those that only a module brings."""
    assert set(rule_modules()) - ONLY_IN_MODULES == {rule for card_set in CARD_SETS.values() for rule in card_set.RULES}


def test_every_rule_of_a_module_is_listed_with_those_of_the_card_sets() -> None:
    """So that its numbers, acts and refusals are compared with all others."""
    assert {rule for module in PARTS.values() for rule in module.rules} <= set(RULES)


@pytest.mark.parametrize(
    "module",
    [
        {"piles": (Pile("others", 3, (), "round"),)},
        {"cards": (Card("other-cross", 11, "other", 1),)},
    ],
    ids=["pile", "card"],
)
def test_a_module_uses_no_number_of_the_card_set(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Module(name="made-up", rev=1, rule="D9", meaning="", card_sets=("base",), **module)
    monkeypatch.setitem(PARTS, made.name, made)
    with pytest.raises(AssertionError, match="two rules answer"):
        book(parse("base+made-up"), 5)


def test_every_card_set_has_its_flags_and_its_rules() -> None:
    assert tuple(CARD_SETS) == CARD_SET_NAMES


def test_a_card_set_shares_the_rules_that_it_does_not_change() -> None:
    """Another card set is another list of rules; no rule asks which one is played."""
    base, saboteur2 = (set(CARD_SETS[name].RULES) for name in ("base", "saboteur2"))
    assert {rule.__name__.rpartition(".")[2] for rule in base - saboteur2} == {
        "gold_draft",
        "passing",
        "pay_gold_cards",
        "place_path",
        "round_end",
    }


def is_of_a_module(kind: type) -> bool:
    return kind.__module__.startswith("engine.mine.modules.")


def test_every_record_of_the_rules_is_an_input_or_an_event() -> None:
    """And none is both, or neither."""
    books = [*map(whole_book, CARD_SETS), *(book(parse(table), 5) for table in TABLES)]
    decided = {kind for whole in books for kind in whole.decide if not is_of_a_module(kind)}
    evolved = {kind for whole in books for kind in whole.evolve if not is_of_a_module(kind)}
    evolved |= {kind for file in ONLY_IN_MODULES for kind in file.RULE.events}
    found = set[type]().union(*map(records_in, [hands, placing, *rule_modules()]))
    assert len(found) > 50
    generic = records_in(inputs) | records_in(events)
    assert found | generic == decided | evolved
    assert not decided & evolved


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_every_event_of_a_rule_in_play_evolves_the_table(card_set: str) -> None:
    """A rule that took another's place brings all the records that it uses."""
    whole = whole_book(card_set)
    for rule in CARD_SETS[card_set].RULES:
        assert records_in(rule) <= whole.decide.keys() | whole.evolve.keys()


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_every_generic_input_but_the_stated_ones_is_decided(card_set: str) -> None:
    assert records_in(inputs) - the_book(card_set).decide.keys() == NOT_USED


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_every_generic_event_evolves_the_table(card_set: str) -> None:
    assert records_in(events) <= the_book(card_set).evolve.keys() | waits.SECRETS.events.keys()


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_inputs_that_are_acts_name_their_seat_first(card_set: str) -> None:
    """The seat comes from the signature; every act has a place for it."""
    acts = the_book(card_set).decide.keys() - records_in(inputs)
    assert len(acts) == ACTS[card_set]
    assert all(fields(act)[0].name == "seat" for act in acts)


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_every_act_has_its_row(card_set: str) -> None:
    """And nothing else has one."""
    whole = the_book(card_set)
    assert whole.acts.keys() == whole.decide.keys() - records_in(inputs)
    assert all(act is row.act for act, row in whole.acts.items())


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_two_acts_with_one_verb_are_told_apart_by_a_word(card_set: str) -> None:
    rows = the_book(card_set).acts.values()
    assert len({(row.verb, row.word) for row in rows}) == len(rows)
    assert all(bool(row.word) == (not fields_of(row)) for row in rows)


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_every_card_that_a_row_names_is_in_the_card_set(card_set: str) -> None:
    keys = {card.key for card in CARD_SETS[card_set].CARDS}
    assert {row.card for row in the_book(card_set).acts.values()} <= {"", *keys}


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_every_stage_goes_on_or_waits(card_set: str) -> None:
    """And the last one does neither."""
    stages = the_book(card_set).stages
    go_on, players = GO_ON[card_set], WAIT_FOR_A_PLAYER[card_set]
    assert stages.keys() == go_on | players | WAIT_FOR_THE_DEALER | {"over"}
    default = Stage()
    for name, stage in stages.items():
        assert (stage.follow is not None) == (name in go_on), name
        assert (stage.wants is not default.wants and stage.wants.__name__ != "<lambda>") == (
            name in players | WAIT_FOR_THE_DEALER
        ), name


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_every_stage_that_waits_for_a_player_has_choices_and_a_default(card_set: str) -> None:
    """HA25."""
    for name, stage in the_book(card_set).stages.items():
        waits = name in WAIT_FOR_A_PLAYER[card_set]
        assert (stage.time_up is not None) == waits, name
        assert (stage.choices.__name__ != "<lambda>") == waits, name


def test_what_chance_is_asked_for_is_a_stage_that_uses_it() -> None:
    """A value goes to the stage that has the name of its kind (HA22, HA25)."""
    base, saboteur2 = the_book(), the_book("saboteur2")
    assert base.chances == {"first-player": 1, "pass-by-chance": 2, "gold-by-chance": 3}
    assert saboteur2.chances == {"first-player": 1, "pass-by-chance": 2}
    assert all(book.stages[kind].follow for book in (base, saboteur2) for kind in book.chances)


def test_the_list_of_wants_is_closed_and_each_has_its_answer() -> None:
    """Only an opening has two forms, to all and to one seat; the clock answers what players do not."""
    assert set(get_args(wants.Want)) == ANSWERED_BY.keys() == records_in(wants)
    answers = [answer for found in ANSWERED_BY.values() for answer in found]
    assert set(answers) == records_in(inputs)
    assert sorted(answers.count(answer) for answer in set(answers)) == [1] * 7 + [2]


@pytest.mark.parametrize("card_set", CARD_SETS)
def test_at_a_table_every_want_is_answered_by_its_kind(card_set: str) -> None:
    """The dealer's answers are of the kind that is listed, and a player is waited for only where choices are."""
    rng = Random(5)
    table = Tabletop(preset(card_set), 5, rng.randrange)
    for want in answered_wants(table, rng):
        if isinstance(want, wants.Act):
            assert table.state.stage in WAIT_FOR_A_PLAYER[card_set]
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

"""Scenarios know no game: verbs follow from the rows of acts, and a module brings words of its own."""

from collections.abc import Iterator
from dataclasses import replace
from unittest.mock import patch

import pytest

from engine.acts import CELL, ActRow, Field, Integer
from engine.errors import NOT_WANTED, Illegal, Reason
from engine.grid.cells import cell
from engine.machine import Rule
from engine.mine import game as mine
from engine.mine.book import Book
from engine.mine.state import State
from engine.records import record
from engine.rules import Rules, parse
from engine.scenario.keys import BadScenario, Impossible, between, list_of
from engine.scenario.language import language
from engine.scenario.reader import read
from engine.scenario.runner import run
from engine.scenario.vocabulary import Check, Key, Pointer, Words
from engine.slots import Face, Seat, Slot
from engine.tabletop import Tabletop

TOO_FEW = Reason("toll/too-few", "D1.3")
FRAME = """
title = "A toll"
cites = ["D1.3"]
seats = 3
[position]
hands = [["map"], ["map"], ["map"]]
"""


@record
class PayToll:
    """Pay so many nuggets to a seat, for the way to a cell."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat
    way: int
    coins: int


@record
class Hum:
    """Do nothing, aloud."""

    seat: Seat


@record
class TollPaid:
    """Nuggets changed owners."""

    seat: Seat
    target: Seat
    coins: int


@record
class Hummed:
    """Nothing happened."""

    seat: Seat


def pay(state: State, act: PayToll) -> tuple[object, ...]:
    if act.seat != state.active:
        raise Illegal(NOT_WANTED)
    if state.nuggets[act.seat] < act.coins or act.way != cell(3, -1):
        raise Illegal(TOO_FEW)
    return (TollPaid(act.seat, act.target, act.coins),)


def paid(state: State, event: TollPaid) -> None:
    state.nuggets[event.seat] -= event.coins
    state.nuggets[event.target] += event.coins


def fill_purses(table: Tabletop, value: list[int]) -> None:
    if len(value) != table.state.book.seats:
        raise Impossible("purses", "one a seat")
    table.state.nuggets = value


TOLL = Rule(
    inputs={PayToll: pay, Hum: lambda state, act: (Hummed(act.seat),)},
    events={TollPaid: paid, Hummed: lambda state, event: None},
    acts=(
        ActRow(
            PayToll,
            "toll",
            (Field("way", CELL, key="to", says="to {}"), Field("coins", Integer(1, 5))),
            card="map",
        ),
        ActRow(Hum, "hum", word="aloud"),
    ),
    reasons=(TOO_FEW,),
    scenario=Words(
        position={"purses": Key(lambda book: list_of(between(0, 9)), fill_purses)},
        checks={"purses": Check(list_of(between(0, 9)), lambda table, expected: table.state.nuggets)},
        pointers={"top": Pointer("top", None, lambda table, where: table.state.pile[-1])},
    ),
)


@pytest.fixture
def toll() -> Iterator[None]:
    """Tables of the mine with a rule that no game has."""
    real = mine.book

    def book(rules: Rules, seats: int) -> Book:
        whole = real(rules, seats)
        assert TOLL.scenario
        return replace(
            whole,
            decide={**whole.decide, **TOLL.inputs},
            evolve={**whole.evolve, **TOLL.events},
            acts={**whole.acts, **{row.act: row for row in TOLL.acts}},
            reasons={**whole.reasons, TOO_FEW.code: TOO_FEW},
            scenario=(TOLL.scenario,),
        )

    with patch("engine.mine.game.book", book):
        yield


@pytest.mark.usefixtures("toll")
def test_a_module_brings_a_verb_a_refusal_an_event_a_key_a_check_and_a_pointer() -> None:
    story = """
purses = [3, 0, 0]
pile = ["cross"]
[[step]]
seat = 0
toll = 1
to = "3,-1"
coins = 4
refused = "toll/too-few"
[[step]]
seat = 0
toll = 1
to = "3,-1"
coins = 2
events = ["toll-paid seat=0 target=1 coins=2"]
after = { purses = [1, 2, 0], nuggets = [1, 2, 0] }
sight = [{ seat = 0, card = "top", is = "unknown" }]
[[step]]
seat = 0
hum = "aloud"
events = ["hummed seat=0"]
"""
    scenario = read(FRAME + story)
    run(scenario)
    assert [step.name for step in scenario.steps] == [
        "step 1 (toll for seat 1 to 3,-1)",
        "step 2 (toll for seat 1 to 3,-1)",
        "step 3 (hum aloud)",
    ]


def test_a_table_without_the_module_knows_none_of_its_words() -> None:
    for wrong in (
        'purses = [3, 0, 0]\n[[step]]\nseat = 0\npass = "map"\n',
        '[[step]]\nseat = 0\ntoll = 1\nto = "3,0"\ncoins = 4\n',
        '[[step]]\nseat = 0\npass = "map"\nrefused = "toll/too-few"\n',
        "[[step]]\nafter = { purses = [0, 0, 0] }\n",
        '[[step]]\nsight = [{ seat = 0, card = "top", is = "unknown" }]\n',
    ):
        with pytest.raises(BadScenario):
            read(FRAME + wrong)


@pytest.mark.usefixtures("toll")
@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("toll = 1\ncoins = 2", "step 1: the key 'to' is missing"),
        ('toll = 1\nto = "3"\ncoins = 2', "step 1, key 'to': expected a cell"),
        ('toll = 1\nto = "3,0"\ncoins = 6', "step 1, key 'coins': expected a whole number from 1 to 5, found 6"),
        ('toll = "map"\nto = "3,0"\ncoins = 2', "step 1, key 'toll': expected a whole number, found 'map'"),
        ('hum = "loudly"', "step 1, key 'hum': 'loudly' is unknown; did you mean 'aloud'?"),
        ("hum = 1", "step 1, key 'hum': expected a text, found 1"),
    ],
)
def test_a_verb_of_a_module_is_read_strictly(step: str, told: str) -> None:
    with pytest.raises(BadScenario) as refused:
        read(f"{FRAME}[[step]]\nseat = 0\n{step}\n")
    assert str(refused.value).startswith(told)


@pytest.mark.usefixtures("toll")
def test_what_a_module_cannot_lay_out_is_named_with_its_key() -> None:
    with pytest.raises(BadScenario, match="position, key 'purses': one a seat"):
        run(read(f'{FRAME}purses = [1]\n[[step]]\nseat = 0\nhum = "aloud"\n'))


@pytest.mark.usefixtures("toll")
@pytest.mark.parametrize(("more", "played"), [("", "map"), ('card = "cross"', "cross")])
def test_the_card_of_a_verb_may_be_another(more: str, played: str) -> None:
    """So that the refusal of a wrong card can be shown."""
    [step] = read(f'{FRAME}[[step]]\nseat = 0\ntoll = 1\nto = "3,-1"\ncoins = 1\n{more}\n').steps
    assert step.details["values"]["face"] == mine.vocabulary().cards.faces[played]


def test_verbs_of_other_tables_of_the_game_are_known_and_refused() -> None:
    story = f'{FRAME}[[step]]\nseat = 0\nladder = "ladder-curve-left"\nat = "1,0"\n'
    with pytest.raises(BadScenario, match="there is no card 'ladder-curve-left' on the table"):
        run(read(story))
    run(read(f'{FRAME}[[step]]\nseat = 0\nsteal = "nothing"\nrefused = "wait/not-wanted"\n'))


def test_one_card_needs_no_list_where_nothing_else_is_named() -> None:
    frame = FRAME.replace("seats", 'rules = "saboteur2"\nseats') + "prison = [0]\n[[step]]\nseat = 0\n"
    assert read(f'{frame}pass = "map"\n').steps[0].name == "step 1 (pass map)"
    with pytest.raises(BadScenario, match="key 'discard-two': expected a list, found 'map'"):
        read(f'{frame}discard-two = "map"\nremove = "prison"\n')


def test_the_language_of_a_book_is_made_once() -> None:
    book = mine.book(parse("base"), 4)
    assert language(book) is language(book)


@pytest.mark.parametrize(
    "number",
    ["0.9", "A4.3", "B4", "B8.1", "C3", "D4.1", "E1", "E2.10", "F5.9", "HC1", "HD26", "HE2", "HF12", "TV-D1", "TV-F7"],
)
def test_a_rule_of_any_chapter_can_be_cited(number: str) -> None:
    assert read(f"{FRAME.replace('D1.3', number)}[[step]]\n").cites == [number]


@pytest.mark.parametrize("number", ["A4", "H1", "J1", "TV-G1", "HG2", "F", "C3.", "D1.1.1"])
def test_what_is_no_number_of_a_rule_cannot_be_cited(number: str) -> None:
    with pytest.raises(BadScenario, match="expected the number of a rule"):
        read(f"{FRAME.replace('D1.3', number)}[[step]]\n")

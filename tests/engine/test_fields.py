"""A field of the state is declared once: copies, renewals, clearing and positions of scenarios follow."""

from random import Random
from typing import Annotated

import pytest

from engine.fields import Value, Zone, declare, extended
from engine.grid.cells import Cell, cell
from engine.machine import Rule
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules import PARTS
from engine.mine.modules.module import Module
from engine.mine.state import State
from engine.rules import parse
from engine.scenario.keys import BadScenario
from engine.scenario.reader import read
from engine.scenario.runner import run
from engine.slots import Slot
from engine.table import Table
from engine.tabletop import Tabletop


class Added:
    """Fields of a module that does nothing else."""

    vault: Annotated[list[Slot], Zone()]
    purses: Annotated[list[list[Slot]], Zone(by_seat=True, lasts=True)]
    shrine: Annotated[list[Slot], Zone(renews=False)]
    wells: Annotated[dict[Cell, Slot], Zone(cells=True, lasts=True)]
    debts: Annotated[list[int], Value(0, by_seat=True)]
    fame: Annotated[int, Value(7, lasts=True)]
    marks: Annotated[set[int], Value(set)]
    tallies: Annotated[list[list[int]], Value(list, by_seat=True)]


MODULE = Module(
    name="vaults",
    rev=1,
    rule="D9",
    meaning="Places for cards.",
    card_sets=CARD_SET_NAMES,
    rules=(Rule(fields=Added),),
)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARTS, MODULE.name, MODULE)


@pytest.fixture
def table() -> Tabletop:
    """Some cards lie in the new zones."""
    dealt = Tabletop(parse("base+vaults"), 3, Random(1).randrange)
    dealt.advance()
    state = dealt.state
    state.vault = [state.pile.pop() for _ in range(3)]
    state.purses[1] = [state.pile.pop()]
    state.shrine = [state.pile.pop()]
    state.debts[2], state.fame = 4, 9
    return dealt


def test_it_begins_with_its_first_value() -> None:
    state = Tabletop(parse("base+vaults"), 3, Random(1).randrange).state
    assert (state.vault, state.purses, state.shrine) == ([], [[], [], []], [])
    assert (state.debts, state.fame) == ([0, 0, 0], 7)


def test_it_is_copied(table: Tabletop) -> None:
    state = table.state
    twin = state.copy()
    assert twin == state
    twin.vault.pop()
    twin.purses[1].clear()
    twin.debts[0] = 1
    assert (len(state.vault), len(state.purses[1]), state.debts) == (3, 1, [0, 0, 4])
    assert twin != state


def test_what_can_be_changed_in_place_is_no_other_states(table: Tabletop) -> None:
    state = table.state
    twin = state.copy()
    twin.marks.add(3)
    twin.tallies[1].append(4)
    assert (state.marks, state.tallies) == (set(), [[], [], []])
    assert (twin.marks, twin.tallies) == ({3}, [[], [4], []])


def test_it_is_renewed_unless_it_says_otherwise(table: Tabletop) -> None:
    state = table.state
    state.renew([*state.vault, *state.purses[1]], then="turn")
    table.advance()
    new = len(state.pile_of)
    assert state.vault == [new - 4, new - 3, new - 2]
    assert state.purses[1] == [new - 1]
    state.renew(state.shrine, then="turn")
    with pytest.raises(AssertionError, match="shrine is not renewed"):
        table.advance()


def test_a_chosen_order_concerns_one_pile(table: Tabletop) -> None:
    state = table.state
    with pytest.raises(AssertionError, match="one pile"):
        state.renew([state.vault[0], state.roles[0]], then="turn", by=1)


def test_it_is_cleared_when_a_round_begins_unless_it_lasts(table: Tabletop) -> None:
    state = table.state
    purses = [list(purse) for purse in state.purses]
    state.faces = {state.vault[0]: 11, purses[1][0]: 12}
    state.owed = [(0, (state.vault[0],)), (1, (purses[1][0],))]
    state.begin_round(2)
    assert (state.vault, state.purses, state.debts, state.fame) == ([], purses, [0, 0, 0], 9)
    assert state.faces == {purses[1][0]: 12}, "faces go with their cards"
    assert state.owed == [(1, (purses[1][0],))], "and so do debts"


FRAME = """
title = "Places for cards"
cites = ["D9"]
seats = 3
rules = "base+vaults"
[position]
hands = [["map"], ["map"], ["map"]]
"""


def test_it_is_set_and_compared_by_scenarios() -> None:
    story = f"""{FRAME}
vault = ["cross", "rockfall"]
purses = [["tee-long"], [], ["cross", "cross"]]
debts = [0, 2, 0]
fame = 3
[[step]]
after = {{ vault = ["cross", "rockfall"], purses = [["tee-long"], [], ["cross", "cross"]] }}
[[step]]
after = {{ debts = [0, 2, 0], fame = 3 }}
sight = [{{ seat = 0, card = "vault 2", is = "unknown" }}, {{ seat = 2, card = "purses 2.1", is = "unknown" }}]
"""
    table = run(read(story))
    assert [table.faces[slot] for slot in table.state.vault] == [11, 110]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('vault = ["crosss"]', "position, key 'vault': item 1: 'crosss' is unknown; did you mean 'cross'?"),
        ('purses = [["cross"]]', "position, key 'purses': expected 3 items, one a seat, found 1"),
        ("debts = [true]", "position, key 'debts': item 1: expected a whole number, found true"),
        (
            'vault = ["map", "map", "map", "map"]',
            "position, key 'vault': no card 'map' is left for it: the position names all others elsewhere",
        ),
    ],
)
def test_what_cannot_be_set_is_named_with_its_key(line: str, problem: str) -> None:
    with pytest.raises(BadScenario) as found:
        run(read(f"{FRAME}{line}\n[[step]]\nafter = {{ turn = 0 }}\n"))
    assert str(found.value) == problem


def test_the_cards_on_lasting_cells_keep_their_faces_and_debts(table: Tabletop) -> None:
    state = table.state
    at, slot, gone = cell(2, 1), state.pile.pop(), state.pile.pop()
    state.wells[at] = slot
    state.faces = {slot: 11, gone: 12}
    state.owed = [(0, (gone,)), (1, (slot,))]
    state.begin_round(2)
    assert (state.wells, state.faces, state.owed) == ({at: slot}, {slot: 11}, [(1, (slot,))])


def test_two_declarations_of_one_field_are_a_mistake() -> None:
    class Twice:
        hands: Annotated[list[list[Slot]], Zone(by_seat=True)]

    with pytest.raises(AssertionError, match="two declarations of"):
        extended(State, Twice)


def test_tables_of_other_games_declare_their_own() -> None:
    @declare
    class Cave(Table):
        """Another game's."""

        tents: Annotated[list[list[Slot]], Zone(by_seat=True)]

    assert "tents" in Cave.FIELDS
    assert "hands" not in Cave.FIELDS
    assert Cave.FIELDS.keys() > Table.FIELDS.keys()

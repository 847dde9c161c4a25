"""The engine finds as many legal moves as the naive programs, in fixed positions and three moves deep."""

from itertools import pairwise
from typing import Any

import pytest

from engine import wants
from engine.front import apply, choices, truth, view
from engine.front import wants as wants_of
from engine.grid.cells import cell
from engine.inputs import AnswerQuestion, GiveRandom, OpenSlots, RenewSlots, ShowSlots
from engine.mine.game import CARD_SETS
from engine.mine.scenario.position import Position, arrange
from engine.mine.sets.catalogue import all_cards
from engine.notebook import Notebook
from engine.rules import parse
from engine.slots import Face, Slot
from engine.tabletop import Tabletop
from tests.stories.naive.mine import count
from tests.stories.perft.positions import Counted, naive_game, read
from tests.stories.perft.recount import counted

NUMBER = {card.key: card.number for card in all_cards()}
POSITIONS = read()
DEPTHS = range(1, 4)

one_position = pytest.mark.parametrize("one", POSITIONS, ids=[one.name for one in POSITIONS])


def laid_out(one: Counted) -> Tabletop:
    """The position on a table of the engine; nothing is left to chance."""
    table = Tabletop(parse(one.rules), len(one.hands), lambda below: 0)
    place = Position(
        round=3,
        turn=one.turn,
        board=[(cell(x, y), NUMBER[key], turned) for x, y, key, turned in one.board],
        goals=_faces(one.goals),
        face_up=[(cell(x, y), turned) for x, y, turned in one.face_up],
        roles=_faces(one.roles or ([] if one.preset == "saboteur2" else ["digger"] * len(one.hands))),
        hands=[_faces(hand) for hand in one.hands],
        pile=_faces(one.pile),
        broken=one.broken,
        prison=one.prison,
        theft=one.theft,
        nuggets=one.nuggets,
    )
    arrange(table, place)
    return table


def _faces(keys: list[str]) -> list[Face]:
    return [NUMBER[key] for key in keys]


def perft(state: Any, faces: dict[Slot, Face], depth: int) -> int:
    """The number of sequences of exactly that many acts; the last acts are counted, not played."""
    want = next((want for want in wants_of(state) if isinstance(want, wants.Act)), None)
    if want is None:
        return 0
    acts = choices(view(state, want.seats[0], Notebook(faces)))
    if depth == 1:
        return len(acts)
    return sum(_after(state, faces, act, depth) for act in acts)


def _after(state: Any, faces: dict[Slot, Face], act: object, depth: int) -> int:
    twin, known = state.copy(), faces.copy()
    apply(twin, act)
    while (want := _dealers_want(twin)) is not None:
        apply(twin, _answer(twin, known, want))
    return perft(twin, known, depth - 1)


def _dealers_want(state: Any) -> wants.Want | None:
    return next((want for want in wants_of(state) if not isinstance(want, wants.Act)), None)


def _answer(state: Any, faces: dict[Slot, Face], want: wants.Want) -> object:
    match want:
        case wants.Open(slots, None):
            return OpenSlots(tuple((slot, faces[slot]) for slot in slots))
        case wants.Open(slots, int(seat)):
            return ShowSlots(seat, slots)
        case wants.Renew(slots):
            new = tuple(range(len(state.pile_of), len(state.pile_of) + len(slots)))
            faces.update({slot: faces[old] for slot, old in zip(new, slots, strict=True)})
            return RenewSlots(new)
        case wants.Random():
            return GiveRandom(0)
        case wants.Ask(question, subject, slots):
            return AnswerQuestion(truth(state.book, question, subject, tuple(faces[slot] for slot in slots)))
        case _:
            raise AssertionError(f"{want} is not expected in a last round")


@one_position
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_engine_counts_as_the_file_says(one: Counted, depth: int) -> None:
    """Every legal move, one form for each effect (A3 to A7, A9.4, B4 to B6, B11)."""
    table = laid_out(one)
    assert perft(table.state, table.faces, depth) == one.counts[depth - 1]


@one_position
def test_counting_leaves_the_position_as_it_was(one: Counted) -> None:
    """Search plays on copies."""
    table, other = laid_out(one), laid_out(one)
    perft(table.state, table.faces, 2)
    assert table.state == other.state


@one_position
@pytest.mark.parametrize("depth", DEPTHS[:2])
def test_the_file_says_what_the_naive_program_counts(one: Counted, depth: int) -> None:
    """The file was not corrected to please the engine."""
    assert counted(naive_game(one), depth) == one.counts[depth - 1]


@pytest.mark.long
@pytest.mark.timeout(3600)
@one_position
def test_the_file_says_what_the_naive_program_counts_three_moves_deep(one: Counted) -> None:
    """The same, for the night."""
    assert counted(naive_game(one), 3) == one.counts[2]


def test_counting_the_last_moves_is_playing_them() -> None:
    """The short cut of the recount against the plain way."""
    game = naive_game(POSITIONS[-1])
    assert counted(game, 2) == count(game, 2)


def test_the_file_has_enough_positions_of_every_sort() -> None:
    """At least fifteen of each card set, each with three counts, none twice, and most of them growing."""
    assert len({one.name for one in POSITIONS}) == len(POSITIONS)
    assert all(len(one.counts) == 3 and one.counts[0] > 0 for one in POSITIONS)
    for card_set in CARD_SETS:
        there = [one for one in POSITIONS if one.preset.startswith(card_set)]
        assert len(there) >= 15
        growing = [one for one in there if all(less < more for less, more in pairwise(one.counts))]
        assert len(growing) > 12

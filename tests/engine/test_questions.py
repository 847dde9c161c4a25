"""A question about hidden faces: asked by a rule, answered from the faces alone, and read by the next stage."""

from dataclasses import replace
from random import Random

import pytest

from engine import wants
from engine.front import truth
from engine.front import wants as wants_of
from engine.inputs import AnswerQuestion
from engine.machine import Question, Stage
from engine.mine.state import State
from engine.rules import parse
from engine.slots import Face, Seat
from engine.tabletop import Tabletop
from engine.waits import SECRETS


def same(subject: Seat | None, faces: tuple[Face, ...]) -> bool:
    """Whether all cards are alike; about a seat, whether the first has its number."""
    return len(set(faces)) == 1 if subject is None else faces[0] == subject


def asking() -> Tabletop:
    """A table of the mine with a rule that asks."""
    table = Tabletop(parse("base+first-player=youngest"), 3, Random(1).randrange)
    table.advance()
    book = table.state.book
    table.state.book = replace(
        book,
        decide={**book.decide, **SECRETS.inputs},
        evolve={**book.evolve, **SECRETS.events},
        stages={**book.stages, **SECRETS.stages, "told": Stage()},
        questions={"same": Question(7, same)},
    )
    return table


@pytest.mark.parametrize("faces", [(11, 11), (11, 12)])
def test_the_dealer_answers_from_the_faces(faces: tuple[Face, ...]) -> None:
    table = asking()
    state: State = table.state
    slots = state.pile[:2]
    table.faces.update(zip(slots, faces, strict=True))
    state.ask("same", None, slots, then="told")
    assert wants_of(state) == (wants.Ask("same", None, tuple(slots)),)
    assert table.answer(wants_of(state)[0]) == AnswerQuestion(faces[0] == faces[1])
    table.advance()
    assert (state.stage, state.answer, state.question) == ("told", faces[0] == faces[1], None)
    assert not set(slots) & state.faces.keys(), "an answer opens nothing"


def test_the_truth_is_a_function_of_subject_and_faces() -> None:
    book = asking().state.book
    assert truth(book, "same", 2, (2, 9))
    assert not truth(book, "same", 1, (2, 9))
    assert not truth(book, "same", None, (2, 9))

"""Puzzles: positions in which exactly one act does what is asked for, whatever the others do.

A puzzle is played with all cards open, those of the pile too, so that its solution can be searched for to the end.
"""

from typing import Any

from engine import wants
from engine.front import ActLike, choices
from engine.inputs import TimeUp
from engine.scenario.expectations import matches, read_pattern
from engine.scenario.keys import Keys, between, one_line
from engine.scenario.language import Language, language
from engine.scenario.model import Puzzle, Scenario
from engine.scenario.runner import laid_out
from engine.slots import TABLE
from engine.tabletop import Tabletop

MOST_ACTS = 2


def read_puzzle(value: Any, words: Language) -> Puzzle:
    keys = Keys(value, "puzzle")
    puzzle = Puzzle(
        task=keys.need("task", one_line),
        hint=keys.maybe("hint", one_line, ""),
        seat=keys.maybe("seat", between(0, words.book.seats - 1), 0),
        acts=keys.maybe("acts", between(1, MOST_ACTS), 1),
        until=keys.maybe("until", lambda text: read_pattern(text, words), None),
        avoid=keys.maybe("avoid", lambda text: read_pattern(text, words), None),
    )
    keys.done()
    if (puzzle.until is None) == (puzzle.avoid is None):
        raise keys.fail("until", "a puzzle has one of 'until' and 'avoid': the event that must come, or must not")
    return puzzle


def solutions(table: Tabletop, puzzle: Puzzle, acts: int | None = None) -> list[ActLike]:
    """Every act of the seat that solves it; equal copies of a card are one act."""
    left = (puzzle.acts if acts is None else acts) - 1
    return [act for act in choices(table.view(puzzle.seat)) if _solved_by(table, act, puzzle, left)]


def replies(table: Tabletop) -> list[object]:
    """What may come next from the players: in a window any reaction, or none."""
    want = table.waiting()
    if want is None:
        return []
    if isinstance(want, wants.Choose):
        return [TimeUp(want.seat)]
    acts: list[object] = [act for seat in want.seats for act in choices(table.view(seat))]
    return [*acts, TimeUp(TABLE)] if isinstance(want, wants.Window) else acts


def _solved_by(table: Tabletop, given: object, puzzle: Puzzle, left: int) -> bool:
    after = table.copy()
    events = after.play(given)
    verdict = _verdict(after, events, puzzle)
    return _goes_on(after, puzzle, left, table.state.round) if verdict is None else verdict


def _verdict(table: Tabletop, events: list[object], puzzle: Puzzle) -> bool | None:
    """What these events decide."""
    pattern = puzzle.until or puzzle.avoid
    assert pattern is not None
    cards = language(table.state.book).cards
    return puzzle.until is not None if any(matches(pattern, event, cards) for event in events) else None


def _goes_on(table: Tabletop, puzzle: Puzzle, left: int, round_: int) -> bool:
    """Nothing is decided yet: by the others, all of whose ways must lead there, or by one more act of the seat's."""
    want = table.waiting()
    own_turn = isinstance(want, wants.Act) and puzzle.seat in want.seats
    if want is None or table.state.round != round_ or (own_turn and not left):
        return puzzle.until is None
    if own_turn:
        return bool(solutions(table, puzzle, left))
    return all(_solved_by(table, reply, puzzle, left) for reply in replies(table))


class NotOneSolution(Exception):
    """A puzzle that no act solves, or several, or another one than its story says."""


def check(scenario: Scenario) -> None:
    """Whether the one solution is what the first step does."""
    puzzle = scenario.puzzle
    if puzzle is None:
        return
    table = laid_out(scenario)
    words = language(table.state.book)
    found = [_told(act, words) for act in solutions(table, puzzle)]
    if len(found) != 1:
        raise NotOneSolution(f"the puzzle has {len(found)} solutions: {'; '.join(found) or 'no act does it'}")
    first = scenario.steps[0]
    verb = words.verbs.get(first.verb)
    if verb is None or first.seat != puzzle.seat:
        raise NotOneSolution(f"the first step is to be the solution: {found[0]}")
    told = _told(verb.make(table, first.seat, first.details), words)
    if told != found[0]:
        raise NotOneSolution(f"the first step is {told}, and the solution is {found[0]}")


def _told(act: Any, words: Language) -> str:
    """Copies of a card are alike: without slots."""
    fields = words.cards.event_fields(act)
    told = (f"{name}={text}" for name, text in fields.items() if name not in ("seat", "slot"))
    return " ".join([words.book.acts[type(act)].verb, *told])

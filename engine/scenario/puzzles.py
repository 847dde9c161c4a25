"""Puzzles: positions in which exactly one act does what is asked for, whatever the others do.

A puzzle is played with all cards open, those of the pile too, so that its solution can be searched for to the end.
"""

from collections.abc import Iterator
from typing import Any

from engine import wants
from engine.acts import SLOT, SlotList, fields_of
from engine.front import ActLike, choices
from engine.hands import TurnBegan
from engine.inputs import TimeUp
from engine.scenario.expectations import matches, read_pattern
from engine.scenario.keys import Keys, between, one_line
from engine.scenario.language import Language, language
from engine.scenario.model import Puzzle, Scenario
from engine.scenario.runner import laid_out
from engine.slots import TABLE
from engine.tabletop import Tabletop

MOST_TURNS = 2
MOST_TRIED = 300_000
"""Acts, which takes less than a minute.  The puzzles of the program need a tenth of them."""


def read_puzzle(value: Any, words: Language) -> Puzzle:
    keys = Keys(value, "puzzle")
    puzzle = Puzzle(
        task=keys.need("task", one_line),
        hint=keys.maybe("hint", one_line, ""),
        seat=keys.maybe("seat", between(0, words.book.seats - 1), 0),
        acts=keys.maybe("acts", between(1, MOST_TURNS), 1),
        until=keys.maybe("until", lambda text: read_pattern(text, words), None),
        avoid=keys.maybe("avoid", lambda text: read_pattern(text, words), None),
    )
    keys.done()
    if (puzzle.until is None) == (puzzle.avoid is None):
        raise keys.fail("until", "a puzzle has one of 'until' and 'avoid': the event that must come, or must not")
    return puzzle


class NotOneSolution(Exception):
    """A puzzle that no act solves, or several, or another one than its story says; or one with too many ways."""


class Search:
    """Tries every way that a puzzle can go, to the end."""

    def __init__(self, puzzle: Puzzle, most: int = MOST_TRIED) -> None:
        """`NotOneSolution` comes after so many acts were tried."""
        self._puzzle = puzzle
        self._most = most
        self._tried = 0

    def solutions(self, table: Tabletop, left: int | None = None) -> list[ActLike]:
        """Every act of the seat that solves it, with so many turns to come; equal copies of a card are one act."""
        return list(self._solutions(table, self._puzzle.acts - 1 if left is None else left))

    def solution(self, table: Tabletop, left: int) -> ActLike | None:
        """One of them, if there is one."""
        return next(self._solutions(table, left), None)

    def _solutions(self, table: Tabletop, left: int) -> Iterator[ActLike]:
        acts = choices(table.view(self._puzzle.seat))
        return (act for act in acts if self.refutation(table, act, left) is None)

    def refutation(self, table: Tabletop, given: object, left: int) -> list[object] | None:
        """Why this does not solve it: itself, and what the others then do.  None: it does, with ``left`` turns to come.

        What a turn asks for beside its card, such as a way, the seat chooses as it likes.
        """
        puzzle, after = self._puzzle, self._tried_on(table)
        events = after.play(given)
        verdict = verdict_on(after, events, puzzle)
        left -= begins_turn(events, puzzle)
        want = after.waiting()
        if verdict is None and (want is None or after.state.round != table.state.round or left < 0):
            verdict = puzzle.until is None
        if verdict is None and isinstance(want, wants.Act) and puzzle.seat in want.seats:
            verdict = self.solution(after, left) is not None
        if verdict is not None:
            return None if verdict else [given]
        lines = (self.refutation(after, reply, left) for reply in replies(after))
        found = next(filter(None, lines), None)
        return found and [given, *found]

    def _tried_on(self, table: Tabletop) -> Tabletop:
        """A copy, for one more act."""
        self._tried += 1
        if self._tried > self._most:
            raise NotOneSolution(
                f"the puzzle has more ways than the {self._most} acts that are tried: give it fewer cards"
            )
        return table.copy()


def replies(table: Tabletop) -> list[object]:
    """What may come next from the players: in a window any reaction, or none."""
    want = table.waiting()
    if want is None:
        return []
    if isinstance(want, wants.Choose):
        return [TimeUp(want.seat)]
    acts: list[object] = [act for seat in want.seats for act in choices(table.view(seat))]
    return [*acts, TimeUp(TABLE)] if isinstance(want, wants.Window) else acts


def begins_turn(events: list[object], puzzle: Puzzle) -> bool:
    """Whether the seat is up again."""
    return any(isinstance(event, TurnBegan) and event.seat == puzzle.seat for event in events)


def verdict_on(table: Tabletop, events: list[object], puzzle: Puzzle) -> bool | None:
    """What these events decide."""
    pattern = puzzle.until or puzzle.avoid
    assert pattern is not None
    cards = language(table.state.book).cards
    return puzzle.until is not None if any(matches(pattern, event, cards) for event in events) else None


def check(scenario: Scenario) -> None:
    """Whether the one solution is what the first step does."""
    puzzle = scenario.puzzle
    if puzzle is None:
        return
    table = laid_out(scenario)
    words = language(table.state.book)
    found = Search(puzzle).solutions(table)
    if len(found) != 1:
        told = "; ".join(_told(act, words) for act in found) or "no act does it"
        raise NotOneSolution(f"the puzzle has {len(found)} solutions: {told}")
    first, solution = scenario.steps[0], _told(found[0], words)
    if first.verb not in words.verbs or first.seat != puzzle.seat:
        raise NotOneSolution(f"the first step is to be the solution: {solution}")
    act = words.verbs[first.verb].make(table, first.seat, first.details)
    if not alike(table, act, found[0]):
        raise NotOneSolution(f"the first step is {_told(act, words)}, and the solution is {solution}")


def alike(table: Tabletop, one: Any, other: Any) -> bool:
    """Whether two acts do the same, perhaps with another copy of a card."""
    return type(one) is type(other) and _shown(table, one) == _shown(table, other)


def _shown(table: Tabletop, act: Any) -> list[Any]:
    """What the act names, a card by its face."""
    faces, named = table.faces, []
    for field in fields_of(table.state.book.acts[type(act)]):
        value = getattr(act, field.name)
        if field.type is SLOT:
            value = faces[value]
        elif isinstance(field.type, SlotList):
            value = sorted(faces[slot] for slot in value)
        named.append(value)
    return named


def _told(act: Any, words: Language) -> str:
    """Copies of a card are alike: without slots."""
    fields = words.cards.event_fields(act)
    told = (f"{name}={text}" for name, text in fields.items() if name not in ("seat", "slot"))
    return " ".join([words.book.acts[type(act)].verb, *told])

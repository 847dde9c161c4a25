"""A scenario that a person goes through: the acts of one seat are the person's, everything else happens by itself."""

from abc import ABC, abstractmethod
from collections import deque
from random import Random
from typing import Any

from client.games.registry import game_of
from client.i18n import _
from client.learn.table import LearnTable
from client.words.people import People, bot_names
from engine.scenario.language import language
from engine.scenario.model import Puzzle, Scenario, Step
from engine.scenario.puzzles import Search, alike, begins_turn, replies, verdict_on
from engine.scenario.runner import laid_out
from engine.tabletop import Tabletop

GOOD = _("Good. And now?")
_LEARNER = 0
"""The person's seat in a lesson."""


class Exercise(ABC):
    """What lessons and puzzles have in common: a table, what is to be done there, and whether it is."""

    done = False
    told: list[str]
    """What was said since the person acted, the task last."""

    def __init__(self, scenario: Scenario, name: str, seat: int) -> None:
        self.top: Tabletop = laid_out(scenario)
        names = list(_beside(name, scenario.seats - 1))
        self.people = People([*names[:seat], name, *names[seat:]], seat)
        self.table = LearnTable(self.top, self.people)

    @property
    @abstractmethod
    def task(self) -> str:
        """What the person is to do now."""

    @property
    def hint(self) -> str:
        """Which card it is, if it is one."""
        act = self.solution()
        places = [slot for slot, _face in self.table.view.hand()]
        slot = getattr(act, "slot", None)
        if slot in places:
            return _("Card {number} does it.", number=places.index(slot) + 1)
        return self.sentence(act)

    @abstractmethod
    def act(self, act: Any) -> list[str]:
        """Do it, or say why not; the sentences say what has come of it."""

    @abstractmethod
    def solution(self) -> Any:
        """An act that goes on."""

    def _made(self, step: Step) -> Any:
        """The act of a step."""
        return language(self.top.state.book).verbs[step.verb].make(self.top, step.seat, step.details)

    def sentence(self, act: Any) -> str:
        return game_of(self.top.state.book.rules).sentence(act, self.table.view, self.people)


def _beside(name: str, count: int) -> list[str]:
    names = bot_names([name])
    return [next(names) for _seat in range(count)]


class LessonUnderWay(Exercise):
    """The story of a scenario, step by step."""

    def __init__(self, scenario: Scenario, name: str) -> None:
        super().__init__(scenario, name, _LEARNER)
        self._steps = deque(scenario.steps)
        self.told = self._happen()

    @property
    def task(self) -> str:
        return self._steps[0].say if self._steps else ""

    def act(self, act: Any) -> list[str]:
        if not alike(self.top, act, self.solution()):
            return [_("The rules allow that. Here do this: {act}.", act=self.sentence(self.solution()))]
        self.top.play(act)
        self._steps.popleft()
        self.told = self._happen()
        return self.told

    def solution(self) -> Any:
        return self._made(self._steps[0])

    def _happen(self) -> list[str]:
        """Until the person is to act, or the lesson is over."""
        told: list[str] = []
        while self._steps and not self._is_own(self._steps[0]):
            step = self._steps.popleft()
            told += filter(None, [step.say])
            if step.verb and step.expected.refused is None:
                self.top.play(self._made(step))
        self.done = not self._steps
        return [*told, *filter(None, [self.task])]

    def _is_own(self, step: Step) -> bool:
        return bool(step.verb) and step.seat == _LEARNER and step.expected.refused is None


class PuzzleUnderWay(Exercise):
    """What is asked for is done by one act alone, and perhaps by another after the others' replies."""

    def __init__(self, scenario: Scenario, name: str) -> None:
        assert scenario.puzzle is not None
        self.puzzle: Puzzle = scenario.puzzle
        super().__init__(scenario, name, self.puzzle.seat)
        self.top.notebooks[self.puzzle.seat].show(self.top.faces.items())
        self._left = self.puzzle.acts - 1
        """Turns of the person behind this one."""
        self._has_come = False
        self._first: Any = self._made(scenario.steps[0])
        """What the search has found when the puzzle was checked; None once something was done."""
        self.top.watchers.append(self._look)
        self._chance = Random(scenario.title)  # noqa: S311  no secret hangs on it
        self.told = [self.task]

    @property
    def task(self) -> str:
        return self.puzzle.task

    @property
    def hint(self) -> str:
        return self.puzzle.hint or super().hint

    def solution(self) -> Any:
        return self._first or Search(self.puzzle).solution(self.top, self._left)

    def act(self, act: Any) -> list[str]:
        why_not = Search(self.puzzle).refutation(self.top, act, self._left)
        if why_not is not None:
            return [_("Not this."), *self._told_on_a_copy(why_not)]
        self._first = None
        self.top.play(act)
        if self._left > 0:
            self._reply()
        self.done = self._has_come or self._left < 0 or self.table.asked is None
        self.told = [_("Solved!") if self.done else GOOD]
        return self.told

    def _look(self, events: list[object]) -> None:
        self._has_come |= verdict_on(self.top, events, self.puzzle) is True
        self._left -= begins_turn(events, self.puzzle)

    def _reply(self) -> None:
        """The others do anything: no reply of theirs helps."""
        while not self._has_come and self.table.asked is None:
            self.top.play(self._chance.choice(replies(self.top)))

    def _told_on_a_copy(self, line: list[object]) -> list[str]:
        """What would happen."""
        top = self.top.copy()
        table = LearnTable(top, self.people)
        for given in line:
            top.play(given)
        lines = [told.text for told in table.told_lines]
        return lines or [_("Nothing comes of it.")]


def begun(scenario: Scenario, name: str) -> Exercise:
    return PuzzleUnderWay(scenario, name) if scenario.puzzle else LessonUnderWay(scenario, name)

"""What there is to learn with: lessons and puzzles, in their order, those that a person adds, and what is done."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from client.commands.ends import Stopped
from client.i18n import _, as_written
from client.profile.known_file import KnownFile, KnownTrouble
from client.profile.profile import Profile
from engine.records import record
from engine.scenario.keys import BadScenario
from engine.scenario.model import Scenario
from engine.scenario.puzzles import NotOneSolution, check
from engine.scenario.reader import read
from engine.scenario.runner import Differs, run

LESSONS, PUZZLES = "lessons", "puzzles"


@record
class Chapter:
    """One lesson or puzzle; ``key`` is what it is remembered by when it is done."""

    key: str
    scenario: Scenario


def chapters(kind: str) -> list[Chapter]:
    """Of `LESSONS` or `PUZZLES`, the simplest first."""
    folder = files("client.learn").joinpath(kind)
    return [_chapter(kind, file) for file in sorted(folder.iterdir(), key=lambda file: file.name)]


def _chapter(kind: str, file: Traversable) -> Chapter:
    scenario = read(file.read_text(encoding="utf-8"))
    return Chapter(f"{kind}/{file.name.removesuffix('.toml')}", _translated(scenario))


def _translated(scenario: Scenario) -> Scenario:
    puzzle = scenario.puzzle
    return replace(
        scenario,
        title=as_written(scenario.title),
        steps=[replace(step, say=as_written(step.say)) for step in scenario.steps],
        puzzle=puzzle and replace(puzzle, task=as_written(puzzle.task), hint=as_written(puzzle.hint)),
    )


def texts(scenario: Scenario) -> Iterator[str]:
    """What a person reads of it."""
    yield scenario.title
    yield from (step.say for step in scenario.steps if step.say)
    if scenario.puzzle is not None:
        yield from filter(None, (scenario.puzzle.task, scenario.puzzle.hint))


class Done:
    """The lessons and puzzles that the person has done; what cannot be kept holds until this program ends."""

    def __init__(self, profile: Profile) -> None:
        self._file = KnownFile(profile.data / "learned.txt")
        self._keys: set[str] = set()
        with suppress(KnownTrouble):
            self._keys.update(text for _number, text in self._file.lines())

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def add(self, key: str) -> None:
        self._keys.add(key)
        with suppress(KnownTrouble), self._file.changing():
            self._file.write(sorted(self._keys.union(text for _number, text in self._file.lines())))


@record
class Course:
    """Chapters that a person goes through, and where."""

    chapters: Sequence[Chapter]
    done: Done
    name: str
    """What the person is called at the tables."""

    def first(self) -> int:
        """The first that is not done; the first of all when all are."""
        return next((at for at, chapter in enumerate(self.chapters) if chapter.key not in self.done), 0)


def added(path: Path) -> Chapter:
    """A file of the person's own: its story must hold, and a puzzle in it must have one solution."""
    try:
        scenario = read(path.read_text(encoding="utf-8-sig"))
        run(scenario)
        check(scenario)
    except OSError as error:
        raise Stopped(_("{file}: cannot be read: {why}", file=path, why=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise Stopped(_("{file}: this is not a text in UTF-8", file=path)) from error
    except (BadScenario, Differs, NotOneSolution) as error:
        raise Stopped(f"{path}: {error}") from error
    if scenario.dealer_by_hand:
        raise Stopped(_("{file}: a lesson leaves the dealing to the program: take out 'dealer'", file=path))
    return Chapter(str(path), scenario)

"""The lessons and puzzles that come with the program: each holds, and a puzzle has one solution among many acts."""

from collections import Counter
from pathlib import Path

import pytest

from client.commands.ends import Stopped
from client.learn.course import LESSONS, PUZZLES, Chapter, Course, Done, added, chapters
from client.learn.exercise import PuzzleUnderWay, begun
from client.profile.profile import Profile
from engine.front import choices
from engine.scenario.puzzles import check
from engine.scenario.runner import laid_out, run
from tests.support.nights import thinned

ALL = [*chapters(LESSONS), *chapters(PUZZLES)]
FEWEST_OFFERED = 6


WRONG = b"""
title = "A lesson whose step the rules refuse"
cites = ["A4.3"]
seats = 3

[position]
board = ["1,0 straight-short"]
hands = [["straight-long", "cross"], ["map"], ["rockfall"]]

[[step]]
seat = 0
place = "straight-long"
at = "2,0"
"""


def key(chapter: Chapter) -> str:
    return chapter.key


@pytest.mark.parametrize("chapter", thinned(ALL, 2), ids=key)
def test_it_can_be_done_by_its_solutions_alone(chapter: Chapter) -> None:
    run(chapter.scenario)
    check(chapter.scenario)
    exercise = begun(chapter.scenario, "Eva")
    acts = 0
    while not exercise.done:
        assert exercise.task in exercise.told or exercise.told == ["Good. And now?"]
        assert exercise.hint
        exercise.act(exercise.solution())
        acts += 1
    assert acts >= (exercise.puzzle.acts if isinstance(exercise, PuzzleUnderWay) else 1)


@pytest.mark.parametrize("chapter", thinned(chapters(PUZZLES), 2), ids=key)
def test_a_puzzle_offers_many_acts_and_tells_what_each_wrong_one_comes_to(chapter: Chapter) -> None:
    puzzle = chapter.scenario.puzzle
    assert puzzle is not None
    offered = choices(laid_out(chapter.scenario).view(puzzle.seat))
    assert len(offered) >= FEWEST_OFFERED
    exercise = begun(chapter.scenario, "Eva")
    wrong = next(act for act in offered if act != exercise.solution())
    before = exercise.top.state.copy()
    first, *others = exercise.act(wrong)
    assert first == "Not this."
    assert others
    assert exercise.top.state == before
    assert not exercise.done


def test_there_are_lessons_for_every_game_and_puzzles_that_need_two_acts() -> None:
    games = Counter(chapter.scenario.rules.card_set for chapter in chapters(LESSONS))
    assert games == {"base": 10, "saboteur2": 2, "cave": 2}
    acts = Counter(chapter.scenario.puzzle.acts for chapter in chapters(PUZZLES) if chapter.scenario.puzzle)
    assert acts.total() >= 30
    assert acts[2] >= 10
    games = Counter(chapter.scenario.rules.card_set for chapter in chapters(PUZZLES))
    assert games.keys() == {"base", "saboteur2", "cave"}
    assert games["cave"] >= 6
    assert len({chapter.scenario.title for chapter in ALL}) == len(ALL)


def test_another_act_that_is_allowed_does_not_go_on_with_a_lesson() -> None:
    lesson = begun(chapters(LESSONS)[0].scenario, "Eva")
    other = next(act for act in choices(lesson.table.view) if act != lesson.solution())
    assert lesson.act(other) == ["The rules allow that. Here do this: straight left to right at 1,0."]
    assert lesson.table.told_lines == []


def test_what_is_done_is_kept_and_the_next_start_goes_on_behind_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    course = Course(chapters(LESSONS), Done(Profile("default")), "Eva")
    assert course.first() == 0
    course.done.add(course.chapters[0].key)
    course.done.add(course.chapters[2].key)
    again = Course(course.chapters, Done(Profile("default")), "Eva")
    assert again.first() == 1
    for chapter in course.chapters:
        again.done.add(chapter.key)
    assert again.first() == 0


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\xff\xfe\xff", "this is not a text in UTF-8"),
        (b"title = 1", "is missing|expected"),
        (WRONG, "step 1 .place straight-long at 2,0.: outcome: expected an accepted step"),
        (WRONG.replace(b"seats = 3", b'seats = 3\ndealer = "by-hand"').replace(b"straight-long", b"cross"), "take out"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(tmp_path: Path, content: bytes | None, why: str) -> None:
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(Stopped, match=why):
        added(file)

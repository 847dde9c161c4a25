"""What is said of lessons and puzzles, the same in lines and on a screen."""

from client.i18n import _
from client.learn.course import Course
from client.render.charset import Charset


def heading(course: Course, at: int) -> str:
    scenario = course.chapters[at].scenario
    told = {"number": at + 1, "count": len(course.chapters), "title": scenario.title}
    if scenario.puzzle:
        return _("Puzzle {number} of {count}: {title}", **told)
    return _("Lesson {number} of {count}: {title}", **told)


def list_lines(course: Course, charset: Charset) -> list[str]:
    """With a tick where one is done."""
    return [
        f"{charset.tick if chapter.key in course.done else ' '} {number:2}  {chapter.scenario.title}"
        for number, chapter in enumerate(course.chapters, start=1)
    ]

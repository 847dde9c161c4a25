"""Log files that were audited: what was read, and what is worth knowing of each."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from client.audit.notes import Note, notes_of, shown
from client.i18n import _
from protocol.audit.audit import audit
from protocol.audit.bot_check import Progress, no_progress
from protocol.audit.evidence import EVIDENCE
from protocol.audit.reading import Reading
from protocol.audit.report import Report, Verdict, Why
from protocol.audit.story import Story, story_of
from protocol.keys.phrase_words import WORDS

EXIT_CODES = {
    Verdict.VERIFIED: 0,
    Verdict.UNFINISHED: 4,
    Verdict.UNPROVEN: 3,
    Verdict.UNREADABLE: 2,
    Verdict.REFUTED: 1,
}
LARGEST = 64 << 20
"""In bytes.  A game takes a few hundred thousand."""
ENDING = ".umlog"
Bars = Callable[[], AbstractContextManager[Progress]]
"""What shows how far the bots of one file are worked out again."""


@dataclass(slots=True)
class Audited:
    name: str
    report: Report
    size: int = 0
    in_folder: bool = False
    story: Story | None = None
    reading: Reading | None = None
    """Its entries, where the file was named by itself."""
    notes: list[Note] = field(default_factory=list)
    mismatch: str = ""
    """What is wrong with the phrase, if one was named."""
    trouble: str = ""
    """Why there was nothing to judge."""

    @property
    def verdict(self) -> Verdict:
        """What this file alone makes of it: the phrase of another table is as bad as a fault."""
        other = self.mismatch and self.report.phrase
        return Verdict.REFUTED if other else self.report.verdict

    def expect(self, words: str | None) -> None:
        """Compare the phrase with the one that a person was shown."""
        if words is None or self.report.verdict == Verdict.UNREADABLE:
            return
        said = tuple(re.split(r"[\s,-]+", words.strip().lower()))
        found = self.report.phrase
        if not found:
            self.mismatch = _("the log does not reach the point where the phrase is known")
        elif said != found:
            self.mismatch = _("the phrase of this log is “{found}”: it is not your table", found=" ".join(found))
            if unknown := [word for word in said if word not in WORDS]:
                word = shown(unknown[0][:20])
                self.mismatch += _(", or mistyped, as no phrase has the word “{word}”", word=word)


def all_audited(names: Iterable[str], *, bots: bool, bar: Bars) -> Iterator[Audited]:
    """Every file that is named, and every log of a folder that is."""
    for name in names:
        in_folder = os.path.isdir(name)  # noqa: PTH112  Path.is_dir raises where a folder above cannot be read
        paths = [Path(name)]
        if in_folder:
            paths = sorted(file for file in Path(name).rglob(f"*{ENDING}") if not os.path.isdir(file))  # noqa: PTH112
        if not paths:
            yield _nothing(Path(name), _why_empty(name))
        for path in paths:
            one = examine(path, bots=bots, bar=bar, reading=None if in_folder else Reading())
            one.in_folder = in_folder
            yield one


def _why_empty(folder: str) -> str:
    """A folder that may not be read looks empty, too."""
    try:
        os.listdir(folder)  # noqa: PTH208
    except OSError as error:
        return _("cannot be read: {why}", why=error.strerror)
    return _("there is no {ending} file in this folder", ending=ENDING)


def _nothing(path: Path, why: str) -> Audited:
    return Audited(str(path), Report(Verdict.UNREADABLE, Why.UNREADABLE, why), trouble=why)


def examine(
    path: Path,
    *,
    bots: bool = True,
    bar: Bars = lambda: nullcontext(no_progress),
    reading: Reading | None = None,
) -> Audited:
    """``reading``: a new one, for a caller that goes on with what was read."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        why = getattr(error, "strerror", None) or str(error)
        return _nothing(path, _("cannot be read: {why}", why=why))
    if len(data) > LARGEST:
        return _nothing(path, _("is larger than {most} MiB: no log of a game is", most=LARGEST >> 20))
    with bar() as progress:
        one = Audited(str(path), _judge(data, progress, reading, bots=bots), len(data), reading=reading)
    if not data.startswith(EVIDENCE):
        one.story = story_of(data)
    if one.report.follower is not None:
        one.notes = list(notes_of(one.report, one.report.follower))
    return one


def _judge(data: bytes, progress: Progress, reading: Reading | None, *, bots: bool) -> Report:
    try:
        return audit(data, bots=bots, progress=progress, reading=reading)
    except Exception as error:  # noqa: BLE001  a file made to break this program gets a sentence, and is not VERIFIED
        why = _("this program crashed on it ({kind}); please report it", kind=type(error).__name__)
        return Report(Verdict.UNREADABLE, Why.UNREADABLE, why)

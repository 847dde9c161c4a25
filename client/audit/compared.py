"""Several log files held against each other: what two of them prove, what only one of them has, and the evidence."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from pathlib import Path

from client.audit.files import Audited
from client.audit.notes import Note, listed
from client.i18n import _, plural
from protocol.audit.audit import audit
from protocol.audit.compare import all_clashes, only_in_one
from protocol.audit.evidence import EVIDENCE, of_one, of_two
from protocol.audit.story import Story
from protocol.audit.weak_seeds import repeated
from protocol.log.faults import Finding


@dataclass(frozen=True, slots=True)
class Clash:
    """Two files that cannot both be honest, and the key that answers for it."""

    files: tuple[str, str]
    finding: Finding
    stories: tuple[Story, Story]


class NothingToProve(Exception):
    """No fault was found, or none that the records alone prove."""


def clashes_of(audited: list[Audited]) -> Iterator[Clash]:
    """Logs of one table that differ, and JOINs that serve two tables."""
    told = _stories(audited)
    for one, other, finding in all_clashes([story for _name, story in told]):
        (name, story), (name_too, story_too) = told[one], told[other]
        yield Clash((name, name_too), finding, (story, story_too))


def _stories(audited: list[Audited]) -> list[tuple[str, Story]]:
    return [(one.name, one.story) for one in audited if one.story is not None]


def notes_on(audited: list[Audited]) -> Iterator[Note]:
    """What comparing shows that changes no verdict."""
    for (name, story), (other, told) in combinations(_stories(audited), 2):
        if story.tid == told.tid:
            yield from _only(name, other, story, told)
            yield from _only(other, name, told, story)
    yield from _seeds(audited)


def _only(has: str, lacks: str, story: Story, told: Story) -> Iterator[Note]:
    if entries := only_in_one(story, told):
        text = plural(
            "{has} has the text of {count} entry that was removed from {lacks}: {list}",
            "{has} has the texts of {count} entries that were removed from {lacks}: {list}",
            len(entries),
            has=has,
            lacks=lacks,
            list=listed(entries),
        )
        yield Note("text-in-one-file", text)


def _seeds(audited: list[Audited]) -> Iterator[Note]:
    """Over tables: what repeats within one is told with its file."""
    tables: dict[bytes, set[bytes]] = {}
    for one in audited:
        if (follower := one.report.follower) is not None:
            tables.setdefault(follower.setting.tid, set()).update(follower.ledger.chances())
    if count := len(repeated(chain.from_iterable(tables.values()))):
        text = plural(
            "{count} seed of the server stands in more than one table",
            "{count} seeds of the server stand in more than one table",
            count,
        )
        yield Note("seeds-repeat", text)


def proof_of(audited: list[Audited], clashes: list[Clash]) -> bytes:
    """A file whose audit finds the same: of what two files prove together, else of the first file with a fault."""
    for clash in clashes:
        return _first_proof([of_two(*clash.stories, clash.finding)], clash.finding)
    for one in audited:
        for finding in one.report.findings:
            data = Path(one.name).read_bytes()
            return _first_proof([data] if data.startswith(EVIDENCE) else of_one(data, finding), finding)
    raise NothingToProve(_("no fault was found, so there is nothing to prove"))


def _first_proof(candidates: Iterable[bytes], finding: Finding) -> bytes:
    """Checked before it is given away."""
    same = (finding.code, finding.at, finding.key)
    for made in candidates:
        if any((found.code, found.at, found.key) == same for found in audit(made).findings):
            return made
    raise NothingToProve(_("the records alone do not prove the fault"))

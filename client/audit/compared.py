"""Several log files held against each other: what two of them prove, and what only one of them has."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from client.audit.files import Audited
from client.audit.notes import Note
from client.i18n import plural
from protocol.audit.compare import all_clashes, only_in_one
from protocol.audit.story import Story
from protocol.audit.weak_seeds import repeated
from protocol.log.faults import Finding
from protocol.log.records import Entry, Kind


@dataclass(frozen=True, slots=True)
class Clash:
    """Two files that cannot both be honest, and the key that answers for it."""

    files: tuple[str, str]
    finding: Finding
    stories: tuple[Story, Story]


def clashes_of(audited: list[Audited]) -> Iterator[Clash]:
    """Logs of one table that differ, and JOINs that serve two tables."""
    names = [one.name for one in audited if one.story is not None]
    stories = [one.story for one in audited if one.story is not None]
    for one, other, finding in all_clashes(stories):
        yield Clash((names[one], names[other]), finding, (stories[one], stories[other]))


def notes_on(audited: list[Audited]) -> Iterator[Note]:
    """What comparing shows that changes no verdict."""
    yield from _texts(audited)
    yield from _seeds(audited)


def _texts(audited: list[Audited]) -> Iterator[Note]:
    tables: dict[bytes, list[tuple[str, Story]]] = {}
    for one in audited:
        if one.story is not None:
            tables.setdefault(one.story.tid, []).append((one.name, one.story))
    for files in tables.values():
        for (name, story), (other, told) in combinations(files, 2):
            yield from _only(name, other, only_in_one(story, told))
            yield from _only(other, name, only_in_one(told, story))


def _only(has: str, lacks: str, entries: list[Entry]) -> Iterator[Note]:
    if entries:
        list_ = ", ".join(f"{entry.seq} ({Kind(entry.kind).name})" for entry in entries)
        told = {"has": has, "lacks": lacks, "list": list_}
        text = plural(
            "{has} has the text of {count} entry that was removed from {lacks}: {list}",
            "{has} has the texts of {count} entries that were removed from {lacks}: {list}",
            len(entries),
            **told,
        )
        yield Note("text-in-one-file", text)


def _seeds(audited: list[Audited]) -> Iterator[Note]:
    """Over tables: what repeats within one is told with its file."""
    tables: dict[bytes, set[bytes]] = {}
    for one in audited:
        if (follower := one.report.follower) is not None:
            tables.setdefault(follower.setting.tid, set()).update(follower.ending.seeds.values())
    if count := len(repeated(chain.from_iterable(tables.values()))):
        text = plural(
            "{count} seed of the server stands in more than one table",
            "{count} seeds of the server stand in more than one table",
            count,
        )
        yield Note("seeds-repeat", text)

"""What an audit has to say beside its verdict: notes that change nothing, and what no log can prove."""

from collections.abc import Iterator
from dataclasses import dataclass

from client.i18n import _, plural
from protocol.audit.report import Report
from protocol.audit.weak_seeds import is_trivial, repeated
from protocol.follow.ending import DISSOLVED
from protocol.follow.follower import Follower
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth knowing that changes no verdict; the code is for programs."""

    code: str
    text: str
    seat: int | None = None


def shown(text: str) -> str:
    """A text of others as a terminal can be given it."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def notes_of(report: Report, follower: Follower) -> Iterator[Note]:
    """In the order of what matters to a reader."""
    if (before := follower.setting.table.predecessor) is not None:
        text = _("it follows table {table}, which was {reason}", table=before.tid.hex()[:16], reason=before.reason)
        yield Note("predecessor", text)
    for told in (_ends, _owing, _clocks, _absences):
        yield from told(follower)
    yield from _complaints(report, follower)
    for told in (_protests, _words, _gaps):
        yield from told(follower)
    yield from _removed(report)
    yield from _seeds(follower)
    if report.bots_checked:
        yield Note("bots-checked", _("every move of the server's bots was checked"))
    elif report.played_by_bots:
        text = _("the moves of the server's bots were not checked")
        if why := report.bots_left_out_why:
            text = _("the moves of the server's bots were not checked: {why}", why=why)
        yield Note("bots-not-checked", text)


def _ends(follower: Follower) -> Iterator[Note]:
    for seq, seats in follower.ending.unconfirmed(follower.setting.people):
        at_end = follower.ended is not None and seq == max(seq for seq, _seats in follower.ending.confirmations())
        what = _("the end") if at_end else _("the end of the round in entry {seq}", seq=seq)
        code = "close-missing" if at_end else "round-close-missing"
        yield Note(code, _("{what} was not confirmed by: seat {seats}", what=what, seats=", ".join(map(str, seats))))


def _owing(follower: Follower) -> Iterator[Note]:
    """Where a mode lets seats owe something: who had not said it when the game was stopped."""
    for seat, step in follower.ending.owing:
        text = _("seat {seat} had not said what it owed when the game was stopped: {step}", seat=seat, step=step)
        yield Note("owing", text, seat)


def _clocks(follower: Follower) -> Iterator[Note]:
    for seat, count in _counted(follower.absence.timeouts):
        text = plural("seat {seat}: {count} time-out", "seat {seat}: {count} time-outs", count, seat=seat)
        yield Note("timeouts", text, seat)
    for seat, count in _counted(follower.absence.overtime):
        text = plural(
            "seat {seat}: {count} answer came after its time was over",
            "seat {seat}: {count} answers came after their time was over",
            count,
            seat=seat,
        )
        yield Note("overtime", text, seat)
    if slow := follower.absence.slow:
        text = plural(
            "{count} time the server owed something for more than 2 s; at most {seconds:.0f} s (entry {entry})",
            "{count} times the server owed something for more than 2 s; at most {seconds:.0f} s (entry {entry})",
            len(slow),
            seconds=max(ms for _seq, ms in slow) / 1000,
            entry=max(slow, key=lambda one: one[1])[0],
        )
        yield Note("server-slow", text)
    for on, off in follower.absence.pause.history:
        if off is None:
            yield Note("pauses", _("paused from entry {on} on", on=on))
        else:
            yield Note("pauses", _("paused from entry {on} to entry {off}", on=on, off=off))


def _absences(follower: Follower) -> Iterator[Note]:
    for seq, seat, kind in follower.absence.history:
        if kind == Kind.LEAVE:
            text = _("seat {seat} left in entry {seq}", seat=seat, seq=seq)
        elif kind == Kind.BACK:
            text = _("seat {seat} was back in entry {seq}", seat=seat, seq=seq)
        else:
            text = _("seat {seat} counted as away from entry {seq} on", seat=seat, seq=seq)
        yield Note("absences", text, seat)


def _complaints(report: Report, follower: Follower) -> Iterator[Note]:
    wrong = {finding.at for finding in report.findings}
    for seq, seat, about in follower.ledger.complaints:
        text = _(
            "seat {seat} complained in entry {seq} about the box in entry {about}", seat=seat, seq=seq, about=about
        )
        if about in wrong:
            text += _(", and rightly so")
        elif not follower.ledger.duty():
            text += _(", which was right")
        yield Note("complaint", text, seat)


# What people say that the log does not


def _protests(follower: Follower) -> Iterator[Note]:
    """What seats have signed and the server did not log, and what their clocks say."""
    by_seat: dict[int, list[str]] = {}
    for one in follower.grievances.withheld:
        text = _("{kind} not logged (entry {seq})", kind=follower.kinds.name(one.entry.kind), seq=one.seq)
        by_seat.setdefault(one.seat, []).append(text)
    for timed in follower.grievances.mistimed:
        text = _(
            "the question that entry {about} ended took {seconds} s by its clock, {log} s by the log (entry {seq})",
            about=timed.about,
            seconds=f"{timed.own_ms / 1000:.1f}",
            log=f"{timed.log_ms / 1000:.1f}",
            seq=timed.seq,
        )
        by_seat.setdefault(timed.seat, []).append(text)
    for seat, told in sorted(by_seat.items()):
        text = plural(
            "seat {seat} protested {count} time: {list}",
            "seat {seat} protested {count} times: {list}",
            len(told),
            seat=seat,
            list="; ".join(told),
        )
        yield Note("protest", text, seat)
    for seq, seat in follower.grievances.unproved:
        text = _("seat {seat} says something in entry {seq} that its signatures do not show", seat=seat, seq=seq)
        yield Note("protest-unproved", text, seat)


def _words(follower: Follower) -> Iterator[Note]:
    """A seat that was named for a seed which it had sent."""
    ended = follower.ended
    if ended is None or ended.reason != DISSOLVED:
        return
    for seat in sorted({one.seat for one in follower.grievances.withheld if one.seed} & set(ended.seats)):
        text = _(
            "word against word: the server says that it waited for the seed of seat {seat};"
            " seat {seat} says that it sent the seed, and shows it with its signature",
            seat=seat,
        )
        yield Note("word-against-word", text, seat)


def _gaps(follower: Follower) -> Iterator[Note]:
    for seat, count in _counted(follower.signatures.gaps):
        text = plural(
            "seat {seat}: {count} entry signed and not logged",
            "seat {seat}: {count} entries signed and not logged",
            count,
            seat=seat,
        )
        yield Note("not-logged", text, seat)


def _counted(by_seat: list[int]) -> Iterator[tuple[int, int]]:
    return ((seat, count) for seat, count in enumerate(by_seat) if count)


# The file, the server and its bots


def _removed(report: Report) -> Iterator[Note]:
    by_seat: dict[int, list[Entry]] = {}
    for entry in report.removed:
        by_seat.setdefault(entry.actor, []).append(entry)
    for seat, entries in sorted(by_seat.items()):
        text = plural(
            "seat {seat}: {count} text was removed: {list}",
            "seat {seat}: {count} texts were removed: {list}",
            len(entries),
            seat=seat,
            list=listed(entries),
        )
        yield Note("texts-removed", text, seat)


def listed(entries: list[Entry]) -> str:
    return ", ".join(f"{entry.seq} ({Kind(entry.kind).name})" for entry in entries)


def _seeds(follower: Follower) -> Iterator[Note]:
    seeds = follower.ledger.chances()
    if repeated(seeds):
        yield Note("seeds-repeat", _("the server has used one seed twice at this table"))
    if count := sum(map(is_trivial, seeds)):
        text = plural(
            "{count} seed of the server is no seed by chance: it can be guessed",
            "{count} seeds of the server are no seeds by chance: they can be guessed",
            count,
        )
        yield Note("seeds-trivial", text)


def limits_of(setting: Setting) -> Iterator[Note]:
    yield Note("cut-off", _("that nothing was cut off after the last entry"))
    yield Note("who", _("who stands behind a key"))
    yield Note("dealer", _("that the dealer kept what it saw to itself"))
    yield Note("talk", _("that friends did not talk"))
    if len(setting.people) < setting.seats:
        text = _("that bots knew only their own cards: they belong to the server and may know everything")
        yield Note("bots", text)

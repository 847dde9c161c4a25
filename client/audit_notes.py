"""What an audit has to say beside its verdict: notes that change nothing, and what no log can prove."""

from collections.abc import Iterator
from dataclasses import dataclass

from client.words import _, plural
from protocol.audit.audit import Report
from protocol.follow.follower import Follower
from protocol.log.records import Kind
from protocol.log.setting import Setting


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth knowing that changes no verdict; the code is for programs."""

    code: str
    text: str


def shown(text: str) -> str:
    """A text of others as a terminal can be given it."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def notes_of(report: Report, follower: Follower) -> Iterator[Note]:
    """In the order of what matters to a reader."""
    yield from (Note("audit", text) for text in report.notes)
    yield from _start(follower)
    yield from _ends(report, follower)
    yield from _absences(follower)
    yield from _quarrels(report, follower)
    yield from _bots(report)


def _start(follower: Follower) -> Iterator[Note]:
    before = follower.setting.table.predecessor
    if before is not None:
        text = _("it follows table {table}, which was {reason}", table=before.tid.hex()[:16], reason=before.reason)
        yield Note("predecessor", text)


def _ends(report: Report, follower: Follower) -> Iterator[Note]:
    ended = follower.ended
    if ended is not None and ended.reason != "finished":
        text = _("the game was {reason}", reason=ended.reason)
        if ended.seats:
            text = _("the game was {reason}; waited for: seat {seats}", reason=ended.reason, seats=_list(ended.seats))
        yield Note("ended-early", text)
    for seq, seats in follower.ending.unconfirmed(follower.setting.people):
        at_end = ended is not None and seq == max(seq for seq, _seats in follower.ending.confirmations())
        what = _("the end") if at_end else _("the end of the round in entry {seq}", seq=seq)
        code = "close-missing" if at_end else "round-close-missing"
        yield Note(code, _("{what} was not confirmed by: seat {seats}", what=what, seats=_list(seats)))


def _absences(follower: Follower) -> Iterator[Note]:
    if timeouts := sum(follower.absence.timeouts):
        yield Note("timeouts", plural("{count} time a limit ended", "{count} times a limit ended", timeouts))
    for seq, seat, kind in follower.absence.history:
        yield Note("absences", _absence(seq, seat, kind))


def _absence(seq: int, seat: int, kind: Kind) -> str:
    if kind == Kind.LEAVE:
        return _("seat {seat} left in entry {seq}", seat=seat, seq=seq)
    if kind == Kind.BACK:
        return _("seat {seat} was back in entry {seq}", seat=seat, seq=seq)
    return _("seat {seat} counted as away from entry {seq} on", seat=seat, seq=seq)


def _quarrels(report: Report, follower: Follower) -> Iterator[Note]:
    wrong = {finding.at for finding in report.findings}
    for seq, seat, about in follower.play.complaints:
        text = _(
            "seat {seat} complained in entry {seq} about the box in entry {about}", seat=seat, seq=seq, about=about
        )
        if about in wrong:
            text += _(", and rightly so")
        elif follower.ending.all_opened:
            text += _(", which was right")
        yield Note("complaint", text)
    for told in follower.grievances.withheld:
        kind = Kind(told.entry.kind).name
        text = _(
            "seat {seat} says in entry {seq} that its {kind} was not logged", seat=told.seat, seq=told.seq, kind=kind
        )
        yield Note("protest", text)


def _bots(report: Report) -> Iterator[Note]:
    if report.bots_checked:
        yield Note("bots-checked", _("every choice of the server's bots was worked out again"))
    elif report.played_by_bots:
        yield Note("bots-not-checked", _("the choices of the server's bots were not worked out again (--bots)"))


def _list(seats: list[int]) -> str:
    return ", ".join(map(str, seats))


def limits_of(setting: Setting) -> Iterator[Note]:
    """What no log can show."""
    yield Note("cut-off", _("that nothing was cut off after the last entry"))
    yield Note("who", _("who stands behind a key"))
    yield Note("dealer", _("that the dealer kept what it saw to itself"))
    yield Note("talk", _("that friends did not talk"))
    if len(setting.people) < setting.seats:
        text = _("that bots knew only their own cards: they belong to the server and may know everything")
        yield Note("bots", text)

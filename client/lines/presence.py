"""Who is there and how long still, in sentences: hints, as the server tells them."""

from collections.abc import Iterable

from client.i18n import _
from client.visit.table import VisitedTable
from engine.wants import Window

LONG = 3600  # seconds; with more there is no hurry


def presence_lines(table: VisitedTable) -> list[str]:
    follower = table.follower
    if follower is None:
        return []
    absence = follower.absence
    paused = _("Paused; “resume” plays on.")
    waiting = _about(_("Not ready yet"), table, table.missing)
    waiting = waiting or _about(_("Waiting for"), table, table.waiting_for)
    if waiting and (left := _hurry(table)) is not None:
        waiting = _("{line}; {seconds:.0f} s are left.", line=waiting[:-1], seconds=left)
    seats = table.presence.seats if table.presence else ()
    lines = [
        waiting,
        _about(_("Without a connection"), table, [seat for seat, here in enumerate(seats) if here == "lost"]),
        _about(_("Have left"), table, absence.left),
        _about(_("Do not answer"), table, absence.out - absence.left),
        _about(_("Bots"), table, [seat for seat, key in enumerate(follower.setting.seat_keys) if key is None]),
        paused if absence.paused else _about(_("Would like a pause"), table, table.pause_wanted),
    ]
    return [line for line in lines if line]


def _about(what: str, table: VisitedTable, seats: Iterable[int]) -> str:
    names = ", ".join(table.called(seat) for seat in sorted(seats) if seat < len(table.people))
    return _("{what}: {names}.", what=what, names=names) if names else ""


def _hurry(table: VisitedTable) -> float | None:
    """Seconds; None if there is no clock, or a long time."""
    left = table.seconds_left()
    return None if left is None or left >= LONG else left


def time_sentence(table: VisitedTable) -> str:
    """Beside a question; empty where there is no hurry."""
    if (left := _hurry(table)) is None:
        return ""
    window = isinstance(table.asked, Window)
    return _("It goes on in {seconds:.0f} s.", seconds=left) if window else _("You have {seconds:.0f} s.", seconds=left)


def go_on_sentence(seconds: float | None) -> str:
    """Behind a round: what the next one waits for."""
    if seconds is None:
        return _("Enter, or “go”, deals the next round.")
    return _("Enter, or “go”, goes on; the next round begins when all have, or in {seconds:.0f} s.", seconds=seconds)

"""Who is there and how long still, as the server tells it: hints, in sentences."""

from collections.abc import Iterable

from client.i18n import _
from client.visit.table import VisitedTable
from client.words.people import People
from engine.wants import Window
from protocol.wire.messages import Presence

LONG = 3600
"""Seconds; who has more is in no hurry."""


def presence_changes(before: Presence | None, now: Presence, people: People) -> list[str]:
    """What others should hear of; who leaves, comes back or asks for a pause stands in the story already."""
    if before is None:
        return []
    lines = []
    for seat, (old, new) in enumerate(zip(before.seats, now.seats, strict=False)):
        if seat == people.own or seat >= len(people):
            continue
        if (old, new) == ("here", "lost"):
            lines.append(_("{who} has lost the connection.", who=people.name(seat)))
        elif (old, new) == ("lost", "here"):
            lines.append(_("{who} is connected again.", who=people.name(seat)))
    return lines


def presence_lines(table: VisitedTable) -> list[str]:
    """Who is not there, for whom the table waits and how long still, and the clocks."""
    follower = table.following.follower if table.following else None
    if follower is None:
        return []
    lines, absence = [], follower.absence
    lines += _waiting(table, table.seconds_left())
    if names := _names(table, _lost(table)):
        lines.append(_("Without a connection: {names}.", names=names))
    if names := _names(table, absence.left):
        lines.append(_("Have left: {names}.", names=names))
    if names := _names(table, absence.out - absence.left):
        lines.append(_("Do not answer: {names}.", names=names))
    if names := _names(table, [seat for seat, key in enumerate(follower.setting.seat_keys) if key is None]):
        lines.append(_("Bots: {names}.", names=names))
    if absence.paused:
        lines.append(_("Paused: the clocks stand still; “resume” lets them run again."))
    elif names := _names(table, table.pause_wanted):
        lines.append(_("A pause is wanted by: {names}.", names=names))
    return lines


def _lost(table: VisitedTable) -> list[int]:
    return [seat for seat, here in enumerate(table.presence.seats if table.presence else ()) if here == "lost"]


def _names(table: VisitedTable, seats: Iterable[int]) -> str:
    return ", ".join(table.called(seat) for seat in sorted(seats) if seat < len(table.people))


def _waiting(table: VisitedTable, left: float | None) -> list[str]:
    in_hurry = left is not None and left < LONG
    if names := _names(table, table.missing):
        if in_hurry:
            return [_("Not agreed yet: {names}; {seconds:.0f} s are left.", names=names, seconds=left)]
        return [_("Not agreed yet: {names}.", names=names)]
    if not table.waiting_for:
        return []
    names = _names(table, table.waiting_for)
    if not in_hurry:
        return [_("The table waits for: {names}.", names=names)]
    return [_("The table waits for: {names}; {seconds:.0f} s are left.", names=names, seconds=left)]


def time_sentence(table: VisitedTable) -> str:
    """For who is asked; empty if nobody is in a hurry."""
    left = table.seconds_left()
    if left is None or left >= LONG:
        return ""
    if isinstance(table.asked, Window):
        return _("It goes on in {seconds:.0f} s.", seconds=left)
    return _("You have {seconds:.0f} s.", seconds=left)

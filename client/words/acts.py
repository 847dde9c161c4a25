"""What a player has done so far, as a page of either view."""

from client.i18n import _
from client.visit.seen import SeenTable
from engine.slots import Seat


def acts_of(table: SeenTable, seat: Seat) -> tuple[str, list[str]]:
    """A title, and the lines below."""
    title = _("What {name} has done so far", name=table.people.name(seat))
    return title, table.done_by(seat) or [_("Nothing yet.")]

"""When something does not go on: what does not hold, whether it accuses anybody, where it is kept, and what to do."""

from client.i18n import _
from client.net.hang_up import HungUp
from client.net.trouble import Trouble
from client.visit.table import VisitedTable
from client.words import trouble as trouble_words
from client.words.server import parting_lines
from client.words.trouble import trouble_paragraphs


def trouble_lines(trouble: Trouble, table: VisitedTable) -> list[str]:
    """The table does not go on here."""
    lines = [line for paragraph in trouble_paragraphs(trouble, table) for line in paragraph]
    return ["", _("This table does not go on here."), *lines]


def objection_lines(code: str) -> list[str]:
    """The seat did not agree to the table."""
    return ["", *trouble_words.objection_lines(code)]


def gave_up_lines(why: HungUp) -> list[str]:
    """There will be no more connections."""
    return ["", *parting_lines(why)]

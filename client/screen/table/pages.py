"""The pages about a table: trust, trouble, the end, help.  A table in, a title and sentences out."""

from collections.abc import Sequence
from typing import NamedTuple

from client.audit.files import Audited
from client.games.game import ClientGame, View
from client.i18n import _
from client.net.trouble import Trouble
from client.render.charset import Charset
from client.render.spans import fitted
from client.visit.table import VisitedTable
from client.words.people import LONGEST_NAME, People
from client.words.trouble import end_sentence, objection_lines, spaced, trouble_paragraphs, trouble_title
from client.words.trust import log_line, trust_paragraphs
from client.words.verdict import verdict_lines


class PageText(NamedTuple):
    title: str
    lines: Sequence[str]


def trust_page(table: VisitedTable, judged: Audited | None = None, link: str = "") -> PageText:
    return PageText(_("Trust"), spaced(trust_paragraphs(table, judged.report if judged else None, link)))


def trouble_page(trouble: Trouble, table: VisitedTable) -> PageText:
    return PageText(trouble_title(trouble), spaced(trouble_paragraphs(trouble, table)))


def objection_page(code: str) -> PageText:
    return PageText(_("This is not the table that you agreed to"), objection_lines(code))


def end_page(table: VisitedTable, judged: Audited | None) -> PageText:
    """Whether it holds, which must not be overlooked, and who won."""
    lines = [*(verdict_lines(judged.report) if judged else [_("The log is being checked…")]), ""]
    if table.scores is not None:
        scores, winners = table.scores.scores, table.scores.winners
        for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
            name = fitted(table.people.name(seat), LONGEST_NAME)
            lines.append(f" {'*' if seat in winners else ' '} {name} {scores[seat]:>3}")
        lines += ["", _("* wins the game")]
    elif table.ended is not None:
        lines.append(end_sentence(table))
    lines.append("")
    if table.phrase:
        lines.append(_("Phrase: {phrase}", phrase=table.phrase))
    if table.log is not None:
        lines.append(log_line(table))
    return PageText(_("The game is over"), lines)


KEYS = (
    _("1 to 9        pick a card; again puts it back"),
    _("arrows, Tab   move over the board; to the next place that is lit"),
    _("Space, Enter  turn the card; play it.  Esc puts it back"),
    _("D             discard: numbers pick the cards, Enter discards them"),
    _("T, M          talk to everybody; mute somebody"),
    _("G             a pencil mark: your guess beside a player"),
    _("V             what was checked, and the phrase"),
    _("P, B          ask for a pause or end it; come back after leaving"),
    _("N, S          the end of the last round; all that only you know"),
    _("C, Z          centre the board; another size; Shift+arrows move it"),
    _("PgUp, PgDn    what was told before"),
    _("Q             leave the table, for now or for good"),
    _("The mouse picks cards, places and players; a second click plays;"),
    _("its wheel moves the board, with Shift or Ctrl to the side;"),
    _("a click on the first line, or on what to do now, lists the rest."),
)


def secrets_page(game: ClientGame, view: View, people: People) -> PageText:
    return PageText(_("What only you know"), game.secrets(view, people) or [_("Nothing yet.")])


def help_page(game: ClientGame | None, view: View | None, charset: Charset) -> PageText:
    signs = [] if game is None else ["", *game.signs_help(charset), "", *game.board_help(view)]
    return PageText(_("Keys and signs"), [*KEYS, *signs])

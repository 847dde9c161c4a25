"""The pages about a table: trust, trouble, the end, help.  A table in, a title and sentences out."""

from collections.abc import Sequence
from dataclasses import dataclass

from client.audit.files import Audited
from client.games.mine.help import board_help_lines
from client.games.mine.meanings import role_meaning
from client.games.mine.names import goal_card, goal_name
from client.games.mine.pictures.map_picture import REFUSED
from client.games.mine.standing import secret_lines
from client.i18n import _
from client.net.trouble import Trouble
from client.render.charset import Charset
from client.render.spans import fitted
from client.visit.table import VisitedTable
from client.words.people import LONGEST_NAME, People
from client.words.trouble import end_sentence, objection_lines, spaced, trouble_paragraphs, trouble_title
from client.words.trust import log_line, trust_paragraphs
from client.words.verdict import verdict_lines
from engine.mine.view import View


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says."""

    title: str
    lines: Sequence[str]


def trust_page(table: VisitedTable, judged: Audited | None = None, link: str = "") -> PageText:
    """What was checked so far, and by whom; a verdict only after the end."""
    return PageText(_("Trust"), spaced(trust_paragraphs(table, judged.report if judged else None, link)))


def trouble_page(trouble: Trouble, table: VisitedTable) -> PageText:
    """What does not hold, whether it proves anything, and what to do now."""
    return PageText(trouble_title(trouble), spaced(trouble_paragraphs(trouble, table)))


def objection_page(code: str) -> PageText:
    """The table is not what was agreed to."""
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


def secrets_page(view: View, people: People) -> PageText:
    """All that only this seat knows."""
    role = view.role(people.own)
    lines = [*secret_lines(view, people), *_goals(view)]
    if role is not None:
        lines = [*lines, "", _("Your role: {meaning}", meaning=role_meaning(role))]
    return PageText(_("What only you know"), lines or [_("Nothing yet.")])


def _goals(view: View) -> list[str]:
    """Those that were looked at and still lie face down."""
    state = view.state
    return [
        _("Secret: the {goal} goal is {card}.", goal=goal_name(at), card=goal_card(face))
        for at, slot in state.goals.items()
        if slot not in state.faces and (face := view.face(slot)) is not None
    ]


def help_page(view: View | None, charset: Charset) -> PageText:
    """Keys, then signs."""
    board = board_help_lines(view.state.book) if view is not None else []
    return PageText(_("Keys and signs"), [*KEYS, "", *_signs(charset), "", *board])


def _signs(charset: Charset) -> list[str]:
    """How to read the players and the lit places, as this terminal shows them."""
    return [
        _("{sign} stands before whose turn it is.", sign=charset.pointer),
        _(
            "Behind a name: how many cards in the hand; P L C a broken pick, lantern, cart; {bar} in prison; T a Theft;"
            " 2g two gold cards; 3$ three nuggets; ? cut off, - left.",
            bar=charset.bar,
        ),
        _("(sab) is a role that you alone know, sab? only your guess."),
        _(
            "{tick} is a key that you have met before, ~ one that had another name, ! a name that you know with a new"
            " key.",
            tick=charset.tick,
        ),
        _("Lit places: {upright} the card fits as it is, {turned} only turned, {either} both ways.", **_lit(charset)),
        _("{either} in the corners of what lies there: the card can be played on it.", **_lit(charset)),
        _("{refused} beside a card: it cannot lie there.", refused=REFUSED),
    ]


def _lit(charset: Charset) -> dict[str, str]:
    return {"upright": charset.upright, "turned": charset.upside_down, "either": charset.either}

"""What is said of a table: the lines around the board, and pages of trust, trouble, the end and help."""

from collections.abc import Sequence
from typing import NamedTuple

from client.audit.files import Audited
from client.games.game import ClientGame, Identity, View
from client.games.registry import game_of
from client.i18n import _
from client.net.trouble import Trouble
from client.render.charset import Charset
from client.visit.seen import SeenTable
from client.visit.table import VisitedTable
from client.visit.told import substitute
from client.words.acts import acts_of
from client.words.people import People
from client.words.safe import columns, cut
from client.words.trouble import end_sentence, objection_lines, spaced, trouble_paragraphs, trouble_title
from client.words.trust import trust_paragraphs
from client.words.verdict import fair_lines
from client.words.winning import score_table, winning

_MINUTE = 60
_ASKERS = 16
"""Columns: what the player is asked must not be pushed away by others."""


class Head(NamedTuple):
    """The first line: who the player is, how far the game is, and whether it is fair."""

    badge: str
    style: str
    """Of the badge."""
    text: str


def head_line(table: VisitedTable, width: int, verdict: str = "") -> Head:
    """Where there is little room, that all is fair goes first, and who the player is last."""
    view = table.view
    if view is None:
        return Head("", "plain", _("The table is being set up…"))
    game, trust = game_of(view.state.book.rules), trust_line(table, verdict)
    identity = game.identity(view)
    style = "plain" if identity is None else identity.style
    badges = [""] if identity is None else [f" {identity.letter} {identity.name} ", f" {identity.letter} "]
    if not view.state.round:
        return Head("", style, trust)
    long, short = game.progress(view), game.progress(view, short=True)
    both = [_("{progress} · {trust}", progress=progress, trust=trust) for progress in (long, short)]
    texts = [*both, trust] if _fails(table, verdict) else [both[0], long, short, ""]
    ways = [(badges[0], text) for text in texts] + [(badges[-1], text) for text in texts[-2:]]
    fitting = (way for way in ways if columns(way[0]) + columns(way[1]) + 2 <= width)
    badge, text = next(fitting, (badges[-1], texts[-1]))
    return Head(badge, style, text)


def head_beside(identity: Identity | None, texts: Sequence[str], width: int) -> Head:
    """The first of these texts that fits beside the badge, else the last."""
    if identity is None:
        return Head("", "plain", _fitting(texts, width))
    badge = f" {identity.letter} {identity.name} "
    return Head(badge, identity.style, _fitting(texts, width - columns(badge)))


def _fitting(texts: Sequence[str], width: int) -> str:
    return next((text for text in texts if columns(text) + 2 <= width), texts[-1])


def _fails(table: VisitedTable, verdict: str) -> bool:
    """What is wrong is said before anything else."""
    return bool(verdict or table.trouble is not None or table.objection)


def trust_line(table: VisitedTable, verdict: str = "") -> str:
    """Never more than what is known: a game is verified when it is over.  The phrase stands in the proof."""
    if verdict:
        return verdict
    if table.trouble is not None and (table.trouble.evidence or table.trouble.proved):
        return _("SOMETHING IS WRONG")
    if table.trouble is not None or table.objection:  # which is no sign of cheating
        return _("the game stops here")
    return _("fair so far ✓")


def clock_text(table: VisitedTable) -> str:
    """How long the seat that is waited for still has; nothing where there is no hurry."""
    seconds = table.seconds_left()
    if seconds is None or seconds >= _MINUTE * _MINUTE:
        return ""
    return f" ({minutes_of(seconds)})"


def minutes_of(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), _MINUTE)
    return f"{minutes}:{rest:02}"


def prompt(table: VisitedTable, asks: str, announced: str = "") -> tuple[str, bool]:
    """What to do now, and whether it is this player's to do.

    ``asks`` is what this seat is asked, if it is; ``announced``, a play that others may react to.
    """
    if table.paused and table.asked is None:
        return _("Paused. P: play on"), False
    if table.away:
        return _("You have left this table. B brings you back."), True
    if table.counted_out and table.asked is None and table.follower is not None:
        played = substitute(table.follower, table.people.who(table.people.own))
        return _("You were away: {what}. Press B to play on.", what=played), True
    # What is about a pause comes last: where there is no room, it is cut, and not what to do nor the clock.
    if table.closed_round:
        return _between(table, table.closed_round)
    if table.asked is not None:
        return "  ".join(filter(None, (asks + clock_text(table), _pause_sign(table)))), True
    asking = _pause_askers(table)
    wish = _("{names} would like a pause. P agrees.", names=cut(asking, _ASKERS)) if asking else ""
    return "  ".join(filter(None, (_others_turn(table, announced), wish))), bool(wish)


def watching_prompt(table: VisitedTable, announced: str = "") -> str:
    """What the table waits for, as a person without a seat sees it."""
    if table.paused:
        return _("Paused.")
    if not table.closed_round or table.trouble is not None:
        return _others_turn(table, announced)
    return _("Round {round} is over.   N: all of it", round=table.closed_round)


def _between(table: VisitedTable, number: int) -> tuple[str, bool]:
    """What to do about the round that is over."""
    rest = table.between_rounds
    if rest is None:
        return _("Round {round} is over; the next one is on its way.   N: all of it", round=number), False
    left = "" if rest.seconds is None else f" ({minutes_of(rest.seconds)})"
    if table.seat not in rest.gone_on:
        return _("Round {round} is over.   Enter: next round   N: all of it", round=number) + left, True
    names = ", ".join(table.people.name(seat) for seat in rest.awaited)
    return _("Round {round} is over; waiting for {names}", round=number, names=names) + left, False


def _pause_sign(table: VisitedTable) -> str:
    """In this player's turn there is little room; who asks stands in the story."""
    if table.paused:
        return _("Paused.")
    if _pause_askers(table):
        return _("Pause? P agrees")
    return _("Pause asked for") if table.seat in table.pause_wanted else ""


def _pause_askers(table: VisitedTable) -> str:
    if table.seat in table.pause_wanted or not table.playing:
        return ""
    return ", ".join(table.people.name(seat) for seat in table.pause_wanted)


def _others_turn(table: VisitedTable, announced: str) -> str:
    if table.ended is not None:
        return _("The game is over. Q shows what you can do next.")
    if table.trouble is not None or table.objection:
        return _("The game stops here.")
    if table.following is not None and not table.following.live:
        return _("Connection lost; trying again…")
    if table.following is not None and table.following.flying is not None:
        return _("Sent; waiting for the server…")
    if announced:
        return announced + clock_text(table)
    return _waiting(table) if table.playing else _before_play(table)


def _before_play(table: VisitedTable) -> str:
    names = ", ".join(table.people.name(seat) for seat in table.missing)
    if not names:
        return _("Dealing…")
    return _("Before the first card: waiting for {names}…", names=names) + clock_text(table)


def _waiting(table: VisitedTable) -> str:
    names = ", ".join(_with_presence(table, seat) for seat in table.waiting_for if seat != table.seat)
    if not names:
        return _("Dealing…")
    text = _("Waiting for {names}", names=names) + clock_text(table)
    if table.seat in table.pause_wanted:
        return _("{text}. You would like a pause; P takes that back.", text=text)
    return text


def _with_presence(table: VisitedTable, seat: int) -> str:
    here = table.presence.seats[seat] if table.presence and seat < len(table.presence.seats) else ""
    name = table.people.name(seat)
    if here == "lost":
        return _("{name}, who is cut off", name=name)
    return _("{name}, who has left", name=name) if here == "left" else name


# pages


class PageText(NamedTuple):
    title: str
    lines: Sequence[str]


def trust_page(table: VisitedTable, judged: Audited | None = None, link: str = "", watch_link: str = "") -> PageText:
    report = judged.report if judged else None
    return PageText(_("Trust"), spaced(trust_paragraphs(table, report, link, watch_link)))


def trouble_page(trouble: Trouble, table: VisitedTable) -> PageText:
    return PageText(trouble_title(trouble), spaced(trouble_paragraphs(trouble, table)))


def objection_page(code: str) -> PageText:
    return PageText(_("This is not the table that you accepted"), objection_lines(code))


def end_page(table: VisitedTable, judged: Audited | None, underway: str = "") -> PageText:
    """Who won, what each round brought, and whether it was fair; what is wrong must not be overlooked."""
    title, lines = _("The game is over"), []
    if table.scores is not None:
        won = winning(table.scores, table.people.who).removesuffix(".")
        title = _("The game is over: {winning}", winning=won) if won else title
        lines = [*score_table(table.scores, table.people), ""]
    elif table.ended is not None:
        lines = [end_sentence(table), ""]
    return PageText(title, [*lines, *_fair(judged, underway)])


def _fair(judged: Audited | None, underway: str) -> list[str]:
    """One line if nothing is wrong: V tells the rest."""
    if judged is None:
        return [underway or _("The log is being checked…")]
    return fair_lines(judged.report, _("V: what was checked, the phrase, the log"))


KEYS = (
    _("1 to 9        pick a card; again puts it back"),
    _("arrows, Tab   move over the board; jump to the next lit spot"),
    _("Space, Enter  turn the card; play it.  Esc puts it back"),
    _("D             discard: numbers pick the cards, Enter discards them"),
    _("T, M          talk (T, Enter: ready-made sentences); mute a player"),
    _("G, A          your note: what you think a player is; what they did"),
    _("V, W          what was checked, and the phrase; a link to watch"),
    _("P, B          ask for a pause or end it; come back after leaving"),
    _("N, R, S       the last round's end; the score; what only you know"),
    _("C, Z          centre the board; another size; Shift+arrows move it"),
    _("PgUp, PgDn    scroll the story"),
    _("Q             leave the table, for now or for good"),
    _("The mouse picks cards, places and players; a second click plays;"),
    _("its wheel moves the board, with Shift or Ctrl to the side;"),
    _("a click on the first line, or on the prompt, lists the rest."),
)


WATCHING_KEYS = (
    _("arrows        move over the board: what lies there stands below"),
    _("V             what was checked, and the phrase"),
    _("N, R, A       the last round's end; the score; what a player did"),
    _("M             mute a player"),
    _("C, Z          centre the board; another size; Shift+arrows move it"),
    _("PgUp, PgDn    scroll the story"),
    _("Q             stop watching"),
)


def secrets_page(game: ClientGame, view: View, people: People) -> PageText:
    return PageText(_("What only you know"), game.secrets(view, people) or [_("Nothing yet.")])


def acts_page(table: SeenTable, seat: int) -> PageText:
    return PageText(*acts_of(table, seat))


def score_page(table: SeenTable) -> PageText:
    return PageText(_("The score so far"), table.score_sheet or [_("Nothing yet.")])


def help_page(
    game: ClientGame | None,
    view: View | None,
    charset: Charset,
    pointed: Sequence[str] = (),
    keys: Sequence[str] = KEYS,
) -> PageText:
    """What is pointed at first, then keys, roles, rules and signs: the nearest question stands on top."""
    parts: list[Sequence[str]] = [pointed, keys]
    if game is not None:
        roles = [] if view is None else [_("The roles:"), *(f"- {line}" for line in game.roles_help(view.state.book))]
        parts += [roles, game.how_to_play(), [*game.signs_help(charset), "", *game.board_help(view)]]
    return PageText(_("Keys and rules"), spaced([[*part] for part in parts]))

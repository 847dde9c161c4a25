"""Unfinished games in words: one line each, by which they can be told apart."""

from datetime import UTC, datetime, timedelta

from client.i18n import _
from client.visit.errand import Alone, At, WithFriends
from client.visit.ways_back import WayBack
from client.words.people import LONGEST_NAME
from client.words.rules import short_rules
from client.words.safe import called

_MOST_NAMES = 3
GONE = _("Its server does not know it: it has ended, or was lost. What you have seen of it is kept.")


def back_line(way: WayBack, now: float) -> str:
    round_ = _("round {round}", round=way.round) if way.round else _("not dealt yet")
    told = {"game": _game(way), "rules": short_rules(way.rules), "round": round_, "when": when(way.played_at, now)}
    return _("Back to {game}, {rules}, {round}, {when}", **told)


def _game(way: WayBack) -> str:
    names = _names(way)
    if not names:
        return _("your game with bots")
    if way.own:
        return _("your table with {names}", names=names)
    if way.host:
        return _("{host}'s game", host=called(way.host, LONGEST_NAME))
    return _("the game with {names}", names=names)


def _names(way: WayBack) -> str:
    names = [called(name, LONGEST_NAME) for name in way.names]
    shown = ", ".join(names[:_MOST_NAMES])
    return shown if len(names) <= _MOST_NAMES else _("{names} and others", names=shown)


def back_about(way: WayBack) -> str:
    """Where it is, and with whom."""
    where = _("Where: {host}.", host=way.errand.invite.host) if isinstance(way.errand, At) else _("On this computer.")
    return " ".join(filter(None, (_("With {names}.", names=_names(way)) if way.names else "", where)))


def back_command(way: WayBack) -> str:
    """What is typed to go there; a table without a known code is offered by its server."""
    match way.errand:
        case At(invite=invite, way=through):
            return " ".join(filter(None, ("join", way.code or str(invite), "" if way.code else through.option)))
        case WithFriends():
            return "host"
        case Alone():
            return "play"
        case _:
            return "menu"


def when(then: float, now: float) -> str:
    """A day and the time, in the time zone of this computer."""
    at = _local(then)
    return f"{day(then, now)} {at:%H:%M}" if at is not None else day(then, now)


def day(then: float, now: float) -> str:
    at, today = _local(then), _local(now)
    if at is None or today is None:
        return _("an unknown time")
    if at.date() == today.date():
        return _("today")
    if at.date() == (today - timedelta(days=1)).date():
        return _("yesterday")
    return calendar_day(then)


def calendar_day(then: float) -> str:
    """In figures, in the time zone of this computer; empty for what no calendar has."""
    at = _local(then)
    return "" if at is None else f"{at:%Y-%m-%d}"


def day_and_time(then: float) -> str:
    """For what is read on another day."""
    at = _local(then)
    return _("an unknown time") if at is None else f"{at:%Y-%m-%d %H:%M}"


def _local(seconds: float) -> datetime | None:
    """None for what no calendar has: a server may say any time."""
    try:
        return datetime.fromtimestamp(seconds, UTC).astimezone()
    except (OverflowError, ValueError, OSError):
        return None

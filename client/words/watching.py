"""Tables that can be watched, in words."""

from client.i18n import _, plural
from client.words.rules import duration
from client.words.safe import called, shown
from protocol.wire.lobby import Watchable

TOO_OLD = _("This server does not say which tables can be watched: its program is older.")
OWN_SEAT = _("You have a seat at this table: {undermine} join LINK goes back to it.")


def none_there(code: str = "") -> str:
    """A game is seen as late as its table says, so the link may be there before."""
    none = _("No table with the code {code} can be watched now: a game is seen some time after it begins.", code=code)
    return none if code else _("No table can be watched here now.")


def table_line(about: Watchable) -> str:
    told = {"code": about.code, "host": called(about.host), "rules": shown(about.rules)}
    return plural(
        "{code}: {host}'s table, {rules}, {count} seat",
        "{code}: {host}'s table, {rules}, {count} seats",
        about.seats,
        **told,
    )


def watch_line(link: str) -> str:
    """Without a full stop, so that it can be copied."""
    return _("Others can watch this table: {undermine} watch {link}", link=link)


def copied_watch_link(link: str) -> str:
    return _("Copied, if your terminal allows it. {watch}", watch=watch_line(link))


def lateness(delay: int) -> str:
    """How old everything is that a person sees who watches."""
    if not delay:
        return _("You see this table as it is played.")
    return _("What you see here happened {late} ago.", late=duration(delay))

"""That somebody's talk is not shown any more, or again, in a sentence."""

from client.i18n import _


def muting_line(who: str, *, on: bool) -> str:
    """At a table, at a gathering or in the lobby."""
    if on:
        return _("What {who} says is not shown any more.", who=who)
    return _("What {who} says is shown again.", who=who)

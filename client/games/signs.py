"""What the signs on a screen mean that all games share."""

from client.games.players_picture import HIT
from client.games.pointing import REFUSED
from client.i18n import _
from client.render.charset import Charset


def lit_signs(charset: Charset) -> list[str]:
    """What the signs of lit places mean."""
    lit = {"upright": charset.upright, "turned": charset.upside_down, "either": charset.either}
    return [
        _("Lit places: {upright} the card fits as it is, {turned} only turned, {either} both ways.", **lit),
        _("{either} in the corners of what lies there: the card can be played on it.", **lit),
        _("{refused} beside a card: it does not fit there.", refused=REFUSED),
    ]


def lately_signs(charset: Charset) -> list[str]:
    """What the signs of what happened last mean."""
    signs = {"acted": charset.acted, "hit": HIT, "fresh": charset.fresh, "last": charset.last}
    return [
        _("{last[0]} {last[1]} corners: the last act; {fresh} in a corner: laid since your last turn.", **signs),
        _("{acted} before a name: acted last; {hit}: the act was against, or for, that player.", **signs),
    ]


def key_signs(charset: Charset) -> list[str]:
    """What the signs behind a name say of a player's key."""
    return [
        _(
            "{tick} is a key that you have met before, ~ one that had another name, ! a name you know with a new key.",
            tick=charset.tick,
        )
    ]

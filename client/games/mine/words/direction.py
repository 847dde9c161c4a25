"""The words of the Change of Direction."""

from client.games.mine.words.words import Words
from client.games.words import Act, Card, Kind, Said
from client.i18n import _
from engine.mine.modules.direction import DirectionChanged
from engine.mine.view import View


def _facts(view: View) -> list[str]:
    return [_("Turns go the other way round.")] if getattr(view.state, "counter_clockwise", False) else []


WORDS = Words(
    facts=_facts,
    cards={"change-of-direction": Card(_("Change of Direction"))},
    kinds={"direction": Kind(_("Turns go the other way round until the round ends."), "dir")},
    acts={
        "change-direction": Act(
            Said("Reverse the turn order"),
            _("  reverse                 turns go the other way round until the round ends"),
            ("reverse",),
            events={DirectionChanged: Said("{who} [reverse|reverses] the turn order.")},
        ),
    },
)

"""The words of the Change of Direction."""

from client.games.mine.words.words import Act, Card, Kind, Said, Words
from client.i18n import _
from engine.mine.modules.direction import DirectionChanged

WORDS = Words(
    cards={"change-of-direction": Card(_("Change of Direction"))},
    kinds={"direction": Kind(_("Turns go the other way round until the round ends."), "dir")},
    acts={
        "change-direction": Act(
            Said("Turn the order of play round"),
            _("  reverse                 turns go the other way round until the round ends"),
            ("reverse",),
            events={DirectionChanged: Said("{who} changes direction: turns go the other way round now.")},
        ),
    },
)

"""The words of the Costume Department."""

from client.games.mine.words import postcard
from client.games.mine.words.words import Words
from client.games.words import Said
from client.i18n import _
from engine.mine.modules.costume import NoCostumeLeft, RoleExchanged

WORDS = Words(
    cards=postcard.CARDS,
    refusals=postcard.REFUSALS,
    events={
        **postcard.EVENTS,
        RoleExchanged: Said("{who} takes another role, an unused one."),
        NoCostumeLeft: Said("No role is left to take: {who} keeps the old one."),
    },
    board=(_("P is the postcard: the first player to reach it must take another role."),),
)

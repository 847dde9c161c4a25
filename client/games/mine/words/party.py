"""The words of the Tunnel Party."""

from client.games.mine.words import postcard
from client.games.mine.words.words import Words
from client.games.words import Said
from client.i18n import _
from engine.mine.modules.party import RolesCollected

WORDS = Words(
    cards=postcard.CARDS,
    refusals=postcard.REFUSALS,
    events={
        **postcard.EVENTS,
        RolesCollected: Said("Party! {who} shuffles all roles, and every player gets a new one."),
    },
    board=(_("P is the postcard: when it is first reached, all roles are shuffled."),),
)

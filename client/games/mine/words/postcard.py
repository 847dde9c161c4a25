"""The words of the postcard: of the Costume Department on one side, of the Tunnel Party on the other."""

from client.games.mine.words.words import Words
from client.games.words import Card, Said, Tell
from client.i18n import _
from engine.mine.modules.costume import NoCostumeLeft, RoleExchanged
from engine.mine.modules.party import RolesCollected
from engine.mine.modules.postcard import PostcardReached


def _side(board: str, events: dict[type, Tell]) -> Words:
    return Words(
        cards={"postcard": Card(_("postcard, open on all sides"))},
        refusals={"rockfall/postcard-stays": _("The postcard cannot be removed.")},
        events={PostcardReached: Said("The tunnel reaches the postcard!"), **events},
        board=(board,),
    )


COSTUME = _side(
    _("P is the postcard: the first player to reach it must take another role."),
    {
        RoleExchanged: Said("{who} [take|takes] an unused role instead."),
        NoCostumeLeft: Said("No role is left to take: [you keep|{who} keeps] the old one."),
    },
)
PARTY = _side(
    _("P is the postcard: when it is first reached, all roles are shuffled."),
    {RolesCollected: Said("Party! {who} [shuffle|shuffles] all roles, and each player gets a new one.")},
)

"""The words of both sides of the postcard."""

from client.games.words import Card, Said, Tell
from client.i18n import _
from engine.mine.modules.postcard import PostcardReached

CARDS = {"postcard": Card(_("postcard, open on all sides"))}
EVENTS: dict[type, Tell] = {PostcardReached: Said("The tunnel reaches the postcard!")}
REFUSALS = {"rockfall/postcard-stays": _("The postcard cannot be removed.")}

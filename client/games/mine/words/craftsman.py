"""The words of the Master Craftsman."""

from client.games.mine.words.words import Words
from client.games.words import Card
from client.i18n import _

WORDS = Words(cards={"master-craftsman": Card(_("master craftsman"))})

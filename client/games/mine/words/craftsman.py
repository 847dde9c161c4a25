"""The words of the Master Craftsman."""

from client.games.mine.words.words import Card, Words
from client.i18n import _

WORDS = Words(cards={"master-craftsman": Card(_("master craftsman"))})

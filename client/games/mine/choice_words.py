"""What a secret choice is about, in words: of the rule that asks, as far as there are words for it."""

from client.i18n import _
from engine.wants import Choose

WHAT: dict[str, str] = {
    "order": _("the order of the cards"),
}
"""By the word of a choice; another is shown as the rules spell it."""
WAYS: dict[str, str] = {}
"""By the word of a way, likewise."""


def choice_words(asked: Choose) -> str:
    """The question of a window."""
    return _("Choose in secret: {what}. No other player learns your choice.", what=_what(asked))


def way_words(asked: Choose, way: int) -> str:
    """One of the ways."""
    if not asked.ways:
        return _("way {number}", number=way + 1)
    word = asked.ways[way]
    return WAYS.get(word, word.replace("-", " "))


def choice_in_line(asked: Choose) -> str:
    """The question for typed lines, with every way and its number."""
    if not asked.ways:
        most = asked.below
        return _("Choose in secret: {what}. Type “choose” and a number up to {most}.", what=_what(asked), most=most)
    ways = ", ".join(f"{way + 1} {way_words(asked, way)}" for way in range(asked.below))
    return _("Choose in secret: {what}. Type “choose” and a number: {ways}.", what=_what(asked), ways=ways)


def _what(asked: Choose) -> str:
    return WHAT.get(asked.what, asked.what.replace("-", " "))

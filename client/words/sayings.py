"""Sentences that are said with one key: they travel in English, and each program shows them in its own language.

A saying is ordinary talk, so that a program that does not know it shows the English sentence.
"""

from client.games.words import Said
from client.i18n import _

_SAYINGS = (
    Said("Hello!"),
    Said("Good luck!"),
    Said("Well played!"),
    Said("Thank you!"),
    Said("Sorry!"),
    Said("One moment, please."),
    Said("Please help me."),
    Said("Trust me!"),
    Said("I don't trust you."),
    Said("That was sabotage!"),
    Said("This way!"),
    Said("Not that way!"),
    Said("Good game!"),
)
"""Logs hold them: none is reworded, and a new one goes to the end, because people know them by their numbers."""

SAYINGS = tuple(saying.text for saying in _SAYINGS)
"""As they travel."""


def heard(text: str) -> str:
    """What was said, in this reader's language if it is a saying."""
    return _(text) if text in SAYINGS else text


def by_number(text: str) -> str:
    """The saying that `#3` stands for; any other text as it is."""
    return {f"#{at}": saying for at, saying in enumerate(SAYINGS, start=1)}.get(text, text)


def listed() -> list[str]:
    """For lines: each with what is typed to say it."""
    return [f"  say #{at:<3} {heard(saying)}" for at, saying in enumerate(SAYINGS, start=1)]

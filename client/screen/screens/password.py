"""Asking for the password of a gathering."""

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from client.i18n import _
from client.screen.widgets.line_dialogue import LineDialogue
from client.visit.setup import LONGEST_PASSWORD


def ask_password(screen: Screen[Any], use: Callable[[str], None], trouble: str = "") -> LineDialogue:
    """The dialogue that is open now; what is typed goes to ``use``."""

    def typed(password: str | None) -> None:
        if password is not None:
            use(password)

    title = _("The password of the table:")
    dialogue = LineDialogue(title, most=LONGEST_PASSWORD, hint=trouble, secret=True)
    screen.app.push_screen(dialogue, typed)
    return dialogue

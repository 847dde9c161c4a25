"""Sentences around the board, in places whose size does not depend on what they say."""

from rich.text import Text
from textual.widgets import Static


class Saying(Static):
    """Is drawn again when it says something new, and nothing around it is ever laid out anew: a key waits for that."""

    _said: str | None = None

    def say(self, text: str) -> None:
        """This, instead of what was said before."""
        if text != self._said:
            self._said = text
            self.update(Text(text), layout=False)

"""Sentences around the board, in places whose size does not depend on what they say."""

from rich.text import Text
from textual.widgets import Static


class Saying(Static):
    """Repaints without a relayout, so keys stay fast."""

    _said: str | None = None

    def say(self, text: str) -> None:
        if text != self._said:
            self._said = text
            self.update(Text(text), layout=False)

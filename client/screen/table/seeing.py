"""A screen on which a table is seen, one's own or another's: it is laid out anew whenever its size changes."""

from collections.abc import Mapping
from typing import Any, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding

from client.games.game import Covered, Desk
from client.screen.table.hands import AtDesk
from client.screen.table.sight import Sight
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.top import TopScreen

_Result = TypeVar("_Result")

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
CARDS = tuple(Binding(str(number), f"desk('pick',({number - 1},))", show=False) for number in range(1, 10))
CURSOR = tuple(Binding(arrow, f"desk('move',{step})", show=False) for arrow, step in ARROWS.items())
WINDOW = (
    *(Binding(f"shift+{arrow}", f"desk('pan',{step})", show=False) for arrow, step in ARROWS.items()),
    Binding("c", "desk('centre')", show=False),
    Binding("z", "desk('zoom')", show=False),
    Binding("pageup", "tell(-1)", show=False),
    Binding("pagedown", "tell(1)", show=False),
)
"""Keys that look around."""


class Nothing:
    """No player is met here, and nothing is drawn step by step."""

    covered = Covered()
    told: int | None = None

    def marks(self) -> Mapping[int, str]:
        return {}

    def signs(self) -> Mapping[int, str]:
        return {}


class SeeingScreen(TopScreen[_Result]):
    """What draws it is made by the screen that it becomes."""

    _at: AtDesk[Any]
    _sight: Sight

    @property
    def desk(self) -> Desk | None:
        return self._at.desk

    def compose(self) -> ComposeResult:
        yield from self._sight.compose()
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._fit)

    def on_screen_resume(self) -> None:
        """Nothing was laid out here while something stood over it."""
        self.call_after_refresh(self._fit_if_needed)

    def _fit_if_needed(self) -> None:
        if self.is_current and not self._sight.story.fits:
            self._fit()

    def _fit(self) -> None:
        self._sight.story.fit()
        self.update()

    def update(self) -> None:
        """The table has changed, or how it is looked at."""
        raise NotImplementedError

    def action_tell(self, pages: int) -> None:
        self._sight.story.turn_page(pages)

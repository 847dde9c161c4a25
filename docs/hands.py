"""A player who uses keys, for the pictures of the screen: digs if possible, and does something else if not."""

from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

from client.games.mine.game import sentence
from client.games.mine.names import CARD
from client.games.mine.picking import ON_BOARD, PLACING
from client.screen.app.app import UndermineApp
from client.screen.table.opening import RoundCard
from client.screen.table.screen import TableScreen
from client.screen.widgets.dialogues import ChoiceDialogue
from client.visit.table import VisitedTable
from docs.svg import plain_svg
from engine.grid.cells import xy
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.wants import Window

_GLANCE = 0.02
_STILL = 0.5
"""Seconds."""
_PATIENCE = 3000
"""Glances, after which nothing will come any more."""


class Hands:
    """One person at one screen."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self._pilot = pilot
        assert isinstance(pilot.app, UndermineApp)
        self.app: UndermineApp = pilot.app

    # looking

    async def wait(self, seen: Callable[[], object]) -> None:
        """Until this is seen."""
        for _ in range(_PATIENCE):
            assert self.app.is_running
            if seen():
                await self._pilot.pause()
                return
            if isinstance(self.app.screen, RoundCard):
                await self.press("escape")
            await self._pilot.pause(_GLANCE)
        raise TimeoutError(f"waited in vain at {self.app.screen}")

    async def wait_for(self, kind: type[Any]) -> None:
        """Until such a screen is on top."""
        await self.wait(lambda: isinstance(self.app.screen, kind))

    @property
    def table(self) -> VisitedTable:
        """Where the person sits."""
        return self._screen.table

    @property
    def _screen(self) -> TableScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def view(self) -> Any:
        """What the person sees of the table."""
        assert self.table.view is not None
        return self.table.view

    @property
    def may_act(self) -> bool:
        """Whether the person is to pick a card now."""
        screen = self.app.screen
        return isinstance(screen, TableScreen) and screen.table.asked is not None

    @property
    def may_go_on(self) -> bool:
        """Whether a round is over, all of its end is drawn, and the last line says how to go on."""
        screen = self.app.screen
        return isinstance(screen, TableScreen) and screen._offered_at is not None

    async def picture(self) -> str:
        """What is on the screen, when it stands still."""
        with self.app._context():  # another program may run beside this one
            await self._pilot.pause(_STILL)
            return plain_svg(self.app.export_screenshot(simplify=True))

    async def resize(self, width: int, height: int) -> None:
        """Another terminal."""
        await self._pilot.resize_terminal(width, height)
        await self._pilot.pause(_GLANCE)

    def promising(self) -> str:
        """The key of a path card that fits at several places, here upright and there turned; empty if there is none."""
        places: dict[int, dict[int, set[bool]]] = {}
        for act in self.table.legal():
            if isinstance(act, PLACING) and "dead" not in CARD[act.face].key:
                places.setdefault(act.slot, {}).setdefault(act.cell, set()).add(bool(act.turned))
        for slot, cells in places.items():
            if {True} in cells.values() and {False} in cells.values() and len(cells) > 2:
                return self.number_of(slot)
        return ""

    # keys

    async def press(self, *keys: str) -> None:
        """One after the other."""
        with self.app._context():
            await self._pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Letter by letter."""
        await self.press(*("space" if letter == " " else letter for letter in text))

    def number_of(self, slot: int) -> str:
        """The key that picks a card."""
        return str([one for one, _face in self.view.hand()].index(slot) + 1)

    async def play(self, act: Any) -> None:
        """Do it, by the keys that a player would press for it."""
        if isinstance(act, Pass):
            await self.press("d", *map(self.number_of, act.slots), "enter")
        elif isinstance(act, ON_BOARD):
            await self.press(self.number_of(act.slot))
            await self.aim(act)
            await self.press("enter")
        else:
            await self.press(self.number_of(act.slot))
            await self.wait_for(ChoiceDialogue)
            await self.answer(sentence(act, self.view, self.table.people))

    async def aim(self, act: Any) -> None:
        """The picked card, at the place of the act."""
        desk: Any = self._screen.desk
        while desk.picking.cursor != act.cell:
            await self.press("tab")
        if isinstance(act, PLACING) and desk.picking.turned != bool(act.turned):
            await self.press("space")

    async def answer(self, words: str) -> None:
        """Of a list, the line with these words."""
        dialogue = self.app.screen
        assert isinstance(dialogue, ChoiceDialogue)
        at = dialogue._options.index(words)
        await self.press(*["down"] * at, "enter")

    async def take_turn(self) -> None:
        """Whatever seems best; in a window, the one thing that it offers."""
        if isinstance(self.table.asked, Window):
            await self.press("f2")
            return
        cards = [act for act in self.table.legal() if hasattr(act, "face") or isinstance(act, Pass)]
        await self.play(max((act for act in cards if not isinstance(act, DiscardTwo)), key=_worth))


def _worth(act: Any) -> tuple[int, int]:
    """Tunnels towards the goals, then anything that has an effect, then passing with as many cards as one may."""
    if isinstance(act, PLACING):
        x, y = xy(act.cell)
        return (1 if "dead" in CARD[act.face].key else 4), x - abs(y)
    if isinstance(act, Pass):
        return 2, len(act.slots)
    return 3, 0

"""A player of The Dark Cave who uses keys, for the pictures of the screen: builds and walks away from the start."""

from typing import Any

from client.games.cave.aims import AIMS, Aim
from client.games.cave.desk import CaveDesk
from client.games.cave.game import sentence
from client.games.cave.picking import ON_CELLS
from client.games.cave.ways import step_notes
from client.screen.widgets.dialogues import ChoiceDialogue
from docs.hands import Hands
from engine.cave.board import space
from engine.cave.rules.turn.discarding import Discard
from engine.cave.rules.turn.vote import ProposeEnd
from engine.cave.rules.walk.walk import Step, Stop
from engine.grid.cells import xy
from engine.placing import PlacePath

_PLACES = 4
"""So many make a picture."""


class Walker(Hands):
    """One person at one screen."""

    @property
    def desk(self) -> CaveDesk:
        """What the person picks at."""
        desk: Any = self._screen.desk
        assert isinstance(desk, CaveDesk)
        return desk

    def promising(self) -> str:
        """The key of a path card that fits at several places; empty if there is none."""
        slots = [act.slot for act in self.table.legal() if isinstance(act, PlacePath)]
        best = max(slots, key=slots.count, default=None)
        return self.number_of(best) if best is not None and slots.count(best) >= _PLACES else ""

    def eventful(self) -> Step | None:
        """A step that costs or brings something, where there are others beside it."""
        steps = [act for act in self.table.legal() if isinstance(act, Step)]
        state: Any = self.view.state
        told = [act for act in steps if step_notes(state, space(act.cell, act.space), self.table.people)]
        return told[0] if told and len(steps) > 2 else None

    async def point(self, aim: Aim) -> None:
        """At a way, or a place for a cobweb."""
        while self.desk.aim != aim:
            await self.press("tab")

    async def play(self, act: Any) -> None:
        """Do it, by the keys that a player would press for it."""
        if isinstance(act, Discard):
            await self.press("d", *map(self.number_of, act.slots), "enter")
        elif isinstance(act, Stop):
            await self.press("d")
        elif isinstance(act, AIMS):
            if hasattr(act, "slot"):
                await self.press(self.number_of(act.slot))
            await self.point(act)
            await self.press("enter")
        elif isinstance(act, ON_CELLS):
            await self.press(self.number_of(act.slot))
            await self.aim(act)
            await self.press("enter")
        else:
            await self.press(self.number_of(act.slot))
            await self.wait_for(ChoiceDialogue)
            await self.answer(sentence(act, self.view, self.table.people))

    async def aim(self, act: Any) -> None:
        """The picked card, at the place of the act."""
        while self.desk.picking.cursor != act.cell:
            await self.press("tab")
        if isinstance(act, PlacePath) and self.desk.picking.turned != bool(act.turned):
            await self.press("space")

    async def take_turn(self) -> None:
        """Whatever leads farthest from the start."""
        legal = [act for act in self.table.legal() if not isinstance(act, ProposeEnd)]
        await self.play(max(legal, key=_worth))


def _worth(act: Any) -> tuple[int, int]:
    """Ways outward, then anything that has an effect, then one discard."""
    if isinstance(act, Step | PlacePath):
        x, y = xy(act.cell)
        return 3, abs(x) + abs(y)
    return (2, 0) if hasattr(act, "face") else (1, 0) if isinstance(act, Stop | Discard) else (0, 0)

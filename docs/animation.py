"""Make the picture that moves in docs/pictures: one round of a game, as the real program shows it.

Run it from the top of the tree with `python -m docs.animation`.  Server, player and bots share one process, and a clock
and chance that are given, so every run plays the same round; another word behind it deals another one.
"""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import ExitStack, aclosing
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from textual._compositor import Compositor

from client.screen.table import revealing
from client.screen.table.opening import RoundCard
from client.screen.widgets.dialogues import ChoiceDialogue
from client.visit.errand import Alone, Setup
from docs.film import Frame, film
from docs.hands import Hands
from docs.svg import plain_svg
from tests.client.screen.piloted import watched
from tests.client.screen.table_pilot import Keys
from tests.client.screen.world_pilot import AtServer, at_server
from tests.support.world import World

PICTURE = Path(__file__).parent / "pictures" / "animation.svg"
SEED = "a round 4"
_SETUP = Setup("base", 4, ("steady",), bot_ms=400)
_LOOK, _ACT, _READ = 1.2, 0.8, 3.0
"""Seconds that a picture stands: what is picked, what is done, what is to be read."""
_FIRST, _LAST = 11, 6
"""So many pictures of the moves at the beginning and before the end of the round are shown, and of the others some."""
_EVERY = 5
_PAINT = Compositor.render_update
"""At a server in memory nothing is painted unless it is asked for."""


class Camera:
    """One person at one screen, who is filmed."""

    def __init__(self, there: AtServer) -> None:
        self._there = there
        self.hands = Hands(there.person.pilot)

    async def frame(self, seconds: float) -> Frame:
        """What stands on the screen now."""
        await self._there.settle()
        with patch.object(Compositor, "render_update", _PAINT):
            return plain_svg(self.hands.app.export_screenshot(simplify=True)), seconds

    async def opening(self) -> AsyncGenerator[Frame, None]:
        """The card of the round."""
        await self._there.until_on_top(RoundCard)
        yield await self.frame(_READ)
        await self.hands.press("escape")

    async def moves(self) -> AsyncGenerator[Frame, None]:
        """Until the round is over."""
        while not self._is_over():
            if self.hands.may_act:
                for frame in await self._turn():
                    yield frame
            else:
                await self._next_act()
                yield await self.frame(_ACT)

    async def ending(self) -> AsyncGenerator[Frame, None]:
        """The goals turn up, then the roles, then what it brought."""
        reveal = self._there.person.screen._revealing
        while reveal.is_running:
            yield await self.frame(_LOOK)
            reveal._next()
        while self._there.table.between_rounds is None:
            if isinstance(self.hands.app.screen, ChoiceDialogue):
                yield await self.frame(_READ)
                await self.hands.press("1")
            await self._next_act()
        yield await self.frame(2 * _READ)

    async def _turn(self) -> list[Frame]:
        """What is picked and where it would lie, then what came of it."""
        shots: list[Frame] = []
        pressed = self.hands.press

        async def press(*keys: str) -> None:
            *first, last = keys
            await pressed(*first)
            if last == "enter":
                shots.append(await self.frame(_LOOK))
            await pressed(last)

        with patch.object(self.hands, "press", press):
            await self.hands.take_turn()
        return [*shots, await self.frame(_ACT)]

    async def _next_act(self) -> None:
        table, before = self._there.table, self._there.table.entries
        await self._there.until(lambda: table.entries > before or table.asked is not None or self._is_over())

    def _is_over(self) -> bool:
        return bool(self._there.person.screen._revealing.is_running or self._there.table.between_rounds)


async def round_played(folder: Path, seed: str = SEED) -> AsyncGenerator[tuple[str, Frame], None]:
    """Every picture of one round, each with the part that it is of."""
    with ExitStack() as still:
        still.enter_context(watched())
        for length in ("LONGEST", "_STEP"):
            still.enter_context(patch.object(revealing, length, 1e6))
        world = World(folder, seed.encode())
        still.callback(world.close)
        async with at_server(world, Alone(_SETUP), Keys) as there:
            camera = Camera(there)
            for part in (camera.opening, camera.moves, camera.ending):
                async with aclosing(part()) as frames:  # also where no more of them are wanted
                    async for frame in frames:
                        yield part.__name__, frame


async def make(seed: str = SEED) -> str:
    """The whole round, but of its moves only some."""
    with TemporaryDirectory() as folder:
        shots = [shot async for shot in round_played(Path(folder), seed)]
    moves = [number for number, (part, _) in enumerate(shots) if part == "moves"]
    left_out = {at for number, at in enumerate(moves[_FIRST:-_LAST]) if number % _EVERY}
    return film([frame for number, (_, frame) in enumerate(shots) if number not in left_out])


if __name__ == "__main__":
    PICTURE.write_text(asyncio.run(make(*sys.argv[1:])), "utf-8")
    print(PICTURE.stat().st_size)

"""How a round may go on from here: a table whose cards are all given, at which each seat plays by its own memory."""

from collections.abc import Sequence
from typing import Any

from engine.bots import steady
from engine.bots.asking import answered
from engine.bots.hidden import World
from engine.bots.mind import Mind
from engine.front import ActLike, State, View, choices, view
from engine.notebook import Notebook
from engine.slots import Draw, Seat
from engine.tabletop import Tabletop
from engine.wants import Act


class _RoundOver(Exception):
    """The next round would be dealt."""


class Playout(Tabletop):
    """``memories`` are what the seats remember, by seat; each makes of the events what it would at a real table."""

    def __init__(
        self, state: State, world: World, notebooks: Sequence[Notebook], memories: Sequence[Any], chance: Draw
    ) -> None:
        self.sit_down(state.copy(), dict(world), [notebook.copy() for notebook in notebooks], chance)
        self.acts = 0
        """How many acts were made."""
        self._chance = chance
        self._memories = [memory.copy() for memory in memories]
        self._views = [self.view(seat) for seat in range(len(memories))]
        self.watchers.append(self._note)

    def gain(self, act: ActLike, seat: Seat, mind: Mind, turns: int) -> float:
        """What an act brings the seat, so many turns later or at the end of the round."""
        foresight = mind.foresight
        assert foresight is not None
        before = foresight.owned(self._sees_all(seat))
        try:
            self._play(act)
            while (want := self.waiting()) is not None:
                if isinstance(want, Act) and want.what == "turn":
                    if not turns:
                        hoping = foresight.player(self._memories[seat], self._sees_all(seat))
                        return foresight.owned(hoping.view) + foresight.hope(hoping) - before
                    turns -= 1
                self._play(answered(want, self._choose))
        except _RoundOver:
            pass
        return foresight.owned(self._sees_all(seat)) - before

    def _play(self, given: object) -> None:
        self.acts += 1
        self.play(given)

    def _choose(self, seat: Seat) -> ActLike | None:
        seen = self._views[seat]
        return steady.best_of(choices(seen), self._memories[seat], seen, self._chance)

    def _note(self, events: list[object]) -> None:
        for memory, seen in zip(self._memories, self._views, strict=True):
            for event in events:
                memory.note(event, seen)

    def _sees_all(self, seat: Seat) -> View:
        return view(self.state, seat, Notebook(self.faces))

    def _deal(self, sizes: tuple[int, ...]) -> Any:
        raise _RoundOver

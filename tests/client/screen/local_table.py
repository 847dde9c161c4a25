"""A table on this computer that a screen takes for one at a server: laid out as a test wants it, without a network."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from client.games.game import Scores, Waiting
from client.games.registry import game_of
from client.visit.marks import Marks
from client.visit.table import Rest, VisitedTable
from client.words.people import NO_SEAT, People
from engine.grid.cells import START, cell
from engine.mine.modules.toll.consent import AskToll
from engine.mine.modules.toll.state import Collector
from engine.mine.modules.trailblazer import BlazeTrail
from engine.mine.modules.treasury import OpenTreasury
from engine.mine.rules.turn.passing import Pass
from engine.mine.scenario.position import Position, arrange
from engine.placing import PlacePath
from engine.rules import parse
from engine.tabletop import Tabletop
from protocol.log import bodies
from protocol.wire.messages import Here, Presence
from tests.client.lines.rooms import NAMES, NUMBER, Curious, faces, laid, position, stream
from tests.client.lines.test_commands import TREASURE_BELOW, TWO_GOALS, TWO_SIDES

TID = bytes(32)
SERVER_KEY = b"\7" * 32


class LocalTable(VisitedTable):
    """One seat is the person's, or none; the others play anything, at once."""

    def __init__(self, top: Tabletop, folder: Path, own: int = 0) -> None:
        super().__init__(TID, lambda table: None, lambda: 0.0)
        self.listener: Callable[[], None] = lambda: None
        self.top = top
        self._sees = None if own == NO_SEAT else own
        seats = top.state.book.seats
        self.chronicle.people = People(NAMES[:seats], own)
        game = game_of(top.state.book.rules)
        self.marks = Marks(folder / "a.marks", [guess.key for guess in game.guesses(top.state.book)])
        self._others = Curious("local")
        self.chronicle.story = game.story(top.view(self._sees), self.people)
        self._count = 1
        self.done: list[Any] = []
        """What the person did."""
        self.top.watchers.append(self._hear)
        self.rest: Rest | None = None
        self.secret: Waiting | None = None
        self.over: bodies.End | None = None
        self.gone = self.out = False
        self.left: float | None = None
        agreement = SimpleNamespace(names=dict(enumerate(NAMES[:seats])))
        seat_keys = [bytes(32), bytes(32), *[None] * (seats - 2)]
        setting = SimpleNamespace(seat_keys=seat_keys, server_key=SERVER_KEY)
        self._absence = SimpleNamespace(paused=False)
        follower = SimpleNamespace(agreement=agreement, setting=setting, absence=self._absence)
        following: Any = SimpleNamespace(
            between_rounds=None,
            go_on=lambda: False,
            hurry=lambda: False,
            confirmed=False,
            flying=None,
            live=True,
            follower=follower,
            seat=None,
            over=lambda: None,
        )
        self.following = following

    def _changed(self) -> None:
        self.listener()

    def _hear(self, events: list[object]) -> None:
        self._count += 1
        self.game = self._count
        for event in events:
            self.chronicle.tell(event)

    def score(self, *scores: int, winners: tuple[int, ...] = ()) -> None:
        """The game is over."""
        assert self.chronicle.story is not None
        self.chronicle.story.scores = Scores(scores, winners)

    # what a screen asks

    @property
    def view(self) -> Any:
        return self.top.view(self._sees)

    @property
    def entries(self) -> int:
        return self._count

    def confirmed(self, seat: int) -> int:
        return self._count if seat == 0 else 0

    @property
    def phrase(self) -> str:
        return "acorn basin cedar"

    @property
    def log(self) -> Path | None:
        return Path("game.umlog")

    @property
    def ended(self) -> bodies.End | None:
        return self.over

    @property
    def playing(self) -> bool:
        return self.over is None

    @property
    def missing(self) -> list[int]:
        return []

    @property
    def waiting(self) -> Waiting | None:
        return self.secret or self.top.waiting()

    @property
    def asked(self) -> Waiting | None:
        if self.trouble or self.objection or self.over or self.gone:
            return None
        return self.waiting if self.people.own in self.waiting_for else None

    @property
    def paused(self) -> bool:
        return self.presence is not None and self.presence.paused

    def seconds_left(self) -> float | None:
        return self.left

    @property
    def between_rounds(self) -> Rest | None:
        return self.rest

    def go_on(self) -> bool:
        self.done.append("go on")
        return self.rest is not None

    @property
    def away(self) -> bool:
        return self.gone

    @property
    def counted_out(self) -> bool:
        return self.out

    @property
    def has_pauses(self) -> bool:
        return True

    @property
    def pause_wanted(self) -> tuple[int, ...]:
        return () if self.presence is None or self.paused else self.presence.pause_wanted

    def told(self, presence: Presence) -> None:
        """Here a presence says what the log of a server would."""
        super().told(presence)
        for seat in self.pause_wanted:
            self.chronicle.tell_wish(seat)
        self.listener()

    # what a person does

    def act(self, act: Any) -> None:
        self.done.append(act)
        self.notice = ""
        self.top.play(act)
        while (want := self.top.waiting()) and want.seats[0] != 0:
            self.top.play(self._others.choose(self.top.view(want.seats[0])))
        self.listener()

    def choose(self, choice: int) -> None:
        self.done.append(choice)
        self.secret = None
        self._count += 1
        self.game = self._count
        self.listener()

    def talk(self, text: str) -> bool:
        self.done += filter(None, [text])
        return bool(text)

    def leave(self) -> None:
        self.gone = True
        self.listener()

    def come_back(self) -> None:
        self.gone = self.out = False
        self.listener()

    def ask_pause(self, *, on: bool) -> None:
        here: list[Here] = ["here"] * len(self.people)
        self._absence.paused = on
        self.told(Presence(table=TID, seats=tuple(here), waiting=(), left_ms=0, paused=on, pause_wanted=()))


def laid_out(start: Position, folder: Path, *, seats: int = 4, rules: str = "base") -> LocalTable:
    """A table with everything where the position says; the person has seat 0."""
    top = Tabletop(parse(rules), seats, stream("local").draw)
    arrange(top, start)
    return LocalTable(top, folder)


def asked(what: str, folder: Path, rules: str = "") -> LocalTable:
    """A table at which the person is asked for this."""
    card_set = rules or ("saboteur2" if what == "theft" else "base")
    return _ASKING[what](folder, card_set)


def _turn(folder: Path, rules: str) -> LocalTable:
    return laid_out(position(["cross", "map"], card_set=rules), folder, rules=rules)


def _goal(folder: Path, rules: str) -> LocalTable:
    return _after(folder, rules, TWO_GOALS, cell(8, 1))


def _rotation(folder: Path, rules: str) -> LocalTable:
    return _after(folder, rules, TWO_SIDES, cell(7, 1))


def _gold(folder: Path, rules: str) -> LocalTable:
    tunnel = [(x, 0, "cross" if x % 2 else "tee-short", 0) for x in range(1, 7)]
    return _after(folder, rules, tunnel, cell(7, 0), goals=faces("stone-b", "treasure", "stone-a"))


def _after(folder: Path, rules: str, board: Any, at: int, **parts: Any) -> LocalTable:
    """The person has laid a crossing."""
    parts = {"goals": TREASURE_BELOW, **parts}
    table = laid_out(position(["cross", "map"], card_set=rules, board=laid(*board), **parts), folder, rules=rules)
    table.act(PlacePath(0, table.view.hand()[0][0], CROSS, at, 0))
    return table


def _theft(folder: Path, rules: str) -> LocalTable:
    """The round is over when the others have passed, and a Theft lies before the person."""
    hands = [faces("map"), [], [], []]
    nuggets = [0, 2, 1, 0]
    table = laid_out(position([], 4, rules, theft=[0], nuggets=nuggets, hands=hands), folder, rules=rules)
    table.act(Pass(0, (table.view.hand()[0][0],)))
    return table


def _keep(folder: Path, rules: str) -> LocalTable:
    discarded = faces("cross", "rockfall", "tee-long", "repair-pick", "curve-left", "dead-cross")
    start = position(["treasury", "map"], discard=discarded)
    table = laid_out(start, folder, rules=f"{rules}+treasury")
    [act] = [act for act in table.legal() if isinstance(act, OpenTreasury)]
    table.act(act)
    return table


def _trail(folder: Path, rules: str) -> LocalTable:
    table = laid_out(position(["trailblazer", "cross", "tee-long", "map"]), folder, rules=f"{rules}+trailblazer")
    [act] = [act for act in table.legal() if isinstance(act, BlazeTrail)]
    table.act(act)
    return table


def _toll(folder: Path, rules: str) -> LocalTable:
    table = laid_out(position(["cross", "map"], turn=1, nuggets=[1] * 4), folder, rules=f"{rules}+toll")
    state: Any = table.top.state
    state.brought = 1
    state.collectors.append(Collector(1, 2, START, state.board.network.slots[START], cell(1, 0)))
    table.top.play(AskToll(1, 0))
    return table


def _dragon(folder: Path, rules: str) -> LocalTable:
    """What was paid against two gold cards is as much as they are worth for sure."""
    gold = [faces("gold-1", "gold-2"), [], [], []]
    table = _in_stage("dragon-waits", folder, f"{rules}+new-goals", gold=gold, goals=[])
    table.top.state.nuggets[0] = -2
    return table


def _in_stage(stage: str, folder: Path, rules: str, **parts: Any) -> LocalTable:
    """The person's turn has come so far."""
    table = laid_out(position(["cross", "map"], pile=faces("cross", "rockfall"), **parts), folder, rules=rules)
    table.top.state.stage = stage
    return table


def _chest(stage: str, folder: Path, rules: str) -> LocalTable:
    return _in_stage(stage, folder, f"{rules}+chests")


CROSS = NUMBER["cross"]
_ASKING: dict[str, Callable[[Path, str], LocalTable]] = {
    "turn": _turn,
    "goal": _goal,
    "rotation": _rotation,
    "gold": _gold,
    "theft": _theft,
    "keep": _keep,
    "trail": _trail,
    "toll": _toll,
    "dragon": _dragon,
    **{what: partial(_chest, what) for what in ("chest-goal", "chest-role", "chest-victim")},
}

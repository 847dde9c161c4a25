"""Whom `steady` does not help: a seat that lays dead ends in the way, and one that it has stopped itself.

Revision 1 did both, in each of the games here.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.bots import BOTS
from engine.bots.asking import answered
from engine.events import RoundDealt
from engine.front import choices
from engine.grid.cells import cell
from engine.mine.bots.belief import SABOTEUR, weighed
from engine.mine.bots.dead_ends import DEAD_ENDS
from engine.mine.bots.survey import distances
from engine.mine.cards.base import ROLES
from engine.mine.division import BLUE, GREEN
from engine.mine.division import SABOTEUR as SIXTH
from engine.mine.rules.actions.break_tool import ToolBroken
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.prison import PlayerImprisoned
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.turn.passing import Pass
from engine.mine.scenario.position import Position
from engine.placing import PathPlaced
from engine.registry import game_of
from engine.rules import parse
from engine.slots import Seat, Slot
from engine.tabletop import Tabletop
from tests.engine.bots.saboteur2_positions import sitting, straight
from tests.engine.bots.tables import NUMBER, Laid, faces, stream

STEADY = BOTS["steady"]
DIGGER = next(role.number for role in ROLES if role.key == "digger")
WRECKER, OWN = "three dead ends", "its own card"


class Seen:
    """One seat of a whole game: its bot, and what it has seen in this round."""

    def __init__(self, table: Tabletop, seat: Seat, seed: int) -> None:
        self.seat, self.view = seat, table.view(seat)
        self.memory = STEADY.memory(seat, table.state.book)
        self.chance = stream(seat, seed).draw
        self.far = 0.0
        self.dead_ends = Counter[Seat]()
        self.laid = set[Slot]()
        table.watchers.append(self._watch)

    def measure(self) -> None:
        """How far the treasure is, as the seat sees it before an act."""
        self.far = self._far()

    def _far(self) -> float:
        return weighed(self.memory.treasure(self.view), distances(self.view.state.board))

    def _watch(self, events: list[object]) -> None:
        for event in events:
            if isinstance(event, RoundDealt):
                self.dead_ends.clear()
                self.laid.clear()
            elif isinstance(event, PathPlaced) and event.face in DEAD_ENDS and self._far() > self.far:
                self.dead_ends[event.seat] += 1
            elif isinstance(event, ToolBroken | PlayerImprisoned) and event.seat == self.seat:
                self.laid.add(event.slot)
            STEADY.remember(self.memory, event, self.view)

    def choose(self) -> Any:
        return STEADY.choose(self.memory, self.view, self.chance)

    def wrong(self, act: Any) -> list[str]:
        """What speaks against helping that seat."""
        if not isinstance(act, RepairTool | FreePlayer) or act.target == self.seat:
            return []
        rules = self.view.state.book.rules
        digs = not game_of(rules).mind(rules).player(self.memory, self.view).hinders
        wrecker = [WRECKER] if digs and self.dead_ends[act.target] >= 3 else []
        own = [OWN] if self.laid & set(self.view.state.front[act.target]) else []
        return wrecker + own


def wrong_help(rules: str, seats: int, seed: int, choose: Callable[[Seen], Any] = Seen.choose) -> set[str]:
    """What speaks against the help in a whole game."""
    table = Tabletop(parse(rules), seats, stream("deal", seed).draw)
    players = [Seen(table, seat, seed) for seat in range(seats)]
    found = set[str]()

    def chosen(seat: Seat) -> Any:
        act = choose(players[seat])
        found.update(players[seat].wrong(act))
        return act

    table.advance()
    while want := table.waiting():
        for player in players:
            player.measure()
        table.play(answered(want, chosen))
    return found


@pytest.mark.parametrize(
    ("rules", "seats", "seed"),
    [
        ("base", 3, 0),
        ("base", 3, 2),
        ("base", 5, 11),
        ("base", 5, 24),
        ("base", 8, 2),
        ("base+everything", 5, 2),
        ("base+everything", 5, 13),
        ("saboteur2", 5, 1),
        ("saboteur2", 5, 14),
    ],
)
def test_no_bot_helps_a_seat_when_what_it_has_seen_speaks_against_it(rules: str, seats: int, seed: int) -> None:
    assert wrong_help(rules, seats, seed) == set()


def test_these_games_would_show_it() -> None:
    """With players who help whenever they can; otherwise the test above could not fail."""

    def helps(player: Seen) -> Any:
        acts = [act for act in choices(player.view) if isinstance(act, RepairTool) and act.target != player.seat]
        return acts[0] if acts else player.choose()

    assert wrong_help("base", 5, 11, helps) == {WRECKER, OWN}


def digger(broken: list[list[str]]) -> Laid:
    """A digger at a table of four with a repair card, and with a dead end to throw away."""
    hands = [faces("repair-pick", "broken-pick", "dead-cross"), *([faces("map")] * 3)]
    goals = faces("stone-a", "treasure", "stone-b")
    return Laid(Position(goals=goals, roles=[DIGGER, DIGGER, SABOTEUR, DIGGER], hands=hands, broken=broken), 4)


def lay_dead_ends(found: Laid, seat: Seat, count: int) -> None:
    """Around the end of a tunnel that another seat has laid."""
    board = found.table.state.board
    board.lay(cell(1, 0), -1, (15,), 0)
    found.hear([PathPlaced(3, 90, NUMBER["cross"], cell(1, 0), 0)])
    for x, y in ((2, 0), (1, 1), (1, -1))[:count]:
        board.lay(cell(x, y), -1, (1, 2, 4, 8), 0)
        found.hear([PathPlaced(seat, 90, NUMBER["dead-cross"], cell(x, y), 0)])


def mends(found: Laid) -> bool:
    found.memory.odds[1] = -50.0  # whatever else it did speaks for it
    act = found.choose()
    assert isinstance(act, RepairTool | Pass)
    return isinstance(act, RepairTool)


@pytest.mark.parametrize(("count", "helped"), [(0, True), (2, True), (3, False)])
def test_a_digger_does_not_mend_after_three_dead_ends_whatever_else_was_done(count: int, helped: bool) -> None:
    found = digger([[], ["pick"], [], []])
    lay_dead_ends(found, 1, count)
    assert mends(found) is helped


def test_another_role_wipes_the_slate_clean() -> None:
    found = digger([[], ["pick"], [], []])
    lay_dead_ends(found, 1, 3)
    found.memory.forget((1,))
    assert mends(found)


def test_a_digger_does_not_mend_what_it_has_broken_itself() -> None:
    found = digger([[], ["pick"], [], []])
    found.hear([ToolBroken(0, found.table.state.front[1][0], NUMBER["broken-pick"], 1)])
    assert not mends(found)


@pytest.mark.parametrize("team", [BLUE, GREEN])
@pytest.mark.parametrize("own", [True, False])
def test_no_player_frees_whom_it_has_imprisoned_itself(team: int, own: bool) -> None:
    found = sitting(team, ["freedom", "dead-cross"], roles=[team, SIXTH, SIXTH], prison=[1], board=straight(1, 3))
    state = found.table.state
    found.table.notebooks[0].show((slot, found.table.faces[slot]) for slot in state.roles)
    found.hear([PlayerImprisoned(0 if own else 2, state.front[1][0], NUMBER["prison"], 1)])
    assert isinstance(found.choose(), FreePlayer) is not own

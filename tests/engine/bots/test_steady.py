"""The bot `steady` in positions where a decent player knows what to do."""

import pytest

from engine.grid.cells import cell
from engine.mine.bots.belief import SABOTEUR
from engine.mine.bots.survey import distances
from engine.mine.cards.base import ROLE_DECKS, ROLES, TUNNELS
from engine.mine.rules.actions.break_tool import BreakTool, ToolBroken
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.turn.passing import CardsPassed, Pass
from engine.mine.scenario.position import Position
from engine.placing import PathPlaced, PlacePath
from tests.engine.bots.tables import MIDDLE, NUMBER, TUNNEL, Laid, faces, laid

DIGGER = next(role.number for role in ROLES if role.key == "digger")
DEAD_ENDS = {card.number for card in TUNNELS if card.key.startswith("dead")}
SEEDS = range(12)


def roles(seats: int, *saboteurs: int) -> list[int]:
    return [SABOTEUR if seat in saboteurs else DIGGER for seat in range(seats)]


def hands(own: list[int], seats: int) -> list[list[int]]:
    """The bot's own cards, and one map for every other seat."""
    return [own, *(faces("map") for _ in range(1, seats))]


GOALS = faces("stone-a", "treasure", "stone-b")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", ["straight-short", "cross", "tee-short"])
def test_a_digger_takes_the_treasure_when_one_card_wins(key: str, seed: int) -> None:
    own = faces("curve-left", "repair-pick", "rockfall", "map", "broken-cart", key)
    position = Position(board=laid(*TUNNEL), goals=GOALS, roles=roles(4, 2), hands=hands(own, 4))
    sitting = Laid(position, 4, seed=seed)
    slot = sitting.table.state.goals[MIDDLE]
    sitting.table.notebooks[0].show([(slot, NUMBER["treasure"])])
    act = sitting.choose()
    assert isinstance(act, PlacePath)
    assert RoundEnded(treasure=True, finisher=0) in sitting.table.play(act)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_saboteur_does_not_take_the_treasure(seed: int) -> None:
    own = faces("straight-short", "curve-left", "map")
    position = Position(board=laid(*TUNNEL), goals=GOALS, roles=roles(4, 0), hands=hands(own, 4))
    sitting = Laid(position, 4, seed=seed)
    sitting.table.notebooks[0].show([(sitting.table.state.goals[MIDDLE], NUMBER["treasure"])])
    events = sitting.table.play(sitting.choose())
    assert not [event for event in events if isinstance(event, RoundEnded)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("saboteur", [False, True])
def test_a_player_mends_the_own_tool_first(saboteur: bool, seed: int) -> None:
    own = faces("cross", "map", "repair-pick-cart", "repair-lantern", "dead-cross")
    position = Position(
        goals=GOALS,
        roles=roles(5, 0) if saboteur else roles(5, 1),
        hands=hands(own, 5),
        broken=[["cart"], ["lantern"], [], ["cart"], []],
    )
    act = Laid(position, 5, seed=seed).choose()
    assert isinstance(act, RepairTool)
    assert act.target == 0


def test_one_of_two_broken_tools_is_mended_before_a_friend_is_helped() -> None:
    position = Position(
        goals=GOALS,
        roles=roles(5, 1),
        hands=hands(faces("repair-pick", "cross"), 5),
        broken=[["pick", "cart"], [], ["pick"], [], []],
    )
    act = Laid(position, 5).choose()
    assert isinstance(act, RepairTool)
    assert act.target == 0


def digger_with_broken_tools() -> Laid:
    own = faces("broken-pick", "broken-lantern", "broken-cart")
    return Laid(Position(goals=GOALS, roles=roles(4, 2), hands=hands(own, 4)), 4)


def test_a_digger_breaks_nobody_who_has_done_nothing() -> None:
    assert isinstance(digger_with_broken_tools().choose(), Pass)


def test_a_digger_does_not_break_a_player_who_builds_toward_the_gold() -> None:
    sitting = digger_with_broken_tools()
    board = sitting.table.state.board
    before = sitting.memory.suspicion(1)
    for x in (1, 2, 3):
        board.lay(cell(x, 0), -1, (15,), 0)
        sitting.hear([PathPlaced(1, 90, NUMBER["cross"], cell(x, 0), 0)])
    assert sitting.memory.suspicion(1) < before
    assert isinstance(sitting.choose(), Pass)


def test_a_digger_breaks_whoever_harms_the_trusted_and_nobody_else() -> None:
    """Otherwise the two tests above could not fail."""
    sitting = digger_with_broken_tools()
    for target in (1, 3, 1, 3, 1, 3):
        sitting.hear([ToolBroken(2, 90, NUMBER["broken-cart"], target)])
    act = sitting.choose()
    assert isinstance(act, BreakTool)
    assert act.target == 2


@pytest.mark.parametrize(("odds", "breaks"), [(-1.0, False), (0.0, False), (0.2, False), (0.4, True), (3.0, True)])
def test_a_slight_suspicion_is_not_enough_to_break_a_tool(odds: float, breaks: bool) -> None:
    """From three in five on it is."""
    sitting = digger_with_broken_tools()
    sitting.memory.odds[2] = odds
    assert (sitting.memory.suspicion(2) >= 0.6) == breaks
    act = sitting.choose()
    assert isinstance(act, BreakTool) == breaks
    assert not breaks or act.target == 2


def test_a_digger_mends_a_friend_and_not_a_suspect() -> None:
    position = Position(
        goals=GOALS,
        roles=roles(4, 2),
        hands=hands(faces("repair-pick", "dead-cross"), 4),
        broken=[[], ["pick"], ["pick"], []],
    )
    sitting = Laid(position, 4)
    for target in (1, 3) * 4:
        sitting.hear([ToolBroken(2, 90, NUMBER["broken-cart"], target)])
    act = sitting.choose()
    assert isinstance(act, RepairTool)
    assert act.target == 1


def setback(sitting: Laid, act: PlacePath) -> int:
    """By how much the placement moves the goals away, all together."""
    board = sitting.table.state.board
    after = board.copy()
    after.lay(act.cell, -1, sitting.table.state.book.groups[act.face][act.turned == 180], act.turned)
    return sum(distances(after)[goal] - distances(board)[goal] for goal in board.network.hidden)


@pytest.mark.parametrize("seats", [5, 7, 10])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_saboteur_far_from_the_gold_lays_nothing_that_shows_what_it_is(seats: int, seed: int) -> None:
    """At a table with several saboteurs there is time: no dead end in the way, and no other setback."""
    own = faces("dead-straight-short", "dead-cross", "dead-tee-short", "straight-short")
    position = Position(goals=GOALS, roles=roles(seats, *range(ROLE_DECKS[seats][0])), hands=[own] + [[]] * (seats - 1))
    sitting = Laid(position, seats, seed=seed)
    act = sitting.choose()
    assert isinstance(act, PlacePath)
    assert setback(sitting, act) <= 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_saboteur_who_is_surely_alone_has_no_time_to_hide(seed: int) -> None:
    own = faces("dead-straight-short", "dead-cross", "dead-tee-short", "straight-short")
    sitting = Laid(Position(goals=GOALS, roles=roles(4, 0), hands=hands(own, 4)), 4, seed=seed)
    act = sitting.choose()
    assert isinstance(act, PlacePath)
    assert setback(sitting, act) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_saboteur_near_the_gold_stops_hiding(seed: int) -> None:
    own = faces("dead-straight-short", "dead-cross", "straight-short")
    position = Position(board=laid(*TUNNEL), goals=GOALS, roles=roles(5, 0, 1), hands=hands(own, 5))
    sitting = Laid(position, 5, seed=seed)
    act = sitting.choose()
    assert isinstance(act, PlacePath)
    assert act.face in DEAD_ENDS
    assert setback(sitting, act) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_digger_lays_no_dead_end(seed: int) -> None:
    own = [card.number for card in TUNNELS if card.number in DEAD_ENDS][:6]
    sitting = Laid(Position(goals=GOALS, roles=roles(5, 1), hands=hands(own, 5)), 5, seed=seed)
    assert isinstance(sitting.choose(), Pass)


def test_a_digger_reads_a_map_while_the_gold_may_lie_in_several_places_and_no_longer_then() -> None:
    own = faces("map", "dead-cross")
    sitting = Laid(Position(goals=GOALS, roles=roles(5, 1), hands=hands(own, 5)), 5)
    assert isinstance(sitting.choose(), ReadMap)
    sitting.table.notebooks[0].show([(sitting.table.state.goals[MIDDLE], NUMBER["treasure"])])
    assert isinstance(sitting.choose(), Pass)


def test_two_stones_seen_tell_where_the_treasure_is() -> None:
    sitting = Laid(Position(goals=GOALS, roles=roles(5, 1), hands=hands(faces("map", "cross"), 5)), 5)
    state = sitting.table.state
    stones = [(slot, sitting.table.faces[slot]) for at, slot in state.goals.items() if at != MIDDLE]
    sitting.table.notebooks[0].show(stones)
    assert set(sitting.memory.treasure(sitting.view)) == {MIDDLE}


def test_a_player_with_broken_tools_who_passes_is_not_suspected_for_it() -> None:
    position = Position(goals=GOALS, roles=roles(4, 2), hands=hands(faces("map"), 4), broken=[[], ["pick"], [], []])
    sitting = Laid(position, 4)
    before = [sitting.memory.suspicion(seat) for seat in range(4)]
    sitting.hear([CardsPassed(1, (90,)), CardsPassed(2, (91,))])
    after = [sitting.memory.suspicion(seat) for seat in range(4)]
    assert after[1] == before[1]
    assert after[2] > before[2]


def test_the_best_gold_card_is_kept() -> None:
    """From the end of a round that the diggers won."""
    position = Position(
        board=laid(*TUNNEL),
        goals=GOALS,
        roles=roles(4, 2),
        hands=hands(faces("straight-short", "map"), 4),
        gold_pile=faces("gold-1", "gold-3", "gold-2"),
    )
    sitting = Laid(position, 4)
    sitting.table.play(PlacePath(0, sitting.table.state.hands[0][0], NUMBER["straight-short"], cell(7, 0), 0))
    want = sitting.table.waiting()
    assert want is not None
    assert (want.what, want.seats) == ("gold", (0,))
    act = sitting.choose()
    assert isinstance(act, TakeGold)
    assert sitting.table.faces[act.slot] == NUMBER["gold-3"]


def test_of_two_goals_reached_at_once_a_digger_turns_up_the_likelier_one() -> None:
    upper = [(x, 1, "straight-short", 0) for x in (5, 6)] + [(x, 1, "tee-short", 0) for x in (2, 3, 4)]
    board = laid((0, 1, "curve-left", 180), (1, 1, "cross", 0), *upper, (7, 1, "tee-short", 180))
    position = Position(board=board, goals=GOALS, roles=roles(4, 2), hands=hands(faces("cross", "map"), 4))
    sitting = Laid(position, 4)
    state = sitting.table.state
    sitting.table.notebooks[0].show([(state.goals[cell(8, 2)], NUMBER["stone-a"])])
    sitting.table.play(PlacePath(0, state.hands[0][0], NUMBER["cross"], cell(8, 1), 0))
    want = sitting.table.waiting()
    assert want is not None
    assert want.what == "goal"
    assert sitting.choose() == TurnGoal(0, MIDDLE)


def test_either_way_to_lay_a_goal_is_left_to_chance() -> None:
    """HA6: nothing speaks for one of them."""
    chosen = {_rotation(seed) for seed in range(20)}
    assert chosen == {0, 180}


def _rotation(seed: int) -> int:
    board = laid(
        (0, 1, "curve-left", 180),
        (1, 1, "cross", 0),
        (2, 1, "tee-short", 0),
        (3, 1, "straight-short", 0),
        (4, 1, "tee-short", 180),
        (5, 1, "straight-short", 0),
        (6, 1, "cross", 0),
        (7, 0, "curve-right", 0),
        (8, 1, "curve-right", 180),
    )
    goals = faces("treasure", "stone-a", "stone-b")
    position = Position(board=board, goals=goals, roles=roles(4, 2), hands=hands(faces("cross", "map"), 4))
    sitting = Laid(position, 4, seed=seed)
    sitting.table.play(PlacePath(0, sitting.table.state.hands[0][0], NUMBER["cross"], cell(7, 1), 0))
    act = sitting.choose()
    assert isinstance(act, RotateGoal)
    return act.turned

"""The bot `steady` at tables with the anniversary box: every card and act of a module has a purpose."""

from typing import Any

import pytest

from engine.events import RoundDealt
from engine.front import choices
from engine.grid.cells import cell
from engine.inputs import TimeUp
from engine.mine.bots.belief import DIGGER, EVEN, SABOTEUR
from engine.mine.cards.championship import GREEDY_DWARF
from engine.mine.division import BLUE, GREEN
from engine.mine.division import SABOTEUR as SABOTEUR_2
from engine.mine.modules.chests.state import NO_DRAW, NUGGET
from engine.mine.modules.costume import RoleExchanged
from engine.mine.modules.diversion import DivertPath
from engine.mine.modules.goal_swap import SwapGoals
from engine.mine.modules.party import RolesDealt
from engine.mine.modules.toll.collectors import BringCollector
from engine.mine.modules.toll.consent import AgreeToll, AskToll, RefuseToll
from engine.mine.modules.toll.payers import NamePayer
from engine.mine.modules.toll.state import Collector
from engine.mine.modules.trailblazer import BlazeTrail
from engine.mine.modules.treasury import OpenTreasury
from engine.mine.modules.veto import PlayVeto
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.keep_one import KeepCard
from engine.mine.scenario.position import Position
from engine.mine.view import mine_view
from engine.placing import PlacePath
from engine.registry import game_of
from engine.slots import TABLE, Face
from engine.waits import window
from tests.engine.bots.tables import MIDDLE, NUMBER, TUNNEL, Laid, faces, laid

GOALS = faces("stone-a", "treasure", "stone-b")
HALF = TUNNEL[:3]
"""A tunnel that ends half way."""
MANY = faces(
    *["tee-long", "curve-right", "tee-short", "straight-long"] * 2,
    *["tee-long", "curve-left"] * 3,
    "rockfall",
    "rockfall",
)
"""Enough in the draw pile for some turns of all seats."""


def sitting(
    rules: str,
    own: list[str],
    *,
    role: Face = DIGGER,
    tunnel: Any = TUNNEL,
    seats: int = 4,
    cards: str = "base",
    knows: bool = True,
    **more: Any,
) -> Laid:
    """A bot on seat 0, which usually knows that the treasure lies under the middle goal; seat 2 is the saboteur."""
    others = more.pop("others", None) or [
        DIGGER if role != DIGGER or seat != 2 else SABOTEUR for seat in range(1, seats)
    ]
    hands = [faces(*own), *(faces("map") for _ in range(1, seats))]
    position = Position(board=laid(*tunnel), goals=GOALS, roles=[role, *others], **{"hands": hands, **more})
    found = Laid(position, seats, rules=f"{cards}+{rules}")
    if knows:
        found.table.notebooks[0].show([(found.table.state.goals[MIDDLE], NUMBER["treasure"])])
    return found


# Veto


def reaction(found: Laid, act: Any) -> Any:
    """What the bot on the last seat makes of the act of seat 0."""
    seat = found.table.state.book.seats - 1
    other = Laid.__new__(Laid)
    other.bot, other.chance = found.bot, found.chance
    other.view, other.memory = found.table.view(seat), found.bot.memory(seat, found.table.state.book)
    other.memory.note(DEALT, other.view)
    found.table.watchers.append(other.hear)
    found.table.notebooks[seat].show([(found.table.state.goals[MIDDLE], NUMBER["treasure"])])
    found.table.play(act)
    return other.choose()


DEALT = RoundDealt(1, 0, ())
"""Begins a memory in the middle of a round."""


@pytest.mark.parametrize(("role", "stops"), [(SABOTEUR, True), (DIGGER, False)])
def test_a_saboteur_stops_the_last_card_and_a_digger_does_not(role: Face, stops: bool) -> None:
    found = sitting("veto", ["cross"], hands=[faces("cross"), faces("map"), faces("map"), faces("veto")])
    found.table.faces[found.table.state.roles[3]] = role
    found.table.notebooks[3].show([(found.table.state.roles[3], role)])
    last = next(act for act in choices(found.view) if isinstance(act, PlacePath) and act.cell == cell(7, 0))
    answer = reaction(found, last)
    assert window(found.table.state) is not None
    assert isinstance(answer, PlayVeto) is stops
    found.table.play(answer or TimeUp(TABLE))
    assert found.table.state.treasure_found is not stops


@pytest.mark.parametrize(("act", "stops"), [("prison", True), ("broken-cart", False)])
def test_with_many_cards_to_come_a_veto_is_kept_for_a_prison(act: str, stops: bool) -> None:
    """In Saboteur 2, where a broken tool is mended sooner."""
    hands = [faces(act), faces("map"), faces("map"), faces("veto")]
    roles = [GREEN, SABOTEUR_2, GREEN]
    found = sitting("veto", [act], hands=hands, cards="saboteur2", tunnel=[], pile=MANY, role=BLUE, others=roles)
    harm = next(each for each in choices(found.view) if getattr(each, "target", -1) == 3)
    assert isinstance(reaction(found, harm), PlayVeto) is stops


def test_a_veto_is_no_card_to_throw_away() -> None:
    found = sitting("veto", ["veto", "dead-cross"], tunnel=HALF, broken=[["cart"], [], [], []])
    act: Any = found.choose()
    assert found.table.faces[act.slots[0]] == NUMBER["dead-cross"]


# Cards of a turn


def test_the_best_of_five_cards_is_kept() -> None:
    thrown = faces("map", "dead-tee-long", "cross", "map", "dead-tee-short")
    found = sitting("treasury", ["treasury", "dead-cross"], tunnel=HALF, discard=thrown, broken=[["cart"], [], [], []])
    opened = next(act for act in choices(found.view) if isinstance(act, OpenTreasury))
    found.table.play(opened)
    kept = found.choose()
    assert isinstance(kept, KeepCard)
    assert found.table.faces[kept.slot] == NUMBER["cross"]


def test_a_trail_is_begun_with_two_good_cards_and_not_with_one() -> None:
    good = sitting("trailblazer", ["trailblazer", "cross", "straight-short", "map"], tunnel=HALF)
    assert isinstance(good.choose(), BlazeTrail)
    poor = sitting("trailblazer", ["trailblazer", "cross", "dead-cross", "map"], tunnel=HALF)
    assert not isinstance(poor.choose(), BlazeTrail)


def test_a_saboteur_takes_the_last_card_out_of_the_way() -> None:
    found = sitting("diversion", ["diversion", "map"], role=SABOTEUR)
    act = found.choose()
    assert isinstance(act, DivertPath)
    before = found.memory.treasure(mine_view(found.view))
    assert found.table.play(act)
    assert before == {MIDDLE: EVEN}
    assert MIDDLE not in found.table.state.board.reach.reached


def test_a_digger_reaches_the_treasure_with_a_card_that_lies_badly() -> None:
    """The last card of the tunnel lies on a cell that leads nowhere; there is a better one."""
    tunnel = [*TUNNEL, (1, -1, "cross", 0)]
    found = sitting("diversion", ["diversion", "map"], tunnel=tunnel)
    found.table.play(found.choose())
    assert found.table.state.treasure_found


def test_a_goal_swap_makes_what_was_known_half_known_of_both() -> None:
    found = sitting("goal-swap", ["goal-swap", "map"], role=SABOTEUR)
    act = found.choose()
    assert isinstance(act, SwapGoals)
    assert MIDDLE in (act.cell, act.other)
    found.table.play(act)
    view = mine_view(found.view)
    found.table.play(TimeUp(0))
    known = found.memory.treasure(view)
    assert known[act.cell] == known[act.other] == EVEN // 2
    assert sum(known.values()) == EVEN


def test_a_digger_who_knows_the_nearest_goal_to_be_the_treasure_lets_it_lie() -> None:
    found = sitting("goal-swap", ["goal-swap", "dead-cross"], broken=[["cart"], [], [], []])
    assert not isinstance(found.choose(), SwapGoals)


def test_a_digger_who_knows_nothing_mixes_what_a_foe_has_seen() -> None:
    def found(suspicion: float) -> Any:
        broken = [["cart"], [], [], []]
        sits = sitting("goal-swap", ["goal-swap", "cross"], tunnel=[], broken=broken, knows=False)
        sits.memory.looked[2] = {MIDDLE}
        sits.memory.odds[2] = suspicion
        return sits.choose()

    assert isinstance(found(20.0), SwapGoals)
    assert not isinstance(found(-20.0), SwapGoals)


# Greedy Dwarf


def test_a_greedy_dwarf_lays_the_last_card_and_not_the_one_before_it() -> None:
    last = sitting("greedy-dwarf", ["cross", "map"], role=GREEDY_DWARF.number)
    act = last.choose()
    assert isinstance(act, PlacePath)
    assert act.cell == cell(7, 0)
    waits = sitting("greedy-dwarf", ["straight-short", "dead-cross"], role=GREEDY_DWARF.number, tunnel=TUNNEL[:-1])
    assert not isinstance(waits.choose(), PlacePath)


def test_a_greedy_dwarf_stops_others_near_the_treasure_and_digs_far_from_it() -> None:
    near = sitting("greedy-dwarf", ["broken-cart", "dead-cross"], role=GREEDY_DWARF.number)
    assert isinstance(near.choose(), BreakTool)
    far = sitting("greedy-dwarf", ["broken-cart", "cross"], role=GREEDY_DWARF.number, tunnel=[])
    assert isinstance(far.choose(), PlacePath)


# Variants


def test_a_digger_of_a_tournament_wants_to_be_the_one_who_finishes() -> None:
    others = [DIGGER, DIGGER, SABOTEUR, GREEDY_DWARF.number]
    found = sitting("tournament", ["cross", "repair-cart"], seats=5, broken=[[], ["cart"], [], [], []], others=others)
    found.memory.odds[1] = -50.0
    act = found.choose()
    assert isinstance(act, PlacePath)


def test_a_share_of_another_digger_is_worth_a_broken_tool() -> None:
    own = ["broken-cart", "dead-cross"]
    assert isinstance(sitting("sabotaged-dwarf", own).choose(), BreakTool)
    assert not isinstance(sitting("sabotaged-dwarf", own, tunnel=HALF).choose(), BreakTool)


# Toll


def asked(nuggets: list[int], odds: float) -> Any:
    """What a bot on seat 0 says to seat 1, which wants to go on at the collector of seat 2."""
    found = sitting("toll", ["map"], hands=[faces("map"), faces("cross"), faces("map"), faces("map")], turn=1)
    state = found.table.state
    host = cell(6, 0)
    state.collectors = [Collector(1, 2, host, state.board.network.slots[host], cell(7, 0))]
    state.nuggets = nuggets
    bot = Laid.__new__(Laid)
    bot.bot, bot.chance, bot.view = found.bot, found.chance, found.table.view(0)
    bot.memory = found.bot.memory(0, state.book)
    bot.memory.note(DEALT, bot.view)
    bot.memory.odds[1] = odds
    found.table.notebooks[0].show([(state.goals[MIDDLE], NUMBER["treasure"])])
    found.table.play(AskToll(1, 0))
    return bot.choose()


@pytest.mark.parametrize(
    ("nuggets", "odds", "agrees"), [(2, -20.0, True), (1, -20.0, False), (2, 0.0, False), (3, 20.0, False)]
)
def test_it_agrees_to_a_toll_only_for_a_seat_that_it_trusts_and_with_two_nuggets(
    nuggets: int, odds: float, agrees: bool
) -> None:
    assert isinstance(asked([nuggets, 1, 1, 1], odds), AgreeToll if agrees else RefuseToll)


def test_a_saboteur_blocks_the_way_to_the_treasure() -> None:
    found = sitting("toll", ["map", "map"], role=SABOTEUR, hands=[faces("map", "map"), *([[]] * 3)])
    assert isinstance(found.choose(), BringCollector)


@pytest.mark.parametrize(("tunnel", "blocks"), [(TUNNEL, True), (TUNNEL[:-2], False)])
def test_in_saboteur_2_it_blocks_the_way_only_near_the_end(tunnel: Any, blocks: bool) -> None:
    """A card that is thrown away is a turn lost there."""
    more: dict[str, Any] = {"hands": [faces("map", "map"), *(faces("map") for _ in range(3))], "pile": MANY}
    found = sitting("toll", [], cards="saboteur2", role=SABOTEUR_2, others=[BLUE, GREEN, GREEN], tunnel=tunnel, **more)
    assert isinstance(found.choose(), BringCollector) is blocks


def test_a_digger_pays_for_the_last_card_and_not_for_the_first() -> None:
    found = sitting("toll", ["cross", "map"])
    state, host = found.table.state, cell(6, 0)
    state.collectors = [Collector(1, 2, host, state.board.network.slots[host], cell(7, 0))]
    state.nuggets = [1, 1, 1, 1]
    assert isinstance(found.choose(), AskToll)
    for seat in (2, 1, 3):
        found.table.play(AskToll(0, seat))
        found.table.play(RefuseToll(seat))
    assert isinstance(found.choose(), NamePayer)
    first = sitting("toll", ["cross", "repair-cart"], tunnel=[(1, 0, "cross", 0)], broken=[[], ["cart"], [], []])
    state, host = first.table.state, cell(1, 0)
    state.collectors = [Collector(1, 2, host, state.board.network.slots[host], cell(1, 1))]
    assert not isinstance(first.choose(), AskToll | NamePayer)


def test_a_saboteur_asks_no_fellow_since_none_would_pay() -> None:
    found = sitting("toll", ["dead-cross", "map"], role=SABOTEUR)
    state, host = found.table.state, cell(6, 0)
    state.collectors = [Collector(1, 2, host, state.board.network.slots[host], cell(7, 0))]
    state.nuggets = [0, 3, 3, 3]
    found.memory.odds[1] = 20.0
    assert AskToll(0, 1) in choices(found.view)
    assert not isinstance(found.choose(), AskToll)


# What is void after a feast


def test_after_a_party_all_are_as_unknown_as_at_first() -> None:
    found = sitting("party", ["map"], tunnel=[])
    first = list(found.memory.odds)
    found.memory.odds = [3.0, -3.0, 2.0, 1.0]
    found.hear([RolesDealt((0, 1, 2, 3))])
    assert found.memory.odds == first


def test_a_costume_makes_its_seat_alone_unknown() -> None:
    found = sitting("costume", ["map"], tunnel=[])
    first = list(found.memory.odds)
    found.memory.odds = [3.0, -3.0, 2.0, 1.0]
    found.hear([RoleExchanged(2, 0, 1)])
    assert found.memory.odds == [3.0, -3.0, first[2], 1.0]


# What is worth a way


@pytest.mark.parametrize(("chest", "visits"), [(NUGGET, True), (NO_DRAW, False)])
def test_a_chest_that_was_seen_is_worth_a_way_or_not(chest: Face, visits: bool) -> None:
    found = sitting("chests", ["cross"], tunnel=[(1, 0, "cross", 0), (2, 0, "tee-short", 0)])
    at = cell(3, 1)
    found.table.notebooks[0].show([(found.table.state.chests[at], chest)])
    player: Any = _player(found)
    assert (player.lures[at] > 0) is visits


@pytest.mark.parametrize(("role", "wants"), [(SABOTEUR, True), (DIGGER, False)])
def test_a_spider_is_a_goal_for_saboteurs(role: Face, wants: bool) -> None:
    goals = faces("spider", "stone-a", "treasure", "bag-2", "dragon")
    position = Position(
        board=laid(*TUNNEL),
        goals=goals,
        roles=[role, *([DIGGER] * 2), SABOTEUR if role == DIGGER else DIGGER],
        hands=[faces("cross", "map"), *([faces("map")] * 3)],
    )
    found = Laid(position, 4, rules="base+new-goals")
    found.table.notebooks[0].show(
        [(slot, face) for slot, face in zip(found.table.state.goals.values(), goals, strict=True)]
    )
    lures = _player(found).lures
    assert (lures[cell(8, 4)] > 0) is wants
    assert lures[cell(8, -2)] > 0 > -1 + lures[cell(8, 2)]


def _player(found: Laid) -> Any:
    mind = game_of(found.table.state.book.rules).mind(found.table.state.book.rules)
    return mind.player(found.memory, found.view)

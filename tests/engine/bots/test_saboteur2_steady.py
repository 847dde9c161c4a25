"""The bot `steady` at tables of Saboteur 2 where a decent player knows what to do."""

import pytest

from engine.grid.cells import cell
from engine.mine.division import BLUE, BOSS, GEOLOGIST, GREEN, PROFITEER, SABOTEUR
from engine.mine.rules.actions.break_tool import BreakTool, ToolBroken
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.hands_off import StopTheft
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.prison import Imprison
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.round.steal import Steal
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.placing import PlacePath
from tests.engine.bots.saboteur2_positions import DOOR, OTHER, sitting, straight
from tests.engine.bots.tables import MIDDLE, NUMBER, Laid

TEAMS = (BLUE, GREEN)
SEEDS = range(4)


def keys_of(found: Laid, act: Pass | DiscardTwo) -> list[str]:
    """What is thrown away."""
    names = {number: key for key, number in NUMBER.items()}
    return sorted(names[found.table.faces[slot]] for slot in act.slots)


def ends_the_round(found: Laid) -> bool:
    return any(isinstance(event, RoundEnded) for event in found.table.play(found.choose()))


# The two teams


@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_digger_puts_a_door_of_the_own_team_on_the_way(team: int, seed: int) -> None:
    found = sitting(team, ["straight-short", DOOR[team], "cross"], board=straight(1, 3), seed=seed)
    act = found.choose()
    assert isinstance(act, PlacePath)
    assert (act.face, act.cell) == (NUMBER[DOOR[team]], cell(4, 0))


@pytest.mark.parametrize("team", TEAMS)
def test_a_digger_lays_no_door_of_the_other_team(team: int) -> None:
    found = sitting(team, [DOOR[OTHER[team]], "dead-cross", "dead-tee-long"], board=straight(1, 3))
    act = found.choose()
    assert isinstance(act, Pass)
    assert keys_of(found, act) == sorted([DOOR[OTHER[team]], "dead-cross", "dead-tee-long"])


@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_digger_takes_the_treasure_for_the_own_team(team: int, seed: int) -> None:
    board = [*straight(1, 4), (5, 0, DOOR[team], 0), *straight(6, 6)]
    assert ends_the_round(sitting(team, ["straight-short", "map", "theft"], board=board, seed=seed))


@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_digger_does_not_take_it_for_the_other_team(team: int, seed: int) -> None:
    board = [*straight(1, 4), (5, 0, DOOR[OTHER[team]], 0), *straight(6, 6)]
    assert not ends_the_round(sitting(team, ["straight-short", "map"], board=board, seed=seed))


@pytest.mark.parametrize("team", TEAMS)
def test_a_digger_brings_down_a_door_that_shuts_out_the_team(team: int) -> None:
    board = [*straight(1, 1), (2, 0, "straight-short", 0), (3, 0, DOOR[OTHER[team]], 0), *straight(4, 5)]
    act = sitting(team, ["rockfall", "dead-cross", "curve-left"], board=board).choose()
    assert isinstance(act, CauseRockfall)
    assert act.cell == cell(3, 0)


@pytest.mark.parametrize("team", TEAMS)
def test_a_ladder_leads_past_a_door(team: int) -> None:
    """Behind the door a tunnel is open; a ladder there is joined to the start."""
    board = [*straight(1, 3), (4, 0, DOOR[OTHER[team]], 0), *straight(5, 5), (6, 0, "straight-short", 0)]
    act = sitting(team, ["ladder-single-long", "dead-cross", "map"], board=board).choose()
    assert isinstance(act, PlaceLadder)
    assert act.cell == cell(5, -1)


@pytest.mark.parametrize("team", TEAMS)
def test_a_digger_digs_when_the_treasure_may_lie_anywhere(team: int) -> None:
    act = sitting(team, ["dead-cross", "tee-short", "curve-left"], known=False).choose()
    assert isinstance(act, PlacePath)
    assert (act.face, act.cell) == (NUMBER["tee-short"], cell(1, 0))


# The others


def test_the_boss_welcomes_any_door_on_the_way() -> None:
    for door in DOOR.values():
        act = sitting(BOSS, ["straight-short", door, "map"], board=straight(1, 3)).choose()
        assert isinstance(act, PlacePath)
        assert act.face == NUMBER[door]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_boss_who_would_be_alone_takes_the_treasure(seed: int) -> None:
    board = [*straight(1, 3), (4, 0, DOOR[BLUE], 0), (5, 0, DOOR[GREEN], 0), *straight(6, 6)]
    assert ends_the_round(sitting(BOSS, ["straight-short", "map"], board=board, seed=seed))


def test_a_boss_who_would_share_with_everybody_leaves_it_to_one_of_the_teams() -> None:
    """Six winners: nothing is left for the Boss; of one team it would be something."""
    own, others = ["straight-short", "map", "dead-cross"], [["map"]] * 5 + [["cross"]] * 2
    roles = [BLUE, BLUE, GREEN, GREEN, BLUE, GREEN, SABOTEUR]
    found = sitting(BOSS, own, board=straight(1, 6), others=others, roles=roles)
    found.table.notebooks[0].show((slot, found.table.faces[slot]) for slot in found.table.state.roles)
    assert not ends_the_round(found)


def test_a_profiteer_goes_with_the_saboteurs() -> None:
    own = ["straight-short", "dead-straight-short", "map"]
    found = sitting(PROFITEER, own, board=straight(1, 6), roles=[SABOTEUR, BLUE, GREEN])
    act = found.choose()
    assert isinstance(act, PlacePath)
    assert (act.face, act.cell) == (NUMBER["dead-straight-short"], cell(7, 0))


def test_a_profiteer_takes_the_treasure_where_both_teams_are_shut_out() -> None:
    board = [*straight(1, 3), (4, 0, DOOR[BLUE], 0), (5, 0, DOOR[GREEN], 0), *straight(6, 6)]
    others, roles = [["map"]] * 5, [SABOTEUR, SABOTEUR, GREEN, BLUE, BLUE]
    found = sitting(PROFITEER, ["straight-short", "map"], board=board, others=others, roles=roles)
    found.table.notebooks[0].show((slot, found.table.faces[slot]) for slot in found.table.state.roles)
    assert ends_the_round(found)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_geologist_lays_crystals_and_not_the_last_card_to_the_treasure(seed: int) -> None:
    board = straight(1, 6)
    own = ["straight-short", "crystal-dead-single-long", "crystal-tee-short", "cross"]
    found = sitting(GEOLOGIST, own, board=board, seed=seed)
    act = found.choose()
    assert isinstance(act, PlacePath)
    assert act.face in found.table.state.book.crystals
    assert not ends_the_round(found)


def test_a_geologist_without_crystals_looks_for_some() -> None:
    act = sitting(GEOLOGIST, ["straight-short", "cross", "tee-long", "theft"], board=straight(1, 3)).choose()
    assert isinstance(act, Pass)
    assert len(act.slots) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_saboteur_lays_a_dead_end_before_the_treasure(seed: int) -> None:
    act = sitting(SABOTEUR, ["straight-short", "dead-cross", "map"], board=straight(1, 6), seed=seed).choose()
    assert isinstance(act, PlacePath)
    assert (act.face, act.cell) == (NUMBER["dead-cross"], cell(7, 0))


def test_a_saboteur_keeps_a_rockfall_until_the_tunnel_is_long() -> None:
    far = sitting(SABOTEUR, ["rockfall", "map", "map"], board=straight(1, 1)).choose()
    assert isinstance(far, Pass)
    near = sitting(SABOTEUR, ["rockfall", "map", "map"], board=straight(1, 6)).choose()
    assert isinstance(near, CauseRockfall)


def test_a_saboteur_breaks_the_tools_of_whoever_digs() -> None:
    found = sitting(SABOTEUR, ["broken-cart", "tee-short", "map"], roles=[SABOTEUR, BLUE, GREEN])
    found.table.notebooks[0].show((slot, found.table.faces[slot]) for slot in found.table.state.roles[1:3])
    act = found.choose()
    assert isinstance(act, BreakTool)
    assert act.target == 2


def test_a_digger_breaks_the_tools_of_a_known_saboteur_and_mends_those_of_a_friend() -> None:
    own = ["broken-cart", "repair-pick", "dead-cross"]
    for broken, kind, target in ([[], [], [], []], BreakTool, 1), ([[], ["pick"], ["pick"], []], RepairTool, 2):
        found = sitting(BLUE, own if kind is RepairTool else own[:1], roles=[SABOTEUR, BLUE, GREEN], broken=broken)
        found.table.notebooks[0].show((slot, found.table.faces[slot]) for slot in found.table.state.roles)
        act = found.choose()
        assert isinstance(act, kind)
        assert act.target == target


# Thefts


def test_a_theft_is_kept_until_the_round_may_end() -> None:
    own = ["theft", "dead-cross", "dead-tee-long", "map"]
    assert not isinstance(sitting(BLUE, own, board=straight(1, 2)).choose(), LayTheft)
    assert isinstance(sitting(BLUE, own, board=straight(1, 5)).choose(), LayTheft)
    assert isinstance(sitting(BLUE, own, board=straight(1, 2), pile=0).choose(), LayTheft)


def test_a_thief_robs_the_richest() -> None:
    found = sitting(BLUE, ["map"], others=[[], [], []], pile=0, theft=[0], nuggets=[5, 2, 4, 3])
    found.table.play(Pass(0, (found.table.state.hands[0][0],)))
    state = found.table.state
    richest = max(range(1, 4), key=lambda seat: state.nuggets[seat])
    assert found.choose() == Steal(0, richest)


@pytest.mark.parametrize(("nuggets", "stops"), [([9, 0, 0, 0], True), ([0, 9, 0, 0], False)])
def test_the_rich_stop_thefts_and_the_poor_let_them(nuggets: list[int], stops: bool) -> None:
    own = ["hands-off", "map", "dead-cross"]
    act = sitting(BLUE, own, board=straight(1, 5), theft=[0, 2], nuggets=nuggets).choose()
    assert isinstance(act, StopTheft) == stops
    assert not stops or act.target == 2


def test_nobody_stops_the_own_theft() -> None:
    act = sitting(BLUE, ["hands-off"], pile=0, theft=[0], nuggets=[9, 0, 0, 0]).choose()
    assert isinstance(act, Pass)


# Prisons


def test_a_prison_is_kept_for_somebody_who_cannot_pay_for_freedom() -> None:
    """Two cards take it away; who has none left, and hopes for most, sits until the end."""
    own = ["prison", "dead-cross", "map"]
    roles, others = [SABOTEUR, BLUE, GREEN], [["cross"], ["cross", "map"], ["map"]]
    early = sitting(BLUE, own, roles=roles, others=others, board=straight(1, 2))
    assert not isinstance(early.choose(), Imprison)
    late = sitting(BLUE, own, roles=roles, others=others, board=straight(1, 2), pile=0)
    late.table.notebooks[0].show((slot, late.table.faces[slot]) for slot in late.table.state.roles)
    act = late.choose()
    assert isinstance(act, Imprison)
    assert act.target == 1


@pytest.mark.parametrize("role", [BLUE, GREEN, BOSS, PROFITEER, GEOLOGIST, SABOTEUR])
def test_everybody_takes_the_own_freedom_first(role: int) -> None:
    own = ["cross", "freedom", "crystal-tee-short", "dead-cross", "theft"]
    act = sitting(role, own, board=straight(1, 5), prison=[0, 1]).choose()
    assert isinstance(act, FreePlayer)
    assert act.target == 0


def test_nobody_frees_a_foe() -> None:
    found = sitting(BLUE, ["freedom"], roles=[SABOTEUR, BLUE, GREEN], prison=[1], pile=0)
    found.table.notebooks[0].show((slot, found.table.faces[slot]) for slot in found.table.state.roles)
    assert isinstance(found.choose(), Pass)


def test_two_useless_cards_buy_a_player_free() -> None:
    own = ["dead-cross", "tee-short", "dead-tee-long", "theft"]
    found = sitting(BLUE, own, prison=[0], theft=[0], board=straight(1, 3))
    act = found.choose()
    assert isinstance(act, DiscardTwo)
    assert found.table.faces[act.removed] == NUMBER["prison"]
    assert keys_of(found, act) == ["dead-cross", "dead-tee-long"]


def test_two_useless_cards_mend_a_tool() -> None:
    own = ["dead-cross", "tee-short", "dead-tee-long", "cross"]
    found = sitting(GREEN, own, broken=[["cart"], [], [], []], board=straight(1, 3))
    act = found.choose()
    assert isinstance(act, DiscardTwo)
    assert keys_of(found, act) == ["dead-cross", "dead-tee-long"]


# Roles and hands


def test_an_inspection_is_for_somebody_who_may_be_anything() -> None:
    found = sitting(BLUE, ["inspection", "freedom"], roles=[SABOTEUR, GREEN, GREEN], pile=0)
    state = found.table.state
    found.table.notebooks[0].show((slot, found.table.faces[slot]) for slot in (state.roles[1], state.roles[3]))
    act = found.choose()
    assert isinstance(act, InspectRole)
    assert act.target == 2


def test_a_saboteur_who_has_lost_wants_another_hat() -> None:
    found = sitting(SABOTEUR, ["swap-hats", "tee-short", "map"], board=straight(1, 6))
    act = found.choose()
    assert isinstance(act, SwapHats)
    assert act.target == 0


def test_a_saboteur_who_is_winning_keeps_the_hat() -> None:
    act = sitting(SABOTEUR, ["swap-hats", "tee-short", "map"], board=straight(1, 1), pile=0).choose()
    assert not isinstance(act, SwapHats) or act.target != 0


def test_a_poor_hand_is_swapped_for_the_largest() -> None:
    others = [["map"], ["cross", "map", "cross", "tee-long", "freedom"], ["map"]]
    act = sitting(BLUE, ["swap-hands", "dead-cross"], others=others, pile=0).choose()
    assert isinstance(act, SwapHands)
    assert act.target == 2


def test_a_good_hand_is_not_swapped() -> None:
    own = ["swap-hands", "cross", "tee-short", "cross", "theft", "prison"]
    assert not isinstance(sitting(BLUE, own, board=straight(1, 3)).choose(), SwapHands)


@pytest.mark.parametrize("pile", [40, 2, 1, 0])
def test_no_more_cards_are_passed_than_can_be_drawn(pile: int) -> None:
    act = sitting(BLUE, ["dead-cross", "dead-tee-long", "dead-tee-short", "cross"], pile=pile, prison=[0]).choose()
    assert isinstance(act, DiscardTwo | Pass)
    if isinstance(act, Pass):
        assert len(act.slots) <= max(1, pile)


def test_useful_cards_are_not_passed() -> None:
    own = ["dead-cross", "dead-tee-long", "theft", "freedom", "prison", DOOR[BLUE]]
    found = sitting(BLUE, own, board=[*straight(1, 1), (2, 0, "straight-long", 0)])
    act = found.choose()
    if isinstance(act, Pass):
        assert not {"theft", "prison", DOOR[BLUE]} & set(keys_of(found, act))


# What the others are


def test_whoever_harms_the_trusted_becomes_a_suspect() -> None:
    found = sitting(BLUE, ["map"])
    before = found.memory.weights(1, found.view)[SABOTEUR]
    for target in (2, 3, 2, 3):
        found.hear([ToolBroken(1, 90, NUMBER["broken-cart"], target)])
    assert found.memory.weights(1, found.view)[SABOTEUR] > before


def test_a_role_that_was_seen_is_certain_until_the_hat_is_swapped() -> None:
    found = sitting(BLUE, ["swap-hats", "map"])
    state = found.table.state
    found.table.notebooks[0].show([(state.roles[1], SABOTEUR)])
    assert found.memory.weights(1, found.view) == {SABOTEUR: 1000}
    found.table.play(SwapHats(0, state.hands[0][0], NUMBER["swap-hats"], 1))
    assert len(found.memory.weights(1, found.view)) > 1


def test_the_middle_goal_is_where_these_positions_have_the_treasure() -> None:
    assert sitting(BLUE, ["map"]).memory.treasure(sitting(BLUE, ["map"]).view).keys() == {MIDDLE}

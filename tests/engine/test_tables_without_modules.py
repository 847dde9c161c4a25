"""Machinery for cards that react, wait or hide things costs a table nothing that has no such card.

These are the stages, inputs and events of both card sets from before that machinery was there.
"""

import pytest

from engine.acts import ActRow
from engine.mine.game import book
from engine.rules import preset

STAGES = {
    "base": """
    begin-round chance choose-goal count-gold deal divide end-game finish-turn first-player fit-goal
    gold-by-chance last-gold opening over pass-by-chance pass-gold pick-gold renewing rotate-goal settle turn
    """,
    "saboteur2": """
    begin-round chance choose-goal count-gold deal divide end-game finish-turn first-player fit-goal opening
    over pass-by-chance renewing rotate-goal settle steal swap-hands thefts turn
    """,
}
INPUTS = {
    "base": """
    BreakTool CauseRockfall DealRound GiveRandom OpenSlots Pass PlacePath ReadMap RenewSlots RepairTool
    RotateGoal ShowSlots TakeGold TimeUp TurnGoal
    """,
    "saboteur2": """
    BreakTool CauseRockfall DealRound DiscardTwo FreePlayer GiveRandom Imprison InspectRole LayTheft OpenSlots
    Pass PlaceLadder PlacePath ReadMap RenewSlots RepairTool RotateGoal ShowSlots Steal StealNothing StopTheft
    SwapHands SwapHats TimeUp TurnGoal
    """,
}
EVENTS = {
    "base": """
    CardDrawn CardsPassed ChanceCalled GameEnded GoalReached GoalRevealed GoalTied GoldDrawn GoldPassed
    GoldTaken GoldTurnedUp MapRead NuggetsPaid NumberDrawn PathPlaced RocksFell RoundClosed RoundDealt
    RoundEnded SeatSkipped SlotsOpened SlotsRenewed SlotsShown TimeRanOut ToolBroken ToolRepaired TurnBegan
    """,
    "saboteur2": """
    CardDrawn CardsPassed ChanceCalled GameEnded GoalReached GoalRevealed GoalTied GoldTurnedUp HandTaken
    HandsSwapped HatsSwapped LadderPlaced MapRead NothingStolen NuggetStolen NuggetsPaid NumberDrawn
    PathPlaced PlayerFreed PlayerImprisoned RocksFell RoleInspected RoundClosed RoundDealt RoundEnded RoundWon
    SeatSkipped SlotsOpened SlotsRenewed SlotsShown TheftBegan TheftLaid TheftStopped TimeRanOut ToolBroken
    ToolRepaired TurnBegan TwoDiscarded
    """,
}


@pytest.mark.parametrize("card_set", STAGES)
def test_a_card_set_alone_has_the_stages_inputs_and_events_of_before(card_set: str) -> None:
    whole = book(preset(card_set), 5)
    assert set(whole.stages) == set(STAGES[card_set].split())
    assert {kind.__name__ for kind in whole.decide} == set(INPUTS[card_set].split())
    assert {kind.__name__ for kind in whole.evolve} == set(EVENTS[card_set].split())


@pytest.mark.parametrize("card_set", STAGES)
def test_no_rule_stands_around_an_act_of_a_card_set_alone(card_set: str) -> None:
    whole = book(preset(card_set), 5)
    assert not whole.lay_outs
    assert {decide.__module__ for act, decide in whole.decide.items() if act in whole.acts} <= {
        f"engine.mine.rules.{group}" for group in _rule_files()
    }


def _rule_files() -> set[str]:
    return {row.act.__module__.removeprefix("engine.mine.rules.") for row in _rows()} | {
        "actions.swap_hands",  # the acts themselves are of every game with hands and paths
        "placing.place_path",
        "placing.place_path_when_free",
        "turn.pass_up_to_three",
    }


def _rows() -> list[ActRow]:
    return [row for card_set in STAGES for row in book(preset(card_set), 5).acts.values()]

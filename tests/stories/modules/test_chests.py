"""Whole games with chests, and with the variants of the base game: they come to their end, and show everything."""

import random
from collections import Counter
from typing import Any

import pytest

from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.errors import Illegal
from engine.front import apply, choices
from engine.mine.cards.minis import CHESTS
from engine.mine.modules.chests.at_once import LookAtRole, MoveGoal
from engine.mine.modules.chests.at_turn_end import ChestTakesEffect, RobPlayer
from engine.mine.modules.chests.opening import ChestOpened
from engine.mine.modules.chests.state import CHOICE_OF_3, DISCARD_5, EXTRA_DRAW, NO_DRAW, ROBBERY
from engine.rules import parse
from engine.tabletop import Tabletop

ASKS = {"chest-goal": MoveGoal, "chest-role": LookAtRole, "chest-victim": RobPlayer}
AT_THE_END = {NO_DRAW, EXTRA_DRAW, ROBBERY, CHOICE_OF_3, DISCARD_5}


def whole_game(rules: str, bot: str, seats: int, number: int) -> Counter[object]:
    """Among bots; every question of a chest is compared with what the rules accept."""
    table = Tabletop(parse(rules), seats, random.Random(number).randrange)
    bots = [Sitting(BOTS[bot], table, seat, random.Random(f"{number} {seat}").randrange) for seat in range(seats)]
    seen: Counter[object] = Counter()

    def note(events: list[object]) -> None:
        seen.update(event.face for event in events if isinstance(event, ChestOpened))
        seen.update(("end", event.face) for event in events if isinstance(event, ChestTakesEffect))

    table.watchers.append(note)
    table.advance()
    while want := table.waiting():
        if table.state.stage in ASKS:
            check_question(table, ASKS[table.state.stage])
        table.play(answered(want, lambda seat: bots[seat].choose()))
    return seen


def check_question(table: Tabletop, act: type) -> None:
    """The choices are exactly what is accepted, each once, in a fixed order."""
    state = table.state
    acts: list[Any] = [*choices(table.view(state.active))]
    offered = [each.cell if act is MoveGoal else each.target for each in acts]
    assert offered
    asked = {*state.goals, *state.board.network.hidden} if act is MoveGoal else set(range(state.book.seats + 1))
    assert sorted(offered) == sorted(about for about in asked if is_accepted(table, act(state.active, about)))
    order = [seat for seat in state.book.clockwise[state.active] if seat in offered]
    assert offered == (sorted(offered) if act is MoveGoal else order)


def is_accepted(table: Tabletop, act: object) -> bool:
    try:
        apply(table.state.copy(), act)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("bot", ["random", "steady"])
@pytest.mark.parametrize("rules", ["base+chests", "saboteur2+chests=diamond", "base+chests=wide+tournament"])
def test_a_game_comes_to_its_end(rules: str, bot: str) -> None:
    assert whole_game(rules, bot, 6, 3)


@pytest.mark.long
@pytest.mark.parametrize("rules", ["base+everything", "saboteur2+everything"])
def test_every_chest_is_found_beside_all_other_modules(rules: str) -> None:
    layouts = ("", "+chests=square", "+chests=diamond", "+chests=wide", "+chests=zigzag")
    games = ((f"{rules}{layouts[number % 5]}", 3 + number % 8, number) for number in range(30))
    seen = sum((whole_game(text, "steady", seats, number) for text, seats, number in games), Counter[object]())
    assert {chest.number for chest in CHESTS} | {("end", face) for face in AT_THE_END} <= seen.keys()


@pytest.mark.long
@pytest.mark.parametrize("bot", ["random", "steady"])
@pytest.mark.parametrize("rules", ["base+sabotaged-dwarf+everything", "base+championship+sabotaged-dwarf"])
def test_whole_games_with_a_sabotaged_dwarf(rules: str, bot: str) -> None:
    for number in range(8):
        whole_game(rules, bot, 3 + number, number)


@pytest.mark.long
@pytest.mark.parametrize("bot", ["random", "steady"])
def test_whole_games_of_the_tournament_beside_all_that_it_goes_with(bot: str) -> None:
    rules = "base+goal-swap+treasury+veto+direction+craftsman+trailblazer+diversion+toll+new-goals+chests+tournament"
    for number in range(10):
        whole_game(rules, bot, 5 + number % 5, number)

"""The bot that looks ahead: what it tries is what its seat may believe, within its budget."""

import pickle
from collections import Counter
from typing import Any

import pytest

from engine.bots import sharp
from engine.bots.hidden import Hidden
from engine.bots.playout import Playout
from engine.front import choices
from engine.mine.bots.fortune import found_in_play
from engine.rules import parse
from engine.tabletop import Tabletop
from engine.task import as_task, worked_out
from tests.engine.bots.tables import stream, whole_game
from tests.support.nights import thinned

TABLES = [
    ("base", 3),
    ("base", 5),
    ("base-2006", 10),
    ("base+everything", 5),
    ("base+tournament", 6),
    ("saboteur2", 2),
    ("saboteur2", 7),
    ("saboteur2+everything", 6),
    ("cave", 4),
]


@pytest.mark.parametrize(("rules", "seats"), thinned(TABLES, 2))
def test_it_plays_at_every_table_and_does_what_is_allowed(rules: str, seats: int) -> None:
    def legal(view: Any, act: Any) -> None:
        assert act is None or act in choices(view)

    table = whole_game(rules, seats, ["sharp", *["steady"] * (seats - 1)], 1, legal)
    assert table.waiting() is None


def test_the_same_seed_gives_the_same_acts() -> None:
    def acts() -> list[Any]:
        made: list[Any] = []
        whole_game("base", 4, ["sharp", "steady"], 3, lambda view, act: made.append(act))
        return made

    assert acts() == acts()


@pytest.mark.parametrize(("rules", "seats"), thinned([row for row in TABLES if row[0] != "cave"], 3))
def test_a_world_is_a_deal_that_agrees_with_what_the_seat_knows(
    rules: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every card of every pile lies somewhere, once; what the seat knows lies where it knows it."""
    seen = 0
    worlds = Hidden.worlds

    def checked(self: Hidden, view: Any, *rest: Any) -> Any:
        nonlocal seen
        for world in worlds(self, view, *rest):
            state = view.state
            assert all(world[slot] == face for slot, face in state.faces.items() if slot in world)
            assert all(world[slot] == face for slot, face in view.notebook.shown.items() if slot in world)
            for pool in view.notebook.pools:
                assert not Counter(pool.faces) - Counter(world[slot] for slot in pool.slots)
            for pile in state.book.piles:
                there = Counter(face for slot, face in world.items() if state.pile_of[slot] == pile.number)
                assert there == Counter(pile.faces)
            assert all(slot in world for hand in state.hands for slot in hand)
            seen += 1
            yield world

    monkeypatch.setattr(Hidden, "worlds", checked)
    whole_game(rules, seats, ["sharp", *["steady"] * (seats - 1)], 2, lambda view, act: None)
    assert seen > 5


def test_its_budget_counts_acts_and_the_last_world_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharp, "_ACTS", 100)
    counts: list[int] = []
    gain = Playout.gain

    def counted(self: Playout, *asked: Any) -> float:
        gained = gain(self, *asked)
        counts.append(self.acts)
        return gained

    decisions: list[int] = []

    def decided(view: Any, act: Any) -> None:
        if counts:
            decisions.append(sum(counts))
        counts.clear()

    monkeypatch.setattr(Playout, "gain", counted)
    whole_game("base", 5, ["sharp", *["steady"] * 4], 4, decided)
    assert all(count < 100 + 5 * 8 for count in decisions)  # an act, five turns, and goals that are turned between
    assert max(decisions) >= 100


def test_what_it_is_asked_outside_of_its_turn_it_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    tried = sharp._tried

    def counted(ideas: Any, memory: Any, view: Any, chance: Any) -> list[float]:
        asked[view.state.stage] += 1
        return tried(ideas, memory, view, chance)

    stages: Counter[str] = Counter()
    monkeypatch.setattr(sharp, "_tried", counted)
    whole_game("base+everything", 4, ["sharp", *["steady"] * 3], 5, lambda view, act: stages.update([view.state.stage]))
    assert asked.keys() == {"turn"}
    assert len(stages) > 2


def test_its_decision_can_be_made_in_another_process() -> None:
    """What it remembers goes along as bytes."""
    table = Tabletop(parse("saboteur2"), 4, stream("task").draw)
    memory = sharp.Memory(0, table.state.book)
    view = table.view(0)

    def hear(events: list[object]) -> None:
        for event in events:
            sharp.remember(memory, event, view)

    table.watchers.append(hear)
    table.advance()
    while table.waiting() is not None and table.state.active != 0:
        table.play(choices(table.view(table.state.active))[0])
    task = as_task(sharp.BOT, memory, view, stream("chance").draw)
    place = worked_out(task)
    assert choices(view)[place] == sharp.choose(pickle.loads(pickle.dumps(memory)), view, stream("chance").draw)


@pytest.mark.parametrize("saboteurs", [0.1, 0.2, 0.3, 0.4])
def test_the_treasure_is_found_the_rather_the_nearer_it_is_and_the_more_cards_are_left(saboteurs: float) -> None:
    for missing in range(8):
        for cards in range(0, 60, 4):
            found = found_in_play(missing, cards, saboteurs)
            assert 0 <= found <= 1
            assert found_in_play(missing + 1, cards, saboteurs) <= found <= found_in_play(missing, cards + 4, saboteurs)

"""What a player has done so far: every act, once, and nothing that was told to one seat alone."""

from typing import Any

import pytest

from client.games.game import Line
from client.games.mine.game import story
from client.games.registry import game_of
from client.words.people import People
from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.front import choices
from engine.mine.modules.veto import PlayVeto
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.scenario.position import arrange
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.client.lines.rooms import NAMES, faces, position, stream

SEATS = 4


@pytest.mark.parametrize("rules", ["base", "saboteur2+everything", "cave"])
def test_every_public_sentence_about_an_act_is_kept_with_the_player(rules: str) -> None:
    top = Tabletop(parse(rules), SEATS, stream("acts", rules).draw)
    stories = [
        game_of(top.state.book.rules).story(top.view(seat), People(NAMES[:SEATS], seat)) for seat in range(SEATS)
    ]
    told: list[list[Line]] = [[] for _seat in range(SEATS)]

    def hear(events: list[object]) -> None:
        for own, seated in enumerate(stories):
            told[own] += [line for event in events for line in seated.tell(event)]

    top.watchers.append(hear)
    chance = stream("acts", "bots").draw
    bots = [Sitting(BOTS["steady"], top, seat, chance) for seat in range(SEATS)]
    top.advance()
    while want := top.waiting():
        top.play(answered(want, lambda seat: bots[seat].choose()))
    for own, seated in enumerate(stories):
        public = [line.text for line in told[own] if not line.secret]
        for seat in range(SEATS):
            acts = [line.strip() for line in seated.done_by(seat) if line.startswith("  ")]
            assert acts, "each seat has done something"
            assert [act for act in acts if act not in public] == []
            others = tuple(f"{name} " for name in NAMES[:SEATS] if name != NAMES[seat])
            assert [act for act in acts if act.startswith(others)] == [], "another player's act"
    rounds = [line for line in stories[0].done_by(0) if not line.startswith("  ")]
    assert rounds == [f"Round {number}:" for number in range(1, len(rounds) + 1)]


def announced(*, stopped: bool) -> list[str]:
    """Eva breaks a tool of Ann, who holds a Veto."""
    top = Tabletop(parse("base+veto"), 3, stream("acts").draw)
    arrange(top, position([], 3, hands=[faces("broken-cart", "map"), faces("veto"), faces("map")]))
    seated = story(top.view(2), People(NAMES[:3], 2))

    def hear(events: list[object]) -> None:
        for event in events:
            seated.tell(event)

    top.watchers.append(hear)
    legal: list[Any] = choices(top.view(0))
    top.play(next(act for act in legal if isinstance(act, BreakTool) and act.target == 1))
    window = top.waiting()
    assert window is not None
    veto = next(act for act in choices(top.view(1)) if isinstance(act, PlayVeto))
    top.play(answered(window, lambda seat: veto if stopped and seat == 1 else None))
    return seated.done_by(0)


@pytest.mark.parametrize("stopped", [False, True])
def test_a_play_that_is_announced_is_kept_once_whether_it_takes_effect_or_not(stopped: bool) -> None:
    assert announced(stopped=stopped) == ["Round 1:", "  Eva breaks Ann's cart."]

"""What a seat does itself is told to it as “You …”, in English that is right; others hear a name."""

import re

import pytest

from client.games.registry import game_of
from client.words.people import NO_SEAT, People
from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.client.lines.rooms import NAMES, stream

SEATS = 4
WRONG = re.compile(
    r"\b[Yy]ou (?!as |has been)(\w+(?<![su])s|is|was)\b"  # “you discards”
    r"|\b(Eva|Ann|Bob|Cleo) (discard|place|play|break|repair|look|take|get|have|are|do)\b"
    r"|[^.!] You\b|\b[Yy]ou's\b|\byou own\b|\|"
)
TABLE = re.compile(r"  \w+ +\S")  # a row of the roles or of the score


@pytest.mark.parametrize("rules", ["base", "saboteur2+everything", "base+everything", "cave"])
def test_what_the_reader_does_is_told_with_you_and_to_others_with_a_name(rules: str) -> None:
    top = Tabletop(parse(rules), SEATS, stream("you", rules).draw)
    game = game_of(top.state.book.rules)
    readers = [*range(SEATS), NO_SEAT]
    stories = [game.story(top.view(None if own == NO_SEAT else own), People(NAMES[:SEATS], own)) for own in readers]
    told: list[list[str]] = [[] for _own in readers]

    def hear(events: list[object]) -> None:
        for lines, story in zip(told, stories, strict=True):
            lines += [line.text for event in events for line in story.tell(event) if not line.secret]

    top.watchers.append(hear)
    chance = stream("you", "bots").draw
    bots = [Sitting(BOTS["random"], top, seat, chance) for seat in range(SEATS)]
    top.advance()
    while want := top.waiting():
        top.play(answered(want, lambda seat: bots[seat].choose()))
    *seated, public = told
    assert [line for line in public if re.search(r"\byou\b|\byours?\b", line, re.IGNORECASE)] == []
    assert sum(line.startswith(tuple(NAMES[:SEATS])) for line in public) > 40
    for name, lines in zip(NAMES, seated, strict=False):
        assert [line for line in lines if WRONG.search(line)] == []
        assert [line for line in lines if re.search(rf"\b{name}\b", line) and not TABLE.match(line)] == []
        assert sum(line.startswith("You ") for line in lines) > 10

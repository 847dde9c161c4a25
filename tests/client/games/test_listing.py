"""`moves` tells commands together: none that is legal is left out, no other is told, and it is much shorter."""

from itertools import product

import pytest

from client.games.registry import game_of
from client.words.people import People
from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.client.lines.rooms import NAMES, stream

SEATS = 4


def spread(line: str) -> set[str]:
    """Every command that a line stands for, as in “place 1 or 2 at 3,0; 4,0 or 5,0 turned: curve”."""
    command, colon, card = line.partition(": ")
    texts: list[list[str]] = []
    for word in command.replace(" or ", "| ").replace("; ", "| ").replace(", ", "| ").split(" "):
        if texts and texts[-1][-1].endswith("|"):
            texts[-1].append(word)
        else:
            texts.append([word])
    return {" ".join(one).replace("|", "") + colon + card for one in product(*texts)}


@pytest.mark.parametrize("rules", ["base", "saboteur2+everything", "cave"])
def test_what_is_told_together_is_what_is_legal(rules: str) -> None:
    top = Tabletop(parse(rules), SEATS, stream("listing", rules).draw)
    game, people = game_of(top.state.book.rules), People(NAMES[:SEATS], 0)
    chance = stream("listing", "bots").draw
    bots = [Sitting(BOTS["random"], top, seat, chance) for seat in range(SEATS)]
    top.advance()
    told = alone = 0
    while want := top.waiting():
        if getattr(want, "what", "") and 0 in getattr(want, "seats", ()):
            view = top.view(0)
            short, each = game.moves(view, people), game.moves(view, people, each=True)
            sentences = {line for line in each if line[0].isupper()}
            assert {line for line in short if line[0].isupper()} == sentences
            assert set[str]().union(*map(spread, set(short) - sentences)) == set(each) - sentences
            told, alone = told + len(short), alone + len(each)
        top.play(answered(want, lambda seat: bots[seat].choose()))
    assert alone > 100
    assert told < alone / 2

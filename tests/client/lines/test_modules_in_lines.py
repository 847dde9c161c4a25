"""A module that no box has is played in lines, in its own words: at a table of this computer, and at a server."""

from collections.abc import Iterator
from random import Random

import pytest

from client.games.mine.game import moves, refusal, sentence, write
from engine.front import choices
from engine.wants import Choose, Window
from tests.client.lines.persons import play
from tests.client.lines.rooms import Room
from tests.client.lines.test_games_in_lines import gathered
from tests.support.gremlins import NO_TWO_GOALS, gremlins
from tests.support.world import World

RULES = "base+gremlins=near"
CRIED = "Do you cry out? (cry) An empty line lets it pass."
RELAYED = "Discard one more card? (away 1, or enough)"
CHOSEN = "Choose in secret: how the two goals lie. Type “choose” and a number: 1 as they lay, 2 the other way round."
BEGINNINGS = ("relay", "hush", "away", "cry", "enough", "place")


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with gremlins():
        yield


class Scripted:
    """Answers each question by what it says, and uses the cards of the module whenever it can."""

    def __init__(self, room: Room, seed: int) -> None:
        self._room = room
        self._rng = Random(seed)
        self.typed: list[str] = []

    def __iter__(self) -> Iterator[str]:
        while True:
            self.typed.append(self._line())
            yield self.typed[-1]

    def _line(self) -> str:
        want = self._room.table.waiting()
        if isinstance(want, Choose):
            return f"choose {self._rng.randrange(1, 3)}"
        if isinstance(want, Window):
            return self._rng.choice(["cry", ""])
        told = moves(self._room.table.view(0), self._room.people, each=True)
        liked = [line for line in told if line.startswith(BEGINNINGS[self._rng.randrange(len(BEGINNINGS))])]
        return self._rng.choice(liked or told)


def games(number: int) -> tuple[list[str], list[str]]:
    """What was said and typed in some whole games."""
    said, typed = list[str](), list[str]()
    for seed in range(number):
        room = Room(rules=RULES, seed=seed)
        person = Scripted(room, seed)
        assert room.game.play(iter(person))
        said += room.said
        typed += person.typed
    return said, typed


def test_whole_games_in_lines_ask_and_tell_everything_in_the_words_of_the_module() -> None:
    said, typed = games(6)
    assert {CRIED, RELAYED, CHOSEN, "Nobody cries out."} <= set(said)
    told = "\n".join(said)
    for part in ("cries out: it is stopped.", "begins a Relay.", "ends the Relay after", "picks up two goals.", "Hush"):
        assert part in told
    assert "A gremlin is reached at " in told
    assert {line.split()[0] for line in typed if line} >= {"relay", "hush", "away", "cry", "enough", "choose"}


def test_help_refusals_and_lists_have_its_words() -> None:
    room = Room(rules=RULES)
    assert not room.type("help", "hush top and top", "board words")
    assert "  hush top and bottom     take up two goals, and lay them again in secret" in room.said
    assert any("a gremlin, face down" in line for line in room.said)
    assert refusal(NO_TWO_GOALS.code) == "A Hush picks up two goals that lie face down."
    view = room.table.view(0)
    assert all(sentence(act, view, room.people) and write(act, view, room.people) for act in choices(view))


@pytest.mark.long
def test_people_play_it_at_a_server(world: World) -> None:
    people = gathered(world, "Eva Ann Bob", rules=RULES)
    play(world, people, Random(2))
    for person in people:
        assert [line for line in person.said if line.startswith("fair game ✓")]
        assert [line for line in person.said if line.startswith("Do you cry out? (cry) If you do nothing, ")]
        assert "Nobody cries out." in person.said
    assert any(line.startswith(CHOSEN) for person in people for line in person.said)

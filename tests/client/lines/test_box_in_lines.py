"""All that the anniversary box holds, played in lines: every act is typed, and nothing that is listed is refused."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from client.games.game import Line
from client.games.mine.game import moves
from client.games.mine.names import card_name
from client.games.mine.typed import ways_of
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import PARTS
from client.render.charset import BOX, Charset
from client.words.people import People
from engine.front import setup
from engine.mine.modules.chests.at_turn_end import CardRobbed
from engine.mine.modules.toll.price import TollPaid
from engine.mine.modules.veto import PlayVetoed
from engine.mine.rules.turn.pending import PlayAnnounced
from engine.rules import parse
from engine.wants import Choose, Window
from tests.client.lines.rooms import NAMES, QUESTIONS, Room
from tests.support.every_table import TABLES
from tests.support.nights import thinned

EVERYTHING = ("base+everything", "saboteur2+everything")
DRAWN = {"▓", "│", "┌", "·", "×", "◆"}
SELDOM = {"pass", "goal", "rotate", "upright", "take", "steal", "no", "show", "hide", "peek", "move", "rob"}
"""Verbs that the games of a test may not come to; scenarios do."""


class Typist:
    """Types any command that is listed, and half the time one whose verb was typed least."""

    def __init__(self, room: Room, seed: int) -> None:
        self._room = room
        self._rng = Random(seed)
        self.typed: Counter[str] = Counter()

    def __iter__(self) -> Iterator[str]:
        while True:
            line = self._line()
            self.typed[line.partition(" ")[0]] += 1
            yield line

    def _line(self) -> str:
        want = self._room.table.waiting()
        if isinstance(want, Choose):
            return f"choose {self._rng.randrange(1, want.below + 1)}"
        told = [
            line.partition("such as: ")[2] or line
            for line in moves(self._room.table.view(0), self._room.people, each=True)
        ]
        lines = [*told, ""] if isinstance(want, Window) else told
        if self._rng.random() < 0.5:
            fewest = min(self.typed[line.partition(" ")[0]] for line in lines)
            lines = [line for line in lines if self.typed[line.partition(" ")[0]] == fewest]
        return self._rng.choice(lines)


def played(rules: str, seats: int, seed: int, charset: Charset = BOX) -> tuple[Room, Typist]:
    """A whole game; the person's next question comes only when an act was taken."""
    room = Room(seats, rules=rules, seed=seed, bots="steady,random", charset=charset)
    typist = Typist(room, seed)
    assert room.game.play(iter(typist))
    return room, typist


def complaints(room: Room) -> list[str]:
    return [line for line in room.said if line.startswith(("For example: ", "You could: ", "There is no command"))]


@pytest.mark.parametrize("rules", EVERYTHING)
def test_every_act_of_the_box_is_typed_and_none_that_is_listed_is_refused(rules: str) -> None:
    book: Any = setup(parse(rules), 4).book
    wanted = {way.words[0] for way in ways_of(book)} - SELDOM
    typed, said = Counter[str](), set[str]()
    for seed in range(12):
        room, typist = played(rules, 3 + seed % 4, seed)
        assert complaints(room) == []
        typed += typist.typed
        said |= set(room.said)
        if wanted <= typed.keys() and seed > 3:
            break
    assert wanted - typed.keys() == set()
    assert any(line.startswith("Do you play your Veto? (veto)") for line in said)
    assert any(line.startswith("Choose in secret: where the two goals lie.") for line in said)


@pytest.mark.parametrize("rules", thinned(TABLES, 2))
def test_a_whole_game_with_each_module_is_told_in_sentences(rules: str) -> None:
    """Without a sign that is drawn: as it is printed for a player who hears."""
    room, _typist = played(rules, 6, 1, replace(BOX, in_words=True))
    assert complaints(room) == []
    assert "Nuggets:" in room.said
    assert not DRAWN.intersection("".join(room.said))


def test_every_question_of_the_box_is_one_that_is_known() -> None:
    told = {question.line for part in PARTS.values() for question in part.questions.values()}
    assert told == set(QUESTIONS)


@pytest.mark.parametrize("rules", EVERYTHING)
def test_what_is_announced_is_told_once_and_before_it_takes_effect(rules: str) -> None:
    """Then comes what it leads to, or the Veto that stops it."""
    announced, vetoed = 0, 0
    for seed in range(2):
        room = Room(4, rules=rules, seed=seed, bots="steady,random")
        heard = listen(room)
        assert room.game.play(iter(Typist(room, seed)))
        for at, (event, told) in enumerate(heard):
            if isinstance(event, PlayAnnounced):
                [ahead] = told
                end, outcome = next(
                    (end, lines)
                    for end, lines in heard[at + 1 :]
                    if isinstance(end, PlayVetoed) or end in event.follows
                )
                announced += 1
                vetoed += isinstance(end, PlayVetoed)
                assert ahead not in outcome
                assert bool(outcome) == isinstance(end, PlayVetoed | TollPaid), event
    assert announced > 50
    assert vetoed


def listen(room: Room) -> list[tuple[object, list[str]]]:
    """Every event from now on, with what the story of seat 0 tells of it."""
    story, heard = Teller(room.table.view(0), room.people), list[tuple[object, list[str]]]()

    def note(events: list[object]) -> None:
        heard.extend((event, [line.text for line in story.tell(event)]) for event in events)

    room.table.watchers.append(note)
    return heard


def test_collectors_are_summed_up_in_the_list_of_moves() -> None:
    room = Room(4, rules="base+toll")
    assert not room.type("moves")
    brought = [line for line in room.said if "collector" in line and line[0].isupper()]
    assert [line for line in brought if line.startswith("Any card can be discarded for a collector at ")]
    assert not [line for line in room.said if line.startswith("collector ")]


def test_what_can_be_done_with_a_chest_is_in_the_help_of_its_table_alone() -> None:
    line = "  map 3,1                 look at a chest, and at the card on it"
    for rules, there in (("base+chests", True), ("base", False)):
        room = Room(4, rules=rules)
        room.type("help")
        assert (line in room.said) == there


@pytest.mark.parametrize("rules", EVERYTHING)
def test_the_board_in_words_names_all_that_lies_on_it(rules: str) -> None:
    room = Room(4, rules=rules, seed=3)
    room.type("board words", "help board", "map left")
    text = "\n".join(room.said)
    for part in ("3,1 a chest, face down", "4,0 postcard", "8,4 a goal, face down", "8,-4 a goal, face down"):
        assert part in text
    assert "“left” is not a goal (highest, top, middle, bottom, lowest, 3,-1, 3,1, 6,-2 or 6,2)." in room.said


def test_who_is_robbed_learns_which_card_is_lost_and_no_other_seat_does() -> None:
    room = Room(3, rules="base+chests")
    room.table.advance()
    (slot, face), *_others = room.table.view(0).hand()
    robbed = CardRobbed(seat=1, target=0, slot=slot)
    told = [Teller(room.table.view(seat), People(NAMES[:3], seat)).tell(robbed) for seat in range(3)]
    own, line = Line("You take a card from Eva's hand."), Line("Ann takes a card from Eva's hand.")
    yours = Line("Ann takes a card from your hand!", against=True)
    assert told == [[yours, Line(f"Secret: you lose {card_name(face)}.", secret=True)], [own], [line]]

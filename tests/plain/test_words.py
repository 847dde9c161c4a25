"""Nothing that can happen is left without words."""

import re
from collections import Counter
from pathlib import Path

import pytest
from plain.rooms import NAMES, QUESTIONS, Room, faces, laid, position, stream

import client
from client.names import BOTS as BOT_NAMES
from client.names import CARDS, GOALS, TOOLS, card_name
from client.plain import game, story
from client.plain.help import HELP
from client.plain.parser import ACTS, TALK, verb_of
from client.plain.people import People
from client.refusals import SENTENCES
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.errors import Reason
from engine.events import ChanceCalled, NumberDrawn, SlotsRenewed
from engine.front import setup
from engine.inputs import TimeUp
from engine.mine.cards import TOOLS as BITS
from engine.mine.game import ALL_CARDS
from engine.mine.position import arrange
from engine.mine.rules.game_end import GoldTurnedUp, RoundClosed
from engine.mine.rules.goals import GoalTied
from engine.mine.rules.gold_draft import GoldPassed
from engine.mine.rules.turn import CardDrawn, TurnBegan
from engine.rules import parse
from engine.tabletop import Tabletop
from engine.wants import Act

RULES_PAGE = Path(client.__file__).parent.parent / "docs" / "rules.md"
SILENT = {
    # told by what follows at once, or by the next question
    CardDrawn,
    ChanceCalled,
    GoalTied,
    GoldPassed,
    GoldTurnedUp,
    NumberDrawn,
    RoundClosed,
    SlotsRenewed,
    TurnBegan,
}


def refusals_of_the_page() -> dict[str, str]:
    """Code and sentence of every row of the table under Refusals."""
    section = RULES_PAGE.read_text(encoding="utf-8").partition("## Refusals")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+?) \|$", section, re.MULTILINE))


def test_every_refusal_has_the_sentence_of_the_rules_page() -> None:
    assert {reason.value: sentence for reason, sentence in SENTENCES.items()} == refusals_of_the_page()
    assert SENTENCES.keys() == set(Reason)


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.value)
def test_a_refusal_is_one_sentence(reason: Reason) -> None:
    assert re.fullmatch(r"[A-Z][^.{}]+\.", SENTENCES[reason])


def test_every_event_is_told_or_is_silent_for_a_reason() -> None:
    told = set(story._TELLERS)
    assert told & SILENT == set()
    assert told | SILENT == set(setup(parse("base"), 5).book.evolve)


def test_every_card_has_a_name() -> None:
    assert CARDS.keys() == {card.key for card in ALL_CARDS}
    assert all(card_name(card.number) == CARDS[card.key] for card in ALL_CARDS)


def test_cards_that_are_played_alike_are_the_only_ones_of_one_name() -> None:
    """Two path cards of one name could not be told apart without a picture."""
    twice = {name for name, count in Counter(CARDS.values()).items() if count > 1}
    assert twice == {"stone"}


def test_every_tool_has_a_name() -> None:
    assert TOOLS.keys() == BITS.keys()
    assert sorted(GOALS.values()) == ["bottom", "middle", "top"]


def test_every_wait_for_a_player_has_a_question() -> None:
    state = setup(parse("base"), 4)
    state.active, state.pickers = 0, (0,)
    asked = [stage.wants(state) for stage in state.book.stages.values() if stage.time_up is not None]
    whats = {want.what for wants in asked for want in wants if isinstance(want, Act)}
    assert whats == game._QUESTIONS.keys()
    assert tuple(game._QUESTIONS.values()) == QUESTIONS


def test_help_names_every_command() -> None:
    text = "\n".join(HELP)
    assert [verb for verb in (*ACTS, *TALK) if not re.search(rf"^  (?:\w+, )*{verb}\b", text, re.MULTILINE)] == ["help"]


def test_commands_may_be_shortened_as_long_as_they_are_clear() -> None:
    known = (*ACTS, *TALK)
    for verb in known:
        for length in range(1, len(verb) + 1):
            begun = [other for other in known if other.startswith(verb[:length])]
            if len(begun) == 1:
                assert verb_of(verb[:length]) == verb


def test_there_are_names_for_nine_bots_and_one_more_each_one_word() -> None:
    assert len({name.casefold() for name in BOT_NAMES}) == 10
    assert all(name.isalpha() for name in BOT_NAMES)


class Told:
    """What a whole table is told, seat by seat, with the events behind it."""

    def __init__(self, table: Tabletop) -> None:
        self.table = table
        self.sentences: dict[type, list[str]] = {}
        table.watchers.append(self.note)

    def note(self, events: list[object]) -> None:
        seats = self.table.state.book.seats
        for seat in range(seats):
            teller = story.Story(self.table.view(seat), People(NAMES[:seats], seat))
            for event in events:
                self.sentences.setdefault(type(event), []).extend(teller.tell([event]))


def play_out(told: Told, bots: str, late: int) -> None:
    """To the end of the game; the clock answers once in so many times."""
    table, chance = told.table, stream("late").draw
    seats = range(table.state.book.seats)
    sitting = [Sitting(BOTS[bots], table, seat, stream(seat).draw) for seat in seats]
    table.advance()
    while want := table.waiting():
        seat = want.seats[0]
        table.play(TimeUp(seat) if chance(late) == 0 else sitting[seat].choose())


def test_every_event_that_is_not_silent_is_really_told() -> None:
    told = [Told(Tabletop(parse("base"), 5, stream("deal", seed).draw)) for seed in range(3)]
    for each in told:
        play_out(each, "steady", 20)
    empty_handed = Told(Tabletop(parse("base"), 4, stream("deal").draw))
    arrange(empty_handed.table, position(["map", "cross", "cross"]))
    play_out(empty_handed, "random", 1000)
    told.append(empty_handed)
    assert {kind for each in told for kind, lines in each.sentences.items() if lines} == set(story._TELLERS)
    lines = [line for each in told for lines in each.sentences.values() for line in lines]
    assert len(lines) > 500
    assert not [line for line in lines if "{" in line or "None" in line]


def test_a_story_tells_a_round_that_is_won() -> None:
    board = laid(*((x, 0, "cross" if x % 2 else "tee-short", 0) for x in range(1, 7)))
    gold = faces("gold-2", "gold-3", "gold-1")
    room = Room(laid_out=position(["cross", "map"], board=board, gold_pile=gold), bots="steady")
    room.type("place 1 at 7,0", "take 1")
    told = "\n".join(room.said)
    assert (
        "Eva places crossing at 7,0.\n"
        "The tunnel reaches the middle goal!\n"
        "The middle goal is the treasure.\n"
        "\n"
        "Eva has found the treasure: the gold-diggers win the round.\n"
        "The roles are turned up:\n"
        "  Eva              gold-digger\n"
        "  Ann              saboteur\n"
        "  Bob              gold-digger\n"
        "  Cleo             gold-digger\n"
        "Left over: gold-digger.\n"
        "The top goal was a stone.\n"
        "The bottom goal was a stone.\n"
        "3 gold cards go round: Eva, Cleo, Bob.\n"
    ) in told
    assert "Eva keeps a gold card.\nSecret: it is worth " in told
    assert "Round 2 of 3." in told
